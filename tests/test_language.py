"""The language of a session, and messages that are put into it where they are shown."""

from gettext import NullTranslations

import pytest

from engarde_tui.language import TRANSLATOR, Translator, language_of, put, told, tr, tr_as, tr_count
from engine.message import counted, message


class Loud(NullTranslations):
    """Says everything in capitals, but fields."""

    def gettext(self, message: str) -> str:
        return message.upper().replace("{NAME}", "{name}").replace("{CARDS}", "{cards}")

    def pgettext(self, context: str, message: str) -> str:
        return f"{context.upper()} {message.upper()}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{(msgid1 if n == 1 else msgid2).upper()}".replace("{NUMBER}", "{number}")


@pytest.fixture
def loud() -> None:
    """Let this test speak loudly."""
    translator = Translator()
    translator.words = Loud()
    TRANSLATOR.set(translator)


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


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANGUAGE": "xx:en"}, "en"),
        ({"LC_ALL": "C", "LANG": "xx_YY"}, "en"),
        ({"LC_ALL": "", "LANG": "POSIX"}, "en"),
        ({"LANG": "xx_YY.UTF-8@euro"}, "en"),
    ],
)
def test_the_language_of_an_environment_is_one_that_the_program_speaks(
    environment: dict[str, str], language: str
) -> None:
    assert language_of(environment) == language
