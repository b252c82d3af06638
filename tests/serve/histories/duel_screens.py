"""What a person reads off a screen of the hall about A Game of Swords and Shields, and what a line offers."""

import re

from serve.histories.history import Hands, Shown

from engarde_tui.games.swords_and_shields.widgets.cards import put_card
from engarde_tui.games.swords_and_shields.widgets.scale import SMALL
from engarde_tui.terminal.canvas import Canvas
from engine.swords_and_shields import CARDS, Card

_ROUND = re.compile(r"─ round (\d+) · \S+ began · turn (\d+) ─")
_BOX = re.compile(r"│ [► ] (\S+) +\d+ LP .*?(?:(\d+ : \d+) .*)?\d+ LP (\S+) [◄ ] │")
_TO_ACT = re.compile(r"^(╭─|┏━) (\S+ to play) [─━]", re.MULTILINE)
_HAND = re.compile(r"(\S+)'s hand [─━]")
_CHOSEN = re.compile(r"► ([a-z][^│─►]*?) *$", re.MULTILINE)


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
        for x in range(len(row)) if labels else ():
            card = _FACES.get(tuple(line[x : x + SMALL.width] for line in rows[y + 1 : y + 3]))
            if card:
                # An emblem may stand before the name.
                name = [label[1] for label in labels if label.start() <= x + 8][-1]
                hands[name] = (*hands.get(name, ()), card)
    return hands


def _face(card: Card, *, is_marked: bool) -> tuple[str, ...]:
    """Return the two upper rows of a small card that lies face up and that no other one covers."""
    canvas = Canvas(*SMALL)
    put_card(canvas, 0, 0, SMALL, card, is_marked=is_marked)
    return tuple("".join(sign for sign, _, _ in row) for row in canvas.rows[:2])


_FACES = {_face(card, is_marked=is_marked): str(card) for card in CARDS for is_marked in (False, True)}
