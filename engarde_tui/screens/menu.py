"""The menu: the first screen."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.match.problem import Problem
from engarde_tui.match.words import fitting, score, when
from engarde_tui.screens.base import AppScreen
from engarde_tui.widgets.canvas import CanvasWidget
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.pointed_list import PointedList

if TYPE_CHECKING:
    from engarde_tui.storage.store import StoredMatch


class MenuScreen(AppScreen):
    """Continue a match, start one, look at past ones, read the rules."""

    MOST_UNFINISHED: ClassVar = 3
    """Unfinished matches offered here; the history lists all."""

    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "menu")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "resume", "continue", id="continue", tooltip="Continue your last match"),
        Binding("n", "new_match", "new match", id="new-match", tooltip="Set up a new match"),
        Binding("a", "play_alone", "vs computer", id="play-alone", tooltip="Set up a match vs computer"),
        Binding("m", "history", "matches", id="history", tooltip="Past matches and statistics"),
        Binding("s", "settings", "settings", id="menu-settings", tooltip="Look, motion, pauses, keys"),
    ]

    def __init__(self, title: CanvasWidget, unfinished: "Sequence[StoredMatch]", notice: str) -> None:
        """Offer to continue `unfinished` matches; show `notice` as an error unless it is empty."""
        super().__init__()
        self._title = title
        self._unfinished = unfinished
        self._notice = notice

    def compose(self) -> ComposeResult:
        """Show the title above the list."""
        yield self._title
        with Center():
            yield PointedList(
                *[
                    Option(Content(self._offer(match)), id=f"resume({match.id})")
                    for match in self._unfinished
                ],
                Option("New match", id="new_match"),
                Option("New match vs computer", id="play_alone"),
                *([Option("Past matches and statistics", id="history")] if self.navigator.store else []),
                Option("Settings", id="settings"),
                Option("Rules and keys", id="app.help"),
                Option("Quit", id="app.quit"),
            )
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the notice; make the list as wide as its longest line."""
        self._say(self._notice)
        offers = [option.prompt for option in self.query_one(OptionList).options]
        self.query_one(OptionList).styles.width = max(cell_len(str(offer)) for offer in offers) + 2

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what there is."""
        return {"resume": bool(self._unfinished), "history": self.navigator.store is not None}.get(
            action, True
        )

    @staticmethod
    def _offer(match: "StoredMatch") -> str:
        """Return names, score, round and date of an unfinished match."""
        view = fitting(match.view)
        return f"Continue {score(view)}, round {view.number}, {when(match.changed)}"

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

    def action_history(self) -> None:
        """Look at past matches."""
        self.navigator.open_history()

    def action_settings(self) -> None:
        """Choose settings."""
        self.navigator.open_settings()
