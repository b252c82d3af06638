"""The single lines of a screen: headline, last turn, notice, keys."""

from textwrap import wrap
from typing import TYPE_CHECKING, cast

from rich.cells import cell_len
from textual.binding import Binding
from textual.geometry import Size
from textual.reactive import reactive
from textual.screen import Screen

from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.canvas import Canvas, CanvasWidget, Key
from engarde_tui.words import last_turn, rules_title, starter

if TYPE_CHECKING:
    from engarde_tui.app import EngardeApp


class Headline(BoardWidget):
    """The game played and the target; the round and its starter."""

    unsaved: reactive[bool] = reactive(False, repaint=False)
    """The match is not saved, though the player would expect it to be."""

    def watch_unsaved(self) -> None:
        """Say so, or no more."""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """One line, both ends used."""
        if self.view is None:
            return
        right = canvas.put_right(canvas.width - 1, 0, starter(self.view), "dim")
        x = canvas.put(1, 0, "En Garde", "accent")
        if self.unsaved:
            x = canvas.put(x, 0, " · not saved", "alert")
        for part in (f" · {rules_title(self.view.round.rules)}", f" · first to {self.view.target}"):
            if x + len(part) < right:
                x = canvas.put(x, 0, part, "dim")


class LastTurn(BoardWidget):
    """What the last player to act did, in words; the curtain says it itself while it is down."""

    def draw(self, canvas: Canvas) -> None:
        """One line, in the middle: the words, and the cards as they were laid."""
        if self.view is None:
            return
        words, ink = last_turn(self.view), "alert" if self.view.round.attack else "strong"
        cards = [f"[{card}]" for play in self.view.round.last_turn for card in play.action.cards]
        if cell_len(words) + 2 + 4 * len(cards) > canvas.width:
            cards = []
        x = max((canvas.width - cell_len(words) - 2 - 4 * len(cards)) // 2, 0)
        x = canvas.put(x, 0, words, ink) + 1
        for card in cards:
            x = canvas.put(x + 1, 0, card, "key")


class Notice(CanvasWidget):
    """A word to the player: why a key did nothing, or what could be done."""

    text: reactive[str] = reactive("", repaint=False)
    refused: reactive[bool] = reactive(False, repaint=False)

    def say(self, text: str, *, refused: bool = False) -> None:
        """Show a text, as a refusal or as a word beside."""
        self.refused = refused
        self.text = text

    def watch_text(self) -> None:
        """Show it, in as many rows as it takes where the style sheet leaves that open."""
        if self.styles.is_auto_height:
            self.refresh(layout=True)
        self.redraw()

    def watch_refused(self) -> None:
        """Show it in another ink."""
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the text has."""
        return len(self._lines(width))

    def draw(self, canvas: Canvas) -> None:
        """At the bottom; from its beginning where not all of it fits."""
        lines = self._lines(canvas.width)
        for row, line in enumerate(lines, max(canvas.height - len(lines), 0)):
            canvas.put(1, row, line, "alert" if self.refused else "dim")

    def _lines(self, width: int) -> list[str]:
        """A refusal starts with a mark, so that it stands out without colour."""
        return wrap(f"! {self.text}" if self.refused else self.text, max(width - 2, 1))


class KeyBar(CanvasWidget):
    """The keys that do something now, drawn from the live bindings; a click presses the key."""

    def on_mount(self) -> None:
        """Follow the bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_updated)

    def _bindings_updated(self, screen: Screen[object]) -> None:
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Every shown binding once, those of a group together."""
        app = cast("EngardeApp", self.app)
        groups: dict[object, list[Binding]] = {}
        for active in self.screen.active_bindings.values():
            if active.enabled and active.binding.show:
                groups.setdefault(active.binding.group or active.binding.action, []).append(active.binding)
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
        """The keys of a group: all of two, the ends of more; the first of those that do just the same."""
        displays = list(dict.fromkeys(self.app.get_key_display(binding) for binding in bindings))
        if bindings[0].group is None:
            return displays[0]
        return f"{displays[0]}-{displays[-1]}" if len(displays) > 2 else "".join(displays)
