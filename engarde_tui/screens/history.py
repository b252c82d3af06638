"""Every match that has been kept: to find, watch again, continue, take elsewhere, delete."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Input, Label, OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.games.en_garde.words import HOUSE_RULES_TITLE, fitting, rules_title, when
from engarde_tui.match.problem import Problem
from engarde_tui.match.scene import Scene
from engarde_tui.screens.base import AppScreen
from engarde_tui.screens.cycle import after
from engarde_tui.screens.input import InputScreen
from engarde_tui.screens.questions import DeleteQuestion, RevealQuestion
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.files import file_name, read_record, write_record
from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.storage.store import Store, StoredMatch
from engarde_tui.widgets.field import Field
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.pointed_list import PointedList
from engarde_tui.widgets.score_sheet import ScoreSheet
from engine.en_garde import PRESETS, Seat
from engine.match import MAX_NAME

_AT_ONCE: Final = 50
"""Matches read between two looks at the keyboard: some 30 ms."""

RESULTS: Final = ("any", "won", "lost", "finished", "unfinished")
"""What the result can be filtered by; won and lost are the named player's."""

GAMES: Final = ("any", *map(rules_title, reversed(list(PRESETS.values()))), HOUSE_RULES_TITLE)
"""What the game can be filtered by."""


class _Row(NamedTuple):
    """A match in the list."""

    id: int
    match: StoredMatch | None
    why: str = ""
    """Why it cannot be read, where that is so."""

    @property
    def line(self) -> str:
        """When it was played, who won or what goes on, the score."""
        if self.match is None:
            return f"{'':16}  match {self.id} cannot be read"
        view = fitting(self.match.view)
        left, right = (name + " " * (MAX_NAME - cell_len(name)) for name in view.names)
        result = f"{view.score[Seat.LEFT]:>2} : {view.score[Seat.RIGHT]:<2}"
        goes_on = f"round {view.number} goes on" if view.winner is None else ""
        return f"{when(self.match.changed)}  {left} {result} {right} {goes_on}"

    def fits(self, player: str, result: str, game: str) -> bool:
        """It is one that the filters ask for; `player` is any part of a name, in either case."""
        if self.match is None:
            return (player, result, game) == ("", RESULTS[0], GAMES[0])
        view = self.match.view
        seats = [seat for seat in Seat if player.casefold() in view.names[seat].casefold()]
        wanted = {
            "any": True,
            "finished": view.winner is not None,
            "unfinished": view.winner is None,
            "won": view.winner in seats,
            "lost": view.winner is not None and view.winner.other in seats,
        }
        played = rules_title(replace(view.round.rules, open_discard=False))
        return bool(seats) and wanted[result] and game in ("any", played)


class Matches(PointedList):
    """The list; enter opens the marked match."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "select",
            "watch or continue",
            key_display="enter",
            id="open",
            tooltip="Watch a finished match again, continue an unfinished one",
        )
    ]

    def __init__(self) -> None:
        super().__init__(click_marks=True)


class HistoryScreen(AppScreen):
    """The list, the filters above it, the rounds of the marked match below."""

    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "history")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", "watch", id="watch", tooltip="Watch the finished rounds again"),
        Binding(
            "slash", "find", "player", key_display="/", id="find", tooltip="Show only one player's matches"
        ),
        Binding("r", "result", "result", id="result", tooltip="Show only matches that ended so"),
        Binding("g", "game", "game", id="game", tooltip="Show only matches of one game"),
        Binding("s", "players", "statistics", id="players", tooltip="What the matches tell of their players"),
        Binding("e", "export", "export", id="export", tooltip="Write the match to a file"),
        Binding("i", "import", "import", id="import", tooltip="Take a match from a file"),
        Binding("d", "delete", "delete", id="delete", tooltip="Delete the match for good"),
        Binding("escape", "leave", "menu", key_display="esc", id="leave-history"),
    ]

    scene: reactive[Scene | None] = reactive(None, init=False, repaint=False)
    """The marked match."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._rows: dict[int, _Row] = {}
        self._result, self._game = RESULTS[0], GAMES[0]

    def compose(self) -> ComposeResult:
        """Filters, list, rounds."""
        with Horizontal(id="filters"):
            yield Label("Player")
            yield Field(placeholder="anybody", compact=True, select_on_focus=False)
            yield Label(id="filter")
        with Horizontal(id="matches"):
            yield Matches()
            with Vertical(id="marked"):
                yield Label(id="about", markup=False)
                yield ScoreSheet().data_bind(HistoryScreen.scene)
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the matches."""
        self._options.focus()
        self._read()

    @property
    def _options(self) -> OptionList:
        return self.query_one(OptionList)

    @property
    def _marked(self) -> "_Row | None":
        """The match that the keys are about."""
        option = self._options.highlighted_option
        return None if option is None or option.id is None else self._rows.get(int(option.id))

    @work(exclusive=True)
    async def _read(self, mark: int | None = None, done: str = "") -> None:
        """Read all matches, some at a time so that the keyboard need not wait; then mark one, and say so."""
        self._rows = {}
        try:
            for number, id in enumerate(self._store.ids(), 1):
                try:
                    self._rows[id] = _Row(id, self._store.summary(id))
                except UnreadableMatchError as error:
                    self._rows[id] = _Row(id, None, str(error))
                if number % _AT_ONCE == 0:
                    if number == _AT_ONCE:
                        self._list(mark)
                    await asyncio.sleep(0)
        except StoreError as error:
            self._refuse(str(error))
        else:
            self._list(mark)
            if done:
                self._say(done)

    def _list(self, mark: int | None = None, place: int = 0) -> None:
        """Show the matches that the filters ask for.

        `mark` or else the marked one is marked, if it is among them, or else the one at `place`.
        """
        options, marked = self._options, self._marked if mark is None else self._rows.get(mark)
        player = self.query_one(Input).value.strip()
        rows = [row for row in self._rows.values() if row.fits(player, self._result, self._game)]
        options.clear_options()
        options.add_options(Option(Content(row.line), id=str(row.id)) for row in rows)
        place = rows.index(marked) if marked in rows else min(place, len(rows) - 1)
        options.highlighted = place if rows else None
        self._mark()
        self.query_one("#filter", Label).update(
            f"result: {self._result} · game: {self._game} · {len(rows)} of {len(self._rows)}"
        )
        if rows:
            self._say("")
        elif self._rows:
            self._say("No match is like that.")
        else:
            self._say("There are no matches yet: what you play is kept here.")

    @on(OptionList.OptionHighlighted)
    def _mark(self) -> None:
        """Show the rounds of the marked match."""
        about, row = "", self._marked
        if row is not None and row.match is not None:
            view = row.match.view
            about = (
                f"{rules_title(view.round.rules)}, first to {view.target}. "
                f"Number {row.id}, begun {when(row.match.begun)}."
            )
        elif row is not None:
            about = row.why
        self.scene = Scene(fitting(row.match.view)) if row and row.match else None
        self.query_one("#about", Label).update(about)
        self.refresh_bindings()

    @on(Input.Changed)
    def _filter(self) -> None:
        self._list()

    @on(Input.Submitted)
    def _leave_filter(self) -> None:
        self._options.focus()

    @on(OptionList.OptionSelected)
    def _open(self) -> None:
        """Watch or continue the marked match."""
        row = self._marked
        if row is None or row.match is None or row.match.view.winner is not None:
            self.action_watch()
        else:
            self._try(lambda: self.navigator.resume(row.id))

    def action_watch(self) -> None:
        """Watch the finished rounds of the marked match again."""
        row = self._marked
        if row is not None:
            self._try(lambda: self.navigator.watch_again(row.id))

    def action_find(self) -> None:
        """Type a part of a player's name."""
        self.query_one(Input).focus()

    def action_result(self) -> None:
        """Ask for the next result."""
        self._result = after(self._result, RESULTS)
        self._list()

    def action_game(self) -> None:
        """Ask for the next game."""
        self._game = after(self._game, GAMES)
        self._list()

    def action_players(self) -> None:
        """What the matches that can be read tell of their players."""
        from engarde_tui.screens.players import PlayersScreen

        self.app.push_screen(PlayersScreen([row.match.view for row in self._rows.values() if row.match]))

    def action_export(self) -> None:
        """Write the marked match to a file, asking first where that would give hands away."""
        row = self._marked
        if row is None or row.match is None:
            return
        if row.match.view.winner is not None:
            self._ask_where(row.id)
            return
        self.app.push_screen(
            RevealQuestion("This match goes on: its record holds both hands and the draw pile."),
            lambda answer: self._ask_where(row.id) if answer == "export" else None,
        )

    def _ask_where(self, id: int) -> None:
        def answered(path: str | None) -> None:
            if path:
                self._try(lambda: write_record(record, path), f"Written to {path}.")

        try:
            record = self._store.record(id)
        except StoreError as error:
            self._refuse(str(error))
        else:
            self.app.push_screen(InputScreen("Write the record of the match to", file_name(record)), answered)

    def action_import(self) -> None:
        """Take a match from a file."""

        def take(path: str) -> None:
            self._read(self._store.add(read_record(path)), f"Taken from {path}.")

        def answered(path: str | None) -> None:
            if path:
                self._try(lambda: take(path))

        self.app.push_screen(InputScreen("Take a match from the file"), answered)

    def action_delete(self) -> None:
        """Delete the marked match, asking first."""
        row = self._marked
        if row is None:
            return

        def delete() -> None:
            place = self._options.highlighted or 0
            self._store.delete(row.id)
            del self._rows[row.id]
            self._list(place=place)

        def answered(answer: str | None) -> None:
            if answer == "delete":
                self._try(delete)

        self.app.push_screen(DeleteQuestion(f"Delete this match?\n{' '.join(row.line.split())}"), answered)

    def action_leave(self) -> None:
        """Back to the list, of all players again, or to the menu."""
        if self.focused is not self._options:
            self.query_one(Input).value = ""
            self._options.focus()
        else:
            self.navigator.open_menu()

    def _try(self, what: Callable[[], object], done: str = "") -> None:
        """Do something with files, and say how it went."""
        try:
            what()
        except Problem as problem:
            self._refuse(str(problem))
        else:
            if done:
                self._say(done)

    def _refuse(self, why: str) -> None:
        self.app.bell()
        self._say(why, refused=True)

    def _say(self, text: str, *, refused: bool = False) -> None:
        self.query_one(Notice).say(text, refused=refused)
