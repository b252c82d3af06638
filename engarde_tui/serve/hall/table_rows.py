"""The tables and seats in the hall's database: what outlasts a restart, and whose the matches are."""

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from typing import Final, NamedTuple, TypeGuard

from engarde_tui.fair.chain import clean_word
from engarde_tui.fair.commitment import SECRET
from engarde_tui.serve.hall.names import Member
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.signs import Sign
from engarde_tui.serve.hall.table_terms import Kind, TableTerms
from engarde_tui.serve.hall.visitor import GUEST, NAME, Refusal
from engarde_tui.storage.database import Connection, Database
from engarde_tui.storage.journal import END
from engine.game import Seat
from engine.message import message

Accounts = tuple[int | None, int | None]
"""Whose the seats are, left and right; None for a guest, a bot or a free seat."""

SEATS: Final[dict[object, Seat]] = {seat.label: seat for seat in Seat}
"""By how they are stored."""

_TERMS: Final = "game, rules, target, first, move_time, time_limit, plays_forced"
"""The columns of `TableTerms.row`."""

_OF_SECRET: Final = "hall_table = (SELECT id FROM hall_table WHERE secret = ?)"


_UNFINISHED: Final = (
    f"kind <> '{Kind.ALONE}' AND (hall_table.match IS NULL OR (SELECT text FROM entry"
    f" WHERE entry.match = hall_table.match ORDER BY number DESC LIMIT 1) <> '{END}')"
)
"""That a table waits, or its match is not over."""

AMONG: Final = "IN (SELECT value FROM json_each(?)) OR ? = 1"
"""That a number is one of some, or they are None; the values are `among_values`."""


def among_values(numbers: Collection[int] | None) -> tuple[str, int]:
    """Return the values of `AMONG`."""
    return json.dumps([*(numbers or ())]), int(numbers is None)


class StoredTable(NamedTuple):
    """Where a match is played, and by which members."""

    kind: object
    """A `Kind`; in a damaged file, anything."""
    secret: str | None
    """None if it has none, or it is damaged."""
    accounts: Accounts
    deleted: frozenset[Seat]
    """The seats whose players have deleted the match."""
    row: int | None = None
    """The number of its row; None if it has none yet."""


class WaitingTable(NamedTuple):
    """A table that waits for an opponent of its host."""

    secret: str
    terms: TableTerms
    seat: Seat
    """The host's."""
    host: str
    account: int | None
    """None for a guest: others see that table, but nobody could come back to it."""
    word: str = ""
    """What the host has typed for the deal; "" for nothing."""
    network: str = ""
    """Where the host opened it from; "" if that is not known."""
    seen: float = inf
    """When the host was here last, in seconds since 1970."""
    challenged: Member | None = None
    """For whom the free seat is kept; None if it is for anybody."""
    is_declined: bool = False
    """Whether that member has declined."""
    row: int | None = None
    """The number of its row; None if it has none yet."""


class TableRows:
    """The tables and seats of the hall's database.

    Every method raises Problem, for visitors, if the database cannot be read or written; two say otherwise.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- tables that wait ---

    def wait(self, table: WaitingTable) -> int:
        """Save a table that waits; return the number of its row."""
        with self._writing() as connection:
            added = connection.execute(
                "INSERT INTO hall_table (kind, secret) VALUES (?, ?)", (table.terms.kind, table.secret)
            ).lastrowid
            assert added is not None
            guest = (table.host, table.seat.label) if table.account is None else ("", "")
            if table.account is not None:
                _add_seat(connection, added, table.seat, table.account, is_untold=True)
            connection.execute(
                f"INSERT INTO waiting (hall_table, {_TERMS}, word, network, seen, challenged, guest, side)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(added, *table.terms.row, table.word, table.network, int(table.seen)),
                    None if table.challenged is None else table.challenged.account,
                    *guest,
                ),
            )
            return added

    def decline(self, secret: str) -> None:
        """Save that a challenge is declined."""
        with self._writing() as connection:
            connection.execute(f"UPDATE waiting SET is_declined = 1 WHERE {_OF_SECRET}", (secret,))

    def set_word(self, secret: str, word: str) -> None:
        """Save the word of the host of a table that waits."""
        with self._writing() as connection:
            connection.execute(f"UPDATE waiting SET word = ? WHERE {_OF_SECRET}", (word, secret))

    def seen(self) -> dict[int | None, float]:
        """Return when the hosts of the tables that wait were here last, by their rows."""
        with with_register():
            rows = self._database.select("SELECT hall_table, seen FROM waiting")
        return {row: float(seen) for row, seen in rows if isinstance(seen, int)}

    def see(self, secrets: Sequence[str], seen: float) -> None:
        """Save when the hosts of these tables were here last."""
        if secrets:
            # All processes write them in one order.
            with self._writing() as connection:
                connection.executemany(
                    f"UPDATE waiting SET seen = ? WHERE {_OF_SECRET}",
                    [(int(seen), secret) for secret in secrets],
                )

    def withdraw(self, secrets: Sequence[str]) -> None:
        """Delete the tables with these secrets, all or none, unless their match has begun."""
        if secrets:
            with self._writing() as connection:
                connection.executemany(
                    "DELETE FROM hall_table WHERE secret = ? AND match IS NULL",
                    [(secret,) for secret in secrets],
                )

    def waiting(
        self, among: Collection[int] | None = None
    ) -> Iterator[WaitingTable | tuple[int, ValueError]]:
        """Yield the tables that wait, or those of rows, oldest first; for a damaged one its number, and why.

        Raises StoreError if they cannot be read: this is for whoever starts the hall.
        """
        if among is not None and not among:
            return
        rows = self._database.select(
            "SELECT hall_table.id, kind, secret, coalesce(seat.side, waiting.side), account,"
            f" coalesce(host.name, guest), {_TERMS}, word, network, seen, challenged, other.name, is_declined"
            " FROM waiting JOIN hall_table ON hall_table.id = waiting.hall_table"
            " LEFT JOIN seat ON seat.hall_table = hall_table.id"
            " LEFT JOIN account AS host ON host.id = seat.account"
            " LEFT JOIN account AS other ON other.id = challenged WHERE hall_table.id"
            f" {AMONG} ORDER BY hall_table.id",
            among_values(among),
        )
        for number, *found in rows:
            try:
                yield _waiting_table(*found)._replace(row=number)
            except ValueError as error:
                yield number, error

    # --- tables with a match ---

    @staticmethod
    def enter(connection: Connection, match_id: int, where: StoredTable) -> int:
        """Note within the transaction that begins a match where it is played, and by whom; return the row.

        A table that has waited waits no more. Raises Refusal if it has been taken or withdrawn.
        """
        row = where.row
        if row is None:
            row = connection.execute(
                "INSERT INTO hall_table (kind, secret, match) VALUES (?, ?, ?)",
                (where.kind, where.secret, match_id),
            ).lastrowid
            assert row is not None
        else:
            taken = "UPDATE hall_table SET match = ? WHERE id = ? AND match IS NULL"
            if connection.execute(taken, (match_id, row)).rowcount != 1:
                raise Refusal(message("somebody else has taken the seat, or the table was withdrawn"))
            connection.execute("DELETE FROM waiting WHERE hall_table = ?", (row,))
        for seat, account in zip(Seat, where.accounts, strict=True):
            if account is not None:
                _add_seat(connection, row, seat, account, is_untold=where.kind != Kind.ALONE)
        return row

    def secrets(self) -> dict[int, str]:
        """Return the secrets of the tables that wait, whose match is not over, or that have had a rematch."""
        with with_register():
            found = self._database.select(
                f"SELECT id, secret FROM hall_table WHERE {_UNFINISHED}"
                " OR id IN (SELECT hall_table FROM sign WHERE what = ?)",
                (Sign.SUCCESSOR.value,),
            )
        return {row: secret for row, secret in found if _is_secret(secret)}

    def last_rematch(self, row: int) -> int:
        """Return the row of the table of the last rematch after a match, or its own if there was none."""
        with with_register():
            found = self._database.select(
                "WITH RECURSIVE later (id) AS (SELECT CAST(? AS BIGINT) UNION SELECT CAST(text AS BIGINT)"
                " FROM sign JOIN later ON hall_table = later.id WHERE what = ?) SELECT max(id) FROM later",
                (row, Sign.SUCCESSOR.value),
            )
        return int(found[0][0])

    def have_guest(self, name: str) -> bool:
        """Return whether a guest of this name has a seat."""
        with with_register():
            return bool(
                self._database.select(
                    "SELECT 1 FROM waiting WHERE guest = ? UNION ALL SELECT 1 FROM hall_table JOIN match"
                    " ON match.id = hall_table.match WHERE (instr(header, ?) > 0 OR instr(header, ?) > 0)"
                    f" AND {_UNFINISHED} LIMIT 1",
                    (name, *(f"\n{side}: {name}\n" for side in ("Left", "Right"))),
                )
            )

    def of_guests(self) -> list[int]:
        """Return the rows of unfinished matches without a member, oldest first."""
        with with_register():
            found = self._database.select(
                f"SELECT id FROM hall_table WHERE match IS NOT NULL AND {_UNFINISHED} AND NOT EXISTS"
                " (SELECT 1 FROM seat WHERE seat.hall_table = hall_table.id) ORDER BY id"
            )
        return [row for (row,) in found]

    def abandon(self, rows: Sequence[int]) -> None:
        """Forget where matches are played to which nobody comes back."""
        if rows:
            with self._writing() as connection:
                connection.executemany("DELETE FROM hall_table WHERE id = ?", [(row,) for row in rows])

    def rows(self, among: Collection[int] | None = None, account: int | None = None) -> dict[int, int | None]:
        """Return which of these rows are there, with the numbers of their matches; None while they wait.

        Without any given these are the tables that wait, and those whose match is not over, of a member if
        one is given. Raises StoreError as `waiting` does.
        """
        if among is not None:
            found = self._database.select(
                "SELECT id, match FROM hall_table WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id",
                (json.dumps([*among]),),
            )
        else:
            found = self._database.select(
                f"SELECT id, match FROM hall_table WHERE {_UNFINISHED} AND (? = 0 OR id IN"
                " (SELECT hall_table FROM seat WHERE account = ?)) ORDER BY id",
                (account or 0, account or 0),
            )
        return dict(found)

    def of_matches(self, match_ids: Collection[int]) -> dict[int, StoredTable]:
        """Return where these matches are played; those of which that is not known are left out.

        Raises StoreError, for whoever runs the hall, if that cannot be read.
        """
        rows = self._database.select(
            "SELECT match, id, kind, secret, side, account, is_deleted FROM hall_table LEFT JOIN seat"
            " ON seat.hall_table = hall_table.id WHERE match IN (SELECT value FROM json_each(?))",
            (json.dumps(list(match_ids)),),
        )
        found: dict[int, StoredTable] = {}
        for match_id, row, kind, secret, side, account, is_deleted in rows:
            valid = secret if _is_secret(secret) else None
            table = found.get(match_id, StoredTable(kind, valid, (None, None), frozenset(), row))
            seat = SEATS.get(side)
            if seat is not None:
                accounts = list(table.accounts)
                accounts[seat] = account
                deleted = table.deleted | {seat} if is_deleted else table.deleted
                table = table._replace(accounts=(accounts[0], accounts[1]), deleted=deleted)
            found[match_id] = table
        return found

    def matches_of(self, account: int, *, without_table: bool = False) -> set[int]:
        """Return the numbers of a member's matches, or of those played `without_table` alone.

        Those that the member has deleted, but another one has not, are left out.
        """
        with with_register():
            rows = self._database.select(
                "SELECT match FROM seat JOIN hall_table ON hall_table.id = seat.hall_table WHERE account = ?"
                " AND match IS NOT NULL AND is_deleted = 0 AND (? = 0 OR kind = ?)",
                (account, int(without_table), Kind.ALONE),
            )
        # In a damaged file the number of a match can be of any type.
        return {match_id for (match_id,) in rows if isinstance(match_id, int)}

    def opponent(self, account: int, match_id: int) -> str:
        """Return the name of the other member who has a match; "" if no other has it."""
        with with_register():
            for (name,) in self._database.select(
                "SELECT name FROM account JOIN seat ON seat.account = account.id"
                " JOIN hall_table ON hall_table.id = seat.hall_table WHERE match = ? AND account <> ?",
                (match_id, account),
            ):
                return str(name)
        return ""

    # --- what members do with a match ---

    def delete_for(self, account: int, match_id: int) -> None:
        """Note that a member has deleted a match."""
        self._mark("is_deleted = 1", match_id, account)

    def restore_for(self, account: int, match_id: int) -> None:
        """Undo `delete_for`."""
        self._mark("is_deleted = 0", match_id, account)

    def all_deleted(self, match_id: int) -> bool:
        """Return whether every member who has played a match has deleted it."""
        with with_register():
            return not self._database.select(
                "SELECT 1 FROM seat JOIN hall_table ON hall_table.id = seat.hall_table WHERE match = ?"
                " AND is_deleted = 0",
                (match_id,),
            )

    def see_result(self, account: int, match_id: int) -> None:
        """Note that a member has seen how a match ended."""
        self._mark("is_untold = 0", match_id, account)

    def unseen_results(self, account: int) -> list[tuple[int, Seat]]:
        """Return the finished matches whose end a member has not seen, and the member's seat in each.

        Those that the member has deleted are left out.
        """
        with with_register():
            rows = self._database.select(
                "SELECT match, side FROM seat JOIN hall_table ON hall_table.id = seat.hall_table"
                " WHERE account = ? AND is_untold = 1 AND is_deleted = 0 AND (SELECT text FROM entry"
                " WHERE entry.match = hall_table.match ORDER BY number DESC LIMIT 1) = ? ORDER BY match",
                (account, END),
            )
        return [(match_id, SEATS[side]) for match_id, side in rows if side in SEATS]

    def _mark(self, change: str, match_id: int, account: int) -> None:
        with self._writing() as connection:
            connection.execute(
                f"UPDATE seat SET {change} WHERE account = ?"
                " AND hall_table = (SELECT id FROM hall_table WHERE match = ?)",
                (account, match_id),
            )

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with with_register(), self._database.writing() as connection:
            yield connection


def _add_seat(connection: Connection, table: int, seat: Seat, account: int, *, is_untold: bool) -> None:
    connection.execute(
        "INSERT INTO seat (hall_table, side, account, is_untold) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (table, seat.label, account, int(is_untold)),
    )


def _is_secret(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and SECRET.fullmatch(value) is not None


def _waiting_table(
    kind: object, secret: object, side: object, account: object, host: object, *more: object
) -> WaitingTable:
    """Return the table of a row; raises ValueError, saying what is wrong, if it is damaged."""
    *terms, word, network, seen, challenged, other, is_declined = more
    if kind not in (Kind.LISTED, Kind.BY_CODE):
        raise ValueError("an unknown kind")
    if not _is_secret(secret):
        raise ValueError("a damaged secret")
    match account, host:
        case int() | None as member, str(name) if side in SEATS and NAME.fullmatch(name.lstrip(GUEST)):
            pass
        case _:
            raise ValueError("no host")
    if not isinstance(word, str) or word != clean_word(word):
        raise ValueError("a damaged word")
    return WaitingTable(
        secret,
        TableTerms.parse(*terms, listed=kind == Kind.LISTED),
        SEATS[side],
        name,
        member,
        word,
        # As if the host had been here just now.
        network if isinstance(network, str) else "",
        float(seen) if isinstance(seen, int) else inf,
        None if challenged is None else _challenged(challenged, other),
        bool(is_declined),
    )


def _challenged(account: object, name: object) -> Member:
    """Return the member who is challenged; raises ValueError if the row is damaged."""
    if isinstance(account, int) and isinstance(name, str) and NAME.fullmatch(name):
        return Member(name, account)
    raise ValueError("nobody is challenged")
