"""A PostgreSQL database: connect, make or migrate it, and write safely."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, LiteralString, TypeVar
from weakref import WeakSet

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from engarde_tui.serve.postgres.filling import empty_into, fill, fill_empty, migrate
from engarde_tui.serve.postgres.outage import Outage
from engarde_tui.serve.postgres.sql import is_made, translated
from engarde_tui.storage.errors import ConflictError, OutageError, StoreError, UnknownOutcomeError
from engarde_tui.storage.schema import Schema
from engarde_tui.storage.sqlite import DatabaseFile
from engine.message import message

_T = TypeVar("_T")

_REST: Final = 2.0
"""Seconds for which a server that has not answered is asked nothing."""

_IDLE: Final = 10.0
"""Seconds after which a connection that nobody uses is closed."""

_PATIENCE: Final = 5.0
"""Seconds to wait for the server before somebody is told."""

_PARTS: Final[dict[str, str | int | None]] = {
    "application_name": "engarde",
    "client_encoding": "utf8",
    "connect_timeout": int(_PATIENCE),
    # A server that is gone without a word is noticed, and one that notices that the hall is gone lets go.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""What is added to an address."""

_OPTIONS: Final = (
    "-c lock_timeout=5s -c idle_in_transaction_session_timeout=60s -c tcp_keepalives_idle=10"
    " -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
)
"""What is asked of the server."""

_CONFLICTS: Final = (
    errors.UniqueViolation,
    errors.ForeignKeyViolation,
    errors.SerializationFailure,
    errors.DeadlockDetected,
)

_Sql = psycopg.Connection[tuple[Any, ...]]


class PostgresDatabase:
    """One database of a PostgreSQL server, through one connection that one thread uses.

    Every method raises StoreError if the server cannot be used, and ConflictError if somebody else has
    changed the same rows at the same time. Nothing has changed then, unless the server was lost at the very
    end of a transaction.
    """

    def __init__(self, url: str, schema: Schema) -> None:
        """`url` is as libpq takes it. Raises StoreError if it is none."""
        self._schema = schema
        self.name = "the database"
        try:
            parts = conninfo_to_dict(url)
            own = f"{parts.get('options') or ''} {_OPTIONS}".strip()
            self.address = make_conninfo(url, **_PARTS, options=own)
            """As libpq takes it, with all that is asked for."""
        except psycopg.Error:
            # Its words could quote the password.
            raise StoreError(message("--database is no address that PostgreSQL's tools take")) from None
        host, port = f"{parts.get('host') or 'localhost'}", f"{parts.get('port') or 5432}"
        if not all(one.isdecimal() for one in port.split(",")):
            raise StoreError(message("--database has a port that is no number"))
        self.name = f"database {parts.get('dbname') or ''} on {host}:{port}"
        self._outage = Outage(self.name)
        self._connection: _Sql | None = None
        self._used = 0.0
        """When the connection was used last."""
        self._rests_until = 0.0
        """Until when a server that has not answered is asked nothing."""
        self._inside: _Transaction | None = None
        """The transaction that runs."""
        self._is_closed = False
        self._impatience = _Impatience()

    # --- statements ---

    def select(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        """Return the rows of a query, as the transaction sees them that runs."""
        with self._explained():
            if self._inside is not None:
                return self._inside.execute(statement, values).fetchall()
            return self._execute(self._connected(), statement, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator["_Transaction"]:
        """Run one transaction: afterwards all of it is kept, or nothing."""
        with self._explained():
            connection = self._connected()
            self._say(connection, "BEGIN")
            self._inside = _Transaction(self, connection)
            try:
                yield self._inside
                self._commit(connection)
            except BaseException:
                with suppress(psycopg.Error):
                    self._say(connection, "ROLLBACK")
                raise
            finally:
                self._inside = None

    def _commit(self, connection: _Sql) -> None:
        try:
            self._say(connection, "COMMIT")
        except psycopg.OperationalError as error:
            raise UnknownOutcomeError(
                message(
                    "nobody knows whether {database} has saved it ({cause})",
                    database=self.name,
                    cause=f"{error}",
                )
            ) from error

    def _connected(self) -> _Sql:
        """Return a connection that the server has not ended, as far as this machine knows."""
        if self._is_closed:
            raise psycopg.OperationalError("it has been closed")
        if time.monotonic() < self._rests_until:
            raise psycopg.OperationalError("it has not answered a moment ago")
        if self._connection is not None and not (self._connection.closed or _is_alive(self._connection)):
            # It is of before a restart of the server.
            self._connection.close()
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(self.address, autocommit=True)
        self._used = time.monotonic()
        return self._connection

    def rest(self) -> None:
        """Hang up if nothing has been asked for some time: a server takes few connections."""
        if self._connection is not None and time.monotonic() - self._used > _IDLE:
            self._connection.close()
            self._connection = None

    def _say(self, connection: _Sql, word: LiteralString) -> None:
        """Begin or end a transaction."""
        self._ask(connection, lambda: connection.execute(word, prepare=False))

    def _execute(
        self, connection: _Sql, statement: str, values: Sequence[object] = ()
    ) -> psycopg.Cursor[tuple[Any, ...]]:
        words = translated(statement)
        return self._ask(connection, lambda: connection.execute(words, None if is_made(words) else values))

    def _ask(self, connection: _Sql, question: Callable[[], _T]) -> _T:
        try:
            with self._impatience.with_server(connection):
                return question()
        except psycopg.OperationalError as error:
            if self._impatience.has_hung_up(connection):
                # What is asked next would wait as long, one after the other.
                self._rests_until = time.monotonic() + _REST
                seconds = f"{_PATIENCE:.0f} seconds"
                raise psycopg.OperationalError(f"it has not answered for {seconds}") from error
            raise

    # --- other processes ---

    @property
    def is_shared(self) -> bool:
        """True: whoever has come second reads what is new."""
        return True

    # --- opening and closing ---

    def open(self) -> None:
        """Connect; make or migrate the tables."""
        self._prepare(lambda transaction: fill_empty(transaction, self._schema))

    def fill(self, source: DatabaseFile) -> None:
        """Connect, and copy everything from a file into an empty database.

        Raises StoreError, changing nothing, if the database has a hall already.
        """

        def copy(transaction: "_Transaction") -> None:
            fill(transaction, source, self._schema)

        if self._prepare(copy):
            raise StoreError(
                message(
                    "{database} has a hall already: name another database, or empty it first",
                    database=self.name,
                )
            )

    def _prepare(self, fill: Callable[["_Transaction"], None]) -> bool:
        """Connect, and fill an empty database; return whether it was filled already, and migrate it then."""
        try:
            with self.writing() as transaction:
                # Others that open it at the same time wait.
                transaction.execute("SELECT pg_advisory_xact_lock(?)", (self._schema.application_id,))
                ((was_filled,),) = transaction.execute("SELECT to_regclass('engarde_version') IS NOT NULL")
                if was_filled:
                    migrate(transaction, self._schema, self.name)
                else:
                    fill(transaction)
            return bool(was_filled)
        except StoreError:
            self.close()
            raise

    def snapshot(self) -> "_ServerSnapshot":
        """Return what is kept as of now."""
        with self._explained():
            return _ServerSnapshot(self, self._schema)

    @contextmanager
    def reading(self) -> Iterator[Callable[[str], list[Any]]]:
        """Ask several queries about one moment, without parameters, in any thread."""
        with self._explained(), psycopg.connect(self.address, autocommit=True) as connection:
            self._say(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield lambda statement: connection.execute(translated(statement)).fetchall()

    def sync(self) -> None:
        """Do nothing: what is committed is on the server's disk."""

    def close(self) -> None:
        """Hang up; it cannot be opened again."""
        self._is_closed = True
        if self._connection is not None:
            self._connection.close()
        self._impatience.end()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of the server into StoreErrors that say what to do."""
        try:
            yield
        except _CONFLICTS as error:
            raise ConflictError(
                message(
                    "somebody else has changed {database} at the same time: try again", database=self.name
                )
            ) from error
        except UnicodeError as error:
            raise StoreError(
                message("{database} cannot keep a character of it", database=self.name)
            ) from error
        except psycopg.Error as error:
            cause = f"{error}".strip().splitlines()[0][:200] if f"{error}" else type(error).__name__
            if not isinstance(error, psycopg.OperationalError):
                raise StoreError(
                    message("{database} cannot be used ({cause})", database=self.name, cause=cause)
                ) from error
            self._outage.note(cause)
            raise OutageError(
                message(
                    "{database} cannot be used ({cause}): check that the server runs and lets the hall in",
                    database=self.name,
                    cause=cause,
                )
            ) from error
        else:
            self._outage.end()


def _is_alive(connection: _Sql) -> bool:
    """Return whether the server has not ended the line, as far as this machine knows."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.setblocking(False)
        try:
            # A server says nothing to a line that rests but that it ends.
            line.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return True
    return False


class _ServerSnapshot:
    """A `Snapshot` of the storage."""

    def __init__(self, database: PostgresDatabase, schema: Schema) -> None:
        self._schema = schema
        self._stack = ExitStack()
        self._select = self._stack.enter_context(database.reading())
        # Only the first query fixes what the transaction sees.
        self._select("SELECT version FROM engarde_version")

    def write(self, path: Path) -> None:
        """Write it as a new file of SQLite; raises OSError or StoreError if that fails."""
        empty_into(path, self._select, self._schema)

    def close(self) -> None:
        """Read no more."""
        self._stack.close()


class _Transaction:
    """A `Connection` of the storage."""

    def __init__(self, database: PostgresDatabase, connection: _Sql) -> None:
        self._database = database
        self._connection = connection

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> "_Found":
        """Run a statement with a value for each `?`."""
        cursor = self._database._execute(self._connection, statement, values)
        rows = cursor.fetchall() if cursor.description is not None else []
        return _Found(self, rows, cursor.rowcount)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> "_Found":
        """Run a statement with each of these rows of values."""
        words, rows = translated(statement), list(rows)
        cursor = self._connection.cursor()
        self._database._ask(self._connection, lambda: cursor.executemany(words, rows))
        return _Found(self, [], cursor.rowcount)


class _Found:
    """The rows that a statement of a transaction has found."""

    def __init__(self, transaction: _Transaction, rows: list[Any], rowcount: int) -> None:
        self._transaction = transaction
        self.rowcount = rowcount
        self._rows = iter(rows)

    @property
    def lastrowid(self) -> int | None:
        """The number given to the row that was inserted last."""
        ((number,),) = self._transaction.execute("SELECT lastval()")
        return int(number)

    def fetchone(self) -> Any:
        """Return the next row; None if there is none."""
        return next(self._rows, None)

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""
        return list(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return self._rows


class _Impatience:
    """Hangs up on a server that does not answer: waiting for it would keep a thread for ever."""

    def __init__(self) -> None:
        self._since: dict[_Sql, float] = {}
        self._hung_up = WeakSet[_Sql]()
        self._has_ended = threading.Event()
        threading.Thread(target=self._watch, name="postgres-impatience", daemon=True).start()

    @contextmanager
    def with_server(self, connection: _Sql) -> Iterator[None]:
        """Hang up if what is done inside takes too long."""
        self._since[connection] = time.monotonic()
        try:
            yield
        finally:
            del self._since[connection]

    def _watch(self) -> None:
        while not self._has_ended.wait(1):
            for connection, since in list(self._since.items()):
                if time.monotonic() - since > _PATIENCE:
                    self._hung_up.add(connection)
                    # Closed by another thread it would stay in the system's call.
                    with suppress(OSError, psycopg.Error):
                        _hang_up(connection)

    def has_hung_up(self, connection: _Sql) -> bool:
        """Return whether the server did not answer in time."""
        return connection in self._hung_up

    def end(self) -> None:
        """Watch no more."""
        self._has_ended.set()


def _hang_up(connection: _Sql) -> None:
    with socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
