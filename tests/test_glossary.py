"""The catalogues use the words of the glossary."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import engarde_tui
from engarde_tui.language import LANGUAGES

ROWS = [
    [cell.strip() for cell in line.strip("|\n").split("|")]
    for line in (Path(__file__).parents[1] / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ")
]
HEADS, TERMS = ROWS[0], ROWS[1:]
STEM = 4
"""Letters of a word that stay whatever its form."""


def said(language: str) -> list[tuple[str, str]]:
    """Return all words in English and in a language."""
    with (Path(engarde_tui.__file__).parent / "locale" / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    forms = [
        (message.id, message.string) if isinstance(message.id, tuple) else ((message.id,), (message.string,))
        for message in catalogue
        if message.id
    ]
    return [(str(english[-1]).casefold(), str(own[-1]).casefold()) for english, own in forms]


def test_the_glossary_has_a_column_for_each_language() -> None:
    assert list(LANGUAGES.values()) == HEADS
    assert all(len(row) == len(HEADS) and all(row) for row in TERMS)


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_each_term_of_the_glossary_is_used_where_the_english_has_it(language: str) -> None:
    words, column = said(language), list(LANGUAGES).index(language)
    for row in TERMS:
        english = row[0].partition(" (")[0].casefold()
        stems = [word[:STEM].casefold() for word in row[column].split()]
        assert any(
            re.search(rf"\b{re.escape(english)}", source) and all(stem in own for stem in stems)
            for source, own in words
        ), row
