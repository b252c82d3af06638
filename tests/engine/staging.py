"""Helpers of the engine's tests: decks, house rules, and rounds played up to the moment under test."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

from engine.en_garde import PRESETS, Action, Round, Rules, Seat, parse_action
from engine.en_garde.stacking import stacked

DATA: Final = Path(__file__).parents[1] / "data"
FULL_DECK: Final = tuple(sorted([1, 2, 3, 4, 5] * 5))
SEATS: Final = {seat.label: seat for seat in Seat}
PRESET_NAMES: Final = tuple(PRESETS)
PARRYING_PRESETS: Final = tuple(name for name in PRESETS if PRESETS[name].parry)
INDIRECT_PRESETS: Final = tuple(name for name in PRESETS if PRESETS[name].indirect)

NEAR: Final = "+5 +5 +5 +4"
"""Left on 11, right on 14, left to act at distance 3."""
FAR: Final = "+4 +4 +5 +1"
"""Left on 10, right on 18, left to act at distance 8."""
CORNERED: Final = "+5 +1 +5 +1 +2 +1"
"""Left to act at distance 7; right has only 3 squares behind."""
ONE_LEFT_AT_3: Final = "+5 +4 -1 -2 -1 +5 +2 +5 -4 +2 +4 -5 +4 +1"
"""Left on 10, right on 13, left to act, one card in the pile; unplayed: 11 22 33333 4 5."""
ONE_LEFT_AT_6: Final = "+4 +3 -2 +2 +1 -5 +1 +3 +5 -1 -3 +4 +1 +3"
"""Left on 8, right on 14, left to act, one card in the pile; unplayed: 1 222 3 444 555."""
LED: Final = "+5 +4 +3 -4 +2 +3 +1 +2 -1 -2 +1 +3 -1 -3"
"""Left, 7 squares ahead, to act at distance 9, one card in the pile; unplayed: 1 22 3 444 5555."""
ONE_LEFT_AT_9: Final = "+2 +1 +1 +1 +4 +4 -1 +3 -3 +1 +4 -4 -3 +3"
"""Left on 5, right on 14, left to act, one card in the pile; unplayed: 2222 3 4 55555."""
THREE_LEFT_AT_6: Final = "+2 +1 -1 +5 +5 +4 -1 -3 -3 +5 +5 -3"
"""Left on 8, right on 14, left to act, three cards in the pile; unplayed: 11 2222 33 4444 5."""

ALL_WORDS: Final = tuple(
    [f"{kind}{card}" for kind in "+-R" for card in range(1, 6)]
    + [f"{kind}{str(card) * n}" for kind in "AP" for card in range(1, 6) for n in range(1, 6)]
    + [f"+{step}A{str(card) * n}" for step in range(1, 6) for card in range(1, 6) for n in range(1, 6)]
    + ["H", "N"]
)
"""Every action that the notation can write."""


def all_switches() -> Iterator[dict[str, bool]]:
    """Yield every combination of house rules, consistent or not."""
    names = [field.name for field in fields(Rules)]
    for switches in product([False, True], repeat=len(names)):
        yield dict(zip(names, switches, strict=True))


def consistent(switches: dict[str, bool]) -> bool:
    """Return whether rules.md allows a combination."""
    return (switches["parry"] or not switches["indirect"]) and (
        (switches["indirect"] and switches["cards_decide"]) or not switches["final_evasion_skips_cards"]
    )


ALL_RULES: Final = tuple(Rules(**switches) for switches in all_switches() if consistent(switches))


def dealt(deck: Iterable[int]) -> str:
    """Return a deck as matches and records write it."""
    return "".join(map(str, deck))


def cards(text: str) -> list[int]:
    """Return the cards written as digits, ignoring spaces."""
    return [int(digit) for digit in text if digit != " "]


def words(state: Round) -> list[str]:
    """Return the legal actions in the notation."""
    return [str(action) for action in state.legal_actions()]


def play(state: Round, script: str) -> Round:
    """Return the round after the actions of `script`, separated by spaces."""
    for word in script.split():
        state = state.play(parse_action(word))
    return state


def deck_for(
    script: str, *, left: str = "", right: str = "", pile: str = "", first: Seat = Seat.LEFT
) -> list[int]:
    """Return a deck that lets `script` be played and then leaves these hands and next cards of the pile."""
    return list(stacked(script, left, right, pile, first))


def by_chance(legal: Sequence[Action], source: Random) -> Action:
    """Return a random action, half the time an attack or a parry, which are rare otherwise."""
    blades = [action for action in legal if action.blades]
    return source.choice(blades if blades and source.random() < 0.5 else legal)


def stage(
    rules: str | Rules,
    script: str,
    *,
    left: str = "",
    right: str = "",
    pile: str = "",
    first: Seat = Seat.LEFT,
) -> Round:
    """Deal and play `script`; return the round, with the given hands and pile left."""
    deck = deck_for(script, left=left, right=right, pile=pile, first=first)
    return play(Round.deal(PRESETS[rules] if isinstance(rules, str) else rules, deck, first), script)
