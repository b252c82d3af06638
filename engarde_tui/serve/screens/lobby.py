"""The lobby: the tables, and what else to do."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import ActiveBinding, BindingType

from engarde_tui import paths
from engarde_tui.language import put, told, tr, tr_as
from engarde_tui.play.bus import Subscription
from engarde_tui.play.problem import Problem
from engarde_tui.play.stored import StoredMatch
from engarde_tui.play.words import capital, sentence, when
from engarde_tui.presentation import lessons
from engarde_tui.screens.base import AppScreen
from engarde_tui.screens.input import InputScreen
from engarde_tui.serve.hall.events import LOBBY, LobbyChanged, VisitorEvent
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.keys import LOBBY_MENU
from engarde_tui.serve.hall.questions import result_told
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.screens.lobby_board import WIDEST, LobbyBoard
from engarde_tui.serve.screens.own_keys import OwnKeysScreen
from engarde_tui.serve.screens.panel_of_rows import Panel
from engarde_tui.serve.screens.people import PeopleScreen
from engarde_tui.serve.screens.rows import (
    Row,
    answering,
    going_to,
    marked_name,
    open_heads,
    open_row,
    own_heads,
    own_rows,
    result_line,
    running_heads,
    running_row,
    solo_row,
)
from engarde_tui.serve.screens.services import InHall
from engarde_tui.serve.screens.word import WordScreen
from engarde_tui.widgets.key_bar import shown_keys
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.notice import News
from engine.message import message

_MAX_LISTED: Final = 50
"""Tables of each kind listed; the others can be reached by code.

Of open tables more are listed if more people are here, so that each of them has one in the list.
"""

_DETAILS: Final = {
    "new_table": message("open a table, listed here; a friend can join it by its code."),
    "quick_match": message("play somebody of your strength: join their table, or open one."),
    "ask_code": message("type the code of a table or of your seat, and go there."),
    "play_alone": message("play against the computer, or somebody beside you at this keyboard."),
    "daily": message("play today's match against the master: one try, no hints."),
    "history": message("look at your past matches, watch them again, see your statistics."),
    "learn": message("learn the game in short exercises at the table, with a teacher."),
    "puzzle": message("find the one action that wins; one puzzle a day for everybody."),
    "own_keys": message("let a key of another machine own your name, or withdraw one."),
    "settings": message("choose theme, motion, pauses, keys."),
    "app.help": message("read the rules in short, and what the keys do."),
    "app.quit": message("end your visit; your seats are kept."),
}
"""What each line of the menu does, as the rest of the sentence that says which key does it."""


class LobbyScreen(InHall, AppScreen):
    """Lists the visitor's seats, then tables to join, then matches to watch, then everything else."""

    CSS_PATH: ClassVar = paths.style_sheets("hall")
    BINDINGS: ClassVar[list[BindingType]] = bindings(LOBBY_MENU)

    def __init__(self, hall: Hall, visitor: Visitor, notice: str) -> None:
        """`notice` is shown at first; if it is "", a welcome for guests is."""
        super().__init__()
        self._hall = hall
        self._visitor = visitor
        self._notice = notice
        self._own: list[Table] = []
        """The visitor's own tables, as listed."""
        self._to_continue: StoredMatch | None = None
        """The visitor's unfinished match without a table."""
        self._is_outdated = False
        """Whether something has changed since the panels were filled."""
        self._news = [
            Subscription[LobbyChanged | VisitorEvent](hall.bus, topic, self._look_at)
            for topic in (LOBBY, visitor.topic)
        ]
        """Of the lobby, and of the visitor: whose move it is at their tables concerns nobody else here."""
        """Calls something in the visitor's turn, from the moment on when the lobby is shown."""
        self._is_pausing = False
        """Whether changes wait at the moment."""
        self._is_due = False
        """Whether any do."""
        self._told: set[int] = set()
        """The matches whose results this screen has told."""

    def compose(self) -> ComposeResult:
        """Yield the panels and the notice."""
        yield LobbyBoard(self._visitor.name)
        yield News(WIDEST, is_framed=False)

    def on_mount(self) -> None:
        """Fill the panels, and follow the lobby."""
        for news in self._news:
            news.open(self._call_after_pause)
        notice = self._notice
        if self.services.own_matches is not None:
            try:
                self._to_continue = self.services.own_matches.to_continue
            except Problem as problem:
                notice = notice or told(problem)
        self._list()
        self._say(notice or self._welcome, refused=bool(notice))

    def on_key(self) -> None:
        """Forget at the next key why something was refused: it may not hold any more."""
        if self.query_one(News).words.refused:
            self._say(self._welcome)

    def on_unmount(self) -> None:
        """Follow the lobby no longer."""
        for news in self._news:
            news.close()

    def on_screen_resume(self) -> None:
        """Show what has changed while a page lay above; tell of results that the visitor has not seen."""
        if self._is_outdated:
            self._list_if_shown()
        self._tell_results()

    def _tell_results(self) -> None:
        """Tell a result that the visitor has not seen, until they have answered; then the next one."""
        if self.app.screen is not self:
            return
        with suppress(Problem):
            for result in self._hall.results.unseen(self._visitor):
                match_id = result.match.id
                if match_id not in self._told:
                    self._told.add(match_id)
                    self.services.ask(result_told(result), partial(self._see_result, match_id))
                    return

    def _see_result(self, match_id: int, answer: str | None) -> None:
        if answer == "seen":
            self.services.attempt(lambda: self._hall.results.see(self._visitor, match_id))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow members alone what needs a history and keys."""
        return self._visitor.member or action not in ("history", "own_keys", "daily")

    @property
    def _welcome(self) -> str:
        visitor = self._visitor
        if visitor.member:
            return ""
        if visitor.why_guest:
            return tr(
                "You are here as the guest {name}: {reason}.",
                name=visitor.name,
                reason=put(visitor.why_guest),
            )
        return tr(
            "You are the guest {name}. Connect with an SSH key to have a name and a history here.",
            name=visitor.name,
        )

    @property
    def _announced(self) -> str:
        """When something was last announced, and how to read it; "" if nothing was."""
        if not self._hall.notices.announced:
            return ""
        at = when(self._hall.notices.announced[0].at)
        key = (
            self.services.key("announcements") if self.services.names_keys else tr_as("key", "announcements")
        )
        return tr("announced {time}: {key} to read it", time=at, key=key)

    def speak(self) -> None:
        """Put everything into the language of the session."""
        self._say(self._welcome)
        self._list_if_shown()

    def follow_settings(self) -> None:
        """Show the keys that the settings choose."""
        super().follow_settings()
        self._list_if_shown()

    def _look_at(self, events: Sequence[LobbyChanged | VisitorEvent]) -> None:
        """Update the panels; then not again during the pause."""
        if self.services.lobby_pause:
            self._is_pausing = True
            self.set_timer(self.services.lobby_pause, self._end_pause)
        self._list_if_shown()

    def _call_after_pause(self, look: Callable[[], None]) -> None:
        if self._is_pausing:
            self._is_due = True
        else:
            self.call_later(look)

    def _end_pause(self) -> None:
        self._is_pausing = False
        if self._is_due:
            self._is_due = False
            self.call_later(self._look_again)

    def _look_again(self) -> None:
        for news in self._news:
            news.look()

    def _list_if_shown(self) -> None:
        # While a page lies above, the keys are those that close it.
        self._is_outdated = self.app.screen is not self
        if not self._is_outdated:
            self._list()

    def _list(self) -> None:
        """Fill the panels again; ring for a match that has ended meanwhile."""
        hall, visitor = self._hall, self._visitor
        listed = self._own
        self._own = hall.own_tables(visitor)
        for table in listed:
            if table not in self._own and table.is_over:
                self.app.bell()
                with suppress(Problem):
                    self._say(result_line(table.match.read()))
                self._tell_results()
        keys = {active.binding.action: self._key(active) for active in shown_keys(self)}
        new_table = keys["new_table"]
        own = [] if self._to_continue is None else [solo_row(self._to_continue)]
        word = self.key("join-with-word") if self.services.names_keys else ""
        own += own_rows(self._own[:_MAX_LISTED], visitor, hall.names, word)
        open_ = [open_row(table, visitor, word) for table in self._open_tables]
        running = [running_row(table, visitor) for table in hall.running_tables(visitor)[:_MAX_LISTED]]
        panels = [
            Panel(tr("Your seats"), own_heads(), own),
            Panel(
                tr("Open tables"),
                open_heads(),
                open_,
                tr("None at the moment: press {key} to open one.", key=new_table),
            ),
            Panel(tr("Matches to watch"), running_heads(), running, tr("None at the moment.")),
        ]
        beginning = (
            tr(
                "To play with a friend, press {key} to open a table, and tell your friend its code.",
                key=new_table,
            ),
            tr("If your friend has opened one, press {key} and type the code.", key=keys["ask_code"]),
            tr(
                "To play now, press {quick} for a quick match, or {alone} to play against the computer.",
                quick=keys["quick_match"],
                alone=keys["play_alone"],
            ),
            tr("To learn the game, press {key}.", key=self.key("learn")),
        )
        menu = Panel(tr("What to do"), (), self._menu)
        self.query_one(LobbyBoard).show(
            panels if own else panels[1:],
            menu,
            self._people,
            beginning,
            self._announced,
            hall.register.operator_words.notice,
        )

    @property
    def _people(self) -> list[str]:
        """The names of the people here: friends, then the visitor, then the others, as they came."""
        friends, own = self._visitor.friends, self._visitor.name
        marked = {visitor.name for visitor in self._hall.visitors if visitor.account in friends}
        names = sorted(self._hall.names, key=lambda name: (name not in marked, name != own))
        return [
            tr("{name} (you)", name=name) if name == own else marked_name(name, is_friend=name in marked)
            for name in names
        ]

    @property
    def _open_tables(self) -> list[Table]:
        """The tables to join, as listed."""
        room = max(_MAX_LISTED, len(self._hall.visitors))
        return self._hall.open_tables(self._visitor)[:room]

    @property
    def _menu(self) -> list[Row]:
        """A line for each key, what every screen has at the end."""
        lines = []
        for active in shown_keys(self):
            action = active.binding.action
            if active.node is self.app:
                # Their labels are made for the key bar.
                action, label = f"app.{action}", self.services.meaning(active.binding.tooltip)
            else:
                label = self.services.wording(active.binding.description)
            lines.append(Row(action, (capital(label), self._key(active)), put(_DETAILS[action])))
        return lines

    def _key(self, active: ActiveBinding) -> str:
        return self.app.get_key_display(active.binding)

    def action_go_to(self, code: str, word: str = "") -> None:
        """Go to a table; `word` is for the deal, if the visitor sits down there."""
        try:
            self.services.open_hall_table(self._hall.join(self._visitor, code, word))
        except Problem as problem:
            self.app.bell()
            self._say(told(problem), refused=True)

    def action_answer(self, code: str) -> None:
        """Answer a challenge, or look at the answer."""
        table = self._hall.tables.with_code(code)
        if table is not None:
            self.services.answer_challenge(table)

    def action_resume(self, match_id: int) -> None:
        """Continue a match without a table."""
        try:
            self.services.resume(match_id)
        except Problem as problem:
            self.app.bell()
            self._say(told(problem), refused=True)

    def action_ask_code(self) -> None:
        """Ask for a code, and go to its table; ask for a word first if the visitor can sit down there."""
        self._ask_code("")

    def _ask_code(self, why: str) -> None:
        """Ask for a code; `why` is what was wrong with the last one, "" at first."""
        self.app.push_screen(
            InputScreen(tr("Code of a table or seat"), text=why),
            lambda code: self._ask_word(code) if code else None,
        )

    def _enter(self, code: str) -> None:
        """Go to the table of a code, or take the name that it stands for."""
        try:
            name = self._hall.own_keys.enter_code(self._visitor, code)
            table = None if name else self._hall.join(self._visitor, code)
        except Problem as problem:
            self.app.bell()
            self._ask_code(sentence(told(problem)))
            return
        if table is None:
            self._say(tr("Your key now owns the name {name}: leave, and connect as {name}.", name=name))
        else:
            self.services.open_hall_table(table)

    def action_join_with_word(self) -> None:
        """Ask for a word, and join the marked table with it; ask for the code if none is marked."""
        marked = self.query_one(LobbyBoard).marked_action
        ways = {going_to(table): table.code for table in self._open_tables}
        ways |= {answering(table): table.code for table in self._own}
        code = ways.get(marked, "")
        if code:
            self._ask_word(code)
        else:
            self.action_ask_code()

    def _ask_word(self, code: str) -> None:
        table = self._hall.waiting_table(self._visitor, code)
        seat = None if table is None else table.seats.free
        if table is None or seat is None:
            self._enter(code)
        else:
            self.app.push_screen(
                WordScreen(table, seat), lambda word: None if word is None else self.action_go_to(code, word)
            )

    def action_new_table(self) -> None:
        """Go to the form of a new table."""
        self.services.open_table_form()

    def action_quick_match(self) -> None:
        """Go to a table to play somebody of the visitor's strength at once."""
        try:
            game = self.services.last_game
            self.services.open_hall_table(self._hall.quick_match(self._visitor, game))
        except Problem as problem:
            self.app.bell()
            self._say(told(problem), refused=True)

    def action_play_alone(self) -> None:
        """Go to the form of a match against the computer."""
        self.services.open_setup(alone=True)

    def action_daily(self) -> None:
        """Go to the daily bouts."""
        try:
            self.services.open_daily()
        except Problem as problem:
            self.app.bell()
            self._say(told(problem), refused=True)

    def action_play_here(self) -> None:
        """Go to the form of a match for two at this keyboard."""
        self.services.open_setup()

    def action_learn(self) -> None:
        """Go to the lesson."""
        self.services.open_lesson(lessons()[0])

    def action_puzzle(self) -> None:
        """Go to a puzzle."""
        self.services.open_puzzle()

    def action_history(self) -> None:
        """Go to the visitor's matches."""
        self.services.open_history()

    def action_own_keys(self) -> None:
        """Show the keys of the visitor's name."""
        self.app.push_screen(OwnKeysScreen(self._hall, self._visitor))

    def action_people(self) -> None:
        """Show who is here, and the ladders."""
        self.app.push_screen(PeopleScreen(self._hall, self._visitor))

    def action_settings(self) -> None:
        """Choose settings."""
        self.services.open_settings()

    def _say(self, text: str, *, refused: bool = False) -> None:
        self.query_one(News).say(text, refused=refused)
