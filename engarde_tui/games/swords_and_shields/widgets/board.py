"""The base of widgets that mark what the chosen action is about."""

from typing import ClassVar

from textual.geometry import Size

from engarde_tui.games.swords_and_shields.draft import Draft, places_of
from engarde_tui.games.swords_and_shields.widgets.scale import Scale, replay_scale, table_scale
from engarde_tui.play.scene import Mode, Scene
from engarde_tui.screens.replay import ReplayScreen
from engarde_tui.widgets.board import BoardWidget
from engine.game import Seat
from engine.swords_and_shields import Action, DuelView, Place, Zone

_NOTHING = Draft()


class DuelWidget(BoardWidget):
    """A widget of the board; knows who sits below and what the draft marks."""

    IS_MEASURED_BY_WINDOW: ClassVar = True

    def reads(self, scene: Scene) -> object:
        """Return the view, the draft and what the player knew before."""
        return scene.view, scene.draft, scene.before

    @property
    def is_replay(self) -> bool:
        """Whether it is part of a replay, where both hands have their places."""
        return isinstance(self.screen, ReplayScreen)

    def scale_in(self, window: Size) -> Scale:
        """Return the measures for a window; while it is laid out, the app has another size."""
        return (replay_scale if self.is_replay else table_scale)(window)

    @property
    def scale(self) -> Scale:
        """The measures for the window that is drawn."""
        return self.scale_in(self.app.size)

    @property
    def round(self) -> DuelView | None:
        """The view to draw; None before there is a scene."""
        return None if self.view is None else self.view.round

    @property
    def before(self) -> DuelView | None:
        """What the player knew before the own last action; None after the next key, and in a new round."""
        scene = self.scene
        if scene is None or scene.before is None or scene.before.number != scene.view.number:
            return None
        before: DuelView = scene.before.round
        return before

    @property
    def draft(self) -> Draft:
        """What the player is choosing; empty if nothing."""
        draft = None if self.scene is None else self.scene.draft
        return draft if isinstance(draft, Draft) else _NOTHING

    @property
    def chosen(self) -> Action | None:
        """The action that enter plays."""
        return self.draft.chosen

    @property
    def marked(self) -> frozenset[Place]:
        """The places that the chosen action is about, or the one looked at."""
        if self.draft.looked_at is not None:
            return frozenset({self.draft.looked_at})
        return frozenset() if self.chosen is None else places_of(self.chosen)

    @property
    def below(self) -> Seat:
        """The seat drawn below: who looks, else who sits down next, else left."""
        if self.scene is None:
            return Seat.LEFT
        view = self.scene.view.round
        if view.seat is not None:
            seat: Seat = view.seat
            return seat
        if self.scene.alone is not None:
            return self.scene.alone
        is_curtain = self.scene.mode is Mode.CURTAIN and view.turn is not None
        return view.turn if is_curtain else Seat.LEFT

    def zone_of(self, seat: Seat) -> Zone:
        """Return what the player to act calls a player's zone."""
        return Zone.OWN if self.round is not None and seat is self.round.turn else Zone.OPPONENT


class CardsWidget(DuelWidget):
    """A widget as wide as five cards."""

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of five cards."""
        return self.scale_in(viewport).cards


class SideWidget(CardsWidget):
    """A widget of the player who is drawn above or below."""

    def __init__(self, *, is_below: bool) -> None:
        super().__init__(classes="-below" if is_below else "-above")
        self._is_below = is_below

    @property
    def seat(self) -> Seat:
        """Whose it is."""
        return self.below if self._is_below else self.below.other
