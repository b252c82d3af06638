"""The matches of one member, out of all that the hall keeps."""

from dataclasses import replace

from engarde_tui.match.aid import Header
from engarde_tui.match.commitment import commitments, new_secret
from engarde_tui.serve.hall.hall_line import ALONE, HALL, NOBODY, HallLine
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.journal import Journal
from engarde_tui.storage.store import Kept, Store
from engine.match import Match
from engine.record import Record


class OwnMatches(Store):
    """A store with one member's matches in it; nothing that only the hall may know comes out of it."""

    def __init__(self, store: Store, member: str) -> None:
        """Matches that are begun here are kept as this member's."""
        super().__init__(store.folder, store.now, database=store.database)
        self._member = member

    def begin(self, match: Match, others: Header = ()) -> Journal:
        """Store a match that the member plays here, against a bot or with somebody at the same keyboard."""
        line = HallLine(ALONE, new_secret(), self._member, NOBODY)
        return super().begin(match, (*others, (HALL, line.text)))

    def ids(self, *, unfinished_only: bool = False) -> list[int]:
        """The numbers of the member's matches."""
        own = {
            id
            for id, words in self.header_values(HALL).items()
            if self._member in HallLine.parse(words).members
        }
        return [id for id in super().ids(unfinished_only=unfinished_only) if id in own]

    def resume(self, id: int) -> Kept:
        """Open a match that the member plays alone; the others go on at their tables."""
        if HallLine.parse(self.header_values(HALL).get(id, "")).kind != ALONE:
            raise StoreError(f"match {id} goes on at its table: it cannot be opened here")
        return super().resume(id)

    def record(self, id: int) -> Record:
        """A match as its players may have it: with the commitments to its decks, without their secret."""
        record = super().record(id)
        hall = HallLine.of(record)
        others = tuple((key, value) for key, value in record.others if key != HALL)
        if hall.secret and hall.kind != ALONE:
            others = (*others, *commitments(record.match, hall.secret))
        return replace(record, others=others)
