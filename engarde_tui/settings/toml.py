"""A file of TOML that people edit: read whatever can be read of it, and changed without touching the rest."""

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from engarde_tui.play.problem import printable

Path = tuple[str, ...]
"""The names of the tables that an entry is in, then its own."""


MAX_SIZE: Final = 30_000
"""Bytes; a longer file is not read."""


def mended(text: str) -> tuple[str, list[str]]:
    """Return a text in which one bad line spoils no other, and the lines that are left out of it."""
    bad: list[str] = []
    for above in (False, True):
        if not _is_toml(text):
            text, more = _sifted(text, above=above)
            bad += more
    return text, bad


def _sifted(text: str, *, above: bool) -> tuple[str, list[str]]:
    """Return a text without the lines that are no TOML by themselves, or not below those `above` them."""
    kept: list[str] = []
    bad: list[str] = []
    is_lost = False
    """Whether the head of the table could not be read."""
    for line in text.split("\n"):
        is_bad = not _is_toml("\n".join([*kept, line]) if above else line)
        is_lost = is_bad if line.lstrip().startswith("[") else is_lost
        if is_bad:
            bad.append(line)
        kept.append(f"# {printable(line)}" if is_bad or is_lost else line)
    return "\n".join(kept), bad


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def entry(name: str, value: Any) -> str:
    """Return an entry as a line."""
    import tomlkit

    return tomlkit.dumps({name: value})


def changed(text: str, changes: Mapping[Path, Any]) -> str:
    """Return a text with some entries changed, added, or taken out where the value is None."""
    # Takes 40 ms to import.
    import tomlkit

    plain = tomllib.loads(text)
    change(plain, changes)
    # It cannot do everything that TOML allows; then the comments are lost, but no entry.
    with suppress(Exception):
        document = tomlkit.parse(text)
        change(document, changes)
        if tomllib.loads(document.as_string()) == plain:
            return document.as_string()
    return tomlkit.dumps(plain)


def change(document: Any, changes: Mapping[Path, Any]) -> None:
    """Set these entries in a mapping of mappings, or take them out where the value is None."""
    for (*tables, name), value in changes.items():
        inner = document
        for table in tables:
            inner = inner.setdefault(table, {})
        if value is None:
            inner.pop(name, None)
        else:
            inner[name] = value
