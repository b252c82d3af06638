"""One member's matches in the hall's store."""

from contextlib import AbstractContextManager
from dataclasses import replace

from engarde_tui.match.aid import Header
from engarde_tui.match.chain import is_chained
from engarde_tui.match.commitment import commitments, new_secret
from engarde_tui.serve.hall.hall_line import ALONE, HALL, NOBODY, HallLine
from engarde_tui.serve.hall.trouble import without_details
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.journal import Journal
from engarde_tui.storage.store import ResumedMatch, Store, StoredMatch
from engine.match import Match
from engine.record import Record


class OwnMatches(Store):
    """A store that shows one member's matches, without the hall's secrets.

    Errors in reading them are logged, and raised without details.
    """

    def __init__(self, store: Store, member: str) -> None:
        """Show the matches of `member` in `store`; new ones belong to them."""
        super().__init__(store.folder, store.now, database=store.database)
        self._member = member

    def begin(self, match: Match, others: Header = ()) -> Journal:
        """Save a match played at the member's own keyboard; raises StoreError if it cannot be saved."""
        line = HallLine(ALONE, new_secret(), self._member, NOBODY)
        return super().begin(match, (*others, (HALL, line.text)))

    def ids(self, *, unfinished_only: bool = False) -> list[int]:
        """Return the numbers of the member's matches; raises StoreError if they cannot be read."""
        with without_details("read your matches"):
            lines = {id: HallLine.parse(words) for id, words in self.header_values(HALL).items()}
            ids = super().ids(unfinished_only=unfinished_only)
        return [id for id in ids if id in lines and self._member in lines[id].members]

    def resume(self, id: int) -> ResumedMatch:
        """Open a match played at the member's own keyboard; raises StoreError for any other."""
        with _reading():
            line = HallLine.parse(self.header_values(HALL).get(id, ""))
        if line.kind != ALONE:
            raise StoreError(f"match {id} is played at its table: it cannot be opened here")
        with _reading():
            return super().resume(id)

    def summary(self, id: int) -> StoredMatch:
        """Return a match as listed; raises UnreadableMatchError if it is damaged or missing."""
        with _reading():
            return super().summary(id)

    def record(self, id: int) -> Record:
        """Return a match's record with what proves its decks in place of their secrets.

        Raises StoreError if it cannot be read.
        """
        with _reading():
            record = super().record(id)
        hall = HallLine.of(record)
        others = tuple((key, value) for key, value in record.others if key != HALL)
        if hall.secret and hall.kind != ALONE and not is_chained(record):
            others = (*others, *commitments(record.match, hall.secret))
        return replace(record, others=others)


def _reading() -> AbstractContextManager[None]:
    return without_details("read this match")
