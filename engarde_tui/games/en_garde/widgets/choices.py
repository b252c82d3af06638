"""The legal actions that fit the draft, why defences are missing, and what widgets of a draft share."""

from collections.abc import Iterator

from engarde_tui.games.en_garde.draft import Draft, why_not_defend
from engarde_tui.play.scene import Scene
from engarde_tui.widgets.action_list import ActionList
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.text_lines import wrapped
from engine.en_garde import Action

_NOTHING = Draft()


class ComposingWidget(BoardWidget):
    """A widget that also draws the draft."""

    def reads(self, scene: Scene) -> object:
        """Return the view and the draft."""
        return scene.view, scene.draft

    @property
    def draft(self) -> Draft:
        """The turn being composed; empty if there is none."""
        draft = None if self.scene is None else self.scene.draft
        return draft if isinstance(draft, Draft) else _NOTHING


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
            first, *others = wrapped(reason, width - 2)
            yield f"· {first}"
            yield from (f"  {line}" for line in others)
