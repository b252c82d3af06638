"""In a language that nobody speaks no English is left on a screen."""

from pathlib import Path

import pytest
from pseudo import left_over, speaking_pseudo
from swords_and_shields_ui import duels
from tui.harness import LARGE, SMALLEST, playing
from tui.shelf import stocked
from tui.test_snapshots import ALL_STATES, NEAR_TURN, WATCHED, State, lead_to

from engarde_tui.language import LANGUAGES
from engarde_tui.play.replay import Replay
from engarde_tui.storage.store import Store
from engine.en_garde.puzzles import puzzles
from engine.game import games

SAME = (
    *("Anna", "Bruno", "Carla", "Maestro", "Maximiliana Wolf", "Bartholomew King", "Zoë", "Ferti", "Abacus"),
    *(game.title for game in games().values()),
    *(level for game in games().values() for level in game.levels),
    "hjkl",
    *("ASCII", "Unicode", *LANGUAGES.values()),
    # Names that something lies over, a file, and what SQLite says of it.
    *("Ann", "Bru", "engarde", "plain", "data/matches.db", "file is", "not a database"),
)
"""What is the same in every language: names, and what others say."""

DUEL = duels.staged(lies="s4r b+1/h3x -", other_lies="h2g - -")


def with_a_mistake(folder: Path) -> Store:
    """A store with a mistake that comes back."""
    store, puzzle = Store(folder), puzzles()[0]
    store.mistakes.note([(str(puzzle), str([*puzzle.values][-1]))])
    return store


STATES = ALL_STATES | {
    "settings": State(keys="s"),
    "keys": State(keys="s shift+tab shift+tab shift+tab shift+tab shift+tab enter"),
    "help-menu": State(keys="question_mark"),
    "resigning": State(NEAR_TURN, "space x"),
    "log": State(NEAR_TURN, "space v"),
    "daily": State(store=stocked, keys="d"),
    "sharing": State(WATCHED, "e", replay=True),
    "branches": State(store=stocked, keys="m down down w right p enter x y space m m"),
    "mistake": State(store=with_a_mistake, keys="p m"),
    "duel": State(DUEL, "space"),
    "duel-curtain": State(DUEL),
    "duel-help": State(DUEL, "space question_mark", size=LARGE),
    "duel-setup": State(keys="n right"),
}


@pytest.mark.by_day(9)
@pytest.mark.parametrize("name", STATES)
async def test_no_english_is_left_on(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On any screen of which there are pictures, and some more; what is left is listed below the picture."""
    monkeypatch.chdir(tmp_path)
    state = STATES[name]
    store = state.store(Path("data")) if state.store else None
    start = Replay(state.match) if state.replay and state.match else state.match
    with speaking_pseudo():
        async with playing(start, max(state.size, SMALLEST), store=store) as player:
            await lead_to(state, player)
            rows = player.rows
    found = left_over(rows, SAME)
    assert not found, "\n".join([*rows, f"left: {' '.join(found)}"])
