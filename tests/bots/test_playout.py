"""The reference that tries every action out: what it guesses, what it knows, and that it finds what wins."""

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
def test_a_guess_is_a_round_that_the_view_could_be_of(rules: Rules) -> None:
    source = Random(1)
    for state in states_of(rules, 4):
        view = seen(state)
        guessed = guess(view, knowledge(view), source)
        assert state.turn is not None
        assert guessed.hands[state.turn] == state.hands[state.turn]
        assert len(guessed.hands[state.turn.other]) == len(state.hands[state.turn.other])
        assert list(guessed.hands[state.turn.other]) == sorted(guessed.hands[state.turn.other])
        # Only what is not seen is dealt, and all of that: the 25 cards stay the 25 cards.
        cards = (*guessed.hands[0], *guessed.hands[1], *guessed.draw_pile, *state.discard)
        assert tuple(sorted(cards)) == FULL_DECK
        assert guessed == state._replace(
            deck=(), actions=(), hands=guessed.hands, draw_pile=guessed.draw_pile
        )


def test_guesses_differ_and_deal_every_card_to_the_other_hand_as_often_as_it_is_unseen() -> None:
    state = stage("ferti-advanced", NEAR, left="12333")
    view, source = seen(state), Random(1)
    dealt: Counter[int] = Counter()
    for _ in range(2000):
        dealt.update(guess(view, knowledge(view), source).hands[Seat.RIGHT])
    # Of 16 unseen cards five are dealt: each 5/16 times.
    unseen = {1: 4, 2: 4, 3: 2, 4: 4, 5: 2}
    assert dealt == {card: pytest.approx(2000 * 5 / 16 * number, rel=0.1) for card, number in unseen.items()}


def all_but_no_card(known: Knowledge) -> Knowledge:
    """Without the place of "no card", where the two put different numbers that nobody looks at."""
    return known._replace(unseen=known.unseen[1:])


@pytest.mark.parametrize("rules", ALL_RULES)
def test_what_it_knows_in_its_guesses_is_what_the_views_would_tell(rules: Rules) -> None:
    for state in states_of(rules, 6):
        discard = Counter(state.discard)
        known = playout._knowledge(state, [discard[card] for card in range(6)])
        assert all_but_no_card(known) == all_but_no_card(knowledge(seen(state)))


def test_it_goes_on_in_its_guesses_as_both_fencers_would_who_saw_only_their_own_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it counts as played in the middle of a guess is what really was."""
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


def test_it_takes_a_hit_that_nobody_can_parry() -> None:
    # Two 3s are unseen.
    assert answer(stage("ferti-advanced", NEAR, left="12333")) == "A333"


def test_it_takes_a_step_that_wins_the_comparison_with_the_last_card() -> None:
    # Left has seen all 1s and 2s, and keeps two of them at 2 and at 1. Further off right is better off.
    state = stage("ferti-standard", ONE_LEFT_AT_3, left="11223", right="33345", pile="3")
    assert [str(action) for action in state.legal] == ["+1", "+2", "-1", "-2", "-3", "A3"]
    assert answer(state) in ("+1", "+2")


def test_it_asks_no_chance_where_there_is_no_choice() -> None:
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
