"""A player at the keyboard and mouse of the running program, who sees only what it draws.

Textual's own Pilot waits after each key until the processor seems idle, by the clock. `Player` waits until
the event loop has nothing left to do: as quick as the program, and the same on every machine.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType

from rich.cells import cell_len
from settling import LONGEST, settle
from table_seen import Hands, hand_seen, hands_seen, score_seen
from textual import events
from textual.geometry import Region, Size
from textual.keys import _character_to_key
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from engarde_tui.app import EngardeApp
from engarde_tui.games.en_garde.draft import Draft
from engarde_tui.games.en_garde.widgets.showdown import Verdict
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.replay import Replay
from engarde_tui.play.scene import Mode, Scene
from engarde_tui.screens.input import InputScreen
from engarde_tui.screens.match_over import MatchOverScreen
from engarde_tui.screens.question import QuestionScreen
from engarde_tui.screens.table import TableScreen
from engarde_tui.sessions.match_end import MatchEnd
from engarde_tui.sessions.session import Session
from engarde_tui.settings.entries import Settings
from engarde_tui.settings.file import SettingsFile
from engarde_tui.settings.keeper import SettingsKeeper
from engarde_tui.storage.store import Store
from engarde_tui.widgets.curtain import Curtain
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.what_now import WhatNow
from engine.en_garde import Match, MatchView, parse_action

_FRAMES = re.compile("[─│╭╮╰╯━┃┏┓┗┛]")

NAMED = Settings(name="Anna")
"""The settings of somebody who has told the program a name, so that the menu does not ask for it."""

SMALLEST = (80, 24)
LARGE = (120, 40)

_FRAME = " ╭╮╰╯─│┏┓┗┛━┃"
"""The characters around words in a frame."""


class Player:
    """Presses keys, clicks, and reads the screen."""

    def __init__(self, app: EngardeApp) -> None:
        self.app = app
        self.bells = 0
        """The number of times the bell has rung."""
        self.waits_for_bots = True
        """Whether `settle` waits for bots to answer."""
        app.bell = self._ring  # type: ignore[method-assign]

    def _ring(self) -> None:
        self.bells += 1

    @property
    def screen(self) -> Screen[object]:
        """The screen on top."""
        return self.app.screen

    @property
    def screen_name(self) -> str:
        """The name of its class, the same for every game; of its session, if it is not at home."""
        screen = self.screen
        if isinstance(screen, TableScreen) and type(screen.session) is not Session:
            return type(screen.session).__name__
        if isinstance(screen, MatchOverScreen) and type(screen.end) is not MatchEnd:
            return type(screen.end).__name__
        return type(screen).__name__.replace("EnGarde", "").replace("Swords", "")

    @property
    def question(self) -> str:
        """What the question on top asks, "" if there is none there."""
        return self.screen.question.heading if isinstance(self.screen, QuestionScreen) else ""

    @property
    def asks_name(self) -> bool:
        """Whether the program asks who plays."""
        return isinstance(self.screen, InputScreen) and "What is your name?" in self.text

    @property
    def at_showdown(self) -> bool:
        """Whether the end of a round is shown."""
        return isinstance(self.screen, TableScreen) and self.screen.scene.mode is Mode.ROUND_OVER

    @property
    def table(self) -> TableScreen:
        """The table's screen, wherever in the stack."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    @property
    def scene(self) -> Scene:
        """The table's scene."""
        return self.table.scene

    @property
    def view(self) -> MatchView:
        """The view that the table shows."""
        return self.scene.view

    @property
    def draft(self) -> Draft:
        """The turn being composed."""
        return self.scene.draft

    @property
    def curtain_is_down(self) -> bool:
        """Whether the curtain is down."""
        return self.scene.mode is Mode.CURTAIN

    async def arm(self) -> None:
        """Wait until the curtain can be lifted, or enter leaves the end of a round."""
        self.table._finish_arming()
        await self.settle()

    @property
    def live_match(self) -> LiveMatch:
        """The match at the table."""
        return self.table.session.match

    @property
    def held(self) -> Match:
        """The table's match in the engine."""
        return self.live_match._match

    @property
    def picture(self) -> list[Strip]:
        """The lines of the screen with all their colours."""
        return self.screen._compositor.render_strips()

    @property
    def rows(self) -> list[str]:
        """The lines of the screen after all filters."""
        return ["".join(segment.text for segment in strip) for strip in self.picture]

    @property
    def has_ended(self) -> bool:
        """Whether the program has been left."""
        return self.app.return_code is not None

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.rows)

    @property
    def hand(self) -> tuple[int, ...]:
        """The cards of the only open hand on the screen; () if no hand is open."""
        return hand_seen(self.text)

    @property
    def hands(self) -> Hands:
        """The cards of each open hand on the screen, by name; at the table that of the player to act."""
        return hands_seen(self.rows)

    @property
    def score(self) -> str:
        """The score in the scoring box: "Anna 1 : 0 Bruno"."""
        return score_seen(self.rows)

    @property
    def unmarked(self) -> str:
        """The whole screen without the marks of drawn cards, which the next key removes."""
        return re.sub(r"(?<=[╰─])new(?=[╯─])", "───", self.text)

    @property
    def dialog(self) -> str:
        """The words of the dialog, else of the whole screen, without frames, with single spaces."""
        rows = self.drawn(Framed) if self.screen.is_modal and self.screen.query(Framed) else self.rows
        return " ".join(_FRAMES.sub(" ", "\n".join(rows)).split())

    @property
    def notice(self) -> str:
        """The message to the player: what to do, what is composed, or why a key did nothing."""
        if isinstance(self.screen, TableScreen) and self.curtain_is_down:
            said = " ".join(row.strip("▒░ ") for row in self.drawn(Curtain))
            return " ".join(said.partition("lifts the curtain")[2].split())
        if self.at_showdown and self.screen.query(Verdict):
            return self.drawn(Verdict)[-1].strip(_FRAME)
        if not self.screen.query(WhatNow):
            return " ".join(" ".join(row.strip(_FRAME) for row in self.drawn(Notice)).split())
        _, first, second, _ = (row.strip(_FRAME) for row in self.drawn(WhatNow))
        happened = self.screen.query_one(WhatNow).happened
        return second if happened.startswith(first) else f"{first} {second}".strip()

    @property
    def told(self) -> str:
        """What the frame above the hand says of the last turn, while no turn is composed."""
        _, first, _, edge = (row.strip(_FRAME) for row in self.drawn(WhatNow))
        return edge or first

    @property
    def keys(self) -> str:
        """The key bar."""
        return "".join(self.drawn(KeyBar)).strip()

    def drawn(self, widget: type[Widget]) -> list[str]:
        """Return the part of the screen that a widget covers."""
        region = self.screen.query_one(widget).region
        return [_cut(row, region) for row in self.rows[region.y : region.bottom]]

    async def settle(self) -> None:
        """Wait until the program has handled and painted everything."""
        await settle(self.app, bots=self.waits_for_bots)

    async def wait_for_bots(self) -> None:
        """Wait until bots have answered everything, even questions whose answers are ignored."""
        async with asyncio.timeout(LONGEST):
            await asyncio.to_thread(int)
        self.waits_for_bots = True
        await self.settle()

    async def press(self, *keys: str) -> None:
        """Press keys, by Textual's names or as characters."""
        for key in keys:
            self._type(key)
            await self.settle()

    async def type_ahead(self, *keys: str) -> None:
        """Press keys, none of which waits for what the one before does."""
        for key in keys:
            self._type(key)
        await self.settle()

    def _type(self, key: str) -> None:
        character = key if len(key) == 1 else " " if key == "space" else None
        name = _character_to_key(key) if len(key) == 1 else key
        self.app.post_message(events.Key(name, character))

    async def write(self, text: str) -> None:
        """Type a text."""
        await self.press(*text)

    async def click(self, x: int, y: int) -> None:
        """Press and release the mouse on a cell of the screen."""
        for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
            button = 0 if kind is events.MouseMove else 1
            self.app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
            await self.settle()

    async def click_on(self, widget: type[Widget], text: str, occurrence: int = 0) -> None:
        """Click on a text inside a widget."""
        await self.click(*self.find(widget, text)[occurrence])

    def find(self, widget: type[Widget], text: str) -> list[tuple[int, int]]:
        """Return every cell where a text starts inside a widget."""
        region = self.screen.query_one(widget).region
        return [
            (region.x + cell_len(row[:start]), region.y + y)
            for y, row in enumerate(self.drawn(widget))
            for start in range(len(row))
            if row.startswith(text, start)
        ]

    async def play(self, *words: str) -> None:
        """Play actions from the list, lifting the curtain if it is down."""
        for word in words:
            if self.view.round.seat is None:
                await self.press("space")
            place = Draft.begin(self.view.round.legal).legal.index(parse_action(word)) + 1
            await self.press(*["escape"] * (not self.draft.is_empty), *["down"] * place, "enter")

    async def resize(self, width: int, height: int) -> None:
        """Resize the window."""
        driver = self.app._driver
        assert driver is not None
        size = Size(width, height)
        driver._size = size
        self.app.post_message(events.Resize(size, size))
        await self.settle()


@asynccontextmanager
async def playing(
    start: Match | LiveMatch | Replay | None = None,
    size: tuple[int, int] = SMALLEST,
    *,
    store: Store | None = None,
    ascii_only: bool = False,
    curtain_delay: float | None = 0,
    bot_pace: float | None = 0,
    waits_for_bots: bool = True,
    no_motion: bool = True,
    settings: Settings | Path | None = None,
    skips_name: bool = True,
    login: str = "",
    lessons: Mapping[str, int] = MappingProxyType({}),
) -> AsyncIterator[Player]:
    """Run the program with a player at it, where `start` leads or at the menu.

    `settings` can be a file; `skips_name` cancels the question that follows if it has no name; `lessons`
    has the next exercise by game. With `waits_for_bots` off a bot may think as long as a test likes, and the
    program goes on meanwhile.
    """
    if not waits_for_bots:
        # With one thread for all that bots are asked, what is put behind an answer comes after it.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    app = EngardeApp(
        start,
        store,
        ascii_only=ascii_only,
        curtain_delay=curtain_delay,
        bot_pace=bot_pace,
        no_motion=no_motion,
        keeper=SettingsFile(settings) if isinstance(settings, Path) else SettingsKeeper(settings or NAMED),
        login=login,
    )
    for game, number in lessons.items():
        app.progress.lesson(game, lambda _, number=number: number)
    async with app.run_test(size=size):
        player = Player(app)
        player.waits_for_bots = waits_for_bots
        await player.settle()
        if skips_name and isinstance(settings, Path) and player.asks_name:
            await player.press("escape")
        yield player


def _cut(row: str, region: Region) -> str:
    """Return the cells of a line that a region covers."""
    cells = [char for char in row for _ in range(cell_len(char))]
    return "".join(cells[region.x : region.right])
