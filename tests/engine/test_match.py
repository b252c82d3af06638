"""A match: scores, starters, deals, its end, and its view."""

import random

import pytest
from matches import RULES, deal_and_script, play_round, played
from staging import FULL_DECK, dealt

from engine.en_garde import (
    FinishedRound,
    IllegalActionError,
    Match,
    Reason,
    Result,
    Round,
    Seat,
    parse_action,
)

LEFT, RIGHT = Seat.LEFT, Seat.RIGHT


def test_only_the_winner_of_a_round_scores() -> None:
    assert played(LEFT).score == (1, 0)
    assert played(RIGHT).score == (0, 1)
    assert played(LEFT, RIGHT, LEFT).score == (2, 1)


def test_nobody_scores_in_a_drawn_round() -> None:
    match = played(None)
    assert match.round.result == Result(None, Reason.DRAW)
    assert (match.score, match.winner) == ((0, 0), None)


@pytest.mark.parametrize("first", list(Seat))
def test_the_starter_alternates_every_round_even_after_a_draw(first: Seat) -> None:
    match = played(LEFT, None, None, RIGHT, RIGHT, None, first=first)
    assert [line.starter for line in match.finished] == [first, first.other] * 3


def test_the_score_sheet_has_a_line_for_every_finished_round() -> None:
    assert played(LEFT, None, RIGHT).finished == (
        FinishedRound(1, LEFT, Result(LEFT, Reason.HIT), (1, 0)),
        FinishedRound(2, RIGHT, Result(None, Reason.DRAW), (1, 0)),
        FinishedRound(3, LEFT, Result(RIGHT, Reason.HIT), (1, 1)),
    )


def test_rounds_are_numbered_from_1_and_a_finished_one_keeps_its_number() -> None:
    match = Match.new(RULES, seed=1)
    assert (match.number, match.score, match.finished) == (1, (0, 0), ())
    match = played(LEFT)
    assert match.number == 1
    match = match.next_round()
    assert (match.number, match.score) == (2, (1, 0))


# --- the end of the match ---


def test_the_first_to_win_five_rounds_wins_the_match() -> None:
    match = played(LEFT, RIGHT, LEFT, None, LEFT, LEFT)
    assert (match.score, match.winner) == ((4, 1), None)
    match = played(LEFT, RIGHT, LEFT, None, LEFT, LEFT, LEFT)
    assert (match.score, match.winner) == ((5, 1), LEFT)
    assert played(*[RIGHT] * 5).winner is RIGHT


@pytest.mark.parametrize("target", [1, 2, 3])
def test_the_target_can_be_changed(target: int) -> None:
    match = played(*[RIGHT] * target, target=target)
    assert match.winner is RIGHT
    assert target == 1 or played(*[RIGHT] * (target - 1), target=target).winner is None


def test_no_round_follows_a_won_match() -> None:
    with pytest.raises(ValueError, match=r"^the match is over: Bruno has won it$"):
        played(RIGHT, target=1).next_round()


def test_the_next_round_waits_for_the_end_of_this_one() -> None:
    match = Match.new(RULES, seed=1)
    with pytest.raises(ValueError, match=r"^round 1 is still in progress$"):
        match.next_round()
    match = played(LEFT).next_round()
    with pytest.raises(ValueError, match=r"^round 2 is still in progress$"):
        match.next_round()


def test_nothing_is_played_between_rounds() -> None:
    with pytest.raises(IllegalActionError, match=r"^the round is over$"):
        played(LEFT).play(parse_action("+1"))


def test_an_illegal_action_is_refused_as_in_a_round() -> None:
    with pytest.raises(IllegalActionError, match=r"^there is no hit to take$"):
        Match.new(RULES, seed=1).play(parse_action("H"))


def test_playing_leaves_the_match_before_as_it_was() -> None:
    deck, script = deal_and_script(LEFT, LEFT)
    match = Match.new(RULES, dealt=dealt(deck))
    before = match.round
    play_round(match, script)
    assert match.round is before
    assert (match.score, match.finished) == ((0, 0), ())


# --- deals ---


def play_at_random(match: Match, source: random.Random) -> Match:
    while match.round.turn is not None:
        match = match.play(source.choice(match.round.legal_actions()))
    return match


def deal_of(state: Round) -> tuple[object, ...]:
    return (*state.hands, state.draw_pile)


def test_the_same_seed_deals_the_same_decks_however_the_rounds_went() -> None:
    deals = []
    for choices in (1, 2):
        match = Match.new(RULES, seed=42, target=99)
        deals.append([deal_of(match.round)])
        for _ in range(4):
            match = play_at_random(match, random.Random(choices)).next_round()
            deals[-1].append(deal_of(match.round))
    assert deals[0] == deals[1]
    assert len(set(deals[0])) == 5


def test_every_deal_is_the_25_cards() -> None:
    for seed in (None, *range(20)):
        state = Match.new(RULES, seed=seed).round
        assert tuple(sorted((*state.hands[0], *state.hands[1], *state.draw_pile))) == FULL_DECK


def test_other_seeds_and_no_seed_deal_other_decks() -> None:
    deals = [deal_of(Match.new(RULES, seed=seed).round) for seed in (None, None, *range(20))]
    assert len(set(deals)) == 22


def test_a_seeded_match_leaves_the_random_source_of_others_alone() -> None:
    state = random.getstate()
    Match.new(RULES, seed=7)
    Match.new(RULES)
    assert random.getstate() == state


def test_a_given_deck_is_the_one_dealt() -> None:
    deck, _ = deal_and_script(LEFT, LEFT)
    assert Match.new(RULES, dealt=dealt(deck)).round == Round.deal(RULES, deck, LEFT)
    assert played(LEFT).next_round(dealt(deck)).round == Round.deal(RULES, deck, RIGHT)


# --- the view ---


@pytest.mark.parametrize("observer", [*Seat, None])
def test_a_view_shows_the_score_sheet_and_the_seats_view_of_the_round(observer: Seat | None) -> None:
    match = played(RIGHT, None, RIGHT, target=2)
    view = match.view(observer)
    assert (view.names, view.target, view.number, view.score) == (("Anna", "Bruno"), 2, 3, (0, 2))
    assert (view.winner, view.finished) == (RIGHT, match.finished)
    assert view.round == match.round.view(observer)
