"""The lobby's panels: what to join or watch, what else to do, who is here."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import ClassVar, Final, cast

from rich.cells import cell_len
from textual import on
from textual.binding import BindingType
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Region, Size

from engarde_tui.language import tr, tr_count
from engarde_tui.play.words import cut
from engarde_tui.serve.hall.keys import LOBBY_BOARD
from engarde_tui.serve.screens.panel_of_rows import FRAME, Panel
from engarde_tui.serve.screens.rows import Row
from engarde_tui.sessions.services import AppServices
from engarde_tui.settings.keys import live_key
from engarde_tui.terminal.canvas import Canvas, CanvasWidget, Key
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.lettering import ROWS, put_lettering_centre
from engarde_tui.widgets.panel import put_panel, put_rule
from engarde_tui.widgets.text_lines import wrapped

WIDEST: Final = 96
"""Most columns of the lobby."""
_RIGHT: Final = 27
"""Columns of the panels on the right."""
_GAP: Final = 1
"""Columns between the two sides."""
_NAME: Final = "en garde"
_LETTERS: Final = ROWS + 1
"""Rows of the name in large letters, and one below it."""
_BELOW_TITLE: Final = 2
"""The first row of the panels if there is room for an empty one."""
_DETAILS: Final = 4
_ELSEWHERE: Final = 2
"""Rows of the window for the news."""
_NAMES_TOLD: Final = 12
"""Most names of people that are told in words."""
_FEWEST_NAMES: Final = 4
"""Rows of the panel of people, at least."""


class LobbyBoard(CanvasWidget, can_focus=True):
    """Tables on the left, everything else on the right, and below them what the marked line leads to."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(LOBBY_BOARD)

    def __init__(self, name: str) -> None:
        """`name` is the visitor's."""
        super().__init__()
        self._visitor = name
        self._tables: Sequence[Panel] = ()
        self._menu = Panel("", (), ())
        self._people: Sequence[str] = ()
        self._beginning: Sequence[str] = ()
        self._announced = ""
        self._notice = ""
        self._marked = 0

    def show(
        self,
        tables: Sequence[Panel],
        menu: Panel,
        people: Sequence[str],
        beginning: Sequence[str],
        announced: str,
        notice: str = "",
    ) -> None:
        """Show other panels, with a `beginning` for newcomers if there is room.

        `people` has the visitor, too. `announced` says when something was announced, "" if nothing was.
        `notice` is the operator's, "" for none. The same line stays marked if it is still there, else the
        first is.
        """
        marked = self.marked_action
        before = self._rows_wanted
        self._tables, self._menu, self._people, self._beginning = tables, menu, people, beginning
        self._announced, self._notice = announced, notice
        actions = [line.action for line in self._lines]
        self._marked = actions.index(marked) if marked in actions else 0
        if self._rows_wanted != before:
            self.refresh(layout=True)
        self.redraw()

    @property
    def marked_action(self) -> str:
        """What enter would do."""
        return self._lines[self._marked].action if self._lines else ""

    @property
    def _lines(self) -> list[Row]:
        """All lines in the order of the arrows."""
        return [line for panel in (*self._tables, self._menu) for line in panel.lines]

    @property
    def _rows_wanted(self) -> int:
        """The rows of the panels if all their lines fit."""
        left = sum(panel.rows for panel in self._tables)
        return max(left, self._menu.rows + FRAME + _FEWEST_NAMES)

    @property
    def _rows_in_all(self) -> int:
        """The rows of everything, without large letters."""
        return _BELOW_TITLE + self._rows_wanted + _DETAILS + len(self._notice_lines(self.app.size))

    def _notice_lines(self, window: Size) -> list[str]:
        """Return the notice in lines below the title; [] if a window has no rows for it."""
        lines = wrapped(f"! {self._notice}", min(window.width - 2, WIDEST) - 2) if self._notice else []
        needed = 1 + self._menu.rows + FRAME + _FEWEST_NAMES + _DETAILS + _ELSEWHERE
        return lines if window.height >= needed + len(lines) else []

    def _has_letters(self, window: Size) -> bool:
        """Return whether a window has room for large letters above everything."""
        return window.width > WIDEST and window.height >= self._rows_in_all + 2 * _LETTERS

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows that all panels take, as far as the window has them."""
        room = viewport.height - _ELSEWHERE
        return min(self._rows_in_all + (_LETTERS if self._has_letters(viewport) else 0), room)

    def in_words(self) -> list[str]:
        """Return the operator's notice, who is here, and what was announced."""
        names = ", ".join(self._people[:_NAMES_TOLD])
        if more := len(self._people[_NAMES_TOLD:]):
            names = tr_count("{names} and {number} more", "{names} and {number} more", more, names=names)
        here = tr("Here now: {names}.", names=names)
        return [*filter(None, (self._notice, here, self._announced))]

    def offers(self) -> list[tuple[str, str]]:
        """Return what there is to do, whose numbers stay, and then the tables, which come and go."""
        menu = [(str(line.cells[0]), line) for line in self._menu.lines]
        tables = [(line.told or panel.title, line) for panel in self._tables for line in panel.lines]
        return [
            (tr("{line}: {details}", line=words, details=line.details), line.action)
            for words, line in (*menu, *tables)
        ]

    def mark(self, action: str) -> None:
        """Mark the line with an action."""
        self._mark([line.action for line in self._lines].index(action))

    # --- moving and choosing ---

    def action_move(self, steps: int) -> None:
        """Mark a line so far away, the first or the last if there is none: the last one leaves the hall."""
        self._mark(min(max(self._marked + steps, 0), len(self._lines) - 1))

    def action_cross(self, to_menu: bool) -> None:
        """Go to the first line on the other side."""
        tables = len(self._lines) - len(self._menu.lines)
        if to_menu is (self._marked < tables):
            self._mark(tables if to_menu else 0)

    async def action_choose(self) -> None:
        """Do what the marked line says."""
        await self.screen.run_action(self._lines[self._marked].action)

    def _mark(self, index: int) -> None:
        self._marked = index
        self.redraw()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Mark the next line."""
        self.action_move(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Mark the line before."""
        self.action_move(-1)

    @on(CanvasWidget.Picked)
    async def _pick(self, event: CanvasWidget.Picked) -> None:
        """Choose the line that was clicked, if it is still there."""
        event.stop()
        actions = [line.action for line in self._lines]
        if event.target in actions:
            self._mark(actions.index(str(event.target)))
            await self.action_choose()

    # --- drawing ---

    def draw(self, canvas: Canvas) -> None:
        """Draw the title, both sides, and what the marked line leads to."""
        if not self._lines:
            return
        width = min(canvas.width - 2, WIDEST)
        x, y = (canvas.width - width) // 2, 0
        title = f"E N   G A R D E  {tr('the fencing hall')}"
        if self._has_letters(self.app.size):
            put_lettering_centre(canvas, 0, _NAME, "accent")
            y, title = _LETTERS, tr("the fencing hall")
        here = tr_count(
            "{name} · {number} here", "{name} · {number} here", len(self._people), name=self._visitor
        )
        here = f" {here} "
        services = cast(AppServices, self.app)
        people_press = Key(live_key(self.screen, "people", services.settings.keys))
        people_key = services.key_name(people_press.name)
        lines = self._notice_lines(self.app.size)
        if self._notice and not lines:
            room = width - cell_len(here) - 6
            title = f"! {self._notice}"
            if cell_len(title) > room:
                read = f" {tr('{key}: read it', key=people_key)}"
                title = f"{cut(title, room - cell_len(read))}{read}"
            put_rule(canvas, x, y, width, title, "pointed")
            canvas.make_target(x + 2, y, cell_len(title), 1, people_press)
        else:
            put_rule(canvas, x, y, width, title, "strong")
        canvas.put_right(x + width - 1, y, here, "strong")
        bottom = canvas.height - _DETAILS
        side = width - _RIGHT - _GAP
        for line in lines:
            y += 1
            canvas.put(x + 1, y, line.ljust(max(map(len, lines))), "pointed")
        # In a small window the panels have the row below the title.
        top = y + (_BELOW_TITLE if bottom - _BELOW_TITLE >= self._rows_wanted else 1)
        self._draw_tables(canvas, Region(x, top, side, bottom - top))
        right = Region(x + side + _GAP, top, _RIGHT, bottom - top)
        tables = len(self._lines) - len(self._menu.lines)
        menu = min(self._menu.rows, right.height)
        if right.height - menu <= FRAME:
            # The people are counted above; the menu is needed.
            menu = right.height
        self._menu.draw(canvas, Region(*right.offset, right.width, menu), tables, self._marked)
        if menu < right.height:
            self._draw_people(canvas, Region(right.x, right.y + menu, right.width, right.height - menu))
        words = f" {tr('{key}: people, ladders', key=people_key)} "
        left = canvas.put_right(right.right - 2, right.bottom - 1, words, "dim")
        canvas.make_target(left, right.bottom - 1, cell_len(words), 1, people_press)
        choose = services.key_name(live_key(self, "choose", services.settings.keys))
        put_panel(canvas, x, bottom, width, _DETAILS, tr("Press {key} to", key=choose))
        if self._announced:
            left = canvas.put_right(x + width - 2, bottom, f" {self._announced} ", "strong")
            key = Key(live_key(self.app, "announcements", services.settings.keys))
            canvas.make_target(left, bottom, cell_len(self._announced) + 2, 1, key)
        canvas.put_right(x + width - 2, bottom + _DETAILS - 1, f" {tr('arrows choose')} ", "dim")
        details = wrapped(self._lines[self._marked].details, width - 4)
        for row, line in enumerate(details[: _DETAILS - FRAME], bottom + 1):
            canvas.put(x + 2, row, line, "strong")

    def _draw_tables(self, canvas: Canvas, room: Region) -> None:
        """Draw the panels of tables; below them, if there is room, how to begin."""
        shares = [panel.rows for panel in self._tables]
        while sum(shares) > room.height:
            shares[shares.index(max(shares))] -= 1
        text = [line for text in self._beginning for line in wrapped(text, room.width - 4)]
        spare = room.height - sum(shares)
        if spare < len(text) + FRAME:
            shares[-1] += spare
        y, number = room.y, 0
        for panel, rows in zip(self._tables, shares, strict=True):
            panel.draw(canvas, Region(room.x, y, room.width, rows), number, self._marked)
            y += rows
            number += len(panel.lines)
        if y < room.bottom:
            put_panel(canvas, room.x, y, room.width, room.bottom - y, tr("New here?"))
            for row, line in enumerate(text, y + 1):
                canvas.put(room.x + 2, row, line, "dim")

    def _draw_people(self, canvas: Canvas, room: Region) -> None:
        put_panel(canvas, *room, tr("Here now"))
        rows, width, names = room.height - FRAME, room.width - 4, self._people
        # Each name takes two columns more, but the last one; a break takes the place of a space.
        taken = [*accumulate(cell_len(name) + 2 for name in names)]
        shown = bisect_right(taken, rows * (width + 1) + 1)
        lines = wrapped(", ".join(names), width) if shown == len(names) else []
        while not 0 < len(lines) <= rows and shown:
            shown -= 1
            lines = wrapped(
                tr_count(
                    "{names} and {number} more",
                    "{names} and {number} more",
                    len(names) - shown,
                    names=", ".join(names[:shown]),
                ),
                width,
            )
        for row, line in enumerate(lines[:rows], room.y + 1):
            canvas.put(room.x + 2, row, line, "plain")
