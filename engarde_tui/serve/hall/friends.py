"""Whom members have marked as their friends: by account, so that no stranger inherits a mark."""

from collections.abc import Callable, Iterable
from typing import Final

from engarde_tui.play.bus import Bus
from engarde_tui.serve.hall.events import LobbyChanged
from engarde_tui.serve.hall.names import Member
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engarde_tui.storage.database import Database
from engine.message import message

MAX_FRIENDS: Final = 200
"""Friends that one member can have marked."""


class Friends:
    """The marks, in the hall's database and with each visitor; nobody else is told of one.

    Every method raises Problem if the database cannot be read or written.
    """

    def __init__(self, database: Database, visitors: Callable[[], Iterable[Visitor]], bus: Bus) -> None:
        """`visitors` returns everybody who is here."""
        self._database = database
        self._visitors = visitors
        self._bus = bus

    def of(self, account: int) -> list[Member]:
        """Return a member's friends by name; whoever has lost the name is none any more."""
        with with_register():
            rows = self._database.select(
                "SELECT name, id FROM account JOIN friend ON friend = id WHERE friend.account = ?"
                " ORDER BY lower(name)",
                (account,),
            )
        return [Member(str(name), friend) for name, friend in rows]

    def accounts_of(self, account: int) -> frozenset[int]:
        """Return the accounts of a member's friends."""
        return frozenset(friend.account for friend in self.of(account))

    def mark(self, visitor: Visitor, friend: Member) -> None:
        """Mark a member as the visitor's friend.

        Raises Refusal if the visitor is a guest or that member, has marked them, or has `MAX_FRIENDS`.
        """
        if visitor.account == friend.account:
            raise Refusal(message("you cannot mark yourself"))
        if friend.account in visitor.friends:
            raise Refusal(message("{name} is your friend already", name=friend.name))
        if len(visitor.friends) >= MAX_FRIENDS:
            raise Refusal(
                message(
                    "you have marked {friends} friends already: unmark one of them first", friends=MAX_FRIENDS
                )
            )
        # They may have lost the name meanwhile.
        statement = "INSERT INTO friend SELECT ?, id FROM account WHERE id = ? ON CONFLICT DO NOTHING"
        self._change(statement, visitor, friend)

    def unmark(self, visitor: Visitor, friend: Member) -> None:
        """Undo `mark`; raises Refusal if the visitor is a guest."""
        self._change("DELETE FROM friend WHERE account = ? AND friend = ?", visitor, friend)

    def _change(self, statement: str, visitor: Visitor, friend: Member) -> None:
        if visitor.account is None:
            raise Refusal(message("only members can mark friends: connect with an SSH key"))
        with with_register(), self._database.writing() as connection:
            connection.execute(statement, (visitor.account, friend.account))
        marked = self.accounts_of(visitor.account)
        for window in self._visitors():
            if window.account == visitor.account:
                window.friends = marked
                self._bus.publish(window.topic, LobbyChanged())


def with_friends_first(tables: list[Table], visitor: Visitor) -> list[Table]:
    """Return tables in the same order, but those where a friend of the visitor's has a seat first."""
    if not visitor.friends:
        return tables
    return sorted(tables, key=lambda table: visitor.friends.isdisjoint(filter(None, table.seats.accounts)))
