"""What each action is worth: the one answer behind play, hints, reviews, puzzles and the shown chance.

A judge sees one view and has a budget. Near the end it counts; before that it searches, if it may; until
then an action is worth what the network expects after it.
"""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from engine.bot import Hint
from engine.en_garde.actions import Action
from engine.en_garde.bots import guessing
from engine.en_garde.bots.last_move import ending_of
from engine.en_garde.bots.policy import CERTAIN, improved_odds, likeliest, network_hint, network_odds
from engine.en_garde.bots.policy import chance as network_chance
from engine.en_garde.bots.reading import likely_hands
from engine.en_garde.bots.solver import ALL_TRIED, results
from engine.en_garde.bots.values import values
from engine.en_garde.view import RoundView
from engine.game import Seat

MARGIN: Final = 0.05
"""How much more of the chance to win the best counted action must be worth than what the network chose."""


class Budget(NamedTuple):
    """How much work a judge does, in cards and guesses and not in time: equal views get equal answers."""

    counts: int
    """With so many cards left to draw, or fewer, it counts to the end; never if it is -1."""
    guesses: int = 0
    """Guesses of the hidden cards on which it tries actions; it searches only if there are any."""
    arrays: bool = False
    """It searches with NumPy, by all that was played; else in plain Python, by the latest play."""
    tries: int = 4
    """In plain Python it searches only so many actions, the network's likeliest: few others are better."""
    searches: int = 9
    """With more cards left to draw than this, it does not search: what follows says too little."""


MASTER: Final = Budget(4)
"""The master's, for which nothing but Python is needed."""

VIRTUOSO: Final = Budget(3, 28)
"""The virtuoso's: as many guesses as plain Python can try while people wait."""

GRANDMASTER: Final = Budget(3, 64, arrays=True)
"""The grandmaster's; more guesses would add little. With four cards left it searches, which is quicker."""

NETWORK: Final = Budget(-1)
"""That of the network alone."""


class Judge:
    """Judges the actions of the player to act, whose view it must be; equal views, equal answers."""

    def __init__(self, view: RoundView, budget: Budget = MASTER) -> None:
        """Judge with this much work; a budget with arrays needs NumPy."""
        self._view = view
        self._budget = budget

    @cached_property
    def hint(self) -> Hint:
        """What a bot with this budget plays, and its chance to win.

        It keeps to odds, as a player who always did the same could be exploited. A certain win is always
        played, and so is the best once no card is left to draw. Where it counts, an action gives way to the
        best if that is worth much more; where it searches, the network's odds lean to what is worth more, and
        what was not searched is not played.
        """
        thought, known, pile = network_hint(self._view), self.known, self._view.pile
        odds: dict[Action, float] = thought.odds
        best = max(known, key=lambda action: (known[action], odds.get(action, 0.0)), default=None)
        is_open = len(known) < len(self._view.legal) and known.keys() == self._certain.keys()
        if best is None or (known[best] < 1 and is_open):
            return thought
        if known[best] == 1 or not pile:
            odds = {best: 1.0}
        elif pile > self._budget.counts:
            odds = improved_odds(self._view, known)
        else:
            kept = {action: odds[action] for action in odds if known[best] <= known[action] + MARGIN}
            if len(kept) < len(odds):
                kept[best] = kept.get(best, 0.0) + 1 - sum(kept.values())
            odds = dict(sorted(kept.items(), key=lambda item: item[1], reverse=True))
        chance = min(sum(share * known[action] for action, share in odds.items()), 1.0)
        return Hint(odds, chance, is_counted=odds.keys() <= self._certain.keys())

    @cached_property
    def known(self) -> dict[Action, float]:
        """The chance to win, 0 to 1, after each action of which more is known than what the network expects.

        Where every possible hand leads to the same end, that is exact, and known long before. Near the end
        all actions are counted, by what the opponent's latest play tells of its hand. Before that some or all
        are searched. What a search finds, or a count that leaves out what is rare, is never certain.
        """
        view, budget = self._view, self._budget
        if budget.counts < 0:
            return {}
        if not view.pile or len(view.legal) == len(self._certain):
            return self._certain
        if view.pile <= budget.counts:
            counted = results(view, likely_hands(view, network_odds))
            return _chances(counted, is_whole=view.pile <= ALL_TRIED) | self._certain
        if budget.guesses and view.pile <= budget.searches and len(view.legal) > 1:
            return self._searched() | self._certain
        return self._certain

    def _searched(self) -> dict[Action, float]:
        view, budget = self._view, self._budget
        if budget.arrays:
            # The only part that needs NumPy.
            from engine.en_garde.bots.arrays import search

            found = search.searched(view, budget.guesses)
        else:
            uncertain = [action for action in likeliest(view) if action not in self._certain]
            found = guessing.searched(view, uncertain[: budget.tries], budget.guesses)
        return _chances(found, is_whole=False)

    @cached_property
    def _certain(self) -> dict[Action, float]:
        """The chance after each action that ends the round alike, whatever hand the opponent holds."""
        endings = {action: ending_of(self._view, action) for action in self._view.legal}
        return {action: end.chance for action, end in endings.items() if end is not None and end.is_certain}

    def values(self, actions: tuple[Action, ...]) -> tuple[float, ...]:
        """Return for each of the legal `actions` the chance to win after it, 0 to 1."""
        thought = tuple(action for action in actions if action not in self.known)
        worth = self.known | dict(zip(thought, values(self._view, thought), strict=True))
        return tuple(worth[action] for action in actions)


mind_of = lru_cache(maxsize=64)(Judge)
"""Judges equal views once: a replay wants the chance in a state, then its best action."""


def _chances(means: Mapping[Action, float], *, is_whole: bool) -> dict[Action, float]:
    """Return the chances to win that mean results stand for; none is certain unless all deals were tried."""
    least = 0.0 if is_whole else 1 - CERTAIN
    return {action: min(max((1 + mean) / 2, least), 1 - least) for action, mean in means.items()}


def chance(view: RoundView, seat: Seat) -> float:
    """Return the chance that `seat` wins the round, 0 to 1, if both play on like the master.

    A draw counts as half a win. Exact once the round is over.
    """
    return mind_of(view, MASTER).hint.chance if view.turn is seat else network_chance(view, seat)
