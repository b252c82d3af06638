"""The pages of the site that the program writes, the first page in all languages, and that about records."""

import re
from collections.abc import Iterator
from pathlib import Path
from runpy import run_path

import pytest
from speaking import speaking

from engarde_tui.language import LANGUAGES, said, tr
from engarde_tui.presentation import presentation_of
from engarde_tui.screens.scopes import local_scopes
from engarde_tui.serve.screens.settings import hall_scopes
from engarde_tui.settings.document import Reading, read, rewritten
from engarde_tui.settings.entries import ENTRIES, Settings
from engine import record
from engine.game import games

DOCS = Path(__file__).parents[1] / "docs"
FIRST_PAGE = DOCS.parent / "README.md"
TRANSLATED = sorted(DOCS.glob("README.*.md"))
SITE = run_path(str(DOCS / "site_words.py"))

in_each_language = pytest.mark.parametrize("language", LANGUAGES)


def page(name: str, language: str) -> str:
    """Return a page as it is read: without what Markdown needs to show signs as they are."""
    return re.sub(r"\\(.)", r"\1", SITE["written"](name, language))


@pytest.fixture(name="speaking")
def in_language(language: str) -> Iterator[None]:
    with speaking(language):
        yield


@in_each_language
@pytest.mark.usefixtures("speaking")
def test_the_rules_of_every_preset_are_on_the_page_in_each_language(language: str) -> None:
    rules = page("rules", language)
    for game in games().values():
        for preset in game.presets.values():
            words = presentation_of(preset)
            assert f"### {words.rules_title(preset)}\n" in rules
            assert all(f"- {said(point)}\n" in rules for point in words.rules_in_short(preset))


def test_a_preset_says_also_what_it_leaves_out() -> None:
    standard = page("rules", "en").partition("### Ferti standard\n")[2].partition("###")[0]
    assert "No advance and attack" in standard


@in_each_language
@pytest.mark.usefixtures("speaking")
def test_every_key_but_those_of_questions_is_on_the_page_in_each_language(language: str) -> None:
    keys = page("keys", language).casefold()
    for scope in (*local_scopes(), *hall_scopes()):
        if scope.title != "Questions":
            missing = [key.id for key in scope.keys if f"| {tr(key.meaning).casefold()} |" not in keys]
            assert not missing, scope.title


@in_each_language
def test_the_lesson_is_on_the_page_without_names_of_keys_in_each_language(language: str) -> None:
    learn = page("learn", language)
    assert not re.search(r"[{}]", learn)
    lessons = [presentation_of(game.presets[game.default]).lesson() for game in games().values()]
    assert learn.count("\n### ") == sum(len(lesson.exercises) for lesson in lessons if lesson)


def test_signs_that_markdown_would_take_are_shown_as_they_are() -> None:
    assert SITE["as_text"]("a *b* [c] <d> | `e`") == r"a \*b\* \[c\] \<d\> \| \`e\`"


def test_the_page_about_settings_has_the_file_as_it_is_before_anything_is_chosen() -> None:
    text = rewritten(Reading(), {}).text
    assert f"```toml\n{text}```\n" in (DOCS / "settings.md").read_text(encoding="utf-8"), "settings_file.py"
    assert read(text.encode()) == Reading(Settings(), text=text)
    assert all(f"\n{name} = " in text for name in ENTRIES)


def test_the_record_on_the_page_about_records_reads_as_a_match_and_back() -> None:
    lines = (DOCS / "records.md").read_text(encoding="utf-8").splitlines()
    first, last = lines.index("    Rules: ferti-advanced"), lines.index("    = left hit 2-0")
    text = "".join(f"{line.removeprefix('    ')}\n" for line in lines[first : last + 1])
    assert record.write(record.read(text)) == text


@pytest.mark.parametrize("path", [FIRST_PAGE, *TRANSLATED], ids=lambda path: path.name)
def test_the_first_page_is_short_hides_nothing_and_soon_has_a_command(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    assert "<" not in text
    assert len(lines) <= 120
    assert len(text.split()) <= 900
    assert max(map(len, lines)) <= 122
    assert any(line.startswith("    ") for line in lines[:14])


def outline(path: Path) -> tuple[list[str], set[str], list[str]]:
    """Return the commands of a first page, where it leads in the checkout, and what its lines begin with."""
    text = path.read_text(encoding="utf-8")
    links = {
        f"{(path.parent / target).resolve().relative_to(DOCS.parent)}{place}"
        for target, place in re.findall(r"\]\(([^)#]+)(#[^)]*)?\)", text)
        if not target.rpartition("/")[2].startswith("README")
    }
    return (
        re.findall("(?m)^    .+", text),
        links,
        re.findall(r"(?m)^(?:#+|-|\d\.|!|\|)(?= |\[)", text),
    )


def test_the_first_page_is_there_in_each_language() -> None:
    names = {f"README.{code}.md" for code in LANGUAGES if code != "en"}
    assert {path.name for path in TRANSLATED} == names


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.name)
def test_a_translated_first_page_has_what_the_english_one_has(path: Path) -> None:
    """And says besides how the program comes to speak that language."""
    commands, links, marks = outline(FIRST_PAGE)
    assert outline(path) == (commands, links | {"docs/settings.md#language"}, marks)
