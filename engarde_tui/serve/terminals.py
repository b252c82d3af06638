"""What a visitor's terminal can show, by its name and the environment that has come with the visitor."""

import re
from collections.abc import Mapping
from typing import Final

from engarde_tui.serve.locales import locale_of
from engarde_tui.terminal.colours import ColorSystem

_ASCII_TERMS: Final = re.compile("vt[0-9]+.*|ansi.*|cons25.*")
"""Terminals older than Unicode."""

_TRUE_COLOR: Final = ("truecolor", "24bit")


def colors_of(term: str, environment: Mapping[str, str]) -> ColorSystem | None:
    """Return the terminal's colours; None for none."""
    if environment.get("NO_COLOR") or term in ("", "dumb", "vt100", "vt220"):
        return None
    if environment.get("COLORTERM") in _TRUE_COLOR or "direct" in term:
        return "truecolor"
    return "256" if "256color" in term or "kitty" in term else "standard"


def is_ascii_only(term: str, environment: Mapping[str, str]) -> bool:
    """Return whether the terminal shows only ASCII."""
    locale = locale_of(environment) or "UTF-8"
    return "utf" not in locale.lower() or _ASCII_TERMS.fullmatch(term) is not None
