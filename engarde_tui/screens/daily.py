"""The daily bout: what there is to play today, and the cards of what has been played."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Label, OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.language import put, told, tr, tr_as
from engarde_tui.play.daily import AT_HOME, bouts_of, deals_of, live_match_of, target_of
from engarde_tui.play.day import Bout, day_of, streak
from engarde_tui.play.keys import BOUTS, DAILY
from engarde_tui.play.problem import Problem
from engarde_tui.play.saving import BeginRefusedError
from engarde_tui.play.words import advisor_title, goal
from engarde_tui.presentation import full_title
from engarde_tui.screens.base import AppScreen
from engarde_tui.storage.bouts import StoredBout, begin_bout, begun, days_played, stored_bouts
from engarde_tui.storage.store import Library
from engarde_tui.widgets.daily_card import CardPanel, card_of
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.pointed_list import PointedList
from engarde_tui.widgets.text_lines import in_columns
from engine.game import Seat, game_of, games
from engine.message import message

_ABOUT: Final = message(
    "One match against the {bot}, {goal}. Everybody gets the same cards today: make the same moves, and the"
    " {bot} replies the same way. You have one try, without hints or undo. The next bout starts at midnight"
    " UTC."
)
_SEALED: Final = message("The hall has sealed these cards. Its commitment:\n{link}")


class Bouts(PointedList):
    """The bouts of a day."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(BOUTS)

    def __init__(self) -> None:
        super().__init__(click_marks=True)


class DailyScreen(AppScreen):
    """The bouts of today and how they stand; below them the card of the marked one, or what it is about."""

    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "daily")
    BINDINGS: ClassVar[list[BindingType]] = bindings(DAILY)

    def __init__(self, library: Library, name: str, secret: str = AT_HOME, *, rules: Any = None) -> None:
        """Offer `name` the bout by `rules`, by default the usual ones."""
        super().__init__()
        self._library = library
        self._player = name
        self._secret = secret
        default = next(iter(games().values()))
        self._wanted = rules or default.presets[default.default]
        self._day = self._today
        self._bouts: list[Bout] = []
        self._begun: list[StoredBout] = []

    def compose(self) -> ComposeResult:
        """Show the list above the card or the words."""
        with Framed("", id="bouts"):
            yield Bouts()
        yield CardPanel()
        with Framed(message("About"), id="about"):
            yield Label(markup=False)
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """List the bouts."""
        self._try_to(self._list)

    def _list(self) -> None:
        self._begun = stored_bouts(self._library, self._player)
        self.query_one("#bouts", Framed).border_title = Content(tr("Daily bout of {day}", day=self._day))
        self._bouts = [bout for bout in bouts_of(self._day) if self._is_in_sight(bout)]
        bouts = self.query_one(Bouts)
        bouts.clear_options()
        bouts.add_options(Option(Content(line)) for line in in_columns([*map(self._cells, self._bouts)]))
        bouts.highlighted = [bout.rules for bout in self._bouts].index(self._wanted)

    def _is_in_sight(self, bout: Bout) -> bool:
        """Whether a bout is listed: in a hall, which has no command line, each; at home the one wanted.

        Those begun are listed, too.
        """
        return self._secret != AT_HOME or bout.rules == self._wanted or begun(self._begun, bout) is not None

    def _cells(self, bout: Bout) -> tuple[str, str]:
        """Return the rules of a bout and how it stands."""
        found = begun(self._begun, bout)
        if found is None:
            return full_title(bout.rules), tr_as("bout", "to play")
        match = self._library.summary(found.id)
        points = "{} : {}".format(*match.score)
        if match.winner is None:
            stands = tr("{score}, round {number}: to continue", score=points, number=match.number)
        elif match.winner:
            stands = tr("lost {score}", score=points)
        else:
            stands = tr("won {score}", score=points)
        return full_title(bout.rules), stands

    @property
    def _marked(self) -> tuple[Bout | None, StoredBout | None]:
        """The marked bout, and the try at it."""
        index = self.query_one(Bouts).highlighted
        bout = None if index is None else self._bouts[index]
        return bout, bout and begun(self._begun, bout)

    @property
    def _is_over(self) -> bool:
        found = self._marked[1]
        return found is not None and found.is_over

    @property
    def hidden_keys(self) -> frozenset[str]:
        """Return the key that plays, once the marked bout is over and until its day is."""
        return frozenset({"play-bout"}) if self._is_over and self._today == self._day else frozenset()

    @property
    def rules(self) -> Any:
        """The marked rules, for the help screen."""
        bout = self._marked[0]
        return None if bout is None else bout.rules

    def speak(self) -> None:
        """Put the list and the words into the language of the session."""
        self._wanted = self.rules or self._wanted
        self._try_to(self._list)

    @on(OptionList.OptionHighlighted)
    def _show(self) -> None:
        """Show the card of the marked bout, or what it is about."""
        bout, found = self._marked
        if bout is None:
            return
        self.query_one(CardPanel).display = self._is_over
        self.query_one("#about").display = not self._is_over
        if found is not None and found.is_over:
            self._try_to(lambda: self._show_card(found))
        else:
            self.query_one("#about", Framed).query_one(Label).update(self._words(bout))
        self.refresh_bindings()

    def _show_card(self, found: StoredBout) -> None:
        match, days = self._library.record(found.id).match, days_played(self._begun)
        view, is_ascii = match.view(None), self.services.is_ascii
        actions, days_in_a_row = match.actions(Seat.LEFT), streak(days, found.day)
        lines = card_of(view, Seat.LEFT, actions, found.day, days_in_a_row, ascii_only=is_ascii)
        self.query_one(CardPanel).show(lines, view.round.rules, self.key("copy-card"), ascii_only=is_ascii)

    def _words(self, bout: Bout) -> str:
        """Return what a bout is, and in a hall the commitment to its deals."""
        bot = advisor_title(game_of(bout.rules).advisor)
        about = put(_ABOUT._replace(fields={"bot": bot, "goal": goal(target_of(bout.rules))}))
        if self._secret == AT_HOME:
            return about
        sealed = put(_SEALED._replace(fields={"link": deals_of(bout, self._secret).chain.link(0)}))
        return f"{about}\n\n{sealed}"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow to copy and to watch only what is over."""
        return action not in ("copy", "watch") or self._is_over

    @on(OptionList.OptionSelected)
    def _play(self) -> None:
        """Begin or continue the marked bout, or go on to those of a new day."""
        if not self._is_over or self._today != self._day:
            self._try_to(self._open)

    def _open(self) -> None:
        """Go to the marked bout, unless another window has played it or its day is over."""
        self._begun, today = stored_bouts(self._library, self._player), self._today
        bout, found = self._marked
        if found is not None and not found.is_over:
            self.services.resume(found.id)
        elif found is not None or today != self._day:
            self._show_anew(today)
        elif bout is not None:
            begin = partial(begin_bout, self._library, bout)
            self.services.open_match(
                live_match_of(bout, self._player, self._secret), begin, self._refuse_another
            )

    @property
    def _today(self) -> date:
        return day_of(self._library.now())

    def _show_anew(self, today: date) -> None:
        """List the bouts as they stand, those of today; raises Problem if others were shown."""
        self._wanted, before = self.rules or self._wanted, self._day
        self._day = today
        self._list()
        if today != before:
            raise Problem(message("a new day has begun: these are its bouts"))

    def action_copy(self) -> None:
        """Copy the card."""
        self.query_one(CardPanel).copy()

    def action_watch(self) -> None:
        """Replay the marked bout."""
        found = self._marked[1]
        if found is not None:
            self._try_to(lambda: self.services.watch_again(found.id))

    def action_menu(self) -> None:
        """Go back to the menu."""
        self.services.open_menu()

    def _try_to(self, do: Callable[[], None]) -> None:
        """Call `do`; say what went wrong."""
        try:
            do()
        except (Problem, ValueError) as problem:
            self._refuse(problem)

    def _refuse_another(self, problem: BeginRefusedError) -> None:
        """Say that there is one try, above the bouts as they stand now."""
        self._try_to(self._list)
        self._refuse(problem)

    def _refuse(self, problem: Exception) -> None:
        self.app.bell()
        self.query_one(Notice).say(told(problem), refused=True)
