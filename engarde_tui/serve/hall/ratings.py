"""How strong members are: ratings by game from their finished matches against each other."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engarde_tui.play.problem import Problem
from engarde_tui.play.stored import StoredMatch
from engarde_tui.progress.glicko import Rating, faded
from engarde_tui.progress.ratings import NEWCOMER, rated_rounds
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.table_rows import SEATS, Accounts
from engarde_tui.serve.hall.time_rows import LATEST
from engarde_tui.storage.database import Connection, Database
from engarde_tui.storage.errors import ConflictError, StoreError
from engarde_tui.storage.store import Store
from engine.game import FORFEIT, Rules, Seat, game_of

LADDER_ROUNDS: Final = 10
"""Rated rounds with which a member stands on the ladder; a rating with fewer has a `?` after it."""

_DAY: Final = 86400
"""Seconds of a rating period without a match."""

_COLUMNS: Final = "account, game, value, deviation, volatility, rounds, at"

_TRIES: Final = 5
"""How often a match is counted anew, if another process counts one of the same member."""

_LOG: Final = logging.getLogger("engarde.hall")


class Standing(NamedTuple):
    """How strong a member is at a game."""

    rating: Rating
    rounds: int
    """Rated rounds so far."""
    at: float
    """When the last of them was played, in seconds since 1970."""

    @property
    def label(self) -> str:
        """The rating as it stands beside a name."""
        return f"{self.rating.value:.0f}{'?' if self.rounds < LADDER_ROUNDS else ''}"

    def now(self, now: float) -> "Standing":
        """Return it with the deviation that has grown since the last match, at most to a newcomer's."""
        rating = faded(self.rating, max(now - self.at, 0) / _DAY)
        most = max(NEWCOMER.deviation, self.rating.deviation)
        return self._replace(rating=rating._replace(deviation=min(rating.deviation, most)))


class Change(NamedTuple):
    """A member's rating before and after a match."""

    before: float
    after: float

    def __str__(self) -> str:
        """Return the rating and how much it has changed: "1248 (+8)"."""
        return f"{self.after:.0f} ({round(self.after) - round(self.before):+})"


class Place(NamedTuple):
    """A member on the ladder."""

    name: str
    standing: Standing
    account: int


_NONE: Final = Standing(NEWCOMER, 0, 0)


class HallRatings:
    """The members' ratings, kept in the hall's database and in memory.

    A match counts once, when it ends, also if it is deleted later; not if one key has both names.
    """

    def __init__(self, database: Database, store: Store, clock: Callable[[], float]) -> None:
        """Read the ratings; raises StoreError if they cannot be read. `clock` as in `Register`."""
        self._database = database
        """Lets one match at a time be counted: each rests on the ratings before it."""
        self._store = store
        self._clock = clock
        self._standings: dict[tuple[int, str], Standing] = {}
        self._rounds: dict[tuple[int, str], object] = {}
        """The rounds of each as stored, also of a damaged one: each rating of a member has others."""
        self.read()
        self._is_behind = bool(self._unrated())

    def read(self, account: int | None = None) -> None:
        """Read all ratings anew, or those of a member; raises StoreError if they cannot be read."""
        rows = self._database.select(
            f"SELECT {_COLUMNS} FROM rating WHERE account = ? OR ? = 0", (account or 0,) * 2
        )
        for owner, game, *rating, rounds, at in rows:
            self._rounds[owner, str(game)] = rounds
            if _is_rating(rating, rounds, at):
                self._standings[owner, str(game)] = Standing(Rating(*rating), rounds, at)

    def standing(self, account: int | None, game: str) -> Standing | None:
        """Return how strong a member is today; None for a guest, or without a rated round."""
        found = None if account is None else self._standings.get((account, game))
        return None if found is None else found.now(self._clock())

    def label(self, account: int | None, game: str) -> str:
        """Return the rating as it stands beside a name; "" if there is none."""
        found = None if account is None else self._standings.get((account, game))
        return "" if found is None else found.label

    def changes(self, match_id: int) -> dict[Seat, Change]:
        """Return what a match has changed, by seat; {} if it is not rated. Raises Problem if unreadable."""
        with with_register():
            rows = self._database.select(
                "SELECT side, rated_from, rated_to FROM seat JOIN hall_table ON hall_table.id = hall_table"
                " WHERE match = ? AND rated_to IS NOT NULL",
                (match_id,),
            )
        return {
            SEATS[side]: Change(before, after)
            for side, before, after in rows
            if side in SEATS and _is_value(before) and _is_value(after)
        }

    def ladder(self, game: str) -> list[Place]:
        """Return the members with `LADDER_ROUNDS` at a game, by what their rating is at least.

        Raises Problem if their names cannot be read.
        """
        with with_register():
            names = dict(self._database.select("SELECT id, name FROM account"))
        now = self._clock()
        places = [
            Place(str(names[account]), standing.now(now), account)
            for (account, at), standing in self._standings.items()
            if at == game and standing.rounds >= LADDER_ROUNDS and account in names
        ]
        return sorted(places, key=lambda place: place.standing.rating.margin - place.standing.rating.value)

    def rate(self, match_id: int, accounts: Accounts, rules: Rules, winners: Sequence[Seat | None]) -> None:
        """Count a match that has just ended; raises Problem if that cannot be saved.

        While others that ended earlier are to be counted, this one waits with them.
        """
        if not self._is_behind:
            self._rate(match_id, accounts, game_of(rules).name, winners, self._clock())

    def forget(self, account: int) -> None:
        """Forget a member who has lost the name; the database has done so."""
        self._standings = {key: found for key, found in self._standings.items() if key[0] != account}
        self._rounds = {key: found for key, found in self._rounds.items() if key[0] != account}

    async def catch_up(self) -> None:
        """Count what ended while nobody counted, the oldest first; leave others half of the time."""
        tried = set[int]()
        while matches := {match: seats for match, seats in self._unrated().items() if match not in tried}:
            tried |= matches.keys()
            before = time.perf_counter()
            for found in self._store.listed([*matches]):
                if isinstance(found, StoredMatch):
                    self._count(found, matches[found.id])
                used = time.perf_counter() - before
                await asyncio.sleep(used)
                before = time.perf_counter()
        self._is_behind = False

    def _count(self, match: StoredMatch, accounts: Accounts) -> None:
        winners = [ended.winner for ended in match.finished if ended.reason != FORFEIT]
        try:
            self._rate(match.id, accounts, game_of(match.rules).name, winners, match.changed.timestamp())
        except Problem as problem:
            _LOG.warning("event=unrated match=%d problem=%r", match.id, str(problem))

    def _unrated(self) -> dict[int, Accounts]:
        """Return the members of each finished match that is not counted, the one that ended first first."""
        rows = self._database.select(
            "SELECT hall_table.match, one.account, other.account FROM hall_table"
            " JOIN seat AS one ON one.hall_table = hall_table.id AND one.side = 'left'"
            " JOIN seat AS other ON other.hall_table = hall_table.id AND other.side = 'right'"
            " WHERE match IS NOT NULL AND is_rated = 0 AND kind <> 'alone'"
        )
        found: dict[int, Accounts] = {match: (left, right) for match, left, right in rows}
        if not found:
            return {}
        unfinished = set(self._store.ids(unfinished_only=True, among=found))
        return {
            match: found[match] for match in reversed(self._store.ids(among=found)) if match not in unfinished
        }

    def _rate(
        self, match_id: int, accounts: Accounts, game: str, winners: Sequence[Seat | None], at: float
    ) -> None:
        left, right = accounts
        if left is None or right is None:
            return
        with with_register():
            for _ in range(_TRIES):
                try:
                    self._rate_members(match_id, (left, right), game, winners, at)
                except ConflictError:
                    # Another process has counted a match of one of them at the same time.
                    self.read(left)
                    self.read(right)
                else:
                    return
            raise StoreError(f"match {match_id} is not rated: its players end too many matches at once")

    def _rate_members(
        self, match_id: int, accounts: tuple[int, int], game: str, winners: Sequence[Seat | None], at: float
    ) -> None:
        """Count a match, if nobody has; raises ConflictError if a rating in memory is an old one."""
        before = [self._standings.get((account, game), _NONE).now(at) for account in accounts]
        after = rated_rounds([standing.rating for standing in before], winners)
        standings = [
            Standing(rating, standing.rounds + len(winners), at)
            for rating, standing in zip(after, before, strict=True)
        ]
        with self._database.writing() as connection:
            counted = connection.execute(
                "UPDATE hall_table SET is_rated = 1 WHERE match = ? AND is_rated = 0", (match_id,)
            ).rowcount
            if not counted or not winners or _is_one_person(connection, *accounts):
                return
            for account, old, new in zip(accounts, before, standings, strict=True):
                connection.execute(
                    "UPDATE seat SET rated_from = ?, rated_to = ? WHERE account = ?"
                    " AND hall_table = (SELECT id FROM hall_table WHERE match = ?)",
                    (old.rating.value, new.rating.value, account, match_id),
                )
                _save(connection, account, game, self._rounds.get((account, game)), new)
        for account, new in zip(accounts, standings, strict=True):
            self._standings[account, game], self._rounds[account, game] = new, new.rounds


def _is_rating(rating: Sequence[object], rounds: object, at: object) -> bool:
    """Return whether a stored rating is no damaged one, with which nothing could be counted."""
    value, deviation, volatility = rating
    within = ((deviation, 1, 1e3), (volatility, 1e-3, 1), (at, 0, LATEST))
    numbers = all(_is_within(number, low, high) for number, low, high in within)
    return _is_value(value) and numbers and isinstance(rounds, int) and rounds >= 0


def _is_value(value: object) -> bool:
    return _is_within(value, -1e4, 1e4)


def _is_within(number: object, low: float, high: float) -> bool:
    return isinstance(number, int | float) and low <= number <= high


def _is_one_person(connection: Connection, left: int, right: int) -> bool:
    """Return whether one key has the names of two members."""
    return (
        connection.execute(
            "SELECT 1 FROM account_key AS one JOIN account_key AS other USING (fingerprint)"
            " WHERE one.account = ? AND other.account = ?",
            (left, right),
        ).fetchone()
        is not None
    )


def _save(connection: Connection, account: int, game: str, rounds: object, new: Standing) -> None:
    """Save a rating that follows the one with these `rounds`; raises ConflictError if that is not stored."""
    saved = connection.execute(
        f"INSERT INTO rating ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (account, game) DO UPDATE SET value = excluded.value,"
        " deviation = excluded.deviation, volatility = excluded.volatility,"
        " rounds = excluded.rounds, at = excluded.at WHERE rating.rounds = ?",
        (account, game, *new.rating, new.rounds, int(new.at), rounds),
    )
    if saved.rowcount != 1:
        raise ConflictError("somebody else has counted a match of that member")
