"""Small questions in the middle of the window, each answered by a key."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from engarde_tui import paths
from engarde_tui.match.problem import Problem
from engarde_tui.storage.errors import DamagedStoreError
from engarde_tui.widgets.canvas import INK_CLASSES
from engarde_tui.widgets.key_bar import KeyBar
from engine.bots import ForfeitError


class Question(ModalScreen[str]):
    """Answers with a word; its bindings are the answers."""

    CSS_PATH: ClassVar = paths.style_sheets("dialog")
    COMPONENT_CLASSES = INK_CLASSES

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False)
            yield KeyBar()


class LeaveQuestion(Question):
    """Whether to leave a match that is being played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss('quit')", "leave the program", id="leave"),
        Binding("m", "dismiss('menu')", "to the menu", id="leave-to-menu"),
        Binding("n,escape", "dismiss('stay')", "go on", key_display="n", id="stay"),
    ]

    def __init__(self, consequence: str) -> None:
        """Say what leaving comes to."""
        super().__init__(f"Leave this match? {consequence}")


class DeleteQuestion(Question):
    """Whether to delete a match."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss('delete')", "delete it for good", id="delete-yes"),
        Binding("n,escape", "dismiss('keep')", "keep it", key_display="n", id="delete-no"),
    ]


class RevealQuestion(Question):
    """Whether to write a record that holds the hands of a match still being played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss('export')", "export it", id="reveal-yes"),
        Binding("n,escape", "dismiss('keep')", "not now", key_display="n", id="reveal-no"),
    ]


class ProgramQuestion(Question):
    """Whether to run the program that a match was played against: the match may come from somebody else."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss('run')", "run it", id="program-run"),
        Binding("p", "dismiss('person')", "a person plays", id="program-person"),
        Binding("n,escape", "dismiss('leave')", "not now", key_display="n", id="program-no"),
    ]

    def __init__(self, command: str) -> None:
        """Show the command."""
        super().__init__(f"One of the players is a program: {command}\n\nRun it?")


class ForfeitQuestion(Question):
    """Tells that a bot has failed; there is one answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter,escape", "dismiss('go on')", "go on", key_display="space", id="forfeit-go-on"),
    ]

    def __init__(self, name: str, forfeit: ForfeitError) -> None:
        """Say who has failed, and how."""
        super().__init__(f"{name} {forfeit}.\n\nIt forfeits the round.")


_NEW_FILE: Final = (
    "\n\nOr begin a new file: it takes the whole match, and what is left of the old one is kept under another"
    " name."
)


class ProblemQuestion(Question):
    """What to do where a match cannot be written to or read from disk."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "dismiss('again')", "try again", id="problem-again"),
        Binding("s", "dismiss('set aside')", "new file", id="problem-new-file"),
        Binding("w", "dismiss('without')", "without saving", id="problem-without"),
        Binding("escape", "dismiss('cancel')", "cancel", key_display="esc", id="problem-cancel"),
    ]

    def __init__(self, problem: Problem) -> None:
        """Say what is wrong; only a damaged file can be set aside."""
        self._damaged = isinstance(problem, DamagedStoreError)
        super().__init__(f"{problem}.{_NEW_FILE if self._damaged else ''}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what helps."""
        return self._damaged or parameters != ("set aside",)
