"""What a best response to a policy gains, computed exactly in games small enough for it.

The public tree is played with face-down cards. At each of its nodes, matrices hold a number for each hand of
the attacker (seat 0, rows) and of the policy that is attacked (columns). A current hand is all that an
attacker needs to remember: whatever it held before, the same cards are left for the other.
"""

from itertools import combinations_with_replacement
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.en_garde.bots import inputs
from engine.en_garde.bots.arrays.policy import Odds
from engine.en_garde.bots.arrays.rounds import OVER, TURN, Bools, Ints, Rounds, Size
from engine.en_garde.rules import Rules

Reals = NDArray[np.float64]

MINIATURES: Final = {
    "long": Size(values=3, copies=4, hand=2, squares=9),
    "wide": Size(values=4, copies=3, hand=3, squares=11),
}
"""Games that are small enough."""

AT_ONCE: Final = 8192
"""Hands for which the policy is asked at the same time."""


class Level(NamedTuple):
    """The nodes of the public tree after the same number of actions, and their children."""

    reach: Reals
    """How often chance and the policy lead there with each pair of hands, the attacker's first."""
    mine: Bools
    """Where the attacker is to act."""
    stuck: Bools
    """With which hands the player to act has no legal action."""
    parent: Ints
    """The node of each child."""
    share: Reals
    """With what probability each hand plays the action that leads there; 1 for the attacker's."""
    cards: Ints
    """The cards that are played, as counts."""
    drawn: Ints
    """How many cards are drawn."""
    left: Ints
    """The cards not played after it, as counts."""
    result: Reals
    """The attacker's result with each pair of hands, its own first, where the round is over; else 0."""
    following: Ints
    """The node of the next level that each child is; -1 where the round is over."""


class Tree:
    """The rules of a game, and the hands that it can deal."""

    def __init__(self, rules: Rules, size: Size) -> None:
        """Raise ValueError for rules that let a hand decide whether a last chance is offered."""
        if rules.last_chance:
            raise ValueError("the last chance depends on cards that are face down")
        self.rules, self.size = rules, size
        self.hands: Ints = np.array(
            [
                [0, *(chosen.count(card) for card in range(1, 6))]
                for chosen in combinations_with_replacement(range(size.values + 1), size.hand)
            ]
        )
        index = {tuple(hand): number for number, hand in enumerate(self.hands.tolist())}
        self.index = index
        self.kept: dict[tuple[int, ...], tuple[Ints, Ints]] = {}
        one = np.eye(6, dtype=np.int64)
        self.more = np.array([[index.get(tuple(hand + one[v]), -1) for v in range(6)] for hand in self.hands])
        """The index of each hand with one more card of each value; -1 if there is none."""

    def gain(self, odds: Odds, attacker: Odds | None = None) -> float:
        """Return the mean result of a round for an attacker against these odds; by default, the best."""
        deck = np.zeros((2, len(self.size.deck)), np.int64)
        rounds = Rounds([self.rules] * 2, deck, np.arange(2), self.size)
        ways = np.array([[self._ways(mine, theirs) for theirs in self.hands] for mine in self.hands])
        reach = np.tile(ways / ways.sum(), (2, 1, 1))
        levels: list[Level] = []
        while len(reach):
            level, rounds, reach = self._grow(rounds, reach, odds, attacker)
            levels.append(level)
        values = reach
        for level in reversed(levels):
            values = self._value(level, values, best=attacker is None)
        return float((levels[0].reach * values).sum() / 2)

    def _ways(self, mine: Ints, theirs: Ints) -> float:
        if not mine.sum() == theirs.sum() == self.size.hand:
            return 0.0
        ways = 1
        for held, other in zip(mine.tolist(), theirs.tolist(), strict=True):
            ways *= comb(self.size.copies, held) * comb(max(self.size.copies - held, 0), other)
        return float(ways)

    def _grow(
        self, rounds: Rounds, reach: Reals, odds: Odds, attacker: Odds | None
    ) -> tuple[Level, Rounds, Reals]:
        """Play every action at every node; return the level, and the nodes of the next with their reach."""
        mine = rounds.turn == 0
        possible = np.asarray(_turned(reach, mine).any(2))
        shares = self._shares(rounds, possible, mine, odds, attacker)
        stuck = ~shares.any(2) & (rounds.phase == TURN)[:, None]
        parent, output = np.nonzero(shares.any(1))
        children = rounds.take(parent)
        children.play(np.arange(len(parent)), output)
        over = children.phase == OVER
        left = np.zeros((len(parent), 6), np.int64)
        left[:, 1 : self.size.values + 1] = self.size.copies - children.played[:, 1 : self.size.values + 1]
        level = Level(
            reach,
            mine,
            stuck,
            parent,
            shares[parent, :, output],
            children.played - rounds.played[parent],
            children.drawn - rounds.drawn[parent],
            left,
            self._results(children, over),
            np.where(over, -1, np.cumsum(~over) - 1),
        )
        live = np.flatnonzero(~over)
        node = parent[live]
        share = np.where(mine[node][:, None], level.share[live] > 0, level.share[live])
        played = _turned(reach[node], mine[node]) * share[:, :, None]
        after = _turned(self._draw(level, live, self._lose(level, live, played)), mine[node])
        return level, children.take(live), after

    def _shares(
        self, rounds: Rounds, possible: Bools, mine: Bools, odds: Odds, attacker: Odds | None
    ) -> Reals:
        """Return with what odds each hand plays each action at each node; all 1 for the best attacker."""
        shares = np.zeros((*possible.shape, inputs.OUTPUTS))
        nodes, hands = np.nonzero(possible)
        for start in range(0, len(nodes), AT_ONCE):
            node, hand = nodes[start : start + AT_ONCE], hands[start : start + AT_ONCE]
            guessed, everyone = rounds.take(node), np.arange(len(node))
            guessed.hands[everyone, guessed.turn] = self.hands[hand]
            legal = guessed.legal(everyone)
            shares[node, hand] = legal
            for who, own in ((odds, ~mine[node]), (attacker, mine[node])):
                asked = np.flatnonzero(own & legal.any(1))
                if who is not None and len(asked):
                    shares[node[asked], hand[asked]] = who(guessed, asked, legal[asked])
        return shares

    def _results(self, rounds: Rounds, over: Bools) -> Reals:
        """Return the attacker's result with each pair of hands where the round is over; else 0."""
        results = np.zeros((len(over), len(self.hands), len(self.hands)))
        results[over & (rounds.winner == 0)] = 1
        results[over & (rounds.winner == 1)] = -1
        shown = np.flatnonzero(over & (rounds.winner < 0))
        distance = rounds.distance(shown)
        held = np.where((distance <= 5)[:, None], self.hands[:, np.minimum(distance, 5)].T, 0)
        cards = (held[:, :, None] - held[:, None, :]) * self.rules.cards_decide
        squares = (rounds.advanced[shown, 0] - rounds.advanced[shown, 1])[:, None, None]
        results[shown] = np.sign(np.where(cards != 0, cards, squares))
        return results

    def _value(self, level: Level, following: Reals, *, best: bool) -> Reals:
        """Return the attacker's result at each node of a level, given that at each of the next."""
        live = np.flatnonzero(level.following >= 0)
        after = level.result
        after[live] = following[level.following[live]]
        mine = level.mine[level.parent]
        everyone = np.arange(len(mine))
        values = self._lost(level, everyone, self._drawn(level, everyone, _turned(after, mine)))
        mean = np.flatnonzero(~mine | (not best))
        worth = np.zeros((len(level.mine), len(self.hands), len(self.hands)))
        np.add.at(worth, level.parent[mean], values[mean] * level.share[mean][:, :, None])
        if best:
            reach = _turned(level.reach[level.parent], mine)
            gains = np.where(level.share > 0, (reach * values).sum(2), -np.inf)
            highest = np.full(level.stuck.shape, -np.inf)
            for child in np.flatnonzero(mine):
                node = level.parent[child]
                better = gains[child] > highest[node]
                highest[node, better] = gains[child, better]
                worth[node, better] = values[child, better]
        worth[level.stuck] = np.where(level.mine, -1, 1)[np.nonzero(level.stuck)[0]][:, None]
        return _turned(worth, level.mine)

    def _lose(self, level: Level, rows: Ints, reach: Reals) -> Reals:
        """Return how often each hand is left after the cards are played."""
        left = np.zeros_like(reach)
        for row, cards in enumerate(level.cards[rows]):
            before, after = self._without(cards)
            left[row, after] = reach[row, before]
        return left

    def _lost(self, level: Level, rows: Ints, values: Reals) -> Reals:
        """Return the value of each hand before the cards are played."""
        whole = np.zeros_like(values)
        for row, cards in enumerate(level.cards[rows]):
            before, after = self._without(cards)
            whole[row, before] = values[row, after]
        return whole

    def _without(self, cards: Ints) -> tuple[Ints, Ints]:
        """Return the hands that hold these cards, and what is left of each without them."""
        key = tuple(cards.tolist())
        if key not in self.kept:
            before = np.flatnonzero((self.hands >= cards).all(1))
            after = [self.index[tuple(hand)] for hand in (self.hands[before] - cards).tolist()]
            self.kept[key] = before, np.array(after, np.int64)
        return self.kept[key]

    def _draw(self, level: Level, rows: Ints, reach: Reals) -> Reals:
        """Return how often the player to act has each hand after drawing."""
        for card in range(level.drawn[rows].max(initial=0)):
            more = np.flatnonzero(level.drawn[rows] > card)
            before, after = reach[more], np.zeros_like(reach[more])
            for value, held, grown in self._grown():
                after[:, grown] += before[:, held] * self._chance(level, rows[more], value)[:, held]
            reach[more] = after
        return reach

    def _drawn(self, level: Level, rows: Ints, values: Reals) -> Reals:
        """Return the value of each hand before drawing."""
        for card in range(level.drawn[rows].max(initial=0)):
            more = np.flatnonzero(level.drawn[rows] > card)
            after, before = values[more], np.zeros_like(values[more])
            for value, held, grown in self._grown():
                before[:, held] += after[:, grown] * self._chance(level, rows[more], value)[:, held]
            values[more] = before
        return values

    def _grown(self) -> list[tuple[int, Ints, Ints]]:
        """Return, for each value, the hands that can take one more card, and what they are with it."""
        found = []
        for value in range(1, self.size.values + 1):
            held = np.flatnonzero(self.more[:, value] >= 0)
            found.append((value, held, self.more[held, value]))
        return found

    def _chance(self, level: Level, rows: Ints, value: int) -> Reals:
        """Return the chance to draw a card of this value next, given the player's hand and the other."""
        held = self.hands[:, None, :] + self.hands[None, :, :]
        left = np.maximum(level.left[rows, value][:, None, None] - held[None, :, :, value], 0)
        pile = level.left[rows].sum(1)[:, None, None] - held.sum(2)[None]
        return left / np.maximum(pile, 1)


def _turned(matrices: Reals, mine: Bools) -> Reals:
    """Return matrices with the player to act first instead of the attacker, or back again."""
    return np.where(mine[:, None, None], matrices, matrices.transpose(0, 2, 1))
