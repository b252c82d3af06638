"""What a screen with a board shows at one moment, as one value."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, NamedTuple

from engarde_tui.play.client import Place
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
    SHOWDOWN = auto()
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
    """The revision of the table shown; actions name it."""
    before: MatchView[Any] | None = None
    """What the seated player knew before their own last action; None after the next key press."""
    alone: Seat | None = None
    """The only seat played from here; None if two players share the keyboard or nobody plays."""
    is_armed: bool = False
    """Whether the curtain can be lifted, or enter leaves the end of a round: no stray key may do it."""
    is_unsaved: bool = False
    """Whether the match continues although it could not be saved."""
    said: Words = _SILENCE
    notes: tuple[str, str] = ("", "")
    """Quiet words for the upper and the lower edge of the frame around the message."""
    in_match: frozenset[str] = frozenset()
    """The actions that the match allows."""
    besides: frozenset[str] = frozenset()
    """The actions that a session adds."""
    styles: frozenset[str] = frozenset()
    """What the style sheets are to know of the session, such as "lesson"."""
    told: Any = None
    """What a session tells with widgets of its own, of a type that it defines."""

    @property
    def allowed(self) -> frozenset[str]:
        """All allowed actions; all others are refused."""
        return self.in_match | self.besides

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
    Mode.SHOWDOWN: frozenset({"go_on"}),
}
"""The actions allowed in each mode."""


def scene_of(
    place: Place,
    begin: Callable[[Any], Any],
    composing: frozenset[str] = frozenset(),
    *,
    is_stuck: bool = False,
) -> Scene:
    """Return what to show at a place now.

    `begin` returns the draft with which composing begins, for the view of a round, and `composing` are the
    actions that compose. `is_stuck` says that the answer of the bot to act could not be played.
    """
    view, mode = place.view, _mode(place)
    allowed = _ALLOWED[mode]
    if mode is Mode.PLAYING:
        allowed |= composing | ({"hint"} if place.may_ask else set())
    if mode in (Mode.PLAYING, Mode.WAITING):
        allowed |= {"undo"} if place.may_take_back else set()
        allowed |= {"pace"} if place.has_bot else set()
    if mode is Mode.PLAYING and place.may_retract:
        allowed |= {"undo"}
    if mode is Mode.WAITING and is_stuck:
        allowed |= {"retry"}
    if mode is Mode.CURTAIN and place.alone is not None:
        allowed |= {"show"}
    return Scene(
        view,
        begin(view.round),
        mode,
        place.table.revision,
        before=place.before,
        alone=place.alone,
        is_unsaved=place.table.saver.continues_unsaved,
        in_match=allowed,
    )


def has_come_round(before: Scene, scene: Scene) -> bool:
    """Return whether an opponent elsewhere has acted, and it is the player's turn to do something."""
    played_before, played = ((each.view.number, len(each.view.round.plays)) for each in (before, scene))
    is_called = before.mode is Mode.WAITING and scene.mode in (Mode.PLAYING, Mode.SHOWDOWN)
    return is_called and played > played_before


def _mode(place: Place) -> Mode:
    if place.is_spectator:
        return Mode.WATCHING
    if place.table.turn is None:
        return Mode.SHOWDOWN
    if place.is_curtain_down:
        return Mode.CURTAIN
    return Mode.WAITING if place.waits else Mode.PLAYING
