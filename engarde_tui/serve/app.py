"""The app for one visitor of the hall."""

import logging
import re
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from io import StringIO
from types import MappingProxyType
from typing import Any, ClassVar, Final, cast

from rich.console import Console
from textual.app import App
from textual.binding import BindingType
from textual.driver import Driver
from textual.filter import LineFilter, NoColor
from textual.message import Message as TextualMessage
from textual.screen import ModalScreen, Screen
from textual.timer import Timer

from engarde_tui import paths
from engarde_tui.app import EngardeApp
from engarde_tui.header import DAILY
from engarde_tui.language import put, told, tr, tr_as
from engarde_tui.play.bus import Subscription
from engarde_tui.play.problem import Problem
from engarde_tui.play.questions import Question
from engarde_tui.play.words import sentence, when
from engarde_tui.screens.base import TOO_SMALL
from engarde_tui.screens.keys import PressKey
from engarde_tui.screens.match_over import MatchOverScreen
from engarde_tui.screens.question import QuestionScreen
from engarde_tui.screens.table import TableScreen
from engarde_tui.serve.hall.alerts import BETWEEN_ALERTS, sentence_of
from engarde_tui.serve.hall.events import Alert, AlertChoice, Announced, Call, Called, Noted, VisitorEvent
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.keys import HALL_APP
from engarde_tui.serve.hall.lately import Lately
from engarde_tui.serve.hall.questions import CHALLENGE, DECLINED, GO, LEAVE_HALL, NOTE, TROUBLE
from engarde_tui.serve.hall.table import HallClient, Table
from engarde_tui.serve.hall.time_words import LEEWAY, duration
from engarde_tui.serve.hall.visitor import GUEST, Refusal, Visitor
from engarde_tui.serve.screens import hall_line
from engarde_tui.serve.screens.announcements import AnnouncementsScreen
from engarde_tui.serve.screens.calls import Calls
from engarde_tui.serve.screens.challenges import challenge_question
from engarde_tui.serve.screens.history import HallHistoryScreen
from engarde_tui.serve.screens.lobby import LobbyScreen
from engarde_tui.serve.screens.match_end import HallMatchEnd
from engarde_tui.serve.screens.proof import ProofScreen
from engarde_tui.serve.screens.services import InHall
from engarde_tui.serve.screens.session import HallSession
from engarde_tui.serve.screens.table_terms import TableTermsScreen
from engarde_tui.serve.screens.waiting import WaitingScreen
from engarde_tui.serve.settings import settings_of
from engarde_tui.sessions.lesson import LessonSession
from engarde_tui.sessions.session import Session
from engarde_tui.settings.entries import Characters
from engarde_tui.settings.keys import live_key
from engarde_tui.settings.scopes import Scope
from engarde_tui.storage.progress import KeptProgress
from engarde_tui.storage.store import Library
from engarde_tui.terminal.colours import ColorSystem, console_of, may_be_asked
from engarde_tui.terminal.input_queue import is_input
from engarde_tui.widgets.keys import bindings
from engine.game import Game
from engine.message import Message, message

_MEANINGS: Final = {
    "Back to the menu": message("Back to the lobby"),
    "Go to the menu": message("Go to the lobby"),
    "Leave the match and the program": message("Leave the match and the hall"),
    "Leave the match for the menu": message("Leave the match for the lobby"),
    "Leave the program": message("Leave the hall"),
    "Leave the program from anywhere, even while typing": message(
        "Leave the hall from anywhere, even while typing"
    ),
    "Leave the program from the menu or a table": message("Leave the hall from the lobby or a table"),
}
"""What keys do in the local program, and the hall's words for it."""

_PLAIN: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{,31}")
"""Names that need no quotes in a shell."""

_WITHOUT_COLOR: Final = (NoColor(),)

_LOBBY_PAUSE: Final = 1.0
"""Seconds between two looks at the lobby's changes: strangers cause them, and everybody there pays."""

LOST: Final = 128 + signal.SIGHUP
"""The exit status of a visit whose line was lost."""

CRASHED: Final = message("An unexpected error ended the program. Your matches are saved: connect again.")
"""What a visitor sees of an unexpected error; the log has the details."""

_LOG: Final = logging.getLogger("engarde.hall")


class HallApp(EngardeApp):
    """The app with a lobby as its menu, and tables that other visitors can join."""

    RUNS_PROGRAMS: ClassVar = False
    ENABLE_COMMAND_PALETTE: ClassVar = False
    """Off: Textual's palette fails if keys come faster than it can search."""
    CSS_PATH: ClassVar = paths.style_sheets("app", "hall_line")
    BINDINGS: ClassVar[list[BindingType]] = bindings(HALL_APP)

    def __init__(
        self,
        hall: Hall,
        visitor: Visitor,
        colors: ColorSystem | None,
        driver: Callable[..., Driver] | None,
        code: str = "",
        *,
        ascii_only: bool = False,
        term: str = "",
        environment: Mapping[str, str] = MappingProxyType({}),
        address: str = "",
        curtain_delay: float | None = None,
        lobby_pause: float = _LOBBY_PAUSE,
    ) -> None:
        """Start at the table with this `code`, or in the lobby; `address` is what follows `NAME@`.

        Without a `driver` the terminal is that of this process.
        `ascii_only` is what the terminal says; the visitor's settings come before it. `term` is its name, and
        `environment` what has come with the visitor of theirs.
        Changes in the lobby are told at once, then not for `lobby_pause` seconds.
        """
        super().__init__(
            ascii_only=ascii_only,
            keeper=settings_of(visitor, hall.register),
            curtain_delay=curtain_delay,
        )
        self.hall = hall
        self.visitor = visitor
        if visitor.member:
            self.progress = KeptProgress(hall.store.database, visitor.key)
        self.own_matches = None if visitor.account is None else hall.own_matches(visitor.account)
        self.address = address
        self.term = term
        self._environment = environment
        self.farewell = ""
        """Why the session has ended; "" if the visitor left."""
        self._code = code
        self._news = Subscription(hall.bus, visitor.topic, self._look_at)
        self.lobby_pause = lobby_pause
        self._line = ""
        """What is announced over every screen at the moment; "" for nothing."""
        self._line_timer: Timer | None = None
        if driver is not None:
            self.driver_class = cast(type[Driver], driver)
        self.error_console = Console(file=StringIO())
        self._take_colors(colors)
        self._calls = Calls(hall, visitor)
        self._alerted = Lately(hall.clock, BETWEEN_ALERTS)
        """The kinds of alerts that the terminal has been told."""
        self._put_off: set[int] = set()
        """The operator's notes that the visitor reads later, or is reading."""
        self._countdown: Timer | None = None
        """Fires when the call over the screen says something else."""
        self._hall_lines = hall_line.HallLines()

    def _take_colors(self, colors: ColorSystem | None) -> None:
        """Draw for the visitor's terminal instead of the server's."""
        self.console = console_of(colors)
        self.no_color = colors is None
        self.set_reactive(App.ansi_color, True if colors is None else None)
        self.show_theme(self.settings.theme)

    @property
    def is_remote(self) -> bool:
        """True: everybody here comes over SSH."""
        return True

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment of the visitor's terminal, as far as it has come with them."""
        return self._environment

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return only our own filters: Textual's checks each segment for colours that no theme has."""
        return [*(_WITHOUT_COLOR if self.no_color else ()), *self.own_filters()]

    @property
    def may_ask(self) -> bool:
        """Whether the visitor's terminal understands questions."""
        return may_be_asked(self.term, {})

    @property
    def is_ascii(self) -> bool:
        """Whether only ASCII is drawn."""
        chosen = self.settings.characters
        return self._ascii_only if chosen is Characters.AUTO else chosen is Characters.ASCII

    def on_mount(self) -> None:
        """Show who waits for the visitor, and what the operator says, on every screen."""
        self._news.open(self.call_later)
        self._calls.follow(table.code for table in self.hall.own_tables(self.visitor))
        self.screen_change_signal.subscribe(self, lambda _: self._follow_screen())
        if self.hall.closing:
            self.show_line(put(self.hall.closing))

    def on_unmount(self) -> None:
        """Hear of nothing any more."""
        self._news.close()

    def show_line(self, text: str) -> None:
        """Announce something over every screen for a while, instead of what was before."""
        if self._line_timer is not None:
            self._line_timer.stop()
        self._line = text
        self._line_timer = self.set_timer(hall_line.SECONDS, lambda: self.hide_line(text))
        self._show_lines()
        self.bell()

    def hide_line(self, text: str) -> None:
        """Announce this no longer."""
        if self._line == text:
            self._line = ""
            self._show_lines()

    def _open_first(self) -> None:
        if not self._code:
            self.open_menu()
            return
        try:
            table = self.hall.join(self.visitor, self._code)
        except Problem as problem:
            self.open_menu(told(problem))
        else:
            self.open_hall_table(table)

    def post_message(self, message: TextualMessage) -> bool:
        """Queue a message; note when the visitor has done something."""
        if is_input(message):
            self.visitor.pressed = self.hall.clock()
        return super().post_message(message)

    def heard(self) -> None:
        """Note that the visitor has typed a line."""
        self.visitor.pressed = self.hall.clock()

    def on_ready(self) -> None:
        """Show what the operator has written."""
        self._show_note()

    def _follow_screen(self) -> None:
        """Show over another screen what lies over all."""
        table = self._table_screen()
        self.visitor.pastime = "" if table is None else f"{_pastime(table.session)}"
        self._show_lines()
        self.call_later(self._show_note)

    def _show_note(self) -> None:
        """Show a note that the visitor has not read, unless a question or the like is open."""
        account, words = self.visitor.account, self.hall.register.operator_words
        if account is None or isinstance(self.screen, ModalScreen) or self.screen.name == TOO_SMALL:
            return
        with suppress(Problem):
            for note in words.unread(account):
                if note.id not in self._put_off:
                    self._put_off.add(note.id)
                    self.ask(
                        NOTE.about(f"{when(note.at)}\n\n{note.text}"), partial(self._forget_note, note.id)
                    )
                    return

    def _forget_note(self, note: int, answer: str | None) -> None:
        account = self.visitor.account
        if answer == "read" and account is not None:
            self.attempt(lambda: self.hall.register.operator_words.forget(account, note))
            _LOG.info("event=note-read player=%s", self.visitor.name)

    def wording(self, label: str) -> str:
        """Return the label of a key with the hall's words: lobby for menu, hall for program."""
        match label:
            case "menu":
                return tr_as("key", "lobby")
            case "go to the menu":
                return tr_as("key", "go to the lobby")
            case "leave the program":
                return tr_as("key", "leave the hall")
            case _:
                return super().wording(label)

    def meaning(self, words: str) -> str:
        """Return what help and settings say of a key with the hall's words."""
        return put(_MEANINGS[words]) if words in _MEANINGS else super().meaning(words)

    def consequence(self, *, saved: bool) -> str:
        """Return what happens to a match that is left; only members' matches are saved."""
        if not saved:
            return tr("A guest's match is not saved: if you leave now, it is lost.")
        return tr("Everything is saved. To come back, choose the match in your matches.")

    @property
    def before_exit(self) -> Question | None:
        """Ask a visitor whose match is unfinished, or whose table waits for an opponent."""
        own = self.hall.own_tables(self.visitor)
        # A challenge to the visitor waits, whether they are here or not.
        tables = [table for table in own if not (table.is_over or table.is_challenge_to(self.visitor))]
        if not (tables and self.settings.confirm_leaving):
            return None
        # The match that somebody waits to claim comes first.
        begun = min((table for table in tables if not table.waits), key=self._is_safe, default=None)
        if begun is None:
            if self.visitor.member:
                return LEAVE_HALL.about(tr("Your table is waiting for an opponent."))
            return LEAVE_HALL.about(
                tr("Your table is waiting for an opponent. It is withdrawn when you leave.")
            )
        seat = begun.seats.of(self.visitor)
        assert seat is not None
        return LEAVE_HALL.about(
            tr(
                "Your seat against {name} is kept, but an opponent who waits {time} for your move can claim"
                " the match.",
                name=begun.seats.names[seat.other],
                time=duration(self.hall.absence),
            )
        )

    def _is_safe(self, table: Table) -> bool:
        """Return whether nobody sits at a table who can claim the match once the visitor has left."""
        seat = table.seats.of(self.visitor)
        return table.time is not None or seat is None or not table.seats.is_there(seat.other)

    @property
    def parting_words(self) -> list[str]:
        """The lines to write when the session has ended: why, and how a guest gets back to each seat."""
        words = [self.farewell] if self.farewell else []
        if self.visitor.member:
            return words
        for table in self.hall.own_tables(self.visitor):
            seat = table.seats.of(self.visitor)
            if seat is not None and not table.waits:
                command = self.join_command(table.seats.code(seat), self._login)
                name = table.seats.names[seat.other]
                words.append(tr("Your seat against {name} is kept: {command}", name=name, command=command))
        return words

    @property
    def _login(self) -> str:
        """The name to connect with, as the visitor typed it unless no shell could take that."""
        login = self.visitor.login
        return login if _PLAIN.fullmatch(login) else self.visitor.name.lstrip(GUEST)

    @property
    def plain_command(self) -> str:
        """The shell command that comes back in the line mode, with a terminal for the width of lines."""
        return f"ssh -t {self._login}@{self.address} plain"

    def join_command(self, code: str, name: str) -> str:
        """Return the shell command that brings `name` to the table or seat with this code."""
        return f"ssh -t {name}@{self.address} join {code}"

    def open_menu(self, notice: str = "") -> None:
        """Go to the lobby."""
        self._open(LobbyScreen(self.hall, self.visitor, notice or self.trouble_with_settings))

    def open_setup(self, game: Game | None = None, *, alone: bool = False) -> None:
        """Go to the form of a match at this keyboard."""
        from engarde_tui.screens.setup import SetupScreen

        is_chosen = game is not None
        game, name = game or self.last_game, self.visitor.name
        self._open(SetupScreen(game, alone=alone, own_name=name, is_chosen=is_chosen))

    def open_daily(self, rules: object = None) -> None:
        """Go to the daily bouts of this hall."""
        from engarde_tui.screens.daily import DailyScreen

        if self.own_matches is not None:
            secret = self.hall.register.secret(DAILY)
            self._open(DailyScreen(self.own_matches, self.visitor.name, secret, rules=rules))

    @property
    def player_name(self) -> str:
        """The visitor's name."""
        return self.visitor.name

    def open_table_form(self, game: Game | None = None, *, challenged: str = "") -> None:
        """Go to the form of a table for somebody else to join, or for the member `challenged` alone."""
        self._open(TableTermsScreen(self.hall, self.visitor, game or self.last_game, challenged))

    def open_hall_table(self, table: Table) -> None:
        """Go to a table: to wait, to play, or to watch."""
        if table.waits and table.is_declined:
            self.answer_challenge(table)
            return
        if table.waits:
            self._open(WaitingScreen(self.hall, table, self.visitor))
            return
        try:
            client = table.sit(self.visitor)
        except Problem as problem:
            self.open_menu(told(problem))
        else:
            self._open(TableScreen(HallSession(client, self.hall.absence)))

    def open_proof(self, client: HallClient) -> None:
        """Show the commitments to the decks over the current screen."""
        self.push_screen(ProofScreen(client, client.view.round.rules))

    def open_rematch(self, table: Table, screen: object) -> bool:
        """Go from `screen` to the rematch of a table; False if there is none, or another screen is on top."""
        new = table.rematch.successor
        if new is None or self.screen is not screen or not self.hall.is_open(new):
            return False
        self.open_hall_table(new)
        return True

    def open_settings(self) -> None:
        """Show the visitor's settings."""
        from engarde_tui.serve.screens.settings import HallSettingsScreen

        self.push_screen(HallSettingsScreen(self.hall, self.visitor))

    @property
    def scopes(self) -> Sequence[Scope]:
        """Everything whose keys can be chosen."""
        from engarde_tui.serve.screens.settings import hall_scopes

        return hall_scopes()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow what makes sense here: there is no shell to go to."""
        if action == "answer_call":
            return self._calls.first is not None and self._may_press("answer-call")
        if action == "announcements":
            is_open = any(isinstance(screen, AnnouncementsScreen) for screen in self.screen_stack)
            may_open = not is_open and self.screen.name != TOO_SMALL
            return may_open and bool(self.hall.notices.announced) and self._may_press("announcements")
        return action != "suspend_process" and super().check_action(action, parameters)

    def _may_press(self, name: str) -> bool:
        """Return whether a key of the hall acts: not while one is chosen, nor if it has been for another."""
        keys = self.settings.keys
        chosen = {key for other, others in keys.items() if other != name for key in others}
        return not isinstance(self.screen, PressKey) and live_key(self, name, keys) not in chosen

    @property
    def library(self) -> Library | None:
        """A member's own matches; None for a guest."""
        return self.own_matches

    def open_history(self) -> None:
        """Go to the visitor's own matches."""
        if self.own_matches is not None:
            self._open(HallHistoryScreen(self.own_matches))

    def resume(self, match_id: int) -> None:
        """Continue a match of the visitor's, at its table if any; raises Problem if it cannot be read."""
        table = self.hall.tables.of_match(match_id)
        if table is None:
            super().resume(match_id)
        else:
            self.open_hall_table(table)

    def question_about(self, problem: Problem) -> Question:
        """Return the question whether to try again; log the problem."""
        _LOG.error("event=trouble player=%s problem=%r", self.visitor.name, str(problem))
        return TROUBLE

    def _look_at(self, events: Sequence[VisitorEvent]) -> None:
        """Show what the operator says, and which tables call; ring for those that begin to."""
        for event in events:
            if isinstance(event, Announced):
                self.show_line(put(event.words))
                for screen in self.screen_stack:
                    if isinstance(screen, AnnouncementsScreen):
                        screen.renew()
        if Noted() in events:
            if self.settings.bell:
                self.bell()
            self._show_note()
        new = self._calls.follow(event.code for event in events if isinstance(event, Called))
        rings = any(call is Call.REMINDED or not self._leads_to(table) for table, call in new.items())
        rings = rings and self.settings.bell
        for event in events:
            if isinstance(event, Alert) and self._alert(event):
                rings = rings or not self._rings_anyway(event)
        if rings:
            self.bell()
        self._show_lines()

    def _alert(self, alert: Alert) -> bool:
        """Tell the terminal, unless that is too soon; return whether it was done."""
        kind = alert.what.kind
        if kind is not AlertChoice.TIME and self._alerted.wait(kind, 1):
            return False
        self._alerted.count(kind)
        if self.may_ask:
            now = self.hall.register.clock()
            self.tell_terminal(sentence_of(alert, now, ascii_only=self.is_ascii))
        return True

    def _rings_anyway(self, alert: Alert) -> bool:
        """Return whether a screen rings for the same: that of the table, or the lobby for a result."""
        match alert.what.kind:
            case AlertChoice.TURN:
                table = self.hall.tables.with_code(alert.table)
                shown = table is not None and any(_leads(screen, table) for screen in self.screen_stack)
                acted = table is not None and table.view is not None and bool(table.view.round.plays)
                return shown and (isinstance(self.screen, WaitingScreen) or (acted and self.settings.bell))
            case AlertChoice.RESULT:
                return isinstance(self.screen, LobbyScreen)
        return False

    def _leads_to(self, table: Table) -> bool:
        return _leads(self.screen, table)

    def _show_lines(self) -> None:
        """Let the screen on top show what lies over it, once it is mounted."""
        if len(self.screen_stack) > 1:
            self.screen.call_later(self._show_lines_on, self.screen)

    def _show_lines_on(self, screen: Screen[Any]) -> None:
        if screen is not self.screen or not screen.is_attached:
            return
        table = self._calls.first
        is_here = table is None or self._leads_to(table)
        call = "" if is_here else self._calls.words(self.key("answer-call"))
        can_read = self.check_action("announcements", ())
        read = tr("{key}: read it", key=self.key("announcements")) if can_read else ""
        keys = self.settings.keys
        read_key, call_key = (live_key(self, name, keys) for name in ("announcements", "answer-call"))
        why = self._calls.reason if call else ""
        words = hall_line.LineWords(self._line, read, read_key, call, call_key, why)
        self._hall_lines.show(self.screen_stack, words)
        if self._countdown is not None:
            self._countdown.stop()
        wait = self._calls.until_change if call else None
        self._countdown = None if wait is None else self.set_timer(wait + LEEWAY, self._show_lines)

    def action_announcements(self) -> None:
        """Show what has been announced over the current screen."""
        self.push_screen(AnnouncementsScreen(self.hall))

    def action_answer_call(self) -> None:
        """Go to the table that calls; ask first if that costs the match here."""
        table = self._calls.first
        if table is None or any(map(self.is_asking, (GO, CHALLENGE, DECLINED))):
            return
        for screen in self.screen_stack:
            if _leads(screen, table):
                # It goes on by itself once nothing covers it.
                while self.screen is not screen:
                    self.screen.dismiss(None)
                return
        if table.waits:
            self.answer_challenge(table)
        else:
            self._leave_for(lambda: self.open_hall_table(table))

    def _leave_for(self, go: Callable[[], None]) -> None:
        """Go to a table; ask first if that costs the match here."""
        shown = self._table_screen()
        here = None if shown is None else shown.session
        if here is None or here.is_kept or here.client.view.winner is not None:
            go()
            return

        def answered(answer: str | None) -> None:
            if answer == "go":
                go()

        self.ask(GO.about(here.leave_warning), answered)

    def drop_questions(self, *questions: Question) -> None:
        """Close one of these that is asked: what it is about has ended."""
        top = self.screen
        if isinstance(top, QuestionScreen) and any(map(top.question.is_like, questions)):
            top.dismiss(None)

    def answer_challenge(self, table: Table) -> None:
        """Ask the member who is challenged; tell the host that the member has declined."""
        hall = self.hall

        def answered(answer: str | None) -> None:
            if answer == "accept":
                self._leave_for(lambda: self._accept(table))
            elif answer == "decline":
                self.attempt(lambda: hall.decline(table, self.visitor))
            elif answer == "later":
                self._calls.silence(table)
                self._show_lines()
            elif answer == "seen":
                self.attempt(lambda: hall.withdraw(table))

        self.ask(challenge_question(table), answered)

    def _accept(self, table: Table) -> None:
        """Accept a challenge, and go to its table; say over the screen why not."""
        try:
            if not self.hall.is_open(table):
                raise Refusal(message("the challenge has been withdrawn"))
            self.open_hall_table(self.hall.join(self.visitor, table.code))
        except Problem as problem:
            self.show_line(sentence(told(problem)))

    def exit(self, result: None = None, return_code: int = 0, message: Any = None) -> None:
        """Leave; note at once if the line is lost, as what was sent last may not have been seen."""
        self.visitor.lost = self.visitor.lost or return_code == LOST
        super().exit(result, return_code, message)

    def log_crash(self) -> None:
        """Log an unexpected error; tell the visitor only that there was one."""
        _LOG.exception("event=crash player=%s", self.visitor.name)
        self.farewell = put(CRASHED)


def _pastime(session: Session) -> Message | str:
    """Return what is played at a table that is none of the hall, as `Visitor.pastime`."""
    match session:
        case HallSession():
            return ""
        case LessonSession():
            return message("takes a lesson")
        case _ if type(session) is not Session:
            return message("solves a puzzle")
    if session.match.day is not None:
        return message("plays the daily bout")
    return message("plays the computer") if session.client.has_bot else message("plays at one keyboard")


def _leads(screen: Screen[Any], table: Table) -> bool:
    """Return whether a screen is that of a table, or goes to it by itself."""
    match screen:
        case TableScreen(session=HallSession() as played) | MatchOverScreen(end=HallMatchEnd() as played):
            return played.leads_to(table)
    return isinstance(screen, InHall) and screen.leads_to(table)
