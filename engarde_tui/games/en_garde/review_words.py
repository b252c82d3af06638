"""What the master thinks, in words and figures."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engarde_tui.games.en_garde.words import to_do
from engarde_tui.language import tr
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
        sentence = tr("Forced: no other action was legal.")
    elif judgement.loss >= WEAK:
        sentence = tr("▼ Weak: the master would {action}.", action=to_do(judgement.better))
    elif judgement.choice == judgement.played:
        sentence = tr("The master would do the same.")
    else:
        sentence = tr("The master would {action}.", action=to_do(judgement.choice))
    if abs(judgement.luck) < LUCKY:
        return sentence
    if judgement.luck > judgement.loss >= WEAK:
        # Else a chance that rises all the same would look as if the choice had been good.
        return f"{sentence} {tr('Saved by lucky cards.')}"
    return f"{sentence} {tr('Lucky cards.') if judgement.luck > 0 else tr('Unlucky cards.')}"


def costly_choices(names: tuple[str, str], found: "MatchReview", side: Seat) -> list[Group]:
    """Return the costliest choices of each fencer, those of one side first."""
    return [
        Group(names[seat], [_costly(choice) for choice in found.costliest(seat, WEAK)])
        for seat in (side, side.other)
    ]


def _costly(choice: "Choice") -> Costly:
    from engarde_tui.games.en_garde.why import why

    judgement, view = choice.judgement, choice.before
    played = tr(
        "Round {number} · distance {distance} · {hand} · {action}",
        number=choice.number,
        distance=view.distance,
        hand=" ".join(map(str, view.hand)),
        action=to_do(judgement.played),
    )
    better = tr("Better: {action}.", action=to_do(judgement.better))
    reasons = why(view, judgement.better, judgement.played)
    return Costly(choice.position, percent(judgement.loss), played, better, reasons)


def luck_and_skill(
    names: tuple[str, str], breakdowns: "Mapping[int, ResultBreakdown]", side: Seat
) -> list[Part]:
    """Return the parts that add up to the result of one side: the average of all rounds, then each round.

    All are points of the chance to win a round: 100 if it was won.
    """
    from engine.en_garde.bots.result_breakdown import total

    if not breakdowns:
        return [Part(tr("No round was played to its end."), [""])]
    mine = [breakdown if side is Seat.LEFT else breakdown.of_opponent for breakdown in breakdowns.values()]
    columns = [_in_points(total(mine), len(mine)), *map(_in_points, mine)]
    labels = (
        tr("Before the deal"),
        tr("Cards dealt and drawn"),
        tr("Hidden cards"),
        tr("{name}'s choices", name=names[side]),
        tr("{name}'s choices", name=names[side.other]),
        tr("Won by {name}", name=names[side]),
    )
    lines = [Part("", [tr("average"), *map(str, breakdowns)])]
    for line, label in enumerate(labels):
        is_change = 0 < line < len(labels) - 1
        figures = [column[line] for column in columns]
        lines.append(
            Part(label, [f"{figure:+}" if is_change else percent(figure / 100) for figure in figures])
        )
    return lines


def _in_points(breakdown: "ResultBreakdown", rounds: int = 1) -> list[int]:
    """Return the parts and their sum in points a round; what is rounded away is nobody's choice."""
    start, cards, _, own, other, result = (
        round(100 * part / rounds) for part in (*breakdown, breakdown.result)
    )
    return [start, cards, result - start - cards - own - other, own, other, result]
