"""The files that show a match, and the writing of them."""

from enum import StrEnum

from engarde_tui.language import tr
from engarde_tui.play.problem import Problem
from engarde_tui.play.replay import Replay
from engarde_tui.presentation import match_title
from engarde_tui.share.cast import cast
from engarde_tui.share.film import Report, film, stills
from engarde_tui.share.page import SHOWN, page
from engarde_tui.share.svg import svg
from engarde_tui.storage.files import new_file, write_new


class Form(StrEnum):
    """What a match can be written as; the value is the suffix of its files."""

    SVG = "svg"
    HTML = "html"
    CAST = "cast"


def _silent(done: int, of: int) -> None:
    """Tell nobody."""


async def share(
    replay: Replay, form: str, path: str, report: Report = _silent, number: int | None = None
) -> None:
    """Draw a match that is over, and write it to a new file; raises what `drawn` raises."""
    # Before all the drawing.
    file = new_file(path)
    write_new(f"{file}", await drawn(replay, form, report, number))


async def drawn(replay: Replay, form: str, report: Report = _silent, number: int | None = None) -> str:
    """Return a match that is over, or its round of this number, as a file shows it.

    `report` is told how far that is. Raises Problem if it fails, or there is no such round.
    Raises ValueError if it is not over: that would show hands that are still held.
    """
    if not replay.is_over:
        raise ValueError("only a match that is over is shown to others")
    if number is not None and number not in replay.finished:
        raise Problem(
            tr("this match has {rounds} rounds: choose one", rounds=max(replay.finished, default=0))
        )
    steps = range(replay.last + 1) if number is None else replay.finished[number]
    title = match_title(replay.view)
    match Form(form):
        case Form.SVG:
            return svg(await film(replay, steps, report), title)
        case Form.HTML:
            return page(await stills(replay, SHOWN, steps, report))
        case Form.CAST:
            return cast(await film(replay, steps, report), title)
