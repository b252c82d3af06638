"""The table of En Garde: a turn is composed of cards and a direction, or picked from the list."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final

from engarde_tui.games.en_garde.draft import (
    Draft,
    other_use,
    why_not_face,
    why_not_lay,
    why_not_lay_all,
    why_not_play,
    why_not_strike,
)
from engarde_tui.games.en_garde.words import preview, prompt_of, tally
from engarde_tui.language import tr
from engarde_tui.play.keys import HINT, LIST_KEYS, TALLY, KeyAction
from engarde_tui.play.scene import Mode, Scene, Words
from engarde_tui.play.words import KeyOf
from engarde_tui.sessions.board import Board, StepRefusedError, press_to_play
from engarde_tui.sessions.session import Session
from engine.en_garde import Action, Kind, RoundView, Seat, parse_action
from engine.en_garde.actions import evade
from engine.message import message

_ON_THE_SPOT: Final = (Kind.PARRY, Kind.TAKE_HIT, Kind.NO_ATTACK)
"""What needs no direction."""


class EnGardeBoard(Board):
    """Composes a turn from cards, a direction, or the list of legal actions."""

    keys: ClassVar[tuple[KeyAction, ...]] = (
        KeyAction("lay", "1", "card 1", "Pick a card", "lay-1", 1, "card"),
        KeyAction("lay", "2", "card 2", "Pick a card", "lay-2", 2, "card"),
        KeyAction("lay", "3", "card 3", "Pick a card", "lay-3", 3, "card"),
        KeyAction("lay", "4", "card 4", "Pick a card", "lay-4", 4, "card"),
        KeyAction("lay", "5", "card 5", "Pick a card", "lay-5", 5, "card"),
        KeyAction("face", "left", "move left", "Move left", "left", "left", "direction"),
        KeyAction("face", "right", "move right", "Move right", "right", "right", "direction"),
        KeyAction("lay_all", "a", "all matching", "Attack or parry with every matching card", "all"),
        *LIST_KEYS,
        KeyAction("play", "enter", "play", "Play this turn"),
        KeyAction("take_back", "backspace", "unpick", "Take back the last card laid", "back"),
        KeyAction("clear", "escape", "clear", "Take back all cards", is_shown=False),
    )

    help_keys: ClassVar = (HINT, TALLY)

    def read(self, view: RoundView, text: str) -> Action:
        """Return the action of a notation, in either case, or of several cards: "5 5"."""
        cards = text.split()
        if len(cards) > 1 and all(card.isdecimal() for card in cards):
            found = [action for action in view.legal if [*map(str, action.cards)] == cards]
            if len(found) == 1:
                return found[0]
            if not found:
                raise ValueError(
                    message("nothing can be played with {cards} now: type list", cards=" ".join(cards))
                )
        action = parse_action(text.upper().replace(" ", ""))
        # Whoever steps back from an attack evades it.
        back = evade(-action.step) if action.kind is Kind.STEP_BACK else action
        return back if back in view.legal else action

    def compose(self, session: Session, scene: Any) -> Iterator[Any]:
        """Show the piste above the hand and the list of actions; a puzzle has other widgets beside them.

        Spectators have both hands there, face down, and the round so far where the rules let them look back.
        """
        from textual.containers import Center, Horizontal

        from engarde_tui.games.en_garde.widgets.both_hands import both_hands
        from engarde_tui.games.en_garde.widgets.choices import Choices
        from engarde_tui.games.en_garde.widgets.hand import Hand
        from engarde_tui.games.en_garde.widgets.piles import Discard, DrawPile
        from engarde_tui.games.en_garde.widgets.piste import Piste
        from engarde_tui.games.en_garde.widgets.round_so_far import RoundBelow, RoundSoFar
        from engarde_tui.games.en_garde.widgets.showdown import Showdown
        from engarde_tui.games.en_garde.widgets.turn_words import TurnCurtain, TurnWords
        from engarde_tui.widgets.board import BoardWidget
        from engarde_tui.widgets.score_sheet import ScoreSheet
        from engarde_tui.widgets.scoring_box import ScoringBox

        is_puzzle = "puzzle" in session.styles
        others: tuple[BoardWidget, BoardWidget, BoardWidget]
        if is_puzzle:
            from engarde_tui.games.en_garde.widgets.puzzle_words import PuzzleWords, Tries

            others = PuzzleWords(), Tries(), RoundSoFar()
        else:
            others = ScoringBox(), Choices(), ScoreSheet()
        above, listed, beside = others
        if session.words is not None:
            from engarde_tui.widgets.lesson_words import LessonWords

            yield LessonWords(*session.words).data_bind(scene)
        yield above.data_bind(scene)
        yield Piste().data_bind(scene)
        yield TurnWords().data_bind(scene)
        if session.client.is_spectator:
            yield from both_hands(scene)
            if session.rules.open_discard:
                yield RoundBelow().data_bind(scene)
            return
        with Center(), Horizontal(id="lower"):
            yield DrawPile().data_bind(scene)
            yield Discard().data_bind(scene)
            yield Hand().data_bind(scene)
            yield listed.data_bind(scene)
            yield beside.data_bind(scene)
        yield TurnCurtain().data_bind(scene)
        if not is_puzzle:
            yield Showdown().data_bind(scene)

    def begin(self, view: RoundView) -> Draft:
        """Return an empty draft."""
        return Draft.begin(view.legal)

    def take(self, view: RoundView, draft: Draft, step: str, argument: Any) -> Draft:
        """Return a draft after a step; raises StepRefusedError."""
        match step:
            case "lay":
                return _taken(draft.lay(argument), lambda: why_not_lay(view, draft, argument, self.names))
            case "face":
                forward = (argument == "right") == (view.seat is Seat.LEFT)
                return _taken(draft.face(forward), lambda: why_not_face(view, draft, forward, self.names))
            case "lay_all":
                return _taken(draft.lay_all(), lambda: why_not_lay_all(view, draft))
            case "point":
                return draft.point(argument)
            case "point_at":
                return draft.point_at(argument)
            case "take_back":
                if draft.is_empty:
                    raise StepRefusedError(tr("you have not picked anything"))
                return draft.undo()
            case "square":
                return _to_square(view, draft, argument)
            case _:
                return self.begin(view)

    def step_of(self, target: object) -> tuple[str, Any] | None:
        """Return what a click means: a card, one to take back, a line of the list, or a square."""
        match target:
            case "card", int(card):
                return "lay", card
            case "laid", int(_):
                return "take_back", None
            case "square", int(square):
                return "square", square
            case _:
                return super().step_of(target)

    def chosen(self, draft: Draft) -> Action | None:
        """Return the action of the draft, None while it is incomplete."""
        return draft.chosen

    def own(self, draft: Draft) -> Action | None:
        """Return the action of the player's own draft, which a hint keeps."""
        return (draft.before_hint or draft).chosen

    def with_hint(self, view: RoundView, draft: Draft, action: Action) -> Draft:
        """Return the draft with a hint's action pointed at."""
        return draft.with_hint(action)

    def missing(self, view: RoundView, draft: Draft, key_of: KeyOf) -> str:
        """Return what a draft lacks before it can be played."""
        return why_not_play(view, draft, key_of)

    def hidden_keys(self, scene: Scene) -> frozenset[str]:
        """Return the key for all matching cards if none can strike, and the directions if none is needed."""
        legal = scene.view.round.legal
        strikes = any(action.blades for action in legal)
        goes = any(action.kind not in _ON_THE_SPOT for action in legal)
        return frozenset(({"all"} if not strikes else set()) | ({"left", "right"} if not goes else set()))

    def prompt(self, scene: Scene, key_of: KeyOf) -> str:
        """Return what the player to act can do, or whom to wait for."""
        is_waiting = scene.mode is Mode.WAITING
        return super().prompt(scene, key_of) if is_waiting else prompt_of(scene.view.round, key_of)

    def describe(self, view: RoundView, draft: Draft, key_of: KeyOf) -> Words:
        """Return what a draft does once it is complete, else what it lacks."""
        if draft.chosen is None:
            return Words(why_not_play(view, draft, key_of))
        what, how = f"{preview(view, draft.chosen)}.", press_to_play(key_of)
        if other_use(draft) is not None:
            back = key_of("left" if view.seat is Seat.LEFT else "right")
            how = f"{tr('Or press {key} to evade.', key=back)} {how}"
        return Words(f"{what}\n{how}", ready=True)

    def tally(self, view: RoundView, *, is_spoken: bool = False) -> str:
        """Return which cards have not been seen, and how many of them the opponent holds."""
        return tally(view, is_spoken=is_spoken)


def _taken(draft: Draft | None, why_not: Callable[[], str]) -> Draft:
    """Return a draft; raises StepRefusedError if it is None."""
    if draft is None:
        raise StepRefusedError(why_not())
    return draft


def _to_square(view: RoundView, draft: Draft, square: int) -> Draft:
    """Attack or parry by a click on a fencer; move by a click on another square."""
    assert view.seat is not None
    if square in view.positions:
        return _taken(draft.strike(), lambda: why_not_strike(view))
    squares = (square - view.positions[view.seat]) * (1 if view.seat is Seat.LEFT else -1)
    return _taken(draft.move_to(squares), lambda: tr("no card takes you to square {square}", square=square))
