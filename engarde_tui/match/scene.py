"""What a screen with a board shows at one moment, as one value."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from engarde_tui.match.place import Outlook
from engine.game import Seat
from engine.match import MatchView


class Mode(Enum):
    """What a screen with a board is for at the moment."""

    WATCHING = auto()
    """Nobody plays from here."""
    PLAYING = auto()
    """The player to act sits here."""
    WAITING = auto()
    """The player to act is a bot, or sits elsewhere."""
    CURTAIN = auto()
    """The hands are hidden until somebody sits down."""
    SHOWDOWN = auto()
    """The round is over, and how it ended is shown to its players."""


@dataclass(frozen=True, slots=True)
class Words:
    """A word to the player."""

    text: str = ""
    refused: bool = False
    """It says why a key did nothing."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the parts of a board draw, and what may be done there.

    The view and the draft are never drawn with each other's predecessor: both change at once.
    """

    view: MatchView[Any]
    draft: Any = None
    """The turn being composed, as each game has it."""
    mode: Mode = Mode.WATCHING
    revision: int = 0
    """The state of the table that is shown, and that an action answers."""
    before: MatchView[Any] | None = None
    """What the sitting player knew before the own last action, until what it brought has been noticed."""
    alone: Seat | None = None
    """The only seat played from here; nobody has to look away."""
    is_armed: bool = False
    """The curtain can be lifted: the time in which stray keys count for nothing is over."""
    is_unsaved: bool = False
    """The match is not saved, though the player would expect it to be."""
    said: Words = Words()
    allowed: frozenset[str] = frozenset()
    """The actions that may be done; every other one is refused."""

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
"""What may be done in each mode, whoever sits there."""


def scene_of(
    outlook: Outlook, draft: Any = None, composing: frozenset[str] = frozenset(), *, is_stuck: bool = False
) -> Scene:
    """What to show at a place with this `outlook`.

    `draft` is what has been composed so far, `composing` are the actions that compose; `is_stuck`: the bot to
    act could not play, and waits to be asked again.
    """
    mode = _mode(outlook)
    allowed = _ALLOWED[mode]
    if mode is Mode.PLAYING:
        allowed |= composing | ({"hint"} if outlook.may_ask else set())
    if mode in (Mode.PLAYING, Mode.WAITING) and outlook.may_take_back:
        allowed |= {"undo", "pace"}
    if mode is Mode.WAITING and is_stuck:
        allowed |= {"retry"}
    if mode is Mode.CURTAIN and outlook.alone is not None:
        allowed |= {"show"}
    return Scene(
        outlook.view,
        draft,
        mode,
        outlook.revision,
        before=outlook.before,
        alone=outlook.alone,
        is_unsaved=outlook.is_unsaved,
        allowed=allowed,
    )


def _mode(outlook: Outlook) -> Mode:
    if outlook.looks_on:
        return Mode.WATCHING
    if outlook.view.round.turn is None:
        return Mode.SHOWDOWN
    if outlook.is_curtain_down:
        return Mode.CURTAIN
    return Mode.WAITING if outlook.waits else Mode.PLAYING
