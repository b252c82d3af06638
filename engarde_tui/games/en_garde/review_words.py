"""What the master thinks, in words and figures."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engarde_tui.games.en_garde.words import to_do
from engarde_tui.play.words import percent
from engarde_tui.screens.review import Costly, Group, Part
from engine.en_garde import Seat

if TYPE_CHECKING:
    from engarde_tui.games.en_garde.review import Choice, MatchReview
    from engine.en_garde.bots.judging import Judgement
    from engine.en_garde.bots.result_breakdown import ResultBreakdown

WEAK: Final = 0.1
"""A choice is weak if it loses at least this much of the chance to win the round; docs/bots.md says why."""

LUCKY: Final = 0.15
"""Drawn cards are lucky or unlucky if they change the chance to win the round by this much."""


def criticism(judgement: "Judgement") -> str:
    """Return what the master thinks of an action; only a weak choice has a mark."""
    if judgement.is_forced:
        sentence = "Forced: no other action was legal."
    elif judgement.loss >= WEAK:
        sentence = f"▼ Weak: the master would {to_do(judgement.better)}."
    elif judgement.choice == judgement.played:
        sentence = "The master would do the same."
    else:
        sentence = f"The master would {to_do(judgement.choice)}."
    if abs(judgement.luck) < LUCKY:
        return sentence
    return f"{sentence} {'Lucky' if judgement.luck > 0 else 'Unlucky'} cards."


def costly_choices(names: tuple[str, str], found: "MatchReview", side: Seat) -> list[Group]:
    """Return the costliest choices of each fencer, those of one side first."""
    return [
        Group(names[seat], [_costly(choice) for choice in found.costliest(seat, WEAK)])
        for seat in (side, side.other)
    ]


def _costly(choice: "Choice") -> Costly:
    from engarde_tui.games.en_garde.why import why

    judgement, view = choice.judgement, choice.before
    hand = " ".join(map(str, view.hand))
    played = f"Round {choice.number} · distance {view.distance} · {hand} · {to_do(judgement.played)}"
    better = f"Better: {to_do(judgement.better)}."
    reasons = why(view, judgement.better, judgement.played)
    return Costly(choice.position, percent(judgement.loss), played, better, reasons)


def luck_and_skill(
    names: tuple[str, str], breakdowns: "Mapping[int, ResultBreakdown]", side: Seat
) -> list[Part]:
    """Return the parts that add up to the rounds won by one side: of the match, then of each round.

    The match is in rounds, with one digit after the point; a round is in percent.
    """
    from engine.en_garde.bots.result_breakdown import total

    if not breakdowns:
        return [Part("No round was played to its end.", [""])]
    mine = [breakdown if side is Seat.LEFT else breakdown.of_opponent for breakdown in breakdowns.values()]
    match, rounds = _rounded(total(mine), 10), [_rounded(breakdown, 100) for breakdown in mine]
    labels = (
        "Chance at the start",
        "Cards dealt and drawn",
        "Hidden cards",
        f"{names[side]}'s choices",
        f"{names[side.other]}'s choices",
        f"Won by {names[side]}",
    )
    lines = [Part("", ["match", *map(str, breakdowns)])]
    for line, label in enumerate(labels):
        sign = "" if line in (0, len(labels) - 1) else "+"
        figures = [f"{each[line]:{sign if each[line] else ''}}" for each in rounds]
        lines.append(Part(label, [f"{match[line] / 10:{sign if match[line] else ''}.1f}", *figures]))
    return lines


def _rounded(breakdown: "ResultBreakdown", scale: int) -> list[int]:
    """Return the parts and their sum in so many units a round; what is rounded away is nobody's choice."""
    start, cards, _, own, other, result = (round(scale * part) for part in (*breakdown, breakdown.result))
    return [start, cards, result - start - cards - own - other, own, other, result]
