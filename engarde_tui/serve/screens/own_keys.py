"""The keys of a member's name: list them, add one, withdraw one; and who may challenge the member."""

from datetime import UTC, datetime
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.language import told, tr
from engarde_tui.play.problem import Problem
from engarde_tui.play.words import cut
from engarde_tui.screens.base import AppScreen
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.key_codes import LIFETIME
from engarde_tui.serve.hall.keys import OWN_KEYS
from engarde_tui.serve.hall.names import OwnKey
from engarde_tui.serve.hall.questions import WITHDRAW
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.screens.services import InHall
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.pointed_list import PointedList
from engine.message import message

_FINGERPRINT: Final = 50
"""Columns of a fingerprint."""
_NOTE: Final = 20
"""Columns that a line of the smallest window has beside one."""


class OwnKeysScreen(InHall, AppScreen):
    """Lists the keys that own the visitor's name."""

    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "hall")
    BINDINGS: ClassVar[list[BindingType]] = bindings(OWN_KEYS)

    def __init__(self, hall: Hall, member: Visitor) -> None:
        super().__init__()
        self._own_keys = hall.own_keys
        self._challenges = hall.challenges
        self._member = member
        self._listed: list[OwnKey] = []

    def compose(self) -> ComposeResult:
        """Yield the list, what to do, and the key bar."""
        with Framed(message("The keys of {name}", name=self._member.name)):
            yield PointedList()
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Fill the list; say who may challenge the member."""
        self._list()
        self._say_who_may_challenge(changes=False)

    def speak(self) -> None:
        """Put the lines into the language of the session."""
        self._list()
        self._say_who_may_challenge(changes=False)

    def on_screen_resume(self) -> None:
        """Show a key that has been added meanwhile."""
        self._list()

    def _list(self) -> None:
        """Fill the list; the same line stays marked."""
        try:
            self._listed = self._own_keys.listed(self._member)
        except Problem as problem:
            self._say(told(problem), refused=True)
            return
        shown = self.query_one(PointedList)
        marked = shown.highlighted
        shown.clear_options()
        shown.add_options([Option(self._line(key)) for key in self._listed])
        shown.highlighted = min(marked or 0, len(self._listed) - 1)

    def _line(self, key: OwnKey) -> Content:
        used = datetime.fromtimestamp(key.seen, UTC)
        is_own = key.fingerprint == self._member.key
        note = tr("you came with it") if is_own else tr("used {date}", date=used.date())
        return Content.assemble((f"  {key.fingerprint:<{_FINGERPRINT}}", "bold"), f"  {cut(note, _NOTE)}")

    def action_add(self) -> None:
        """Show a code for another key."""
        try:
            code = self._own_keys.code_for(self._member)
        except Problem as problem:
            self._say(told(problem), refused=True)
            return
        # With a name that nobody can own, the hall takes any key that the client offers first.
        command = f"ssh {self._member.name}+key@{self.services.address} key {code}"
        self._say(
            tr(
                "{command} adds the key of the machine where you type it; choose another with -i. The code"
                " works once, for {minutes} minutes. Show it to nobody: whoever enters it shares your name,"
                " your matches and your seats.",
                command=command,
                minutes=round(LIFETIME / 60),
            )
        )

    def action_challenges(self) -> None:
        """Take challenges no more, or again."""
        self._say_who_may_challenge(changes=True)

    def _say_who_may_challenge(self, *, changes: bool) -> None:
        account, name, key = self._member.account, self._member.name, self.key("own-challenges")
        assert account is not None
        try:
            takes = self._challenges.are_taken(account) is not changes
            if changes:
                self._challenges.take(account, takes)
        except Problem as problem:
            self._say(told(problem), refused=True)
            return
        if takes:
            self._say(tr("Every member can challenge {name}: {key} changes that.", name=name, key=key))
        else:
            self._say(tr("Nobody can challenge {name}: {key} changes that.", name=name, key=key))

    @work
    async def action_withdraw(self) -> None:
        """Ask, and withdraw the marked key."""
        marked = self.query_one(PointedList).highlighted
        if marked is None:
            return
        key = self._listed[marked]
        if key.fingerprint == self._member.key:
            self._say(tr("this is the key you came with: come with another one to withdraw it"), refused=True)
            return
        question = WITHDRAW.about(
            tr("{key} will no longer own the name {name}.", key=key.fingerprint, name=self._member.name)
        )
        if await self.services.ask(question) == "withdraw":
            try:
                self._own_keys.withdraw(self._member, key.fingerprint)
            except Problem as problem:
                self._say(told(problem), refused=True)
            else:
                self._say(tr("The key is withdrawn."))
            self._list()

    def _say(self, text: str, *, refused: bool = False) -> None:
        self.query_one(Notice).say(text, refused=refused)
