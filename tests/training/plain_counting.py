"""The last cards of a round, counted plainly, with hands and a piste of any size."""

from math import comb
from typing import Final

from engine.en_garde.actions import Action, Kind
from engine.en_garde.bots.counting import splits
from engine.en_garde.legal import FAR, ROOM, Hand, after_drawing, after_playing, defence, own_turn
from engine.en_garde.rules import HAND_SIZE, PISTE_SQUARES, Rules

CLOSE: Final = 1e-9
"""Results that differ by less are equal: the first of the legal actions is then played."""


class Counting:
    """Counts to the end under one set of rules, and remembers what fencers decide on the way.

    Hands are sorted, and so are cards of which each order is equally likely. While cards are left to draw,
    the hand of the player who waits is full. All results are those of the player to act: 1, 0 or -1, or the
    mean of these. `advanced` counts this player's squares, `other_advanced` the opponent's.
    """

    def __init__(self, rules: Rules, hand: int = HAND_SIZE, squares: int = PISTE_SQUARES) -> None:
        """Count with hands of so many cards on a piste of so many squares."""
        self._rules = rules
        self._hand = hand
        self._squares = squares
        self._decisions: dict[tuple[Hand, Hand, int, int, Action | None], Action] = {}
        self._direct_results: dict[tuple[int, int, int, int, int, int, int], float] = {}
        self._indirect_results: dict[tuple[Hand, Hand, Hand, int, int], int] = {}

    def expected(
        self, own: Hand, other: Hand, pile: Hand, advanced: int, other_advanced: int, attack: Action | None
    ) -> float:
        """Return the mean result, over all orders of the pile, of a player who does not see the other hand.

        With an `attack`, the player has to answer it.
        """
        answer = self._decision(own, after_drawing(other, pile), advanced, other_advanced, attack)
        return -1 if answer is None else self.result(answer, own, other, pile, advanced, other_advanced)

    def result(
        self,
        action: Action,
        own: Hand,
        known: Hand,
        unknown: Hand,
        advanced: int,
        other_advanced: int,
        least: float = -1.0,
    ) -> float:
        """Return the mean result of an action; if it is below `least`, anything below that.

        The opponent holds the `known` cards and draws the rest of its hand from the `unknown` ones; what it
        leaves is the pile.
        """
        kind, step, blades = action
        if kind is Kind.TAKE_HIT:
            return -1
        if kind is Kind.PARRY:
            own, unseen = after_playing(own, action), after_drawing(known, unknown)
            following = self._decision(own, unseen, advanced, other_advanced, None)
            if following is None:
                return -1
            return self.result(following, own, known, unknown, advanced, other_advanced, least)
        number = len(blades)
        if number and not self._rules.parry:
            return 1
        advanced += step
        lead = advanced - other_advanced
        missing = self._hand - len(known)
        pile = len(unknown) - missing
        ends = self._hand - len(own) + number + (step != 0) >= pile
        if ends and not (number and step):
            # All that counts is how many cards match the distance: no need to deal.
            distance = self._squares - 1 - advanced - other_advanced
            held = own.count(distance) - (number or distance == abs(step))
            given = number, held, known.count(distance), unknown.count(distance), len(unknown), pile, lead
            found = self._direct_results.get(given)
            return self._direct(*given) if found is None else found
        own = after_playing(own, action)
        deals = comb(len(unknown), missing)
        # What could still be reached, if all that follows were won, and the least that is of use.
        total, enough = float(deals), deals * least
        attack = action if blades else None
        for drawn, left, ways in splits(unknown, missing):
            other = after_drawing(known, drawn)
            full = after_drawing(own, left)
            if ends:
                total -= ways * (1 - self._indirect(blades, full, other, lead, other_advanced))
            else:
                answer = self._decision(other, full, other_advanced, advanced, attack)
                # Without a move the round is lost.
                if answer:
                    total -= ways * (1 + self.result(answer, other, own, left, other_advanced, advanced))
            if total < enough:
                break
        return total / deals

    def _legal(
        self, own: Hand, advanced: int, other_advanced: int, against: Action | None
    ) -> tuple[Action, ...]:
        """Return what is legal with a hand in a turn, or in the defence against an attack."""
        room = min(advanced, ROOM)
        if against is not None:
            return defence(own, room, against)
        distance = min(self._squares - 1 - advanced - other_advanced, FAR)
        return own_turn(own, distance, room, self._rules.parry, self._rules.indirect)

    def _decision(
        self, own: Hand, unseen: Hand, advanced: int, other_advanced: int, attack: Action | None
    ) -> Action | None:
        """Return what is best on average over all deals; None without a legal action."""
        seen = own, unseen, advanced, other_advanced, attack
        best = self._decisions.get(seen)
        if best is None:
            legal = self._legal(own, advanced, other_advanced, attack)
            if len(legal) < 2:
                return legal[0] if legal else None
            highest = -2.0
            # Attacks come last, and are often best: what is clearly worse need not be counted to its end.
            for action in reversed(legal):
                found = self.result(action, own, (), unseen, advanced, other_advanced, highest - CLOSE)
                if found >= highest - CLOSE:
                    best, highest = action, max(found, highest)
            assert best is not None
            self._decisions[seen] = best
        return best

    def _direct(
        self, blades: int, held: int, other_held: int, matching: int, unknown: int, pile: int, lead: int
    ) -> float:
        """Return the mean result of a move, or of an attack with so many `blades`, that empties the pile.

        These are cards that match the distance: `held` by the player after playing, `other_held` by the
        opponent, and `matching` ones among the `unknown`. Of these the player draws `pile`, and the opponent
        holds the rest.
        """
        total = 0
        for drawn in range(min(matching, pile) + 1):
            spare = other_held + matching - drawn - blades
            found = 1 if spare < 0 else self._last_chance(held + drawn, spare, lead)
            total += comb(matching, drawn) * comb(unknown - matching, pile - drawn) * found
        given = blades, held, other_held, matching, unknown, pile, lead
        self._direct_results[given] = total / comb(unknown, pile)
        return self._direct_results[given]

    def _indirect(self, blades: Hand, own: Hand, other: Hand, lead: int, room: int) -> int:
        """Return the result of an indirect attack that empties the pile, after drawing.

        The opponent has `room` squares behind it.
        """
        given = blades, own, other, lead, room
        found = self._indirect_results.get(given)
        if found is None:
            held = other.count(blades[0])
            found = 1
            if held >= len(blades):
                found = self._last_chance(own.count(blades[0]), held - len(blades), lead)
            for card in set(other):
                if card <= room:
                    distance = blades[0] + card
                    skips = self._rules.final_evasion_skips_cards
                    by_cards = 0 if skips else own.count(distance) - other.count(distance)
                    found = min(found, self._showdown(by_cards, lead + card))
            self._indirect_results[given] = found
        return found

    def _last_chance(self, held: int, other_held: int, lead: int) -> int:
        """Return the result if the opponent may attack once more; `held` are cards of the distance."""
        if self._rules.last_chance and other_held > (held if self._rules.parry else 0):
            return -1
        return self._showdown(held - other_held, lead)

    def _showdown(self, cards: int, lead: int) -> int:
        """Return the result of the comparison of cards, then of squares."""
        decides = (self._rules.cards_decide and cards) or lead
        return (decides > 0) - (decides < 0)
