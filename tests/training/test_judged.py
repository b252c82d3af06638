"""The exact gain against a policy that counts and searches, where all deals can be listed."""

from itertools import permutations
from math import factorial, log, prod
from typing import Any

import numpy as np
import pytest
from training.miniatures import FERTI, TINY, by_cards
from training.plain_counting import Counting

torch = pytest.importorskip("torch")

from engine.en_garde import Rules  # noqa: E402
from engine.en_garde.actions import advance_and_attack, attack  # noqa: E402
from engine.en_garde.bots import inputs, reading  # noqa: E402
from engine.en_garde.bots.arrays import search  # noqa: E402
from engine.en_garde.bots.arrays.policy import Odds, sharpened, surprising  # noqa: E402
from engine.en_garde.bots.arrays.rounds import OVER, Bools, Ints, Rounds, Size  # noqa: E402
from engine.en_garde.bots.counting import hand_of  # noqa: E402
from engine.en_garde.bots.judge import MARGIN, NETWORK, Budget  # noqa: E402
from engine.en_garde.bots.policy import RARE, STEP  # noqa: E402
from engine.training.exact import Tree  # noqa: E402
from engine.training.judged import gains  # noqa: E402
from engine.training.opponents import action_of  # noqa: E402

SHORT = Size(values=3, copies=2, hand=2, squares=7)


def sharp(odds: Odds) -> Odds:
    """Return odds that are sharpened like those of the master."""

    def found(rounds: Rounds, rows: Ints, legal: Bools) -> Any:
        with np.errstate(divide="ignore"):
            return sharpened(np.log(odds(rounds, rows, legal)))

    return found


def by_habit(seed: int) -> Odds:
    """Return odds that tell of the hand, of the squares and of the latest play, in no order."""

    def found(rounds: Rounds, rows: Ints, legal: Bools) -> Any:
        turn = rounds.turn[rows]
        seen = np.column_stack(
            (rounds.hands[rows, turn], rounds.advanced[rows], turn, rounds.latest[rows, 1 - turn, 0])
        )
        habits = np.random.default_rng(seed).standard_normal((seen.shape[1], legal.shape[1]))
        weights = legal * np.exp(np.sin(40 * seen @ habits))
        return weights / weights.sum(1, keepdims=True)

    return found


class Thinker:
    """Plays a miniature by the judge's rules, each worked out from a list of all deals."""

    def __init__(self, raw: Odds, budget: Budget, rules: Rules, size: Size) -> None:
        self.raw, self.sharp = raw, sharp(raw)
        self.budget, self.rules, self.size = budget, rules, size
        self.deals = np.array(sorted(set(permutations(size.deck))))
        self.counting = Counting(rules, size.hand, size.squares)

    def odds(self, rounds: Rounds, rows: Ints, legal: Bools) -> Any:
        return np.array(
            [self.played(rounds, row, able) for row, able in zip(rows, legal, strict=True)]
        ).reshape(len(rows), -1)

    def played(self, rounds: Rounds, row: int, legal: Bools) -> Any:
        """Return the odds of the one hand in a row of rounds whose other cards are face down."""
        one = np.array([row])
        odds, pile = self.sharp(rounds, one, legal[None])[0], rounds.pile(one)[0]
        able = np.flatnonzero(legal)
        if len(able) == 1:
            return odds
        sure = self.certain(rounds, row, able)
        known = dict(sure)
        if len(sure) < len(able):
            if pile <= self.budget.counts:
                known = self.counted(rounds, row, able) | sure
            elif self.budget.guesses:
                found = self.searched(rounds, row, able)
                known = {output: min(max(worth, -0.98), 0.98) for output, worth in found.items()} | sure
        best = max(known, key=lambda output: (round(known[output], 9), odds[output]), default=None)
        if best is None or (known[best] < 1 and len(known) < len(able)):
            return odds
        choice = np.zeros(len(odds))
        if known[best] == 1 or not pile:
            choice[best] = 1
        elif pile > self.budget.counts:
            raw = self.raw(rounds, one, legal[None])[0]
            for output in able:
                choice[output] = log(raw[output]) + STEP * known[output]
            return sharpened(np.where(legal, choice, -np.inf)[None], 1, RARE)[0]
        else:
            for output in able:
                choice[output] = odds[output] if known[best] <= known[output] + 2 * MARGIN else 0
            choice[best] += 1 - choice.sum()
        return choice

    def seen_by(self, rounds: Rounds, row: int, doubt: float, latest: bool) -> tuple[Rounds, Any]:
        """Return the deals that a hand takes for possible, played on so far, and how likely each is."""
        seat, history = rounds.turn[row], rounds.actions[row, : rounds.length[row]]
        number = len(self.deals)
        dealt = Rounds([self.rules] * number, self.deals, np.full(number, rounds.first[row]), self.size)
        weights, odds = np.ones(number), surprising(self.sharp, doubt)
        theirs = [index for index, turn in enumerate(self.turns(rounds, row)) if turn != seat]
        for index, output in enumerate(history):
            if latest and index == theirs[-1]:
                dealt, weights = self.dealt_again(dealt, int(seat))
            able = np.flatnonzero(dealt.phase != OVER)
            able = able[dealt.legal(able)[:, output]]
            dealt, weights = dealt.take(able), weights[able]
            everyone = np.arange(len(able))
            if index in theirs:
                weights = weights * odds(dealt, everyone, dealt.legal(everyone))[:, output]
            dealt.play(everyone, np.full(len(able), output))
        same = (dealt.hands[:, seat] == rounds.hands[row, seat]).all(1) & (dealt.phase != OVER)
        return dealt.take(np.flatnonzero(same)), weights[same]

    def turns(self, rounds: Rounds, row: int) -> list[int]:
        """Return whose each play of a round was."""
        hidden = np.zeros((1, len(self.size.deck)), np.int64)
        again = Rounds([self.rules], hidden, rounds.first[[row]], self.size)
        found = []
        for output in rounds.actions[row, : rounds.length[row]]:
            found.append(int(again.turn[0]))
            again.play(np.array([0]), np.array([output]))
        return found

    def dealt_again(self, dealt: Rounds, seat: int) -> tuple[Rounds, Any]:
        """Return each deal of the cards not played just once, and in how many ways it is dealt."""
        single: dict[Any, tuple[int, float]] = {}
        for row in range(len(dealt.turn)):
            hands = dealt.hands[row].tolist()
            pile = tuple(dealt.deck[row, dealt.drawn[row] :].tolist())
            ways = 1 / prod(map(factorial, hands[1 - seat]))
            single[str(hands), pile] = row, ways
        rows, weights = zip(*single.values(), strict=True)
        return dealt.take(np.array(rows)), np.array(weights)

    def certain(self, rounds: Rounds, row: int, able: Ints) -> dict[int, float]:
        found = {}
        for output in able.tolist():
            possible, _ = self.seen_by(rounds, row, 1.0, latest=False)
            seat, everyone = possible.turn[0], np.arange(len(possible.turn))
            possible.play(everyone, np.full(len(everyone), output))
            ends = []
            for place in everyone.tolist():
                if possible.phase[place] == OVER:
                    ends.append(float(possible.results(seat)[place]))
                elif not possible.pile(np.array([place]))[0]:
                    ends.append(-self.expected(possible, place))
                elif possible.legal(np.array([place]))[0, inputs.TAKE_HIT]:
                    ends.append(1.0)
                else:
                    ends.append(np.nan)
            if len(set(ends)) == 1 and ends[0] in (-1, 0, 1):
                found[output] = ends[0]
        return found

    def expected(self, rounds: Rounds, row: int) -> float:
        """Return what who is to act in a deal expects by counting, over all orders of the pile."""
        turn, hands = rounds.turn[row], rounds.hands[row].tolist()
        advanced = rounds.advanced[row].tolist()
        card, number, moved = rounds.attack[row].tolist()
        against = None
        if number:
            against = advance_and_attack(1, card, number) if moved else attack(card, number)
        pile = tuple(sorted(rounds.deck[row, rounds.drawn[row] :].tolist()))
        own, other = hand_of(tuple(hands[turn])), hand_of(tuple(hands[1 - turn]))
        if not pile:
            return self.at_the_end(rounds.take(np.array([row])))
        return self.counting.expected(own, other, pile, advanced[turn], advanced[1 - turn], against)

    def at_the_end(self, rounds: Rounds) -> float:
        """Return the result of who is to act when nothing is left to draw."""
        found = []
        for output in np.flatnonzero(rounds.legal(np.array([0]))[0]):
            after = rounds.take(np.array([0]))
            after.play(np.array([0]), np.array([output]))
            if after.phase[0] == OVER:
                found.append(float(after.results(rounds.turn)[0]))
            else:
                side = 1 if after.turn[0] == rounds.turn[0] else -1
                found.append(side * self.at_the_end(after))
        return max(found)

    def counted(self, rounds: Rounds, row: int, able: Ints) -> dict[int, float]:
        """Return the mean result of each action, against the hands that the latest play tells of."""
        if not rounds.length[row]:
            possible, weights = self.seen_by(rounds, row, 1.0, latest=False)
        else:
            possible, weights = self.seen_by(rounds, row, reading.SURPRISE, latest=True)
        turn, everyone = int(possible.turn[0]), range(len(weights))
        hands, advanced = possible.hands.tolist(), possible.advanced[0].tolist()
        piles = [tuple(sorted(possible.deck[place, possible.drawn[place] :].tolist())) for place in everyone]
        found = {}
        for output in able.tolist():
            action = action_of(output, int(possible.distance(np.array([0]))[0]), possible.attack[0].tolist())
            total = 0.0
            for place in everyone:
                own, other = hand_of(tuple(hands[place][turn])), hand_of(tuple(hands[place][1 - turn]))
                if piles[place]:
                    result = self.counting.result(
                        action, own, other, piles[place], advanced[turn], advanced[1 - turn]
                    )
                else:
                    after = possible.take(np.array([place]))
                    after.play(np.array([0]), np.array([output]))
                    over = after.phase[0] == OVER
                    side = 1 if after.turn[0] == turn else -1
                    result = after.results(turn)[0] if over else side * self.at_the_end(after)
                total += weights[place] * result
            found[output] = total / weights.sum()
        return found

    def searched(self, rounds: Rounds, row: int, able: Ints) -> dict[int, float]:
        """Return the mean result of each action if both play on by the odds until the count."""
        possible, weights = self.seen_by(rounds, row, search.SURPRISE, latest=False)
        seat, found = int(possible.turn[0]), {}
        for output in able.tolist():
            after = possible.take(np.arange(len(weights)))
            after.play(np.arange(len(weights)), np.full(len(weights), output))
            found[output] = self.played_on(after, weights, seat) / weights.sum()
        return found

    def played_on(self, rounds: Rounds, weights: Any, seat: int) -> float:
        over = rounds.phase == OVER
        total = float((weights * rounds.results(seat))[over].sum())
        pile = rounds.pile(np.arange(len(weights)))
        ending = ~over & (pile > 0) & (pile <= search.COUNTED)
        for row in np.flatnonzero(ending).tolist():
            total += weights[row] * self.expected(rounds, row) * (1 if rounds.turn[row] == seat else -1)
        rows = np.flatnonzero(~over & ~ending)
        if len(rows):
            rounds, weights = rounds.take(rows), weights[rows]
            everyone = np.arange(len(rows))
            shares = self.sharp(rounds, everyone, rounds.legal(everyone))
            row, output = np.nonzero(shares)
            after = rounds.take(row)
            after.play(np.arange(len(row)), output)
            total += self.played_on(after, weights[row] * shares[row, output], seat)
        return total


@pytest.mark.parametrize("budget", [Budget(0), Budget(1), Budget(2), Budget(0, 64), Budget(1, 64)])
@pytest.mark.parametrize("raw", [by_cards, by_habit(1), by_habit(2), by_habit(3)])
def test_a_judge_is_exploited_as_one_that_lists_all_deals(budget: Budget, raw: Odds) -> None:
    tree, odds = Tree(FERTI, TINY), Thinker(raw, budget, FERTI, TINY).odds
    found = gains(tree, raw, [budget])[0]
    assert found.best == pytest.approx(tree.gain(odds), abs=1e-6)
    assert found.network == pytest.approx(tree.gain(odds, sharp(raw)), abs=1e-6)


@pytest.mark.parametrize("size", [TINY, SHORT])
def test_without_a_budget_the_gain_is_that_from_the_sharpened_odds(size: Size) -> None:
    tree = Tree(FERTI, size)
    network, counting = gains(tree, by_cards, [NETWORK, Budget(3)])
    assert network.best == pytest.approx(tree.gain(sharp(by_cards)), abs=1e-6)
    assert network.network == pytest.approx(0, abs=1e-9)
    assert counting.best < network.best
    assert counting.network < 0
