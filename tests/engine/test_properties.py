"""Invariants of every reachable state, under every consistent combination of rules."""

import random

from hypothesis import given
from hypothesis import strategies as st
from staging import ALL_WORDS, FULL_DECK
from strategies import Playthrough, observers, playthrough, playthroughs

from engine.en_garde import (
    Action,
    IllegalActionError,
    Kind,
    Phase,
    Play,
    Round,
    Seat,
    parse_action,
    why_illegal,
)

ALL_ACTIONS = [parse_action(word) for word in ALL_WORDS]


@given(playthroughs)
def test_the_25_cards_stay_the_25_cards(game: Playthrough) -> None:
    for state in game.states:
        cards = (*state.hands[0], *state.hands[1], *state.draw_pile, *state.discard)
        assert tuple(sorted(cards)) == FULL_DECK


@given(playthroughs)
def test_the_pile_is_drawn_in_the_order_of_the_deck(game: Playthrough) -> None:
    for state in game.states:
        assert state.draw_pile == tuple(game.deck[25 - len(state.draw_pile) :])


@given(playthroughs)
def test_the_fencers_neither_pass_each_other_nor_leave_the_piste(game: Playthrough) -> None:
    for state in game.states:
        left, right = state.positions
        assert 1 <= left < right <= 23


@given(playthroughs)
def test_hands_are_ascending_and_full_except_after_a_parry_or_with_an_empty_pile(game: Playthrough) -> None:
    for state in game.states:
        for seat, hand in enumerate(state.hands):
            assert list(hand) == sorted(hand)
            assert len(hand) <= 5
            if len(hand) < 5 and state.draw_pile and state.result is None:
                assert state.plays[-1].seat == seat
                assert state.plays[-1].action.kind is Kind.PARRY


@given(playthroughs)
def test_somebody_can_act_exactly_until_there_is_a_result(game: Playthrough) -> None:
    for state in game.states:
        over = state.result is not None
        assert over is (state.turn is None) is (state.phase is Phase.OVER) is (state.legal_actions() == ())
        assert (state.attack is not None) is (state.phase in (Phase.DEFENCE, Phase.LAST_DEFENCE))
        assert state.showdown is None or state.showdown.result == state.result


@given(playthroughs)
def test_legal_actions_come_once_each_in_the_documented_order(game: Playthrough) -> None:
    order = list(Kind)
    for state in game.states:
        keys = [(order.index(kind), abs(step), blades) for kind, step, blades in state.legal_actions()]
        assert keys == sorted(set(keys))


@given(playthroughs)
def test_legal_actions_read_back_as_printed(game: Playthrough) -> None:
    for state in game.states:
        for action in state.legal_actions():
            assert parse_action(str(action)) == action


def refusal(state: Round, action: Action) -> str:
    """Return why `action` cannot be played; "" if it can."""
    try:
        after = state.play(action)
    except IllegalActionError as refused:
        return str(refused) or "no reason given"
    assert after.plays[:-1] == state.plays
    assert after.plays[-1] == Play(Seat(state.turn or 0), action)
    return ""


@given(playthroughs)
def test_every_legal_action_plays_and_nothing_else_does(game: Playthrough) -> None:
    state = game.last
    legal = state.legal_actions()
    assert set(legal) <= set(ALL_ACTIONS)
    for action in ALL_ACTIONS:
        message = refusal(state, action)
        assert (message == "") is (action in legal)
        assert message != "no reason given"


@given(playthroughs)
def test_the_same_deck_and_actions_lead_to_the_same_states(game: Playthrough) -> None:
    state = Round.deal(game.rules, game.deck, game.first)
    for expected, action in zip(game.states, game.actions, strict=False):
        assert state == expected
        state = state.play(action)
    assert state == game.last


@given(playthroughs)
def test_a_round_ends_before_the_cards_do(game: Playthrough) -> None:
    finished = playthrough(game.rules, game.deck, game.first, [*range(40)])
    assert finished.last.result is not None
    assert len(finished.actions) <= 26
    assert len(game.actions) <= 26


def mirrored(state: Round) -> tuple[object, ...]:
    """Return a round as seen from the other side of the piste."""
    left, right = state.positions
    winner = state.result and state.result.winner
    return (
        (24 - right, 24 - left),
        state.hands[::-1],
        state.turn if state.turn is None else state.turn.other,
        state.legal_actions(),
        state.phase,
        state.result and (winner if winner is None else winner.other, state.result.reason),
    )


@given(playthroughs)
def test_left_and_right_play_by_the_same_rules(game: Playthrough) -> None:
    deck = [*game.deck[5:10], *game.deck[:5], *game.deck[10:]]
    state = Round.deal(game.rules, deck, game.first.other)
    for expected, action in zip(game.states, [*game.actions, None], strict=True):
        assert mirrored(state) == (
            expected.positions,
            expected.hands,
            expected.turn,
            expected.legal_actions(),
            expected.phase,
            expected.result,
        )
        if action is not None:
            state = state.play(action)


# --- secrecy ---


@given(playthroughs, observers)
def test_a_view_never_holds_the_other_hand_before_the_end_nor_any_hand_for_a_spectator(
    game: Playthrough, observer: Seat | None
) -> None:
    for state in game.states:
        view = state.view(observer)
        for seat in Seat:
            revealed = observer is seat or (observer is not None and state.result is not None)
            assert view.hands[seat] == (state.hands[seat] if revealed else None)


@given(playthroughs, observers)
def test_legal_actions_are_in_the_view_of_the_player_to_act_only(
    game: Playthrough, observer: Seat | None
) -> None:
    for state in game.states:
        acts = observer is not None and observer is state.turn
        assert state.view(observer).legal == (state.legal_actions() if acts else ())


def follow(state: Round, action: Action) -> Round | None:
    """Return the round after `action`; None if it is illegal, which only the end of a round can reveal."""
    if action not in state.legal_actions():
        assert action.kind is Kind.TAKE_HIT, "only whether an attack hits may hang on cards nobody has shown"
        return None
    return state.play(action)


@given(playthroughs, observers, st.randoms(use_true_random=False))
def test_what_a_seat_cannot_know_changes_nothing_it_sees_until_the_rules_reveal_it(
    game: Playthrough, observer: Seat | None, source: random.Random
) -> None:
    """Deal the unknown cards differently and play the same: every view must be equal.

    The end of a round reveals something about the other hand, and so does its continuing.
    """
    indices = game.unknown_to(observer)
    deck = list(game.deck)
    for index, other in zip(indices, source.sample(indices, len(indices)), strict=True):
        deck[index] = game.deck[other]
    state: Round | None = Round.deal(game.rules, deck, game.first)
    for expected, action in zip(game.states, [*game.actions, None], strict=True):
        assert state is not None
        if state.result is not None or expected.result is not None:
            return
        view = state.view(observer)
        assert view == expected.view(observer)
        if action is None:
            refusals = [why_illegal(view, action) for action in ALL_ACTIONS]
            assert refusals == [why_illegal(expected.view(observer), action) for action in ALL_ACTIONS]
        else:
            state = follow(state, action)
            if state is None:
                return
