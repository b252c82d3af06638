"""The environment, which may say anything of a terminal; what the terminal itself says counts."""

import os
import re


def ignore_variables(*names: str) -> None:
    """Drop variables by name, and all that would change or end the program by the way.

    Those of Textual are for its developers; `COLUMNS` and `LINES` say what a window once had; a delay of an
    escape is in milliseconds. Call this before Textual is imported, which reads them.
    """
    for name, value in list(os.environ.items()):
        is_nonsense = name == "ESCDELAY" and not re.fullmatch("[0-9]{1,4}", value)
        if is_nonsense or name in ("COLUMNS", "LINES", *names) or name.startswith("TEXTUAL"):
            del os.environ[name]
