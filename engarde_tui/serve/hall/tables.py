"""All tables of the hall, and those of one member, guest, code or match."""

from collections import defaultdict
from collections.abc import Iterable
from enum import Enum, auto

from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.visitor import Visitor


class _By(Enum):
    """By what tables are found."""

    MEMBER = auto()
    CHALLENGED = auto()
    SECRET = auto()
    MATCH = auto()
    CODE = auto()
    STATE = auto()


_Key = tuple[_By, object]

_WAITS: _Key = _By.STATE, "waits"
_IS_OPEN: _Key = _By.STATE, "is open"


class Tables:
    """The tables that are known here: those that wait, and those that concern anybody here.

    There can be many: what visitors do never looks at all.
    """

    def __init__(self) -> None:
        self._all: dict[int, Table] = {}
        """By row."""
        self._found: defaultdict[_Key, set[Table]] = defaultdict(set)
        self._keys: dict[Table, set[_Key]] = {}
        """By what each table is found."""

    def add(self, table: Table) -> None:
        """Add a new table."""
        self._all[_row(table)] = table
        self._keys[table] = set()
        self.update(table)

    def remove(self, table: Table) -> None:
        """Remove a table, unless that has happened already."""
        if self._all.get(_row(table)) is table:
            self._find_by(table, set())
            del self._all[_row(table)], self._keys[table]

    def update(self, table: Table) -> None:
        """Note a change in who has a table's seats, or whether it waits or is open; do nothing if removed."""
        if table in self._keys:
            self._find_by(table, _keys_of(table))

    def _find_by(self, table: Table, keys: set[_Key]) -> None:
        before, self._keys[table] = self._keys[table], keys
        for key in before - keys:
            self._found[key].discard(table)
            if not self._found[key]:
                del self._found[key]
        for key in keys - before:
            self._found[key].add(table)

    # --- finding; each oldest first ---

    @property
    def all(self) -> list[Table]:
        """All that are known."""
        return sorted(self._all.values(), key=_row)

    @property
    def open(self) -> list[Table]:
        """The tables of matches where somebody is."""
        return self._by(_IS_OPEN)

    @property
    def waiting(self) -> list[Table]:
        """The tables that wait for an opponent."""
        return self._by(_WAITS)

    @property
    def with_people(self) -> list[Table]:
        """The tables where somebody can be: those that wait, and those of matches where somebody is."""
        return self._by(_WAITS, _IS_OPEN)

    def of(self, visitor: Visitor) -> list[Table]:
        """Return the tables where a visitor has a seat, or one is kept for them by a challenge."""
        return self._by(
            *_keys_of_member(visitor.account), *((_By.SECRET, secret) for secret, _ in visitor.seats)
        )

    def of_member(self, account: int) -> list[Table]:
        """Return the tables where a member has a seat, or one is kept for them by a challenge."""
        return self._by(*_keys_of_member(account))

    def challenges_to(self, account: int) -> list[Table]:
        """Return the challenges to a member, also those that are declined."""
        return self._by((_By.CHALLENGED, account))

    def with_code(self, code: str) -> Table | None:
        """Return the table with this code; None if there is none."""
        return next(iter(self._by((_By.CODE, code))), None)

    def of_match(self, match_id: int) -> Table | None:
        """Return the table of the stored match number `match_id`; None if it has none."""
        return next(iter(self._by((_By.MATCH, match_id))), None)

    def of_row(self, row: int) -> Table | None:
        """Return the table with this number in the database; None if there is none."""
        return self._all.get(row)

    def _by(self, *keys: _Key) -> list[Table]:
        found: Iterable[Table] = set().union(*(self._found.get(key, ()) for key in keys))
        return sorted(found, key=_row)


def _row(table: Table) -> int:
    """Return the number of a table, by which the oldest comes first."""
    assert table.row is not None
    return table.row


def _keys_of_member(account: int | None) -> tuple[_Key, ...]:
    return () if account is None else ((_By.MEMBER, account), (_By.CHALLENGED, account))


def _keys_of(table: Table) -> set[_Key]:
    seats = table.seats
    keys: set[_Key] = {(_By.SECRET, table.secret), (_By.CODE, table.code)}
    keys |= {(_By.MEMBER, account) for account in seats.accounts if account is not None}
    if table.match.id is not None:
        keys.add((_By.MATCH, table.match.id))
    if table.match.is_open or (table.visitors and not table.waits):
        keys.add(_IS_OPEN)
    if table.waits:
        keys.add(_WAITS)
        if table.challenged is not None:
            keys.add((_By.CHALLENGED, table.challenged.account))
    return keys
