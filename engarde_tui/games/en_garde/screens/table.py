"""The table of En Garde: compose and play turns."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal

from engarde_tui.games.en_garde.draft import (
    Draft,
    why_not_face,
    why_not_lay,
    why_not_lay_all,
    why_not_play,
    why_not_strike,
)
from engarde_tui.games.en_garde.widgets.choices import Choices
from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.piles import Discard, DrawPile
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.widgets.showdown import Showdown
from engarde_tui.games.en_garde.widgets.turn_words import TurnWords
from engarde_tui.games.en_garde.words import hint, preview
from engarde_tui.match.scene import Mode, Scene, Words
from engarde_tui.screens.table import TableScreen
from engarde_tui.screens.table_keys import table_bindings
from engarde_tui.widgets.curtain import Curtain
from engarde_tui.widgets.score_sheet import ScoreSheet
from engarde_tui.widgets.scoring_box import ScoringBox
from engine.en_garde import Action, MatchView, RoundView, Seat
from engine.en_garde.rules import CARD_VALUES

_CARD = Binding.Group("card", compact=True)
_DIRECTION = Binding.Group("direction", compact=True)
_LIST = Binding.Group("list", compact=True)


class EnGardeTableScreen(TableScreen, inherit_bindings=False):
    """Composes a turn from cards, a direction, or the list of legal actions."""

    BINDINGS: ClassVar[list[BindingType]] = table_bindings(
        *(
            Binding(
                f"{card}",
                f"lay({card})",
                f"card {card}",
                group=_CARD,
                id=f"lay-{card}",
                tooltip="Pick a card",
            )
            for card in CARD_VALUES
        ),
        *(
            Binding(
                side, f"face('{side}')", f"move {side}", group=_DIRECTION, id=side, tooltip=f"Move {side}"
            )
            for side in ("left", "right")
        ),
        Binding("a", "lay_all", "all cards", id="all", tooltip="Attack or parry with every matching card"),
        *(
            Binding(key, f"point({step})", f"list {key}", group=_LIST, id=key, tooltip="Pick from the list")
            for key, step in (("up", -1), ("down", 1))
        ),
        Binding("enter", "play", "play", id="play", tooltip="Play this turn"),
        Binding(
            "backspace",
            "take_back",
            "undo card",
            id="back",
            tooltip="Take back the last card laid",
        ),
        Binding("escape", "clear", "clear", show=False, id="clear", tooltip="Take back all cards"),
    )
    COMPOSING: ClassVar = frozenset({"lay", "face", "lay_all", "point", "play", "take_back", "clear"})

    def compose_board(self) -> ComposeResult:
        """Show the piste above the hand and the list of actions."""
        yield ScoringBox().data_bind(TableScreen.scene)
        yield Piste().data_bind(TableScreen.scene)
        yield TurnWords().data_bind(TableScreen.scene)
        with Horizontal(id="lower"):
            yield DrawPile().data_bind(TableScreen.scene)
            yield Discard().data_bind(TableScreen.scene)
            yield Hand().data_bind(TableScreen.scene)
            yield Choices().data_bind(TableScreen.scene)
            yield Curtain().data_bind(TableScreen.scene)
            yield ScoreSheet().data_bind(TableScreen.scene)
        yield Showdown().data_bind(TableScreen.scene)

    @property
    def pointless(self) -> frozenset[str]:
        """Return the key for all matching cards, if there is nothing to attack or parry with."""
        strikes = any(action.blades for action in self._round.legal)
        return frozenset() if strikes else frozenset({"lay_all"})

    def make_draft(self, view: MatchView) -> Draft:
        """Return an empty draft."""
        return Draft.begin(view.round.legal)

    def prompt(self, scene: Scene) -> str:
        """Return what the player to act can do, or whom to wait for."""
        return super().prompt(scene) if scene.mode is Mode.WAITING else hint(scene.view.round, self.key)

    def chosen(self, scene: Scene) -> Action | None:
        """Return the action of the draft, None while it is incomplete."""
        draft: Draft = scene.draft
        return draft.chosen

    def with_hint(self, action: Action) -> Draft:
        """Return the draft with a hint's action pointed at."""
        return self._draft.with_hint(action)

    @property
    def _draft(self) -> Draft:
        draft: Draft = self.scene.draft
        return draft

    @property
    def _round(self) -> RoundView:
        round: RoundView = self.scene.view.round
        return round

    def action_lay(self, card: int) -> None:
        """Lay a card."""
        self._take_draft(self._draft.lay(card), lambda: why_not_lay(self._round, self._draft, card))

    def action_face(self, side: str) -> None:
        """Choose the direction of an arrow: left or right on the screen."""
        forward = (side == "right") == (self._round.seat is Seat.LEFT)
        self._take_draft(self._draft.face(forward), lambda: why_not_face(self._round, self._draft, forward))

    def action_lay_all(self) -> None:
        """Lay all cards of the largest attack or of the parry."""
        self._take_draft(self._draft.lay_all(), lambda: why_not_lay_all(self._round, self._draft))

    def action_point(self, steps: int) -> None:
        """Move through the list."""
        self._take_draft(self._draft.point(steps), str)

    def action_take_back(self) -> None:
        """Take back the last card, direction or choice."""
        nothing = self._draft.is_empty
        self._take_draft(None if nothing else self._draft.take_back(), lambda: "you have not picked anything")

    def action_clear(self) -> None:
        """Empty the draft."""
        self._take_draft(Draft.begin(self._round.legal), str)

    def action_play(self) -> None:
        """Play the composed turn."""
        action = self._draft.chosen
        if action is None:
            self.refuse(why_not_play(self._round, self._draft, self.key))
        else:
            self.play(action)

    def pick(self, target: object) -> None:
        """Compose with the mouse, as the keys do."""
        match target:
            case "card", int(card):
                self.action_lay(card)
            case "laid", int(_):
                self.action_take_back()
            case "option", int(option):
                self._take_draft(self._draft.point_at(option), str)
            case "square", int(square):
                self._pick_square(square)

    def _pick_square(self, square: int) -> None:
        """Attack or parry by a click on a fencer; move by a click on another square."""
        round = self._round
        assert round.seat is not None
        squares = (square - round.positions[round.seat]) * (1 if round.seat is Seat.LEFT else -1)
        if square in round.positions:
            self._take_draft(self._draft.strike(), lambda: why_not_strike(self._round))
        else:
            self._take_draft(self._draft.move_to(squares), lambda: f"no card takes you to square {square}")

    def _take_draft(self, draft: Draft | None, why_not: Callable[[], str]) -> None:
        """Show `draft`; if it is None, say why not."""
        if draft is None:
            self.refuse(why_not())
        else:
            self.compose_turn(draft)

    def describe(self, draft: Draft) -> Words:
        """Return what a draft does once it is complete, else what it lacks."""
        if draft.is_empty:
            return Words(hint(self._round, self.key))
        if draft.chosen is None:
            return Words(why_not_play(self._round, draft, self.key))
        return Words(f"{preview(self._round, draft.chosen)}.\n{self.press_to_play}", ready=True)
