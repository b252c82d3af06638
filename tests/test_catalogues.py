"""However the program is installed, its catalogues are there, compiled."""

import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from gettext import GNUTranslations
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

CATALOGUE = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "key"
msgid "back"
msgstr "zurück"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what the package is built from, with a catalogue of its own."""
    folder = tmp_path / "checkout"
    ignored = shutil.ignore_patterns("__pycache__", "*.po", "*.mo")
    for name in ("engine", "engarde_tui", "styles", "docs/man", ".ci/packaging"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "engarde_tui" / "locale").mkdir(exist_ok=True)
    (folder / "engarde_tui" / "locale" / "xx.po").write_text(CATALOGUE, encoding="utf-8")
    return folder


def build(folder: Path, what: str) -> Path:
    """Call the build backend as pip does; return what it has built."""
    built = folder.parent / what
    built.mkdir()
    call = f"from hatchling.build import build_{what}; build_{what}({str(built)!r})"
    subprocess.run([sys.executable, "-c", call], cwd=folder, check=True, capture_output=True)
    (path,) = built.iterdir()
    return path


def sources(checkout: Path) -> set[Path]:
    """Return the files of a checkout, but what Python keeps of modules."""
    return {path for path in checkout.rglob("*") if path.is_file() and path.suffix != ".pyc"}


def says_back(compiled: Path) -> str:
    """Return what a catalogue says for a word."""
    with compiled.open("rb") as file:
        return GNUTranslations(file).pgettext("key", "back")


def unpacked(wheel: Path) -> Path:
    """Return the folder of the catalogues in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(wheel.parent / "installed")
    return wheel.parent / "installed" / "engarde_tui" / "locale"


@pytest.mark.slow
def test_a_wheel_holds_compiled_catalogues_alone_and_the_sources_do_not(checkout: Path) -> None:
    """They may belong to somebody else."""
    before = sources(checkout)
    folder = unpacked(build(checkout, "wheel"))
    assert sources(checkout) == before
    assert [path.name for path in folder.iterdir()] == ["xx.mo"]
    assert says_back(folder / "xx.mo") == "zurück"


def spoil_catalogue(checkout: Path) -> None:
    """Give it one that cannot be read."""
    (checkout / "engarde_tui" / "locale" / "yy.po").write_text("nothing of a catalogue")


def remove_styles(checkout: Path) -> None:
    """Let a wheel lack what it must hold, which is found when it is half written."""
    shutil.rmtree(checkout / "styles")


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    ("what", "spoil"),
    [("wheel", spoil_catalogue), ("editable", spoil_catalogue), ("wheel", remove_styles)],
)
def test_a_build_that_fails_leaves_nothing(
    what: str,
    spoil: Callable[[Path], None],
    checkout: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spoil(checkout)
    before, temporary = sources(checkout), tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    with pytest.raises(subprocess.CalledProcessError):
        build(checkout, what)
    assert sources(checkout) == before
    assert not [*temporary.iterdir()]


@pytest.mark.slow
def test_a_wheel_built_from_a_source_distribution_holds_them_too(checkout: Path) -> None:
    shutil.unpack_archive(build(checkout, "sdist"), checkout.parent / "source")
    (source,) = (checkout.parent / "source").iterdir()
    assert says_back(unpacked(build(source, "wheel")) / "xx.mo") == "zurück"


def test_an_editable_install_leaves_them_beside_their_sources(checkout: Path) -> None:
    build(checkout, "editable")
    folder = checkout / "engarde_tui" / "locale"
    assert sorted(path.name for path in folder.iterdir()) == ["xx.mo", "xx.po"]
    assert says_back(folder / "xx.mo") == "zurück"
