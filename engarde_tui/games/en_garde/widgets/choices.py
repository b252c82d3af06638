"""What can be done now: the legal actions that fit the composed turn, and why a defence is missing."""

from textwrap import wrap

from engarde_tui.games.en_garde.draft import why_not_defend
from engarde_tui.games.en_garde.widgets.composing import ComposingWidget
from engarde_tui.games.en_garde.words import to_act
from engarde_tui.widgets.action_list import ActionList
from engarde_tui.widgets.canvas import Canvas
from engine.en_garde import Action


class Choices(ActionList, ComposingWidget):
    """The list of options that fit the draft, and the defences that are missing."""

    @property
    def title(self) -> str:
        """Who is to act, and what is asked."""
        return "" if self.view is None else to_act(self.view)

    @property
    def options(self) -> tuple[Action, ...]:
        """The actions that fit what is laid."""
        return self.draft.options

    @property
    def chosen(self) -> Action | None:
        """The action that enter would play."""
        return self.draft.chosen

    def draw(self, canvas: Canvas) -> None:
        """Draw the list, then the missing defences."""
        super().draw(canvas)
        if self.view is None or not self.view.round.legal:
            return
        row = len(self.options) + 1
        for reason in why_not_defend(self.view.round):
            for number, line in enumerate(wrap(reason, canvas.width - 2)):
                canvas.put(0, row, ("· " if number == 0 else "  ") + line, "dim")
                row += 1
