"""A match that is watched again."""

from tui.harness import Player
from tui.scripts import SCRIPTS
from tui.shelf import states

from engarde_tui.games.en_garde.screens.replay import Course
from engarde_tui.play.replay import Perspective, Replay
from engine.en_garde import Seat

SCRIPT = SCRIPTS[4]
"""Two rounds, with indirect attacks, parries and an evasion."""
STATES = tuple(states(SCRIPT))
LAST = len(STATES) - 1


SEEN = {
    Perspective.BOTH: tuple(Seat),
    Perspective.LEFT: (Seat.LEFT,),
    Perspective.RIGHT: (Seat.RIGHT,),
    Perspective.NONE: (),
}
"""Whose hands a perspective shows."""


def replay() -> Replay:
    """From the beginning."""
    return Replay(STATES[-1])


def bars(player: Player) -> tuple[str, int, str]:
    """The bars as they are drawn, which of them is marked, and what is said beside them."""
    (row,) = player.screen.query_one(Course)._canvas.rows
    drawn = [(char, foreground) for char, foreground, _ in row if char in "▁▂▃▅▆▇█"]
    (marked,) = [place for place, (_, foreground) in enumerate(drawn) if foreground == "pointed"]
    said = str(player.drawn(Course)[0]).rstrip().removesuffix(", if two masters play on")
    return "".join(char for char, _ in drawn), marked, said
