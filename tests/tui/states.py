"""Matches played from a deal to the moment a test is about."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.en_garde import PRESETS, FinishedRound, Match, Reason, Result, Round, Rules, Seat, parse_action
from engine.en_garde.stacking import stacked

FULL_DECK = tuple(sorted([1, 2, 3, 4, 5] * 5))

NEAR = "+5 +5 +5 +4"
"""Left on 11, right on 14, left to act at distance 3."""
MIDDLE = "+4 +4 +5 +1"
"""Left on 10, right on 18, left to act at distance 8."""
ONE_LEFT_AT_3 = "+5 +4 -1 -2 -1 +5 +2 +5 -4 +2 +4 -5 +4 +1"
"""Left on 10, right on 13, left to act, one card in the pile; unplayed: 11 22 33333 4 5."""
ONE_LEFT_AT_6 = "+4 +3 -2 +2 +1 -5 +1 +3 +5 -1 -3 +4 +1 +3"
"""Left on 8, right on 14, left to act, one card in the pile; unplayed: 1 222 3 444 555."""


def deck_for(
    script: str, left: str = "", right: str = "", pile: str = "", first: Seat = Seat.LEFT
) -> list[int]:
    """Return a deck that allows a script, then leaves these hands and these cards to draw next."""
    return list(stacked(script, left, right, pile, first))


def play(match: Match, script: str) -> Match:
    """Return the match after the actions of a script."""
    for word in script.split():
        match = match.play(parse_action(word))
    return match


def staged(
    rules: str | Rules = "ferti-advanced",
    script: str = "",
    *,
    left: str = "",
    right: str = "",
    pile: str = "",
    first: Seat = Seat.LEFT,
    names: tuple[str, str] = ("Anna", "Bruno"),
    target: int = 5,
    score: tuple[int, int] = (0, 0),
) -> Match:
    """Return a match in which `script` has been played, with the given hands and pile."""
    deck = deck_for(script, left, right, pile, first)
    rules = PRESETS[rules] if isinstance(rules, str) else rules
    match = Match.new(rules, names, target, first, seed=1, dealt="".join(map(str, deck)))
    return play(replace(match, finished=tuple(_score_sheet(score))), script)


def _score_sheet(score: tuple[int, int]) -> Iterator[FinishedRound]:
    """Yield rounds that add up to a score, won by every reason in turn, with one drawn."""
    left, right = 0, 0
    reasons = [Reason.HIT, Reason.DISTANCE, Reason.NO_MOVE, Reason.CARDS]
    number = 0
    while (left, right) != score:
        number += 1
        starter = Seat((number + 1) % 2)
        if number == 3:
            yield FinishedRound(number, starter, Result(None, Reason.DRAW), (left, right))
            continue
        winner = Seat.RIGHT if right < score[1] and (right < left or left == score[0]) else Seat.LEFT
        left, right = (left + 1, right) if winner is Seat.LEFT else (left, right + 1)
        yield FinishedRound(number, starter, Result(winner, reasons[number % 4]), (left, right))


def random_rounds(rules: Rules, number: int, seed: int) -> Iterator[Round]:
    """Yield the states of random rounds, biased towards attacks and parries."""
    chance = random.Random(seed)
    for _ in range(number):
        state = Round.deal(rules, chance.sample(FULL_DECK, 25), chance.choice(list(Seat)))
        while state.legal:
            yield state
            blades = [action for action in state.legal if action.blades]
            wanted: Sequence = blades if blades and chance.random() < 0.4 else state.legal
            state = state.play(chance.choice(wanted))


class Ending(NamedTuple):
    """A round one action before its end, and the expected words at the end."""

    before: Match
    word: str
    reason: Reason
    verdict: str
    why: str
    """The words on the score sheet."""
    score: tuple[int, int]
    steps: tuple[str, ...]
    """The expected words about how it was decided."""


_LAST = {"left": "12333", "right": "12334", "pile": "5"}

ENDINGS = (
    Ending(
        staged(script=f"{NEAR} A33", right="11224"), "H", Reason.HIT,
        "Anna wins round 1: Bruno was hit", "Anna Bruno was hit", (1, 0),
        ("Anna attacked with two 3s.",),
    ),
    Ending(
        staged("abacus-basic", NEAR, left="11233"), "A3", Reason.HIT,
        "Anna wins round 1: Bruno was hit", "Anna Bruno was hit", (1, 0),
        ("Anna attacked with one 3.",),
    ),
    Ending(
        staged(script="+5 +1 +5 -1 +5 +2 +4 -2", left="12334", right="33445"), "+2", Reason.NO_MOVE,
        "Anna wins round 1: Bruno had no move", "Anna Bruno had no move", (1, 0),
        ("Anna advanced 2.",),
    ),
    Ending(
        staged(script=ONE_LEFT_AT_3, **_LAST), "-1", Reason.CARDS,
        "Bruno wins round 1: more cards matching the distance", "Bruno more cards matching the distance",
        (0, 1),
        ("Anna stepped back 1. The pile is empty.", "Cards matching the distance: Anna no 4, Bruno one 4."),
    ),
    Ending(
        staged(script=ONE_LEFT_AT_3, **_LAST), "+2", Reason.DISTANCE,
        "Anna wins round 1: gained more ground", "Anna gained more ground", (1, 0),
        (
            "Anna advanced 2. The pile is empty.",
            "Cards matching the distance: Anna one 1, Bruno one 1.",
            "Ground gained: Anna 11, Bruno 10.",
        ),
    ),
    Ending(
        staged(script=ONE_LEFT_AT_3, **_LAST), "+1", Reason.DRAW,
        "Round drawn: all equal", "drawn all equal", (0, 0),
        (
            "Anna advanced 1. The pile is empty.",
            "Cards matching the distance: Anna one 2, Bruno one 2.",
            "Ground gained: Anna 10, Bruno 10.",
        ),
    ),
)  # fmt: skip
"""Every way a round can end; a hit both with and without parries in the game."""
