"""The base of widgets that show the turn being composed."""

from engarde_tui.games.en_garde.draft import Draft
from engarde_tui.play.scene import Scene
from engarde_tui.widgets.board import BoardWidget

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
