"""Where things are: the style sheets of the program, and the folder of its user."""

import os
from pathlib import Path, PurePath

_PACKAGE = Path(__file__).parent


def style_sheets(*names: str) -> list[str | PurePath]:
    """Style sheets by name: inside the installed package, in the folder beside it in a checkout."""
    installed = _PACKAGE / "styles"
    folder = installed if installed.is_dir() else _PACKAGE.parent / "styles"
    return [folder / f"{name}.tcss" for name in names]


def data(chosen: str | None = None) -> Path:
    """The folder of the user's matches: the `chosen` one, or `ENGARDE_DATA`, or the usual place; not made."""
    if folder := chosen or os.environ.get("ENGARDE_DATA"):
        return Path(os.path.expanduser(folder)).absolute()
    # 4 ms to import, needed only once something is written.
    from platformdirs import user_data_path

    return user_data_path("engarde", appauthor=False)
