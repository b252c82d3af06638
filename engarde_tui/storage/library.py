"""What a player may ask of stored matches, wherever they lie."""

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime
from typing import Any, Protocol

from engarde_tui.header import Header
from engarde_tui.play.stored import StoredMatch
from engarde_tui.storage.journal import Journal, UnreadableMatchError
from engarde_tui.storage.store import ResumedMatch
from engine.match import Match, MatchView
from engine.record import Record


class Library(Protocol):
    """The matches that one player sees: all of a store at home, the own ones in a hall.

    Every method raises StoreError, having changed nothing, if the disk fails.
    """

    def now(self) -> datetime:
        """Return the time by the clock that dates matches."""

    @property
    def read_only(self) -> str:
        """What the player is told where matches can only be read; "" if they can be saved."""

    def begin(self, match: Match, others: Header = (), permit: Callable[[], None] = lambda: None) -> Journal:
        """Save a new match with further header lines, unless `permit` raises an error."""

    def resume(self, match_id: int) -> ResumedMatch:
        """Open a match to continue it."""

    def delete(self, match_id: int) -> None:
        """Delete a match."""

    def ids(self, *, unfinished_only: bool = False, among: Collection[int] | None = None) -> list[int]:
        """Return the numbers of the matches, of all or `among` these, the one played last first."""

    def ends(self) -> dict[int, bool]:
        """Return whether each match of `ids` has ended, by its number, in their order."""

    def headers(self, key: str, among: Collection[int] | None = None) -> dict[int, dict[str, str]]:
        """Return the header lines of each match, of all or `among` these, whose header has `key`."""

    def record(self, match_id: int) -> Record:
        """Return the record of a match, without its secrets."""

    def view(self, match_id: int) -> MatchView[Any]:
        """Return what everybody may see of a match."""

    def summary(self, match_id: int) -> StoredMatch:
        """Return a match as listed."""

    def listed(self, ids: Sequence[int]) -> Iterator[StoredMatch | UnreadableMatchError]:
        """Yield these matches as listed, in this order; for one that cannot be read, why."""
