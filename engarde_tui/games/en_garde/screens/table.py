"""The table of En Garde: a round being played, one turn composed after the other."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal

from engarde_tui.games.en_garde.draft import Draft, why_not_face, why_not_lay, why_not_lay_all, why_not_play
from engarde_tui.games.en_garde.widgets.choices import Choices
from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.last_turn import LastTurn
from engarde_tui.games.en_garde.widgets.piles import Discard, DrawPile
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.widgets.showdown import Showdown
from engarde_tui.games.en_garde.words import advice, hint
from engarde_tui.match.scene import Mode, Scene
from engarde_tui.screens.table import TableScreen, table_bindings
from engarde_tui.widgets.curtain import Curtain
from engarde_tui.widgets.headline import Headline
from engarde_tui.widgets.score_sheet import ScoreSheet
from engarde_tui.widgets.score_track import ScoreTrack
from engine.en_garde import MatchView, RoundView, Seat
from engine.en_garde.rules import CARD_VALUES

if TYPE_CHECKING:
    from engine.bots import Opinion

_LAY = Binding.Group("lay", compact=True)
_FACE = Binding.Group("way", compact=True)
_POINT = Binding.Group("list", compact=True)


class EnGardeTableScreen(TableScreen, inherit_bindings=False):
    """Composes a turn from cards, directions, and the list of all that can be played."""

    BINDINGS: ClassVar[list[BindingType]] = table_bindings(
        *(
            Binding(f"{card}", f"lay({card})", f"lay {card}", group=_LAY, id=f"lay-{card}", tooltip="Lay it")
            for card in CARD_VALUES
        ),
        *(
            Binding(way, f"face('{way}')", f"go {way}", group=_FACE, id=way, tooltip="Go that way")
            for way in ("left", "right")
        ),
        Binding("a", "lay_all", "all", id="all", tooltip="Attack or parry with all the cards that can"),
        *(
            Binding(way, f"point({step})", f"list {way}", group=_POINT, id=way, tooltip="Choose in the list")
            for way, step in (("up", -1), ("down", 1))
        ),
        Binding("enter", "play", "play", key_display="enter", id="play", tooltip="Play what is composed"),
        Binding("backspace", "take_back", "back", key_display="bksp", id="back", tooltip="Take a card back"),
        Binding("escape", "clear", "take all back", show=False, id="clear", tooltip="Take all cards back"),
    )
    COMPOSING: ClassVar = frozenset({"lay", "face", "lay_all", "point", "play", "take_back", "clear"})

    def compose_board(self) -> ComposeResult:
        """The piste in the middle, the hand and what can be done with it below."""
        yield Headline().data_bind(TableScreen.scene)
        with Horizontal(id="scores"):
            yield ScoreTrack(Seat.LEFT).data_bind(TableScreen.scene)
            yield ScoreTrack(Seat.RIGHT).data_bind(TableScreen.scene)
        yield Piste().data_bind(TableScreen.scene)
        yield LastTurn().data_bind(TableScreen.scene)
        with Horizontal(id="lower"):
            yield DrawPile().data_bind(TableScreen.scene)
            yield Discard().data_bind(TableScreen.scene)
            yield Hand().data_bind(TableScreen.scene)
            yield Choices().data_bind(TableScreen.scene)
            yield Curtain().data_bind(TableScreen.scene)
            yield ScoreSheet().data_bind(TableScreen.scene)
        yield Showdown().data_bind(TableScreen.scene)

    def make_draft(self, view: MatchView) -> Draft:
        """Nothing laid yet."""
        return Draft.begin(view.round.legal)

    def prompt(self, scene: Scene) -> str:
        """What is asked of the player to act, or who is waited for."""
        return super().prompt(scene) if scene.mode is Mode.WAITING else hint(scene.view.round)

    def advice(self, opinion: "Opinion") -> str:
        """What the master would do, as much as fits in a line."""
        return advice(opinion, self.size.width - 4)

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

    def action_face(self, way: str) -> None:
        """Go the way the arrow points."""
        forward = (way == "right") == (self._round.seat is Seat.LEFT)
        self._take_draft(self._draft.face(forward), lambda: why_not_face(self._round, self._draft, forward))

    def action_lay_all(self) -> None:
        """Lay all the cards the attack or the parry can take."""
        self._take_draft(self._draft.lay_all(), lambda: why_not_lay_all(self._draft))

    def action_point(self, steps: int) -> None:
        """Move through the list."""
        self._take_draft(self._draft.point(steps), str)

    def action_take_back(self) -> None:
        """Take the last card, direction or choice back."""
        nothing = self._draft.is_empty
        self._take_draft(None if nothing else self._draft.take_back(), lambda: "nothing has been laid")

    def action_clear(self) -> None:
        """Take everything back."""
        self._take_draft(Draft.begin(self._round.legal), str)

    def action_play(self) -> None:
        """Play what has been composed."""
        action = self._draft.chosen
        if action is None:
            self.refuse(why_not_play(self._draft))
        else:
            self.play(action)

    def pick(self, target: object) -> None:
        """The mouse composes as the keys do."""
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
        """A click on a fencer attacks or parries, on another square it moves there."""
        round = self._round
        assert round.seat is not None
        squares = (square - round.positions[round.seat]) * (1 if round.seat is Seat.LEFT else -1)
        if square in round.positions:
            self._take_draft(self._draft.strike(), lambda: "there is nothing to attack or parry with there")
        else:
            self._take_draft(self._draft.move_to(squares), lambda: f"no card leads to square {square}")

    def _take_draft(self, draft: Draft | None, why_not: Callable[[], str]) -> None:
        """Go on with `draft`; where there is none, say why."""
        if draft is None:
            self.refuse(why_not())
        elif draft.is_empty:
            self.compose_turn(draft, hint(self._round))
        else:
            self.compose_turn(draft, "Enter plays it." if draft.chosen else why_not_play(draft))
