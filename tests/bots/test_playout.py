"""The reference that plays out every action: its guesses, its knowledge, and whether it finds what wins."""

from collections import Counter
from random import Random

import pytest
from bots.positions import seen, states_of
from staging import ALL_RULES, FULL_DECK, NEAR, ONE_LEFT_AT_3, stage

from engine.en_garde import PRESETS, Action, Round, Rules, Seat
from engine.en_garde.bots import playout, threshold
from engine.en_garde.bots.counting import Knowledge, knowledge
from engine.en_garde.bots.playout import Playout, guess


@pytest.mark.parametrize("rules", ALL_RULES)
def test_a_guess_fits_the_view(rules: Rules) -> None:
    source = Random(1)
    for state in states_of(rules, 4):
        view = seen(state)
        guessed = guess(view, knowledge(view), source)
        assert state.turn is not None
        assert guessed.hands[state.turn] == state.hands[state.turn]
        assert len(guessed.hands[state.turn.other]) == len(state.hands[state.turn.other])
        assert list(guessed.hands[state.turn.other]) == sorted(guessed.hands[state.turn.other])
        # All unseen cards are dealt, and no others.
        cards = (*guessed.hands[0], *guessed.hands[1], *guessed.draw_pile, *state.discard)
        assert tuple(sorted(cards)) == FULL_DECK
        assert guessed == state._replace(
            deck=(), actions=(), hands=guessed.hands, draw_pile=guessed.draw_pile
        )


def test_guesses_deal_every_unseen_card_to_the_other_hand_equally_often() -> None:
    state = stage("ferti-advanced", NEAR, left="12333")
    view, source = seen(state), Random(1)
    dealt: Counter[int] = Counter()
    for _ in range(2000):
        dealt.update(guess(view, knowledge(view), source).hands[Seat.RIGHT])
    # Of 16 unseen cards five are dealt: each 5/16 times.
    unseen = {1: 4, 2: 4, 3: 2, 4: 4, 5: 2}
    assert dealt == {card: pytest.approx(2000 * 5 / 16 * number, rel=0.1) for card, number in unseen.items()}


def all_but_no_card(known: Knowledge) -> Knowledge:
    """Return `known` without the unused counts at index 0, in which the two differ."""
    return known._replace(unseen=known.unseen[1:])


@pytest.mark.parametrize("rules", ALL_RULES)
def test_its_knowledge_in_a_guess_agrees_with_the_view(rules: Rules) -> None:
    for state in states_of(rules, 6):
        discard = Counter(state.discard)
        known = playout._knowledge(state, [discard[card] for card in range(6)])
        assert all_but_no_card(known) == all_but_no_card(knowledge(seen(state)))


def test_in_a_guess_both_fencers_know_only_their_own_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It counts correctly what was played, even in the middle of a guess."""
    asked: list[Knowledge] = []

    def decide(known: Knowledge) -> Action:
        asked.append(known)
        return threshold.decide(known)

    monkeypatch.setattr(playout, "decide", decide)
    for start in states_of(PRESETS["ferti-advanced"], 8)[::3]:
        known = knowledge(seen(start))
        played = [5 * bool(card) - known.own[card] - known.unseen[card] for card in range(6)]
        for action in start.legal:
            asked.clear()
            value = playout._result(start, action, tuple(played))
            state, expected = start.play(action), list[Knowledge]()
            while state.turn is not None:
                here = knowledge(seen(state))
                if len(here.legal) > 1:
                    expected.append(all_but_no_card(here))
                state = state.play(threshold.decide(here))
            assert [all_but_no_card(known) for known in asked if len(known.legal) > 1] == expected
            assert state.result is not None
            assert start.turn is not None
            assert value == {start.turn: 1.0, start.turn.other: 0.0, None: 0.5}[state.result.winner]


def answer(state: Round, seed: int = 1) -> str:
    return str(Playout().choose(seen(state), (0, 0), Random(seed)))


def test_it_plays_an_attack_that_cannot_be_parried() -> None:
    # Two 3s are unseen.
    assert answer(stage("ferti-advanced", NEAR, left="12333")) == "A333"


def test_it_plays_a_step_that_wins_the_comparison_with_the_last_card() -> None:
    # Left has seen all 1s and 2s, and keeps two of them at 2 and at 1. Further away right does better.
    state = stage("ferti-standard", ONE_LEFT_AT_3, left="11223", right="33345", pile="3")
    assert [str(action) for action in state.legal] == ["+1", "+2", "-1", "-2", "-3", "A3"]
    assert answer(state) in ("+1", "+2")


def test_it_needs_no_guesses_for_an_only_action() -> None:
    state = stage("ferti-standard", f"{NEAR} A33", right="11223")
    source = Random(1)
    before = source.getstate()
    assert str(Playout().choose(seen(state), (0, 0), source)) == "H"
    assert source.getstate() == before


def test_it_makes_a_hundred_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    guesses: list[Round] = []

    def counted(*given: object) -> Round:
        guesses.append(guess(*given))  # type: ignore[arg-type]
        return guesses[-1]

    monkeypatch.setattr(playout, "guess", counted)
    answer(stage("ferti-standard", f"{NEAR} -1", right="11223"))
    assert len(guesses) == 100
