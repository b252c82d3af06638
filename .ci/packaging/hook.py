"""What is made as the package is built or installed: compiled catalogues, manual pages, completion."""

import importlib.util
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MadeFiles(BuildHookInterface[Any]):
    """Puts them into the wheel from a folder of their own: the sources may belong to somebody else."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make them before anything is collected; an editable install has catalogues among the sources."""
        locale, is_editable = Path(self.root, "engarde_tui", "locale"), version == "editable"
        # Whatever fails, it goes when this process ends, and with it the wheel that hatchling has begun. Only
        # single files of it are put into that wheel: the whole folder would take itself in without end.
        self._made = tempfile.TemporaryDirectory(dir=locale if is_editable else None)
        tempfile.tempdir = self._made.name
        compiled = [_compiled(path, Path(self._made.name)) for path in sorted(locale.glob("*.po"))]
        if is_editable:
            for path in compiled:
                # At one stroke, as a running program may read it.
                path.replace(locale / path.name)
            return
        build_data["force_include"].update(
            {str(path): f"engarde_tui/locale/{path.name}" for path in compiled}
        )
        # Who works on the program reads them with `.ci/packaging/pages.py`.
        pages = self._write_pages(Path(self._made.name, "pages"))
        build_data["shared_data"].update({str(path): f"share/{name}" for path, name in pages.items()})

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what is in the wheel now."""
        tempfile.tempdir = None
        self._made.cleanup()

    def _write_pages(self, folder: Path) -> dict[Path, Path]:
        """Write the manual pages and the completion of shells; return their paths, with those in `folder`."""
        spec = importlib.util.spec_from_file_location("pages", Path(self.root, ".ci/packaging/pages.py"))
        assert spec is not None
        assert spec.loader is not None
        pages = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(pages)
        return {path: path.relative_to(folder) for path in pages.write(folder)}


def _compiled(source: Path, folder: Path) -> Path:
    """Compile a catalogue into a folder and return its path: gettext reads only compiled ones."""
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.stem, abort_invalid=True)
    compiled = folder / f"{source.stem}.mo"
    with compiled.open("wb") as file:
        write_mo(file, catalogue)
    return compiled
