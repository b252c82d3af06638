"""Paths of the style sheets and of the user's data folder."""

import os
from pathlib import Path, PurePath

_PACKAGE = Path(__file__).parent


def style_sheets(*names: str) -> list[str | PurePath]:
    """Return the paths of style sheets by name: in the installed package, or beside it in a checkout."""
    installed = _PACKAGE / "styles"
    folder = installed if installed.is_dir() else _PACKAGE.parent / "styles"
    return [folder / f"{name}.tcss" for name in names]


def data(chosen: str | None = None) -> Path:
    """Return the data folder: `chosen`, else $ENGARDE_DATA, else the system default. Does not create it."""
    if folder := chosen or os.environ.get("ENGARDE_DATA"):
        return Path(os.path.expanduser(folder)).absolute()
    # Takes 4 ms to import, and is rarely needed.
    from platformdirs import user_data_path

    return user_data_path("engarde", appauthor=False)
