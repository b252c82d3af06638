"""The stored matches: find, watch, continue, export, import and delete them."""

import asyncio
from collections.abc import Callable
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
from engarde_tui.match.problem import Problem
from engarde_tui.match.scene import Scene
from engarde_tui.match.words import fitting, when
from engarde_tui.presentation import full_title, presentation_of
from engarde_tui.screens.base import AppScreen
from engarde_tui.screens.cycle import next_choice
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
from engine.game import Seat
from engine.match import MAX_NAME

_BATCH: Final = 50
"""Matches read before keys are handled again: some 30 ms."""

RESULTS: Final = ("any", "won", "lost", "finished", "unfinished")
"""The filters by result; "won" and "lost" are those of the named player."""

ANY_GAME: Final = "any"

_HEADINGS: Final = f"{'Last played':16}  {'Left':{MAX_NAME}} {'Score':^7} {'Right':{MAX_NAME}} Round"
"""The column headings of the list."""


class _Row(NamedTuple):
    """A match in the list."""

    id: int
    match: StoredMatch | None
    why: str = ""
    """Why it cannot be read; empty if it can."""

    @property
    def line(self) -> str:
        """When it was last played, names, score, and the round of an unfinished one."""
        if self.match is None:
            return f"{'':16}  match {self.id} cannot be read"
        view = fitting(self.match.view)
        left, right = (name + " " * (MAX_NAME - cell_len(name)) for name in view.names)
        result = f"{view.score[Seat.LEFT]:>2} : {view.score[Seat.RIGHT]:<2}"
        progress = f"{view.number}, in progress" if view.winner is None else ""
        return f"{when(self.match.changed)}  {left} {result} {right} {progress}"

    @property
    def game(self) -> str:
        """The title of its kind of rules; empty if it cannot be read."""
        if self.match is None:
            return ""
        rules = self.match.view.round.rules
        return presentation_of(rules).kind(rules)

    def fits(self, player: str, result: str, game: str) -> bool:
        """Return whether it passes the filters; `player` is part of a name, in any case."""
        if self.match is None:
            return (player, result, game) == ("", RESULTS[0], ANY_GAME)
        view = self.match.view
        seats = [seat for seat in Seat if player.casefold() in view.names[seat].casefold()]
        wanted = {
            "any": True,
            "finished": view.winner is not None,
            "unfinished": view.winner is None,
            "won": view.winner in seats,
            "lost": view.winner is not None and view.winner.other in seats,
        }
        return bool(seats) and wanted[result] and game in (ANY_GAME, self.game)


class Matches(PointedList):
    """The list of matches; enter opens the marked one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "select",
            "watch or continue",
            id="open",
            tooltip="Watch a finished match again, continue an unfinished one",
        )
    ]

    def __init__(self) -> None:
        super().__init__(click_marks=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow opening only a marked match."""
        if action == "select" and self.highlighted is None:
            return False
        return super().check_action(action, parameters)


class HistoryScreen(AppScreen):
    """The list, with filters above it and the rounds of the marked match below or beside it."""

    OF_A_MATCH: ClassVar = frozenset({"watch", "export", "delete"})
    """Actions on the marked match."""
    OF_ALL: ClassVar = frozenset({"find", "result", "game", "players"})
    """Actions that need at least one match."""

    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "history")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", "watch", id="watch", tooltip="Watch the finished rounds"),
        Binding("slash", "find", "player", id="find", tooltip="Filter by player"),
        Binding("r", "result", "result", id="result", tooltip="Filter by result"),
        Binding("g", "game", "game", id="game", tooltip="Filter by game"),
        Binding("s", "players", "statistics", id="players", tooltip="Statistics of the players"),
        Binding("e", "export", "export", id="export", tooltip="Export the match to a file"),
        Binding("i", "import", "import", id="import", tooltip="Import a match from a file"),
        Binding("d", "delete", "delete", id="delete", tooltip="Delete the match for good"),
        Binding("escape,q", "leave", "menu", id="leave-history", tooltip="Back to the menu"),
    ]

    scene: reactive[Scene | None] = reactive(None, init=False, repaint=False)
    """The marked match."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._rows: dict[int, _Row] = {}
        self._result, self._game = RESULTS[0], ANY_GAME

    def compose(self) -> ComposeResult:
        """Show the filters above the list and the rounds."""
        with Horizontal(id="filters"):
            yield Label("Player")
            yield Field(placeholder="anybody", compact=True, select_on_focus=False)
            yield Label(id="filter")
        with Horizontal(id="matches"):
            with Vertical():
                yield Label(_HEADINGS, id="heads")
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
        """The match that the keys act on."""
        option = self._options.highlighted_option
        return None if option is None or option.id is None else self._rows.get(int(option.id))

    @work(exclusive=True)
    async def _read(self, mark: int | None = None, done: str = "") -> None:
        """Read all matches, in batches between which keys are handled; mark one, and say `done`."""
        self._rows = {}
        try:
            for number, id in enumerate(self._store.ids(), 1):
                try:
                    self._rows[id] = _Row(id, self._store.summary(id))
                except UnreadableMatchError as error:
                    self._rows[id] = _Row(id, None, str(error))
                if number % _BATCH == 0:
                    if number == _BATCH:
                        self._list(mark)
                    await asyncio.sleep(0)
        except StoreError as error:
            self._refuse(str(error))
        else:
            self._list(mark)
            if done:
                self._say(done)

    def _list(self, mark: int | None = None, index: int = 0) -> None:
        """List the matches that pass the filters.

        Mark match `mark`, by default the one marked before; if it is not listed, the line at `index`.
        """
        options, marked = self._options, self._marked if mark is None else self._rows.get(mark)
        if self._game not in self._games:
            self._game = ANY_GAME
        player = self.query_one(Input).value.strip()
        rows = [row for row in self._rows.values() if row.fits(player, self._result, self._game)]
        options.clear_options()
        options.add_options(Option(Content(row.line), id=str(row.id)) for row in rows)
        index = rows.index(marked) if marked in rows else min(index, len(rows) - 1)
        options.highlighted = index if rows else None
        self._mark()
        self.query_one("#filter", Label).update(
            f"result: {self._result} · game: {self._game} · {len(rows)} of {len(self._rows)}"
        )
        if rows:
            self._say("")
        elif self._rows:
            self._say("No matches found.")
        else:
            self._say("No matches yet. The matches you play are saved here.")

    @on(OptionList.OptionHighlighted)
    def _mark(self) -> None:
        """Show the rounds of the marked match."""
        about, row = "", self._marked
        if row is not None and row.match is not None:
            view = row.match.view
            about = (
                f"{full_title(view.round.rules)}, first to {view.target}. "
                f"Match {row.id}, started {when(row.match.begun)}."
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
        """Watch the finished rounds of the marked match."""
        row = self._marked
        if row is not None:
            self._try(lambda: self.navigator.watch_again(row.id))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow actions on a match only if there is one, and export only if it can be read."""
        if action == "export":
            return self._marked is not None and self._marked.match is not None
        if action in self.OF_A_MATCH:
            return self._marked is not None
        return bool(self._rows) if action in self.OF_ALL else True

    def action_find(self) -> None:
        """Go to the filter by player."""
        self.query_one(Input).focus()

    def action_result(self) -> None:
        """Filter by the next result."""
        self._result = next_choice(self._result, RESULTS)
        self._list()

    def action_game(self) -> None:
        """Filter by the next game."""
        self._game = next_choice(self._game, self._games)
        self._list()

    @property
    def _games(self) -> list[str]:
        """The filters by game: any, and the titles in the list."""
        return [ANY_GAME, *sorted({row.game for row in self._rows.values() if row.game})]

    def action_players(self) -> None:
        """Show the statistics of all readable matches."""
        from engarde_tui.screens.players import PlayersScreen

        self.app.push_screen(PlayersScreen([row.match.view for row in self._rows.values() if row.match]))

    def action_export(self) -> None:
        """Export the marked match to a file; ask first if that reveals hands."""
        row = self._marked
        if row is None or row.match is None:
            return
        if row.match.view.winner is not None:
            self._ask_path(row.id)
            return
        self.app.push_screen(
            RevealQuestion("This match is unfinished: the file will reveal both hands and the draw pile."),
            lambda answer: self._ask_path(row.id) if answer == "export" else None,
        )

    def _ask_path(self, id: int) -> None:
        def answered(path: str | None) -> None:
            if path:
                self._try(lambda: write_record(record, path), f"Exported to {path}.")

        try:
            record = self._store.record(id)
        except StoreError as error:
            self._refuse(str(error))
        else:
            self.app.push_screen(InputScreen("Export to file", file_name(record)), answered)

    def action_import(self) -> None:
        """Import a match from a file."""

        def import_from(path: str) -> None:
            self._read(self._store.add(read_record(path)), f"Imported from {path}.")

        def answered(path: str | None) -> None:
            if path:
                self._try(lambda: import_from(path))

        self.app.push_screen(InputScreen("Import from file"), answered)

    def action_delete(self) -> None:
        """Delete the marked match; ask first."""
        row = self._marked
        if row is None:
            return

        def delete() -> None:
            index = self._options.highlighted or 0
            self._store.delete(row.id)
            del self._rows[row.id]
            self._list(index=index)

        def answered(answer: str | None) -> None:
            if answer == "delete":
                self._try(delete)

        self.app.push_screen(DeleteQuestion(f"Delete this match?\n{' '.join(row.line.split())}"), answered)

    def action_leave(self) -> None:
        """Clear and leave the filter; or go back to the menu."""
        if self.focused is not self._options:
            self.query_one(Input).value = ""
            self._options.focus()
        else:
            self.navigator.open_menu()

    def _try(self, what: Callable[[], object], done: str = "") -> None:
        """Call `what`; then say `done`, or what went wrong."""
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
