"""Bots that do what a test wants, and the tables they sit at."""

from collections.abc import Callable
from random import Random
from threading import Event
from typing import Any

from tui.harness import Player
from tui.states import staged

from engarde_tui.games.en_garde.widgets.last_turn import LastTurn
from engarde_tui.match.players import Players
from engarde_tui.match.table import Table
from engine.bots import Bot, ForfeitError
from engine.en_garde import Action, Match, RoundView, Seat, parse_action
from engine.en_garde.game import GAME as EN_GARDE

NAMES = {Seat.LEFT: ("Rival", "Bruno"), Seat.RIGHT: ("Anna", "Rival")}
"""Both fencers, by the seat of the bot."""


class Scripted(Bot):
    """Plays the words that it was given, one after the other; fails where it is to, or has none left."""

    def __init__(self, *answers: str | ForfeitError) -> None:
        self.answers = list(answers)
        self.seen: list[RoundView] = []
        """What it was asked about."""
        self.ends: list[RoundView] = []
        """How rounds ended, as it was told."""
        self.closed = 0

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """The next answer."""
        self.seen.append(view)
        answer = self.answers.pop(0) if self.answers else ForfeitError("has run out of answers")
        if isinstance(answer, ForfeitError):
            raise answer
        return parse_action(answer)

    def finish(self, view: RoundView) -> None:
        """Remember it."""
        self.ends.append(view)

    def close(self) -> None:
        """Remember that too."""
        self.closed += 1


class Held(Scripted):
    """Thinks until it is let go."""

    def __init__(self, *answers: str | ForfeitError) -> None:
        super().__init__(*answers)
        self.may_answer = Event()

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """The next answer, when the time has come."""
        self.may_answer.wait()
        return super().choose(view, score, source)


Seated = Callable[..., Scripted]
"""Lets a bot with these answers take the seat of every bot."""

Holding = Callable[..., Held]
"""The same, and the bot thinks until the test lets it answer."""


def duel(script: str = "", *, bot: Seat = Seat.RIGHT, level: str = "novice", **stage: Any) -> Table:
    """A person and a bot, in a match brought to the moment a test is about."""
    return against(staged(script=script, **{"names": NAMES[bot]} | stage), level, bot)


def against(match: Match, level: str = "novice", bot: Seat = Seat.RIGHT) -> Table:
    """A match with a bot in one of the seats."""
    left, right = (level if seat is bot else None for seat in Seat)
    return Table(match, players=Players(EN_GARDE, match.names, (left, right)))


def actions(player: Player) -> str:
    """What has been played in this round."""
    return " ".join(map(str, player.held.round.actions))


def told(player: Player) -> str:
    """What the table says of the last turn."""
    return player.drawn(LastTurn)[0].strip()
