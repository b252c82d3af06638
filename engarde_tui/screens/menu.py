"""The menu: the first screen."""

from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len, set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, BindingType
from textual.containers import Center
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.language import put, told, tr
from engarde_tui.play.keys import MENU
from engarde_tui.play.players import own_name
from engarde_tui.play.problem import Problem
from engarde_tui.play.words import capital, cut
from engarde_tui.presentation import kind_of, lessons, titles_of_games
from engarde_tui.progress.lesson import FINISHED
from engarde_tui.screens.base import AppScreen
from engarde_tui.sessions.lesson import first_match
from engarde_tui.settings.entries import Settings
from engarde_tui.terminal.canvas import CanvasWidget
from engarde_tui.widgets.key_bar import shown_keys
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.pointed_list import PointedList
from engine.game import games
from engine.message import message
from engine.names import MAX_NAME

if TYPE_CHECKING:
    from engarde_tui.play.stored import StoredMatch

_LINE: Final = 72
"""Columns of a line of the list."""

_LABELS: Final = 24
"""Columns of the labels, at least."""

_BETWEEN: Final = " · "
"""Between a match and its rules."""


_LEAST_BETWEEN: Final = 2
"""Columns between a label and what it leads to."""

_WHO: Final = message("What is your name?")

_WHY: Final = message(
    "It appears in your matches, statistics and ratings. You can change it in the settings."
)


class MenuScreen(AppScreen):
    """Continue a match, start one, look at past ones, read the rules: a line for each key."""

    VERTICAL_BREAKPOINTS = [(0, "-short"), (36, "-tall"), (48, "-high")]  # noqa: RUF012
    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "menu")
    BINDINGS: ClassVar[list[BindingType]] = bindings(MENU)

    def __init__(
        self,
        title: CanvasWidget,
        unfinished: "StoredMatch | None",
        notice: str,
        *,
        offered_name: str | None = None,
    ) -> None:
        """Offer to continue an unfinished match; show `notice` as an error unless it is empty.

        Ask for the player's name, with `offered_name` as the answer of enter, unless it is None.
        """
        super().__init__()
        self._offered_name = offered_name
        self._title = title
        self._unfinished = unfinished
        self._notice = notice
        self._has_other_keys = False
        """Whether the settings have chosen other keys since the list was filled."""

    def compose(self) -> ComposeResult:
        """Show the title above the list."""
        yield self._title
        with Center():
            yield PointedList(classes="panel")
            yield Notice()

    def on_mount(self) -> None:
        """Show the notice, and fill the list."""
        self._say(self._notice)
        menu = self.query_one(PointedList)
        self._fill(menu)
        menu.action_first()
        self._show_titles()
        if self._offered_name is not None:
            # Here, because fields take a while to load, and only the first start needs one.
            from engarde_tui.screens.input import InputScreen

            question = InputScreen(put(_WHO), self._offered_name, put(_WHY), own_name)
            self.services.ask(question, self._take_name)

    def _show_titles(self) -> None:
        """Show the games above the list, and the player's name below it, if it is known."""
        menu, name = self.query_one(PointedList), self.services.settings.name
        menu.border_title = Content(tr("Games: {games}", games=", ".join(titles_of_games())))
        menu.border_subtitle = Content(tr("you are {name}", name=name) if name else "")

    def _take_name(self, name: str | None) -> None:
        if not name and self.services.keeper.problems:
            # What is wrong in the file is not written over unasked.
            return
        if not name:
            # Who gives no name has one all the same, and reads which; it is not asked for again.
            try:
                name = own_name(self._offered_name or "") or self.services.settings.player
            except ValueError:
                name = self.services.settings.player
        try:
            self.services.change_settings(name=name)
        except Problem as problem:
            self._say(told(problem))
        self._show_titles()

    def follow_settings(self) -> None:
        """Show the keys and the language that the settings choose."""
        super().follow_settings()
        self._has_other_keys = True
        self._fill_again()
        self._show_titles()

    def on_screen_resume(self) -> None:
        """Show the keys that were chosen on a page above."""
        self._fill_again()

    def _fill_again(self) -> None:
        # While a page lies above, the keys are those that close it. Textual calls this one current, too.
        if not self._has_other_keys or self.app.screen is not self:
            return
        self._has_other_keys = False
        menu = self.query_one(PointedList)
        marked = menu.highlighted
        menu.clear_options()
        self._fill(menu)
        menu.highlighted = marked

    def _fill(self, menu: OptionList) -> None:
        keys = {active.binding.action: active for active in shown_keys(self)}
        # What newcomers look for, and what follows it.
        if FINISHED not in self.services.progress.reached.lessons.values():
            keys = {"learn": keys["learn"], **keys}
        elif self._is_first_match:
            keys = {"play_alone": keys["play_alone"], **keys}
        if "resume" in keys:
            keys = {"resume": keys["resume"], **keys}
        widest = max(cell_len(self._label(active)) for active in keys.values())
        columns = max(_LABELS, widest + _LEAST_BETWEEN)
        menu.add_options(self._option(active, columns) for active in keys.values())

    @property
    def _is_first_match(self) -> bool:
        """Whether the player has finished a lesson, and has played no match yet."""
        services, library = self.services, self.services.library
        has_learnt = FINISHED in services.progress.reached.lessons.values()
        if not has_learnt or services.settings.setup or library is None:
            return False
        with suppress(Problem):
            return not library.ids()
        return False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what there is."""
        has_library = self.services.library is not None
        offered = {"resume": self._unfinished is not None, "history": has_library, "daily": has_library}
        return offered.get(action, True)

    def _label(self, active: ActiveBinding) -> str:
        return capital(self.services.wording(active.binding.description))

    def _option(self, active: ActiveBinding, columns: int) -> Option:
        """Return the line of a key that leads elsewhere; its label takes so many columns."""
        binding = active.binding
        label = set_cell_size(self._label(active), columns)
        key = self.app.get_key_display(binding)
        text = self.services.meaning(binding.tooltip)
        if binding.action == "play_alone" and self._is_first_match:
            text = tr("Your first match: against the novice")
        if binding.action == "resume" and self._unfinished is not None:
            text = _summary(self._unfinished, _LINE - columns - cell_len(key) - 1)
        line = _line(label, text, key)
        return Option(line, id=f"{'app.' if active.node is self.app else ''}{binding.action}")

    @on(OptionList.OptionSelected)
    async def _select(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None:
            await self.run_action(event.option_id)

    def action_resume(self) -> None:
        """Continue the match."""
        assert self._unfinished is not None
        try:
            self.services.resume(self._unfinished.id)
        except Problem as problem:
            self.app.bell()
            self._say(told(problem))

    def _say(self, problem: str) -> None:
        self.query_one(Notice).say(problem, refused=True)

    def action_new_match(self) -> None:
        """Set up a new match."""
        self.services.open_setup()

    def action_play_alone(self) -> None:
        """Set up a match vs computer; begin the first one at once."""
        if self._is_first_match:
            reached = self.services.progress.reached.lessons
            lesson = next(each for each in lessons() if reached.get(each.rules.GAME) == FINISHED)
            self.services.open_match(first_match(lesson, self.services.player_name))
        else:
            self.services.open_setup(alone=True)

    def action_swords(self) -> None:
        """Set up a match of the second game: vs computer until another player is known."""
        is_alone = self.services.settings.opponent == Settings.opponent
        self.services.open_setup(games()["swords-and-shields"], alone=is_alone)

    def action_daily(self) -> None:
        """Look at the daily bouts."""
        self.services.open_daily()

    def action_learn(self) -> None:
        """Go to the lesson of the first game; the others are offered where their games are."""
        self.services.open_lesson(lessons()[0])

    def action_puzzle(self) -> None:
        """Go to a puzzle."""
        self.services.open_puzzle()

    def action_history(self) -> None:
        """Look at past matches."""
        self.services.open_history()

    def action_settings(self) -> None:
        """Choose settings."""
        self.services.open_settings()


def _summary(match: "StoredMatch", columns: int) -> str:
    """Return the names, the score and the rules of a match; long names give way."""
    kind = kind_of(match.rules)
    points = " {} : {} ".format(*match.score)
    most = min((columns - len(points) - len(kind) - len(_BETWEEN)) // 2, MAX_NAME)
    left, right = (cut(name, most) for name in match.names)
    return f"{left}{points}{right}{_BETWEEN}{kind}"


def _line(text: str, dim: str, key: str) -> Content:
    """Return a line of the list; the key is at its end."""
    columns = _LINE - cell_len(text) - cell_len(key)
    dim = set_cell_size(cut(dim, columns - 1), columns)
    return Content.assemble(text, (dim + key, "$text-muted"))
