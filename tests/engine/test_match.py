"""Matches: scores, starters, endings, deals, and settings that are refused."""

import random
from typing import Any

import pytest
from staging import FULL_DECK, NEAR, ONE_LEFT_AT_3, dealt, deck_for

from engine.en_garde import (
    PRESETS,
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
RULES = PRESETS["ferti-advanced"]


def deal_and_script(winner: Seat | None, first: Seat) -> tuple[list[int], str]:
    """Return a deck and a script for a round that `first` starts and `winner` wins."""
    if winner is None:
        hands = ("12333", "12334") if first is LEFT else ("12334", "12333")
        return deck_for(ONE_LEFT_AT_3, left=hands[0], right=hands[1], first=first), f"{ONE_LEFT_AT_3} +1"
    script = f"{NEAR} A333 H" if winner is first else "+5 +5 +5 +1 +3 A333 H"
    return deck_for(script, first=first), script


def play_round(match: Match, script: str) -> Match:
    for word in script.split():
        match = match.play(parse_action(word))
    return match


def played(*winners: Seat | None, target: int = 5, first: Seat = LEFT) -> Match:
    """Return the match after rounds with these winners."""
    deck, script = deal_and_script(winners[0], first)
    match = play_round(Match.new(RULES, target=target, first=first, dealt=dealt(deck)), script)
    for winner in winners[1:]:
        deck, script = deal_and_script(winner, match.round.first.other)
        match = play_round(match.next_round(dealt(deck)), script)
    return match


# --- scores and starters ---


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


# --- actions taken back ---


def dealt_for(script: str, first: Seat = LEFT) -> Match:
    return Match.new(RULES, first=first, dealt=dealt(deck_for(script, first=first)))


def test_the_last_action_of_a_fencer_is_taken_back_with_all_that_followed_it() -> None:
    match = dealt_for("+1 +2 +3 +4")
    played_on = play_round(match, "+1 +2 +3 +4")
    assert played_on.take_back(LEFT) == play_round(match, "+1 +2")
    assert played_on.take_back(RIGHT) == play_round(match, "+1 +2 +3")
    assert played_on.take_back(LEFT).take_back(LEFT) == match
    assert played_on.take_back(LEFT).take_back(RIGHT) == play_round(match, "+1")


def test_a_parry_and_what_followed_it_are_taken_back_one_after_the_other() -> None:
    script = f"{NEAR} A3 P3 -1"
    match = play_round(dealt_for(script), script)
    parried = match.take_back(RIGHT)
    assert parried.round.actions[-1] == parse_action("P3")
    assert parried.round.turn is RIGHT
    attacked = parried.take_back(RIGHT)
    assert attacked.round.actions[-1] == parse_action("A3")
    assert attacked.round.attack == parse_action("A3")
    assert match.take_back(LEFT) == play_round(dealt_for(script), NEAR)


def test_replaying_an_action_taken_back_leads_to_the_same_match() -> None:
    script = "+1 +2 +3 +4"
    match = play_round(dealt_for(script), script)
    assert play_round(match.take_back(LEFT), "+3 +4") == match


def test_only_actions_of_this_round_are_taken_back() -> None:
    match = played(LEFT, RIGHT).next_round()
    assert match.past
    after = match.play(match.round.legal[0])
    assert after.take_back(LEFT) == match
    for seat, name in zip(Seat, match.names, strict=True):
        with pytest.raises(ValueError, match=f"^{name} has played nothing in this round yet$"):
            match.take_back(seat)


def test_a_player_who_has_not_played_has_nothing_to_take_back() -> None:
    match = play_round(dealt_for("+1"), "+1")
    with pytest.raises(ValueError, match=r"^Bruno has played nothing in this round yet$"):
        match.take_back(RIGHT)


@pytest.mark.parametrize("seat", list(Seat))
def test_nothing_of_a_finished_round_is_taken_back(seat: Seat) -> None:
    for match in (played(LEFT), played(LEFT, None), dealt_for("").forfeit()):
        with pytest.raises(
            ValueError, match=f"^round {match.number} is over: nothing in it can be taken back$"
        ):
            match.take_back(seat)


def test_taking_back_leaves_the_match_before_as_it_was() -> None:
    match = play_round(dealt_for("+1 +2"), "+1 +2")
    match.take_back(LEFT)
    assert match == play_round(dealt_for("+1 +2"), "+1 +2")


# --- forfeits ---


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
    over = round.forfeit()
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
            over.round.forfeit()


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


# --- what cannot begin a match ---


@pytest.mark.parametrize("target", [0, -1, 100])
def test_the_target_is_1_to_99(target: int) -> None:
    with pytest.raises(ValueError, match=f"^the target is 1 to 99 rounds, not {target}$"):
        Match.new(RULES, target=target)


def test_the_limits_of_the_target_are_allowed() -> None:
    assert [Match.new(RULES, target=target).target for target in (1, 99)] == [1, 99]
    assert Match.new(RULES).target == 5


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "a name needs at least one character"),
        (" \t\n", "a name needs at least one character"),
        ("An\x1b[2Jna", "a name can only contain printable characters"),
        ("An\nna", "a name can only contain printable characters"),
        ("Anna\u202e", "a name can only contain printable characters"),
        ("An\u200dna", "a name can only contain printable characters"),
        ("Maximilian-Joseph", "a name has at most 16 characters, 'Maximilian-Josep'… has 17"),
    ],
)
def test_a_name_is_1_to_16_printable_characters(name: str, message: str) -> None:
    for names in ((name, "Bruno"), ("Bruno", name)):
        with pytest.raises(ValueError, match=f"^{message}$"):
            Match.new(RULES, names=names)


def test_the_names_are_trimmed_and_normalized() -> None:
    assert Match.new(RULES, names=("  Zoe\u0308 ", "Åsa Maria Åberg ")).names == (
        "Zo\u00eb",
        "Åsa Maria Åberg",
    )
    assert Match.new(RULES, names=("M" * 16, "李雷")).names == ("M" * 16, "李雷")


@pytest.mark.parametrize("names", [("Anna", "Anna"), ("Anna", " Anna "), ("Zo\u00eb", "Zoe\u0308")])
def test_the_two_names_differ(names: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match=r"^the two players need different names, not '(Anna|Zoë)' twice$"):
        Match.new(RULES, names=names)


@pytest.mark.parametrize("bad", [{"first": 2}, {"dealt": "1" * 25}, {"dealt": dealt(FULL_DECK[1:])}])
def test_the_starter_is_a_seat_and_the_deck_a_deck(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"not a valid Seat|a deck is 25 (cards|digits)"):
        Match.new(RULES, **bad)


def test_a_bad_deck_deals_no_next_round() -> None:
    with pytest.raises(ValueError, match="a deck is 25 digits"):
        played(LEFT).next_round("123")


# --- the view ---


@pytest.mark.parametrize("observer", [*Seat, None])
def test_a_view_shows_the_score_sheet_and_the_seats_view_of_the_round(observer: Seat | None) -> None:
    match = played(RIGHT, None, RIGHT, target=2)
    view = match.view(observer)
    assert (view.names, view.target, view.number, view.score) == (("Anna", "Bruno"), 2, 3, (0, 2))
    assert (view.winner, view.finished) == (RIGHT, match.finished)
    assert view.round == match.round.view(observer)
