"""A screen that shows a scene: what it says, and which keys it allows."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from textual.reactive import reactive

from engarde_tui.match.scene import Mode, Scene, Words
from engarde_tui.screens.base import AppScreen
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.moving import MovingWidget

if TYPE_CHECKING:
    from engine.match import MatchView


class SceneScreen(AppScreen):
    """Says what to do, what is composed, what has happened, or why a key did nothing."""

    scene: reactive[Scene] = reactive(cast(Scene, None), init=False, repaint=False)
    """Everything the screen shows; the widgets of the board are bound to it."""

    def __init__(self, scene: Scene) -> None:
        """Show `scene`."""
        super().__init__()
        self._noticed: tuple[int, int] | None = None
        """The action (round, index in it) whose drawn cards are no longer marked."""
        self.set_reactive(SceneScreen.scene, scene)
        self._set_style_classes(update=False)

    # --- overridden by games ---

    def make_draft(self, view: "MatchView[Any]") -> Any:
        """Return an empty draft."""
        return None

    def prompt(self, scene: Scene) -> str:
        """Return the default message: what to do, or whom to wait for."""
        match scene.mode:
            case Mode.WAITING:
                return f"{scene.player_to_act} is thinking."
            case Mode.PLAYING:
                arrows = f"{self.key('up')} and {self.key('down')}"
                return f"Pick from the list with {arrows}, then press {self.key('play')}."
            case _:
                return ""

    def describe(self, draft: Any) -> Words:
        """Return what a draft would do, or what it lacks."""
        return Words(self.press_to_play, ready=True)

    def chosen(self, scene: Scene) -> Any:
        """Return the action that the player has chosen, None if none is."""
        return scene.draft

    @property
    def press_to_play(self) -> str:
        """What to say once an action is chosen."""
        return f"Press {self.key('play')} to play."

    # --- overridden by the hall ---

    def also_allowed(self, scene: Scene) -> frozenset[str]:
        """Return further actions to allow."""
        return frozenset()

    def notes(self, scene: Scene) -> tuple[str, str]:
        """Return quiet words for the upper and the lower edge of the frame around the message."""
        return "", ""

    # --- what the screen shows ---

    @property
    def dormant(self) -> frozenset[str]:
        """Return the key that plays, while no action is chosen."""
        return frozenset({"play"}) if self.chosen(self.scene) is None else frozenset()

    @property
    def rules(self) -> Any:
        """The rules of the match."""
        return self.scene.view.round.rules

    def _without_noticed(self, scene: Scene) -> Scene:
        """Return the scene without marks on drawn cards, if a key has been pressed since they were drawn."""
        return replace(scene, before=None) if _action_after(scene.before) == self._noticed else scene

    def _with_words(self, scene: Scene) -> Scene:
        """Return the scene with its default message and notes, and all allowed actions."""
        said = "" if scene.mode is Mode.CURTAIN else self.prompt(scene)
        return replace(scene, said=Words(said), notes=self.notes(scene), besides=self.also_allowed(scene))

    def watch_scene(self, before: Scene | None, scene: Scene) -> None:
        """Update style classes and keys."""
        self._set_style_classes()
        # What can be played decides which keys are pointless.
        if before is None or before.allowed != scene.allowed or before.view is not scene.view:
            self.refresh_bindings()
        elif (self.chosen(before) is None) is not (self.chosen(scene) is None):
            # In one frame with the rest; refreshed bindings would come in another.
            self.query_one(KeyBar).redraw()

    def _set_style_classes(self, *, update: bool = True) -> None:
        mode = self.scene.mode
        self.update_classes(
            {"-curtain": mode is Mode.CURTAIN, "-showdown": mode is Mode.SHOWDOWN}, update=update
        )

    def on_key(self) -> None:
        """Finish every movement, and stop marking drawn cards, at the next key press."""
        for widget in self.walk_children(MovingWidget):
            widget.finish_moving()
        if self.scene.before is not None:
            self._noticed = _action_after(self.scene.before)
            self.scene = replace(self.scene, before=None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only the actions that the scene allows."""
        return action in self.scene.allowed

    def say(self, text: str) -> None:
        """Tell the player something that has happened."""
        self.scene = replace(self.scene, said=Words(text, is_news=True))

    def refuse(self, why: str) -> None:
        """Ring the bell and say why, changing nothing."""
        self.app.bell()
        self.scene = replace(self.scene, said=Words(why, refused=True))

    def compose_turn(self, draft: Any) -> None:
        """Show another draft, and what it would do."""
        self.scene = replace(self.scene, draft=draft, said=self.describe(draft))

    def follow_settings(self) -> None:
        """Name the keys that are chosen; what has been told stays."""
        super().follow_settings()
        before = self.scene
        renamed = self._with_words(before)
        if before.said.is_news or before.said.refused:
            renamed = replace(renamed, said=before.said)
        elif before.draft != self.make_draft(before.view):
            renamed = replace(renamed, said=self.describe(before.draft))
        self.scene = renamed


def _action_after(before: "MatchView[Any] | None") -> tuple[int, int] | None:
    """Return the round and index of the action that followed a view."""
    return None if before is None else (before.number, len(before.round.plays))
