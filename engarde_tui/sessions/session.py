"""What a match is played for: what is allowed and said besides the game, and where leaving leads."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final, Protocol

from engarde_tui.language import put, tr
from engarde_tui.play.bot_turns import BotTurns
from engarde_tui.play.client import Client
from engarde_tui.play.keys import MATCH, KeyAction
from engarde_tui.play.live_match import NO_HELP, StaleError, TableChanged
from engarde_tui.play.questions import DRAW_OFFERED, LEAVE, RESIGN, RESIGN_ONLY, Question
from engarde_tui.play.scene import Mode, Scene
from engarde_tui.presentation import presentation_of
from engarde_tui.progress.lesson import Exercise, Text
from engarde_tui.sessions.match_end import MatchEnd
from engarde_tui.sessions.services import AppServices
from engine.game import Seat
from engine.message import Message


class Face(Protocol):
    """What shows a table, as its session knows it."""

    scene: Scene
    """What it shows."""

    @property
    def services(self) -> AppServices:
        """Where one can go from here, and the settings."""

    @property
    def is_active(self) -> bool:
        """Whether no other page lies over it."""

    @property
    def room(self) -> int:
        """The columns of a line of a message."""

    def key(self, action_id: str) -> str:
        """Return the key of an action at the table, as the player reads it."""

    def say(self, text: str) -> None:
        """Tell the player something that has happened."""

    def refuse(self, why: str) -> None:
        """Say why nothing happens."""

    def clear_turn(self) -> None:
        """Show the draft with which composing begins."""

    def renew(self) -> None:
        """Show what there is now, the end of a round that was shown no longer."""

    def renew_words(self) -> None:
        """Show what is said and allowed now beside the state shown."""

    def follow(self) -> None:
        """Show what there is now; the end of a round stays until the player continues."""

    def arm(self) -> None:
        """Let what is shown be left only after a moment."""

    def change(self, change: Callable[[], None]) -> Awaitable[bool]:
        """Make a change that is saved; the result is False if that failed and the player cancelled."""

    def do_later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something instead of a bot, unless the table is left."""

    def call_in(self, seconds: float, call: Callable[[], object]) -> Callable[[], None]:
        """Call something after so many seconds; return what calls it off."""


class Session:
    """A match at home, for all who play at one keyboard.

    Lessons, puzzles and the hall have sessions of their own.
    """

    leaving: ClassVar[Question] = LEAVE
    """What is asked before the table is left."""
    keys: ClassVar[tuple[KeyAction, ...]] = MATCH
    """Keys besides those of every table: each does what the method of that name does."""
    refusals: ClassVar[tuple[type[Exception], ...]] = (ValueError,)
    """Errors that say why a change is refused; the player reads them at the table."""

    face: Face
    """What shows the table; set by it."""
    styles: frozenset[str] = frozenset()
    """What the style sheets are to know of it: "lesson"."""

    words: tuple[Exercise, Message, Callable[[Text], str]] | None = None
    """Of a lesson, the exercise, which one of how many it is, and what completes its texts."""

    def __init__(self, client: Client) -> None:
        """Play from `client`."""
        self.client: Final = client
        self.match: Final = client.match
        self.bots: Final = BotTurns(client)

    # --- what it shows ---

    @property
    def rules(self) -> Any:
        """The rules of the match."""
        return self.client.view.round.rules

    def present(self, scene: Scene) -> Scene:
        """Return a scene of the match as this session shows it."""
        return scene

    def prompt(self, scene: Scene) -> str:
        """Return what to do, or whom to wait for; "" for what the game says."""
        return ""

    @property
    def keeps_prompt(self) -> bool:
        """Whether the prompt stays while a turn is composed; what the turn would do stands above it then."""
        return False

    @property
    def offered(self) -> str:
        """The offer of a draw that waits for an answer, as a sentence; "" if there is none."""
        offer = self.match.draw_offer
        return "" if offer is None or offer.is_declined else offer.told(self.match.names)

    def notes(self, scene: Scene) -> tuple[str, str]:
        """Return quiet words for the upper and the lower edge of the frame around the message."""
        if self.match.branch is not None:
            return tr("played on from another match: not rated"), ""
        day = self.match.day
        return "" if day is None else tr("daily bout {day}", day=day), ""

    def also_allowed(self, scene: Scene) -> frozenset[str]:
        """Return further actions to allow."""
        resigning = {"resign"} if scene.mode in (Mode.PLAYING, Mode.WAITING) else set()
        return frozenset(resigning | self.reading(scene))

    def reading(self, scene: Scene) -> frozenset[str]:
        """Return the key to the log, unless the rules let nobody look back now."""
        view = scene.view
        has_log = next(presentation_of(view.round.rules).log(view), None) is not None
        return frozenset({"read_log"} if has_log else ())

    def needs_arming(self, scene: Scene) -> bool:
        """Return whether a key held down must not end what a scene shows."""
        return scene.mode in (Mode.CURTAIN, Mode.ROUND_OVER)

    def refusal_text(self, why: str) -> str:
        """Return what to say when a key does nothing."""
        return why

    def why_not(self, does: str) -> str:
        """Return why a key for help, undo or the log does nothing for the player to act; "" for others."""
        client, match = self.client, self.match
        if self.face.scene.mode is not Mode.PLAYING:
            return ""
        is_against_person = client.alone is not None and not client.has_bot
        match does:
            case "read_log":
                return tr("the rules let nobody look back before the round is over")
            case "hint" | "tally" | "undo" if match.day is not None:
                return put(NO_HELP)
            case "undo":
                return tr("there is nothing that may be taken back")
            case "hint" | "tally" if is_against_person:
                return tr("no hints against a person")
        return ""

    def hidden_keys(self, *, is_wide: bool) -> frozenset[str]:
        """Return the ids of own keys that would show only what a window shows already if it `is_wide`."""
        return frozenset()

    # --- what happens ---

    def has_shown(self) -> None:
        """Go on from what is shown now."""

    def hear(self, events: Sequence[TableChanged]) -> None:
        """Follow what has happened at the table."""
        if self.match.revision != self.face.scene.revision:
            self.face.follow()
        elif any(event.draw_offered for event in events):
            self.face.renew_words()
            offer = self.match.draw_offer
            if offer is not None and offer.is_declined:
                self.face.say(offer.told(self.match.names))

    def is_uncovered(self) -> None:
        """Go on once no other page lies over the table."""

    def play(self, action: Any) -> None:
        """Play an action for the revision shown."""
        revision = self.face.scene.revision
        self.face.change(lambda: self.client.play(action, revision))

    def resign(self) -> None:
        """Ask whether to resign, to offer a draw, or to accept one."""
        if (seat := self.client.seated) is None:
            return
        match, services = self.match, self.face.services
        end = partial(self._end, seat, self.face.scene.revision)
        loses = tr("If you resign, {name} wins the match.", name=match.names[seat.other])
        if self.client.alone is None and match.offered_draw(seat.other):
            # It could not be saved that the draw was accepted.
            self._ask_for_answer(seat, self.face.scene.revision)
        elif match.offered_draw(seat):
            services.ask(DRAW_OFFERED.about(self.offered), end)
        elif match.may_offer_draw(seat):
            services.ask(RESIGN.about(loses), end)
        else:
            services.ask(RESIGN_ONLY.about(loses), end)

    def _end(self, seat: Seat, revision: int, answer: str | None) -> None:
        """Do what the player on `seat` has answered at a revision."""
        client = self.client
        change: Callable[[], None]
        match answer:
            case "resign":
                change = partial(self._give_up, seat, revision)
            case "accept":
                change = partial(client.accept_draw, seat, revision)
            case "decline":
                change = partial(client.decline_draw, seat, revision)
            case "draw":
                change = partial(self._offer_draw, seat, revision)
            case _:
                return
        self.face.change(change)

    def _give_up(self, seat: Seat, revision: int) -> None:
        self.client.resign(seat, revision)
        # Only now: a bot that is thinking goes on if nothing has come of it.
        self.bots.interrupt()

    def _offer_draw(self, seat: Seat, revision: int) -> None:
        """Offer a draw; who sits at the same keyboard answers at once."""
        self.client.offer_draw(seat, revision)
        if self.client.alone is None:
            self._ask_for_answer(seat, revision)

    def _ask_for_answer(self, seat: Seat, revision: int) -> None:
        """Ask the other player at this keyboard about the draw that `seat` offers, with no hand open."""
        self.client.drop_curtain()
        self.face.follow()
        asked = tr("{name}, do you accept it?", name=self.match.names[seat.other])
        question = DRAW_OFFERED.without("stay", "resign").about(f"{self.offered}\n\n{asked}")
        # The other player has pressed no key yet.
        question = replace(question, counts_ahead=())
        self.face.services.ask(question, partial(self._end, seat.other, revision))

    def read_log(self) -> None:
        """Show what has happened in the round shown."""
        self.face.services.open_log()

    def go_on(self) -> None:
        """Continue with the next round, which may already be dealt, or the result."""
        shown = self.face.scene

        def deal() -> None:
            with suppress(StaleError):
                self.client.next_round(shown.revision)
            self.face.renew()

        if shown.revision == self.match.revision and shown.view.winner is not None:
            self.face.services.open_match_over(self.end())
        else:
            self.face.change(deal)

    def end(self) -> MatchEnd:
        """Return what follows the match that has been won."""
        return MatchEnd(self.client)

    # --- leaving ---

    @property
    def asks_before_leaving(self) -> bool:
        """Whether the match has no winner yet, and the player is to be asked before leaving it."""
        asks = self.face.services.settings.confirm_leaving or not self.match.saver.is_saved
        return asks and self.client.view.winner is None

    @property
    def leave_warning(self) -> str:
        """What happens to the match if the player leaves now."""
        return self.face.services.consequence(saved=self.match.saver.is_saved)

    @property
    def is_kept(self) -> bool:
        """Whether the player can come back to the match as it is now."""
        return self.match.saver.is_saved

    def leave(self) -> None:
        """Leave the table, so that others may open the match."""
        if self.client.is_here:
            self.client.leave()
            self.close()

    def close(self) -> None:
        """Close the match that has been left."""
        self.match.close()
