"""The app as far as its settings go: what is chosen, and the screens where it is chosen."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import BindingType
from textual.screen import Screen

from engarde_tui.language import put, tr, tr_as
from engarde_tui.play.bot_turns import BOT_PACE
from engarde_tui.play.keys import SETTINGS_APP
from engarde_tui.play.questions import Question
from engarde_tui.screens.base import AppScreen, SettingsPage
from engarde_tui.settings.keeper import SettingsKeeper
from engarde_tui.shell import Shell
from engarde_tui.terminal.canvas import CanvasWidget
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.speaking import Speaking

if TYPE_CHECKING:
    import asyncio

    from engarde_tui.settings.scopes import Scope


class SettingsApp(Shell):
    """Follows the settings, and opens their screens."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(SETTINGS_APP)

    def __init__(
        self,
        *,
        ascii_only: bool,
        no_motion: bool,
        keeper: SettingsKeeper | None,
        curtain_delay: float | None,
        bot_pace: float | None,
    ) -> None:
        """Follow the settings of `keeper`; without one they are lost when the program ends.

        `curtain_delay` and `bot_pace`, in seconds, come before the settings.
        """
        super().__init__(ascii_only=ascii_only, no_motion=no_motion, keeper=keeper)
        self.curtain_delay = self.settings.curtain_delay if curtain_delay is None else curtain_delay
        self.bot_pace = self.settings.bot_pace if bot_pace is None else bot_pace

    def change_settings(self, **changes: Any) -> None:
        """Change fields of the settings and follow them; raises Problem if they could not be saved."""
        # Only what is changed now comes before the options of the command line.
        self.bot_pace = changes.get("bot_pace", self.bot_pace)
        self.curtain_delay = changes.get("curtain_delay", self.curtain_delay)
        try:
            super().change_settings(**changes)
        finally:
            for screen in self.screen_stack:
                if "language" in changes:
                    _speak(screen)
                if isinstance(screen, AppScreen):
                    screen.follow_settings()

    @property
    def plain_command(self) -> str:
        """The shell command that begins in the line mode."""
        return "engarde --plain"

    @property
    def player_name(self) -> str:
        """The name of the only player at this keyboard."""
        return self.settings.player

    def switch_pace(self) -> float:
        """Let bots play at once, or pause again; return the seconds they pause."""
        self.bot_pace = 0.0 if self.bot_pace else self.settings.bot_pace or BOT_PACE
        return self.bot_pace

    @property
    def trouble_with_settings(self) -> str:
        """What of the settings could not be read; "" if everything could."""
        if not self.keeper.problems:
            return ""
        first, *others = map(put, self.keeper.problems)
        return tr("{problem}, and {number} more", problem=first, number=len(others)) if others else first

    @property
    def scopes(self) -> "Sequence[Scope]":
        """Everything whose keys can be chosen."""
        from engarde_tui.screens.scopes import local_scopes

        return local_scopes()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Open the settings only once."""
        is_open = any(isinstance(screen, SettingsPage) for screen in self.screen_stack)
        return not (action == "settings" and is_open)

    def wording(self, label: str) -> str:
        """Return the label of a key in the player's language; the hall has words of its own."""
        return tr_as("key", label)

    def meaning(self, words: str) -> str:
        """Return what help and settings say of a key, or where it counts, as `wording` returns a label."""
        return tr(words)

    def open_settings(self) -> None:
        """Show the settings over the current screen."""
        from engarde_tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    def open_keys(self) -> None:
        """Show the keys over the current screen."""
        from engarde_tui.screens.keys import KeysScreen

        self.push_screen(KeysScreen(self.scopes))

    def ask(
        self, question: Question | Screen[str], then: Callable[[str | None], object] | None = None
    ) -> "asyncio.Future[str | None]":
        """Show a question over everything else; the future and `then` get the answer, None or "" for none."""
        if isinstance(question, Screen):
            return super().ask(question, then)
        from engarde_tui.screens.question import QuestionScreen

        return super().ask(QuestionScreen(question), then)

    def is_asking(self, question: Question) -> bool:
        """Return whether this is asked now, whatever the words about it."""
        asked = (getattr(screen, "question", None) for screen in self.screen_stack)
        return any(isinstance(each, Question) and each.is_like(question) for each in asked)

    def action_settings(self) -> None:
        """Show the settings."""
        self.open_settings()


def _speak(screen: Screen[Any]) -> None:
    """Put everything on a screen into the language of the session."""
    for widget in screen.walk_children():
        if isinstance(widget, CanvasWidget):
            # Other words may take more room.
            widget.refresh(layout=True)
            widget.redraw()
        if isinstance(widget, Speaking):
            widget.speak()
    if isinstance(screen, Speaking):
        screen.speak()
