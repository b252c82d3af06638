"""The replay of En Garde: the board of the table, and what the master thinks."""

from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.reactive import reactive

from engarde_tui.games.en_garde.review import Chances, Reviews
from engarde_tui.games.en_garde.review_words import WEAK, criticism
from engarde_tui.games.en_garde.screens.review import review_screen
from engarde_tui.games.en_garde.widgets.both_hands import both_hands
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.widgets.round_so_far import RoundBelow
from engarde_tui.games.en_garde.words import comparison, last_action, position
from engarde_tui.language import tr
from engarde_tui.play.keys import REPLAY, REVIEWED, KeyAction
from engarde_tui.play.replay import Replay
from engarde_tui.play.words import percent
from engarde_tui.presentation import verdict
from engarde_tui.screens.replay import ReplayScreen
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS, BoardWidget
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.scoring_box import ScoringBox
from engine.game import Seat

if TYPE_CHECKING:
    from engine.en_garde.bots.judging import Judgement

_BARS: Final = "▁▂▃▅▆▇█"
"""A chance, from 0 to 1."""


class AnnouncingBox(ScoringBox):
    """The scoring box, with the verdict in its lower edge once the round is over."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the box, then the verdict."""
        super().draw(canvas)
        if self.view is not None and self.view.round.result is not None:
            canvas.put_centre(canvas.height - 1, f" {verdict(self.view)} ", "accent")


class Commentary(BoardWidget):
    """The last action, the position or how the round was decided, and what the master thinks."""

    judgement: reactive["Judgement | None"] = reactive(None, repaint=False)

    def watch_judgement(self) -> None:
        """Redraw."""
        self.redraw()

    def in_words(self) -> list[str]:
        """Return what the master thinks of the last action."""
        return [] if self.judgement is None else [criticism(self.judgement)]

    def draw(self, canvas: Canvas) -> None:
        """Draw what happened above the position, the master's view below."""
        if self.view is None:
            return
        view = self.view
        if view.round.result is None:
            lines = [
                (last_action(view), "alert" if view.round.attack else "strong"),
                (position(view), "plain"),
            ]
        else:
            lines = [(step, "strong") for step in comparison(view) or [last_action(view)]]
        if self.judgement is not None and len(lines) < canvas.height:
            lines.append((criticism(self.judgement), "alert" if self.judgement.loss >= WEAK else "key"))
        for row, (text, foreground) in enumerate(lines):
            canvas.put_centre(row, text, foreground)


class Course(BoardWidget):
    """One fencer's chance to win the round, from that fencer's point of view: one bar per state."""

    chances: reactive[Chances | None] = reactive(None, repaint=False)
    index: reactive[int] = reactive(0, repaint=False)
    """Index of the state shown."""

    def watch_chances(self) -> None:
        """Redraw."""
        self.redraw()

    def watch_index(self) -> None:
        """Redraw."""
        self.redraw()

    def in_words(self) -> list[str]:
        """Return the chance now."""
        if self.view is None or self.chances is None:
            return []
        seat, chances = self.chances
        return [
            tr(
                "The chance of {name} to win is {chance}.",
                name=self.view.names[seat],
                chance=percent(chances[self.index]),
            )
        ]

    def draw(self, canvas: Canvas) -> None:
        """Draw the name, the bars, what the last action changed, and whose play it is about, in one line."""
        if self.view is None or self.chances is None:
            return
        seat, chances = self.chances
        name = tr("{name}'s chance to win:", name=self.view.names[seat]) + " "
        now, room = percent(chances[self.index]), canvas.width - cell_len(name) - len(chances) - 1
        if self.index:
            both = tr("{before} before, {now} now", before=percent(chances[self.index - 1]), now=now)
            now = both if cell_len(both) <= room else now
        length = canvas.width - room + cell_len(now)
        between = tr(", if two masters play on")
        if length + cell_len(between) > canvas.width:
            between = ""
        x = (canvas.width - length - cell_len(between)) // 2
        x = canvas.put(x, 0, name, "dim")
        for index, chance in enumerate(chances):
            bar = _BARS[min(int(chance * len(_BARS)), len(_BARS) - 1)]
            x = canvas.put(x, 0, bar, "pointed" if index == self.index else SEAT_FOREGROUNDS[seat])
        canvas.put(canvas.put(x + 1, 0, now, "strong"), 0, between, "dim")


class EnGardeReplayScreen(ReplayScreen):
    """Both hands, the piste, and the master's view if the hands may be seen."""

    keys: ClassVar[tuple[KeyAction, ...]] = (*REVIEWED, *REPLAY)
    BINDINGS: ClassVar[list[BindingType]] = bindings(REVIEWED)

    def __init__(self, replay: Replay) -> None:
        super().__init__(replay)
        self._reviews = Reviews(replay)

    def compose_board(self) -> ComposeResult:
        """Show the board above both hands and the piles, and in the largest windows the round so far."""
        yield AnnouncingBox().data_bind(ReplayScreen.scene)
        yield Piste().data_bind(ReplayScreen.scene)
        yield Commentary().data_bind(ReplayScreen.scene)
        yield Course().data_bind(ReplayScreen.scene)
        yield from both_hands(ReplayScreen.scene)
        yield RoundBelow().data_bind(ReplayScreen.scene)

    def show_beside(self, replay: Replay) -> None:
        """Show what the master thinks of the action, and how likely a fencer was to win."""
        self.query_one(Course).set_reactive(Course.index, replay.position_in_round)
        self._show_known()
        self._look()

    @work(exclusive=True)
    async def _look(self) -> None:
        """Show what the master thinks as soon as it has thought."""
        await self._reviews.look()
        self._show_known()

    def _show_known(self) -> None:
        self.query_one(Commentary).judgement = self._reviews.judgement
        course = self.query_one(Course)
        course.chances = self._reviews.chances
        course.redraw()

    @property
    def hidden_keys(self) -> frozenset[str]:
        """Also the speed while it is stopped, and while it is not, what leads elsewhere."""
        return super().hidden_keys | {"speed" if self._timer is None else "play-on"}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Review what is finished, and only with both hands open."""
        if action == "review":
            return self._reviews.is_possible
        return super().check_action(action, parameters)

    def action_review(self) -> None:
        """Show the costliest choices, and tell luck and skill apart."""
        self.app.push_screen(review_screen(self.services, self._reviews, Seat.LEFT, self._jump))

    def _jump(self, position: int) -> None:
        """Close the review, and show the state at a position."""
        self.app.screen.dismiss()
        self._go(lambda: self._replay.jump(position))
