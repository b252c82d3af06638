"""Pictures of each kind of moment; look at a new one before accepting it.

pytest tests/swords_and_shields_ui/test_pictures.py --snapshot-update
"""

from typing import NamedTuple

import pytest
from swords_and_shields_ui.duels import choose, played, short_match, soonest, staged
from tui.harness import LARGE, NAMED, SMALLEST, Player
from tui.pictures import SamePicture

from engarde_tui.app import EngardeApp
from engarde_tui.games.swords_and_shields.lesson import LESSON
from engarde_tui.play.replay import Replay
from engarde_tui.progress.lesson import Lesson
from engarde_tui.settings.keeper import SettingsKeeper
from engine.match import Match


class State(NamedTuple):
    """What the program begins with, and what leads to the picture."""

    match: Match | Lesson | None = None
    keys: str = ""
    play: str = ""
    """Actions to play after the keys."""
    then: str = ""
    """Keys after those."""
    replay: bool = False
    """Watch the match instead of playing it."""


def middle() -> Match:
    """Return a turn in the middle of a duel."""
    return staged(
        "h1b h4y s1r ds-2 s8v",
        "s4r b+1/h3x -",
        other_hand="h1r h1y s1g s1b",
        other_lies="h4g s2y b+3",
        shop="s3r h8g b+2 dh-3 s10x",
        discard="s1v",
        other_discard="h2v",
        shop_discard="s1b",
        life=(38, 17),
        target=3,
    )


def finished() -> Match:
    """Return a short duel that is over."""
    match = short_match(life=6, seed=2)
    while match.winner is None:
        match = played(match, soonest(match))
    return match


STATES = {
    "turn": State(middle(), "space"),
    "card-chosen": State(middle(), "space 5"),
    "attack": State(middle(), "space a"),
    "purchase": State(middle(), "space b b"),
    "effect": State(
        staged("s2r h1g", "h3x", other_lies="s8b b+2/h4r", discard="s1v"), play="use:s2r", then="down"
    ),
    "curtain": State(middle(), play="attack:1:1 lay:h4y:1 use:s8v draw end"),
    "turn-after": State(middle(), play="attack:1:1 lay:h4y:1 use:s8v draw end", then="space"),
    "refused": State(middle(), "space 9"),
    "hint": State(middle(), "space i"),
    "end": State(staged("s1r h1g", "s8y", other_lies="h4g - -", life=(50, 4)), play="attack:1:1"),
    "match-over": State(staged("s1r h1g", "s8y", life=(50, 4)), play="attack:1", then="space"),
    "replay": State(finished(), "right " * 8, replay=True),
    "replay-end": State(finished(), "end", replay=True),
    "lesson": State(LESSON, "right_square_bracket a enter"),
    "help": State(middle(), "space question_mark"),
    "setup": State(None, "n up right"),
}
"""Pictures in both sizes."""

SKINNED = ("turn", "attack", "curtain", "effect", "lesson")
"""Pictures in few colours and signs, in the smallest size."""


@pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("name", STATES)
def test_picture(name: str, size: tuple[int, int], same_picture: SamePicture) -> None:
    assert matches(STATES[name], same_picture, size)


@pytest.mark.slow
@pytest.mark.parametrize("name", SKINNED)
def test_sixteen_colours(name: str, same_picture: SamePicture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-16color")
    monkeypatch.setenv("COLORTERM", "")
    assert matches(STATES[name], same_picture)


@pytest.mark.slow
@pytest.mark.parametrize("name", SKINNED)
def test_no_colour(name: str, same_picture: SamePicture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert matches(STATES[name], same_picture)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", SKINNED)
def test_ascii(name: str, same_picture: SamePicture) -> None:
    assert matches(STATES[name], same_picture, ascii_only=True)


def matches(
    state: State,
    same_picture: SamePicture,
    size: tuple[int, int] = SMALLEST,
    *,
    ascii_only: bool = False,
) -> bool:
    """Bring the program to a state and compare the picture."""

    async def lead(player: Player) -> None:
        await player.press(*state.keys.split())
        await choose(player, *state.play.split())
        await player.press(*state.then.split())

    start = Replay(state.match) if state.replay and isinstance(state.match, Match) else state.match
    app = EngardeApp(
        start, keeper=SettingsKeeper(NAMED), ascii_only=ascii_only, no_motion=True, curtain_delay=0
    )
    return same_picture(app, lead, size)
