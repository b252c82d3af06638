"""Which files are pages of the documentation site: a hook of MkDocs, named in mkdocs.yml.

A page keeps the place of its file in the repository as far as links go, so that all links work here as they
do in a checkout; the site has them at shorter addresses.
"""

import posixpath
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext
from site_words import PAGES, written

from engarde_tui.language import ENGLISH, LANGUAGES

ROOT: Final = Path(__file__).parent.parent

SOURCES: Final = (
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"),
    *("docs/*.md", "docs/measurements/*.md", "docs/upstream/*.md"),
    *("docs/*.svg", "docs/examples/*.*", "docs/*.service"),
)
"""The pages that are files, and what they show or offer."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add all pages to the style sheet, which lies in the folder that MkDocs knows."""
    for pattern in SOURCES:
        for path in sorted(ROOT.glob(pattern)):
            files.append(_file(config, path))
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
        file.dest_uri = f"{place.removeprefix('docs/').removesuffix('.md').lower()}/index.html"
    return file


def on_page_context(context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
    """Let the theme speak the page's language."""
    first = page.file.dest_uri.partition("/")[0]
    config.theme["language"] = first if first in LANGUAGES else ENGLISH
