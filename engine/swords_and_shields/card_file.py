"""Reads a file of cards, and those of the package."""

import hashlib
import re
import tomllib
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeVar

from engine.game import quote
from engine.message import Message, message
from engine.swords_and_shields.cards import Card, CardSet, Colour, Effect, EffectKind, Price, Suit


class CardsError(ValueError):
    """A file of cards is wrong; the message names the line and the card."""


_WITH_NUMBER: Final = {
    EffectKind.DRAW,
    EffectKind.FLOOD,
    EffectKind.HEAL,
    EffectKind.DAMAGE,
    EffectKind.BLESS,
}


STARTER_SIZE: Final = 12
SHOP_COUNTS: Final = {"swords": 27, "shields": 18, "buffs": 5, "duffs": 6}
"""How many cards of each kind are in the shop, as the booklet says."""

_SHOP_HAS: Final = {
    "swords": message("the shop has {right} swords, not {number}"),
    "shields": message("the shop has {right} shields, not {number}"),
    "buffs": message("the shop has {right} buffs, not {number}"),
    "duffs": message("the shop has {right} duffs, not {number}"),
}

MAX_CHAINING: Final = 8
"""How many cards may only lead to another card's effect: trying all their orders takes time."""

_CHAINING: Final = {EffectKind.DESTROY, EffectKind.TRIGGER}
_WordT = TypeVar("_WordT", bound=StrEnum)

_MAX_TEXT: Final = 100_000
"""Characters of a file of cards."""

_NUMBER: Final = re.compile(r"[1-9][0-9]?")
"""The number of an effect."""

_HEAD: Final = re.compile(r"\[\[\s*card\s*\]\]\s*(#.*)?")

_SUITS: Final = tuple(Suit)
_COLOURS: Final = tuple(Colour)

_FIELDS: Final = {
    "suit", "strength", "colours", "copies", "starter", "stones",
    "worth", "price", "effects", "bonus", "toll",
}  # fmt: skip


def read_cards(text: str) -> CardSet:
    """Return the cards that a file in the form of `cards.toml` lists.

    Raises CardsError, naming the line and the card, if it cannot be read or the cards make no game.
    """
    if len(text) > _MAX_TEXT:
        raise CardsError(message("the file is longer than {number} characters", number=_MAX_TEXT))
    try:
        content = tomllib.loads(text)
    except RecursionError:
        raise CardsError(message("this is no TOML file: its lists are nested too deeply")) from None
    except ValueError as error:
        raise CardsError(message("this is no TOML file: {problem}", problem=str(error))) from None
    if content.keys() - {"version", "card"}:
        unknown = quote(min(content.keys() - {"version", "card"}))
        raise CardsError(message("the file has only `version` and `[[card]]`, not {word}", word=unknown))
    if type(content.get("version")) is not int or content["version"] != 1:
        version = _quote(content.get("version"))
        raise CardsError(message("the version of the file is 1, not {version}", version=version))
    entries = content.get("card")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise CardsError(message("the file has no [[card]]"))
    lines = [number for number, line in enumerate(text.split("\n"), 1) if _HEAD.fullmatch(line.strip())]
    starter: list[Card] = []
    shop: list[Card] = []
    seen: set[str] = set()
    for number, entry in enumerate(entries):
        line = lines[number] if len(lines) == len(entries) else None
        try:
            cards = _read_entry(entry)
        except ValueError as error:
            raise CardsError(_located(line, number + 1, entry, error.args[0])) from None
        if twice := next((str(card) for card in {*cards} if str(card) in seen), None):
            listed = message("{card} is already listed", card=twice)
            raise CardsError(_located(line, number + 1, entry, listed))
        seen.update(map(str, cards))
        (starter if entry.get("starter", False) else shop).extend(cards)
    _check_counts(starter, shop)
    printed = repr((sorted(starter, key=repr), sorted(shop, key=repr)))
    digest = hashlib.sha256(printed.encode()).hexdigest()[:16]
    # Equal cards are dealt equally, in whatever order their file lists them.
    deck, shop_deck = (tuple(sorted(cards, key=_place)) for cards in (starter, shop))
    return CardSet(deck, shop_deck, digest, _pack(text))


def _located(line: int | None, number: int, entry: Mapping[str, Any], problem: Message) -> Message:
    """Return a problem with one [[card]], where it is, and which; the line is None if it is not known."""
    if line is None:
        return message(
            "card {number} ({card}): {problem}", number=number, card=_label(entry), problem=problem
        )
    return message(
        "line {line}, card {number} ({card}): {problem}",
        line=line,
        number=number,
        card=_label(entry),
        problem=problem,
    )


def _place(card: Card) -> tuple[int, ...]:
    """Return the place of a card in a set: swords, shields, buffs, then duffs, the weaker first."""
    kind = 3 if card.is_duff else 2 if card.suit is None else _SUITS.index(card.suit)
    suit = 0 if card.suit is None else _SUITS.index(card.suit)
    colour = 0 if card.colour is None else _COLOURS.index(card.colour)
    return kind, suit, card.strength, card.bonus, card.toll, colour


def unpack(word: str) -> CardSet:
    """Return the cards of `CardSet.packed`; raises CardsError if it cannot be read."""
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(urlsafe_b64decode(word + "=" * (-len(word) % 4)), 4 * _MAX_TEXT).decode()
    except (ValueError, zlib.error):
        text = ""
    if not text or not unpacker.eof or unpacker.unused_data:
        raise CardsError(message("the cards of the record cannot be read"))
    # As it was written, since another version of zlib might pack it otherwise.
    return replace(read_cards(text), packed=word)


def _pack(text: str) -> str:
    return urlsafe_b64encode(zlib.compress(_without_comments(text).encode(), 9)).decode().rstrip("=")


def _without_comments(text: str) -> str:
    lines = (line.strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line and not line.startswith("#"))


def _check_counts(starter: Sequence[Card], shop: Sequence[Card]) -> None:
    if len(starter) != STARTER_SIZE:
        raise CardsError(
            message("a starter deck has {right} cards, not {number}", right=STARTER_SIZE, number=len(starter))
        )
    if any(card.is_buff or card.is_duff for card in starter):
        raise CardsError(message("a starter deck has no buffs and no duffs"))
    cards = (*starter, *starter, *shop)
    if (
        sum(bool(card.effects) and {kind for kind, _ in card.effects} <= _CHAINING for card in cards)
        > MAX_CHAINING
    ):
        raise CardsError(
            message(
                "at most {number} cards can have no other effects than destroy and trigger",
                number=MAX_CHAINING,
            )
        )
    counts = Counter(
        "buffs" if card.is_buff else "duffs" if card.is_duff else f"{card.suit}s" for card in shop
    )
    for kind, number in SHOP_COUNTS.items():
        if counts[kind] != number:
            raise CardsError(message(_SHOP_HAS[kind].text, right=number, number=counts[kind]))


def _quote(value: Any) -> str:
    """Quote a value of the file."""
    try:
        return quote(str(value))
    except ValueError:  # Python writes no number of more than 4300 digits
        return "'a very long number'"
    except RecursionError:
        return "'something nested very deeply'"


def _label(entry: Mapping[str, Any]) -> str:
    """Return a short name of a card for an error message."""
    if "bonus" in entry:
        return f"buff {_quote(entry['bonus'])[1:-1]}"
    name = "duff" if "toll" in entry else _quote(entry.get("suit", "no suit"))[1:-1]
    return f"{name} {_quote(entry.get('toll', entry.get('strength', '?')))[1:-1]}"


def _read_entry(entry: Mapping[str, Any]) -> list[Card]:
    """Return the cards of one [[card]]; raises ValueError, saying what is wrong."""
    if unknown := entry.keys() - _FIELDS:
        raise ValueError(message("there is no {field}", field=quote(min(unknown))))
    if not isinstance(entry.get("starter", False), bool):
        raise ValueError(message("starter is true or false"))
    copies = _number(entry, "copies", 1, 12, default=1)
    price = _read_price(entry["price"]) if "price" in entry else None
    if price is None and not entry.get("starter", False):
        raise ValueError(message("a card of the shop needs a price"))
    if price is not None and entry.get("starter", False):
        raise ValueError(message("a starter card has no price"))
    if "bonus" in entry:
        if others := entry.keys() - {"bonus", "copies", "price"}:
            raise ValueError(message("a buff has no {field}", field=min(others)))
        return [Card(None, 0, None, bonus=_number(entry, "bonus", 1, 9), price=price)] * copies
    suit = _word(entry, "suit", Suit)
    stones, worth = _number(entry, "stones", 1, 3), _number(entry, "worth", 1, 20)
    strength, toll, effects = 0, 0, tuple[Effect, ...]()
    if "toll" in entry:
        if others := entry.keys() & {"strength", "effects"}:
            raise ValueError(message("a duff has no {field}", field=min(others)))
        toll = _number(entry, "toll", 1, 20)
    else:
        strength, effects = _number(entry, "strength", 1, 20), _read_effects(entry.get("effects"))
    colours = _read_colours(entry.get("colours"))
    if toll and colours != [Colour.GREY]:
        raise ValueError(message('a duff has the colours ["grey"]'))
    return [
        Card(suit, strength, colour, 0, toll, stones, worth, price, effects)
        for colour in colours
        for _ in range(copies)
    ]


def _read_colours(words: Any) -> list[Colour]:
    if not isinstance(words, list) or not words or len(set(map(str, words))) != len(words):
        raise ValueError(message("colours is a list of different colours, not {value}", value=_quote(words)))
    return [_word({"colours": word}, "colours", Colour) for word in words]


def _read_effects(words: Any) -> tuple[Effect, ...]:
    if not isinstance(words, list) or not 1 <= len(words) <= 2:
        raise ValueError(message("effects is a list of one or two effects, not {value}", value=_quote(words)))
    effects = tuple(map(_read_effect, words))
    kinds = {effect.kind for effect in effects}
    if len(kinds) < len(effects) or kinds == {EffectKind.DRAW, EffectKind.DRAW_ANY}:
        raise ValueError(
            message(
                "whoever uses it could not choose between {one} and {other}", one=words[0], other=words[1]
            )
        )
    return effects


def _read_effect(word: Any) -> Effect:
    name, _, number = word.rpartition(" ") if isinstance(word, str) else ("", "", "")
    if name in _WITH_NUMBER and _NUMBER.fullmatch(number):
        return Effect(EffectKind(name), int(number))
    if isinstance(word, str) and word in set(EffectKind) - _WITH_NUMBER:
        return Effect(EffectKind(word))
    names = [f"{kind} N" if kind in _WITH_NUMBER else kind.value for kind in EffectKind]
    raise ValueError(
        message("{word} is no effect (N is 1 to 99): {names}", word=_quote(word), names=", ".join(names))
    )


def _read_price(price: Any) -> Price:
    if not isinstance(price, dict) or not price or price.keys() - set(Price._fields):
        raise ValueError(
            message("a price is in swords, shields and stones, not {value}", value=_quote(price))
        )
    swords, shields = (_number(price, key, 1, 60, default=0) for key in ("swords", "shields"))
    stones = price.get("stones", [])
    if price == {"stones": []}:
        raise ValueError(message("a price is in swords, shields and stones, not nothing"))
    if not isinstance(stones, list) or not all(type(number) is int and 1 <= number <= 9 for number in stones):
        raise ValueError(
            message("stones is a list of numbers from 1 to 9, not {value}", value=_quote(stones))
        )
    if len(stones) > 3:
        raise ValueError(message("three cards at most pay, so stones has at most three colours"))
    return Price(swords, shields, tuple(sorted(stones, reverse=True)))


def _number(entry: Mapping[str, Any], key: str, least: int, most: int, default: int | None = None) -> int:
    value = entry.get(key, default)
    if value == default and key not in entry and default is not None:
        return default
    if type(value) is not int or not least <= value <= most:
        raise ValueError(
            message(
                "{field} is {least} to {most}, not {value}",
                field=key,
                least=least,
                most=most,
                value=_quote(value),
            )
        )
    return value


def _word(entry: Mapping[str, Any], key: str, words: type[_WordT]) -> _WordT:
    try:
        return words(str(entry.get(key)))
    except ValueError:
        raise ValueError(
            message(
                "{field} is {words}, not {value}",
                field=key,
                words=", ".join(words),
                value=_quote(entry.get(key)),
            )
        ) from None


CARDS: Final = read_cards(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))
"""The cards of the package."""
