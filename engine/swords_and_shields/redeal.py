"""Hidden cards that are dealt anew in the middle of a round, and how its deal says so.

Behind the seed stand `@`, how many actions were played before, and what is hidden from then on: both hands,
both decks and the shop's, the top card first, as in `@7:s1r,h2x:s3y:h1g::s4b,b+2`. It may stand there several
times, in the order of the actions. The cards themselves, not what they were drawn by: how bots guess may
change, and what is recorded must not.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, takewhile
from random import Random
from typing import TYPE_CHECKING, Final

from engine.game import Seat
from engine.message import message
from engine.swords_and_shields.board import SEED_DIGITS
from engine.swords_and_shields.cards import Card

if TYPE_CHECKING:
    from engine.swords_and_shields.duel import Duel

_AGAIN: Final = re.compile(r"@(0|[1-9][0-9]{0,5})((?::[^@:]*){5})")

Zones = tuple[tuple[Card, ...], ...]
"""Both hands, both decks, the shop's deck."""


def is_redeal(text: str) -> bool:
    """Return whether what stands behind a seed can be read."""
    times = [int(found[1]) for found in _AGAIN.finditer(text)]
    ordered = all(before < after for before, after in pairwise(times))
    return ordered and not _AGAIN.sub("", text)


def with_new_cards(duel: "Duel") -> "Duel":
    """Return a round with what its deal hides anew after the actions so far, if it does.

    Raises ValueError unless these are the cards that were hidden before.
    """
    played = len(duel.plays)
    # Somebody else's record may have very many that come later.
    for found in takewhile(lambda each: int(each[1]) <= played, _redeals(duel)):
        if int(found[1]) == played:
            return _with_hidden(duel, found[2][1:].split(":"))
    return duel


def redealt(duel: "Duel", seat: Seat, source: Random) -> str:
    """Return the deal of a round with all that `seat` does not know drawn from `source`."""
    from engine.swords_and_shields.bots.guess import guess

    guessed, played = guess(duel.view(seat), source), len(duel.plays)
    # An earlier one has led here, too; a later one is of another round.
    earlier = "".join(found[0] for found in _redeals(duel) if int(found[1]) < played)
    zones = ":".join(",".join(map(str, zone)) for zone in _hidden(guessed))
    return f"{duel.dealt[:SEED_DIGITS]}{earlier}@{played}:{zones}"


def _redeals(duel: "Duel") -> Iterator[re.Match[str]]:
    return _AGAIN.finditer(duel.dealt, SEED_DIGITS)


def _hidden(duel: "Duel") -> Zones:
    return (*duel.hands, *duel.decks, duel.shop_deck)


def _with_hidden(duel: "Duel", texts: list[str]) -> "Duel":
    before = _hidden(duel)
    names = {str(card): card for zone in before for card in zone}
    zones = tuple(tuple(map(names.get, text.split(","))) if text else () for text in texts)
    cards = Counter(card for zone in zones for card in zone)
    known = Counter(card for zone in before for card in zone)
    if cards != known or [*map(len, zones)] != [*map(len, before)]:
        # Which they are is secret.
        raise ValueError(message("the cards that are dealt anew are not those that were hidden"))
    left, right, left_deck, right_deck, shop_deck = zones
    return replace(duel, hands=(left, right), decks=(left_deck, right_deck), shop_deck=shop_deck)  # type: ignore[arg-type]
