"""In the line mode what is typed may be a word of the player's language; the English ones stay valid."""

import re
from collections.abc import Callable

import pytest
from lines.talking import in_turn, match_of, talk
from speaking import speaking
from tui.harness import playing

from engarde_tui.language import LANGUAGES, tr, tr_as
from engarde_tui.lines.pages import commands_of
from engarde_tui.lines.table import TableWords
from engine.en_garde import PRESETS
from engine.swords_and_shields import PRESETS as PRESETS_OF_DUELS

RULES = {"en-garde": PRESETS["ferti-advanced"], "duel": next(iter(PRESETS_OF_DUELS.values()))}


@pytest.mark.parametrize("typed", ["distance", "dist", "Abstand", "abst"])
async def test_something_is_asked_for_in_ones_own_language_or_in_english(typed: str) -> None:
    with speaking("de"):
        said = (await talk(in_turn(typed), match_of(RULES["en-garde"], "bot:novice"))).said
    assert "Abstand 22." in said


async def test_the_words_to_ask_for_are_told_in_the_language() -> None:
    with speaking("it"):
        said = (await talk(in_turn("?"), match_of(RULES["en-garde"], "bot:novice"))).said
    facts, others = (
        "turno, distanza, terreno, tallone, scarti, caselle",
        "mano, punteggio, chi, regole, elenco",
    )
    assert f"Puoi chiedere: {facts}, {others}, cronaca, salva." in said


async def test_a_beginning_of_two_words_of_ones_own_is_asked_back() -> None:
    with speaking("nl"):
        said = (await talk(in_turn("v"), match_of(RULES["en-garde"], "bot:novice"))).said
    assert any(line.startswith("Dat kan betekenen: ") and "vakjes" in line for line in said)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", RULES)
async def test_no_word_means_two_things_in_any_language(game: str, language: str) -> None:
    """Neither two of those to ask for, nor one of them and the word of another key."""
    with speaking(language):
        async with playing(match_of(RULES[game], "bot:novice")) as player:
            topics = [*TableWords(player.table).topics]
            own = [tr_as("asked", word).casefold() for word in topics]
            assert len(set(own)) == len(own)
            for word, meant in zip(own, topics, strict=True):
                assert word == meant or word not in topics
                keys = [each for each in commands_of(player.screen) if word in map(str.casefold, each.words)]
                assert all(meant in key.words for key in keys), (word, keys)


def typing_what_is_told(*lines: str) -> Callable[[list[str]], str | None]:
    """Return what types these lines, "" standing for the last word of what has been said; then ends."""
    left = iter(lines)

    def answer(said: list[str]) -> str | None:
        line = next(left, None)
        return re.findall(r"\w+", said[-1])[-1] if line == "" else line

    return answer


@pytest.mark.by_day(2)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_the_curtain_tells_to_type_lifts_it(language: str) -> None:
    with speaking(language):
        said = (await talk(typing_what_is_told("", "hand"), match_of(RULES["en-garde"]))).said
    assert any("1 1 4 4 5" in line for line in said)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_the_end_of_a_round_tells_to_type_goes_on(language: str) -> None:
    with speaking(language):
        match = match_of(RULES["en-garde"], "bot:novice")
        said = (await talk(typing_what_is_told("resign", "3", ""), match)).said
        assert tr("{name} wins the match.", name="Novice") in said
