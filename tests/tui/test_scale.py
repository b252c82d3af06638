"""Every window has a table that fits into it: nothing is cut, covered, or far from what belongs to it."""

from functools import cache
from itertools import combinations

import pytest
from textual.geometry import Region, Size
from textual.widget import Widget
from tui.harness import Player, playing
from tui.states import MIDDLE, NEAR, staged

from engarde_tui.games.en_garde.widgets.figures import LARGE, MEDIUM, SMALL, Pose
from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.widgets.scale import scale_for
from engarde_tui.games.en_garde.widgets.turn_words import TurnWords
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.widgets.scoring_box import ScoringBox, box_rows
from engine.en_garde import Match
from engine.en_garde.rules import PISTE_SQUARES

WINDOWS = [Size(width, height) for width in range(80, 221) for height in range(24, 71)]
SOME = [(80, 24), (80, 31), (100, 70), (118, 24), (118, 36), (150, 33), (159, 47), (160, 48), (220, 70)]
"""The smallest window, those around each change of scale, and a very large one."""

_WORDS, _KEYS = 4, 2
_MOST_COLUMNS = 136


def test_the_rows_of_the_table_fit_into_every_window() -> None:
    for window in WINDOWS:
        scale = scale_for(window)
        above_the_hand = int(window.height >= 36)
        hand = scale.card.height + 1
        rows = box_rows(window) + scale.piste_rows + _WORDS + above_the_hand + hand + _KEYS
        assert rows <= window.height, window


def test_all_squares_fit_into_every_window_and_are_wide_enough_for_their_numbers() -> None:
    for window in WINDOWS:
        cell = scale_for(window).cell
        assert cell * PISTE_SQUARES <= window.width, window
        assert cell > len(str(PISTE_SQUARES)), window


@pytest.mark.slow
def test_at_the_ends_of_the_piste_no_fencer_is_cut() -> None:
    """A lunge may leave its back leg and a fingertip behind."""
    mirrored = cache(lambda figure: figure.mirrored)
    for window in WINDOWS:
        scale = scale_for(window)
        first = (window.width - scale.cell * PISTE_SQUARES) // 2 + scale.cell // 2
        last = first + scale.cell * (PISTE_SQUARES - 1)
        for pose in set(Pose) - {Pose.HIT}:
            left = scale.figures.figure(pose)
            right = mirrored(left)
            for row, (one, other) in enumerate(zip(left.rows, right.rows, strict=True)):
                is_a_leg = row >= scale.figures.height // 2
                most = 0 if pose not in (Pose.LUNGE, Pose.THRUST) else scale.figures.height if is_a_leg else 1
                if one.strip():
                    assert first - left.foot + len(one) - len(one.lstrip()) >= -most, (window, pose)
                    assert last - right.foot + len(other.rstrip()) <= window.width + most, (window, pose)


def test_a_larger_window_never_has_a_smaller_table() -> None:
    for window in WINDOWS:
        scale = scale_for(window)
        for larger in (Size(window.width + 1, window.height), Size(window.width, window.height + 1)):
            grown = scale_for(larger)
            assert grown.figures.height >= scale.figures.height
            assert grown.card >= scale.card
            # Larger fencers need more room behind them.
            assert grown.cell >= scale.cell or grown.figures is not scale.figures


def test_there_is_a_window_for_each_size_of_fencers() -> None:
    sizes = {scale_for(Size(*window)).figures for window in SOME}
    assert sizes == {SMALL, MEDIUM, LARGE}


def parts(player: Player) -> dict[Widget, Region]:
    """The parts of the screen that are shown, with where they are."""
    shown = [widget for widget in player.screen.walk_children() if not widget.children and widget.region.area]
    return {widget: widget.region for widget in shown}


TURN = staged(script=MIDDLE, left="12345", score=(2, 1), names=("Maximiliana Wolf", "Bartholomew King"))
HIT = staged(script=f"{NEAR} A33", right="11224", names=("Maximiliana Wolf", "Bartholomew King"))
SCREENS: dict[str, tuple[Match | Replay, str]] = {
    "turn": (TURN, "space 3 5"),
    "curtain": (TURN, ""),
    "showdown": (HIT, "space enter"),
    "replay": (Replay(HIT, perspective=Perspective.BOTH), "right right"),
}


@pytest.mark.parametrize("size", SOME, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("screen", SCREENS)
async def test_every_part_is_whole_and_covers_no_other(screen: str, size: tuple[int, int]) -> None:
    start, keys = SCREENS[screen]
    async with playing(start, size) as player:
        await player.press(*keys.split())
        window = Region(0, 0, *size)
        shown = parts(player)
        assert all(any(isinstance(part, kind) for part in shown) for kind in (ScoringBox, Piste))
        for part, region in shown.items():
            assert region in window, part
            assert region.size == part.size, part
        for (one, here), (other, there) in combinations(shown.items(), 2):
            assert not here.overlaps(there), (one, other)
        assert "q quit" in player.keys
        assert max(len(row.strip()) for row in player.rows) <= _MOST_COLUMNS


@pytest.mark.parametrize("size", SOME, ids="{0[0]}x{0[1]}".format)
async def test_the_words_stand_right_between_the_piste_and_the_hand(size: tuple[int, int]) -> None:
    async with playing(TURN, size) as player:
        await player.press("space")
        piste, words, hand = (player.screen.query_one(part).region for part in (Piste, TurnWords, Hand))
        assert piste.bottom == words.y
        assert words.bottom <= hand.y <= words.bottom + 1


@pytest.mark.parametrize("size", SOME, ids="{0[0]}x{0[1]}".format)
async def test_the_table_stands_in_the_middle_of_the_window(size: tuple[int, int]) -> None:
    async with playing(TURN, size) as player:
        await player.press("space")
        rows = [y for y, row in enumerate(player.rows[:-_KEYS]) if row.strip()]
        assert abs(rows[0] - (size[1] - _KEYS - 1 - rows[-1])) <= 2
        strip = player.drawn(Piste)[-2]
        assert abs(len(strip) - len(strip.lstrip()) - (len(strip) - len(strip.rstrip()))) <= 2


@pytest.mark.parametrize(
    "size", [(80, 24), (80, 40), (118, 36), (160, 48), (220, 70)], ids="{0[0]}x{0[1]}".format
)
async def test_the_piste_stays_where_it_is_from_curtain_to_curtain(size: tuple[int, int]) -> None:
    """Curtain down, curtain up, and at the end of the round."""
    async with playing(HIT, size) as player:
        rows = [player.screen.query_one(Piste).region.y]
        for key in ("space", "enter"):
            await player.press(key)
            rows.append(player.screen.query_one(Piste).region.y)
        assert player.at_showdown
        assert len(set(rows)) == 1
