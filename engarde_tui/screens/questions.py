"""Small questions in the middle of the window, each answered with one key."""

import time
from typing import ClassVar, Final, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Event
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.match.problem import Problem
from engarde_tui.screens.base import Navigator
from engarde_tui.storage.errors import DamagedStoreError
from engarde_tui.terminal.textual_private import OwnScreen
from engarde_tui.widgets.framed import Framed
from engarde_tui.widgets.key_bar import shown_keys
from engarde_tui.widgets.notice import sentence
from engarde_tui.widgets.pointed_list import PointedList
from engine.bots import ForfeitError


class Question(OwnScreen, ModalScreen[str]):
    """A question whose bindings are the answers, the harmless one first; dismissed with a word."""

    HEADING: ClassVar = ""
    """The title in the frame."""

    IS_GRAVE: ClassVar = False
    """Whether an answer gives up or reveals something: then no key counts that came before the question."""

    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "dialog")

    def __init__(self, text: str = "", heading: str = "") -> None:
        """Ask below `text`, with a title of its own if `heading` is given."""
        super().__init__()
        self._text = text
        self._heading = heading or self.HEADING
        self._is_drawn = not self.IS_GRAVE
        self._came = 0.0
        """By the clock of events, in seconds; 0 if it is not grave."""

    def compose(self) -> ComposeResult:
        """Show the question above its answers."""
        with Framed(self._heading, id="dialog"):
            if self._text:
                yield Static(self._text, markup=False)
            yield PointedList()

    def on_mount(self) -> None:
        """List the answers with their keys."""
        answers = self.query_one(PointedList)
        bindings = [active.binding for active in shown_keys(self)]
        keys = [self.app.get_key_display(binding) for binding in bindings]
        for key, binding in zip(keys, bindings, strict=True):
            label = cast(Navigator, self.app).wording(binding.description).capitalize()
            line = Content.assemble((f" {key:<{max(map(len, keys))}}  ", "$accent"), label)
            answers.add_option(Option(line, id=binding.action))
        answers.action_first()
        if self.IS_GRAVE:
            self._came = time.monotonic()
            self.call_later(self._note_drawn)

    @property
    def is_ready(self) -> bool:
        """Whether the question has been drawn, if it is grave."""
        return self._is_drawn

    def takes(self, event: Event) -> bool:
        """Take an answer, but to a grave question only one that was given after it came."""
        return event.time >= self._came

    def _note_drawn(self) -> None:
        self._is_drawn = True

    @on(OptionList.OptionSelected)
    async def _answer(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None:
            await self.run_action(event.option_id)


class LeaveQuestion(Question):
    """Ask whether to leave an unfinished match, or a lesson."""

    IS_GRAVE: ClassVar = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,escape", "dismiss('stay')", "keep playing", id="stay", tooltip="Stay at the table"),
        Binding(
            "m",
            "dismiss('menu')",
            "go to the menu",
            id="leave-to-menu",
            tooltip="Leave the match for the menu",
        ),
        Binding(
            "y", "dismiss('quit')", "leave the program", id="leave", tooltip="Leave the match and the program"
        ),
        Binding("q", "leave_again", show=False, id="quit", tooltip="Leave the match and the program"),
    ]

    def __init__(self, consequence: str, *, loses_nothing: bool, what: str = "match") -> None:
        """Say what happens to `what` is left; if that `loses_nothing`, a second `q` leaves."""
        super().__init__(consequence, f"Leave this {what}?")
        self._loses_nothing = loses_nothing

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let `q` leave only what can be continued: it may come from a key held down."""
        return self._loses_nothing or action != "leave_again"

    def action_leave_again(self) -> None:
        """Leave the program."""
        self.dismiss("quit")


class DeleteQuestion(Question):
    """Ask whether to delete a match."""

    HEADING: ClassVar = "Delete this match?"
    IS_GRAVE: ClassVar = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,escape,q", "dismiss('keep')", "keep it", id="delete-no", tooltip="Keep the match"),
        Binding("y", "dismiss('delete')", "delete it for good", id="delete-yes", tooltip="Delete the match"),
    ]


class RevealQuestion(Question):
    """Ask whether to export an unfinished match: its record reveals both hands."""

    HEADING: ClassVar = "Export this match?"
    IS_GRAVE: ClassVar = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,escape,q", "dismiss('keep')", "cancel", id="reveal-no", tooltip="Do not export the match"),
        Binding("y", "dismiss('export')", "export it", id="reveal-yes", tooltip="Export the match"),
    ]


class ProgramQuestion(Question):
    """Ask whether to run the program of a stored match: the match may come from somebody else."""

    HEADING: ClassVar = "Run this program?"
    IS_GRAVE: ClassVar = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,escape,q", "dismiss('leave')", "cancel", id="program-no", tooltip="Leave the match alone"),
        Binding(
            "p",
            "dismiss('person')",
            "let a human play",
            id="program-person",
            tooltip="Play without the program",
        ),
        Binding("y", "dismiss('run')", "run it", id="program-run", tooltip="Run the program"),
    ]

    def __init__(self, command: str) -> None:
        """Show the command."""
        super().__init__(f"One of the players is a program: {command}")


class LessonOverQuestion(Question):
    """Say what the player has learnt, and ask what to do next."""

    HEADING: ClassVar = "You have finished the lesson"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "p",
            "dismiss('play')",
            "play a first match against the novice",
            id="first-match",
            tooltip="Play against a bot for newcomers, with the rules of the lesson",
        ),
        Binding(
            "m,escape,q", "dismiss('menu')", "go to the menu", id="lesson-menu", tooltip="Go to the menu"
        ),
    ]


class ForfeitQuestion(Question):
    """Say that a bot has failed; there is one answer."""

    HEADING: ClassVar = "Forfeit"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space,escape,q",
            "dismiss('go on')",
            "continue",
            id="forfeit-go-on",
            tooltip="Continue after a forfeit",
        ),
    ]

    def __init__(self, name: str, forfeit: ForfeitError) -> None:
        """Say who failed, and how."""
        super().__init__(f"{name} {forfeit}.\n\nIt forfeits the round.")


class ReplaceKeysQuestion(Question):
    """Ask whether to replace the keys that the player has chosen."""

    HEADING: ClassVar = "Replace your keys?"
    IS_GRAVE: ClassVar = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,escape,q", "dismiss('keep')", "keep them", id="replace-no", tooltip="Keep the keys"),
        Binding("y", "dismiss('replace')", "replace them", id="replace-yes", tooltip="Replace all keys"),
    ]


class SwapKeysQuestion(Question):
    """Ask whether to swap the keys of bindings."""

    HEADING: ClassVar = "Swap these keys?"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "n,escape,q", "dismiss('keep')", "leave them as they are", id="swap-no", tooltip="Swap no keys"
        ),
        Binding("y", "dismiss('swap')", "swap them", id="swap-yes", tooltip="Swap the keys"),
    ]


_NEW_FILE: Final = "\n\nOr start a new file: it gets the whole match, and the damaged one is renamed."


class ProblemQuestion(Question):
    """Ask what to do when a match cannot be read from or written to disk."""

    HEADING: ClassVar = "The match cannot be saved"
    IS_GRAVE: ClassVar = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "dismiss('again')", "try again", id="problem-again", tooltip="Save again"),
        Binding("s", "dismiss('set aside')", "new file", id="problem-new-file", tooltip="Save in a new file"),
        Binding(
            "w", "dismiss('without')", "without saving", id="problem-without", tooltip="Play without saving"
        ),
        Binding("escape,q", "dismiss('cancel')", "cancel", id="problem-cancel", tooltip="Give up saving"),
    ]

    def __init__(self, problem: Problem) -> None:
        """Say what is wrong; only a damaged file can be set aside."""
        self._damaged = isinstance(problem, DamagedStoreError)
        super().__init__(f"{sentence(str(problem))}{_NEW_FILE if self._damaged else ''}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a new file only in place of a damaged one."""
        return self._damaged or parameters != ("set aside",)
