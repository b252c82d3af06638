"""Whatever is typed, in whatever order, the line mode answers and loses nothing."""

from pathlib import Path
from random import Random

import pytest
from lines.talking import in_turn, match_of, talk

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.screens.scopes import local_scopes
from engarde_tui.storage.store import Store
from engine.game import games

WORDS = sorted({word for scope in local_scopes() for key in scope.keys for word in (key.label, key.id)})
NOT_HERE = {"quit", "quit-control", "", "suspend"}
OTHERS = [
    "?",
    "-",
    "",
    "hand",
    "lift",
    "continue",
    "list",
    "score",
    "who",
    "rules",
    "+2",
    "a55",
    "5 5",
    "p11",
]
GARBAGE = ["\x1b[A", "🤺", "%s {0}", "a" * 300, "0", "-1", "999999999999999999999", "../../x", "¹"]


def lines(source: Random, number: int) -> list[str]:
    """Return so many lines of all kinds, most of them numbers and words that mean something."""
    words = [word for word in WORDS if word not in NOT_HERE]
    return [
        source.choice(source.choice((words, words, OTHERS, GARBAGE, [f"{n}" for n in range(1, 15)])))
        for _ in range(number)
    ]


@pytest.mark.by_day(4)
@pytest.mark.parametrize("seed", range(40))
async def test_random_lines_are_all_answered_and_saved(seed: int, tmp_path: Path) -> None:
    source = Random(seed)
    game = source.choice([*games().values()])
    preset = source.choice([name for name in game.presets if name != "full-duel"])
    start: LiveMatch | None = None
    if source.random() < 0.8:
        start = match_of(game.presets[preset], source.choice(["Bruno", "bot:novice"]), seed=seed)
    await talk(in_turn(*lines(source, 60)), start, tmp_path)
    for match_id in Store(tmp_path).ids():
        Store(tmp_path).record(match_id)
