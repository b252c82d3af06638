"""Somebody who reads lines and types lines, and sees nothing else of the program."""

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from engarde_tui.app import EngardeApp
from engarde_tui.lines.face import LineFace
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engarde_tui.play.replay import Replay
from engarde_tui.settings.entries import Settings
from engarde_tui.settings.keeper import SettingsKeeper
from engarde_tui.storage.store import Store
from engine.game import game_of
from engine.match import Match

ONLY_WORDS = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2500-\u259f\u2800-\u28ff]*")
"""No control character, box, block or Braille pattern."""

WAIT = "until more is said"

NUMBERED = re.compile(r"(\d+) (.*)")


class Talk:
    """Types what `answer` returns to the lines that were said since it was asked last.

    None ends the input, and `WAIT` waits until more is said.
    """

    def __init__(self, answer: Callable[[list[str]], str | None]) -> None:
        self._answer = answer
        self._new: list[str] = []
        self._has_more = asyncio.Event()
        self.said: list[str] = []
        """Everything that was said, and after a ">" what was typed."""

    def say(self, line: str) -> None:
        assert ONLY_WORDS.fullmatch(line), line
        self._new.append(line)
        self._has_more.set()
        self.said.append(line)

    def cover(self) -> None:
        for _ in range(24):
            self.say("")

    are_piped = True

    async def read(self) -> str | None:
        while True:
            self._has_more.clear()
            new, self._new = self._new, []
            if (typed := self._answer(new)) is not WAIT:
                break
            await self._has_more.wait()
        self.said.append(f"> {typed}")
        return typed

    def forget_typed(self) -> None:
        """There is nothing: each line is typed when it is asked for."""


def in_turn(*lines: str) -> Callable[[list[str]], str | None]:
    """Return what types these lines one after the other, whatever is said, and then ends the input."""
    left: Iterator[str] = iter(lines)
    return lambda said: next(left, None)


async def talk(
    answer: Callable[[list[str]], str | None],
    start: LiveMatch | Replay | None = None,
    folder: Path | None = None,
    settings: Settings | None = None,
) -> Talk:
    """Let somebody talk with the program until it ends; matches are saved in a folder, if one is given."""
    app = EngardeApp(
        start,
        None if folder is None else Store(folder),
        no_motion=True,
        keeper=SettingsKeeper(settings or Settings(name="Anna")),
    )
    said = Talk(answer)
    await LineFace(app, said).run("This is the line mode.")
    assert app.crash_report is None, app.crash_report
    return said


def match_of(rules: object, right: str = "Bruno", target: int = 1, seed: int = 1) -> LiveMatch:
    """Return a new match of Anna against somebody."""
    players = Players.parse(game_of(rules), "Anna", right)  # type: ignore[arg-type]
    match = Match.new(rules, players.names, target, seed=seed)
    return LiveMatch(match, players=players, others=players.header)
