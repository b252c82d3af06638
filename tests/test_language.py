"""The language of a session, and messages that are put into it where they are shown."""

import re
from collections.abc import Iterator
from gettext import NullTranslations

import pytest
from pseudo import PSEUDO
from speaking import speaking

from engarde_tui.language import (
    LANGUAGES,
    TRANSLATOR,
    Translator,
    language_of,
    put,
    told,
    tr,
    tr_as,
    tr_count,
)
from engarde_tui.play.help_used import HelpUsed
from engarde_tui.play.problem import Problem
from engarde_tui.play.words import advisor_title, decimal, help_sentences
from engine.en_garde import PRESETS, Match, Seat
from engine.message import counted, message


def _loud(text: str) -> str:
    return re.sub(r"\{\w+\}", lambda field: field[0].lower(), text.upper())


class Loud(NullTranslations):
    """Says everything in capitals, but fields."""

    def gettext(self, message: str) -> str:
        return _loud(message)

    def pgettext(self, context: str, message: str) -> str:
        return f"{context.upper()} {_loud(message)}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _loud(msgid1 if n == 1 else msgid2)


@pytest.fixture
def loud() -> Iterator[None]:
    """Let this test speak loudly."""
    translator = Translator()
    translator.words = Loud()
    token = TRANSLATOR.set(translator)
    yield
    TRANSLATOR.reset(token)


def test_words_without_a_translator_are_english() -> None:
    assert tr("{name} to play", name="Anna") == "Anna to play"
    assert tr_as("key", "play") == "play"
    assert (
        tr_count("{number} card", "{number} cards", 1),
        tr_count("{number} card", "{number} cards", 2),
    ) == (
        "1 card",
        "2 cards",
    )


@pytest.mark.usefixtures("loud")
def test_words_are_those_of_the_session_s_language_and_names_stay_as_they_are() -> None:
    assert tr("{name} to play", name="Anna") == "Anna TO PLAY"
    assert tr_as("key", "play") == "KEY PLAY"
    assert tr_count("{number} card", "{number} cards", 2) == "2 CARDS"


@pytest.mark.usefixtures("loud")
def test_a_message_is_english_as_text_and_is_put_into_the_language_with_the_messages_in_it() -> None:
    said = message("{name} holds {cards}", name="Anna", cards=counted("{number} card", "{number} cards", 1))
    assert str(said) == "Anna holds 1 card"
    assert put(said) == "Anna HOLDS 1 CARD"


@pytest.mark.usefixtures("loud")
def test_an_error_with_a_message_is_told_in_the_language_and_others_as_they_are() -> None:
    assert told(ValueError(message("the round is over"))) == "THE ROUND IS OVER"
    assert str(ValueError(message("the round is over"))) == "the round is over"
    assert told(ValueError("as it is")) == "as it is"


@pytest.mark.usefixtures("loud")
def test_an_error_within_a_message_is_told_in_the_same_language() -> None:
    said = message("no match: {cards}", cards=ValueError(message("the file is damaged")))
    assert (str(said), put(said)) == ("no match: the file is damaged", "NO MATCH: THE FILE IS DAMAGED")


@pytest.mark.usefixtures("loud")
def test_what_a_problem_quotes_is_made_printable_in_every_language() -> None:
    problem = Problem(
        message("{name} is damaged ({cards})", name="a\x1bb", cards=message("at {name}", name="\t"))
    )
    assert str(problem) == "a\\x1bb is damaged (at \\t)"
    assert told(problem) == "a\\x1bb IS DAMAGED (AT \\t)"


def test_messages_with_fields_can_travel_in_events() -> None:
    assert len({message("{name} has come", name="Anna"), message("{name} has come", name="Anna")}) == 1


@pytest.mark.usefixtures("loud")
def test_the_help_used_is_told_in_whole_sentences() -> None:
    view = Match.new(PRESETS["ferti-standard"], ("Anna", "Bruno"), 5, Seat.LEFT, 1).view(None)
    assert help_sentences(view, HelpUsed((2, 0), (0, 1))) == [
        "Anna USED 2 HINTS.",
        "Bruno TOOK BACK 1 ACTION.",
    ]


def test_the_help_used_is_told_with_all_numbers_in_english() -> None:
    view = Match.new(PRESETS["ferti-standard"], ("Anna", "Bruno"), 5, Seat.LEFT, 1).view(None)
    assert help_sentences(view, HelpUsed((2, 1), (1, 3))) == [
        "Anna used 2 hints and took back 1 action.",
        "Bruno used 1 hint and took back 3 actions.",
    ]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANGUAGE": "xx:en"}, "en"),
        ({"LC_ALL": "C", "LANG": "xx_YY"}, "en"),
        ({"LC_ALL": "", "LANG": "POSIX"}, "en"),
        ({"LANG": "yy_YY.UTF-8@euro"}, "en"),
        ({"LANG": "xx_YY.UTF-8@euro"}, PSEUDO),
        ({"LANG": "xx"}, PSEUDO),
        ({"LC_ALL": "", "LC_MESSAGES": "xx-YY", "LANG": "en_GB"}, PSEUDO),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "yy:xx_YY:en"}, PSEUDO),
        ({"LANG": "xx_YY", "LANGUAGE": ""}, PSEUDO),
        # What is listed comes in place of the locale, and only if that is not C.
        ({"LANG": "xx_YY", "LANGUAGE": "yy"}, "en"),
        ({"LANG": "xx_YY", "LANGUAGE": "C:xx"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "xx"}, "en"),
        ({"LANGUAGE": "xx"}, "en"),
    ],
)
@pytest.mark.usefixtures("translator")
def test_the_language_of_an_environment_is_one_that_the_program_speaks(
    environment: dict[str, str], language: str
) -> None:
    assert language_of(environment) == language


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1,234.5"),
        ("de", "1.234,5"),
        ("nl", "1.234,5"),
        ("fi", "1\N{NO-BREAK SPACE}234,5"),
        ("it", "1.234,5"),
    ],
)
def test_figures_have_the_signs_of_the_language(language: str, said: str) -> None:
    with speaking(language):
        assert decimal("1,234.5") == said


def test_the_level_that_gives_hints_has_one_name_in_each_language() -> None:
    names = {}
    for language in LANGUAGES:
        with speaking(language):
            names[language] = advisor_title("master")
            assert advisor_title("oracle") == "oracle"
    assert names == {"en": "master", "de": "Master", "nl": "master", "fi": "mestari", "it": "maestro"}
