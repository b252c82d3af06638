"""What a hall was stored as before all of it lay in one file, and the step from there.

Until then `matches.db` had the matches, each with a line for the hall in its header: `Hall: listed SECRET
anna bruno#2`, where `#2` says that the name had two owners before. `hall.db` had the rest, a table that waits
as JSON.
"""

import json
import logging
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from engarde_tui.fair.chain import clean_word
from engarde_tui.fair.commitment import SECRET
from engarde_tui.play.problem import printable
from engarde_tui.serve.hall.table_terms import Kind, TableTerms
from engarde_tui.serve.hall.visitor import NAME
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.sqlite import DatabaseFile, aside_of, write_copy
from engarde_tui.storage.store import SCHEMA as MATCHES
from engarde_tui.storage.store import TABLES
from engine.game import Seat
from engine.message import message

_LOG: Final = logging.getLogger("engarde.hall")

_LINE: Final = "Hall: "
"""What the hall's line of a header begins with."""

_OF_A_HALL: Final = f"instr(header, char(10) || '{_LINE}')"
"""Whether a match was played in a hall."""

_NOBODY: Final = "~"
"""Stands for a guest, a bot or a free seat."""

_LISTED: Final = 5
"""Members that a message names."""

_FIELDS: Final = {"game", "rules", "target", "first", "listed", "names", "players"}
"""What the JSON of a table always has; a time to move and words are there only if agreed."""


def name_games(database: sqlite3.Connection) -> None:
    """Add the game's name to each offer, and write its rules as records do; skip unreadable ones."""
    for row, text in database.execute("SELECT rowid, offer FROM waiting").fetchall():
        with suppress(ValueError, RecursionError, TypeError, AttributeError, KeyError):
            offer = json.loads(text)
            if all(isinstance(on, bool) for on in offer["rules"].values()):
                words = " ".join(["house", *(rule for rule, on in offer["rules"].items() if on)])
                named = json.dumps({**offer, "game": "en-garde", "rules": words})
                _Offer.parse(named)
                database.execute("UPDATE waiting SET offer = ? WHERE rowid = ?", (named, row))


# --- the files ---


@contextmanager
def former_files(database: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Copy a hall's file at `path` before it is migrated; read the former file of matches beside it.

    Raises StoreError if that cannot be read.
    """
    half = _half_copy(_file(database, "main"))
    matches = _matches_beside(path)
    try:
        if database.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
            _copy(database, half)
        if matches is not None:
            with closing(matches):
                # It is checked, and brought to its own last version.
                matches.open()
                matches.select(
                    "SELECT id, header, number, at, text FROM match JOIN entry ON match = id LIMIT 1"
                )
            database.execute("ATTACH ? AS former", (f"{matches.path.absolute().as_uri()}?mode=rw",))
        yield
    except BaseException:
        half.unlink(missing_ok=True)
        raise
    if matches is not None:
        database.execute("DETACH former")


def _matches_beside(path: Path) -> DatabaseFile | None:
    """Return the former file of matches beside a hall's database; None if there is none."""
    matches = DatabaseFile(path.parent, MATCHES)
    # A link to a disk that is missing is a file.
    return matches if os.path.lexists(matches.path) else None


def _half_copy(path: Path) -> Path:
    """Return where a copy of a database is written before it is complete."""
    return path.with_name(f"{path.name}.part")


def _file(database: sqlite3.Connection, name: str) -> Path:
    """Return the file of an open database, or of one that is attached to it."""
    return next(Path(file) for _, each, file in database.execute("PRAGMA database_list") if each == name)


def _copy(database: sqlite3.Connection, path: Path) -> None:
    path.unlink(missing_ok=True)
    write_copy(database, path)


def clear_matches(database: DatabaseFile) -> None:
    """Delete the matches that have come into the hall's database from the former file, and keep a copy of it.

    What was played there without a hall stays. Raises StoreError if it has matches of a hall that are not in
    the hall's database.
    """
    matches = _matches_beside(database.path)
    if matches is None:
        return
    played = (
        "SELECT id, (SELECT count(*) FROM entry WHERE match = id), (SELECT text FROM entry WHERE match = id"
        " AND number = 0) FROM match"
    )
    with closing(matches):
        of_halls = matches.select(f"{played} WHERE {_OF_A_HALL}")
        if not of_halls:
            return
        if not set(of_halls) <= set(database.select(played)):
            raise StoreError(
                message(
                    "{file} has matches that are not in {database}: restore both from the same backup, or"
                    " move it away",
                    file=matches.path,
                    database=database.path,
                )
            )
        half = _half_copy(matches.path)
        _copy(matches.connection(), half)
        aside = aside_of(matches.path, f"version-{len(MATCHES.migrations)}")
        half.rename(aside)
        with matches.writing() as connection:
            connection.execute(f"DELETE FROM match WHERE {_OF_A_HALL}")
    _LOG.info("event=joined file=%s copy=%s", matches.path, aside)


# --- the step ---


def join_files(database: sqlite3.Connection, *, tables: str, disowns_unknown: bool) -> None:
    """Bring names, notes and offers, and the matches of the former file, into the `tables` of one file.

    What cannot be read is logged, and stays in the copies. Raises StoreError if matches belong to members
    who have no name, as whoever came first would be one of them; unless `disowns_unknown`: then they are
    nobody's.
    """
    for statement in f"{tables};{TABLES}".split(";"):
        database.execute(statement)
    database.execute(
        "INSERT OR IGNORE INTO account (name) SELECT name FROM (SELECT name, min(rowid) AS first FROM name"
        " GROUP BY name) ORDER BY first"
    )
    database.execute(
        "INSERT OR IGNORE INTO account_key SELECT id, key, seen, used FROM name JOIN account USING (name)"
    )
    _copy_matches(database)
    _Joining(database, disowns_unknown).join()
    for table in ("former_waiting", "name", "released", "note"):
        database.execute(f"DROP TABLE {table}")
    path = _file(database, "main")
    if _half_copy(path).exists():
        version = database.execute("PRAGMA user_version").fetchone()[0]
        _half_copy(path).rename(aside_of(path, f"version-{version}"))


def _copy_matches(database: sqlite3.Connection) -> None:
    if all(name != "former" for _, name, _ in database.execute("PRAGMA database_list")):
        return
    for statement in (
        f"INSERT INTO match (id, header) SELECT id, header FROM former.match WHERE {_OF_A_HALL}",
        # In a damaged file the match of an entry can be missing.
        "INSERT INTO entry (match, number, at, text) SELECT match, number, at, text FROM former.entry"
        " WHERE match IN (SELECT id FROM match)",
        "DELETE FROM sqlite_sequence WHERE name = 'match'",
        "INSERT INTO sqlite_sequence SELECT * FROM former.sqlite_sequence WHERE name = 'match'",
    ):
        database.execute(statement)


class _Line(NamedTuple):
    """The words of the hall's line in a match's header."""

    kind: str
    secret: str
    left: str
    right: str

    @classmethod
    def parse(cls, text: str) -> "_Line | None":
        words = text.split(" ")
        if len(words) != len(cls._fields) or words[0] not in list(Kind) or not SECRET.fullmatch(words[1]):
            return None
        return cls(*words)


def _name_and_releases(member: str) -> tuple[str, int]:
    """Return a member's name in small letters, and how many owners it had before, 0 if that is not valid."""
    name, _, number = member.partition("#")
    is_valid = number.isascii() and number.isdecimal() and len(number) < 10
    return name.lower(), int(number) if is_valid else 0


class _Joining:
    """Gives tables and seats to the matches and the offers of before."""

    def __init__(self, database: sqlite3.Connection, disowns_unknown: bool) -> None:
        self._database = database
        self._disowns_unknown = disowns_unknown
        self._accounts = {
            str(name).lower(): account for account, name in database.execute("SELECT id, name FROM account")
        }
        self._releases = {
            str(name).lower(): times
            for name, times in database.execute("SELECT name, times FROM released")
            if isinstance(times, int)
        }
        self._noted = {
            (str(member).lower(), kind, match)
            for member, kind, match in database.execute("SELECT name, kind, match FROM note")
        }
        self._secrets = set[str]()

    def join(self) -> None:
        lines = list(self._lines())
        members = {member for _, line in lines for member in (line.left, line.right)}
        if unknown := sorted(filter(self._is_unknown, members)):
            self._disown(unknown)
        for match_id, line in lines:
            # In a damaged file a secret can be another's: nobody gets that seat by a code, then.
            has_secret = line.kind != Kind.ALONE and line.secret not in self._secrets
            table = self._add_table(line.kind, line.secret if has_secret else None, match_id)
            if line.kind != Kind.ALONE:
                self._secrets.add(line.secret)
            for seat, member in zip(Seat, (line.left, line.right), strict=True):
                self._add_seat(table, seat, member, match_id)
        offers = "SELECT rowid, secret, offer, network, seen FROM former_waiting ORDER BY rowid"
        for row in self._database.execute(offers).fetchall():
            self._add_offer(*row)

    def _lines(self) -> Iterator[tuple[int, _Line]]:
        """Yield each match's line, which leaves the header; one that is damaged stays there."""
        for match_id, header in self._database.execute("SELECT id, header FROM match").fetchall():
            kept = str(header).split("\n")
            found = [line for line in kept if line.startswith(_LINE)]
            if not found:
                continue
            line = _Line.parse(found[-1].removeprefix(_LINE))
            if line is None:
                _LOG.warning("event=set-aside match=%d problem=%r", match_id, "its Hall line is damaged")
                continue
            rest = "\n".join(each for each in kept if not each.startswith(_LINE))
            # As bytes: in a damaged file it may be no UTF-8.
            self._database.execute(
                "UPDATE match SET header = CAST(? AS TEXT) WHERE id = ?",
                (rest.encode("utf-8", "surrogateescape"), match_id),
            )
            yield match_id, line

    def _account(self, member: str) -> int | None:
        """Return the account of a member, as recorded in matches; None if nobody has it any more."""
        name, times = _name_and_releases(member)
        return self._accounts.get(name) if times == self._releases.get(name, 0) else None

    def _is_unknown(self, member: str) -> bool:
        """Return whether a member neither has a name nor had one that was released."""
        name, times = _name_and_releases(member)
        # Nobody can come with any other name.
        is_name = NAME.fullmatch(name) is not None
        return is_name and times >= self._releases.get(name, 0) and self._account(member) is None

    def _disown(self, unknown: Sequence[str]) -> None:
        if self._disowns_unknown:
            for member in unknown:
                _LOG.warning("event=disowned member=%s", member)
            return
        hall, matches = _file(self._database, "main"), _file(self._database, "former")
        names = ", ".join(member.partition("#")[0] for member in unknown[:_LISTED])
        more = len(unknown) - _LISTED
        raise StoreError(
            message(
                "{hall} does not know the owners of matches in {matches} ({names}): restore both from the"
                " same backup, or start with --disown, and nobody owns these matches any more",
                hall=hall,
                matches=matches,
                names=message("{names} and {more} more", names=names, more=more) if more > 0 else names,
            )
        )

    def _add_table(self, kind: str, secret: str | None, match_id: int | None) -> int:
        added = self._database.execute(
            "INSERT INTO hall_table (kind, secret, match) VALUES (?, ?, ?)", (kind, secret, match_id)
        )
        assert added.lastrowid is not None
        return added.lastrowid

    def _add_seat(self, table: int, seat: Seat, member: str, match_id: int | None) -> None:
        account = self._account(member)
        if account is not None:
            notes = ((member.lower(), kind, match_id) in self._noted for kind in ("deleted", "claimed"))
            self._database.execute(
                "INSERT INTO seat VALUES (?, ?, ?, ?, ?)", (table, seat.label, account, *notes)
            )

    def _add_offer(self, number: int, secret: object, text: object, network: object, seen: object) -> None:
        try:
            offer = _Offer.parse(text)
            if not (isinstance(secret, str) and SECRET.fullmatch(secret)):
                raise ValueError("a damaged secret")
        except ValueError as error:
            _LOG.warning("event=set-aside waiting=%d problem=%r", number, printable(f"{error}")[:100])
            return
        # One of a guest waits for nobody who could come back; a secret of a match is used.
        if self._account(offer.host) is None or secret in self._secrets:
            return
        self._secrets.add(secret)
        table = self._add_table(offer.terms.kind, secret, None)
        self._add_seat(table, offer.seat, offer.host, None)
        self._database.execute(
            "INSERT INTO waiting VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (table, *offer.terms.row[:5], offer.word, network, seen),
        )


class _Offer(NamedTuple):
    """A table that waits, from JSON."""

    terms: TableTerms
    seat: Seat
    """The host's."""
    host: str
    """The member, as recorded in matches."""
    word: str

    @classmethod
    def parse(cls, text: object) -> "_Offer":
        """Return the table; raises ValueError, saying what is wrong, for anything else."""
        fields = _json_object(text)
        move_time, words = fields.pop("move_time", 0), fields.pop("words", ["", ""])
        for key in sorted(fields.keys() ^ _FIELDS):
            raise ValueError(f"{'unknown' if key in fields else 'no'} field {key[:40]}")
        match fields:
            case {
                "listed": bool(listed),
                "names": [str(), str()] as names,
                "players": [str(), str()] as players,
            }:
                pass
            case _:
                raise ValueError("a field of the wrong type")
        game, rules, target, first = (fields[key] for key in ("game", "rules", "target", "first"))
        terms = TableTerms.parse(game, rules, target, first, move_time, listed=listed)
        match [seat for seat in Seat if (names[seat], players[seat]) != ("", _NOBODY)]:
            case [seat] if players[seat].partition("#")[0] in (names[seat], _NOBODY):
                pass
            case _:
                raise ValueError("not one seat taken and one free")
        match words:
            case [str(), str()] if words[seat] == clean_word(words[seat]):
                return cls(terms, seat, players[seat], words[seat])
            case _:
                raise ValueError("words of the wrong type")


def _json_object(text: object) -> dict[str, Any]:
    if not isinstance(text, str):
        raise ValueError("no text")
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("no JSON") from None
    if not isinstance(fields, dict):
        raise ValueError("no JSON object")
    return fields
