"""Rounds and matches that end without an action."""

import pytest
from matches import RULES, deal_and_script, dealt_for, play_round, played
from staging import NEAR, dealt, deck_for

from engine.en_garde import FinishedRound, IllegalActionError, Match, Reason, Result, Seat, parse_action
from engine.game import AGREEMENT, FORFEIT, RESIGNATION

LEFT, RIGHT = Seat.LEFT, Seat.RIGHT


@pytest.mark.parametrize("first", list(Seat))
def test_a_player_who_cannot_go_on_forfeits_the_round(first: Seat) -> None:
    match = dealt_for("+1", first)
    assert match.forfeit().round.result == Result(first.other, Reason.FORFEIT)
    match = play_round(match, "+1").forfeit()
    assert match.round.result == Result(first, Reason.FORFEIT)
    assert match.finished == (FinishedRound(1, first, Result(first, Reason.FORFEIT), match.score),)
    assert match.score[first] == 1
    assert match.score[first.other] == 0
    assert match.next_round().round.first is first.other


def test_a_forfeited_round_is_over() -> None:
    script = f"{NEAR} A33"
    round = play_round(dealt_for(script), script).round
    over = round.stop(LEFT, FORFEIT)
    assert (over.turn, over.legal, over.legal_actions(), over.attack, over.showdown) == (
        None,
        (),
        (),
        None,
        None,
    )
    assert over.phase == "over"
    assert (over.hands, over.draw_pile, over.positions) == (round.hands, round.draw_pile, round.positions)
    assert over.plays == round.plays
    assert over.view(LEFT).hands == over.view(RIGHT).hands == round.hands
    assert over.view(None).hands == (None, None)
    with pytest.raises(IllegalActionError, match=r"^the round is over$"):
        over.play(parse_action("H"))


@pytest.mark.parametrize("winner", [LEFT, RIGHT, None])
def test_a_round_that_is_over_cannot_be_forfeited(winner: Seat | None) -> None:
    for over in (played(winner), dealt_for("").forfeit()):
        with pytest.raises(ValueError, match=r"^the round is over$"):
            over.forfeit()
        with pytest.raises(ValueError, match=r"^the round is over$"):
            over.round.stop(LEFT, FORFEIT)


def test_a_forfeit_can_win_the_match() -> None:
    deck, _ = deal_and_script(LEFT, LEFT)
    match = Match.new(RULES, target=1, dealt=dealt(deck)).forfeit()
    assert match.winner is RIGHT
    with pytest.raises(ValueError, match=r"^the match is over: Bruno has won it$"):
        match.next_round()


def test_a_forfeit_is_a_state_of_the_history() -> None:
    """Even of a round in which nothing was played, and next to rounds that ended otherwise."""
    match = played(LEFT).next_round(dealt(deck_for("+1", first=RIGHT)))
    states = [*match.history()]
    for step in ("+1", "forfeit", "deal", "forfeit", "deal"):
        if step == "forfeit":
            match = match.forfeit()
        else:
            match = match.next_round() if step == "deal" else match.play(parse_action(step))
        states.append(match)
    assert list(match.history()) == states
    assert [state.score for state in states[-5:]] == [(1, 0), (1, 1), (1, 1), (1, 2), (1, 2)]


@pytest.mark.parametrize("seat", list(Seat))
@pytest.mark.parametrize("turns", [0, 1])
def test_giving_up_the_match_lets_the_other_fencer_win(seat: Seat, turns: int) -> None:
    """Whoever is to act, with all the rounds missing to the target."""
    match = play_round(played(LEFT).next_round(dealt(deck_for("+1", first=RIGHT))), " ".join(["+1"] * turns))
    over = match.give_up(seat)
    assert over.winner is seat.other
    assert over.score == ((5, 0) if seat is RIGHT else (1, 5))
    assert over.round.result == Result(seat.other, Reason.ABSENCE)
    assert list(over.history())[-1] == over


def test_a_match_cannot_be_given_up_between_rounds() -> None:
    """Between rounds it is clear who has won what."""
    with pytest.raises(ValueError, match=r"^the round is over$"):
        played(LEFT).give_up(RIGHT)


@pytest.mark.parametrize("seat", list(Seat))
def test_a_fencer_can_resign_the_match(seat: Seat) -> None:
    match = played(LEFT).next_round(dealt(deck_for("+1", first=RIGHT)))
    over = match.give_up(seat, RESIGNATION)
    assert over.winner is seat.other
    assert over.score == ((5, 0) if seat is RIGHT else (1, 5))
    assert over.round.result == Result(seat.other, Reason.RESIGNATION)
    assert list(over.history())[-1] == over


def test_a_draw_that_both_agree_to_ends_the_round_and_the_match_continues() -> None:
    match = play_round(played(LEFT).next_round(dealt(deck_for("+1", first=RIGHT))), "+1")
    drawn = match.agree_draw()
    assert drawn.round.result == Result(None, Reason.AGREEMENT)
    assert (drawn.score, drawn.winner) == ((1, 0), None)
    assert drawn.finished[-1] == FinishedRound(2, RIGHT, drawn.round.result, (1, 0))
    assert drawn.next_round().round.first is LEFT
    assert list(drawn.history())[-1] == drawn


@pytest.mark.parametrize("reason", [RESIGNATION, AGREEMENT])
def test_no_hand_is_shown_at_an_end_that_was_agreed_to(reason: str) -> None:
    round = dealt_for("+1").round
    over = round.stop(LEFT, reason)
    for seat in Seat:
        assert over.view(seat).hands == round.view(seat).hands
        assert over.view(seat).hands[seat.other] is None
