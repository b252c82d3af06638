"""What each action is worth: the one answer behind play, hints, reviews and the shown chance.

A judge sees one view and has a budget: with how many cards left to draw it counts on to the end. Until then
an action is worth what the network expects after it.
"""

from functools import cached_property
from typing import Final

from engine.bot import Hint
from engine.en_garde.actions import Action
from engine.en_garde.bots.last_move import ending_of
from engine.en_garde.bots.policy import chance as network_chance
from engine.en_garde.bots.policy import network_hint
from engine.en_garde.bots.reading import likely_hands
from engine.en_garde.bots.solver import results
from engine.en_garde.bots.values import values
from engine.en_garde.view import RoundView
from engine.game import Seat

LAST: Final = 3
"""With so many cards left to draw or fewer, the master counts on to the end."""

MARGIN: Final = 0.05
"""How much more of the chance to win the best counted action must be worth than what the network chose."""


class Judge:
    """Judges the actions of the player to act, whose view it must be; equal views, equal answers."""

    def __init__(self, view: RoundView, last: int = LAST) -> None:
        """Count when `last` or fewer cards are left to draw; never if it is -1."""
        self._view = view
        self._last = last

    @cached_property
    def hint(self) -> Hint:
        """What the master plays, and its chance to win.

        It keeps to the network's odds, as a player who always did the same could be exploited. A certain win
        is always played, and so is the best once no card is left to draw. While the end is counted but not
        certain, an action gives way to the best if that is worth much more.
        """
        thought, counted, pile = network_hint(self._view), self.counted, self._view.pile
        odds: dict[Action, float] = thought.odds
        best = max(counted, key=lambda action: (counted[action], odds.get(action, 0.0)), default=None)
        if best is None or (counted[best] < 1 and len(counted) < len(self._view.legal)):
            return thought
        if pile and counted[best] < 1:
            kept = {action: odds[action] for action in odds if counted[best] <= counted[action] + MARGIN}
            kept[best] = kept.get(best, 0.0) + 1 - sum(kept.values())
            odds = dict(sorted(kept.items(), key=lambda item: item[1], reverse=True))
        else:
            odds = {best: 1.0}
        chance = min(sum(share * counted[action] for action, share in odds.items()), 1.0)
        return Hint(odds, chance, is_counted=odds.keys() <= self._certain.keys())

    @cached_property
    def counted(self) -> dict[Action, float]:
        """The chance to win, 0 to 1, after each action whose end is counted: all of them near the end.

        These rest on what the opponent's latest play tells of its hand, if it plays like the master. Where
        every possible hand leads to the same end, that is exact, and known long before.
        """
        view, last = self._view, self._last
        if last < 0:
            return {}
        if not view.pile or view.pile > last:
            return self._certain
        hands = likely_hands(view, lambda seen: network_hint(seen).odds)
        chances = {action: (1 + result) / 2 for action, result in results(view, hands).items()}
        return chances | self._certain

    @cached_property
    def _certain(self) -> dict[Action, float]:
        """The chance after each action that ends the round alike, whatever hand the opponent holds."""
        endings = {action: ending_of(self._view, action) for action in self._view.legal}
        return {action: end.chance for action, end in endings.items() if end is not None and end.is_certain}

    def values(self, actions: tuple[Action, ...]) -> tuple[float, ...]:
        """Return for each of the legal `actions` the chance to win after it, 0 to 1."""
        thought = tuple(action for action in actions if action not in self.counted)
        worth = self.counted | dict(zip(thought, values(self._view, thought), strict=True))
        return tuple(worth[action] for action in actions)


def chance(view: RoundView, seat: Seat) -> float:
    """Return the chance that `seat` wins the round, 0 to 1, if both play on like the master.

    A draw counts as half a win. Exact once the round is over.
    """
    return Judge(view).hint.chance if view.turn is seat else network_chance(view, seat)
