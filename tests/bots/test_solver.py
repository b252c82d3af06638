"""The last cards, counted: as the engine plays them, and what the master makes of it."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import permutations
from math import comb, prod
from random import Random
from statistics import fmean

import pytest
from bots.positions import seen, states_of
from staging import ALL_RULES, ONE_LEFT_AT_3, ONE_LEFT_AT_6, THREE_LEFT_AT_6, play, stage

from engine.en_garde import PRESETS, Action, Round, RoundView, Rules, Seat, parse_action
from engine.en_garde.actions import TAKE_HIT
from engine.en_garde.bots import policy, reading
from engine.en_garde.bots.counting import hand_of, knowledge, possible_hands, splits
from engine.en_garde.bots.inputs import OUTPUTS, output_of
from engine.en_garde.bots.judge import MARGIN, MASTER, NETWORK, Budget, Judge
from engine.en_garde.bots.master import Master
from engine.en_garde.bots.policy import CERTAIN, network_odds
from engine.en_garde.bots.reading import likely_hands
from engine.en_garde.bots.solver import ALL_TRIED, likeliest_hands, results
from engine.en_garde.legal import Hand
from engine.en_garde.rules import parse_rules


def deals(view: RoundView) -> dict[Hand, float]:
    """Return the hands that the opponent may hold and in how many ways each is dealt."""
    known = knowledge(view)
    return {hand_of(hand): ways for hand, ways in possible_hands(known.unseen, known.other_hand)}


# --- played by the engine ---


def orders(cards: Hand) -> Counter[Hand]:
    """Return the orders of the cards, and how often each comes if equal cards are told apart."""
    return Counter(permutations(cards))


class Engine:
    """Plays rounds out on every deal; both always play what is best by the means that they are given."""

    def __init__(self, means: Callable[[Round], Mapping[Action, float]] | None = None) -> None:
        """Decide by other means than those that the engine comes to itself."""
        self._decides_by = means or self.means
        self._decisions: dict[tuple[object, ...], Action] = {}

    def means(self, state: Round) -> dict[Action, float]:
        """Return the mean result of each action over all deals."""
        seat = state.turn
        assert seat is not None
        own, other = state.hands[seat], state.hands[seat.other]
        totals = dict.fromkeys(state.legal, 0.0)
        number = 0
        for hand, pile, ways in splits(unseen(state), len(other)):
            hands = (hand, own) if seat else (own, hand)
            for order, times in orders(pile).items():
                number += ways * times
                dealt = state._replace(hands=hands, draw_pile=order)
                for action in state.legal:
                    totals[action] += ways * times * self.result(dealt.play(action), seat)
        return {action: total / number for action, total in totals.items()}

    def result(self, state: Round, seat: Seat) -> float:
        """Return the result for `seat`; both know all cards once none is left to draw."""
        if state.result is not None:
            winner = state.result.winner
            return 0 if winner is None else 1 if winner is seat else -1
        assert state.turn is not None
        if state.draw_pile and state.legal != (TAKE_HIT,):
            sees = state.turn, state.positions, state.attack, state.hands[state.turn], unseen(state)
            if sees not in self._decisions:
                means = self._decides_by(state)
                self._decisions[sees] = max(means, key=lambda action: round(means[action], 9))
            return self.result(state.play(self._decisions[sees]), seat)
        found = [self.result(state.play(action), seat) for action in state.legal]
        return max(found) if state.turn is seat else min(found)


def with_left(rules: Rules, left: int, number: int) -> list[Round]:
    """Return positions with a choice and so many cards left to draw."""
    chosen = [state for state in states_of(rules, 60) if len(state.draw_pile) == left]
    return [state for state in chosen if len(state.legal) > 2][:number]


def unseen(state: Round) -> Hand:
    """Return the cards that whoever is to act does not see, ascending."""
    assert state.turn is not None
    return tuple(sorted((*state.hands[state.turn.other], *state.draw_pile)))


@pytest.mark.by_day(10)
@pytest.mark.parametrize("rules", ALL_RULES)
def test_counting_agrees_with_the_engine_played_out_on_every_deal(rules: Rules) -> None:
    ends = [state for state in states_of(rules, 20) if 1 <= len(state.draw_pile) <= 2]
    chosen = [state for state in ends if len(state.legal) > 1][:8]
    assert {len(state.draw_pile) for state in chosen} == {1, 2}
    for state in chosen:
        view = seen(state)
        assert results(view, deals(view)) == pytest.approx(Engine().means(state))


@pytest.mark.slow
def test_counting_from_the_third_last_card_agrees_with_the_engine() -> None:
    state = stage("ferti-advanced", THREE_LEFT_AT_6, left="22344")
    assert len(state.draw_pile) == 3
    assert results(seen(state), deals(seen(state))) == pytest.approx(Engine().means(state))


@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL_RULES[::5])
def test_four_cards_counted_whole_agree_with_the_engine(rules: Rules) -> None:
    """With each later decision taken by a count of up to three cards, which the tests above compare."""

    def means(state: Round) -> Mapping[Action, float]:
        return results(seen(state), deals(seen(state)))

    for state in with_left(rules, ALL_TRIED + 1, 2):
        counted = results(seen(state), deals(seen(state)), leaves_out=False)
        assert counted == pytest.approx(Engine(means).means(state))


def test_only_hands_that_are_likely_count() -> None:
    view, attack = seen(stage("ferti-advanced", ONE_LEFT_AT_3, left="12233")), parse_action("A3")
    hands = dict.fromkeys(deals(view), 0.0)
    # Left keeps one 3: right parries with the first of three, and hits with one of the others.
    assert results(view, hands | {(1, 3, 3, 3, 4): 1.0})[attack] == -1
    assert results(view, hands | {(1, 3, 3, 4, 5): 1.0})[attack] > -1


# --- what is rare is left out ---


def test_the_likeliest_hands_are_kept_until_they_have_the_share_asked_for() -> None:
    hands = {(1, 1): 1.0, (1, 2): 5.0, (2, 2): 2.0, (1, 3): 2.0}
    assert list(likeliest_hands(hands, 0.5)) == [(1, 2)]
    assert likeliest_hands(hands, 0.6) == {(1, 2): 5.0, (1, 3): 2.0}
    assert likeliest_hands(hands, 0.85) == {(1, 2): 5.0, (1, 3): 2.0, (2, 2): 2.0}
    assert likeliest_hands(hands, 1) == hands


@pytest.mark.by_day(5)
@pytest.mark.parametrize("rules", ALL_RULES[::2])
def test_up_to_three_cards_are_counted_with_nothing_left_out(rules: Rules) -> None:
    for left in range(1, ALL_TRIED + 1):
        for view in map(seen, with_left(rules, left, 2)):
            assert results(view, deals(view)) == results(view, deals(view), leaves_out=False)


@pytest.mark.slow
def test_what_is_left_out_with_four_cards_changes_results_little() -> None:
    changes, losses = [], []
    for view in map(seen, with_left(PRESETS["ferti-advanced"], ALL_TRIED + 1, 20)):
        hands = likely_hands(view, network_odds)
        found, true = results(view, hands), results(view, hands, leaves_out=False)
        assert found.keys() == true.keys() == set(view.legal)
        changes += [abs(found[action] - true[action]) for action in view.legal]
        losses.append(max(true.values()) - true[max(found, key=found.__getitem__)])
    assert len(losses) == 20
    assert 0 < fmean(changes) < 0.05
    assert fmean(losses) < 0.02


def test_what_a_count_leaves_out_makes_nothing_certain() -> None:
    """Here it tries none of the hands and deals in which the best action loses, and yet they may be."""
    rules = parse_rules("house parry indirect open_discard")
    state = Round.deal(rules, tuple(map(int, "1411255433424331552352214")), Seat.RIGHT)
    state = play(state, "+4 +2 +3 -1 +5 +1 +4 +3A1 R4 -4")
    view, best = seen(state), parse_action("+3")
    hands = likely_hands(view, network_odds)
    assert len(state.draw_pile) == ALL_TRIED + 1
    assert results(view, hands)[best] == 1
    assert results(view, hands, leaves_out=False)[best] < 0.9
    assert Judge(view).known[best] == CERTAIN
    hint = Judge(view).hint
    assert hint.odds == {best: 1}
    assert hint.chance == CERTAIN
    assert not hint.is_counted


@pytest.mark.by_day(1)
@pytest.mark.parametrize("rules", PRESETS.values())
def test_with_four_cards_left_only_what_every_hand_leads_to_is_certain(rules: Rules) -> None:
    doubted = 0
    for view in map(seen, with_left(rules, ALL_TRIED + 1, 12)):
        known, certain = Judge(view).known, Judge(view, Budget(0)).known
        assert known.keys() == set(view.legal)
        assert {action: known[action] for action in certain} == certain
        others = known.keys() - certain.keys()
        assert all(1 - CERTAIN <= known[action] <= CERTAIN for action in others)
        doubted += any(known[action] in {CERTAIN, 1 - CERTAIN} for action in others)
    assert doubted


# --- what the latest play tells ---


def ways_to_take(action: Action, hand: Hand) -> int:
    """Return in how many ways the cards of an action are taken from a hand."""
    return prod(comb(hand.count(card), action.cards.count(card)) for card in set(action.cards))


def endings(rules: Rules) -> list[tuple[Round, list[Round]]]:
    """Return positions with a few cards left to draw, each with the states before it."""
    states = states_of(rules, 30)
    return [
        (state, list(states[:number]))
        for number, state in enumerate(states)
        if 1 <= len(state.draw_pile) <= MASTER.counts
    ]


@pytest.mark.parametrize("rules", ALL_RULES[::3])
def test_an_opponent_who_takes_cards_without_looking_tells_nothing(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "SURPRISE", 0.0)
    for state, _ in endings(rules):
        view = seen(state)
        action = next(play.action for play in reversed(view.plays) if play.seat is not view.seat)

        def legal_actions(
            rules: Rules, hand: Hand, *place: object, action: Action = action
        ) -> tuple[Action, ...]:
            return (action, TAKE_HIT) if ways_to_take(action, hand) else ()

        def odds(saw: RoundView, action: Action = action) -> dict[Action, float]:
            return {action: ways_to_take(action, saw.hand)}

        monkeypatch.setattr(reading, "legal_actions", legal_actions)
        found, dealt = likely_hands(view, odds), deals(view)
        unit = sum(found.values()) / sum(dealt.values())
        assert {hand: weight / unit for hand, weight in found.items()} == pytest.approx(dealt)


@pytest.mark.parametrize("rules", ALL_RULES[::3])
def test_the_opponent_is_asked_what_it_would_have_played_from_what_it_saw(rules: Rules) -> None:
    asked: list[RoundView] = []

    def odds(view: RoundView) -> Mapping[Action, float]:
        asked.append(view)
        return {}

    compared = 0
    for state, before in endings(rules):
        asked.clear()
        likely_hands(seen(state), odds)
        assert state.turn is not None
        other = state.turn.other
        saw = next(earlier for earlier in reversed(before) if earlier.turn is other)
        if len(saw.legal) > 1:
            assert seen(saw) in asked
            compared += 1
        assert all(view.seat is view.turn is other and view.hands[state.turn] is None for view in asked)
        assert len({view.hand for view in asked}) == len(asked)
    assert compared > 5


def test_what_the_opponent_would_have_kept_is_rarer_in_its_hand() -> None:
    view = seen(stage("ferti-advanced", ONE_LEFT_AT_6, left="12355"))
    last = view.plays[-1].action

    def odds(saw: RoundView) -> Mapping[Action, float]:
        return {last: 0.0 if 5 in saw.hand else 1.0}

    def share_with_5(hands: Mapping[Hand, float]) -> float:
        return sum(weight for hand, weight in hands.items() if 5 in hand) / sum(hands.values())

    # Of six unseen cards one is a 5 and one is in the pile. Had right held the 5, it had played otherwise; so
    # the 5 is one of the two cards that were left in the pile then, and right has drawn one of them.
    assert share_with_5(deals(view)) == pytest.approx(5 / 6)
    assert share_with_5(likely_hands(view, odds)) == pytest.approx(1 / 2, abs=0.05)


# --- the master's play ---


def with_favourite(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    """Let the network be sure of one action."""
    outputs = [0.0] * (OUTPUTS + 1)
    outputs[output_of(parse_action(word))] = 100.0

    class Fixed:
        def outputs(self, on: list[int]) -> list[float]:
            return outputs

    monkeypatch.setattr(policy, "network", Fixed)


def test_the_master_plays_what_wins_for_certain_whatever_its_network_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_favourite(monkeypatch, "-1")
    view = seen(stage("ferti-advanced", ONE_LEFT_AT_3, left="12333"))
    chances = Judge(view).known
    assert chances[parse_action("A333")] == pytest.approx(1)
    assert chances[Master().choose(view, (0, 0), Random(1))] == pytest.approx(1)
    # Without counting it does as the network says.
    assert Master(NETWORK).choose(view, (0, 0), Random(1)) == parse_action("-1")


@pytest.mark.slow
def test_the_network_chooses_where_counting_finds_nothing_much_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = seen(stage("ferti-advanced", THREE_LEFT_AT_6, left="12344"))
    better, worse = 0, 0
    for action in view.legal:
        with_favourite(monkeypatch, str(action))
        chances = Judge(view).known
        played = Master().choose(view, (0, 0), Random(1))
        gain = max(chances.values()) - chances[action]
        assert (played == action) == (gain <= MARGIN)
        better, worse = better + (played != action), worse + (played == action)
    assert better
    assert worse


def test_without_cards_to_draw_the_chances_are_exact() -> None:
    for state in (state for rules in ALL_RULES for state in states_of(rules, 20)):
        if not state.draw_pile and len(state.legal) > 1:
            seat = state.turn
            assert seat is not None
            assert Judge(seen(state)).known == {
                action: pytest.approx((1 + Engine().result(state.play(action), seat)) / 2)
                for action in state.legal
            }
