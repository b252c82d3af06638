"""One member's matches in the hall's store."""

from dataclasses import replace

from engarde_tui.match.aid import Header
from engarde_tui.match.commitment import commitments, new_secret
from engarde_tui.serve.hall.hall_line import ALONE, HALL, NOBODY, HallLine
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.journal import Journal
from engarde_tui.storage.store import ResumedMatch, Store
from engine.match import Match
from engine.record import Record


class OwnMatches(Store):
    """A store that shows one member's matches, without the hall's secrets."""

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
        own = {
            id
            for id, words in self.header_values(HALL).items()
            if self._member in HallLine.parse(words).members
        }
        return [id for id in super().ids(unfinished_only=unfinished_only) if id in own]

    def resume(self, id: int) -> ResumedMatch:
        """Open a match played at the member's own keyboard; raises StoreError for any other."""
        if HallLine.parse(self.header_values(HALL).get(id, "")).kind != ALONE:
            raise StoreError(f"match {id} is played at its table: it cannot be opened here")
        return super().resume(id)

    def record(self, id: int) -> Record:
        """Return a match's record with the commitments to its decks in place of their secret.

        Raises StoreError if it cannot be read.
        """
        record = super().record(id)
        hall = HallLine.of(record)
        others = tuple((key, value) for key, value in record.others if key != HALL)
        if hall.secret and hall.kind != ALONE:
            others = (*others, *commitments(record.match, hall.secret))
        return replace(record, others=others)
