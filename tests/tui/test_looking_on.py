"""What a spectator sees at a table, and a replay: both games are composed alike."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace

import pytest
from swords_and_shields_ui.duels import short_match, soonest
from swords_and_shields_ui.duels import staged as duel
from swords_and_shields_ui.watching import watching
from table_seen import CARD_BACK
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.replay.watched import STATES
from tui.states import NEAR, staged

from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.words import did
from engarde_tui.games.swords_and_shields.widgets.hand import HiddenHands
from engarde_tui.games.swords_and_shields.widgets.life_box import LifeBox
from engarde_tui.games.swords_and_shields.widgets.rounds import Rounds
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.widgets.score_sheet import ScoreSheet
from engarde_tui.widgets.scoring_box import ScoringBox
from engine.en_garde import PRESETS
from engine.match import Match
from engine.swords_and_shields import parse_action

HUGE = (200, 60)
SIZES = [
    SMALLEST,
    *(pytest.param(size, marks=pytest.mark.slow) for size in ((118, 30), (200, 30), LARGE, HUGE)),
]

BOUT = staged(script=f"{NEAR} +1A2", right="12345", score=(2, 1))

Shown = Callable[[Match, tuple[int, int]], AbstractAsyncContextManager[Player]]


@asynccontextmanager
async def looking_on(match: Match, size: tuple[int, int]) -> AsyncIterator[Player]:
    """A spectator's table."""
    async with watching(match, (), size) as player:
        yield player


@asynccontextmanager
async def replaying(match: Match, size: tuple[int, int]) -> AsyncIterator[Player]:
    """The end of a replay with both hands open."""
    async with playing(Replay(match, perspective=Perspective.BOTH), size) as player:
        await player.press("end")
        yield player


EITHER = pytest.mark.parametrize("shown", [looking_on, replaying], ids=lambda each: each.__name__)


def second_round() -> Match:
    """Return a match of duels in its second round."""
    match = short_match(target=3)
    while match.round.turn is not None:
        match = match.play(parse_action(soonest(match)))
    return match.next_round()


def edges(player: Player, selector: str) -> tuple[int, int]:
    """Return the first and the last column of what is drawn in the rows of a widget."""
    region = player.screen.query_one(selector).region
    rows = [row for row in player.rows[region.y : region.bottom] if row.strip()]
    return min(len(row) - len(row.lstrip()) for row in rows), max(len(row.rstrip()) for row in rows)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_before_a_spectator_both_fencers_hold_their_cards_face_down(size: tuple[int, int]) -> None:
    async with looking_on(BOUT, size) as player:
        assert player.hands == {"Anna": (), "Bruno": ()}
        for hand in player.screen.query(Hand):
            region = hand.region
            row = player.rows[region.y + 1][region.x : region.right]
            assert len(CARD_BACK.findall(row)) == 5


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_before_a_spectator_both_hands_of_a_duel_lie_face_down(size: tuple[int, int]) -> None:
    async with looking_on(duel("s10x h8v s1r", other_hand=""), size) as player:
        title, cards, *rows = (row for row in player.drawn(HiddenHands) if row.strip())
        assert title.index("Anna's hand") < title.index("Bruno's hand")
        # Three cards, and where one of Bruno's would lie.
        assert cards.count("╭") == 4
        assert "empty" in "".join(rows)
        for secret in ("sword 10", "shield 8"):
            assert secret not in player.text


@EITHER
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_bout_has_one_left_and_one_right_edge(shown: Shown, size: tuple[int, int]) -> None:
    async with shown(BOUT, size) as player:
        left, right = edges(player, ScoringBox.__name__)
        # Where the words in frames begin and end.
        assert edges(player, ".both") == (left + 2, right - 2)


@EITHER
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_duel_has_one_left_and_one_right_edge(shown: Shown, size: tuple[int, int]) -> None:
    async with shown(second_round(), size) as player:
        left, right = edges(player, "#duel")
        # In the smallest window the list has a column of the edge, so that none of its lines is cut.
        assert left == edges(player, LifeBox.__name__)[0] + (1 if size == SMALLEST else 2)
        assert right <= edges(player, LifeBox.__name__)[1]
        assert right == edges(player, LifeBox.__name__)[1] or size == SMALLEST


@EITHER
@pytest.mark.slow
@pytest.mark.parametrize("size", [(118, 30), LARGE, HUGE], ids=str)
async def test_a_large_window_lists_the_finished_rounds(shown: Shown, size: tuple[int, int]) -> None:
    for match, sheet in ((STATES[-2], ScoreSheet), (second_round(), Rounds)):
        async with shown(match, size) as player:
            heads, *rows = player.drawn(sheet)
            # Where there is no room for all, the reason stands in the place of the score.
            assert heads.strip("╭─╮ ").split() in (["#", "score", "winner"], ["#", "winner"])
            for line, row in zip(match.finished, rows, strict=False):
                winner = "drawn" if line.result.winner is None else match.names[line.result.winner]
                assert row.strip("│ ").startswith(f"{line.number} ")
                assert winner in row


@pytest.mark.slow
async def test_a_long_name_is_cut_where_the_rounds_have_little_room() -> None:
    match = replace(BOUT, names=("Maximiliana Wolf", "Bo"))
    async with looking_on(match, LARGE) as player:
        assert player.drawn(ScoreSheet)[1].strip() == "1  1:0  Maxim…"


@pytest.mark.slow
async def test_the_largest_windows_tell_the_round_so_far_where_one_may_look_back() -> None:
    open_discards = replace(PRESETS["ferti-advanced"], open_discard=True)
    told = [did(BOUT.names[seat], action) for seat, action in BOUT.round.plays]
    for shown, match, is_told in (
        (replaying, BOUT, True),
        (looking_on, staged(open_discards, f"{NEAR} +1A2", right="12345"), True),
        (looking_on, BOUT, False),
    ):
        async with shown(match, HUGE) as player:
            assert ("The round so far" in player.text) is is_told
            assert all(words in player.text for words in told) is is_told
            await player.resize(*LARGE)
            assert "The round so far" not in player.text
            await player.resize(*HUGE)
            assert ("The round so far" in player.text) is is_told
