"""Words for any game: names, scores, times, help used."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, TypeVar

from rich.cells import cell_len, set_cell_size

from engarde_tui.language import TRANSLATOR, put, told, tr, tr_as, tr_count
from engarde_tui.play.day import local
from engarde_tui.play.help_used import HelpUsed
from engarde_tui.play.stored import StoredMatch
from engine.bot import ForfeitError
from engine.game import ABSENCE, AGREEMENT, FORFEIT, RESIGNATION, TIME, Seat, View
from engine.match import FinishedRound, MatchView
from engine.message import Message, message
from engine.names import MAX_NAME

_ViewT = TypeVar("_ViewT", bound=View)
_MatchT = TypeVar("_MatchT", MatchView[Any], StoredMatch)

_LEAST_OF_NAME: Final = 4
"""Columns that are left of each name, however long the line is."""

_BAR: Final = 20
"""Columns of a bar."""

KeyOf = Callable[[str], str]
"""Returns the key of a binding, by its id, as the player reads it."""


def sentence(text: str, names: Sequence[str] = ()) -> str:
    """Return the text with a capital letter and a full stop; a file name or a player's at the start stays.

    >>> sentence("the file is damaged"), sentence("x.engarde: no such file")
    ('The file is damaged.', 'x.engarde: no such file.')
    """
    first = text.split(" ", 1)[0]
    start = capital(text) if first.isalpha() and first not in " ".join(names).split() else text
    return f"{start}{'' if text.endswith(('.', '?', '!', '…')) else '.'}" if text else ""


def capital(text: str) -> str:
    """Return the text with a capital letter at its start; the others stay as they are.

    >>> capital("één ronde")
    'Eén ronde'
    """
    # Dutch, and no other language, writes the number so, and its capital without the accent.
    if text.startswith("één"):
        return f"E{text[1:]}"
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
    """Return a moment in local time: "2026-11-21 18:40", to readers elsewhere "2026-11-21 18:40 CET"."""
    translator, moment = TRANSLATOR.get(), local(moment)
    zone = f" {moment:%Z}" if translator is not None and translator.names_zone else ""
    return f"{moment:%Y-%m-%d %H:%M}{zone}"


def percent(share: float, places: int = 0) -> str:
    """Return a share of 1 as a percentage with so many decimal places: "62%"."""
    return tr("{number}%", number=decimal(f"{share:.{places}%}".removesuffix("%")))


def bar(done: int, of: int) -> str:
    """Return how far something is as a bar.

    >>> bar(1, 4)
    '█████░░░░░░░░░░░░░░░ 25%'
    """
    full = _BAR * done // of
    return f"{'█' * full}{'░' * (_BAR - full)} {percent(done / of)}"


def advisor_title(level: str) -> str:
    """Return what sentences call the level that gives a game's hints, where it does not play itself."""
    return tr_as("level", "master") if level == "master" else level


def decimal(figures: str) -> str:
    """Return figures such as "1,234.5" with the signs of the language before tenths and between thousands."""
    return figures.translate({ord("."): tr_as("decimal", "."), ord(","): tr_as("thousands", ",")})


def how_often(odds: float) -> str:
    """Return how often somebody would do something: "6 times in 10", not to be taken for another chance."""
    match round(10 * odds):
        case 0:
            return tr("hardly ever")
        case 5:
            return tr("half the time")
        case 10:
            return tr("every time") if odds == 1 else tr("almost every time")
        case times:
            return tr_count("{number} time in 10", "{number} times in 10", times)


def goal(target: int) -> str:
    """Return how many rounds win the match: "first to 5", "one round"."""
    return tr_count("one round", "first to {number}", target)


def starter(view: MatchView[Any]) -> str:
    """Return the round's number and who began it."""
    return tr("round {number} · {name} began", number=view.number, name=view.names[view.round.first])


def begins(view: MatchView[Any]) -> str:
    """Return who begins the round, as a sentence."""
    return tr("{name} begins round {number}.", name=view.names[view.round.first], number=view.number)


def to_play(view: MatchView[Any]) -> str:
    """Return who is to act; "" once the round is over."""
    return "" if view.round.turn is None else tr("{name} to play", name=view.names[view.round.turn])


def round_won(view: MatchView[Any], line: FinishedRound) -> str:
    """Return who won a finished round."""
    winner = line.result.winner
    if winner is None:
        return tr("Round drawn")
    if line.result.reason.value == RESIGNATION:
        return tr("{name} wins the match", name=view.names[winner])
    return tr("{name} wins round {number}", name=view.names[winner], number=line.number)


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
        return tr("One round decided it.")
    name = view.names[winner]
    leads = [line.score[winner] - line.score[winner.other] for line in view.finished]
    level = [index for index, lead in enumerate(leads) if lead <= 0]
    if not level:
        return tr("{name} led from the first round to the last.", name=name)
    decisive = view.finished[level[-1] + 1].number
    worst = view.finished[min(level, key=lambda index: leads[index])].score
    if min(leads) == 0:
        return tr("{name} took the lead for good in round {number}.", name=name, number=decisive)
    return tr(
        "{name} came back from {score} and took the lead for good in round {number}.",
        name=name,
        score=f"{worst[winner]} : {worst[winner.other]}",
        number=decisive,
    )


_UNPLAYED: Final = {
    FORFEIT: (message("{loser} gave up the round."), message("{loser} could not continue")),
    ABSENCE: (message("{loser} did not return."), message("{loser} did not return")),
    RESIGNATION: (message("{loser} resigned the match."), message("{loser} resigned")),
    TIME: (message("{loser} ran out of time."), message("{loser} ran out of time")),
}
"""How a round was lost without an action, as a sentence and in short."""


def unplayed_end(view: MatchView[Any]) -> str:
    """Return how the round ended without an action, as a sentence; "" if it was played to its end."""
    result = view.round.result
    if result is None or result.reason.is_played:
        return ""
    if result.winner is None:
        left, right = view.names
        return tr("{left} and {right} agreed to a draw.", left=left, right=right)
    return _lost(_UNPLAYED[result.reason.value][0], view.names[result.winner.other])


def why_not_played(view: MatchView[Any], line: FinishedRound) -> str:
    """Return why a round ended without an action, without its winner; "" if it was played to its end."""
    winner, reason = line.result
    if reason.is_played:
        return ""
    if winner is None:
        return tr("by agreement")
    return _lost(_UNPLAYED[reason.value][1], view.names[winner.other])


def _lost(words: Message, loser: str) -> str:
    return put(words._replace(fields={"loser": loser}))


def forfeited(bot: str, error: ForfeitError) -> str:
    """Return how a bot has failed, and what comes of it."""
    return tr("{bot} {failed}.\n\nIt forfeits the round.", bot=bot, failed=told(error))


def in_a_word(reason: str) -> str:
    """Return the word of a record for the reason why a round ended, as people read it."""
    words = {
        "hit": tr_as("reason", "hit"),
        "no-move": tr_as("reason", "no-move"),
        "cards": tr_as("reason", "cards"),
        "distance": tr_as("reason", "ground"),
        "draw": tr_as("reason", "draw"),
        "life": tr_as("reason", "life"),
        "turns": tr_as("reason", "turns"),
        FORFEIT: tr_as("reason", "forfeit"),
        ABSENCE: tr_as("reason", "absence"),
        RESIGNATION: tr_as("reason", "resignation"),
        TIME: tr_as("reason", "time"),
        AGREEMENT: tr_as("reason", "agreement"),
    }
    return words.get(reason, reason)


def help_sentences(view: MatchView[Any], help_used: HelpUsed) -> list[str]:
    """Return a line for each player who had help: "Anna used 2 hints and took back 1 action."."""
    each = ((view.names[seat], help_used.hints[seat], help_used.undos[seat]) for seat in Seat)
    return [_help_sentence(name, hints, undos) for name, hints, undos in each if hints or undos]


def _help_sentence(name: str, hints: int, undos: int) -> str:
    if not undos:
        return tr_count("{name} used {number} hint.", "{name} used {number} hints.", hints, name=name)
    if not hints:
        return tr_count(
            "{name} took back {number} action.", "{name} took back {number} actions.", undos, name=name
        )
    return tr_count(
        "{name} used {number} hint and took back {actions}.",
        "{name} used {number} hints and took back {actions}.",
        hints,
        name=name,
        actions=tr_count("{number} action", "{number} actions", undos),
    )
