"""The files that show a match, and the writing of them."""

from enum import StrEnum

from engarde_tui.play.replay import Replay
from engarde_tui.presentation import match_title
from engarde_tui.share.cast import cast
from engarde_tui.share.film import film, stills
from engarde_tui.share.page import SHOWN, page
from engarde_tui.share.svg import svg
from engarde_tui.storage.files import new_file, write_new


class Form(StrEnum):
    """What a match can be written as; the value is the suffix of its files."""

    SVG = "svg"
    HTML = "html"
    CAST = "cast"


async def share(replay: Replay, form: str, path: str) -> None:
    """Draw a match that is over, and write it to a new file; raises what `drawn` raises."""
    # Before all the drawing.
    file = new_file(path)
    write_new(f"{file}", await drawn(replay, form))


async def drawn(replay: Replay, form: str) -> str:
    """Return a match that is over as a file shows it; raises Problem if that fails.

    Raises ValueError if it is not over: that would show hands that are still held.
    """
    if not replay.is_over:
        raise ValueError("only a match that is over is shown to others")
    title = match_title(replay.view)
    match Form(form):
        case Form.SVG:
            return svg(await film(replay), title)
        case Form.HTML:
            return page(await stills(replay, SHOWN))
        case Form.CAST:
            return cast(await film(replay), title)
