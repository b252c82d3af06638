"""Pictures of every screen and state; look at a new one before accepting it.

pytest -m '' tests/tui/test_snapshots.py --snapshot-update
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from tui.harness import LARGE, NAMED, SMALLEST, Player
from tui.pictures import SamePicture, led
from tui.scripts import SCRIPTS
from tui.shelf import states, stocked
from tui.states import ENDINGS, MIDDLE, NEAR, ONE_LEFT_AT_3, staged

from engarde_tui.app import EngardeApp
from engarde_tui.play.replay import Replay
from engarde_tui.settings.keeper import SettingsKeeper
from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS, Match, Seat


class State(NamedTuple):
    """What the program begins with, and the keys that lead to the picture."""

    match: Match | None = None
    keys: str = ""
    play: str = ""
    """Actions to play after the keys."""
    then: str = ""
    """Keys after those."""
    size: tuple[int, int] = SMALLEST
    store: Callable[[Path], Store] | None = None
    """Makes what the matches are kept in."""
    replay: bool = False
    """Watch the match instead of playing it."""


def damaged(folder: Path) -> Store:
    """A store with a damaged file."""
    folder.mkdir()
    (folder / "matches.db").write_bytes(b"garbage" * 1000)
    return Store(folder)


WATCHED = list(states(SCRIPTS[4]))[-1]

A_MATCH = {"target": 5, "score": (2, 1)}
NEAR_TURN = staged(script=NEAR, left="33345", right="11224", **A_MATCH)
FAR_TURN = staged(script=MIDDLE, left="12335", right="23445", **A_MATCH)
OPEN_DISCARD = replace(PRESETS["ferti-advanced"], open_discard=True)
HIT_WINS = staged(script=f"{NEAR} A33", right="11224", target=3, score=(2, 1))
ENDING = {f"showdown-{ending.reason.value}": ending for ending in ENDINGS[::-1]}

NEXT = " right_square_bracket"

STATES = {
    "menu": State(),
    "lesson": State(keys="l"),
    "setup": State(keys="n"),
    "curtain-attack": State(staged(script=f"{NEAR} A33", **A_MATCH)),
    "turn": State(NEAR_TURN, "space"),
    "advance-and-attack": State(FAR_TURN, "space 3 5"),
    "hint": State(FAR_TURN, "space i"),
    "defence-indirect": State(staged(script=f"{NEAR} +1A2", right="12345", **A_MATCH), "space"),
    "showdown-cards": State(ENDING["showdown-cards"].before, play=ENDING["showdown-cards"].word),
    "match-over": State(HIT_WINS, play="H", then="space"),
    "help": State(NEAR_TURN, "space question_mark"),
    "menu-continue": State(store=stocked),
    "history": State(store=stocked, keys="m down down"),
    "players": State(store=stocked, keys="m s"),
    "replay": State(WATCHED, "right right right right right", replay=True),
    "replay-showdown": State(WATCHED, "right_square_bracket end", replay=True),
    "review": State(WATCHED, "c", replay=True),
}
"""Pictures in both sizes, by day in the smallest."""

MORE_STATES = {
    "lesson-refused": State(keys=f"l {NEXT * 8} 4 4"),
    "lesson-over": State(keys=f"l {NEXT * 9} 4 right enter space"),
    "curtain": State(staged()),
    "advance": State(FAR_TURN, "space 3 right"),
    "setup-alone": State(keys="a tab tab tab tab right right"),
    "setup-house-rules": State(keys="n tab tab tab tab tab tab space tab tab tab space"),
    "setup-rules-refused": State(keys="n tab tab tab tab tab tab space tab tab space"),
    "turn-right-fencer": State(staged(script=NEAR, first=Seat.RIGHT, right="12334"), "space 2 right"),
    "turn-after-parry": State(staged(script=f"{NEAR} A33", right="13345"), "space a enter"),
    "ambiguous": State(NEAR_TURN, "space 3"),
    "refused-both-ways": State(staged(script="+1 +5 +1 +5 +1 +5 -1 +2", left="12345"), "space 5"),
    "defence-hit-only": State(staged(script=f"{NEAR} A33", right="11224", **A_MATCH), "space"),
    "defence-parry": State(staged(script=f"{NEAR} A33", right="11233", **A_MATCH), "space a"),
    "last-chance": State(staged("abacus-advanced", f"{ONE_LEFT_AT_3} -1", right="12334"), "space"),
    "list-scrolled": State(staged(script=MIDDLE, left="12345"), "space up up up"),
    "open-discard": State(staged(OPEN_DISCARD, NEAR, left="33345"), "space"),
    "target-99": State(staged(script=NEAR, target=99, score=(41, 38)), "space"),
    "long-names": State(
        staged(script=NEAR, left="33345", names=("Maximiliana Wolf", "Bartholomew King")), "space"
    ),
    "long-names-curtain": State(
        staged(script=f"{NEAR} -1 A4 P4 +1A3", names=("Maximiliana Wolf", "Bartholomew King"))
    ),
    "wide-names": State(staged(script=NEAR, left="33345", names=("李小龙", "Zoë")), "space"),
    "help-end": State(NEAR_TURN, "space question_mark end"),
    "quit-kept": State(staged(script=NEAR), "space q", store=Store),
    "menu-damaged": State(store=damaged),
    "problem-damaged": State(NEAR_TURN, store=damaged),
    "unsaved": State(NEAR_TURN, "w space", store=damaged),
    "history-empty": State(store=Store, keys="m"),
    "history-filtered": State(store=stocked, keys="m slash c a r l a enter r r"),
    "history-delete": State(store=stocked, keys="m d"),
    "history-export": State(store=stocked, keys="m e"),
    "history-import": State(store=stocked, keys="m i"),
    "play-on": State(store=stocked, keys="m down down w right p down down right"),
    "replay-no-hands": State(WATCHED, "v v v down down down s space", replay=True),
    "replay-attack": State(WATCHED, "right " * 9 + "v", replay=True),
    "help-replay": State(WATCHED, "question_mark end", replay=True),
    "palette": State(NEAR_TURN, "space ctrl+p"),
    **{
        name: State(ending.before, play=ending.word)
        for name, ending in ENDING.items()
        if name in ("showdown-hit", "showdown-draw")
    },
    "match-over-long": State(
        staged(script=f"{NEAR} A33", right="11224", target=20, score=(19, 18)), play="H", then="space end"
    ),
    "too-small": State(NEAR_TURN, "space", size=(60, 20)),
    "tall-and-narrow": State(NEAR_TURN, "space 4 left", size=(80, 40)),
}
"""Pictures in the smallest window, or in one of their own."""

ALL_STATES = STATES | MORE_STATES

WHOLE = (
    "menu", "lesson", "setup", "curtain-attack", "turn", "advance-and-attack", "showdown-cards", "match-over",
    "history", "players", "replay", "review",
)  # fmt: skip
"""Those of the smallest window that are kept as they are seen."""

SKINNED = (
    "menu", "setup", "curtain", "advance-and-attack", "defence-indirect", "showdown-cards",
    "history", "players", "replay",
)  # fmt: skip


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever names a file names it in the same way on every machine."""
    monkeypatch.chdir(tmp_path)


def sized(states: dict[str, State], size: tuple[int, int], *marks: pytest.MarkDecorator) -> list[object]:
    """Parameters: each state in a size, named by both."""
    return [
        pytest.param(state._replace(size=size), id=f"{name}-{size[0]}x{size[1]}", marks=marks)
        for name, state in states.items()
    ]


@pytest.mark.parametrize(
    "state",
    [
        *sized({name: state for name, state in STATES.items() if name not in WHOLE}, SMALLEST),
        *sized(STATES, LARGE, pytest.mark.slow),
        *[pytest.param(state, id=name, marks=pytest.mark.slow) for name, state in MORE_STATES.items()],
    ],
)
def test_picture(state: State, same_picture: SamePicture) -> None:
    """With true colours."""
    assert matches(state, same_picture)


@pytest.mark.parametrize("name", WHOLE)
def test_whole_screen(name: str, snap_compare: Callable[..., bool]) -> None:
    """Fonts, glyphs and all."""
    app = begun(STATES[name])
    assert snap_compare(app, run_before=lambda _: led(app, partial(lead_to, STATES[name])))


@pytest.mark.slow
@pytest.mark.parametrize("name", SKINNED)
def test_sixteen_colours(name: str, same_picture: SamePicture, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a terminal names them itself."""
    monkeypatch.setenv("TERM", "xterm-16color")
    monkeypatch.setenv("COLORTERM", "")
    assert matches(ALL_STATES[name], same_picture)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SKINNED[1:4], *SKINNED[6:]])
def test_no_colour(name: str, same_picture: SamePicture, monkeypatch: pytest.MonkeyPatch) -> None:
    """As NO_COLOR asks for."""
    monkeypatch.setenv("NO_COLOR", "1")
    assert matches(ALL_STATES[name], same_picture)


@pytest.mark.by_day(5)
@pytest.mark.parametrize("name", SKINNED)
def test_ascii(name: str, same_picture: SamePicture) -> None:
    """With nothing but ASCII."""
    assert matches(ALL_STATES[name], same_picture, ascii_only=True)


async def lead_to(state: State, player: Player) -> None:
    """Press its keys, and play its actions."""
    await player.press(*state.keys.split())
    await player.play(*state.play.split())
    await player.press(*state.then.split())
    if state.size < SMALLEST:
        await player.resize(*state.size)


def begun(state: State, *, ascii_only: bool = False) -> EngardeApp:
    """Return the program as a state begins."""
    store = state.store(Path("data")) if state.store else None
    start = Replay(state.match) if state.replay and state.match else state.match
    keeper = SettingsKeeper(NAMED)
    return EngardeApp(start, store, keeper=keeper, ascii_only=ascii_only, curtain_delay=0, no_motion=True)


def matches(state: State, same_picture: SamePicture, *, ascii_only: bool = False) -> bool:
    """Bring the program to a state and compare the picture."""
    app = begun(state, ascii_only=ascii_only)
    return same_picture(app, partial(lead_to, state), max(state.size, SMALLEST))
