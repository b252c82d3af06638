"""The page of the hall's people: a list, and keys for the marked person."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Resize
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.language import told, tr
from engarde_tui.play.bus import Subscription
from engarde_tui.play.day import day_of
from engarde_tui.play.problem import Problem
from engarde_tui.screens.base import AppScreen
from engarde_tui.serve.hall.bouts import BoutResult
from engarde_tui.serve.hall.events import LOBBY, LobbyChanged
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.keys import PEOPLE, PEOPLE_LIST
from engarde_tui.serve.hall.names import Member
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engarde_tui.serve.screens.member_name import ask_for_member
from engarde_tui.serve.screens.people_lists import Line, Listed, PeopleLists
from engarde_tui.serve.screens.services import InHall
from engarde_tui.settings.keys import live_key
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.pointed_list import PointedList
from engarde_tui.widgets.text_lines import in_columns
from engine.game import games
from engine.message import message

_RENEWAL: Final = 60.0
"""Seconds until it is looked who has pressed no key meanwhile."""

_ROWS_BELOW: Final = 8
"""Rows of the frame, of what is said, and of the keys."""


class People(PointedList):
    """A list of people; enter goes where the marked one is."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(PEOPLE_LIST)

    def __init__(self) -> None:
        super().__init__(click_marks=True)


class PeopleScreen(InHall, AppScreen):
    """One list at a time; keys act on the marked person."""

    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "hall")
    BINDINGS: ClassVar[list[BindingType]] = bindings(PEOPLE)

    def __init__(self, hall: Hall, visitor: Visitor) -> None:
        super().__init__()
        self._hall = hall
        self._visitor = visitor
        lists = self._people_lists = PeopleLists(hall, visitor)
        ladders = (partial(lists.ladder, game) for game in games().values())
        self._lists: tuple[Callable[[], Listed], ...] = (self._here, *ladders, self._bouts)
        self._chosen = 0
        """The number of the list that is shown."""
        self._shown: Listed | None = None
        self._results: Sequence[BoutResult] = ()
        """Of the daily bouts, as far as they have been read."""
        """Calls something in the visitor's turn, from the moment on when the page is shown."""
        self._pause = 0.0
        """Seconds between a change and the look at it."""
        self._news = Subscription[LobbyChanged](hall.bus, LOBBY, lambda _: self._list())

    def compose(self) -> ComposeResult:
        """Yield the list, what it is about, and the key bar."""
        with Framed(""):
            yield People()
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Fill the list, and follow who comes and goes."""
        self._pause = self.services.lobby_pause
        self._news.open(self._look_soon)
        self.set_interval(_RENEWAL, lambda: self.call_later(self._renew))
        self._list()

    def on_resize(self, event: Resize) -> None:
        """Keep rows for what is said below the list."""
        self.query_one(People).styles.max_height = event.size.height - _ROWS_BELOW

    def on_unmount(self) -> None:
        """Follow nothing any more."""
        self._news.close()

    def _look_soon(self, look: Callable[[], None]) -> None:
        """Look after a pause, in which more may happen; called by whoever has changed something."""
        if self._pause:
            self.call_later(self.set_timer, self._pause, partial(self.call_later, look))
        else:
            self.call_later(look)

    def speak(self) -> None:
        """Put the list into the language of the session."""
        self._shown = None
        self._list()

    # --- the lists ---

    def _list(self) -> None:
        """Show the chosen list as it is now, unless nothing has changed; the same person stays marked."""
        try:
            listed = self._lists[self._chosen]()
        except Problem as problem:
            self._refuse(problem)
            return
        before, self._shown = self._shown, listed
        if listed == before:
            return
        is_same_list = before is not None and before.title == listed.title
        options = self.query_one(People)
        marked = self._marked_in(before) if is_same_list else None
        index = options.highlighted or 0
        options.clear_options()
        lines = in_columns([listed.heads, *(line.cells for line in listed.lines)]) if listed.lines else []
        options.add_options(
            Option(Content(line), disabled=not number) for number, line in enumerate(lines or [listed.empty])
        )
        who = [line.who for line in listed.lines]
        number = who.index(marked.who) if marked is not None and marked.who in who else index - 1
        options.highlighted = min(max(number, 0), len(who) - 1) + 1 if who else None
        self.query_one(Framed).border_title = Content(tr("People · {list}", list=listed.title))
        self._say(listed.about)

    def _here(self) -> Listed:
        services = self.services
        visit_key = live_key(self.query_one(People), "visit", services.settings.keys)
        key = services.key_name(visit_key) if services.names_keys else tr("A number")
        return self._people_lists.here(services.last_game, key)

    def _bouts(self) -> Listed:
        return self._people_lists.bouts(self._results, self.key("show-bouts"))

    @property
    def _are_bouts(self) -> bool:
        """Whether the daily bouts are shown."""
        return self._chosen == len(self._lists) - 1

    def _renew(self) -> None:
        """Show the list as it is now; what takes a while to read follows."""
        self._list()
        if self._are_bouts:
            self._read_bouts()

    @work(exclusive=True)
    async def _read_bouts(self) -> None:
        try:
            self._results = await self._hall.register.bouts.results(day_of(self._hall.store.now()))
        except Problem as problem:
            self._refuse(problem)
        else:
            self._list()

    # --- what keys do ---

    @property
    def hidden_keys(self) -> frozenset[str]:
        """Return the key that goes to a table, where no list tells of tables."""
        return frozenset({"visit"} if self._chosen else ())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow members alone what guests cannot do, and what belongs to one list only there."""
        if action == "show_bouts":
            return self._visitor.member and self._are_bouts
        return self._visitor.member or action not in ("challenge", "friend", "add_friend")

    @property
    def _marked(self) -> Line | None:
        return self._marked_in(self._shown)

    def _marked_in(self, listed: Listed | None) -> Line | None:
        index = self.query_one(People).highlighted
        return None if not (listed and listed.lines and index) else listed.lines[index - 1]

    def _member(self) -> Member:
        """Return the marked member; raises Refusal if that is a guest."""
        if self._marked is None or self._marked.member is None:
            raise Refusal(message("guests have no name of their own: choose a member"))
        return self._marked.member

    @on(OptionList.OptionSelected)
    def _visit(self) -> None:
        """Go to the table where the marked person is."""

        def visit() -> None:
            table = None if self._marked is None else self._marked.table
            if table is None:
                raise Refusal(message("there is no table to go to"))
            self.services.open_hall_table(self._hall.join(self._visitor, table.code))

        self._try_to(visit)

    def action_turn(self, lists: int) -> None:
        """Show another list; wraps."""
        self._chosen = (self._chosen + lists) % len(self._lists)
        self._renew()
        self.refresh_bindings()

    def action_challenge(self) -> None:
        """Go to the form of a challenge to the marked member."""

        def challenge() -> None:
            member = self._hall.challenges.check(self._visitor, self._member().name)
            self.services.open_table_form(challenged=member.name)

        self._try_to(challenge)

    def action_friend(self) -> None:
        """Mark the marked member as a friend, or no more."""

        def mark() -> None:
            member = self._member()
            if member.account in self._visitor.friends:
                self._hall.friends.unmark(self._visitor, member)
                self._list()
                self._say(tr("{name} is no longer marked.", name=member.name))
            else:
                self._add(member)

        self._try_to(mark)

    def _add(self, member: Member) -> None:
        """Mark a member as a friend; raises Problem if that cannot be."""
        self._hall.friends.mark(self._visitor, member)
        self._list()
        self._say(tr("{name} is marked as your friend. Nobody else is told.", name=member.name))

    def action_add_friend(self) -> None:
        """Ask for the name of a member, here or away, and mark them as a friend."""
        names, friends = self._hall.register.names, self._visitor.friends
        others = (one for one in self._hall.visitors if one.account not in (None, self._visitor.account))
        here = list(dict.fromkeys(one.name for one in others if one.account not in friends))
        self.app.push_screen(
            ask_for_member(
                tr("Who is your friend?"),
                here,
                lambda name: self._add(names.of_name(name)),
                otherwise=tr("Type the name of a member, who may be away."),
            )
        )

    def action_show_bouts(self) -> None:
        """Show the visitor's results to everybody, or no more."""
        bouts, account = self._hall.register.bouts, self._visitor.account

        def switch() -> None:
            if account is not None:
                bouts.show(account, not bouts.are_shown(account))
                self._renew()

        self._try_to(switch)

    def _try_to(self, do: Callable[[], None]) -> None:
        """Call `do`; say what went wrong."""
        try:
            do()
        except Problem as problem:
            self._refuse(problem)

    def _refuse(self, problem: Problem) -> None:
        self.app.bell()
        self._say(told(problem), refused=True)

    def _say(self, text: str, *, refused: bool = False) -> None:
        self.query_one(Notice).say(text, refused=refused)
