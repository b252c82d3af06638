"""The program in lines: says what the screen on top shows, and does what is typed."""

import asyncio
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, Final, Protocol

from textual.events import Key
from textual.screen import Screen
from textual.widgets import Input

from engarde_tui.language import tr, tr_as
from engarde_tui.lines.pages import Asking, Choice, commands_of, items_of, key_of, over, refused
from engarde_tui.lines.table import TableWords
from engarde_tui.screens.base import AppScreen
from engarde_tui.screens.input import InputScreen
from engarde_tui.screens.keys import PressKey
from engarde_tui.screens.question import QuestionScreen
from engarde_tui.screens.table import TableScreen
from engarde_tui.settings.keys import parse, shown
from engarde_tui.settings_app import SettingsApp
from engarde_tui.terminal.forms import in_plain_form, printable
from engarde_tui.widgets.text_lines import wrapped

SIZE: Final = (80, 24)
"""What the screens take for their window; nothing is drawn."""

DEFAULT_ROWS: Final = 24
"""Lines that are seen at a time where there is no terminal."""

_THINKING: Final = frozenset({"bot", "hint"})
"""The groups of workers that answer for a bot."""

_PAUSE: Final = 0.001
"""Seconds between two looks at a screen that is at work."""

_WHILE_THINKING: Final = 0.05
"""Seconds between two looks at whether a bot has answered."""

_DIGITS: Final = 4
"""As many as the number of a line has at most."""

_HELP: Final = "?"

_BACK: Final = "back"
"""A word that leaves a page in every language, whatever the key that does is called there."""

_MENU: Final = "menu"
"""A word that goes to the menu from every page but a table, which has to be left first."""

_BEGIN: Final = ("begin", "start", "play")
"""Words that begin a match in every language where one can be begun."""

_QUIT: Final = "quit"
"""A word that leaves the program in every language, also in place of a name."""

_NOTHING: Final = "-"
"""A line that leaves a question open."""


def fitting(line: str, columns: int) -> str:
    """Return a line with breaks between words, as a terminal of so many columns needs them; 0 needs none."""
    return "\n".join(wrapped(line, columns)) if columns else line


class Lines(Protocol):
    """Where lines come from and go to."""

    async def read(self) -> str | None:
        """Return the next line; None at the end."""

    def say(self, line: str) -> None:
        """Tell a line."""

    def forget_typed(self) -> None:
        """Drop what has been typed ahead."""

    def cover(self) -> None:
        """Put what was said out of sight."""

    @property
    def are_piped(self) -> bool:
        """Whether nobody types them who would wait for an answer."""


class LineFace:
    """Reads lines and says lines; the app behind it draws nothing."""

    def __init__(self, app: SettingsApp, lines: Lines) -> None:
        """Let `lines` say what `app` shows, and do there what they tell."""
        self._app = app
        self._lines = lines
        self._top: Screen[Any] | None = None
        self._said: list[str] = []
        """What the page on top has said, and what could be chosen there."""
        self._over: list[str] = []
        """What lay over every page when that was told last."""
        self._table: TableWords | None = None
        self._asking: Asking | None = None
        self._changed = asyncio.Event()
        self._rang = False
        """Whether the bell has rung since anything was told: the same may be refused again."""

    async def run(self, why: str) -> None:
        """Run the app until it ends, or the lines do; say first `why` it is in lines."""
        self._say([why, tr("Type a number to choose, ? for what you can say, quit to leave.")])
        self._app.on_paint = self._changed.set
        self._app.on_bell = self._hear_bell
        self._app.names_keys = False
        # Lines stay where they are: nobody has to be quick.
        self._app.curtain_delay = self._app.bot_pace = 0.0
        running = asyncio.create_task(self._app.run_async(headless=True, size=SIZE))
        try:
            await self._talk(running)
        except BaseException:
            # The app must not go on with nobody to tell.
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
            raise
        await running

    def hide(self) -> None:
        """Let the curtain fall at a table, before others see what was said."""
        self._app.app_suspend_signal.publish(self._app)
        if self._at_table is not None:
            self._lines.cover()

    def come_back(self) -> None:
        """Say once more where we are."""
        self._top = None
        self._changed.set()

    def _hear_bell(self) -> None:
        self._rang = True
        self._changed.set()

    async def _talk(self, running: asyncio.Task[Any]) -> None:
        """Say and take lines until the app or they end."""
        has_begun = asyncio.create_task(self._app.has_mounted.wait())
        await asyncio.wait([running, has_begun], return_when=asyncio.FIRST_COMPLETED)
        has_begun.cancel()
        typed: asyncio.Task[str | None] | None = None
        while not running.done():
            await self._settle()
            if running.done() or not self._app.screen_stack:
                break
            self._changed.clear()
            self._tell()
            if self._lines.are_piped and self._is_thinking:
                await asyncio.sleep(_WHILE_THINKING)
                continue
            typed = typed or asyncio.create_task(self._lines.read())
            changed = asyncio.create_task(self._changed.wait())
            await asyncio.wait([running, typed, changed], return_when=asyncio.FIRST_COMPLETED)
            changed.cancel()
            if typed.done():
                line, typed = typed.result(), None
                if line is None:
                    self._app.call_later(self._app.exit)
                    break
                self._app.call_later(self._take, printable(line).strip())
        if typed is not None:
            typed.cancel()

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

    @property
    def _is_thinking(self) -> bool:
        """Whether a bot is about to answer at the table on top: by an action, or by a hint."""
        thinks = (worker.group in _THINKING and not worker.is_finished for worker in self._app.workers)
        return isinstance(self._app.screen, TableScreen) and any(thinks)

    # --- telling ---

    def _tell(self) -> None:
        """Say what is new on the screen on top."""
        top, (rang, self._rang) = self._app.screen, (self._rang, False)
        is_new, self._top = top is not self._top, top
        lying = over(top)
        self._say([line for line in lying if line not in self._over])
        self._over = lying
        if is_new:
            self._asking = None
        if isinstance(top, TableScreen) and (self._table is None or self._table.screen is not top):
            self._table = TableWords(top)
        # Also below a question that the other player answers.
        if self._table is not None and self._table.is_new_curtain:
            self._lines.forget_typed()
            self._lines.cover()
            self._table.shows_hand = False
        if self._at_table is not None:
            news = [*self._at_table.news(rang=rang)]
            # Somebody who comes back hears where.
            self._say(news if news or not is_new else self._at_table.stand())
            return
        if is_new and isinstance(top, QuestionScreen) and top.question.is_grave:
            self._lines.forget_typed()
        said = _in_lines(items_of(top))
        if isinstance(top, InputScreen):
            # Its only field needs no number.
            said[-1] = self._about_field(top)
        again = refused(top) if rang else []
        self._say([line for line in said if is_new or line not in self._said or line in again])
        self._said = said

    def _about_field(self, screen: InputScreen) -> str:
        if value := screen.suggestion:
            return tr("Type it, or nothing for “{value}”; - to cancel.", value=value)
        if screen.takes_nothing:
            return tr("Type it, or nothing for none; - to cancel.")
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
        self._say(self._at_table.topics["list"]() if self._at_table else _in_lines(self._choices()))
        labels = [choice.label.casefold() for choice in self._choices()]
        # What is chosen by its number has been said.
        further: dict[str, str] = {}
        for command in commands_of(self._app.screen):
            if not any(command.words[0].casefold() in label for label in labels):
                further.setdefault(command.meaning, command.short_word)
        self._say([f"{word}: {meaning}" for meaning, word in further.items()])
        if further and any(choice.mark for choice in self._choices()):
            self._lines.say(tr("A word with a number after it means that line."))
        if self._at_table:
            words = ", ".join(tr_as("asked", name) for name in self._at_table.topics)
            self._lines.say(tr("Ask for: {words}.", words=words))

    # --- taking ---

    def _take(self, text: str) -> None:
        """Do what a line says, if it was typed to what is on top."""
        top, asking, line = self._app.screen, self._asking, _plain_line(text)
        self._app.heard()
        if top is not self._top:
            # What it meant is gone; whatever came in its place has not been told.
            self._lines.say(tr("Something else has come meanwhile."))
            return
        if isinstance(top, InputScreen):
            self._fill_in(top, text)
        elif asking is not None and asking.take is not None:
            self._asking = None
            if line != _NOTHING:
                asking.take(text)
        elif isinstance(top, PressKey) and line != _NOTHING and (key := _key_named(line)):
            self._press(key)
        elif line == _HELP:
            self._explain()
        elif _is_number(line) and 1 <= int(line) <= len(choices := self._choices()):
            choice = choices[int(line) - 1]
            if asking is None and self._at_table is None and f"{line} {choice.label}" not in self._said:
                self._lines.say(tr("The numbers have changed:"))
                self._said = []
            elif asking is None and self._at_table is not None and not self._at_table.is_listed:
                self._say([tr("A number means a line of this list:"), *self._at_table.topics["list"]()])
            else:
                self._choose(choice)
        elif line == _NOTHING or (asking is not None and not line):
            self._leave_open()
        elif line:
            self._take_word(line)
        else:
            self._press("enter")

    def _leave_open(self) -> None:
        """Leave a question, or a field, without an answer."""
        if isinstance(self._app.screen, QuestionScreen | PressKey):
            self._press("escape")
        self._asking = None
        self._lines.say(tr("Nothing was done."))

    def _fill_in(self, screen: InputScreen, text: str) -> None:
        if (line := in_plain_form(text)) == _HELP:
            self._lines.say(self._about_field(screen))
            return
        if _is_word(_QUIT, line):
            self._app.call_later(self._app.action_quit)
            return
        # Not what has been refused.
        field = screen.query_one(Input)
        field.value = text or screen.suggestion
        is_answered = line != _NOTHING and (field.value or screen.takes_nothing)
        self._press("enter" if is_answered else "escape")

    def _choose(self, choice: Choice) -> None:
        self._asking = choice.choose()
        if self._asking is not None:
            self._say([self._asking.question, *_in_lines(self._asking.choices)])

    def _take_word(self, line: str) -> None:
        """Do what a word says, whole or its beginning: tell something, or press a key; or play a turn."""
        typed, top, table = line.casefold(), self._app.screen, self._at_table
        topics = {} if table is None else table.topics
        said = {name: partial(self._answer, tell) for name, tell in topics.items()}
        found: dict[str, Callable[[], None]] = {}
        begun: dict[str, Callable[[], None]] = {}
        for name, tell in [*said.items()]:
            word = tr_as("asked", name)
            said.setdefault(word.casefold(), tell)
            if name.startswith(typed) or word.casefold().startswith(typed):
                begun[word] = tell
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
        if choice := _labelled(self._choices(), typed):
            self._choose(choice)
            return
        word, _, number = line.rpartition(" ")
        if word and self._marks(number):
            self._take_word(word.rstrip())
            return
        is_back = _is_word(_BACK, line)
        # No dialog knows the keys of the program below it.
        key = key_of(top, line) or (is_back and "escape" in top.active_bindings and "escape")
        begins = any(_is_word(word, line) for word in _BEGIN)
        key = key or next((each.key for each in commands_of(top) if begins and each.begins_match), "")
        if key := key or (_is_word(_QUIT, line) and "ctrl+q"):
            self._press(key)
            return
        if _is_word(_MENU, line) and isinstance(top, AppScreen) and self._table_left:
            top.services.open_menu()
            return
        found |= begun
        if len(found) == 1:
            next(iter(found.values()))()
        elif found:
            self._lines.say(tr("That could mean: {words}.", words=", ".join(found)))
        else:
            self._lines.say(tr("“{line}” means nothing here. Type ? for what you can say.", line=line[:40]))

    @property
    def _table_left(self) -> bool:
        """Whether no table is open, also below the page on top."""
        return not any(isinstance(each, TableScreen) for each in self._app.screen_stack)

    def _marks(self, number: str) -> bool:
        """Mark the line with a number; return whether there is one that can be marked."""
        choices = self._choices()
        if not _is_number(number) or not 1 <= int(number) <= len(choices):
            return False
        mark = choices[int(number) - 1].mark
        if mark is not None:
            mark()
        return mark is not None

    def _answer(self, tell: Callable[[], list[str]]) -> None:
        self._say(tell())

    def _press(self, key: str) -> None:
        self._app.post_message(Key(key, None))


def _is_word(word: str, line: str) -> bool:
    """Return whether a line is the word of a key, in English or in the language of the session."""
    return line.casefold() in (word, tr_as("key", word).casefold())


def _plain_line(text: str) -> str:
    """Return a line in its plain form; "" for the name of the key that ends it."""
    line = in_plain_form(text)
    return "" if line.casefold() in ("enter", shown("enter")) else line


def _key_named(line: str) -> str:
    """Return the key that a line names, by Textual's name; "" if there is none."""
    if line == shown("escape"):
        return "escape"
    with suppress(ValueError):
        return parse(line.replace(",", "comma") or "enter")[0]
    return ""


def _labelled(choices: list[Choice], typed: str) -> Choice | None:
    """Return the only choice whose label is what was typed, at least as far as its figures or remarks."""
    for ends in (r"$", r" \(.*", r"(, |: | \().*"):
        labels = [re.sub(ends, "", in_plain_form(choice.label).casefold()) for choice in choices]
        if labels.count(typed) == 1:
            return choices[labels.index(typed)]
    return None


def _is_number(text: str) -> bool:
    """Return whether a text is a number that a list may have."""
    return text.isascii() and text.isdecimal() and len(text) <= _DIGITS


def _in_lines(items: Iterable[str | Choice]) -> list[str]:
    """Return words as they are, and choices after their numbers."""
    numbers = count(1)
    return [f"{next(numbers)} {item.label}" if isinstance(item, Choice) else item for item in items]
