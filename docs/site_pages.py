"""Which files are pages of the documentation site: a hook of MkDocs, named in mkdocs.yml.

A page keeps the place of its file in the repository as far as links go, so that all links work here as they
do in a checkout; the site has them at shorter addresses.
"""

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext
from site_words import PAGES, settings_file, written

from engarde_tui.language import ENGLISH, LANGUAGES

ROOT: Final = Path(__file__).parent.parent

SOURCES: Final = (
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"),
    *("docs/*.md", "docs/upstream/*.md", "docs/*.svg", "docs/examples/*.*", "docs/*.service"),
)
"""The pages that are files, and what they show or offer."""

PLAY: Final = ("How a turn goes", "Against the computer", "Puzzles", "Nothing is lost", "The second game")
"""The sections of README.md that are a page of their own; the others are the first page."""

_SECTION: Final = re.compile(r"(?m)^(?=## )")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add all pages to the style sheet, which lies in the folder that MkDocs knows."""
    for pattern in SOURCES:
        for path in sorted(ROOT.glob(pattern)):
            files.append(_file(config, path))
    sections = {_title(text): text for text in _sections()}
    if missing := [title for title in PLAY if title not in sections]:
        raise PluginError(
            f"README.md has no section {missing[0]!r}; PLAY in docs/site_pages.py names its sections"
        )
    play = "".join(sections[title] for title in PLAY)
    files.append(File.generated(config, "play.md", content=f"# At the table\n\n{play}"))
    for name in PAGES:
        places = {
            language: f"{'' if language == ENGLISH else f'{language}/'}{name}.md" for language in LANGUAGES
        }
        for language, place in places.items():
            title, _, text = written(name, language).partition("\n")
            content = f"{title}\n\n{_in_other_languages(places, language)}\n{text}"
            files.append(File.generated(config, place, content=content))
    return files


def _in_other_languages(places: Mapping[str, str], language: str) -> str:
    """Return a line of links to the same page in the other languages, as README.md has it."""
    folder = posixpath.dirname(places[language]) or "."
    links = {
        code: f"[{LANGUAGES[code]}]({posixpath.relpath(place, folder)})" for code, place in places.items()
    }
    return " · ".join({**links, language: LANGUAGES[language]}.values())


def _file(config: MkDocsConfig, path: Path) -> File:
    """Return a file of the repository as one of the site."""
    place = path.relative_to(ROOT).as_posix()
    file = File.generated(config, place, abs_src_path=str(path))
    stem, _, language = path.stem.partition(".")
    if path.suffix != ".md":
        file.dest_uri = place.removeprefix("docs/")
    elif language:
        # The first page in another language.
        file.name, file.dest_uri = "index", f"{language}/index.html"
    elif stem != "README":
        file.dest_uri = f"{stem.lower()}/index.html"
    return file


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Take the sections from the first page that have their own, and lead links to them there."""
    place = page.file.src_uri
    if place == "README.md":
        markdown = "".join(text for text in _sections() if _title(text) not in PLAY)
    elif place == "docs/settings.md":
        markdown += (
            f"\n## The whole file\n\nAs the program writes it before anything is chosen:\n\n{settings_file()}"
        )
    folder = posixpath.dirname(place) or "."
    first, play = (posixpath.relpath(each, folder) for each in ("README.md", "play.md"))
    played = [_anchor(title) for title in PLAY]

    def led(link: re.Match[str]) -> str:
        file, anchor = link.groups()
        if file == first or (not file and place in ("README.md", "play.md")):
            return f"]({play if anchor in played else first}#{anchor})"
        return link[0]

    return re.sub(r"\]\(([\w./-]*)#([\w-]+)\)", led, markdown)


def on_page_context(context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
    """Let the theme speak the page's language."""
    first = page.file.dest_uri.partition("/")[0]
    config.theme["language"] = first if first in LANGUAGES else ENGLISH


def _sections() -> list[str]:
    """Return README.md in its sections, what stands before the first one first."""
    return _SECTION.split((ROOT / "README.md").read_text(encoding="utf-8"))


def _title(section: str) -> str:
    return section.partition("\n")[0].removeprefix("## ")


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")
