"""The keys that work now."""

from typing import Any, Final, Protocol, cast

from rich.cells import cell_len
from textual.binding import ActiveBinding, Binding
from textual.screen import Screen

from engarde_tui.widgets.canvas import Canvas, CanvasWidget, Key

_GAP: Final = 2
"""Columns between two keys."""


class Wording(Protocol):
    """The app of a key bar, which may reword labels."""

    def wording(self, label: str) -> str:
        """Return the label to show for a key with this label."""


def shown_keys(screen: Screen[Any]) -> list[ActiveBinding]:
    """Return the first shown binding of each action that works now, the screen's main key first.

    Those that the screen calls `pointless` are left out.
    """
    found: dict[str, ActiveBinding] = {}
    pointless = getattr(screen, "pointless", ())
    for active in screen.active_bindings.values():
        if active.enabled and active.binding.show and active.binding.action not in pointless:
            found.setdefault(active.binding.action, active)
    # The order of the others depends on what has the focus; the main key has priority.
    return sorted(found.values(), key=lambda active: not active.binding.priority)


class KeyBar(CanvasWidget):
    """The keys that work now, read from the live bindings; a click presses the key."""

    def on_mount(self) -> None:
        """Redraw whenever the bindings change."""
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_updated)

    def _bindings_updated(self, screen: Screen[object]) -> None:
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw every shown binding once, those of a group together."""
        app = cast(Wording, self.app)
        groups: dict[object, list[Binding]] = {}
        for active in shown_keys(self.screen):
            binding = active.binding
            groups.setdefault(binding.group or binding.action, []).append(binding)
        rows: list[list[tuple[str, str, str]]] = [[]]
        width = 1
        for bindings in groups.values():
            first = bindings[0]
            label = app.wording(first.group.description if first.group else first.description)
            keys = self._keys(bindings)
            columns = cell_len(keys) + 1 + cell_len(label)
            if width + columns > canvas.width and len(rows) < canvas.height:
                rows.append([])
                width = 1
            rows[-1].append((keys, label, first.key))
            width += columns + _GAP
        for y, row in enumerate(rows):
            taken = sum(cell_len(keys) + 1 + cell_len(label) for keys, label, _ in row) + _GAP * (
                len(row) - 1
            )
            x = max((canvas.width - taken) // 2, 1)
            for keys, label, key in row:
                start = x
                x = canvas.put(x, y, keys, "plain")
                x = canvas.put(x, y, f" {label}", "dim")
                canvas.make_target(start, y, x - start, 1, Key(key))
                x += _GAP

    def _keys(self, bindings: list[Binding]) -> str:
        """Return both keys of a pair, the ends of a longer group, or the first key of one action."""
        displays = list(dict.fromkeys(self.app.get_key_display(binding) for binding in bindings))
        if bindings[0].group is None:
            return displays[0]
        if len(displays) > 2:
            return f"{displays[0]}-{displays[-1]}"
        # Words, such as "left" and "right", need a gap.
        return (" " if any(len(display) > 1 for display in displays) else "").join(displays)
