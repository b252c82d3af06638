"""What a person reads off a screen of the hall about a match, and which action a line offers."""

import re
from functools import cache
from itertools import product

from serve.histories.duel_screens import hands_in_duel, offered_in_duel, shown_of_duel, shows_duel
from serve.histories.history import Shown
from table_seen import hands_seen, score_seen

from engarde_tui.games.en_garde.words import to_do
from engine.en_garde.actions import (
    NO_ATTACK,
    TAKE_HIT,
    advance,
    advance_and_attack,
    attack,
    evade,
    parry,
    step_back,
)

_ROUND = re.compile(r"─ round (\d+) · \S+ began ─")
_TO_ACT = re.compile(r"^(╭─|┏━) (\S+(?: to play| must answer|: last chance)) [─━]", re.MULTILINE)
_TURN = re.compile(
    r"^│ (\S+ (?:begins|advance|step|attack|parri|evade|was hit|let)[^\n]*\.) *│$", re.MULTILINE
)
_DISTANCE = re.compile(r"\bdistance (\d+)\b")
_CHOSEN = re.compile(r"► ?([a-z][^│]*?) *$", re.MULTILINE)


def shown_on(text: str) -> Shown:
    """Return what a screen of 80 columns shows of a match."""
    if shows_duel(text):
        return shown_of_duel(text)
    rows = text.split("\n")
    hands = {name: cards for name, cards in hands_seen(rows).items() if cards}
    number, score, distance = _ROUND.search(text), score_seen(rows), _DISTANCE.search(text)
    if number is None or not score or distance is None:
        # Of which game a table is may be covered.
        return Shown({**hands, **hands_in_duel(rows)})
    to_act, turn = _TO_ACT.search(text), _TURN.search(text)
    # Whoever chooses an action sees the board as it would be after it.
    is_drafted = to_act is not None and to_act[1] == "┏━"
    return Shown(
        hands,
        int(number[1]),
        score,
        "" if to_act is None else to_act[2],
        None if is_drafted else int(distance[1]),
        _pile(rows),
        "" if to_act is None or turn is None else turn[1],
    )


def _pile(rows: list[str]) -> int | None:
    for y, row in enumerate(rows[:-3]):
        x = row.find("pile  discard")
        if x >= 0:
            number = rows[y + 3][x + 1 : x + 4].strip()
            return int(number) if number.isdecimal() else None
    return None


def chosen_on(text: str) -> str:
    """Return the action that the list on a screen points at, as in `Act`; "" if it is not clear."""
    if shows_duel(text):
        return offered_in_duel(text)
    found = _CHOSEN.search(text)
    return "" if found is None else _actions().get(found[1], "")


@cache
def _actions() -> dict[str, str]:
    cards = range(1, 6)
    blades = [*product(cards, cards)]
    actions = [
        *map(advance, cards),
        *map(step_back, cards),
        *map(evade, cards),
        *(attack(*each) for each in blades),
        *(parry(*each) for each in blades),
        *(advance_and_attack(step, *each) for step, each in product(cards, blades)),
        TAKE_HIT,
        NO_ATTACK,
    ]
    return {to_do(action): str(action) for action in actions}
