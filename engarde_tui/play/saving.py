"""Saving a match to its journal, and playing on unsaved if the disk fails."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple, Protocol

from engarde_tui.header import Header
from engarde_tui.play.help_used import HelpUsed
from engarde_tui.play.problem import Problem
from engine.match import Match


class News(NamedTuple):
    """What has been saved since."""

    match: Match
    help_used: HelpUsed
    has_own: bool
    """Whether it begins with what was saved here last, although nobody could say so."""


class Journal(Protocol):
    """Saves what happens in a match. A method that raises Problem has saved nothing."""

    begun: datetime
    """When the match began, as its record says."""

    def write(self, match: Match, help_used: HelpUsed) -> None:
        """Save everything that led to this state of the match, and the help used."""

    def news(self, match: Match) -> News | None:
        """Return what others have made of `match`, as saved last; None if nothing."""


class OvertakenError(Problem):
    """Somebody else has changed the match since it was read; nothing is saved."""


class BeginRefusedError(ValueError):
    """A match must not begin, and trying again would not change that."""


Begin = Callable[[Match, Header], Journal]
"""Opens a journal for a match, given its header lines.

Raises Problem if it cannot be saved, BeginRefusedError if it must not begin.
"""


class Saver:
    """Owns the journal of a match."""

    def __init__(self, journal: Journal | None, others: Header) -> None:
        """Write to `journal`, if any; `others` are the header lines for a new one, without help."""
        self._journal = journal
        self.begun = None if journal is None else journal.begun
        """When the match began, as its record says, also once that is closed; None if it is not saved."""
        self._others = others
        self._begin: Begin | None = None
        self._continues_unsaved = False

    @property
    def is_saved(self) -> bool:
        """Whether the match is saved up to now and can be continued later."""
        return self.begun is not None and not self._continues_unsaved

    @property
    def continues_unsaved(self) -> bool:
        """Whether the match continues although it could not be saved."""
        return self._continues_unsaved

    def open_new_journal(self, begin: Begin) -> None:
        """Drop the journal; the next `write` saves the whole match to one that `begin` opens."""
        self._journal, self.begun, self._begin = None, None, begin

    def continue_unsaved(self) -> None:
        """Let `write` ignore failures; it saves what is missing as soon as it can."""
        self._continues_unsaved = True

    def write(self, match: Match, help_used: HelpUsed) -> None:
        """Save the match so far; raises Problem if that fails, unless the match continues unsaved."""
        try:
            if self._journal is not None:
                self._journal.write(match, help_used)
            elif self._begin is not None:
                self._journal = self._begin(match, (*self._others, *help_used.header))
                self.begun = self._journal.begun
        except Problem:
            if not self._continues_unsaved:
                raise
        else:
            self._continues_unsaved = False

    def news(self, match: Match) -> News | None:
        """Return what others have made of `match`, as saved last; None if nothing."""
        return None if self._journal is None else self._journal.news(match)

    def close(self, match: Match, help_used: HelpUsed) -> None:
        """Write no more, after a last attempt to save what is missing."""
        if self._continues_unsaved:
            self.write(match, help_used)
        self._journal = self._begin = None
