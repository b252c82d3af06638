"""What only the table of a puzzle shows: the task, and what each try is worth."""

from textual.geometry import Size

from engarde_tui.games.en_garde.attempt import Attempt
from engarde_tui.games.en_garde.widgets.choices import Choices
from engarde_tui.games.en_garde.words import to_do_in_short
from engarde_tui.language import tr
from engarde_tui.play.scene import Scene
from engarde_tui.play.words import percent, sentence
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.lesson_words import put_introduction
from engarde_tui.widgets.scoring_box import box_rows
from engine.en_garde import Action
from engine.en_garde.puzzles import GRADES


class PuzzleWords(BoardWidget):
    """The puzzle in a rule, and below it the task, or how the last try went; in place of the scoring box."""

    def reads(self, scene: Scene) -> object:
        """Return what is told of the puzzle."""
        return scene.details

    def introduction(self) -> list[str]:
        """Return which puzzle it is, how hard, and the task, or how the last try went."""
        if self.scene is None or self.scene.details is None:
            return []
        attempt, record = self.scene.details
        grade = sentence(attempt.grade)
        if attempt.mistaken is None:
            grade = tr("Grade {grade} of {most}.", grade=attempt.puzzle.grade, most=max(GRADES))
        return [
            sentence(attempt.title.replace(" · ", ", ")),
            grade,
            sentence(record),
            sentence(attempt.verdict),
        ]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the scoring box."""
        return box_rows(viewport)

    def draw(self, canvas: Canvas) -> None:
        """Draw the rule and the words, with the same left edge."""
        if self.scene is None or self.scene.details is None:
            return
        attempt, record = self.scene.details
        foreground = "accent" if attempt.is_over else "alert" if attempt.tried else "strong"
        standing = " · ".join(filter(None, (attempt.grade, record)))
        put_introduction(canvas, attempt.title, standing, attempt.verdict, foreground)


class Tries(Choices):
    """The actions that fit the draft, and what those are worth that have been tried."""

    def reads(self, scene: Scene) -> object:
        """Return also what is told of the puzzle."""
        return super().reads(scene), scene.details

    @property
    def _attempt(self) -> Attempt | None:
        return (
            self.scene.details.attempt if self.scene is not None and self.scene.details is not None else None
        )

    @property
    def options(self) -> tuple[Action, ...]:
        """All actions, the best first, once the answer is known."""
        attempt = self._attempt
        return tuple(attempt.puzzle.values) if attempt is not None and attempt.is_over else super().options

    def describe(self, option: Action) -> str:
        """Return an option, behind what it is worth if the solver may know."""
        attempt = self._attempt
        if attempt is None or not (attempt.tried or attempt.is_over):
            return super().describe(option)
        value = percent(attempt.puzzle.values[option]) if attempt.known(option) else ""
        return f"{value:>4} {to_do_in_short(option)}"
