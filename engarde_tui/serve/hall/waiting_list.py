"""The tables that wait for an opponent: how many each may have, in what order they are listed, how long."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Final

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.network import allowances, site
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.table_rows import TableRows, WaitingTable
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engine.game import Seat
from engine.message import message

MAX_OWN: Final = 8
"""Waiting tables one visitor may have at once."""

MAX_WAITING: Final = 1000
"""Waiting tables of all together; beyond, those of absent hosts give way."""


class _Entry:
    """A waiting table, where it came from, and when its host was here last."""

    def __init__(self, table: Table, network: str, seen: float) -> None:
        """`network` is "" if it is not known; `seen` is in seconds since 1970."""
        seat = table.seats.free
        assert seat is not None
        self.table = table
        self.places = tuple(allowances(network)) if network else ()
        self.network = network
        self.site = site(network)
        self.seen = seen
        # Looked up for every table whenever the lobby changes.
        self.host = table.seats.names[seat.other]
        self.account = table.seats.accounts[seat.other]
        self._grant = (table.secret, seat.other)

    def is_present(self, accounts: Collection[int], granted: Collection[tuple[str, Seat]]) -> bool:
        """Return whether the host is among these, by the accounts of members and by seats granted."""
        return self.account in accounts or self._grant in granted

    def belongs_to(self, visitor: Visitor) -> bool:
        """Return whether a visitor is the host."""
        return self.is_present(() if visitor.account is None else {visitor.account}, visitor.seats)


class WaitingList:
    """The waiting tables. Strangers can open many, so no host and no network may fill the list."""

    def __init__(
        self, rows: TableRows, clock: Callable[[], float], *, per_network: int, hours: float
    ) -> None:
        """`clock` returns seconds since 1970; a table whose host is absent is kept for so many `hours`.

        `per_network` is the number of tables that may wait for visitors from one network; from one site,
        what `allowances` says.
        """
        self._rows = rows
        self._clock = clock
        self._per_network = per_network
        self._patience = hours * 3600
        self._entries: dict[str, _Entry] = {}
        """By the table's code, oldest first."""
        self._order: list[Table] | None = None
        """The tables as listed; None after a change."""

    def room_for(self, visitor: Visitor, visitors: Collection[Visitor]) -> list[Table]:
        """Return the tables that give way to a new one of this visitor's: those of absent hosts.

        Raises Refusal if the visitor has too many, or has one and the visitor's network or site has too many.
        Who has none always gets one, whatever others in the same network do.
        """
        own = sum(entry.belongs_to(visitor) for entry in self._entries.values())
        if own >= MAX_OWN:
            raise Refusal(message("you have {tables} tables waiting: withdraw one of them first", tables=own))
        for place, times in reversed(allowances(visitor.network).items()):
            near = [entry for entry in self._entries.values() if place in entry.places]
            if len(near) >= times * self._per_network:
                here = _Present(visitors)
                absent = [entry for entry in near if not here.has_host(entry)]
                if own and not absent:
                    raise Refusal(
                        message(
                            "{tables} tables of your network are waiting: withdraw yours first",
                            tables=len(near),
                        )
                    )
                return [entry.table for entry in _least_missed(absent, 1)]
        return self.overdue(visitors, room=1)

    def open(self, table: Table, visitor: Visitor) -> None:
        """Save and add a new table; raises Problem if it cannot be saved."""
        seat, network, now = table.seats.of(visitor), visitor.network, self._clock()
        assert seat is not None
        waiting = (table.secret, table.terms, seat, visitor.name, visitor.account)
        stored = WaitingTable(*waiting, network=network, seen=now, challenged=table.challenged)
        table.row = self._rows.wait(stored)
        self.add(table, network, now)

    def change_word(self, table: Table, word: str) -> None:
        """Save the host's word for the deal; raises Problem if it cannot be saved."""
        self._rows.set_word(table.secret, word)

    def decline(self, table: Table) -> None:
        """Save that a challenge is declined; raises Problem if it cannot be saved."""
        self._rows.decline(table.secret)

    def add(self, table: Table, network: str, seen: float) -> None:
        """Add a table that is saved, or a guest's."""
        self._entries[table.code] = _Entry(table, network, min(seen, self._clock()))
        self._order = None

    def close(self, *tables: Table) -> None:
        """Remove tables; raises Problem if they cannot be removed from the disk."""
        self._rows.withdraw(self._saved(*(self._entries[table.code] for table in tables)))
        self.drop(*tables)

    def drop(self, *tables: Table) -> None:
        """Remove tables from memory alone."""
        for table in tables:
            self._entries.pop(table.code, None)
        self._order = None

    def changed(self) -> None:
        """Forget the order: somebody has come or gone."""
        self._order = None

    def listed(self, visitors: Iterable[Visitor]) -> list[Table]:
        """Return the listed tables, in an order that no stranger can push another's table out of.

        Those of hosts who are here come first: first a table of each host, then the second of each, and
        so on; among these one of each site, then the second of each.
        """
        if self._order is None:
            here = _Present(visitors)
            listed = [entry for entry in self._entries.values() if entry.table.terms.listed]
            hosts, sites = Counter[str](), Counter[tuple[bool, int, str]]()
            keys: dict[_Entry, tuple[bool, int, int]] = {}
            for entry in listed:
                group = (not here.has_host(entry), hosts[entry.host], entry.site)
                keys[entry] = (*group[:2], sites[group])
                hosts[entry.host] += 1
                sites[group] += 1
            self._order = [entry.table for entry in sorted(listed, key=keys.__getitem__)]
        return self._order

    def of_hosts_here(self, visitors: Iterable[Visitor]) -> list[Table]:
        """Return the listed tables whose hosts are here, oldest first."""
        here = _Present(visitors)
        return [
            entry.table
            for entry in self._entries.values()
            if entry.table.terms.listed and here.has_host(entry)
        ]

    def overdue(self, visitors: Collection[Visitor], room: int = 0) -> list[Table]:
        """Return the tables whose hosts have been away too long, and those beyond `MAX_WAITING`.

        Leaves `room` for that many new ones. A challenge that was declined is never too late: its host is to
        be told.
        """
        here, now = _Present(visitors), self._clock()
        absent = [entry for entry in self._entries.values() if not here.has_host(entry)]
        late, others = list[_Entry](), list[_Entry]()
        for entry in absent:
            is_late = now - entry.seen > self._patience and not entry.table.is_declined
            (late if is_late else others).append(entry)
        excess = len(self._entries) - len(late) + room - MAX_WAITING
        return [entry.table for entry in (*late, *_least_missed(others, excess))]

    def of_absent_guests(self, visitors: Collection[Visitor]) -> list[Table]:
        """Return the tables of guests who are not here."""
        here = _Present(visitors)
        entries = self._entries.values()
        return [entry.table for entry in entries if entry.account is None and not here.has_host(entry)]

    def see(self, visitors: Collection[Visitor]) -> None:
        """Note which hosts are here, so that it is known after a kill too."""
        here = _Present(visitors)
        self._see([entry for entry in self._entries.values() if here.has_host(entry)])

    def left(self, visitor: Visitor) -> None:
        """Note when a visitor was here last."""
        self._see([entry for entry in self._entries.values() if entry.belongs_to(visitor)])

    def _see(self, entries: list[_Entry]) -> None:
        now = self._clock()
        # All processes write them in one order.
        entries = sorted(entries, key=lambda entry: entry.table.row or 0)
        for entry in entries:
            entry.seen = now
        # If this fails, the disk has the time before.
        with suppress(Problem):
            self._rows.see(self._saved(*entries), now)

    @staticmethod
    def _saved(*entries: _Entry) -> list[str]:
        """Return the secrets of those tables that are on the disk."""
        return [entry.table.secret for entry in entries if entry.table.row is not None]


class _Present:
    """Who is here, to look up hosts."""

    def __init__(self, visitors: Iterable[Visitor]) -> None:
        visitors = list(visitors)
        self._accounts = {visitor.account for visitor in visitors if visitor.account is not None}
        self._granted = set[tuple[str, Seat]]().union(*(visitor.seats for visitor in visitors))

    def has_host(self, entry: _Entry) -> bool:
        """Return whether a waiting table's host is here."""
        return entry.is_present(self._accounts, self._granted)


def _least_missed(entries: list[_Entry], number: int) -> list[_Entry]:
    """Return so many of these tables: each time the one longest left, of the network that has most.

    That is the one that has most of the site that has most: neighbours share a site.
    """
    entries, found = sorted(entries, key=lambda entry: entry.seen), list[_Entry]()
    sites = Counter(entry.site for entry in entries)
    networks = Counter(entry.network for entry in entries)
    while entries and len(found) < number:
        worst = max(entries, key=lambda entry: (sites[entry.site], networks[entry.network]))
        entries.remove(worst)
        sites[worst.site] -= 1
        networks[worst.network] -= 1
        found.append(worst)
    return found
