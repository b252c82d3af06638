"""What a screen with a board shows at one moment, as one value."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, NamedTuple

from engarde_tui.play.client import Client
from engine.game import Seat
from engine.match import MatchView


class Mode(Enum):
    """The mode of a screen with a board."""

    WATCHING = auto()
    """Nobody plays from here."""
    PLAYING = auto()
    """The player to act sits here."""
    WAITING = auto()
    """The player to act is a bot or plays from elsewhere."""
    CURTAIN = auto()
    """The hands are hidden until the curtain is lifted."""
    ROUND_OVER = auto()
    """The round is over; its end is shown to the players."""


class Words(NamedTuple):
    """A message to the player."""

    text: str = ""
    refused: bool = False
    """Whether it says why a key did nothing."""
    ready: bool = False
    """Whether it says what the next key would play."""
    is_news: bool = False
    """Whether it tells what has happened, rather than what can be done."""
    edges: tuple[str, str] = ("", "")
    """Words about it for the upper and the lower edge of its frame; they take the place of the notes."""


_SILENCE: Final = Words()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything the widgets of a board draw, and which actions are allowed.

    View and draft change together, so no widget ever draws one with an outdated other.
    """

    view: MatchView[Any]
    draft: Any = None
    """The turn being composed, of a type that each game defines."""
    mode: Mode = Mode.WATCHING
    revision: int = 0
    """The revision of the match shown; actions name it."""
    before: MatchView[Any] | None = None
    """What the seated player knew before their own last action; None after the next key press."""
    alone: Seat | None = None
    """The only seat played from here; None if two players share the keyboard or nobody plays."""
    is_armed: bool = False
    """Whether the curtain can be lifted, or enter leaves the end of a round: no stray key may do it."""
    is_unsaved: bool = False
    """Whether the match continues although it could not be saved."""
    message: Words = _SILENCE
    ratings: tuple[str, str] = ("", "")
    """How strong the players are, to stand beside their names; "" for what is not known."""
    notes: tuple[str, str] = ("", "")
    """Quiet words for the upper and the lower edge of the frame around the message."""
    in_match: frozenset[str] = frozenset()
    """The actions that the match allows."""
    in_session: frozenset[str] = frozenset()
    """The actions that a session adds."""
    styles: frozenset[str] = frozenset()
    """What the style sheets are to know of the session, such as "lesson"."""
    details: Any = None
    """What a session tells with widgets of its own, of a type that it defines."""

    @property
    def allowed(self) -> frozenset[str]:
        """All allowed actions; all others are refused."""
        return self.in_match | self.in_session

    @property
    def player_to_act(self) -> str:
        """The name of the player to act; empty when the round is over."""
        turn = self.view.round.turn
        return "" if turn is None else self.view.names[turn]


_ALLOWED: Final = {
    Mode.WATCHING: frozenset[str](),
    Mode.PLAYING: frozenset({"hide"}),
    Mode.WAITING: frozenset({"hide"}),
    Mode.CURTAIN: frozenset({"lift_curtain"}),
    Mode.ROUND_OVER: frozenset({"go_on"}),
}
"""The actions allowed in each mode."""


def scene_of(
    client: Client,
    begin: Callable[[Any], Any],
    composing: frozenset[str] = frozenset(),
    helps: frozenset[str] = frozenset(),
    *,
    reading: frozenset[str] = frozenset(),
    is_stuck: bool = False,
) -> Scene:
    """Return what to show to a client now.

    `begin` returns the draft with which composing begins, for the view of a round, and `composing` are the
    actions that compose, `helps` those that help, `reading` those that only read. `is_stuck` says that the
    answer of the bot to act could not be played.
    """
    view, mode = client.view, _mode(client)
    allowed = _ALLOWED[mode]
    if mode is Mode.PLAYING:
        allowed |= composing | (helps if client.may_ask else frozenset())
    if mode in (Mode.WAITING, Mode.WATCHING):
        allowed |= reading
    if mode in (Mode.PLAYING, Mode.WAITING):
        allowed |= {"undo"} if client.may_undo else set()
        allowed |= {"pace"} if client.has_bot else set()
    if mode is Mode.PLAYING and client.may_undo_freely:
        allowed |= {"undo"}
    if mode is Mode.WAITING and is_stuck:
        allowed |= {"retry"}
    if mode is Mode.CURTAIN and client.alone is not None:
        allowed |= {"show"}
    return Scene(
        view,
        begin(view.round),
        mode,
        client.match.revision,
        before=client.before,
        alone=client.alone,
        is_unsaved=client.match.saver.continues_unsaved,
        in_match=allowed,
    )


def has_come_round(before: Scene, scene: Scene) -> bool:
    """Return whether an opponent elsewhere has acted, and it is the player's turn to do something."""
    played_before, played = ((each.view.number, len(each.view.round.plays)) for each in (before, scene))
    is_called = before.mode is Mode.WAITING and scene.mode in (Mode.PLAYING, Mode.ROUND_OVER)
    return is_called and played > played_before


def _mode(client: Client) -> Mode:
    if client.is_spectator:
        return Mode.WATCHING
    if client.match.turn is None:
        return Mode.ROUND_OVER
    if client.is_curtain_down:
        return Mode.CURTAIN
    return Mode.WAITING if client.waits else Mode.PLAYING
