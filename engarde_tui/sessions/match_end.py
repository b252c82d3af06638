"""The end of a match: what can be done after it, and what is said then."""

from collections.abc import Callable
from typing import ClassVar, Final, Protocol

from engarde_tui.play.client import Client
from engarde_tui.play.keys import KeyAction
from engarde_tui.play.words import help_sentences
from engarde_tui.sessions.services import AppServices


class EndFace(Protocol):
    """What shows the result of a match, as its `MatchEnd` knows it."""

    @property
    def services(self) -> AppServices:
        """Where one can go from here."""

    def key(self, action_id: str) -> str:
        """Return the key of an action, as the player reads it."""

    def call_later(self, callback: Callable[[], object]) -> object:
        """Call something in a turn of its own."""

    def say(self, text: str, *, refused: bool = False) -> None:
        """Tell the player something, or why nothing happens."""


class MatchEnd:
    """What follows a match at home; the hall has another one."""

    keys: ClassVar[tuple[KeyAction, ...]] = ()
    """Keys besides those after every match: each does what the method of that name does."""
    is_rated_here: ClassVar = True
    """Whether the ratings are those of the player's own matches."""
    has_news: ClassVar = False
    """Whether something may be told that the others do."""

    face: EndFace
    """What shows it; set by that."""

    def __init__(self, client: Client) -> None:
        """End the match of a client, who sees it."""
        self.client: Final = client
        self.match: Final = client.match

    @property
    def remarks(self) -> list[str]:
        """What is told besides how it ended, a sentence each: the help used."""
        return help_sentences(self.client.view, self.match.help_used)

    @property
    def allowed(self) -> frozenset[str]:
        """The actions allowed: a daily bout has a card, any other match can be played again or leads on."""
        if self.match.day is not None:
            return frozenset({"watch", "menu", "copy"})
        climbs = {"play_next"} if self.match.next_players is not None else set()
        shares = {"share"} if self.face.services.RUNS_PROGRAMS else set()
        return frozenset({"watch", "menu", "rematch"} | climbs | shares)

    def begin(self) -> None:
        """Follow what happens; it is shown now."""

    def leave(self) -> None:
        """Follow nothing any more."""

    def is_uncovered(self) -> None:
        """Go on once no other page lies over the result."""

    def rematch(self) -> None:
        """Play again with the same settings."""
        self.face.services.open_match(self.match.rematch())

    def play_next(self) -> None:
        """Play against the next stronger level, with the same settings."""
        self.face.services.open_match(self.match.rematch(self.match.next_players))

    def watch(self) -> None:
        """Replay the match."""
        self.face.services.open_replay(self.match.replay())

    def share(self) -> None:
        """Write the match to a file, to show it around."""
        self.face.services.share(self.match.replay())

    def menu(self) -> None:
        """Go back to the menu."""
        self.face.services.open_menu()
