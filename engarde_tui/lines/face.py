"""The program in lines: says what the screen on top shows, and does what is typed."""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from typing import Any, Final, Protocol

from textual.events import Key
from textual.screen import Screen
from textual.widgets import Input

from engarde_tui.language import tr
from engarde_tui.lines.pages import Asking, Choice, commands_of, items_of, key_of
from engarde_tui.lines.table import TableWords
from engarde_tui.screens.input import InputScreen
from engarde_tui.screens.question import QuestionScreen
from engarde_tui.screens.table import TableScreen
from engarde_tui.settings_app import SettingsApp

SIZE: Final = (80, 24)
"""What the screens take for their window; nothing is drawn."""

DEFAULT_ROWS: Final = 24
"""Lines that are seen at a time where there is no terminal."""

_PAUSE: Final = 0.001
"""Seconds between two looks at a screen that is at work."""

_HELP: Final = "?"

BACK: Final = "back"
"""A word that leaves a page, whatever the key that does is called there."""

_NOTHING: Final = "-"
"""A line that leaves a question open."""


class Lines(Protocol):
    """Where lines come from and go to."""

    async def read(self) -> str | None:
        """Return the next line; None at the end."""

    def say(self, line: str) -> None:
        """Tell a line."""

    def forget_typed(self) -> None:
        """Drop what has been typed ahead."""

    @property
    def rows(self) -> int:
        """How many lines are seen at a time."""


class LineFace:
    """Reads lines and says lines; the app behind it draws nothing."""

    def __init__(self, app: SettingsApp, lines: Lines) -> None:
        """Let `lines` say what `app` shows, and do there what they tell."""
        self._app = app
        self._lines = lines
        self._top: Screen[Any] | None = None
        self._said: list[str] = []
        """What the page on top has said, and what could be chosen there."""
        self._table: TableWords | None = None
        self._asking: Asking | None = None
        self._changed = asyncio.Event()

    async def run(self, why: str) -> None:
        """Run the app until it ends, or the lines do; say first `why` it is in lines."""
        self._say([why, tr("Type a number to choose, ? for what you can say, quit to leave.")])
        self._app.on_paint = self._changed.set
        self._app.names_keys = False
        # Lines stay where they are: nobody has to be quick.
        self._app.curtain_delay = self._app.bot_pace = 0.0
        running = asyncio.create_task(self._app.run_async(headless=True, size=SIZE))
        has_begun = asyncio.create_task(self._app.has_mounted.wait())
        await asyncio.wait([running, has_begun], return_when=asyncio.FIRST_COMPLETED)
        typed: asyncio.Task[str | None] | None = None
        while not running.done():
            await self._settle()
            if running.done() or not self._app.screen_stack:
                break
            self._changed.clear()
            self._tell()
            typed = typed or asyncio.create_task(self._lines.read())
            changed = asyncio.create_task(self._changed.wait())
            await asyncio.wait([running, typed, changed], return_when=asyncio.FIRST_COMPLETED)
            changed.cancel()
            if typed.done():
                line, typed = typed.result(), None
                if line is None:
                    self._app.call_in_turn(self._app.exit)
                    break
                self._app.call_in_turn(partial(self._take, "".join(filter(str.isprintable, line)).strip()))
        if typed is not None:
            typed.cancel()
        has_begun.cancel()
        await running

    async def _settle(self) -> None:
        """Wait until all that was asked for has been done, and shows."""
        app, top = self._app, None
        while app.screen_stack and top is not app.screen:
            top, done, has_caught_up = app.screen, asyncio.Event(), asyncio.Event()
            app.when_done(done.set)
            await done.wait()
            # What the screen is doing at the moment is no message any more; it may open another.
            top.call_later(has_caught_up.set)
            while not has_caught_up.is_set() and top in app.screen_stack:
                await asyncio.sleep(_PAUSE)

    # --- telling ---

    def _tell(self) -> None:
        """Say what is new on the screen on top."""
        top = self._app.screen
        is_new, self._top = top is not self._top, top
        if is_new:
            self._asking = None
        if isinstance(top, TableScreen):
            if self._table is None or self._table.screen is not top:
                self._table = TableWords(top)
            if self._table.is_new_curtain:
                self._lines.forget_typed()
                self._say([""] * self._lines.rows)
            self._say([*self._table.news()])
            return
        if is_new and isinstance(top, QuestionScreen) and top.question.is_grave:
            self._lines.forget_typed()
        said = _in_lines(items_of(top))
        if isinstance(top, InputScreen):
            # Its only field needs no number.
            said[-1] = self._about_field(top)
        self._say([line for line in said if is_new or line not in self._said])
        self._said = said

    def _about_field(self, screen: InputScreen) -> str:
        if value := screen.query_one(Input).value:
            return tr("Type it, or nothing for “{value}”; - to cancel.", value=value)
        return tr("Type it; nothing, or -, to cancel.")

    def _say(self, lines: list[str]) -> None:
        for line in lines:
            self._lines.say(line)

    @property
    def _at_table(self) -> TableWords | None:
        """The words of the table on top; None for another page."""
        return self._table if self._table is not None and self._table.screen is self._app.screen else None

    def _choices(self) -> list[Choice]:
        if self._asking is not None:
            return [*self._asking.choices]
        if self._at_table:
            return self._at_table.choices()
        return [item for item in items_of(self._app.screen) if isinstance(item, Choice)]

    def _explain(self) -> None:
        """Say what can be said now."""
        self._say(_in_lines(self._choices()))
        for command in commands_of(self._app.screen):
            self._lines.say(f"{command.words[0]}: {command.meaning}")
        if self._at_table:
            self._lines.say(tr("Ask for: {words}.", words=", ".join(self._at_table.topics)))

    # --- taking ---

    def _take(self, line: str) -> None:
        """Do what a line says."""
        top, asking = self._app.screen, self._asking
        if self._at_table is not None:
            self._at_table.hear()
        if isinstance(top, InputScreen):
            self._fill_in(top, line)
        elif asking is not None and asking.take is not None:
            self._asking = None
            if line != _NOTHING:
                asking.take(line)
        elif line == _HELP:
            self._explain()
        elif line.isdecimal() and 1 <= int(line) <= len(choices := self._choices()):
            self._choose(choices[int(line) - 1])
        elif line == _NOTHING:
            self._asking = None
        elif line:
            self._take_word(line)

    def _fill_in(self, screen: InputScreen, line: str) -> None:
        field = screen.query_one(Input)
        field.value = line or field.value
        self._press("escape" if line == _NOTHING or not field.value else "enter")

    def _choose(self, choice: Choice) -> None:
        self._asking = choice.choose()
        if self._asking is not None:
            self._say([self._asking.question, *_in_lines(self._asking.choices)])

    def _take_word(self, line: str) -> None:
        """Do what a word says, whole or its beginning: tell something, or press a key; or play a turn."""
        typed, top, table = line.casefold(), self._app.screen, self._at_table
        said = (
            {}
            if table is None
            else {name: partial(self._answer, tell) for name, tell in table.topics.items()}
        )
        found: dict[str, Callable[[], None]] = {}
        for command in commands_of(top):
            press = partial(self._press, command.key)
            if typed in map(str.casefold, command.words):
                said.setdefault(typed, press)
            elif command.begins_with(typed):
                found[command.words[0]] = press
        if typed in said:
            said[typed]()
            return
        if table is not None and table.play(line):
            return
        if key := key_of(top, typed) or (typed == BACK and "escape"):
            self._press(key)
            return
        found |= {name: tell for name, tell in said.items() if name.startswith(typed)}
        if len(found) == 1:
            next(iter(found.values()))()
        elif found:
            self._lines.say(tr("That could mean: {words}.", words=", ".join(found)))
        else:
            self._lines.say(tr("“{line}” means nothing here. Type ? for what you can say.", line=line[:40]))

    def _answer(self, tell: Callable[[], list[str]]) -> None:
        self._say(tell())

    def _press(self, key: str) -> None:
        self._app.post_message(Key(key, None))


def _in_lines(items: Iterable[str | Choice]) -> list[str]:
    """Return words as they are, and choices after their numbers."""
    numbers = count(1)
    return [f"{next(numbers)} {item.label}" if isinstance(item, Choice) else item for item in items]
