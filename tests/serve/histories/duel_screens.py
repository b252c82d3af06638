"""What a person reads off a screen of the hall about A Game of Swords and Shields, and what a line offers."""

import re

from serve.histories.history import Hands, Shown

from engine.swords_and_shields import Colour

_ROUND = re.compile(r"─ round (\d+) · \S+ began · turn (\d+) ─")
_BOX = re.compile(r"│ [► ] (\S+) +\d+ LP .*?(?:(\d+ : \d+) .*)?\d+ LP (\S+) [◄ ] │")
_TO_ACT = re.compile(r"^(╭─|┏━) (\S+ to play) [─━]", re.MULTILINE)
_HAND = re.compile(r"(\S+)'s hand ─")
_CARD = re.compile(r"[╭┏](sword|shield|duff|buff) ?([+-]?\d+)[─━]*[╮┓]")
"""The upper edge of a card that lies face up and that no other one covers."""
_CHOSEN = re.compile(r"► ([a-z][^│─►]*?) *$", re.MULTILINE)

_SUITS = {"sword": "s", "shield": "h"}

_COLOURS = {colour.value: colour.letter for colour in Colour}


def shows_duel(text: str) -> bool:
    """Return whether a screen shows this game."""
    return _ROUND.search(text) is not None


def shown_of_duel(text: str) -> Shown:
    """Return what a screen of 80 columns shows of a match, but the cards that all see."""
    rows = text.split("\n")
    hands = hands_in_duel(rows)
    number, box, to_act = _ROUND.search(text), _BOX.search(text), _TO_ACT.search(text)
    if number is None or box is None:
        return Shown(hands)
    left, score, right = box.groups()
    is_drafted = to_act is not None and to_act[1] == "┏━"
    return Shown(
        hands,
        int(number[1]),
        f"{left} {score} {right}" if score else "",
        "" if to_act is None else to_act[2],
        at_turn="" if is_drafted else number[2],
    )


def offered_in_duel(text: str) -> str:
    """Return the line of the list that a screen points at; "" if there is none."""
    found = _CHOSEN.findall(text)
    return str(found[-1]) if found else ""


def hands_in_duel(rows: list[str]) -> Hands:
    """Return every open hand: the whole cards below its name."""
    hands: dict[str, tuple[object, ...]] = {}
    for y, row in enumerate(rows[:-2]):
        labels = [*_HAND.finditer(row)]
        for card in _CARD.finditer(rows[y + 1]) if labels else ():
            holder = [label[1] for label in labels if label.start() <= card.start() + 4][-1:]
            for name in holder:
                below = rows[y + 2][card.start() + 1 : card.end() - 1].rstrip(" ◆0123456789")
                hands[name] = (*hands.get(name, ()), _notation(card[1], card[2], below))
    return hands


def _notation(kind: str, number: str, below: str) -> str:
    """Return a card's notation; `below` is its colour, or a duff's suit."""
    if kind == "buff":
        return f"b{number}"
    if kind == "duff":
        return f"d{_SUITS.get(below, '?')}{number}"
    return f"{_SUITS[kind]}{number}{_COLOURS.get(below, '?')}"
