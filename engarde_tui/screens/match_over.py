"""The end of a match: the winner, every round, and what to do next."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.reactive import reactive

from engarde_tui import paths
from engarde_tui.language import tr
from engarde_tui.play.day import streak
from engarde_tui.play.keys import MATCH_OVER, KeyAction
from engarde_tui.play.problem import Problem
from engarde_tui.play.scene import Scene
from engarde_tui.play.words import sentence, turning_point
from engarde_tui.presentation import presentation_of
from engarde_tui.screens.base import AppScreen
from engarde_tui.screens.played import rating_changes
from engarde_tui.sessions.match_end import MatchEnd
from engarde_tui.storage.bouts import days_played, stored_bouts
from engarde_tui.storage.store import Library
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS, WIDEST, BoardWidget
from engarde_tui.widgets.daily_card import CARD_ROWS, CardPanel, card_of
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import Scroll, bindings, bound
from engarde_tui.widgets.lettering import ROWS, in_letters, lettering_width, put_lettering_centre
from engarde_tui.widgets.notice import News
from engarde_tui.widgets.panel import put_panel
from engarde_tui.widgets.score_sheet import ScoreSheet
from engarde_tui.widgets.scoring_box import ScoringBox
from engarde_tui.widgets.text_lines import balanced
from engine.game import Seat

_WIDE: Final = 118
"""Columns from which the screen is called "-wide"; it may not be yet when it hears of its new size."""
_ROOMY: Final = 26
"""Rows from which it is called "-short" no more."""
_ROWS_OF_MARGINS: Final = 3
_ROWS_WITH_NEWS: Final = 7
"""Rows of the margins and the keys, alone and with the news in its frame."""


class Picture(BoardWidget):
    """A picture of the winner."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the picture."""
        return self.picture_rows(viewport)

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture once there is a winner."""
        if self.view is not None and self.view.winner is not None:
            self.put_picture(canvas, self.view.winner)

    def picture_rows(self, window: Size) -> int:
        """Return the rows of the picture in a window."""
        return 0

    def put_picture(self, canvas: Canvas, winner: Seat) -> None:
        """Draw the picture from the first row on."""


class FinalBox(ScoringBox):
    """The box once nobody scores any more."""

    CALLS: ClassVar = False


class Champion(BoardWidget):
    """The winner in large letters."""

    def letters(self, columns: int) -> str:
        """Return the name as letters show it; "" if it does not fit, or no letters show it."""
        if self.view is None or self.view.winner is None:
            return ""
        name = in_letters(self.view.names[self.view.winner])
        return name if lettering_width(name) <= columns else ""

    def draw(self, canvas: Canvas) -> None:
        """Draw the name in the colour of its seat."""
        if self.view is not None and self.view.winner is not None:
            put_lettering_centre(canvas, 0, self.letters(canvas.width), SEAT_FOREGROUNDS[self.view.winner])


class Outcome(BoardWidget):
    """Who has won, how the match turned, and other remarks; in a frame where it is beside the rounds."""

    remarks: Sequence[str] = ()

    def in_words(self) -> list[str]:
        """Return the words, a sentence each."""
        names = () if self.view is None else self.view.names
        return [sentence(text, names) for text, _ in self._sentences() if text]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the words."""
        return len(self._lines(width - 4))

    def draw(self, canvas: Canvas) -> None:
        """Draw the words in the middle."""
        if self.screen.has_class("-wide"):
            put_panel(canvas, 0, 0, canvas.width, canvas.height, tr("Result"))
        lines = self._lines(canvas.width - 4)
        for row, (line, foreground) in enumerate(lines, (canvas.height - len(lines)) // 2):
            canvas.put_centre(row, line, foreground)

    def _lines(self, width: int) -> list[tuple[str, str]]:
        """Return the words in lines that fit, with their foregrounds."""
        return [
            (line, foreground) for text, foreground in self._sentences() for line in balanced(text, width)
        ]

    def _sentences(self) -> list[tuple[str, str]]:
        view = self.view
        if view is None or view.winner is None:
            return []
        return [
            (tr("{name} wins the match", name=view.names[view.winner]), "accent"),
            (turning_point(view), "plain"),
            *((remark, "dim") for remark in self.remarks),
        ]


class Finale:
    """What a game shows at the end of a match; one for each that is shown."""

    picture: ClassVar[type[Picture]] = Picture
    box: ClassVar[type[BoardWidget]] = FinalBox
    """The box above the picture."""
    keys: ClassVar[tuple[KeyAction, ...]] = ()
    """Keys of the game: each does what the method of that name does, given the screen."""


def keys_at_end(finale: Finale, end: type[MatchEnd]) -> list[BindingType]:
    """Return the keys after a match, in the order of the key bar."""
    usual = [bound(key, "" if key.does == "copy" else "end") for key in MATCH_OVER]
    return [*usual, *bindings(finale.keys, "finale"), *bindings(end.keys, "end")]


class MatchOverScreen(AppScreen):
    """The winner, every round, and what can be done next."""

    CSS_PATH: ClassVar = paths.style_sheets("match_over")

    spare_keys: ClassVar = ("watch",)
    """Ids of the keys that the key bar leaves out first, in this order."""

    scene: reactive[Scene | None] = reactive(None, init=False, repaint=False)

    def __init__(self, end: MatchEnd) -> None:
        """Show the match that was won, as its player sees it."""
        super().__init__()
        view = end.client.view
        self.end: Final = end
        self.rules: Any = view.round.rules
        self._match = end.match
        self._finale: Finale = presentation_of(self.rules).finale()
        self.add_keys(keys_at_end(self._finale, type(end)))
        end.face = self
        self._rated: Sequence[str] = ()
        """What the match has done to the ratings, once that is known."""
        self.set_reactive(MatchOverScreen.scene, Scene(view))

    @property
    def side(self) -> Seat:
        """From whose side the match is seen."""
        return self.end.client.alone or Seat.LEFT

    def compose(self) -> ComposeResult:
        """Show the winner above the score sheet, or above the card of a daily bout."""
        yield self._finale.box().data_bind(MatchOverScreen.scene)
        yield self._finale.picture().data_bind(MatchOverScreen.scene)
        yield Champion().data_bind(MatchOverScreen.scene)
        with Container(id="below"):
            yield Outcome().data_bind(MatchOverScreen.scene)
            if self._match.day is not None:
                yield CardPanel()
            else:
                yield from self._compose_rounds()
        yield KeyBar()
        if self.end.has_news:
            yield News(WIDEST, is_framed=True)

    def _compose_rounds(self) -> ComposeResult:
        with Scroll(classes="panel") as panel:
            panel.border_title = Content(tr("Rounds"))
            sheet = ScoreSheet().data_bind(MatchOverScreen.scene)
            sheet.styles.height = len(self._match.view(None).finished) + 1
            yield sheet

    def on_mount(self) -> None:
        """Show the card of a daily bout, and what the match has changed."""
        self.end.begin()
        self._show_card()
        self._remark()
        if self.end.is_rated_here and self.services.library is not None:
            self._rate(self.services.library)

    @work
    async def _rate(self, library: Library) -> None:
        """Tell what the match has done to the ratings."""
        self._rated = await rating_changes(library, self._match)
        self._remark()

    def _remark(self) -> None:
        """Tell all there is besides how the match ended, in the language of the session."""
        outcome = self.query_one(Outcome)
        outcome.remarks = [*self.end.remarks, " ".join([*self._rated, self._next_step])]
        outcome.refresh(layout=True)
        outcome.redraw()
        self._share_room(self.size)

    @property
    def _next_step(self) -> str:
        """What is best done next: climb, learn from a bot, or play again; "" if nothing is."""
        offered = {key.does: key for key in MATCH_OVER if key.does in self.end.allowed}
        if self.end.client.has_bot:
            offered = {**{key.does: key for key in self._finale.keys}, **offered}
        step = next((offered[does] for does in ("play_next", "review", "rematch") if does in offered), None)
        if step is None:
            return ""
        services = self.services
        meaning = services.meaning(step.meaning)
        if services.names_keys:
            return tr("Next: {step} (press {key}).", key=self.key(step.id), step=meaning)
        return tr("Next: {step} (type {word}).", word=services.wording(step.label), step=meaning)

    def speak(self) -> None:
        """Put everything into the language of the session."""
        self._remark()
        for panel in self.query(Scroll):
            panel.border_title = Content(tr("Rounds"))
        self._show_card()

    def _show_card(self) -> None:
        """Show the card, if this was a daily bout."""
        match, day = self._match, self._match.day
        if day is None:
            return
        days, seat, is_ascii = {day}, match.people[0], self.services.is_ascii
        if self.services.library is not None:
            with suppress(Problem):
                days |= days_played(stored_bouts(self.services.library, match.names[seat]))
        view, actions = match.view(None), match.actions(seat)
        card = card_of(view, seat, actions, day, streak(days, day), ascii_only=is_ascii)
        self.query_one(CardPanel).show(card, self.rules, self.key("copy-card"), ascii_only=is_ascii)

    def on_unmount(self) -> None:
        """Follow nothing any more."""
        self.end.leave()

    def on_screen_resume(self) -> None:
        """Show what has happened while another screen was on top."""
        self.end.is_uncovered()

    def on_resize(self, event: Resize) -> None:
        """Give the rounds no more rows than they have; where there are fewer, nothing has margins."""
        self._share_room(event.size)

    def _share_room(self, window: Size) -> None:
        outcome, champion = self.query_one(Outcome), self.query_one(Champion)
        is_wide = window.width >= _WIDE
        width = min(window.width, WIDEST)
        words = outcome.get_content_height(window, window, width // 2 if is_wide else width)
        above = (self._finale.box, self._finale.picture)
        taken = sum(self.query_one(part).get_content_height(window, window, window.width) for part in above)
        taken += words + self._rows + (_ROWS_WITH_NEWS if self.end.has_news else _ROWS_OF_MARGINS)
        is_tight = not is_wide and taken > window.height
        self.set_class(is_tight, "-tight")
        champion.display = False
        if is_wide:
            rows = max(self._rows, words + 2)
            free = window.height - taken + words + self._rows - rows
            champion.display = free > ROWS and bool(champion.letters(width))
        else:
            rows = words + self._rows + (0 if is_tight or window.height < _ROOMY else 1)
        self.query_one("#below").styles.max_height = rows

    @property
    def _rows(self) -> int:
        """The rows of the frame of all rounds, or of the card."""
        return CARD_ROWS if self._match.day is not None else len(self._match.view(None).finished) + 3

    def say(self, text: str, *, refused: bool = False) -> None:
        """Tell the player something, or why nothing happens."""
        for news in self.query(News):
            news.say(text, refused=refused)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow what can be done after this match."""
        named = {"end": parameters[:1], "copy": ("copy",)}.get(action, ())
        return set(named) <= self.end.allowed

    def action_end(self, does: str) -> None:
        """Do what can be done after this match."""
        getattr(self.end, does)()

    def action_finale(self, does: str) -> None:
        """Do what the game offers."""
        getattr(self._finale, does)(self)

    def action_copy(self) -> None:
        """Copy the card."""
        self.query_one(CardPanel).copy()
