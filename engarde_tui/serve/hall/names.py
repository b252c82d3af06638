"""The members' names: which keys own them, and when they are free again."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from math import inf
from typing import Final, NamedTuple

from engarde_tui.serve.hall.name_rules import LOOK, claims_role
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.storage.database import Connection, Database
from engarde_tui.storage.errors import StoreError
from engine.message import message

MAX_NAMES: Final = 3
"""Names one key can own, so that nobody takes them all."""

MAX_KEYS: Final = 8
"""Keys one name can have."""

_DAY: Final = 24 * 3600

_EVERYBODY: Final = "everybody"
_NOBODY: Final = "nobody"
"""Who may challenge a member, as it is stored."""

_LOOKS_LIKE: Final = f"{LOOK.format(name='name')} = {LOOK.format(name='?')}"


class Member(NamedTuple):
    """Who has a name."""

    name: str
    """As it was first written."""
    account: int
    """What stands for the member: another one who has the name later has another account."""


class OwnKey(NamedTuple):
    """A key of a name."""

    fingerprint: str
    seen: float
    """When somebody last came or left with it, in seconds since 1970."""


class ListedMember(NamedTuple):
    """A member as the operator sees them."""

    name: str
    account: int
    keys: int
    """Number of keys."""
    seen: float
    """When the member was here last, in seconds since 1970."""
    matches: int
    """Number of matches that the member has not deleted."""
    unread: int
    """Number of the operator's notes that the member has not read."""


class _Use(NamedTuple):
    """When a key was used last."""

    seen: float
    """When somebody last came or left with the key, in seconds since 1970."""
    used: float
    """How long the hall had run by then, in seconds."""


class Names:
    """The names and their keys, in the hall's database.

    Every method that is for visitors raises Problem if the database cannot be read or written.
    """

    def __init__(
        self, database: Database, clock: Callable[[], float], hall_time: Callable[[], float], days: float
    ) -> None:
        """`clock` returns seconds since 1970, `hall_time` those that the hall has run in all.

        An unused name is free again after so many `days` in which the hall ran: a clock that is wrong, or a
        hall that was closed, makes no name free.
        """
        self._database = database
        self._clock = clock
        self._hall_time = hall_time
        self._patience = days * _DAY

    def claim(self, key: str, name: str) -> Member:
        """Return the member whose name, ignoring case, this key owns; let it own the name if that is free.

        Raises Refusal if the name belongs to another key or is not to be had, or this key has `MAX_NAMES`
        names.
        """
        with with_register():
            member, keys = self._found(name)
            if member is None:
                self._check_free(key, name)
                self._check_number(key)
                with self._database.writing() as connection:
                    account = connection.execute("INSERT INTO account (name) VALUES (?)", (name,)).lastrowid
                    assert account is not None
                    self._add(connection, account, key)
                return Member(name, account)
            self._check_owner(key, name, keys)
            use = keys[key]
            if abs(self._clock() - use.seen) > _DAY or self._hall_time() - use.used > _DAY:
                self.see(member.account, key)
            return member

    def see(self, account: int, key: str) -> None:
        """Note that a member comes or leaves with a key; nobody is kept out if the disk is full."""
        with suppress(StoreError), with_register():
            now, used = int(self._clock()), int(self._hall_time())
            with self._database.writing() as connection:
                connection.execute(
                    "UPDATE account_key SET seen = ?, used = ? WHERE account = ? AND fingerprint = ?",
                    (now, used, account, key),
                )

    def check(self, key: str, name: str) -> None:
        """Raise Refusal if the key cannot have the name, not even because it `is_unused`; change nothing."""
        with with_register():
            member, keys = self._found(name)
            if member is None or (key not in keys and self._are_unused(keys)):
                self._check_free(key, name)
                self._check_number(key)
            else:
                self._check_owner(key, name, keys)

    def is_unused(self, name: str) -> bool:
        """Return whether a name has owners, none of whom has come for so long that it may be taken again."""
        with with_register():
            return self._are_unused(self._found(name)[1])

    def names_of(self, key: str) -> list[str]:
        """Return the names that a key owns."""
        with with_register():
            rows = self._database.select(
                "SELECT name FROM account JOIN account_key ON account_key.account = account.id"
                " WHERE fingerprint = ? ORDER BY lower(name)",
                (key,),
            )
        return [str(name) for (name,) in rows]

    def keys_of(self, name: str) -> list[OwnKey]:
        """Return the keys of a name, the one used last first."""
        with with_register():
            _, keys = self._found(name)
        found = [OwnKey(key, use.seen) for key, use in keys.items()]
        return sorted(found, key=lambda own: -own.seen)

    def check_room(self, name: str, key: str) -> None:
        """Raise Refusal if the name can have no more keys, or `key` does not own it."""
        with with_register():
            _, keys = self._found(name)
        if key not in keys:
            raise Refusal(message("the key owns the name {name} no longer", name=name))
        if len(keys) >= MAX_KEYS:
            raise Refusal(
                message(
                    "the name {name} has {keys} keys already: withdraw one of them first",
                    name=name,
                    keys=MAX_KEYS,
                )
            )

    def add_key(
        self, name: str, key: str, permit: Callable[[Connection], None] = lambda connection: None
    ) -> None:
        """Let one more key own a name that has one, if `permit` does not object in the same transaction.

        Raises Refusal if nobody owns the name, or the key does already or has `MAX_NAMES` names.
        """
        with with_register():
            member, keys = self._found(name)
            if member is None:
                raise Refusal(message("nobody owns the name {name}", name=name))
            if key in keys:
                raise Refusal(message("your key owns the name {name} already", name=name))
            self._check_number(key)
            with self._database.writing() as connection:
                permit(connection)
                self._add(connection, member.account, key)

    def withdraw_key(self, name: str, key: str, by: str) -> None:
        """Let `key` own a name no longer, as the owner of the key `by` wishes.

        Raises Refusal if `by` does not own the name, or is that key: so the last key always stays.
        """
        with with_register():
            member, keys = self._found(name)
            if member is None or by not in keys:
                raise Refusal(message("your key owns the name {name} no longer", name=name))
            if key == by:
                raise Refusal(
                    message("this is the key you came with: withdraw it when you come with another one")
                )
            with self._database.writing() as connection:
                connection.execute(
                    "DELETE FROM account_key WHERE account = ? AND fingerprint = ?", (member.account, key)
                )

    def listed(self, *, after: str, number: int) -> list[ListedMember]:
        """Return the next `number` members by name; "" comes before all."""
        with with_register():
            rows = self._database.select(
                "SELECT name, id, (SELECT count(*) FROM account_key WHERE account = id),"
                " (SELECT coalesce(max(seen), 0) FROM account_key WHERE account = id),"
                " (SELECT count(*) FROM seat JOIN hall_table ON hall_table.id = hall_table"
                " WHERE account = account.id AND match IS NOT NULL AND is_deleted = 0),"
                " (SELECT count(*) FROM operator_note WHERE account = account.id)"
                " FROM account WHERE lower(name) > lower(?) ORDER BY lower(name) LIMIT ?",
                (after, number),
            )
        return [ListedMember(str(name), *more) for name, *more in rows]

    def of_name(self, name: str) -> Member:
        """Return the member of a name, ignoring case; raises Refusal if nobody owns it."""
        with with_register():
            member = self._found(name)[0]
        if member is None:
            raise Refusal(message("nobody owns the name {name}", name=name[:40]))
        return member

    def has(self, account: int) -> bool:
        """Return whether an account is still a member's."""
        with with_register():
            return bool(self._database.select("SELECT 1 FROM account WHERE id = ?", (account,)))

    # --- challenges ---

    def taking_challenges(self, name: str) -> Member | None:
        """Return the member of a name, ignoring case; None if there is none, or they take no challenges."""
        with with_register():
            member = self._found(name)[0]
        return member if member is not None and self.takes_challenges(member.account) else None

    def takes_challenges(self, account: int) -> bool:
        """Return whether a member takes challenges."""
        with with_register():
            rows = self._database.select("SELECT challenges FROM account WHERE id = ?", (account,))
        return rows == [(_EVERYBODY,)]

    def take_challenges(self, account: int, takes: bool) -> None:
        """Let members challenge a member, or not."""
        with with_register(), self._database.writing() as connection:
            connection.execute(
                "UPDATE account SET challenges = ? WHERE id = ?", (_EVERYBODY if takes else _NOBODY, account)
            )

    # --- giving a name up ---

    def release(self, name: str) -> Member:
        """Make a name free for anybody; return who had it. Raises Refusal if nobody has it.

        The member's tables that wait and challenges to them are gone, and the seats of matches are nobody's:
        they do not go over to the next one of that name.
        """
        with with_register():
            member = self._found(name)[0]
            if member is None:
                raise Refusal(message("nobody owns the name {name}", name=name))
            with self._database.writing() as connection:
                connection.execute(
                    "DELETE FROM hall_table WHERE match IS NULL"
                    " AND id IN (SELECT hall_table FROM seat WHERE account = ?"
                    " UNION SELECT hall_table FROM waiting WHERE challenged = ?)",
                    (member.account, member.account),
                )
                connection.execute("DELETE FROM account WHERE id = ?", (member.account,))
            return member

    def _found(self, name: str) -> tuple[Member | None, dict[str, _Use]]:
        """Return the member of a name, None if there is none, and their keys.

        A damaged use of a key is as if it never ended.
        """
        # Not by the name itself: databases do not agree about what is the same in capitals.
        rows = self._database.select(
            "SELECT account.id, name, fingerprint, seen, used FROM account"
            f" LEFT JOIN account_key ON account_key.account = account.id WHERE {_LOOKS_LIKE}"
            " ORDER BY account.id, seen, fingerprint",
            (name,),
        )
        same = [row for row in rows if str(row[1]).lower() == name.lower()]
        member = Member(str(same[0][1]), same[0][0]) if same else None
        return member, {
            str(key): _Use(
                float(seen) if isinstance(seen, int | float) else 0.0,
                float(used) if isinstance(used, int | float) else inf,
            )
            for account, _, key, seen, used in same
            if key is not None and account == same[0][0]
        }

    def _are_unused(self, keys: Mapping[str, _Use]) -> bool:
        """Return whether a name with these keys is unused."""
        # A visit is noted once a day, and at its end.
        late = self._hall_time() - self._patience - _DAY
        return bool(keys) and all(use.used < late for use in keys.values())

    def _check_owner(self, key: str, name: str, keys: Collection[str]) -> None:
        """Raise Refusal if a key is none of these, which own a name."""
        if key not in keys:
            raise Refusal(
                message(
                    "the name {name} belongs to another key; if that is yours too, come with it and add this"
                    " one",
                    name=name,
                )
            )

    def _check_free(self, key: str, name: str) -> None:
        """Raise Refusal if a free or unused name claims a role, or looks like one that another key owns."""
        if claims_role(name):
            raise Refusal(
                message("nobody can take the name {name}, which claims a role: choose another one", name=name)
            )
        alike = self._database.select(
            f"SELECT name FROM account WHERE {_LOOKS_LIKE} AND lower(name) <> lower(?)"
            " AND NOT EXISTS (SELECT 1 FROM account_key WHERE account = account.id AND fingerprint = ?)",
            (name, name, key),
        )
        for (owned,) in alike:
            raise Refusal(
                message(
                    "the name {name} looks like {owned}, which somebody has: choose another one",
                    name=name,
                    owned=owned,
                )
            )

    def _check_number(self, key: str) -> None:
        query = "SELECT count(*) FROM account_key WHERE fingerprint = ?"
        ((taken,),) = self._database.select(query, (key,))
        if taken >= MAX_NAMES:
            raise Refusal(message("your key has {names} names already", names=MAX_NAMES))

    def _add(self, connection: Connection, account: int, key: str) -> None:
        now, used = int(self._clock()), int(self._hall_time())
        connection.execute("INSERT INTO account_key VALUES (?, ?, ?, ?)", (account, key, now, used))
