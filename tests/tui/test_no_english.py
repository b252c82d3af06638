"""In a language that nobody speaks no English is left on a screen."""

from typing import NamedTuple

import pytest
from pseudo import left_over, speaking_pseudo
from tui.harness import LARGE, SMALLEST, playing
from tui.states import NEAR, staged

from engine.en_garde import Match
from engine.game import games

SAME = (
    *("Anna", "Bruno", "engarde"),
    *(game.title for game in games().values()),
    *(level for game in games().values() for level in game.levels),
    *("enter", "esc", "space", "tab", "bksp", "home", "end", "pgup", "pgdn", "shift", "ctrl"),
    # The rules are called after their author, and keys after the letters on them.
    *("Ferti", "Abacus", "hjkl"),
)
"""What is the same in every language: names and keys."""

MATCH = staged(script=NEAR, left="33345", right="11224", target=5, score=(2, 1))


class Way(NamedTuple):
    """What the program begins with, and the keys that lead to a screen."""

    match: Match | None = None
    keys: str = ""
    size: tuple[int, int] = SMALLEST


WAYS = {
    "menu": Way(),
    "setup": Way(keys="n"),
    "setup against the computer": Way(keys="a"),
    "lesson": Way(keys="l enter"),
    "settings": Way(keys="s"),
    "keys": Way(keys="s end enter"),
    "help of the menu": Way(keys="question_mark"),
    "curtain": Way(MATCH),
    "table": Way(MATCH, "space"),
    "table in a large window": Way(MATCH, "space", LARGE),
    "composed turn": Way(MATCH, "space 3 right"),
    "hint": Way(MATCH, "space i"),
    "help of the table": Way(MATCH, "space question_mark", LARGE),
    "leaving": Way(MATCH, "space q"),
    "resigning": Way(MATCH, "space x"),
    "log": Way(MATCH, "space v"),
}


@pytest.mark.xfail(strict=False, reason="words are still being put where they can be translated")
@pytest.mark.parametrize("screen", WAYS)
async def test_no_english_is_left_on(screen: str) -> None:
    """Here are a few screens; the words that are left are listed below the picture."""
    match, keys, size = WAYS[screen]
    with speaking_pseudo():
        async with playing(match, size) as player:
            await player.press(*keys.split())
            rows = player.rows
    found = left_over(rows, SAME)
    assert not found, "\n".join([*rows, f"left: {' '.join(found)}"])
