"""Scripted bots, and matches with them."""

from collections.abc import Callable
from random import Random
from threading import Event
from typing import Any

from tui.harness import Player
from tui.states import staged

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engine.bot import Bot, ForfeitError
from engine.en_garde import Action, Match, RoundView, Seat, parse_action
from engine.en_garde.game import GAME as EN_GARDE

NAMES = {Seat.LEFT: ("Rival", "Bruno"), Seat.RIGHT: ("Anna", "Rival")}
"""The names of both fencers, by the bot's seat."""


class Scripted(Bot):
    """Plays the given answers in order; raises those that are errors, and fails when none is left."""

    def __init__(self, *answers: str | ForfeitError) -> None:
        self.answers = list(answers)
        self.seen: list[RoundView] = []
        """The views it was asked about."""
        self.ends: list[RoundView] = []
        """The ends of rounds it was shown."""
        self.closed = 0

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """Return the next answer."""
        self.seen.append(view)
        answer = self.answers.pop(0) if self.answers else ForfeitError("has run out of answers")
        if isinstance(answer, ForfeitError):
            raise answer
        return parse_action(answer)

    def finish(self, view: RoundView) -> None:
        """Record the end of a round."""
        self.ends.append(view)

    def close(self) -> None:
        """Record that it was closed."""
        self.closed += 1


class Held(Scripted):
    """Thinks until the test lets it answer."""

    def __init__(self, *answers: str | ForfeitError) -> None:
        super().__init__(*answers)
        self.may_answer = Event()

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """Return the next answer once it is allowed."""
        self.may_answer.wait()
        return super().choose(view, score, source)


Seated = Callable[..., Scripted]
"""Replaces every bot with one that gives these answers."""

Holding = Callable[..., Held]
"""The same, with a bot that thinks until the test lets it answer."""


def duel(script: str = "", *, bot: Seat = Seat.RIGHT, level: str = "novice", **stage: Any) -> LiveMatch:
    """Return a match between a person and a bot after `script`."""
    return against(staged(script=script, **{"names": NAMES[bot]} | stage), level, bot)


def against(match: Match, level: str = "novice", bot: Seat = Seat.RIGHT) -> LiveMatch:
    """Return the match with a bot in one seat."""
    left, right = (level if seat is bot else None for seat in Seat)
    return LiveMatch(match, players=Players(EN_GARDE, match.names, (left, right)))


def actions(player: Player) -> str:
    """Return the actions of this round."""
    return " ".join(map(str, player.held.round.actions))


def told(player: Player) -> str:
    """What the table says of the last turn."""
    return player.told
