"""How a match is kept: its journal, and what is missing from it while the disk refuses."""

from collections.abc import Callable
from typing import Protocol

from engarde_tui.match.aid import Aid, Header
from engarde_tui.match.problem import Problem
from engine.match import Match


class Journal(Protocol):
    """Keeps what happens at a table. A method that raises Problem has kept nothing."""

    def write(self, match: Match, aid: Aid) -> None:
        """Keep everything that has led to this state of the match, and what help was taken."""

    def close(self) -> None:
        """Nothing more happens at this table."""


Begin = Callable[[Match, Header], Journal]
"""Begins to keep a match, with the header lines that tell of its players; raises Problem."""


class Keeping:
    """The one owner of a match's journal."""

    def __init__(self, journal: Journal | None, others: Header) -> None:
        """Go on with `journal`, if there is one; `others` are the header lines of a new one, without aid."""
        self._journal = journal
        self._others = others
        self._begin: Begin | None = None
        self._goes_on_unsaved = False

    @property
    def is_saved(self) -> bool:
        """Everything that has happened can be continued later."""
        return self._journal is not None and not self._goes_on_unsaved

    @property
    def goes_on_unsaved(self) -> bool:
        """The match goes on without being saved, though it was to be."""
        return self._goes_on_unsaved

    def begin_anew(self, begin: Begin) -> None:
        """Give up the journal; the next `write` keeps the whole match in one that `begin` opens."""
        self._journal, self._begin = None, begin

    def go_on_unsaved(self) -> None:
        """Let `write` pass what cannot be kept; it writes what is missing as soon as it can."""
        self._goes_on_unsaved = True

    def write(self, match: Match, aid: Aid) -> None:
        """Keep the match so far; raises Problem where that fails and the match does not go on unsaved."""
        try:
            if self._journal is not None:
                self._journal.write(match, aid)
            elif self._begin is not None:
                self._journal = self._begin(match, (*self._others, *aid.header))
        except Problem:
            if not self._goes_on_unsaved:
                raise
        else:
            self._goes_on_unsaved = False

    def close(self, match: Match, aid: Aid) -> None:
        """Let others open the match; what is missing gets a last chance to be written."""
        if self._goes_on_unsaved:
            self.write(match, aid)
        if self._journal is not None:
            self._journal.close()
        self._journal = self._begin = None
