"""The keys that work now."""

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple, Protocol, cast

from rich.cells import cell_len
from textual.binding import ActiveBinding, Binding
from textual.screen import Screen

from engarde_tui.terminal.canvas import Canvas, CanvasWidget, Key
from engarde_tui.widgets.board import WIDEST

_GAP: Final = 2
"""Columns between two keys."""

_EDGE: Final = 1
"""Columns that stay free at the right, in several rows also beside what is at a table."""


class Wording(Protocol):
    """The app of a key bar, which may reword labels."""

    def wording(self, label: str) -> str:
        """Return the label to show for a key with this label."""


def shown_keys(screen: Screen[Any]) -> list[ActiveBinding]:
    """Return the first shown binding of each action that works now, the screen's main key first.

    Those that the screen calls `hidden_keys` are left out.
    """
    found: dict[str, ActiveBinding] = {}
    hidden_keys = getattr(screen, "hidden_keys", ())
    for active in screen.active_bindings.values():
        if active.enabled and active.binding.show and active.binding.id not in hidden_keys:
            found.setdefault(active.binding.action, active)
    # The order of the others depends on what has the focus; the main key has priority.
    return sorted(found.values(), key=lambda active: not active.binding.priority)


class _Item(NamedTuple):
    """A key, or a group of keys, with its label."""

    keys: str
    label: str
    key: str
    """What a click presses."""
    foreground: str
    """That of the key."""
    is_everywhere: bool
    """Whether it is a key of the app."""
    need: int
    """The place in `spare_keys` of the screen, which are left out first, in their order; else beyond them."""

    @property
    def columns(self) -> int:
        return cell_len(self.keys) + 1 + cell_len(self.label)


@lru_cache(256)
def _in_balanced_rows(items: tuple[_Item, ...], columns: int) -> list[list[_Item]]:
    """Return items in as few rows as their order allows, the longest of them as short as it can be."""
    fewest = len(_in_rows(items, columns))
    shortest = bisect_left(range(columns), True, key=lambda width: len(_in_rows(items, width)) <= fewest)
    return _in_rows(items, shortest)


def _in_rows(items: Iterable[_Item], columns: int) -> list[list[_Item]]:
    """Return items in rows of at most so many columns, each as full as their order allows."""
    rows: list[list[_Item]] = [[]]
    width = 1
    for item in items:
        if rows[-1] and width + item.columns > columns:
            rows.append([])
            width = 1
        rows[-1].append(item)
        width += item.columns + _GAP
    return rows


def _least_needed(items: list[_Item]) -> _Item:
    """Return the key to leave out, the last of those needed least; the help, which lists all, stays."""
    own = [item for item in items if not item.is_everywhere] or items
    return min(reversed(own), key=lambda item: item.need)


class KeyBar(CanvasWidget):
    """The keys that work now, read from the live bindings; a click presses the key."""

    def on_mount(self) -> None:
        """Redraw whenever the bindings change."""
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_updated)

    def _bindings_updated(self, screen: Screen[object]) -> None:
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw every shown binding once, those of a group together; each row in the middle.

        Where something lies over its last row, it has one less, but always one.
        """
        room = max(canvas.height - self._covered_rows, 1)
        shown, columns = self._shown(), canvas.width if room == 1 else min(canvas.width, WIDEST)
        while (rows := _in_balanced_rows(tuple(shown), columns - _EDGE)) and len(rows) > room:
            shown.remove(_least_needed(shown))
        for y, row in enumerate(rows):
            x = max((canvas.width - sum(item.columns for item in row) - _GAP * (len(row) - 1)) // 2, 1)
            for item in row:
                end = canvas.put(canvas.put(x, y, item.keys, item.foreground), y, f" {item.label}", "dim")
                canvas.make_target(x, y, end - x, 1, Key(item.key))
                x = end + _GAP

    @property
    def _covered_rows(self) -> int:
        """How many of its last rows something lies over."""
        covered = getattr(self.screen, "covered_rows", 0)
        return max(self.region.bottom - self.screen.size.height + covered, 0) if covered else 0

    def _shown(self) -> list[_Item]:
        """Return the keys to show, those of a group as one."""
        app, dimmed_keys = cast(Wording, self.app), getattr(self.screen, "dimmed_keys", ())
        spare_keys: tuple[str, ...] = getattr(self.screen, "spare_keys", ())
        groups: dict[object, list[ActiveBinding]] = {}
        for active in shown_keys(self.screen):
            groups.setdefault(active.binding.group or active.binding.action, []).append(active)
        items = []
        for actives in groups.values():
            first = actives[0].binding
            label = app.wording(first.group.description if first.group else first.description)
            keys = self._keys([active.binding for active in actives])
            foreground = "dim" if first.id in dimmed_keys else "plain"
            need = spare_keys.index(first.id) if first.id in spare_keys else len(spare_keys)
            items.append(_Item(keys, label, first.key, foreground, actives[0].node is self.app, need))
        return items

    def _keys(self, bindings: list[Binding]) -> str:
        """Return both keys of a pair, the ends of a longer group, or the first key of one action."""
        displays = list(dict.fromkeys(self.app.get_key_display(binding) for binding in bindings))
        if bindings[0].group is None:
            return displays[0]
        if len(displays) > 2 or (len(displays) == 2 and "".join(displays).isdigit()):
            return f"{displays[0]}-{displays[-1]}"
        # Words, such as "left" and "right", need something between them.
        return ("/" if any(len(display) > 1 for display in displays) else "").join(displays)
