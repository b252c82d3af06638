"""What keys are called in the player's language."""

import pytest
from speaking import speaking
from tui.harness import playing
from tui.test_snapshots import WATCHED

from engarde_tui.language import LANGUAGES
from engarde_tui.play.replay import Replay
from engarde_tui.settings.keys import shown, written


@pytest.mark.parametrize(
    ("language", "names"),
    {
        "en": ("space", "bksp", "←", "ctrl+q"),
        "de": ("Leertaste", "Rück", "←", "Strg+q"),
        "fi": ("väli", "bksp", "←", "ctrl+q"),
    }.items(),
)
def test_a_key_is_shown_as_it_is_called_in_the_language(language: str, names: tuple[str, ...]) -> None:
    with speaking(language):
        assert tuple(map(shown, ("space", "backspace", "left", "ctrl+q"))) == names


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_modifier_without_a_word_of_the_language_is_shown_as_it_is(language: str) -> None:
    with speaking(language):
        assert [shown(key) for key in ("alt+x", "super+left")] == ["alt+x", "super+←"]


def test_the_file_names_keys_alike_in_every_language() -> None:
    with speaking("de"):
        assert [written(key) for key in ("space", "left", "ctrl+q")] == ["space", "left", "ctrl+q"]


def test_an_arrow_is_a_word_of_the_language_where_only_ascii_is_drawn() -> None:
    with speaking("it"):
        assert [shown(key, ascii_only=True) for key in ("left", "up", "enter")] == ["sx", "su", "invio"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_replay_names_the_way_to_its_review_in_every_language(language: str) -> None:
    with speaking(language):
        async with playing(Replay(WATCHED)) as player:
            assert " c " in player.keys
            assert shown("space") in player.keys
