"""The legal actions that fit the draft, and why defences are missing."""

from collections.abc import Iterator
from textwrap import wrap

from engarde_tui.games.en_garde.draft import why_not_defend
from engarde_tui.games.en_garde.widgets.composing import ComposingWidget
from engarde_tui.widgets.action_list import ActionList
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

    def notes(self, width: int) -> Iterator[str]:
        """Yield why defences are missing."""
        assert self.view is not None
        for reason in why_not_defend(self.view.round):
            first, *others = wrap(reason, width - 2)
            yield f"· {first}"
            yield from (f"  {line}" for line in others)
