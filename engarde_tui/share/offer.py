"""Sharing in the program: which form, which file, and where it is then."""

import asyncio
import os
from itertools import count

from engarde_tui.language import told, tr
from engarde_tui.play.problem import Problem
from engarde_tui.play.questions import DRAWING, SHARE, SHARED
from engarde_tui.play.replay import Replay
from engarde_tui.play.words import bar, sentence
from engarde_tui.screens.input import InputScreen
from engarde_tui.screens.question import QuestionScreen
from engarde_tui.sessions.services import AppServices
from engarde_tui.share.forms import share
from engarde_tui.storage.files import in_file_name, new_file
from engarde_tui.widgets.prose import Prose


async def offer(services: AppServices, replay: Replay) -> None:
    """Ask how to write a match that is over, and where; write it, and say where it is or what went wrong."""
    if not (form := await services.ask(SHARE)):
        return
    path = await services.ask(
        InputScreen(
            tr("Write to this file"),
            _suggestion(replay, form),
            tr("An existing file is never overwritten."),
            check=_checked,
            is_kept=True,
        )
    )
    if not path:
        return
    # A bar is nothing to be read aloud.
    shown = QuestionScreen(DRAWING.about(bar(0, 1)) if services.names_keys else DRAWING)

    def report(done: int, of: int) -> None:
        for prose in shown.query(Prose):
            prose.say(bar(done, of))

    drawing = asyncio.create_task(share(replay, form, path, report))
    answer = services.ask(shown)
    answer.add_done_callback(lambda _: drawing.cancel())
    try:
        await asyncio.wait([drawing])
    finally:
        drawing.cancel()
    if drawing.cancelled():
        return
    shown.dismiss("")
    await answer
    try:
        drawing.result()
    except Problem as problem:
        said = sentence(told(problem))
    else:
        said = tr("Written to {path}.", path=path)
    await services.ask(SHARED.about(said))


def _checked(path: str) -> str:
    """Return a path that was typed; raises ValueError if there is such a file already."""
    try:
        return path and f"{new_file(path)}"
    except Problem as problem:
        raise ValueError(*problem.args) from None


def _suggestion(replay: Replay, form: str) -> str:
    """Return a name that no file here has."""
    name = in_file_name(replay.view.names)
    names = (f"{name}{f'-{number}' if number > 1 else ''}.{form}" for number in count(1))
    return next(each for each in names if not os.path.exists(each))
