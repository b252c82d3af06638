"""What keeps matches, whatever engine is behind it: a file of SQLite, or a PostgreSQL server."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol


class Rows(Protocol):
    """What a statement has found; a damaged file can have values of any type."""

    @property
    def lastrowid(self) -> int | None:
        """The number given to the row that was inserted last."""

    @property
    def rowcount(self) -> int:
        """How many rows the statement has changed."""

    def fetchone(self) -> Any:
        """Return the next row; None if there is none."""

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows that are left."""


class Connection(Protocol):
    """One transaction. Statements are SQLite's; `serve/postgres/sql.py` puts them into PostgreSQL's words."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows:
        """Run a statement with a value for each `?`."""

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> Rows:
        """Run a statement with each of these rows of values."""


class Snapshot(Protocol):
    """A database as of one moment, whatever is written later."""

    def write(self, path: Path) -> None:
        """Write it as a new file of SQLite, which only its owner can read; another thread may do so.

        Raises OSError or StoreError if that fails, or it is damaged.
        """

    def close(self) -> None:
        """Read no more."""


class Database(Protocol):
    """A place for rows. Every method raises StoreError, having changed nothing, if it cannot be used."""

    @property
    def name(self) -> str:
        """What people are told where it is."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may change what is open here."""

    def select(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        """Return the rows of a query."""

    def writing(self) -> AbstractContextManager[Connection]:
        """Run one transaction: afterwards all of it is kept, or nothing."""

    def snapshot(self) -> "Snapshot":
        """Return what is kept as of now."""

    def sync(self) -> None:
        """Wait until all transactions so far outlast a power cut; can be called in another thread."""

    def rest(self) -> None:
        """Let go of what nobody has used for some time, and others may need."""

    def close(self) -> None:
        """Close it; the next use opens it again."""
