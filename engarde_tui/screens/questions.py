"""Small questions in the middle of the window, each answered with one key."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from engarde_tui import paths
from engarde_tui.match.problem import Problem
from engarde_tui.storage.errors import DamagedStoreError
from engarde_tui.terminal.textual_private import RemappedKeys
from engarde_tui.widgets.canvas import INK_CLASSES
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.notice import sentence
from engine.bots import ForfeitError


class Question(RemappedKeys, ModalScreen[str]):
    """A question whose bindings are the answers; dismissed with a word."""

    CSS_PATH: ClassVar = paths.style_sheets("dialog")
    COMPONENT_CLASSES = INK_CLASSES

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Show the question above its answers."""
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False)
            yield KeyBar()


class LeaveQuestion(Question):
    """Ask whether to leave an unfinished match."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss('quit')", "leave the program", id="leave", tooltip="Leave the program"),
        Binding(
            "m", "dismiss('menu')", "to the menu", id="leave-to-menu", tooltip="Leave the match for the menu"
        ),
        Binding("n,escape", "dismiss('stay')", "continue", id="stay", tooltip="Stay at the table"),
    ]

    def __init__(self, consequence: str) -> None:
        """Say what happens to the match."""
        super().__init__(f"Leave this match? {consequence}")


class DeleteQuestion(Question):
    """Ask whether to delete a match."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss('delete')", "delete it for good", id="delete-yes", tooltip="Delete the match"),
        Binding("n,escape", "dismiss('keep')", "keep it", id="delete-no", tooltip="Keep the match"),
    ]


class RevealQuestion(Question):
    """Ask whether to export an unfinished match: its record reveals both hands."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss('export')", "export it", id="reveal-yes", tooltip="Export the match"),
        Binding("n,escape", "dismiss('keep')", "cancel", id="reveal-no", tooltip="Do not export the match"),
    ]


class ProgramQuestion(Question):
    """Ask whether to run the program of a stored match: the match may come from somebody else."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss('run')", "run it", id="program-run", tooltip="Run the program"),
        Binding(
            "p",
            "dismiss('person')",
            "let a human play",
            id="program-person",
            tooltip="Play without the program",
        ),
        Binding("n,escape", "dismiss('leave')", "cancel", id="program-no", tooltip="Leave the match alone"),
    ]

    def __init__(self, command: str) -> None:
        """Show the command."""
        super().__init__(f"One of the players is a program: {command}\n\nRun it?")


class ForfeitQuestion(Question):
    """Say that a bot has failed; there is one answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space,enter,escape",
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

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss('replace')", "replace them", id="replace-yes", tooltip="Replace all keys"),
        Binding("n,escape", "dismiss('keep')", "keep them", id="replace-no", tooltip="Keep the keys"),
    ]


_NEW_FILE: Final = "\n\nOr start a new file: it gets the whole match, and the damaged one is renamed."


class ProblemQuestion(Question):
    """Ask what to do when a match cannot be read from or written to disk."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "dismiss('again')", "try again", id="problem-again", tooltip="Save again"),
        Binding("s", "dismiss('set aside')", "new file", id="problem-new-file", tooltip="Save in a new file"),
        Binding(
            "w", "dismiss('without')", "without saving", id="problem-without", tooltip="Play without saving"
        ),
        Binding("escape", "dismiss('cancel')", "cancel", id="problem-cancel", tooltip="Give up saving"),
    ]

    def __init__(self, problem: Problem) -> None:
        """Say what is wrong; only a damaged file can be set aside."""
        self._damaged = isinstance(problem, DamagedStoreError)
        super().__init__(f"{sentence(str(problem))}{_NEW_FILE if self._damaged else ''}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a new file only in place of a damaged one."""
        return self._damaged or parameters != ("set aside",)
