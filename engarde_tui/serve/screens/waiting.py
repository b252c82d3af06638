"""The screen of a table waiting for an opponent."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size

from engarde_tui import paths
from engarde_tui.language import put, tr
from engarde_tui.play.bus import Subscription
from engarde_tui.play.live_match import TableChanged
from engarde_tui.play.words import cut
from engarde_tui.screens.base import AppScreen
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.keys import WAITING
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.screens.rows import game_cell, side
from engarde_tui.serve.screens.services import InHall
from engarde_tui.serve.screens.word import WordScreen
from engarde_tui.terminal.canvas import Canvas, CanvasWidget
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.lettering import ROWS, put_lettering_centre
from engarde_tui.widgets.panel import put_panel
from engarde_tui.widgets.text_lines import wrapped
from engine.message import message

_WIDTH: Final = 76

_KEPT: Final = message("{name} {side}; the seat {other} is kept for {opponent}.")
_FREE: Final = message("{name} {side}; the seat {other} is free.")
"""Who sits where: "anna on the left; the seat on the right is free."."""
_BEGINS: Final = message("The match begins at once, and the bell calls you: wait here, or in the lobby.")


class Invitation(CanvasWidget):
    """What is played, the code that leads to the table, and what happens next."""

    def __init__(self, table: Table, visitor: Visitor, command: Callable[[str], str]) -> None:
        """`command` returns the shell command that leads somebody to the table, by name."""
        super().__init__()
        self._table = table
        self._visitor = visitor
        self._command = command
        self._seat = table.seats.of(visitor)
        # Soon somebody else may have the free one.
        self._opponent = "" if self._seat is None else table.opponent(self._seat)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the three panels."""
        return len(self._about) + ROWS + 3 + len(self._ways) + len(self._following) + 6

    @property
    def _about(self) -> list[str]:
        """What is played, and the word that the host has said, in lines."""
        return _in_rows(self._told_of_table)

    @property
    def _told_of_table(self) -> list[str]:
        lines, seat = [game_cell(self._table.terms)], self._seat
        if seat is not None:
            fields = {
                "name": self._visitor.name,
                "side": side(seat),
                "other": side(seat.other),
                "opponent": self._opponent,
            }
            lines.append(put((_KEPT if self._opponent else _FREE)._replace(fields=fields)))
        word = "" if seat is None else self._table.words[seat]
        if word:
            lines.append(cut(tr("Your word counts in the deal: {word}", word=word), _WIDTH - 4))
        return lines

    @property
    def _title(self) -> str:
        challenged = self._table.challenged
        if challenged is None:
            return tr("Waiting for an opponent: give your friend this code")
        return tr("Waiting for {name}, who can use this code, too", name=challenged.name)

    @property
    def _ways(self) -> list[str]:
        """How somebody else comes here, in lines."""
        return _in_rows(self._told_ways)

    @property
    def _told_ways(self) -> list[str]:
        return [
            tr("In the lobby: Join by code, {code}", code=self._table.code),
            tr("In a shell: {command}", command=self._command(tr("NAME"))),
        ]

    @property
    def _following(self) -> list[str]:
        """What happens next, in lines."""
        return _in_rows(self._told_following)

    @property
    def _told_following(self) -> list[str]:
        challenged, begins = self._table.challenged, put(_BEGINS)
        if challenged is not None:
            following = [
                tr(
                    "{name} is called, now or at the next visit; nobody else can join. Once the challenge is"
                    " accepted, the match begins and the bell calls you: wait here, or in the lobby.",
                    name=challenged.name,
                )
            ]
        elif self._table.terms.listed:
            following = [f"{tr('Anybody in the lobby can join.')} {begins}"]
        else:
            following = [f"{tr('Only people with the code can join.')} {begins}"]
        if not self._visitor.member:
            following.append(tr("If you leave the hall, the table is withdrawn."))
        return following

    def in_words(self) -> list[str]:
        """Return the code, what is played, how somebody comes here, and what happens next."""
        code = tr("{title}: {code}", title=self._title, code=self._table.code)
        return [code, *self._told_of_table, *self._told_ways, *self._told_following]

    def draw(self, canvas: Canvas) -> None:
        """Draw three panels, the one with the code in the middle."""
        x = (canvas.width - _WIDTH) // 2
        y = self._put_panel(canvas, x, 0, tr("Your table"), self._about, "plain")
        ways = self._ways
        rows = ROWS + 3 + len(ways)
        put_panel(canvas, x, y, _WIDTH, rows + 2, self._title)
        put_lettering_centre(canvas, y + 2, self._table.code, "strong")
        for row, line in enumerate(ways, y + ROWS + 4):
            canvas.put(x + 2, row, line, "plain")
        self._put_panel(canvas, x, y + rows + 2, tr("What happens next"), self._following, "dim")

    @staticmethod
    def _put_panel(canvas: Canvas, x: int, y: int, title: str, lines: list[str], foreground: str) -> int:
        """Draw a panel of text; return the row below it."""
        put_panel(canvas, x, y, _WIDTH, len(lines) + 2, title)
        for row, line in enumerate(lines, y + 1):
            canvas.put(x + 2, row, line, foreground)
        return y + len(lines) + 2


def _in_rows(texts: Iterable[str]) -> list[str]:
    return [line for text in texts for line in wrapped(text, _WIDTH - 4)]


class WaitingScreen(InHall, AppScreen):
    """Waits for an opponent; the table stays open while the visitor is in the lobby."""

    CSS_PATH: ClassVar = paths.style_sheets("hall")
    BINDINGS: ClassVar[list[BindingType]] = bindings(WAITING)

    def __init__(self, hall: Hall, table: Table, visitor: Visitor) -> None:
        super().__init__()
        self._hall = hall
        self._table = table
        self._visitor = visitor
        self._news = Subscription[TableChanged](hall.bus, table.topic, self._look_at)
        self.rules = table.terms.rules
        self._is_told = False
        """Whether this screen has told that the challenge is declined."""

    def compose(self) -> ComposeResult:
        """Yield the invitation and the key bar."""
        command = partial(self.services.join_command, self._table.code)
        yield Invitation(self._table, self._visitor, command)
        yield KeyBar()

    def on_mount(self) -> None:
        """Enter the table, to hear who joins."""
        self._news.open(self.call_later)
        self._table.enter(self._visitor)

    def on_unmount(self) -> None:
        """Leave the table."""
        self._news.close()
        self._table.exit(self._visitor)

    def leads_to(self, table: Table) -> bool:
        """Return whether this is the screen of a table; a challenge that is declined calls from here too."""
        return table is self._table and not table.is_declined

    def _look_at(self, events: Sequence[TableChanged]) -> None:
        """Ring and go to the match if somebody has joined; tell if the member challenged has declined."""
        if self.app.screen is self and self._hall.is_open(self._table) and not self._table.waits:
            self.app.bell()
        self._continue_if_ready()

    def on_screen_resume(self) -> None:
        """Go to the match if somebody has joined while another screen was on top, which has rung then."""
        self._continue_if_ready()

    def _continue_if_ready(self) -> None:
        if self.app.screen is not self:
            return
        if not self._hall.is_open(self._table):
            self.services.open_menu(tr("The table has been withdrawn."))
        elif self._table.is_declined:
            self._tell_of_decline()
        elif not self._table.waits:
            self.services.open_hall_table(self._table)

    def _tell_of_decline(self) -> None:
        # Once: this screen is on top again before the answer has withdrawn the table.
        if not self._is_told:
            self._is_told = True
            self.services.answer_challenge(self._table)

    def action_lobby(self) -> None:
        """Go to the lobby; the table stays open."""
        self.services.open_menu()

    def action_word(self) -> None:
        """Ask for a word for the deal."""
        table = self._table
        seat = table.seats.of(self._visitor)

        def answered(word: str | None) -> None:
            # Somebody may have joined meanwhile, and the match is there already.
            if word is not None and table.waits:
                self.services.attempt(lambda: self._hall.say_word(table, self._visitor, word))
                invitation = self.query_one(Invitation)
                invitation.refresh(layout=True)
                invitation.redraw()

        if seat is not None:
            self.app.push_screen(WordScreen(table, seat), answered)

    def action_withdraw(self) -> None:
        """Withdraw the table."""

        def withdraw() -> None:
            self._hall.withdraw(self._table)
            self._continue_if_ready()

        self.services.attempt(withdraw)
