"""The tables that wait for an opponent: how many each may have, in what order they are listed, how long."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Final

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.network import allowances, site
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.table_rows import TableRows, WaitingTable
from engarde_tui.serve.hall.tables import Tables
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engine.game import Seat
from engine.message import message

MAX_OWN: Final = 8
"""Waiting tables one visitor may have at once."""

MAX_WAITING: Final = 1000
"""Waiting tables of all together; beyond, those of absent hosts give way."""


class WaitingList:
    """The waiting tables. Strangers can open many, so no host and no network may fill the list."""

    def __init__(
        self, tables: Tables, rows: TableRows, clock: Callable[[], float], *, per_network: int, hours: float
    ) -> None:
        """`clock` returns seconds since 1970; a table whose host is absent is kept for so many `hours`.

        `per_network` is the number of tables that may wait for visitors from one network; from one site,
        what `allowances` says.
        """
        self._tables = tables
        self._rows = rows
        self._clock = clock
        self._per_network = per_network
        self._patience = hours * 3600

    def room_for(self, visitor: Visitor, visitors: Collection[Visitor]) -> list[Table]:
        """Return the tables that give way to a new one of this visitor's: those of absent hosts.

        Raises Refusal if the visitor has too many, or has one and the visitor's network or site has too many,
        Problem if they cannot be read. Who has none always gets one, whatever others in the same network do.
        """
        waiting = self._tables.waiting
        own = sum(table.seats.of(visitor) is not None for table in waiting)
        if own >= MAX_OWN:
            raise Refusal(message("you have {tables} tables waiting: withdraw one of them first", tables=own))
        for place, times in reversed(allowances(visitor.network).items()):
            near = [table for table in waiting if place in _places(_offer(table))]
            if len(near) >= times * self._per_network:
                here = _Present(visitors)
                absent = [table for table in near if not here.has_host(table)]
                if own and not absent:
                    raise Refusal(
                        message(
                            "{tables} tables of your network are waiting: withdraw yours first",
                            tables=len(near),
                        )
                    )
                return _least_missed(absent, 1)
        return self.overdue(visitors, room=1)

    def listed(self, visitors: Iterable[Visitor]) -> list[Table]:
        """Return the listed tables, in an order that no stranger can push another's table out of.

        Those of hosts who are here come first: first a table of each host, then the second of each, and
        so on; among these one of each site, then the second of each.
        """
        here = _Present(visitors)
        listed = [table for table in self._tables.waiting if table.terms.listed]
        hosts, sites = Counter[str](), Counter[tuple[bool, int, str]]()
        keys: dict[Table, tuple[bool, int, int]] = {}
        for table in listed:
            offer = _offer(table)
            group = (not here.has_host(table), hosts[offer.host], site(offer.network))
            keys[table] = (*group[:2], sites[group])
            hosts[offer.host] += 1
            sites[group] += 1
        return sorted(listed, key=keys.__getitem__)

    def of_hosts_here(self, visitors: Iterable[Visitor]) -> list[Table]:
        """Return the listed tables whose hosts are here, oldest first."""
        here = _Present(visitors)
        return [table for table in self._tables.waiting if table.terms.listed and here.has_host(table)]

    def overdue(self, visitors: Collection[Visitor], room: int = 0) -> list[Table]:
        """Return the tables whose hosts have been away too long, and those beyond `MAX_WAITING`.

        Leaves `room` for that many new ones. A challenge that was declined is never too late: its host is to
        be told. Raises Problem if it cannot be read when the hosts were here last.
        """
        here, seen, now = _Present(visitors), self._rows.seen(), self._clock()
        for table in self._tables.waiting:
            offer = _offer(table)
            table.offer = offer._replace(seen=min(seen.get(table.row, offer.seen), now))
        absent = [table for table in self._tables.waiting if not here.has_host(table)]
        late, others = list[Table](), list[Table]()
        for table in absent:
            is_late = now - _offer(table).seen > self._patience and not table.is_declined
            (late if is_late else others).append(table)
        excess = len(self._tables.waiting) - len(late) + room - MAX_WAITING
        return [*late, *_least_missed(others, excess)]

    def of_absent_guests(self, visitors: Collection[Visitor]) -> list[Table]:
        """Return the tables of guests who are not here."""
        here = _Present(visitors)
        return [
            table
            for table in self._tables.waiting
            if _offer(table).account is None and not here.has_host(table)
        ]

    def see(self, visitors: Collection[Visitor]) -> None:
        """Note of which tables the hosts are among these visitors, so that it is known after a kill too."""
        here = _Present(visitors)
        secrets = [table.secret for table in self._tables.waiting if here.has_host(table)]
        # If this fails, the disk has the time before.
        with suppress(Problem):
            self._rows.see(secrets, self._clock())


class _Present:
    """Who is here, to look up hosts."""

    def __init__(self, visitors: Iterable[Visitor]) -> None:
        visitors = list(visitors)
        self._accounts = {visitor.account for visitor in visitors if visitor.account is not None}
        self._granted = set[tuple[str, Seat]]().union(*(visitor.seats for visitor in visitors))

    def has_host(self, table: Table) -> bool:
        """Return whether a waiting table's host is here, by the account or a seat that was granted."""
        offer = _offer(table)
        return offer.account in self._accounts or (offer.secret, offer.seat) in self._granted


def _offer(table: Table) -> WaitingTable:
    """Return what a table that waits offers."""
    assert table.offer is not None
    return table.offer


def _places(offer: WaitingTable) -> Collection[str]:
    """Return the site and the network that a table is from; none if that is not known."""
    return allowances(offer.network) if offer.network else ()


def _least_missed(tables: list[Table], number: int) -> list[Table]:
    """Return so many of these tables: each time the one longest left, of the network that has most.

    That is the one that has most of the site that has most: neighbours share a site.
    """
    tables, found = sorted(tables, key=lambda table: _offer(table).seen), list[Table]()
    places = {table: (site(_offer(table).network), _offer(table).network) for table in tables}
    sites, networks = (Counter(place[number] for place in places.values()) for number in range(2))
    while tables and len(found) < number:
        worst = max(tables, key=lambda table: (sites[places[table][0]], networks[places[table][1]]))
        tables.remove(worst)
        sites[places[worst][0]] -= 1
        networks[places[worst][1]] -= 1
        found.append(worst)
    return found
