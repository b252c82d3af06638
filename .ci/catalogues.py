"""Compile the catalogues of words as the package is built or installed: gettext reads only compiled ones."""

import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogues(BuildHookInterface[Any]):
    """Puts a compiled catalogue beside each one in `engarde_tui/locale`, and all of them into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile them before anything is collected, for a wheel or an editable install."""
        for path in sorted(Path(self.root, "engarde_tui", "locale").glob("*.po")):
            with path.open("rb") as file:
                catalogue = read_po(file, locale=path.stem)
            compiled = path.with_suffix(".mo")
            # At one stroke, as a running program may read it.
            unfinished = path.with_suffix(f".{os.getpid()}")
            with unfinished.open("wb") as file:
                write_mo(file, catalogue)
            unfinished.replace(compiled)
            build_data["artifacts"].append(f"/{compiled.relative_to(self.root).as_posix()}")
