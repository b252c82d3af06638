"""What a person reads off the table of En Garde: whose hand lies open, its cards, and the score."""

import re
from functools import cache

from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.lettering import put_numeral

CARD = re.compile(r"[╭┏]([1-5])[─━]+[†╳]?[╮┓]")
"""The upper edge of a card that lies face up: its value in the corner, and a mark if it hits or parries."""

CARD_BACK = re.compile(r"╭(?:─{3}|─{5}|─{7})╮")
"""The upper edge of a card that lies face down, in any size."""

Hands = dict[str, tuple[int, ...]]
"""The cards of each open hand, by its holder's name."""

_LABEL = re.compile(r"(?<!\S)([^\s┏┓]+(?: [^\s┏┓]+)*)'s hand")
_TO_ACT = re.compile(r"[╭┏][─━] (.+?)(?: to play| must answer|: last chance) [─━]")
_DISCARD = "discard"
_BOX = re.compile(
    r"│ [► ] (?P<left>\S+(?: [^\s●○]+)*)(?: [●○]+)?(?: +● [A-Z]+)?"
    r"(?P<score> {2,}\S.*?:.*?\S {2,})"
    r"(?:● [A-Z]+ +)?(?:[●○]+ )?(?P<right>\S+(?: \S+)*) [◄ ] │"
)
"""The line of the scoring box with both names."""


def hands_seen(rows: list[str]) -> Hands:
    """Return every open hand on the screen.

    Two open hands have names above them; a hand without a name is that of the player to act. Only the top
    discard, under its own name, is in no hand.
    """
    labels = [(y, found.start(), found[1]) for y, row in enumerate(rows) for found in _LABEL.finditer(row)]
    hands: dict[str, list[tuple[int, int]]] = {name: [] for *_, name in labels}
    for y, line in enumerate(rows):
        for card in CARD.finditer(line):
            x = card.start()
            if any(row.startswith(_DISCARD, x) for row in rows[max(y - 2, 0) : y]):
                continue
            holders = [name for above, start, name in labels if y - 2 <= above < y and start <= x]
            to_act = _TO_ACT.search("\n".join(rows))
            holder = holders[-1] if holders else to_act[1] if to_act else ""
            hands.setdefault(holder, []).append((x, int(card[1])))
    return {name: tuple(value for _, value in sorted(cards)) for name, cards in hands.items()}


def hand_seen(text: str) -> tuple[int, ...]:
    """Return the cards of the only open hand on the screen; () if no hand is open."""
    hands = hands_seen(text.split("\n"))
    assert len(hands) < 2, f"several hands are open: {hands}"
    return next(iter(hands.values()), ())


def has_to_act(text: str, name: str) -> bool:
    """Return whether the screen shows the table to the player who is to act, the curtain lifted."""
    return bool(re.search(rf"\b{re.escape(name)}(?: to play| must answer|: last chance)", text))


def score_seen(rows: list[str]) -> str:
    """Return the score in the scoring box, in either size: "Anna 1 : 0 Bruno"; "" if there is no box.

    Ratings beside the names are left out.
    """
    y, box = next(((y, found) for y, row in enumerate(rows) if (found := _BOX.search(row))), (0, None))
    if box is None:
        return ""
    start, end = box.span("score")
    colon = rows[y].index(":", start)
    left, right = (
        _number([row[x:until] for row in rows[y - 1 : y + 2]])
        for x, until in ((start, colon), (colon + 1, end))
    )
    names = (re.sub(r" ?\(\d+\??\) ?", "", box[side]) for side in ("left", "right"))
    return "{} {left} : {right} {}".format(*names, left=left, right=right)


def _number(rows: list[str]) -> str:
    """Return the number that stands in the middle row, or is drawn over all three."""
    if rows[1].strip().isdigit():
        return rows[1].strip()
    start, end = (
        side(column for row in rows for column, char in enumerate(row) if char != " ") for side in (min, max)
    )
    digits = ([row[x : x + 3].ljust(3) for row in rows] for x in range(start, end, 4))
    return "".join(_figures()[tuple(digit)] for digit in digits)


@cache
def _figures() -> dict[tuple[str, ...], str]:
    """Return each digit by the rows of its drawing."""
    figures = {}
    for digit in range(10):
        canvas = Canvas(3, 3)
        put_numeral(canvas, 0, 0, digit, "plain")
        figures[tuple("".join(char for char, *_ in row) for row in canvas.rows)] = str(digit)
    return figures
