"""What a best response to a policy gains, computed exactly in games small enough for it.

The public tree is played with face-down cards. A current hand is all that an attacker needs to remember:
whatever it held before, the same cards are left for the other.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb
from typing import Final

import numpy as np

from engine.en_garde.bots import inputs
from engine.en_garde.bots.arrays.policy import Odds
from engine.en_garde.bots.arrays.rounds import OVER, TURN, Bools, Ints, Rounds, Size
from engine.en_garde.rules import Rules
from engine.training.levels import Level, Reals, averaged, first_best, turned

MINIATURES: Final = {
    "long": Size(values=3, copies=4, hand=2, squares=9),
    "wide": Size(values=4, copies=3, hand=3, squares=11),
}
"""Games that are small enough."""

_WAYS: Final = np.array([[comb(cards, chosen) for chosen in range(6)] for cards in range(6)], float)
"""Ways to choose n of m cards."""

AT_ONCE: Final = 8192
"""Hands for which the policy is asked at the same time."""


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
        one = np.eye(6, dtype=np.int64)
        self.more = np.array([[index.get(tuple(hand + one[v]), -1) for v in range(6)] for hand in self.hands])
        """The index of each hand with one more card of each value; -1 if there is none."""
        left = np.zeros((2, 6), np.int64)
        left[:, 1 : size.values + 1] = size.copies
        ways, full = self.ways(left), self.hands.sum(1) == size.hand
        ways *= np.outer(full, full)
        self.deals = ways / ways.sum((1, 2), keepdims=True)
        """How often each pair of hands is dealt, for either starter."""

    def gain(self, odds: Odds, attacker: Odds | None = None) -> float:
        """Return the mean result of a round for an attacker against these odds; by default, the best."""
        return self.result(self.grown(odds, attacker), best=attacker is None)

    def grown(self, odds: Odds, attacker: Odds | None = None) -> list[Level]:
        """Return the levels of the tree, without actions that are never played by these odds.

        Without an attacker it plays all that it can, and its hand tells nothing.
        """
        deck = np.zeros((2, len(self.size.deck)), np.int64)
        rounds = Rounds([self.rules] * 2, deck, np.arange(2), self.size)
        reach, levels = self.deals, []
        while len(reach):
            level, rounds, reach = self._grow(rounds, reach, odds, attacker)
            levels.append(level)
        return levels

    def result(self, levels: list[Level], *, best: bool) -> float:
        """Return the attacker's mean result of a round, if it answers as the levels say or as is best."""
        values = self.deals[:0]
        for level in reversed(levels):
            values = self.chosen(level, self.worths(level, values), level.mine & best)
        return float((levels[0].reach * values).sum() / 2)

    def ways(self, left: Ints) -> Reals:
        """Return in how many ways each pair of hands can be dealt of the cards that are left, as counts."""
        first = _WAYS[left[:, None], self.hands].prod(2)
        rest = np.maximum(left[:, None] - self.hands, 0)
        second = np.ones((len(left), len(self.hands), len(self.hands)))
        for value in range(1, self.size.values + 1):
            second *= _WAYS[rest[:, :, None, value], self.hands[None, None, :, value]]
        return np.asarray(first[:, :, None] * second)

    def _grow(
        self, rounds: Rounds, reach: Reals, odds: Odds, attacker: Odds | None
    ) -> tuple[Level, Rounds, Reals]:
        """Play every action at every node; return the level, and the nodes of the next with their reach."""
        mine = rounds.turn == 0
        possible = np.asarray(turned(reach, mine).any(2))
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
            rounds.pile(np.arange(len(mine))),
            parent,
            output,
            shares[parent, :, output],
            children.played - rounds.played[parent],
            children.drawn - rounds.drawn[parent],
            left,
            self._results(children, over),
            np.where(over, -1, np.cumsum(~over) - 1),
        )
        # The attacker's hand tells what it is dealt, and not what it would do with it.
        share = np.where(mine[parent][:, None], level.share > 0, level.share)
        return level, children.take(np.flatnonzero(~over)), self.reached(level, reach, share)

    def reached(self, level: Level, reach: Reals, share: Reals) -> Reals:
        """Return how often the nodes of the next level are reached, given that of the nodes of this one.

        `share` says with what probability each hand plays the action that leads to each child.
        """
        live = np.flatnonzero(level.following >= 0)
        mine = level.mine[level.parent[live]]
        played = turned(reach[level.parent[live]], mine) * share[live][:, :, None]
        return turned(self._draw(level, live, self._lose(level, live, played)), mine)

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

    def worths(self, level: Level, following: Reals) -> Reals:
        """Return the attacker's result after each action, given that at each node of the next level.

        The rows are the hands of the player who acts, before it plays and draws.
        """
        live = np.flatnonzero(level.following >= 0)
        after = level.result
        after[live] = following[level.following[live]]
        everyone = np.arange(len(level.parent))
        after = turned(after, level.mine[level.parent])
        return self._lost(level, everyone, self._drawn(level, everyone, after))

    def chosen(self, level: Level, worths: Reals, best: Bools) -> Reals:
        """Return the attacker's result at each node, given that after each action.

        Where `best`, the player to act does what is best for it against all hands that lead there, by their
        weight; of what is equally good, the first. Elsewhere it plays as the level says.
        """
        mine = level.mine[level.parent]
        worth = np.zeros((len(level.mine), len(self.hands), len(self.hands)))
        mean = np.flatnonzero(~best[level.parent])
        np.add.at(worth, level.parent[mean], worths[mean] * level.share[mean][:, :, None])
        if best.any():
            gains = np.where(mine, 1, -1)[:, None] * averaged(level, worths, level.reach)
            gains[level.share == 0] = -np.inf
            row, hand = np.nonzero(first_best(level, gains) & best[level.parent][:, None])
            worth[level.parent[row], hand] = worths[row, hand]
        worth[level.stuck] = np.where(level.mine, -1, 1)[np.nonzero(level.stuck)[0]][:, None]
        return turned(worth, level.mine)

    def _lose(self, level: Level, rows: Ints, reach: Reals) -> Reals:
        """Return how often each hand is left after the cards are played."""
        left = np.zeros_like(reach)
        for same, before, after in self._played(level.cards[rows]):
            left[same[:, None], after] = reach[same[:, None], before]
        return left

    def _lost(self, level: Level, rows: Ints, values: Reals) -> Reals:
        """Return the value of each hand before the cards are played."""
        whole = np.zeros_like(values)
        for same, before, after in self._played(level.cards[rows]):
            whole[same[:, None], before] = values[same[:, None], after]
        return whole

    def _played(self, cards: Ints) -> Iterator[tuple[Ints, Ints, Ints]]:
        """Yield which rows play the same cards, the hands that hold these, and what is left of each."""
        kinds, kind = np.unique(cards, axis=0, return_inverse=True)
        for number, played in enumerate(kinds):
            before = np.flatnonzero((self.hands >= played).all(1))
            after = [self.index[tuple(hand)] for hand in (self.hands[before] - played).tolist()]
            yield np.flatnonzero(kind.reshape(-1) == number), before, np.array(after, np.int64)

    def _draw(self, level: Level, rows: Ints, reach: Reals) -> Reals:
        """Return how often the player to act has each hand after drawing."""
        for card in range(level.drawn[rows].max(initial=0)):
            more = np.flatnonzero(level.drawn[rows] > card)
            before, after = reach[more], np.zeros_like(reach[more])
            for held, grown, chance in self._drawing(level, rows[more]):
                after[:, grown] += before[:, held] * chance
            reach[more] = after
        return reach

    def _drawn(self, level: Level, rows: Ints, values: Reals) -> Reals:
        """Return the value of each hand before drawing."""
        for card in range(level.drawn[rows].max(initial=0)):
            more = np.flatnonzero(level.drawn[rows] > card)
            after, before = values[more], np.zeros_like(values[more])
            for held, grown, chance in self._drawing(level, rows[more]):
                before[:, held] += after[:, grown] * chance
            values[more] = before
        return values

    def _drawing(self, level: Level, rows: Ints) -> Iterator[tuple[Ints, Ints, Reals]]:
        """Yield for each value the hands that can take a card of it, what they are with it, and its chance.

        The chance is that of the next card, given the player's hand and the other.
        """
        size = self.hands.sum(1)
        pile = level.left[rows].sum(1)[:, None, None] - (size[:, None] + size)
        share = 1 / np.maximum(pile, 1)
        for value in range(1, self.size.values + 1):
            held = np.flatnonzero(self.more[:, value] >= 0)
            shown = self.hands[held, value][:, None] + self.hands[:, value]
            left = np.maximum(level.left[rows, value][:, None, None] - shown, 0)
            yield held, self.more[held, value], left * share[:, held]
