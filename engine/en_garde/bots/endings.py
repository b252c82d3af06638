"""What the last move of a round comes to, which empties the draw pile, if it is answered as well as can be.

Results are those of the player who moves: 1, 0 or -1, or the mean of these over all draws.
"""

from math import comb
from typing import Final, NamedTuple

from engine.en_garde.bots.packing import BITS, DIGIT, PLACES, WIDTH, Move, Packed
from engine.en_garde.rules import CARD_VALUES, HAND_SIZE, Rules


class Ending(NamedTuple):
    """The mean results of a move after which only the cards of one place count."""

    place: int
    results: tuple[float, ...]
    """By how many of these cards the opponent is known to hold."""


LOST: Final = Ending(WIDTH, (-1.0,))
"""A hit taken, or no move left."""


class Endings(dict[int, Ending]):
    """Endings by what `Move.ending` returns; what is missing is worked out."""

    def __init__(self, rules: Rules) -> None:
        """Begin with nothing worked out."""
        super().__init__()
        self._rules = rules
        self._indirect: dict[tuple[int, int, Packed, Packed, int, int], int] = {}

    def __missing__(self, key: int) -> Ending:
        """Work out one ending."""
        matching, pile, held, blades, place, known, ahead, behind = (
            key >> BITS * number & DIGIT for number in range(8)
        )
        unknown, results = pile + HAND_SIZE - known, []
        # As many as can be known, if the rest is to lie among the unknown ones.
        for number in range(min(matching, known) + 1):
            left, total = matching - number, 0
            for drawn in range(min(left, pile) + 1):
                spare = matching - drawn - blades
                result = 1 if spare < 0 else self._last_chance(held + drawn, spare, ahead - behind)
                total += comb(left, drawn) * comb(max(unknown - left, 0), pile - drawn) * result
            results.append(total / comb(unknown, pile))
        self[key] = Ending(place * BITS, tuple(results))
        return self[key]

    def indirect(self, move: Move, own: Packed, other: Packed, lead: int, room: int) -> int:
        """Return the result of an indirect attack, after drawing.

        The player is `lead` squares ahead; the opponent has `room` squares behind it.
        """
        given = move.place, move.blades, own, other, lead, room
        found = self._indirect.get(given)
        if found is None:
            assert move.attack
            distance, found = move.attack.blades[0], 1
            held = other >> move.place & DIGIT
            if held >= move.blades:
                found = self._last_chance(own >> move.place & DIGIT, held - move.blades, lead)
            for card in CARD_VALUES:
                if card <= room and other >> PLACES[card] & DIGIT:
                    there = PLACES[distance + card]
                    skips = self._rules.final_evasion_skips_cards
                    by_cards = 0 if skips else (own >> there & DIGIT) - (other >> there & DIGIT)
                    found = min(found, self._showdown(by_cards, lead + card))
            self._indirect[given] = found
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
