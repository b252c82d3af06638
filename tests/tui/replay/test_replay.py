"""A match watched again: every step, from every perspective, in words that agree with the board."""

import asyncio
from itertools import pairwise

import pytest
from settling import LONGEST
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.replay.watched import LAST, SEEN, STATES, replay
from tui.states import NEAR, staged

from engarde_tui.games.en_garde.screens.replay import AnnouncingBox, Commentary
from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.widgets.scale import scale_for
from engarde_tui.games.en_garde.words import comparison, last_action
from engarde_tui.play.problem import Problem
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.play.words import score
from engarde_tui.screens.replay import SPEEDS, Progress, ReplayScreen
from engine.en_garde import Seat


def test_a_replay_walks_through_every_state_and_back() -> None:
    """And stays at the ends."""
    again = replay()
    assert again.last == LAST
    for state in STATES:
        assert again.view.round.plays == state.round.plays
        assert again.view.score == state.score
        again.step(1)
    assert again.position == LAST
    for place in reversed(range(LAST)):
        again.step(-1)
        assert again.position == place
    again.step(-1)
    assert again.position == 0


@pytest.mark.parametrize("perspective", Perspective)
def test_a_perspective_shows_its_hands_and_no_other(perspective: Perspective) -> None:
    """Until the round is over: then both fencers have seen both hands."""
    again = replay()
    again.perspective = perspective
    for state in STATES:
        open_seats = SEEN[perspective]
        if state.round.result is not None and perspective is not Perspective.NONE:
            open_seats = tuple(Seat)
        hands = tuple(state.round.hands[seat] if seat in open_seats else None for seat in Seat)
        assert again.view.round.hands == hands
        again.step(1)


def test_a_step_of_a_turn_keeps_a_parry_and_what_follows_together() -> None:
    """Forward and backward stop at the same places: where the other fencer is to act, and at every deal."""
    stops = [
        place
        for place, (before, state) in enumerate(pairwise([STATES[0], *STATES]))
        if not state.round.actions or state.round.turn is not before.round.turn
    ]
    assert len(stops) < len(STATES)
    again = replay()
    forward = [0]
    while again.position < LAST:
        again.step_turn(1)
        forward.append(again.position)
    assert forward == stops
    backward = [again.position]
    while again.position:
        again.step_turn(-1)
        backward.append(again.position)
    assert backward == stops[::-1]


def test_a_step_of_a_round_goes_from_deal_to_deal() -> None:
    """Back goes to the deal of the same round first; forward from the last round goes to the end."""
    deals = [place for place, state in enumerate(STATES) if not state.round.actions]
    again = replay()
    again.step_round(1)
    assert again.position == deals[1]
    again.step(3)
    again.step_round(-1)
    assert again.position == deals[1]
    again.step_round(-1)
    assert again.position == 0
    again.jump_to_end()
    again.step_round(1)
    assert again.position == LAST
    again.rewind()
    assert again.position == 0


def test_only_the_finished_rounds_of_a_match_that_goes_on_can_be_watched() -> None:
    """Nobody may see the hands of the round being played."""
    going_on = STATES[-2]
    again = Replay(going_on, finished_rounds=True)
    assert again.rounds == 1
    again.jump_to_end()
    assert again.view.round.result is not None
    with pytest.raises(Problem, match="no round of this match is finished yet"):
        Replay(STATES[3], finished_rounds=True)


def back_count(player: Player, seat: Seat) -> int:
    """Cards of a hand that lie face down on the screen."""
    hand = next(hand for hand in player.screen.query(Hand) if hand._seat is seat)
    return str(hand._canvas.rows[2]).count("▒") // (scale_for(hand.app.size).card.width - 2)


@pytest.mark.slow
async def test_every_action_is_told_and_shown_on_the_board() -> None:
    """Forward with the right arrow, through the whole match."""
    async with playing(replay()) as player:
        for place, state in enumerate(STATES):
            told = "\n".join(player.drawn(Commentary))
            if state.round.result is None:
                assert last_action(state.view(None)) in told
                assert f"squares {state.round.positions[0]} and {state.round.positions[1]}" in told
            else:
                assert (comparison(state.view(None)) or [last_action(state.view(None))])[-1] in told
                assert f"wins round {state.number}" in player.drawn(AnnouncingBox)[-1]
            assert player.score == score(state.view(None))
            assert f"step {place} of {LAST}" in player.drawn(Progress)[0]
            assert player.screen.query_one(Piste).view.round.positions == state.round.positions
            await player.press("right")


async def test_v_goes_through_the_perspectives() -> None:
    """Both hands, left, right, none, and both again."""
    async with playing(replay()) as player:
        for left, right, said in (
            (0, 0, "both hands"),
            (0, 5, "left hand"),
            (5, 0, "right hand"),
            (5, 5, "no hand"),
            (0, 0, "both hands"),
        ):
            assert said in player.drawn(Progress)[0]
            assert (back_count(player, Seat.LEFT), back_count(player, Seat.RIGHT)) == (left, right)
            await player.press("v")


async def test_turns_rounds_and_ends_have_keys() -> None:
    """Down and up, the brackets or the page keys, home and end."""
    async with playing(replay()) as player:

        async def place_after(*keys: str) -> int:
            await player.press(*keys)
            return int(player.drawn(Progress)[0].split("step ")[1].split()[0])

        again = replay()
        again.step_turn(1)
        assert await place_after("down") == again.position
        assert await place_after("up") == 0
        again.rewind()
        again.step_round(1)
        assert await place_after("right_square_bracket") == again.position
        assert await place_after("left_square_bracket") == 0
        assert await place_after("pagedown") == again.position
        assert await place_after("pageup") == 0
        assert await place_after("end") == LAST
        assert await place_after("home") == 0


def tick(player: Player) -> None:
    """Let the time for one action pass."""
    assert isinstance(player.screen, ReplayScreen)
    timer = player.screen._timer
    assert timer is not None
    player.screen._play_step()


async def test_autoplay_goes_on_by_itself_and_stops_at_the_end() -> None:
    """Space begins and stops it; at the end it begins again."""
    async with playing(replay()) as player:
        await player.press("space")
        assert "playing, normal speed" in player.drawn(Progress)[0]
        for _ in range(LAST):
            tick(player)
        await player.settle()
        assert f"step {LAST} of {LAST}" in player.drawn(Progress)[0]
        assert "stopped" in player.drawn(Progress)[0]
        await player.press("space")
        assert f"step 0 of {LAST}" in player.drawn(Progress)[0]
        await player.press("space")
        assert "stopped" in player.drawn(Progress)[0]


STEPS = ["left", "right", "up", "down", "left_square_bracket", "right_square_bracket", "home", "end"]


@pytest.mark.by_day(3)
@pytest.mark.parametrize("key", STEPS)
async def test_any_step_stops_autoplay(key: str) -> None:
    """Whoever goes by hand is not carried on; other keys let it play."""
    async with playing(replay()) as player:
        await player.press("right", "right", "space")
        tick(player)
        await player.press("v", "s")
        assert "playing" in player.drawn(Progress)[0]
        await player.press(key)
        assert "stopped" in player.drawn(Progress)[0]
        assert isinstance(player.screen, ReplayScreen)
        assert player.screen._timer is None


async def test_s_changes_the_speed_of_autoplay() -> None:
    """Three speeds, round and round, also while it plays."""
    async with playing(replay()) as player:
        await player.press("space")
        seen = []
        for _ in range(4):
            assert isinstance(player.screen, ReplayScreen)
            timer = player.screen._timer
            assert timer is not None
            seen.append((player.drawn(Progress)[0].split("playing, ")[1].split()[0], timer._interval))
            await player.press("s")
        assert seen == [(speed, SPEEDS[speed]) for speed in ("normal", "fast", "slow", "normal")]
        assert dict(seen) == SPEEDS


async def test_escape_leaves_a_replay_that_the_program_began_with() -> None:
    """There is nothing under it."""
    async with playing(replay()) as player:
        await player.press("escape")
        assert player.has_ended


@pytest.mark.parametrize("size", [SMALLEST, LARGE, (118, 36), (200, 60)])
async def test_a_replay_fits_every_window(size: tuple[int, int]) -> None:
    """Both hands whole, whatever the names."""
    match = staged(script=NEAR, names=("Maximiliana Wolf", "Bartholomew King"))
    async with playing(Replay(match), size) as player:
        await player.press("end")
        for hand in player.screen.query(Hand):
            assert hand.size.width >= len("Maximiliana Wolf's hand")
            cards = str(hand._canvas.rows[1])
            assert cards.count("╭") == cards.count("╮") == 5
        assert all(len(row.rstrip()) <= size[0] for row in player.rows)


def test_a_match_that_goes_on_shows_no_hand_unless_asked() -> None:
    """Somebody may still want to play it."""
    assert Replay(STATES[-2]).perspective is Perspective.NONE
    assert Replay(STATES[-2], perspective=Perspective.LEFT).perspective is Perspective.LEFT
    assert replay().perspective is Perspective.BOTH


async def test_q_stops_watching_and_nothing_else() -> None:
    """As in any viewer; behind the replay there is the program."""
    async with playing(staged(script=f"{NEAR} A33", right="11224", target=1)) as player:
        await player.play("H")
        await player.press("space", "w", "q")
        assert player.screen_name == "MatchOverScreen"
        assert not player.has_ended


async def test_autoplay_goes_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The timer itself plays on; here it has no time to lose."""
    monkeypatch.setitem(SPEEDS, "normal", 0.001)
    async with playing(replay()) as player:
        await player.press("space")
        async with asyncio.timeout(LONGEST):
            while f"step {LAST} of" not in player.drawn(Progress)[0]:
                await asyncio.sleep(0.001)
        await player.settle()
        assert "stopped" in player.drawn(Progress)[0]
