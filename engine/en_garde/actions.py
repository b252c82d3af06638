"""The actions of En Garde, and their notation."""

import re
from enum import StrEnum
from typing import Final, NamedTuple

from engine.game import MalformedActionError, Seat
from engine.message import Message, message


class Kind(StrEnum):
    """The kind of an action."""

    ADVANCE = "advance"
    STEP_BACK = "step back"
    ATTACK = "attack"
    ADVANCE_AND_ATTACK = "advance and attack"
    PARRY = "parry"
    EVADE = "evade"
    TAKE_HIT = "take the hit"
    NO_ATTACK = "no attack"


class Action(NamedTuple):
    """One action; `str(action)` is its notation.

    A NamedTuple because rounds spend most of their time comparing and hashing actions.

    >>> Action(Kind.ADVANCE_AND_ATTACK, 3, (5, 5)).cards
    (3, 5, 5)
    """

    kind: Kind
    step: int = 0
    """Squares the fencer moves, -5 to 5: positive towards the opponent, 0 if it stays."""
    blades: tuple[int, ...] = ()
    """The equal cards of the attack or parry."""

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards played, in order."""
        return (abs(self.step), *self.blades) if self.step else self.blades

    def __str__(self) -> str:
        blades = "".join(map(str, self.blades))
        match self.kind:
            case Kind.ADVANCE:
                return f"+{self.step}"
            case Kind.STEP_BACK:
                return f"-{-self.step}"
            case Kind.ATTACK:
                return f"A{blades}"
            case Kind.ADVANCE_AND_ATTACK:
                return f"+{self.step}A{blades}"
            case Kind.PARRY:
                return f"P{blades}"
            case Kind.EVADE:
                return f"R{-self.step}"
            case Kind.TAKE_HIT:
                return "H"
            case Kind.NO_ATTACK:
                return "N"


class Play(NamedTuple):
    """An action and the seat that played it."""

    seat: Seat
    action: Action


def advance(card: int) -> Action:
    """`+3`: advance by the card's value."""
    return Action(Kind.ADVANCE, card)


def step_back(card: int) -> Action:
    """`-2`: step back by the card's value."""
    return Action(Kind.STEP_BACK, -card)


def attack(card: int, number: int) -> Action:
    """`A55`: attack directly with `number` cards."""
    return Action(Kind.ATTACK, 0, (card,) * number)


def advance_and_attack(step: int, card: int, number: int) -> Action:
    """`+3A55`: attack indirectly: advance by `step`, then play `number` cards equal to the new distance."""
    return Action(Kind.ADVANCE_AND_ATTACK, step, (card,) * number)


def parry(card: int, number: int) -> Action:
    """`P55`: parry with the same number of cards of the same value as the attack."""
    return Action(Kind.PARRY, 0, (card,) * number)


def evade(card: int) -> Action:
    """`R2`: evade an indirect attack by stepping back."""
    return Action(Kind.EVADE, -card)


TAKE_HIT: Final = Action(Kind.TAKE_HIT)
"""`H`: take the hit."""

NO_ATTACK: Final = Action(Kind.NO_ATTACK)
"""`N`: pass on the last chance to attack."""


_COUNTED: Final = (
    message("no {card}"),
    message("one {card}"),
    message("two {card}s"),
    message("three {card}s"),
    message("four {card}s"),
    message("five {card}s"),
)
"""So many equal cards, as a sentence has them that counts cards or asks for them."""

_WITH: Final = (
    message("with one {card}"),
    message("with two {card}s"),
    message("with three {card}s"),
    message("with four {card}s"),
    message("with five {card}s"),
)
"""So many equal cards, as those of an attack or parry."""


def count_cards(number: int, card: int) -> Message:
    """Return a number of equal cards, 0 to 5, in words.

    >>> str(count_cards(0, 5)), str(count_cards(1, 5)), str(count_cards(2, 5))
    ('no 5', 'one 5', 'two 5s')
    """
    return message(_COUNTED[number].text, card=card)


def with_cards(number: int, card: int) -> Message:
    """Return what somebody attacks or parries with, 1 to 5 equal cards, in words.

    >>> str(with_cards(1, 5)), str(with_cards(2, 5))
    ('with one 5', 'with two 5s')
    """
    return message(_WITH[number - 1].text, card=card)


_NOTATION: Final = re.compile(
    r"\+(?P<step>[^A]*)A(?P<indirect>.*)|\+(?P<advance>.*)|-(?P<back>.*)"
    r"|A(?P<attack>.*)|P(?P<parry>.*)|R(?P<evade>.*)"
)


def parse_action(text: str) -> Action:
    """Return the action that `text` stands for, in either case.

    Raises MalformedActionError, naming the part that cannot be read.

    >>> parse_action("+3a55")
    Action(kind=<Kind.ADVANCE_AND_ATTACK: 'advance and attack'>, step=3, blades=(5, 5))
    """
    word = text.upper()
    if word == "H":
        return TAKE_HIT
    if word == "N":
        return NO_ATTACK
    found = _NOTATION.fullmatch(word)
    if found is None:
        raise MalformedActionError(
            message("{text} is not an action: write +3, -2, A55, +3A55, P55, R2, H or N", text=_quote(text))
        )
    match found.lastgroup, found[found.lastgroup or 0]:
        case "advance", card:
            return advance(_card(card, text))
        case "back", card:
            return step_back(_card(card, text))
        case "evade", card:
            return evade(_card(card, text))
        case "attack", cards:
            return attack(*_equal_cards(cards, text))
        case "parry", cards:
            return parry(*_equal_cards(cards, text))
        case _, cards:
            return advance_and_attack(_card(found["step"], text), *_equal_cards(cards, text))


def _card(word: str, text: str) -> int:
    if len(word) != 1 or word not in "12345":
        raise MalformedActionError(
            message("{text}: {word} is not a card; cards are 1 to 5", text=_quote(text), word=_quote(word))
        )
    return int(word)


def _equal_cards(word: str, text: str) -> tuple[int, int]:
    if not word:
        raise MalformedActionError(message("{text} names no card to attack or parry with", text=_quote(text)))
    cards = {_card(letter, text) for letter in word}
    if len(cards) > 1:
        raise MalformedActionError(
            message(
                "{text}: the cards of an attack or parry must be equal, not {cards}",
                text=_quote(text),
                cards=word,
            )
        )
    if len(word) > 5:
        raise MalformedActionError(
            message(
                "{text}: there are only five cards of a value, not {number}",
                text=_quote(text),
                number=len(word),
            )
        )
    return cards.pop(), len(word)


def _quote(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "…")
