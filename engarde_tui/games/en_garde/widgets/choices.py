"""The legal actions that fit the draft, and why defences are missing."""

from textwrap import wrap

from engarde_tui.games.en_garde.draft import why_not_defend
from engarde_tui.games.en_garde.widgets.composing import ComposingWidget
from engarde_tui.widgets.action_list import ActionList
from engarde_tui.widgets.canvas import Canvas
from engine.en_garde import Action


class Choices(ActionList, ComposingWidget):
    """The actions that fit the draft, and why defences are missing."""

    @property
    def options(self) -> tuple[Action, ...]:
        """The actions that fit the cards picked so far."""
        return self.draft.options

    @property
    def chosen(self) -> Action | None:
        """The action that enter would play."""
        return self.draft.chosen

    def draw(self, canvas: Canvas) -> None:
        """Draw the list, then why defences are missing."""
        super().draw(canvas)
        if self.view is None or not self.view.round.legal:
            return
        row = len(self.options)
        for reason in why_not_defend(self.view.round):
            for number, line in enumerate(wrap(reason, canvas.width - 2)):
                canvas.put(0, row, ("· " if number == 0 else "  ") + line, "dim")
                row += 1
