"""Cards in words: worth, price, effect."""

from engarde_tui.games.swords_and_shields.effect_words import effects_in_words
from engarde_tui.games.swords_and_shields.names import card_name, sentence, short_name
from engine.swords_and_shields import Card, CardSet
from engine.swords_and_shields.refusal import price_in_words


def card_in_words(card: Card) -> str:
    """Return a card's effect and price, as sentences."""
    price = "" if card.price is None else f" Price: {price_in_words(card)}."
    return f"{effect_of_card(card)}{price}"


def effect_of_card(card: Card) -> str:
    """Return a card's name and effect, as a sentence."""
    if card.is_buff:
        does = f"adds {card.bonus} to the card on it"
    elif card.is_duff:
        does = f"costs {card.toll} LP when laid out and at each turn's start"
    else:
        does = effects_in_words(card)
    return sentence(f"{card_name(card)}: {does}")


def compendium(cards: CardSet) -> list[str]:
    """Return a line for each kind of card, the starter decks first."""
    lines: dict[str, list[Card]] = {}
    for card in cards:
        lines.setdefault(f"{short_name(card)}|{_print(card)}", []).append(card)
    return [_line(same) for same in lines.values()]


def _line(same: list[Card]) -> str:
    card = same[0]
    colours = list(dict.fromkeys(card.colour.value for card in same if card.colour is not None))
    kinds = "grey" if colours == ["grey"] else "in five colours" if len(colours) == 5 else ", ".join(colours)
    name = card_name(card) if card.suit is None or card.is_duff else f"{short_name(card)} {kinds}"
    return f"{name[:1].upper()}{name[1:]} ({len(same)}): {_print(card)}."


def _print(card: Card) -> str:
    parts = []
    if card.is_buff:
        parts.append(f"adds {card.bonus} to the strength and worth of the card on it, or one stone")
    else:
        stones = f"{card.stones} stone{'s' * (card.stones > 1)}"
        parts.append(f"worth {stones} or {card.worth} {card.suit}{'s' * (card.worth > 1)}")
    if card.is_duff:
        parts.append(f"costs {card.toll} LP when laid out and at each turn's start")
    if card.price is not None:
        parts.append(f"price {price_in_words(card)}")
    if card.effects:
        parts.append(f"effect: {effects_in_words(card)}")
    return "; ".join(parts)
