"""An action is seen: in short, public frames that no key waits for."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from textual.timer import Timer
from tui.harness import Player, playing
from tui.states import MIDDLE, NEAR, random_rounds, staged

from engarde_tui.games.en_garde.widgets.figures import Pose
from engarde_tui.games.en_garde.widgets.movement import Moment, movement
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.widgets.stances import stances
from engarde_tui.widgets.moving import LONGEST, MovingWidget
from engarde_tui.widgets.scoring_box import ScoringBox
from engine.en_garde import PRESETS, Kind, Round, Seat

RULES = PRESETS["ferti-advanced"]
TURNS = [
    (state, state.play(action)) for state in random_rounds(RULES, 20, seed=7) for action in state.legal[:6]
]
"""Rounds before and after each of many actions."""


def moments(before: Round, after: Round) -> list[Moment]:
    """Return what is shown on the way between two rounds, to a spectator."""
    return [frame.picture for frame in movement(before.view(None), after.view(None))]


def is_moving(player: Player) -> bool:
    """Return whether anything moves at the table."""
    return any(widget.picture is not None for widget in player.table.query(MovingWidget))


def test_a_fencer_passes_every_square_on_the_way() -> None:
    for before, after in TURNS:
        play = after.plays[-1]
        squares = [before.positions[play.seat]]
        squares += [moment.stances[play.seat].square for moment in moments(before, after)]
        assert all(abs(one - other) <= 1 for one, other in pairwise(squares))
        assert abs(squares[-1] - after.positions[play.seat]) < 0.5


def test_the_other_fencer_stays_on_its_square() -> None:
    for before, after in TURNS:
        other = after.plays[-1].seat.other
        assert {moment.stances[other].square for moment in moments(before, after)} <= {
            before.positions[other]
        }


def test_an_attack_ends_in_a_lunge_and_a_parry_strikes_sparks() -> None:
    kinds = set()
    for before, after in TURNS:
        seat, action = after.plays[-1]
        shown = moments(before, after)
        if action.kind in (Kind.ATTACK, Kind.ADVANCE_AND_ATTACK):
            assert shown[-1].stances[seat].pose is Pose.LUNGE
            assert shown[-1].stances[seat].is_thrusting
            assert shown[-1].landing is seat
        assert any(moment.sparks for moment in shown) is (action.kind is Kind.PARRY)
        assert [moment.flash for moment in shown if moment.flash is not None] == (
            [seat] if action.kind is Kind.TAKE_HIT else []
        )
        kinds.add(action.kind)
    assert kinds >= {Kind.ATTACK, Kind.ADVANCE_AND_ATTACK, Kind.PARRY, Kind.TAKE_HIT}


def test_every_seat_sees_the_same_movement() -> None:
    for before, after in TURNS:
        shown = {tuple(movement(before.view(seat), after.view(seat))) for seat in (None, *Seat)}
        assert len(shown) == 1


def test_no_movement_leads_back_or_into_another_round() -> None:
    (before, after), (other, _) = TURNS[3], TURNS[-1]
    assert movement(after.view(None), before.view(None)) == []
    assert movement(other.view(None), after.view(None)) == []


def test_a_walk_begins_and_ends_slowly() -> None:
    """No part of it is as quick as its middle."""
    for before, after in TURNS:
        play = after.plays[-1]
        if play.action.kind not in (Kind.ADVANCE, Kind.STEP_BACK, Kind.EVADE):
            continue
        frames = movement(before.view(None), after.view(None))
        places = [before.positions[play.seat]]
        places += [frame.picture.stances[play.seat].square for frame in frames]
        ways = [abs(there - here) for here, there in pairwise(places)]
        pace = [way / frame.seconds for way, frame in zip(ways, frames, strict=True)]
        assert pace == pytest.approx(pace[::-1])
        assert pace[len(pace) // 2] == pytest.approx(max(pace))
        assert len(frames) >= 3


def test_a_point_follows_nobody_who_walks_or_strikes_back() -> None:
    for before, after in TURNS:
        play = after.plays[-1]
        if play.action.kind not in (Kind.PARRY, Kind.TAKE_HIT):
            assert not any(moment.stances[play.seat.other].is_thrusting for moment in moments(before, after))


def test_every_action_is_seen_for_at_least_a_quarter_of_a_second() -> None:
    seen = [movement(before.view(None), after.view(None)) for before, after in TURNS]
    assert any(seen)
    assert all(round(sum(frame.seconds for frame in frames), 3) >= 0.25 for frames in seen if frames)


async def test_no_action_is_seen_for_more_than_half_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor the longest of them: an advance of five squares with an attack."""
    asked: list[float] = []
    set_timer = Piste.set_timer

    def noting(piste: Piste, delay: float, callback: Callable[[], None]) -> Timer:
        asked.append(delay)
        return set_timer(piste, delay, callback)

    monkeypatch.setattr(Piste, "set_timer", noting)
    async with playing(staged(script=MIDDLE, left="13335"), no_motion=False) as player:
        await player.play("+5A3")
        piste = player.screen.query_one(Piste)
        assert isinstance(piste.picture, Moment)
        while piste.picture is not None:
            piste.show_next()
        assert sum(asked) == pytest.approx(LONGEST)
    assert LONGEST == 0.5


async def test_the_last_frame_gives_way_to_the_still_picture() -> None:
    async with playing(staged(script=MIDDLE, left="12335"), no_motion=False) as player:
        await player.press("space", "3", "right", "enter")
        piste = player.screen.query_one(Piste)
        while piste.picture is not None:
            piste.show_next()
        await player.settle()
        moved = player.drawn(Piste)
        piste.redraw()
        await player.settle()
        assert moved == player.drawn(Piste)
        assert stances(player.view.round)[Seat.LEFT].square == player.held.round.positions[Seat.LEFT]


async def test_a_timer_of_the_last_movement_skips_no_frame_of_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It may have gone off just before the key that finished its movement."""
    due: list[Callable[[], None]] = []
    set_timer = Piste.set_timer

    def noting(piste: Piste, delay: float, callback: Callable[[], None]) -> Timer:
        due.append(callback)
        return set_timer(piste, delay, callback)

    monkeypatch.setattr(Piste, "set_timer", noting)
    async with playing(staged(script=MIDDLE, left="12335", right="12335"), no_motion=False) as player:
        piste = player.table.query_one(Piste)
        await player.press("space", "3", "right", "enter")
        stale = due[-1]
        await player.press("space", "2", "left", "enter")
        shown, frames = piste.picture, list(piste._frames)
        assert shown is not None
        stale()
        assert (piste.picture, piste._frames) == (shown, frames)
        due[-1]()
        assert piste.picture is not shown


@pytest.mark.parametrize("key", ["space", "4", "question_mark"])
async def test_any_key_finishes_the_movement_and_counts(key: str) -> None:
    async with playing(staged(script=MIDDLE, left="12335"), no_motion=False) as player:
        await player.press("space", "3", "right", "enter")
        assert is_moving(player)
        await player.press(key)
        assert not is_moving(player)
        assert player.curtain_is_down is (key != "space")
        assert (player.screen is player.table) is (key != "question_mark")


async def test_the_winner_s_lamp_flashes() -> None:
    async with playing(staged(script=f"{NEAR} A33", right="11224"), no_motion=False) as player:
        await player.press("space", "enter")
        assert player.screen.query_one(ScoringBox).picture is not None
        assert "TOUCH" in player.text


async def test_nothing_moves_without_motion() -> None:
    async with playing(staged(script=MIDDLE, left="12335")) as player:
        await player.press("space", "3", "right", "enter")
        assert not is_moving(player)


async def test_composing_moves_nothing() -> None:
    async with playing(staged(script=MIDDLE, left="12335"), no_motion=False) as player:
        await player.press("space", "3", "right", "backspace")
        assert not is_moving(player)
