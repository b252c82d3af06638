"""Whole matches by somebody who reads only what the line mode says."""

from collections.abc import Callable
from random import Random

import pytest
from lines.talking import NUMBERED, WAIT, match_of, talk

from engine.game import games

RULES = [
    pytest.param(rules, id=name)
    for game in games().values()
    for name, rules in game.presets.items()
    if name != "full-duel"
]


def player(source: Random) -> Callable[[list[str]], str | None]:
    """Return what plays any legal action, by its number, until somebody has won; and then leaves."""
    asked = ""

    def answer(said: list[str]) -> str | None:
        nonlocal asked
        text = "\n".join(said)
        before, asked = asked, ""
        if "wins the match" in text:
            return "quit"
        if "type lift" in text:
            return "lift"
        if "Type continue" in text:
            return "continue"
        if before == "list" and (
            choices := [found[1] for line in said if (found := NUMBERED.fullmatch(line))]
        ):
            return source.choice(choices)
        # Perhaps the other player is to act.
        asked = "list" if "Anna to play" in text or "Anna must answer" in text or not before else WAIT
        return asked

    return answer


@pytest.mark.by_day(2)
@pytest.mark.parametrize("rules", RULES)
async def test_two_people_play_a_match_by_what_the_lines_say(rules: object) -> None:
    said = (await talk(player(Random(3)), match_of(rules))).said
    assert any("wins the match" in line for line in said)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("rules", RULES)
async def test_a_match_against_a_bot_is_played_by_what_the_lines_say(rules: object) -> None:
    said = (await talk(player(Random(4)), match_of(rules, "bot:novice"))).said
    assert any("wins the match" in line for line in said)
