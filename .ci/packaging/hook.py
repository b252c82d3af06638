"""What is made as the package is built or installed: compiled catalogues, manual pages, completion."""

import importlib.util
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MadeFiles(BuildHookInterface[Any]):
    """Puts a compiled catalogue beside each one in `engarde_tui/locale`, and what is made into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make them before anything is collected, for a wheel or an editable install."""
        self._compile_catalogues(build_data)
        # Who works on the program reads them with `.ci/packaging/pages.py`.
        self._pages = Path(tempfile.mkdtemp())
        if version != "editable":
            build_data["shared_data"].update(
                {str(path): f"share/{path.relative_to(self._pages)}" for path in self._write_pages()}
            )

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what is in the wheel now."""
        shutil.rmtree(self._pages)

    def _compile_catalogues(self, build_data: dict[str, Any]) -> None:
        """Compile all catalogues: gettext reads only compiled ones."""
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

    def _write_pages(self) -> list[Path]:
        """Write the manual pages and the completion of shells; return their paths."""
        spec = importlib.util.spec_from_file_location("pages", Path(self.root, ".ci/packaging/pages.py"))
        assert spec is not None
        assert spec.loader is not None
        pages = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(pages)
        return list(pages.write(self._pages))
