"""Challenges: who may challenge whom, and how often."""

from collections.abc import Callable, Iterable
from typing import Final

from engarde_tui.serve.hall.lately import minutes_of
from engarde_tui.serve.hall.names import Member, Names
from engarde_tui.serve.hall.network_counts import NetworkCounts
from engarde_tui.serve.hall.tables import Tables
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engarde_tui.storage.database import Database
from engine.message import counted, message

MAX_OPEN: Final = 10
"""Challenges that one member may have to answer at once."""

MAX_LATELY: Final = 3
"""Challenges of one member from one network within `FORGOTTEN_AFTER`; from a site, what `allowances` says."""

FORGOTTEN_AFTER: Final = 3600.0
"""Seconds after which a challenge counts no longer."""


class Challenges:
    """What a challenge needs: a member who takes it, and a challenger who has not called too often.

    A challenge itself is a `Table` that waits, with a seat kept for the member.
    """

    def __init__(self, names: Names, tables: Tables, database: Database, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since 1970."""
        self._names = names
        self._tables = tables
        self._lately = NetworkCounts(database, clock, FORGOTTEN_AFTER)

    def check(self, visitor: Visitor, name: str) -> Member:
        """Return the member of this name, whom the visitor may challenge.

        Raises Refusal if that is not so, in the same words whether nobody owns the name or its member takes
        no challenges; Problem if the register cannot be read.
        """
        if visitor.account is None:
            raise Refusal(message("only members can challenge: connect with an SSH key"))
        member = self._names.taking_challenges(name)
        if member is None:
            raise Refusal(message("no member who takes challenges has the name {name}", name=repr(name[:20])))
        if member.account == visitor.account:
            raise Refusal(message("you cannot challenge yourself"))
        self._check_pair(visitor.account, member)
        if wait := self._lately.wait(_what(member), visitor.network, MAX_LATELY):
            raise Refusal(
                counted(
                    "{name} has been challenged often enough from your network: try again in {number} minute",
                    "{name} has been challenged often enough from your network: try again in {number}"
                    " minutes",
                    minutes_of(wait),
                    name=member.name,
                )
            )
        return member

    def _check_pair(self, account: int, member: Member) -> None:
        """Raise Refusal if one of the two has challenged the other, or the member has enough to answer."""
        to_answer = [table for table in self._tables.challenges_to(member.account) if not table.is_declined]
        if len(to_answer) >= MAX_OPEN:
            raise Refusal(
                message(
                    "{name} has {challenges} challenges to answer already",
                    name=member.name,
                    challenges=len(to_answer),
                )
            )
        if any(account in table.seats.accounts for table in self._tables.challenges_to(member.account)):
            raise Refusal(
                message("you have challenged {name} already: withdraw that challenge first", name=member.name)
            )
        if any(member.account in table.seats.accounts for table in self._tables.challenges_to(account)):
            raise Refusal(
                message("{name} has challenged you already: answer that in the lobby", name=member.name)
            )

    def count(self, visitor: Visitor, member: Member) -> None:
        """Count a challenge that the visitor has made."""
        self._lately.count(_what(member), visitor.network)

    def members_here(self, visitor: Visitor, visitors: Iterable[Visitor]) -> list[str]:
        """Return the names of those `visitors` whom a visitor could challenge by name, friends first."""
        others = [other for other in visitors if other.account not in (None, visitor.account)]
        others.sort(key=lambda other: other.account not in visitor.friends)
        here = dict.fromkeys(other.name for other in others)
        return [name for name in here if self._names.taking_challenges(name) is not None]

    def are_taken(self, account: int) -> bool:
        """Return whether a member takes challenges; raises Problem if that cannot be read."""
        return self._names.takes_challenges(account)

    def take(self, account: int, takes: bool) -> None:
        """Let members challenge a member, or not; what waits for an answer stays.

        Raises Problem if it cannot be saved.
        """
        self._names.take_challenges(account, takes)


def _what(member: Member) -> str:
    """Return what the rows call a challenge of a member."""
    return f"challenge {member.account}"
