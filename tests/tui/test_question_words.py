"""In which words a question is asked."""

from collections.abc import Iterator
from gettext import NullTranslations

import pytest
from speaking import speaking
from tui.harness import playing

from engarde_tui.play.questions import REPLACE_KEYS
from engarde_tui.screens.question import QuestionScreen


class Marking(NullTranslations):
    """Puts marks around all that is put into its language."""

    def gettext(self, message: str) -> str:
        return f"‹{message}›"


@pytest.fixture(autouse=True)
def marking() -> Iterator[None]:
    """Speak it."""
    with speaking(Marking()):
        yield


async def test_what_a_question_is_about_has_been_put_into_the_language_before() -> None:
    async with playing() as player:
        player.app.push_screen(QuestionScreen(REPLACE_KEYS.about("As it is.")))
        await player.settle()
        assert "As it is." in player.text
        assert "‹As it is.›" not in player.text


async def test_a_question_s_own_words_are_put_into_the_language_once() -> None:
    async with playing() as player:
        player.app.push_screen(QuestionScreen(REPLACE_KEYS))
        await player.settle()
        assert " ‹You have chosen some keys yourself.› " in player.text
