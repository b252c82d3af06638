"""What can be chosen before a match."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar, Final

from engine.game import MalformedRulesError, quote
from engine.message import message
from engine.swords_and_shields.card_file import CARDS, CardsError, unpack
from engine.swords_and_shields.cards import LIFE_COLOURS, CardSet, Colour

FULL_LIFE: Final = 99
"""The life points of a full duel, and the most that the two paper clips on a life card can show."""

QUICK_LIFE: Final = 50
"""The life points of a quick duel."""

_COLOURS: Final = ", ".join(LIFE_COLOURS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The life points, life cards and cards of a match; raises ValueError if they make no game."""

    GAME: ClassVar[str] = "swords-and-shields"

    life: int = FULL_LIFE
    """The life points to begin with, 1 to 99."""
    life_cards: tuple[Colour | None, Colour | None] = (None, None)
    """The colours of the life cards of left and right; None is drawn at random."""
    cards: CardSet = field(default=CARDS)

    def __post_init__(self) -> None:
        if type(self.life) is not int or not 1 <= self.life <= FULL_LIFE:
            raise ValueError(
                message(
                    "the life points are 1 to {most}, not {number}", most=FULL_LIFE, number=repr(self.life)
                )
            )
        if len(self.life_cards) != 2:
            raise ValueError(message("there are two life cards, not {number}", number=len(self.life_cards)))
        chosen = [colour for colour in self.life_cards if colour is not None]
        for colour in chosen:
            if colour not in LIFE_COLOURS:
                raise ValueError(
                    message("a life card is {colours}, not {word}", colours=_COLOURS, word=quote(str(colour)))
                )
        if len(set(chosen)) < len(chosen):
            raise ValueError(
                message("the two life cards differ in colour; both are {colour}", colour=str(chosen[0]))
            )
        # "red" equals Colour.RED; the rules tell colours apart by identity.
        left, right = (None if colour is None else Colour(colour) for colour in self.life_cards)
        object.__setattr__(self, "life_cards", (left, right))


PRESETS: Final[Mapping[str, Options]] = MappingProxyType(
    {"quick-duel": Options(life=QUICK_LIFE), "full-duel": Options(life=FULL_LIFE)}
)
"""The booklet's two lengths, the shorter first."""

DEFAULT_PRESET: Final = "full-duel"

_LOT: Final = "lot"
_CARDS: Final = "cards-"


def write_options(options: Options) -> str:
    """Return the options in the words of a record.

    They are a preset's name or a number of life points; the two life cards, unless both are drawn at random;
    and the digest of the cards, with the cards themselves unless they are the package's.

    >>> write_options(Options(life=30, life_cards=(Colour.RED, None)))
    'life-30 red lot cards-e218b5944b176b74'
    """
    name = next((name for name, preset in PRESETS.items() if preset.life == options.life), None)
    words = [name or f"life-{options.life}"]
    if options.life_cards != (None, None):
        words += [_LOT if colour is None else colour.value for colour in options.life_cards]
    packed = "" if options.cards == CARDS else f"-{options.cards.packed}"
    return " ".join([*words, f"{_CARDS}{options.cards.digest}{packed}"])


def read_options(text: str) -> Options:
    """Return the options that `write_options` wrote.

    Raises MalformedRulesError if the text cannot be read, ValueError if the options make no game.
    """
    words = text.split()
    if not words:
        raise MalformedRulesError(message("there are no rules"))
    cards = CARDS
    if words[-1].startswith(_CARDS):
        cards = _read_cards(words[-1].removeprefix(_CARDS), len(words))
        words.pop()
    if len(words) not in (1, 3):
        raise MalformedRulesError(message("the rules are a length, and two life cards or none"))
    return Options(life=_read_life(words[0]), life_cards=_read_life_cards(words[1:]), cards=cards)


@lru_cache(maxsize=8)
def _read_cards(word: str, position: int) -> CardSet:
    digest, _, packed = word.partition("-")
    if not packed:
        if digest != CARDS.digest:
            raise MalformedRulesError(
                message("this version has no cards with the digest {digest}", digest=quote(digest)), position
            )
        return CARDS
    try:
        cards = unpack(packed)
    except CardsError as error:
        raise MalformedRulesError(error.args[0], position) from None
    if cards.digest != digest:
        raise MalformedRulesError(
            message(
                "the digest of the cards is {right}, not {digest}", right=cards.digest, digest=quote(digest)
            ),
            position,
        )
    return cards


def _read_life(word: str) -> int:
    if word in PRESETS:
        return PRESETS[word].life
    number = word.removeprefix("life-")
    if number == word or not (number.isascii() and number.isdecimal()) or len(number) > 2:
        raise MalformedRulesError(
            message(
                "{word} is not {names} or a number like life-30", word=quote(word), names=", ".join(PRESETS)
            )
        )
    return int(number)


def _read_life_cards(words: list[str]) -> tuple[Colour | None, Colour | None]:
    colours: list[Colour | None] = [None, None]
    for number, word in enumerate(words):
        if word != _LOT:
            if word not in list(LIFE_COLOURS):
                raise MalformedRulesError(
                    message(
                        "a life card is {colours} or {lot}, not {word}",
                        colours=_COLOURS,
                        lot=_LOT,
                        word=quote(word),
                    ),
                    number + 2,
                )
            colours[number] = Colour(word)
    return colours[0], colours[1]
