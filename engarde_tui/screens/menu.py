"""The menu: the first screen."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len, set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Center
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.match.lesson import FINISHED
from engarde_tui.match.problem import Problem
from engarde_tui.match.words import cut, when
from engarde_tui.presentation import presentation_of, titles_of_games
from engarde_tui.screens.base import AppScreen
from engarde_tui.screens.lessons import choose_lesson
from engarde_tui.widgets.canvas import CanvasWidget
from engarde_tui.widgets.columns import in_columns
from engarde_tui.widgets.key_bar import shown_keys
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.pointed_list import PointedList
from engine.game import game_of
from engine.match import MAX_NAME

if TYPE_CHECKING:
    from engarde_tui.storage.store import StoredMatch

_LINE: Final = 72
"""Columns of a line of the list."""

_LABELS: Final = 24
"""Columns of the labels."""

_GAPS: Final = 8
"""Columns between the five of an unfinished match."""


class MenuScreen(AppScreen):
    """Continue a match, start one, look at past ones, read the rules: a line for each key."""

    MOST_UNFINISHED: ClassVar = 3
    """Unfinished matches offered here; the history lists all."""

    VERTICAL_BREAKPOINTS = [(0, "-short"), (36, "-tall"), (48, "-high")]  # noqa: RUF012
    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "menu")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "resume", "continue", id="continue", tooltip="Continue your last match"),
        Binding("n", "new_match", "new match", id="new-match", tooltip="Play each other at this keyboard"),
        Binding(
            "a", "play_alone", "new match vs computer", id="play-alone", tooltip="Play against the computer"
        ),
        Binding("m", "history", "past matches", id="history", tooltip="Watch, continue, export, statistics"),
        Binding(
            "l", "learn", "learn to play", id="learn", tooltip="Short exercises at the table, with a teacher"
        ),
        Binding("p", "puzzle", "puzzles", id="puzzle", tooltip="Find the best action; one a day for all"),
        Binding("s", "settings", "settings", id="menu-settings", tooltip="Theme, motion, pauses, keys"),
    ]

    def __init__(self, title: CanvasWidget, unfinished: "Sequence[StoredMatch]", notice: str) -> None:
        """Offer to continue `unfinished` matches; show `notice` as an error unless it is empty."""
        super().__init__()
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
        menu.border_title = Content(" · ".join(titles_of_games()))
        self._fill(menu)
        menu.action_first()

    def follow_settings(self) -> None:
        """Show the keys that the settings choose."""
        super().follow_settings()
        self._has_other_keys = True
        self._fill_again()

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
        if "resume" in keys:
            menu.add_options(self._offers(self.app.get_key_display(keys.pop("resume").binding)))
        if FINISHED not in self.navigator.settings.lessons.values():
            # What newcomers look for.
            keys = {"learn": keys["learn"], **keys}
        menu.add_options(map(self._option, keys.values()))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what there is."""
        return {"resume": bool(self._unfinished), "history": self.navigator.store is not None}.get(
            action, True
        )

    def _offers(self, key: str) -> Iterator[Option | None]:
        """Yield the unfinished matches, the first with its key, below their heads and above a rule."""
        heads, *lines = in_columns(list(_rows(self._unfinished, len(key))))
        yield Option(heads, disabled=True)
        for match, line in zip(self._unfinished, lines, strict=True):
            yield Option(_line(line, "", key), id=f"resume({match.id})")
            key = ""
        yield None

    def _option(self, active: ActiveBinding) -> Option:
        """Return the line of a key that leads elsewhere."""
        binding = active.binding
        label = set_cell_size(binding.description.capitalize(), _LABELS)
        line = _line(label, binding.tooltip, self.app.get_key_display(binding))
        return Option(line, id=f"{'app.' if active.node is self.app else ''}{binding.action}")

    @on(OptionList.OptionSelected)
    async def _select(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None:
            await self.run_action(event.option_id)

    def action_resume(self, id: int | None = None) -> None:
        """Continue match `id`, by default the newest."""
        try:
            self.navigator.resume(self._unfinished[0].id if id is None else id)
        except Problem as problem:
            self.app.bell()
            self._say(str(problem))

    def _say(self, problem: str) -> None:
        self.query_one(Notice).say(problem, refused=bool(problem))

    def action_new_match(self) -> None:
        """Set up a new match."""
        self.navigator.open_setup()

    def action_play_alone(self) -> None:
        """Set up a match vs computer."""
        self.navigator.open_setup(alone=True)

    def action_learn(self) -> None:
        """Go to the lesson."""
        choose_lesson(self)

    def action_puzzle(self) -> None:
        """Go to a puzzle."""
        self.navigator.open_puzzle()

    def action_history(self) -> None:
        """Look at past matches."""
        self.navigator.open_history()

    def action_settings(self) -> None:
        """Choose settings."""
        self.navigator.open_settings()


def _rows(matches: "Sequence[StoredMatch]", taken: int) -> Iterator[tuple[str, ...]]:
    """Yield the heads, and unfinished matches: names, score, game or rules, and time.

    Names give way if a line without its last `taken` columns has no room for them.
    """
    rules = [match.view.round.rules for match in matches]
    is_one_game = len({each.GAME for each in rules}) == 1
    games = [presentation_of(each).kind(each) if is_one_game else game_of(each).title for each in rules]
    scores = ["{} : {}".format(*match.view.score) for match in matches]
    times = [when(match.changed) for match in matches]
    others = sum(max(map(len, column)) for column in (scores, games, times))
    most = min((_LINE - others - _GAPS - taken - 1) // 2, MAX_NAME)
    yield "Continue", "", "", "Rules" if is_one_game else "Game", "Last played"
    for match, score, game, time in zip(matches, scores, games, times, strict=True):
        left, right = (cut(name, most) for name in match.view.names)
        yield left, score, right, game, time


def _line(text: str, dim: str, key: str) -> Content:
    """Return a line of the list; the key is at its end."""
    return Content.assemble(text, (dim.ljust(_LINE - cell_len(text) - cell_len(key)) + key, "$text-muted"))
