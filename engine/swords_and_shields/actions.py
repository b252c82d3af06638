"""The actions of a duel, and their notation."""

import re
from enum import StrEnum
from typing import Final, NamedTuple

from engine.game import MalformedActionError, quote
from engine.message import message
from engine.swords_and_shields.cards import LIFE_COLOURS, Colour


class Kind(StrEnum):
    """The kind of an action; its value begins the notation."""

    LAY = "lay"
    CLEAR = "clear"
    BUY = "buy"
    ATTACK = "attack"
    USE = "use"
    END = "end"
    # The choices that an effect asks for; each but KEEP carries out a kind of effect.
    DRAW = "draw"
    FLOOD = "flood"
    RECOVER = "recover"
    KEEP = "keep"
    REMOVE = "remove"
    MOVE = "move"
    SWEEP = "sweep"
    DESTROY = "destroy"
    TRIGGER = "trigger"
    REVENGE = "revenge"
    STRIKE = "strike"
    HEAL = "heal"
    DAMAGE = "damage"
    BLESS = "bless"


class Zone(StrEnum):
    """Where an open card lies, as the player to act calls it."""

    OWN = "own"
    OPPONENT = "opp"
    SHOP = "shop"


class Place(NamedTuple):
    """A place with an open card: `own2`, `opp3b`, `shop5`, or `shop` for the top of a discard."""

    zone: Zone
    number: int = 0
    """1 to 3 in a display, 1 to 5 in the shop, 0 for the top of the zone's discard."""
    is_buff: bool = False
    """Whether it is the buff there and not the card on it."""

    def __str__(self) -> str:
        return f"{self.zone.value}{self.number or ''}{'b' if self.is_buff else ''}"


class Action(NamedTuple):
    """One action; `str(action)` is its notation.

    >>> str(Action(Kind.ATTACK, number=1, numbers=(2, 1)))
    'attack:1:21'
    """

    kind: Kind
    card: str = ""
    """The notation of a card in hand, to LAY or USE."""
    number: int = 0
    """The place of one's own display to LAY on, ATTACK from or USE; the place of the shop to BUY."""
    numbers: tuple[int, ...] = ()
    """The places of one's own display that pay, or of the opponent's whose shields are broken, in order."""
    place: Place | None = None
    """The open card that an effect is about."""
    zone: Zone | None = None
    """The deck to DRAW from; the discard to MOVE to."""
    colour: Colour | None = None
    """The colour of a grey card of the shop that strikes; to KEEP: grey, or None for the life card's."""

    def __str__(self) -> str:
        match self.kind:
            case Kind.LAY:
                return f"lay:{self.card}:{self.number}"
            case Kind.USE:
                return f"use:{self.card or self.number}"
            case Kind.BUY | Kind.ATTACK:
                numbers = "".join(map(str, self.numbers))
                return f"{self.kind.value}:{self.number}{numbers and ':'}{numbers}"
            case Kind.DRAW:
                return "draw" if self.zone is Zone.OWN else f"draw:{self.zone}"
            case Kind.KEEP:
                return "keep:life" if self.colour is None else "keep:grey"
            case Kind.MOVE:
                return f"move:{self.place}:{self.zone}"
            case Kind.STRIKE if self.colour is not None:
                return f"strike:{self.place}:{self.colour}"
            case Kind.REMOVE | Kind.DESTROY | Kind.TRIGGER | Kind.STRIKE:
                return f"{self.kind.value}:{self.place}"
            case _:
                return self.kind.value


CLEAR: Final = Action(Kind.CLEAR)
"""`clear`: show five cards of five colours, and open a new shop."""

END: Final = Action(Kind.END)
"""`end`: end the turn."""

_CARD: Final = re.compile(r"[sh][0-9]{1,2}[rygbvx]|b\+[1-9]|d[sh]-[0-9]{1,2}")
_PLACE: Final = re.compile(r"(own|opp)(?:([1-3])(b?))?|(shop)([1-5]?)")
_WORDS: Final = {
    kind.value: Action(kind)
    for kind in (
        Kind.CLEAR, Kind.END, Kind.FLOOD, Kind.RECOVER, Kind.SWEEP, Kind.REVENGE, Kind.HEAL, Kind.DAMAGE,
        Kind.BLESS,
    )
}  # fmt: skip
_EXAMPLES: Final = "lay:s4r:1, buy:3:12, attack:1:21, use:s2b, use:3, draw, move:opp2:shop, clear, end"


def parse_action(text: str) -> Action:
    """Return the action that `text` stands for, in either case.

    Raises MalformedActionError, naming the part that cannot be read.

    >>> parse_action("buy:3:12").numbers
    (1, 2)
    """
    verb, *parts = text.lower().split(":")
    if not parts and verb in _WORDS:
        return _WORDS[verb]
    try:
        return _parse(verb, parts)
    except _MalformedPartError as error:
        raise MalformedActionError(
            message("{action}: {problem}", action=quote(text), problem=error.args[0])
        ) from None
    except (TypeError, LookupError):
        raise MalformedActionError(
            message("{action} is not an action like {examples}", action=quote(text), examples=_EXAMPLES)
        ) from None


class _MalformedPartError(ValueError):
    """A part of an action cannot be read."""


def _parse(verb: str, parts: list[str]) -> Action:
    """Raise LookupError for an unknown verb, TypeError for a wrong number of parts."""
    readers = {
        "lay": _read_lay,
        "use": _read_use,
        "buy": _read_buy,
        "attack": _read_attack,
        "draw": _read_draw,
        "keep": _read_keep,
        "move": _read_move,
        "strike": _read_strike,
        "remove": lambda place: Action(Kind.REMOVE, place=_place(place)),
        "destroy": lambda place: Action(Kind.DESTROY, place=_place(place)),
        "trigger": lambda place: Action(Kind.TRIGGER, place=_place(place)),
    }
    action: Action = readers[verb](*parts)  # type: ignore[operator]
    return action


def _read_lay(card: str, number: str) -> Action:
    return Action(Kind.LAY, card=_card(card), number=_numbers(number, 3, 1)[0])


def _read_use(what: str) -> Action:
    if what.isdecimal():
        return Action(Kind.USE, number=_numbers(what, 3, 1)[0])
    return Action(Kind.USE, card=_card(what))


def _read_buy(number: str, numbers: str) -> Action:
    return Action(Kind.BUY, number=_numbers(number, 5, 1)[0], numbers=_numbers(numbers, 3, 3))


def _read_attack(number: str, numbers: str | None = None) -> Action:
    broken = () if numbers is None else _numbers(numbers, 3, 3)
    return Action(Kind.ATTACK, number=_numbers(number, 3, 1)[0], numbers=broken)


def _read_draw(zone: str = "own") -> Action:
    return Action(Kind.DRAW, zone=_zone(zone))


def _read_keep(which: str) -> Action:
    if which not in ("grey", "life"):
        raise _MalformedPartError(message("you keep grey or life, not {word}", word=quote(which)))
    return Action(Kind.KEEP, colour=Colour.GREY if which == "grey" else None)


def _read_move(place: str, zone: str) -> Action:
    return Action(Kind.MOVE, place=_place(place), zone=_zone(zone))


def _read_strike(place: str, colour: str | None = None) -> Action:
    if colour is not None and colour not in list(LIFE_COLOURS):
        raise _MalformedPartError(
            message(
                "the colour is {colours}, not {word}", colours=", ".join(LIFE_COLOURS), word=quote(colour)
            )
        )
    return Action(Kind.STRIKE, place=_place(place), colour=None if colour is None else Colour(colour))


def _card(text: str) -> str:
    if not _CARD.fullmatch(text):
        raise _MalformedPartError(
            message("{word} is not a card like s4r, h3x, b+2, ds-2 or dh-3", word=quote(text))
        )
    return text


def _numbers(text: str, most: int, length: int) -> tuple[int, ...]:
    if not 1 <= len(text) <= length or any(digit not in "12345"[:most] for digit in text):
        word = quote(text)
        raise _MalformedPartError(
            message("{word} is not a number from 1 to {most}", word=word, most=most)
            if length == 1
            else message("{word} is not numbers from 1 to {most}", word=word, most=most)
        )
    return tuple(map(int, text))


def _place(text: str) -> Place:
    found = _PLACE.fullmatch(text)
    if found is None:
        raise _MalformedPartError(
            message("{word} is not a place like own2, opp1, opp1b, shop3 or opp", word=quote(text))
        )
    return Place(Zone(found[1] or found[4]), int(found[2] or found[5] or 0), bool(found[3]))


def _zone(text: str) -> Zone:
    if text not in list(Zone):
        raise _MalformedPartError(message("{word} is not own, opp or shop", word=quote(text)))
    return Zone(text)
