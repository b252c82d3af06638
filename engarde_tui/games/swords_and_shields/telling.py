"""Sentences about events: who did what, with which card, and where that lay."""

from collections.abc import Iterator, Sequence
from typing import Final

from engarde_tui.games.swords_and_shields.effect_telling import (
    EffectTeller,
    Names,
    lost_by,
    side_effects,
)
from engarde_tui.games.swords_and_shields.names import card_name, listed
from engarde_tui.language import tr, tr_count
from engine.game import Seat
from engine.swords_and_shields import Event, EventKind, Kind, Play


class Teller:
    """Tells what happens in a player's turn, in order."""

    def __init__(self, seat: Seat, names: Names, *, is_short: bool = False) -> None:
        """Tell of the turn of `seat`; `is_short` leaves out strengths, payments and drawing."""
        self._seat = seat
        self._names = names
        self._name, self._other = names[seat], names[seat.other]
        self._is_short = is_short
        self._effects = EffectTeller(seat, names, is_short=is_short)

    # --- the turn ---

    def beginning(self, events: Sequence[Event]) -> Iterator[str]:
        """Yield how the turn began."""
        for event in events:
            if event.kind is not EventKind.DREW:
                yield from self._side_effects(event)
            elif not self._is_short:
                yield tr_count(
                    "{name} drew a card.", "{name} drew {number} cards.", event.number, name=self._name
                )

    def play(self, play: Play) -> Iterator[str]:
        """Yield what an action did; nothing if an effect is still to be chosen."""
        match play.action.kind:
            case Kind.LAY:
                yield from self.laid([play])
            case Kind.BUY:
                yield self._bought(play)
            case Kind.ATTACK:
                yield from self._attacked(play)
            case Kind.CLEAR if self._is_short:
                yield tr("{name} cleared the shop.", name=self._name)
            case Kind.CLEAR:
                shown = self._listed(play, EventKind.SHOWED)
                yield tr("{name} showed {cards} to clear the shop.", name=self._name, cards=shown)
            case Kind.END:
                if not self._is_short and not any(event.kind is EventKind.BEGAN for event in play.events):
                    yield self.ended()
            case _:
                yield from self._effects.told(play)

    def laid(self, plays: Sequence[Play]) -> Iterator[str]:
        """Yield which cards were played, and what duffs among them cost at once."""
        if not self._is_short:
            cards = [
                tr("{card} to place {number}", card=card_name(play.action.card), number=play.action.number)
                for play in plays
            ]
            yield tr("{name} played {cards}.", name=self._name, cards=listed(cards))
        for play in plays:
            for event in play.events:
                yield from self._side_effects(event)

    def ended(self) -> str:
        """Return that the turn has ended."""
        return tr("{name} ended the turn.", name=self._name)

    def waits(self, play: Play) -> str:
        """Return that a card was destroyed whose effect is still to be chosen."""
        used = self._listed(play, EventKind.USED)
        return tr("{name} destroyed {card} for its effect.", name=self._name, card=used)

    def little(self, laid: int) -> str:
        """Return a turn in which cards were played at most."""
        if not laid:
            return tr("{name} did nothing.", name=self._name)
        return tr_count("{name} played a card.", "{name} played {number} cards.", laid, name=self._name)

    # --- buying and attacking ---

    def _bought(self, play: Play) -> str:
        bought = next(event.card for event in play.events if event.kind is EventKind.BOUGHT)
        assert bought is not None
        name, other, card = self._name, self._other, card_name(bought)
        paid = self._listed(play, EventKind.PAID)
        match bought.is_duff, self._is_short:
            case True, True:
                return tr("{name} bought {card} for {other}'s deck.", name=name, card=card, other=other)
            case True, False:
                return tr(
                    "{name} bought {card} for {other}'s deck, paying with {cards}.",
                    name=name,
                    card=card,
                    other=other,
                    cards=paid,
                )
            case False, True:
                return tr("{name} bought {card}.", name=name, card=card)
            case _:
                return tr("{name} bought {card}, paying with {cards}.", name=name, card=card, cards=paid)

    def _attacked(self, play: Play) -> Iterator[str]:
        name, other = self._name, self._other
        sword = self._listed(play, EventKind.STRUCK)
        shields = self._listed(play, EventKind.BROKE)
        lost = lost_by(self._seat.other, play)
        if shields and lost:
            yield tr(
                "{name} attacked with {sword} and broke {shields}: {other} lost {number} LP.",
                name=name,
                sword=sword,
                shields=shields,
                other=other,
                number=lost,
            )
        elif shields:
            yield tr(
                "{name} attacked with {sword} and broke {shields}.", name=name, sword=sword, shields=shields
            )
        elif lost:
            yield tr(
                "{name} attacked with {sword}: {other} lost {number} LP.",
                name=name,
                sword=sword,
                other=other,
                number=lost,
            )
        else:
            yield tr("{name} attacked with {sword}.", name=name, sword=sword)
        if swords := self._listed(play, EventKind.COUNTERED):
            yield self._struck_back(swords, lost_by(self._seat, play))

    def _struck_back(self, swords: str, lost: int) -> str:
        if not lost:
            return tr("{other} struck back with {swords}.", other=self._other, swords=swords)
        return tr(
            "{other} struck back with {swords}: {name} lost {number} LP.",
            other=self._other,
            swords=swords,
            name=self._name,
            number=lost,
        )

    # --- cards ---

    def _side_effects(self, event: Event) -> Iterator[str]:
        return side_effects(event, self._names, is_short=self._is_short)

    def _listed(self, play: Play, kind: EventKind) -> str:
        """Return the cards of one kind of events, each with its strength if it has one; "" without any."""
        names = []
        for event in play.events:
            if event.kind is kind and event.card is not None:
                name = card_name(event.card)
                has_strength = kind in _WITH_STRENGTH and not self._is_short
                names.append(f"{name} ({event.number})" if has_strength else name)
        return listed(names)


_WITH_STRENGTH: Final = (EventKind.STRUCK, EventKind.BROKE, EventKind.COUNTERED)
