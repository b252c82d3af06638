"""Words for any game: names, scores, times, help used."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, TypeVar

from rich.cells import cell_len, set_cell_size

from engarde_tui.play.help_used import HelpUsed
from engarde_tui.play.stored import StoredMatch
from engine.game import ABSENCE, FORFEIT, RESIGNATION, TIME, Seat, View
from engine.match import MAX_NAME, FinishedRound, MatchView

_ViewT = TypeVar("_ViewT", bound=View)
_MatchT = TypeVar("_MatchT", MatchView[Any], StoredMatch)

_LEAST_OF_NAME: Final = 4
"""Columns that are left of each name, however long the line is."""

KeyOf = Callable[[str], str]
"""Returns the key of a binding, by its id, as the player reads it."""


def sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop; a file name at the start stays as it is.

    >>> sentence("the file is damaged"), sentence("x.engarde: no such file")
    ('The file is damaged.', 'x.engarde: no such file.')
    """
    first = text.split(" ", 1)[0]
    start = capital(text) if first.isalpha() else text
    return f"{start}{'' if text.endswith(('.', '?', '!', '…')) else '.'}" if text else ""


def capital(text: str) -> str:
    """Return the text with a capital letter at its start; the others stay as they are."""
    return f"{text[:1].upper()}{text[1:]}"


def cut(text: str, width: int) -> str:
    """Return the text in at most `width` columns: characters of some scripts take two."""
    return text if cell_len(text) <= width else f"{set_cell_size(text, width - 1).rstrip()}…"


def fitting_name(name: str) -> str:
    """Return the name, cut to 16 columns."""
    return cut(name, MAX_NAME)


def fitting(match: _MatchT) -> _MatchT:
    """Return a match with both names cut to fit."""
    left, right = match.names
    return replace(match, names=(fitting_name(left), fitting_name(right)))


def told_in(
    columns: int, view: MatchView[_ViewT], tell: Callable[[MatchView[_ViewT]], list[str]]
) -> list[str]:
    """Return what `tell` says of a view in lines that fit: names are cut before anything else is."""
    lines = tell(view)
    for most in range(MAX_NAME, _LEAST_OF_NAME - 1, -1):
        if all(cell_len(line) <= columns for line in lines):
            break
        left, right = (cut(name, most) for name in view.names)
        lines = tell(replace(view, names=(left, right)))
    return [cut(line, columns) for line in lines]


def score(match: MatchView[Any] | StoredMatch) -> str:
    """Return both names around the score: "Anna 2 : 1 Bruno"."""
    left, right = match.names
    return f"{left} {match.score[0]} : {match.score[1]} {right}"


def when(moment: datetime) -> str:
    """Return a moment in local time: "2026-11-21 18:40"."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def percent(share: float) -> str:
    """Return a share of 1 as a whole percentage: "62%"."""
    return f"{share:.0%}"


def how_often(odds: float) -> str:
    """Return how often somebody would do something: "6 times in 10", not to be taken for another chance."""
    times = round(10 * odds)
    if times in (0, 10):
        return "every time" if odds == 1 else "almost every time" if times else "hardly ever"
    return "half the time" if times == 5 else f"{times} time{'s' * (times > 1)} in 10"


def goal(target: int) -> str:
    """Return how many rounds win the match: "first to 5", "one round"."""
    return f"first to {target}" if target > 1 else "one round"


def starter(view: MatchView[Any]) -> str:
    """Return the round's number and who began it."""
    return f"round {view.number} · {view.names[view.round.first]} began"


def begins(view: MatchView[Any]) -> str:
    """Return who begins the round, as a sentence."""
    return f"{view.names[view.round.first]} begins round {view.number}."


def to_play(view: MatchView[Any]) -> str:
    """Return who is to act; "" once the round is over."""
    return "" if view.round.turn is None else f"{view.names[view.round.turn]} to play"


def round_won(view: MatchView[Any], line: FinishedRound) -> str:
    """Return who won a finished round."""
    winner = line.result.winner
    return "Round drawn" if winner is None else f"{view.names[winner]} wins round {line.number}"


def turning_point(view: MatchView[Any]) -> str:
    """Return when the winner of a match took the lead for good, or how it ended without an action.

    "" while there is no winner.
    """
    winner = view.winner
    if winner is None:
        return ""
    if not view.finished[-1].result.reason.is_played:
        return unplayed_end(view)
    if len(view.finished) == 1:
        return "One round decided it."
    name = view.names[winner]
    leads = [line.score[winner] - line.score[winner.other] for line in view.finished]
    level = [index for index, lead in enumerate(leads) if lead <= 0]
    if not level:
        return f"{name} led from the first round to the last."
    decisive = view.finished[level[-1] + 1].number
    worst = view.finished[min(level, key=lambda index: leads[index])].score
    if min(leads) == 0:
        return f"{name} took the lead for good in round {decisive}."
    back = f"{worst[winner]} : {worst[winner.other]}"
    return f"{name} came back from {back} and took the lead for good in round {decisive}."


_UNPLAYED: Final = {
    FORFEIT: ("{loser} gave up the round.", "{loser} could not continue"),
    ABSENCE: ("{loser} did not return.", "{loser} did not return"),
    RESIGNATION: ("{loser} resigned the match.", "{loser} resigned"),
    TIME: ("{loser} ran out of time.", "{loser} ran out of time"),
}
"""How a round was lost without an action, as a sentence and in short."""


def unplayed_end(view: MatchView[Any]) -> str:
    """Return how the round ended without an action, as a sentence; "" if it was played to its end."""
    result = view.round.result
    if result is None or result.reason.is_played:
        return ""
    if result.winner is None:
        return f"{view.names[Seat.LEFT]} and {view.names[Seat.RIGHT]} agreed to a draw."
    return _UNPLAYED[result.reason.value][0].format(loser=view.names[result.winner.other])


def why_not_played(view: MatchView[Any], line: FinishedRound) -> str:
    """Return why a round ended without an action, without its winner; "" if it was played to its end."""
    winner, reason = line.result
    if reason.is_played:
        return ""
    if winner is None:
        return "by agreement"
    return _UNPLAYED[reason.value][1].format(loser=view.names[winner.other])


def help_sentences(view: MatchView[Any], help_used: HelpUsed) -> list[str]:
    """Return a line for each player who had help: "Anna used 2 hints and took back 1 action."."""
    sentences = []
    for seat in Seat:
        hints, backs = help_used.hints[seat], help_used.undos[seat]
        parts = [f"used {hints} hint{'s' * (hints > 1)}"] if hints else []
        parts += [f"took back {backs} action{'s' * (backs > 1)}"] if backs else []
        if parts:
            sentences.append(f"{view.names[seat]} {' and '.join(parts)}.")
    return sentences
