"""Paths of the style sheets, the user's settings and data folder, and of what a person names."""

import os
import pwd
import sys
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Final

from engarde_tui.play.problem import Problem
from engine.message import Message, message

ELSEWHERE: Final = message("choose another folder with --data or ENGARDE_DATA")

_WHOLE: Final = message("write the whole path")

_PACKAGE = Path(__file__).parent


def style_sheets(*names: str) -> list[str | PurePath]:
    """Return the paths of style sheets by name: in the installed package, or beside it in a checkout."""
    installed = _PACKAGE / "styles"
    folder = installed if installed.is_dir() else _PACKAGE.parent / "styles"
    return [folder / f"{name}.tcss" for name in names]


def home() -> str:
    """Return the user's home, "" for none: $HOME if that is a whole path, else as the system knows it."""
    folder = os.environ.get("HOME", "")
    if not os.path.isabs(folder):
        # Not everybody is known, such as those by whose number a container runs.
        with suppress(KeyError):
            folder = pwd.getpwuid(os.getuid()).pw_dir
    return folder if os.path.isabs(folder) else ""


def expanded(path: str, instead: Message = _WHOLE) -> Path:
    """Return the path that somebody has written: `~` is the user's home, `~name` that of another.

    Raises Problem if there is no such home, with what to do `instead`, and for a `~` further on, which a
    shell would have taken for a home elsewhere.
    """
    user, _, rest = path.partition("/")
    if "~" in rest.split("/"):
        raise Problem(message("{path}: “~” is a home only where the path begins", path=path))
    if not user.startswith("~"):
        return Path(path)
    folder = home() if user == "~" else os.path.expanduser(user)
    if os.path.isabs(folder):
        return Path(folder, rest.lstrip("/"))
    raise Problem(
        message(
            "there is no home folder for {path}: set HOME to a whole path, or {instead}",
            path=path,
            instead=instead,
        )
    )


def whole(path: str, instead: Message = _WHOLE) -> Path:
    """Return the path that somebody has written, from the root on, wherever the program goes.

    Raises Problem as `expanded` does, and if the working folder is gone.
    """
    try:
        return expanded(path, instead).absolute()
    except OSError:
        raise Problem(
            message("{path}: the folder you are in is gone: {instead}", path=path, instead=_WHOLE)
        ) from None


def settings() -> Path:
    """Return the path of the settings, in $ENGARDE_CONFIG or the user's folder for them.

    Raises Problem as `whole` does.
    """
    folder = os.environ.get("ENGARDE_CONFIG") or _usual("XDG_CONFIG_HOME", "~/.config")
    return whole(folder, message("choose another folder with ENGARDE_CONFIG")) / "settings.toml"


def data(chosen: str | None = None) -> Path:
    """Return the data folder: `chosen`, else $ENGARDE_DATA, else the system default. Does not create it.

    Raises Problem as `whole` does.
    """
    usual = "~/Library/Application Support" if sys.platform == "darwin" else "~/.local/share"
    return whole(chosen or os.environ.get("ENGARDE_DATA") or _usual("XDG_DATA_HOME", usual), ELSEWHERE)


def _usual(variable: str, usual: str) -> str:
    """Return the program's folder in the one that a variable names, by default in `usual`."""
    base = os.environ.get(variable, "")
    # A relative path is to be ignored, says the XDG specification.
    return os.path.join(base if os.path.isabs(base) else usual, "engarde")


def hall(chosen: str | None = None) -> Path:
    """Return the folder of a hall: `chosen`, else one in the data folder. Raises Problem as `whole` does."""
    return data(chosen) if chosen else data() / "hall"
