"""Paths of the style sheets, the user's settings and the user's data folder."""

import os
from pathlib import Path, PurePath

_PACKAGE = Path(__file__).parent


def style_sheets(*names: str) -> list[str | PurePath]:
    """Return the paths of style sheets by name: in the installed package, or beside it in a checkout."""
    installed = _PACKAGE / "styles"
    folder = installed if installed.is_dir() else _PACKAGE.parent / "styles"
    return [folder / f"{name}.tcss" for name in names]


def settings() -> Path:
    """Return the path of the settings, in $ENGARDE_CONFIG or the user's folder for them."""
    if not (folder := os.environ.get("ENGARDE_CONFIG")):
        base = os.environ.get("XDG_CONFIG_HOME", "")
        # A relative path is to be ignored, says the XDG specification.
        folder = os.path.join(base if os.path.isabs(base) else "~/.config", "engarde")
    return Path(os.path.expanduser(folder)).absolute() / "settings.toml"


def data(chosen: str | None = None) -> Path:
    """Return the data folder: `chosen`, else $ENGARDE_DATA, else the system default. Does not create it."""
    if folder := chosen or os.environ.get("ENGARDE_DATA"):
        return Path(os.path.expanduser(folder)).absolute()
    # Takes 4 ms to import, and is rarely needed.
    from platformdirs import user_data_path

    return user_data_path("engarde", appauthor=False)


def hall(chosen: str | None = None) -> Path:
    """Return the folder of a hall: `chosen`, else one in the data folder."""
    return data(chosen) if chosen else data() / "hall"
