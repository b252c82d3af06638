"""The stored matches: find, watch, continue, export, import and delete them."""

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Input, Label, OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.language import told, tr
from engarde_tui.play.day import day_of
from engarde_tui.play.keys import HISTORY, MATCHES
from engarde_tui.play.problem import Problem
from engarde_tui.play.questions import DELETE, REVEAL
from engarde_tui.play.scene import Scene
from engarde_tui.play.words import fitting
from engarde_tui.play.work import in_batches
from engarde_tui.screens.base import AppScreen
from engarde_tui.screens.input import InputScreen
from engarde_tui.screens.match_rows import (
    ANY_GAME,
    RESULTS,
    MatchRow,
    game_words,
    heads_and_lines,
    kinds,
    result_words,
)
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.files import file_name, read_record, write_record
from engarde_tui.storage.store import Library
from engarde_tui.widgets.form import Field
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.narration import Lead
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.pointed_list import PointedList, next_choice
from engarde_tui.widgets.score_sheet import ScoreSheet
from engarde_tui.widgets.speaking import Caption
from engine.message import message

_PAGE: Final = 100
"""Matches read and listed at a time, the next ones when the mark comes near the end."""


class Matches(PointedList):
    """The list of matches; enter opens the marked one."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(MATCHES)

    def __init__(self) -> None:
        super().__init__(click_marks=True)


class HistoryScreen(AppScreen):
    """The list, with filters above it and the rounds of the marked match below or beside it."""

    OF_A_MATCH: ClassVar = frozenset({"watch", "export", "delete"})
    """Actions on the marked match."""
    OF_ALL: ClassVar = frozenset({"find", "result", "game", "players"})
    """Actions that need at least one match."""

    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "history")
    BINDINGS: ClassVar[list[BindingType]] = bindings(HISTORY)

    scene: reactive[Scene | None] = reactive(None, init=False, repaint=False)
    """The marked match."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library
        self._rows: dict[int, MatchRow] = {}
        """The matches read so far."""
        self._fitting: list[MatchRow] = []
        """Those of them that pass the filters."""
        self._player, self._result, self._game = "", RESULTS[0], ANY_GAME
        self._seen: int | None = None
        """The match whose rounds are shown."""
        self._trouble = ""
        """Why they cannot be shown; "" if they can."""
        self._number = 0
        """How many matches there are, read or not."""
        self._unfinished: Collection[int] = ()
        """The matches of the first section."""
        self._lines = _PAGE
        """How many matches are listed at most."""
        self._listed = 0
        """How many are."""
        self._is_listed = False
        """Whether the first matches, or that there are none, are on the screen."""
        self._looked = asyncio.Event()
        """Set when more matches may be wanted."""

    def compose(self) -> ComposeResult:
        """Show the list below its filters, and the marked match below or beside it."""
        with Horizontal(id="page"):
            with Framed(message("Matches"), id="matches"):
                with Horizontal(id="filters"):
                    yield Caption(message("Player"))
                    yield Field(placeholder=tr("anybody"), compact=True, select_on_focus=False)
                    yield Label(id="filter")
                yield Label(id="heads", markup=False)
                yield Matches()
            with Framed("", id="marked"):
                yield Label(id="about", markup=False)
                yield Lead().data_bind(HistoryScreen.scene)
                yield ScoreSheet().data_bind(HistoryScreen.scene)
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the matches."""
        self._options.focus()
        self._read()

    def speak(self) -> None:
        """Put the list and its filters into the language of the session."""
        self.query_one(Field).placeholder = tr("anybody")
        self._sift()

    @property
    def is_ready(self) -> bool:
        """Whether there is a list for the keys to act on."""
        return self._is_listed

    @property
    def _options(self) -> OptionList:
        return self.query_one(OptionList)

    @property
    def _marked(self) -> "MatchRow | None":
        """The match that the keys act on."""
        option = self._options.highlighted_option
        return None if option is None or option.id is None else self._rows.get(int(option.id))

    @work(exclusive=True)
    async def _read(self, mark: int | None = None, done: str = "") -> None:
        """Read the matches, as many as are wanted; mark one, and say `done`."""
        is_outdated = True

        def show() -> None:
            nonlocal mark, done, is_outdated
            self._list(mark)
            self._is_listed = True
            self._say(done or self._library.read_only, refused=not done)
            mark, done, is_outdated = None, "", False

        self._rows, self._fitting, self._lines = {}, [], _PAGE
        try:
            ends = self._library.ends()
            self._unfinished = {match_id for match_id, is_over in ends.items() if not is_over}
            ids = sorted(ends, key=ends.__getitem__)
            self._number = len(ids)
            async for number, found in in_batches(self._library.listed(ids)):
                row = self._rows[ids[number]] = MatchRow.of(ids[number], found)
                if self._passes(row):
                    self._fitting.append(row)
                if number % _PAGE == _PAGE - 1 and (mark is None or mark in self._rows):
                    if is_outdated or self._listed < min(self._lines, len(self._fitting)):
                        show()
                    else:
                        self._show_number()
                    await self._wait_until_wanted()
        except StoreError as error:
            self._refuse(told(error))
            self._is_listed = True
        else:
            show()

    async def _wait_until_wanted(self) -> None:
        """Wait until a filter looks for some, or the mark is near the last one."""
        while not (self._is_filtered or len(self._fitting) < self._lines):
            self._looked.clear()
            await self._looked.wait()

    @property
    def _is_filtered(self) -> bool:
        """Whether a filter leaves matches out."""
        return bool(self._player) or (self._result, self._game) != (RESULTS[0], ANY_GAME)

    def _passes(self, row: MatchRow) -> bool:
        """Return whether a match passes the filters."""
        # Where nobody is named, it is the player who has won or lost.
        own = self.services.player_name if self._result in ("won", "lost") else ""
        return row.fits(self._player or own, self._result, self._game)

    def _list(self, mark: int | None = None, index: int = 0) -> None:
        """List the matches that pass the filters.

        Mark match `mark`, by default the one marked before; if it is not listed, the line at `index`.
        """
        options, marked = self._options, self._marked if mark is None else self._rows.get(mark)
        index = self._fitting.index(marked) if marked in self._fitting else min(index, len(self._fitting) - 1)
        self._lines = max(self._lines, index + _PAGE)
        rows = self._fitting[: self._lines]
        heads, lines = heads_and_lines(rows)
        if self._rows:
            nothing = tr("No matches found.")
        else:
            nothing = tr("No matches yet. The matches you play are saved here.")
        self.query_one("#heads", Label).update(heads if rows else nothing)
        options.clear_options()
        options.add_options(self._in_sections(rows, lines))
        options.highlighted = options.get_option_index(str(rows[index].id)) if rows else None
        self._listed = len(rows)
        self._mark()
        self._show_number()
        self.query_one("#filter", Label).update(
            Content.assemble(
                f"{tr('result:')} ",
                _lit(result_words(self._result), is_default=self._result == RESULTS[0]),
                f" · {tr('game:')} ",
                _lit(game_words(self._game), is_default=self._game == ANY_GAME),
            )
        )
        self._say("")

    def _in_sections(self, rows: Sequence[MatchRow], lines: Sequence[str]) -> Iterator[Option]:
        """Yield a line for each row; below headings, if there are matches of both kinds."""
        in_order = zip(rows, lines, strict=True)
        for is_unfinished, section in groupby(in_order, lambda each: each[0].id in self._unfinished):
            listed = [*section]
            if len(listed) < len(rows):
                heading = tr("Unfinished") if is_unfinished else tr("Finished")
                yield Option(Content.styled(heading, "bold $foreground"), disabled=True)
            for row, line in listed:
                yield Option(Content(line), id=str(row.id))

    def _show_number(self) -> None:
        """Say how many matches pass the filters."""
        title = tr("Matches")
        if self._rows:
            title = tr("Matches: {number} of {all}", number=len(self._fitting), all=self._number)
        self.query_one("#matches").border_title = Content(title)

    @on(OptionList.OptionHighlighted)
    def _choose(self) -> None:
        """Show the marked match; list more if the mark is near the last one."""
        if (self._options.highlighted or 0) >= self._listed - _PAGE // 2:
            self._lines = max(self._lines, self._listed + _PAGE)
            if len(self._fitting) > self._listed:
                self._list()
                return
            self._looked.set()
        self._mark()

    def _mark(self) -> None:
        """Show the rounds of the marked match."""
        row = self._marked
        if row is None or row.id != self._seen:
            self._seen, self._trouble, self.scene = None if row is None else row.id, "", None
            if row is not None and row.match is not None:
                # Its journal may be damaged though its summary is not; or it was deleted in another window.
                try:
                    self.scene = Scene(fitting(self._library.view(row.id)))
                except StoreError as error:
                    self._trouble = told(error)
        marked = self.query_one("#marked")
        marked.display = row is not None
        if row is not None:
            marked.border_title = Content(tr("Match {number}", number=row.id))
        self.query_one("#about", Label).update("" if row is None else self._trouble or row.about)
        self.refresh_bindings()

    @on(Input.Changed)
    def _filter(self) -> None:
        """List the matches that pass the filters now; a filter looks for more."""
        self._player = self.query_one(Input).value.strip()
        self._lines = _PAGE
        self._sift()
        self._looked.set()

    def _sift(self, index: int = 0) -> None:
        """List the matches that pass the filters, as `_list` does."""
        if self._game not in kinds(self._rows.values()):
            self._game = ANY_GAME
        self._fitting = [*filter(self._passes, self._rows.values())]
        self._list(index=index)

    @on(Input.Submitted)
    def _leave_filter(self) -> None:
        self._options.focus()

    @on(OptionList.OptionSelected)
    def _open(self) -> None:
        """Watch or continue the marked match."""
        row = self._marked
        if row is None or row.match is None or row.match.winner is not None:
            self.action_watch()
        else:
            self._try(lambda: self.services.resume(row.id))

    def action_watch(self) -> None:
        """Watch the finished rounds of the marked match."""
        row = self._marked
        if row is not None:
            self._try(lambda: self.services.watch_again(row.id))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow actions on a match if there is one, export if it can be read, import at home."""
        if action == "import":
            return self.services.store is not None
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
        self._filter()

    def action_game(self) -> None:
        """Filter by the next game."""
        self._game = next_choice(self._game, kinds(self._rows.values()))
        self._filter()

    def action_players(self) -> None:
        """Show the statistics of all readable matches."""
        from engarde_tui.screens.played import statistics_of
        from engarde_tui.screens.players import PlayersScreen

        def answered(trouble: str | None) -> None:
            if trouble:
                self._refuse(trouble)

        library, services = self._library, self.services
        counting, progress = partial(statistics_of, library), services.progress.reached.puzzles
        screen = PlayersScreen(counting, lambda: day_of(library.now()), services.player_name, progress)
        self.app.push_screen(screen, answered)

    def action_export(self) -> None:
        """Export the marked match to a file; ask first if that reveals hands."""
        row = self._marked
        if row is None or row.match is None:
            return
        if row.match.winner is not None:
            self._ask_path(row.id)
            return
        self.services.ask(REVEAL, lambda answer: self._ask_path(row.id) if answer == "export" else None)

    def _ask_path(self, match_id: int) -> None:
        def answered(path: str | None) -> None:
            if path:
                self._try(lambda: write_record(record, path), tr("Exported to {path}.", path=path))

        try:
            record = self._library.record(match_id)
        except StoreError as error:
            self._refuse(told(error))
        else:
            self.app.push_screen(InputScreen(tr("Export to file"), file_name(record), is_kept=True), answered)

    def action_import(self) -> None:
        """Import a match from a file."""

        def import_from(path: str) -> None:
            assert self.services.store is not None
            self._read(self.services.store.add(read_record(path)), tr("Imported from {path}.", path=path))

        def answered(path: str | None) -> None:
            if path:
                self._try(lambda: import_from(path))

        self.app.push_screen(InputScreen(tr("Import from file")), answered)

    def action_delete(self) -> None:
        """Delete the marked match; ask first."""
        row = self._marked
        if row is None:
            return

        def delete() -> None:
            index = self._fitting.index(row)
            self._library.delete(row.id)
            del self._rows[row.id]
            self._number -= 1
            self._sift(index)

        def answered(answer: str | None) -> None:
            if answer == "delete":
                self._try(delete)

        self._try(lambda: self.services.ask(DELETE.about(self.about_deleting(row)), answered))

    def about_deleting(self, row: MatchRow) -> str:
        """Return what will be deleted; raises Problem if it is there no more."""
        return row.line

    def action_leave(self) -> None:
        """Clear and leave the filter; or go back to the menu."""
        if self.focused is not self._options:
            self.query_one(Input).value = ""
            self._options.focus()
        else:
            self.services.open_menu()

    def _try(self, what: Callable[[], object], done: str = "") -> None:
        """Call `what`; then say `done`, or what went wrong."""
        try:
            what()
        except Problem as problem:
            self._refuse(told(problem))
        else:
            if done:
                self._say(done)

    def _refuse(self, why: str) -> None:
        self.app.bell()
        self._say(why, refused=True)

    def _say(self, text: str, *, refused: bool = False) -> None:
        self.query_one(Notice).say(text, refused=refused)


def _lit(chosen: str, *, is_default: bool) -> tuple[str, str]:
    """Return a filter's value with its style: bright if it leaves matches out."""
    return chosen, "" if is_default else "bold $accent"
