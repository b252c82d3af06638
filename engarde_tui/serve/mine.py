"""The answer to `ssh HALL mine`: a member's tables, in sentences or as JSON."""

import json
from collections.abc import Sequence
from typing import Any, Final

from engarde_tui.language import put, tr
from engarde_tui.presentation import full_title
from engarde_tui.serve.hall.own_turns import Move, OwnTurn, deadline
from engarde_tui.serve.hall.time_words import time_left
from engine.game import game_of
from engine.message import message

YOURS: Final = 0
"""The exit status if a table waits for the member."""
NOT_YOURS: Final = 1
"""The exit status if none does."""
NO_ANSWER: Final = 2
"""The exit status for guests, and if the answer fails."""

_VERSION: Final = 1
"""Of the object; fields may be added without a new one."""

_SENTENCES: Final = {
    Move.YOURS: message("It is your move against {opponent}"),
    Move.EITHER: message("You or {opponent} can deal the next round"),
    Move.ANSWER: message("{opponent} challenges you"),
    Move.UNANSWERED: message("{opponent} has not answered your challenge"),
    Move.DECLINED: message("{opponent} has declined your challenge"),
    Move.THEIRS: message("{opponent} is to move"),
    Move.NOBODY: message("Your table waits for an opponent"),
}


def status(turns: Sequence[OwnTurn]) -> int:
    """Return the exit status that says whether a table waits for the member."""
    return YOURS if any(turn.move.waits_for_you for turn in turns) else NOT_YOURS


def as_text(turns: Sequence[OwnTurn], now: float) -> str:
    """Return a line for each table; `now` in seconds since 1970."""
    lines = [_line(turn, now) for turn in turns] or [tr("You have no unfinished tables.")]
    return "".join(f"{line}\n" for line in lines)


def _line(turn: OwnTurn, now: float) -> str:
    table, seat = turn.table, turn.seat
    left = _seconds_left(turn, now)
    about = put(_SENTENCES[turn.move]._replace(fields={"opponent": table.opponent(seat)}))
    if left is not None:
        about = tr("{state} ({time} left)", state=about, time=time_left(left))
    if table.summary is not None:
        score = table.summary.score
        about = tr(
            "{state}: round {number}, {score}",
            state=about,
            number=table.summary.number,
            score=f"{score[seat]} : {score[seat.other]}",
        )
    return tr(
        "{state}. {game}, table {code}.", state=about, game=full_title(table.terms.rules), code=table.code
    )


def as_json(turns: Sequence[OwnTurn], name: str, now: float) -> str:
    """Return one line with an object that has the same; `now` in seconds since 1970."""
    told = {"version": _VERSION, "name": name, "tables": [_fields(turn, now) for turn in turns]}
    return f"{json.dumps(told)}\n"


def _fields(turn: OwnTurn, now: float) -> dict[str, Any]:
    table, seat, match = turn.table, turn.seat, turn.table.summary
    return {
        "table": table.code,
        "match": table.match.id,
        "move": turn.move.value,
        "opponent": table.opponent(seat) or None,
        "game": game_of(table.terms.rules).name,
        "target": table.terms.target,
        "round": None if match is None else match.number,
        "score": None if match is None else [match.score[seat], match.score[seat.other]],
        "deadline": deadline(table),
        "seconds_left": _seconds_left(turn, now),
    }


def _seconds_left(turn: OwnTurn, now: float) -> int | None:
    end = deadline(turn.table)
    return None if end is None else max(int(end - now), 0)
