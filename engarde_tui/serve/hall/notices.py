"""What the operator says to people in the hall: announcements, a notice in the lobby, notes to members."""

from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from engarde_tui.play.bus import Bus
from engarde_tui.serve.hall.events import LOBBY, Announced, LobbyChanged, Noted
from engarde_tui.serve.hall.names import Member
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.visitor import Visitor
from engine.message import Message

MAX_ANNOUNCEMENTS: Final = 20
"""Newest announcements kept."""


class Notices:
    """Lets those who are here hear what is said, and those who come later read it."""

    def __init__(self, register: Register, visitors: Callable[[], list[Visitor]], bus: Bus) -> None:
        self._register = register
        self._visitors = visitors
        self._bus = bus
        self.announced: deque[Announced] = deque(maxlen=MAX_ANNOUNCEMENTS)
        """What has been announced, newest first."""

    def announce(self, words: Message) -> None:
        """Show a line on every visitor's screen; raises Problem if other processes cannot be told."""
        self._register.operator_words.announce(words)
        self.read()

    def tell(self, words: Message) -> None:
        """Show a line to those who are here, in this process."""
        self._hear(Announced(words, datetime.fromtimestamp(self._register.clock(), UTC)))

    def _hear(self, announced: Announced) -> None:
        self.announced.appendleft(announced)
        for visitor in self._visitors():
            self._bus.publish(visitor.topic, announced)

    def read(self) -> None:
        """Hear what has been announced in other processes; raises Problem if it cannot be read."""
        for announced in self._register.operator_words.announced():
            self._hear(announced)

    def put_up(self, notice: str) -> None:
        """Show a notice in the lobby until another one, or ""; raises Problem if it cannot be saved."""
        self._register.operator_words.put_up(notice)
        self._bus.publish(LOBBY, LobbyChanged())

    def write_note(self, name: str, text: str) -> Member:
        """Write a note to a member, who sees it at once or at the next visit; return the member.

        Raises Refusal if nobody owns the name, Problem if the note cannot be saved.
        """
        member = self._register.names.of_name(name)
        self._register.operator_words.write(member.account, text)
        for visitor in self._visitors():
            if visitor.account == member.account:
                self._bus.publish(visitor.topic, Noted())
        return member
