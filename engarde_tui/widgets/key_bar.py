"""The keys that work now."""

from typing import Protocol, cast

from textual.binding import Binding
from textual.screen import Screen

from engarde_tui.widgets.canvas import Canvas, CanvasWidget, Key


class Wording(Protocol):
    """The app of a key bar, which may reword labels."""

    def wording(self, label: str) -> str:
        """Return the label to show for a key with this label."""


class KeyBar(CanvasWidget):
    """The keys that work now, read from the live bindings; a click presses the key."""

    def on_mount(self) -> None:
        """Redraw whenever the bindings change."""
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_updated)

    def _bindings_updated(self, screen: Screen[object]) -> None:
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw every shown binding once, those of a group together, the screen's main key first."""
        app = cast(Wording, self.app)
        groups: dict[object, list[Binding]] = {}
        shown = [
            active.binding
            for active in self.screen.active_bindings.values()
            if active.enabled and active.binding.show
        ]
        # The order of the others depends on what has the focus; the main key has priority.
        for binding in sorted(shown, key=lambda binding: not binding.priority):
            groups.setdefault(binding.group or binding.action, []).append(binding)
        x, y = 1, 0
        for bindings in groups.values():
            first = bindings[0]
            label = app.wording(first.group.description if first.group else first.description)
            keys = self._keys(bindings)
            width = len(keys) + 1 + len(label)
            if x + width > canvas.width and y + 1 < canvas.height:
                x, y = 1, y + 1
            canvas.make_target(x, y, width, 1, Key(first.key))
            x = canvas.put(x, y, keys, "key")
            x = canvas.put(x, y, f" {label}", "dim") + 2

    def _keys(self, bindings: list[Binding]) -> str:
        """Return both keys of a pair, the ends of a longer group, or the first key of one action."""
        displays = list(dict.fromkeys(self.app.get_key_display(binding) for binding in bindings))
        if bindings[0].group is None:
            return displays[0]
        return f"{displays[0]}-{displays[-1]}" if len(displays) > 2 else "".join(displays)
