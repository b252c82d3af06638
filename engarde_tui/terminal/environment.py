"""The environment, which may say anything of a terminal; what the terminal itself says counts."""

import os
import re
from collections.abc import Mapping


def is_on(environment: Mapping[str, str], name: str) -> bool:
    """Return whether a variable says yes: any value does but an empty one, 0, false, no and off."""
    return environment.get(name, "").strip().lower() not in ("", "0", "false", "no", "off")


def ignore_variables(*names: str) -> None:
    """Drop variables by name, and all that would change or end the program by the way.

    Those of Textual are for its developers; `COLUMNS` and `LINES` say what a window once had; a delay of an
    escape is in milliseconds; an empty `NO_COLOR` counts as none. Call this before Textual is imported, which
    reads them.
    """
    for name, value in list(os.environ.items()):
        is_empty = name == "NO_COLOR" and not value
        is_nonsense = name == "ESCDELAY" and not re.fullmatch("[0-9]{1,4}", value)
        if is_empty or is_nonsense or name in ("COLUMNS", "LINES", *names) or name.startswith("TEXTUAL"):
            del os.environ[name]
