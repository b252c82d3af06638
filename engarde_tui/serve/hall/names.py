"""The members' names: which keys own them, and when they are free again."""

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from math import inf
from typing import Final, NamedTuple

from engarde_tui.serve.hall.hall_line import NOBODY, name_and_releases, recorded_name
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.visitor import NAME, Refusal
from engarde_tui.storage.database import Database
from engarde_tui.storage.errors import StoreError

MAX_NAMES: Final = 3
"""Names one key can own, so that nobody takes them all."""

MAX_KEYS: Final = 8
"""Keys one name can have."""

_DAY: Final = 24 * 3600


class Member(NamedTuple):
    """Who has a name."""

    name: str
    """As it was first written."""
    member_id: str
    """What stands for the member in the headers of matches."""


class OwnKey(NamedTuple):
    """A key of a name."""

    fingerprint: str
    seen: float
    """When somebody last came with it, in seconds since 1970."""


class _Row(NamedTuple):
    """What is stored for a key of a name."""

    written: str
    """The name as it was first written."""
    seen: float
    """When somebody last came with the key, in seconds since 1970."""
    used: float
    """How long the hall had run by then, in seconds."""


class Names:
    """The names and their keys, in the hall's database.

    Every method that is for visitors raises Problem if the database cannot be read or written.
    """

    def __init__(
        self, database: Database, clock: Callable[[], float], running_time: Callable[[], float], days: float
    ) -> None:
        """`clock` returns seconds since 1970, `running_time` those that the hall has run in all.

        An unused name is free again after so many `days` in which the hall ran: a clock that is wrong, or a
        hall that was closed, makes no name free.
        """
        self._database = database
        self._clock = clock
        self._running_time = running_time
        self._patience = days * _DAY

    def claim(self, key: str, name: str) -> Member:
        """Return the member whose name, ignoring case, this key owns; let it own the name if that is free.

        Raises Refusal if the name belongs to another key or this key has `MAX_NAMES` names.
        """
        with with_register():
            keys = self._rows(name)
            self._check_owner(key, name, keys)
            if not keys:
                self._save(name, key)
                return self._member(name)
            row = keys[key]
            if abs(self._clock() - row.seen) > _DAY or self._running_time() - row.used > _DAY:
                self._see(name, key)
            return self._member(row.written)

    def _see(self, name: str, key: str) -> None:
        """Note that somebody has come with a key; nobody is kept out if the disk is full."""
        with suppress(StoreError), with_register():
            now, used = int(self._clock()), int(self._running_time())
            self._write("UPDATE name SET seen = ?, used = ? WHERE name = ? AND key = ?", now, used, name, key)

    def check(self, key: str, name: str) -> None:
        """Raise Refusal if the key cannot have the name, not even because it `is_unused`; change nothing."""
        with with_register():
            keys = self._rows(name)
            self._check_owner(key, name, {} if key not in keys and self._are_unused(keys) else keys)

    def is_unused(self, name: str) -> bool:
        """Return whether a name has owners, none of whom has come for so long that it may be taken again."""
        with with_register():
            return self._are_unused(self._rows(name))

    def names_of(self, key: str) -> list[str]:
        """Return the names that a key owns."""
        with with_register():
            rows = self._database.select("SELECT name FROM name WHERE key = ? ORDER BY name", (key,))
        return [str(name) for (name,) in rows]

    def owns(self, key: str, name: str) -> bool:
        """Return whether a key owns a name, in any case."""
        return name.lower() in {own.lower() for own in self.names_of(key)}

    def keys_of(self, name: str) -> list[OwnKey]:
        """Return the keys of a name, the one used last first."""
        with with_register():
            rows = self._rows(name)
        found = [OwnKey(key, row.seen) for key, row in rows.items()]
        return sorted(found, key=lambda own: -own.seen)

    def check_room(self, name: str, key: str) -> None:
        """Raise Refusal if the name can have no more keys, or `key` does not own it."""
        with with_register():
            keys = self._rows(name)
        if key not in keys:
            raise Refusal(f"the key owns the name {name} no longer")
        if len(keys) >= MAX_KEYS:
            raise Refusal(f"the name {name} has {MAX_KEYS} keys already: withdraw one of them first")

    def add_key(self, name: str, key: str) -> None:
        """Let one more key own a name that has one.

        Raises Refusal if the key owns it already or has `MAX_NAMES` names.
        """
        with with_register():
            keys = self._rows(name)
            if key in keys:
                raise Refusal(f"your key owns the name {name} already")
            self._check_number(key)
            self._save(next(iter(keys.values())).written, key)

    def withdraw_key(self, name: str, key: str, by: str) -> None:
        """Let `key` own a name no longer, as the owner of the key `by` wishes.

        Raises Refusal if `by` does not own the name, or is that key: so the last key always stays.
        """
        with with_register():
            if by not in self._rows(name):
                raise Refusal(f"your key owns the name {name} no longer")
            if key == by:
                raise Refusal("this is the key you came with: withdraw it when you come with another one")
            self._write("DELETE FROM name WHERE name = ? AND key = ?", name, key)

    def release(self, name: str) -> Member:
        """Make a name free for anybody; return who had it. Raises Refusal if nobody has it.

        Matches, recorded under what stood for that member, do not go over to the next one of that name.
        """
        with with_register():
            keys = self._rows(name)
            if not keys:
                raise Refusal(f"nobody owns the name {name}")
            before = self._member(next(iter(keys.values())).written)
            with self._database.writing() as connection:
                connection.execute("DELETE FROM name WHERE name = ?", (name,))
                connection.execute("INSERT OR IGNORE INTO released VALUES (?, 0)", (name,))
                connection.execute("UPDATE released SET times = times + 1 WHERE name = ?", (name,))
            return before

    def unknown(self, member_ids: Iterable[str]) -> list[str]:
        """Return who of these, as recorded in matches, neither has a name nor had one that was released.

        If there are any, this is not the file of their hall. Raises StoreError if it cannot be read.
        """
        releases = self._releases()
        owned = {str(name).lower() for (name,) in self._database.select("SELECT DISTINCT name FROM name")}

        def is_known(member_id: str) -> bool:
            name, times = name_and_releases(member_id)
            now = releases.get(name.lower(), 0)
            return times < now or (times == now and name.lower() in owned)

        # Nobody can come with any other name.
        able = (one for one in member_ids if NAME.fullmatch(name_and_releases(one)[0]))
        return sorted(one for one in able if not is_known(one))

    def disown(self, member_ids: Iterable[str]) -> None:
        """Let nobody be who these were, whoever has or takes the name; raises StoreError on failure."""
        with self._database.writing() as connection:
            for name, times in map(name_and_releases, member_ids):
                connection.execute("INSERT OR IGNORE INTO released VALUES (?, 0)", (name,))
                connection.execute(
                    "UPDATE released SET times = max(times, ?) WHERE name = ?", (times + 1, name)
                )

    def owner(self) -> Callable[[str], str]:
        """Return a function from what stood for a member to what does now: `NOBODY` after a release.

        Raises StoreError if the database cannot be read.
        """
        releases = self._releases()

        def owner(member_id: str) -> str:
            name, times = name_and_releases(member_id)
            return member_id if times >= releases.get(name.lower(), 0) else NOBODY

        return owner

    def _releases(self) -> dict[str, int]:
        """Return how often each name was released, by the name in small letters."""
        rows = self._database.select("SELECT name, times FROM released")
        return {str(name).lower(): times for name, times in rows if isinstance(times, int)}

    def _member(self, name: str) -> Member:
        found = self._database.select("SELECT times FROM released WHERE name = ?", (name,))
        return Member(name, recorded_name(name, int(found[0][0]) if found else 0))

    def _rows(self, name: str) -> dict[str, _Row]:
        """Return what is stored for each key of a name; a damaged use is as if it never ended."""
        rows = self._database.select(
            "SELECT key, name, seen, used FROM name WHERE name = ? ORDER BY rowid", (name,)
        )
        return {
            str(key): _Row(
                str(written),
                float(seen) if isinstance(seen, int | float) else 0.0,
                float(used) if isinstance(used, int | float) else inf,
            )
            for key, written, seen, used in rows
        }

    def _are_unused(self, keys: Mapping[str, _Row]) -> bool:
        """Return whether a name with these `_rows` is unused."""
        # A member's visit is noted once a day.
        late = self._running_time() - self._patience - _DAY
        return bool(keys) and all(row.used < late for row in keys.values())

    def _check_owner(self, key: str, name: str, keys: Collection[str]) -> None:
        """Raise Refusal if a key can have no name that has these keys."""
        if not keys:
            self._check_number(key)
        elif key not in keys:
            hint = "if that is yours too, come with it and add this one"
            raise Refusal(f"the name {name} belongs to another key; {hint}")

    def _check_number(self, key: str) -> None:
        ((taken,),) = self._database.select("SELECT count(*) FROM name WHERE key = ?", (key,))
        if taken >= MAX_NAMES:
            raise Refusal(f"your key has {MAX_NAMES} names already")

    def _save(self, name: str, key: str) -> None:
        now, used = int(self._clock()), int(self._running_time())
        self._write("INSERT INTO name VALUES (?, ?, ?, ?)", name, key, now, used)

    def _write(self, statement: str, *values: str | int) -> None:
        with self._database.writing() as connection:
            connection.execute(statement, values)
