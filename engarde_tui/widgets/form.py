"""Form fields for the keyboard: one of several choices, and a tick.

Textual's own need three layouts to get as wide as their text, and mark the choice by colour alone.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, cast

from rich.cells import cell_len
from textual import on
from textual.binding import BindingsMap, BindingType
from textual.events import Key, Paste
from textual.geometry import Offset, Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input

from engarde_tui.language import put, said
from engarde_tui.play.keys import ONE_OF, TICK
from engarde_tui.play.words import cut
from engarde_tui.terminal.canvas import Canvas, CanvasWidget
from engarde_tui.widgets.keys import bindings
from engine.message import Message as Words
from engine.names import JOINERS

_MARK = 5
"""Columns before a label: the pointer, the mark, a space."""

_GAP = 3
"""Columns between two choices of a row."""


class FormWidget(CanvasWidget, can_focus=True):
    """A field drawn on a canvas; an arrow points at it while it has the focus."""

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show or hide the arrow."""
        super().watch_has_focus(has_focus)
        self.redraw()

    def _put(self, canvas: Canvas, x: int, y: int, mark: str, label: str, *, pointed: bool) -> None:
        foreground, pointer = ("accent", "►") if pointed and self.has_focus else ("plain", " ")
        if pointed:
            canvas.pointed = Offset(x, y)
        canvas.put(x, y, f"{pointer}{mark} {label}", foreground)


class OneOf(FormWidget):
    """Choices, one of them chosen; left and right choose, up and down go to other fields."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(ONE_OF)

    class Changed(Message):
        """The player has chosen another one."""

        def __init__(self, one_of: "OneOf") -> None:
            self.one_of = one_of
            super().__init__()

        @property
        def control(self) -> "OneOf":
            """The sender, for selectors of `on`."""
            return self.one_of

    chosen: reactive[str | None] = reactive(None, repaint=False)
    """Name of the choice; None if none is chosen."""

    def __init__(
        self,
        choices: Mapping[str, Words | str],
        chosen: str | None,
        *,
        id: str,
        in_column: bool = False,
        classes: str | None = None,
        in_full: Mapping[str, str] = MappingProxyType({}),
        title: Words | None = None,
    ) -> None:
        """Offer the labels of `choices`, by name, in a row or in a column.

        `in_full` has the words of those that have no room for them, and `title` what they are about, where
        no caption beside them says that.
        """
        super().__init__(id=id, classes=classes)
        self._choices = dict(choices)
        self._in_column = in_column
        self._in_full = in_full
        self._title = title
        self.set_reactive(OneOf.chosen, chosen)

    @property
    def choices(self) -> dict[str, str]:
        """The labels by name."""
        return {name: said(label) for name, label in self._choices.items()}

    @property
    def title(self) -> str:
        """What the choices are about, where no caption says that; else ""."""
        return "" if self._title is None else put(self._title)

    def in_full(self, name: str) -> str:
        """Return all that there is to say of a choice; "" if there is none of that name."""
        return self._in_full.get(name) or self.choices.get(name, "")

    def watch_chosen(self) -> None:
        """Redraw."""
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return a row for each choice of a column."""
        return len(self.choices) if self._in_column else 1

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of a whole row, or of the widest choice."""
        widths = [_MARK + cell_len(label) for label in self.choices.values()]
        return max(widths) if self._in_column else sum(widths) + _GAP * (len(widths) - 1)

    def draw(self, canvas: Canvas) -> None:
        """Draw every choice with its mark; a click chooses it."""
        x = y = 0
        choices = self.choices
        free = canvas.width - _MARK * len(choices)
        widest = canvas.width - _MARK
        if not self._in_column:
            widest = _fitting(choices.values(), free - len(choices) + 1)
        labels = {name: cut(label, widest) for name, label in choices.items()}
        taken = sum(map(cell_len, labels.values()))
        gap = max(min((free - taken) // max(len(choices) - 1, 1), _GAP), 1)
        for name, label in labels.items():
            width = self._put_choice(canvas, x, y, name, label)
            if self._in_column:
                y += 1
            else:
                x += width + gap

    def _put_choice(self, canvas: Canvas, x: int, y: int, name: str, label: str) -> int:
        """Draw a choice, which a click chooses; return its columns."""
        chosen = name == self.chosen
        self._put(canvas, x, y, "(●)" if chosen else "( )", label, pointed=chosen)
        width = _MARK + cell_len(label)
        canvas.make_target(x, y, width, 1, name)
        return width

    def action_move_in_row(self, steps: int) -> None:
        """Choose the neighbour, also in a column."""
        self._move(steps)

    def action_move_in_column(self, steps: int) -> None:
        """Go to another field, and choose nothing."""
        self.screen.focus_next() if steps > 0 else self.screen.focus_previous()

    def _move(self, steps: int) -> None:
        """Choose the neighbour, or the first if none is chosen."""
        names = list(self.choices)
        index = names.index(self.chosen) + steps if self.chosen is not None else 0
        if 0 <= index < len(names):
            self.choose(names[index])

    @on(CanvasWidget.Picked)
    def _pick(self, event: CanvasWidget.Picked) -> None:
        event.stop()
        self.choose(str(event.target))

    def choose(self, name: str) -> None:
        """Choose one by its name, as its player does."""
        if name != self.chosen:
            self.chosen = name
            self.post_message(self.Changed(self))


def _fitting(labels: Iterable[str], columns: int) -> int:
    """Return the most columns of a label with which all fit: the longest give way."""
    widths = [cell_len(label) for label in labels]
    fitting = range(max(widths), 1, -1)
    return next((most for most in fitting if sum(min(width, most) for width in widths) <= columns), 1)


class InTwoRows(OneOf):
    """Choices in two rows, one below the other."""

    @property
    def _per_row(self) -> int:
        return (len(self.choices) + 1) // 2

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return 2."""
        return 2

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of a row in which every choice is as wide as the widest."""
        return (_MARK + 1 + max(map(cell_len, self.choices.values()))) * self._per_row

    def draw(self, canvas: Canvas) -> None:
        """Draw every choice with its mark; a click chooses it."""
        columns = canvas.width // self._per_row
        for index, (name, label) in enumerate(self.choices.items()):
            y, place = divmod(index, self._per_row)
            self._put_choice(canvas, place * columns, y, name, cut(label, columns - _MARK))


class Steps(OneOf):
    """Choices from the least to the most, as dots; the chosen one with its name and what it is."""

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of the dots and the longest text."""
        return 2 + len(self.choices) + max(cell_len(self.in_full(name)) for name in self.choices)

    def in_full(self, name: str) -> str:
        """Return the name of a choice, and what it is."""
        return f"{name}: {self.choices[name]}" if name in self.choices else ""

    def draw(self, canvas: Canvas) -> None:
        """Draw a dot for each choice, a full one for the chosen; a click chooses it."""
        foreground = "accent" if self.has_focus else "plain"
        canvas.put(0, 0, "►" if self.has_focus else " ", foreground)
        canvas.pointed = Offset(0, 0)
        for x, name in enumerate(self.choices, 1):
            canvas.put(
                x, 0, "●" if name == self.chosen else "○", foreground if name == self.chosen else "dim"
            )
            canvas.make_target(x, 0, 1, 1, name)
        if self.chosen is not None:
            start = len(self.choices) + 2
            end = canvas.put(start, 0, cut(self.chosen, canvas.width - start), foreground)
            canvas.put(end, 0, cut(f": {self.choices[self.chosen]}", canvas.width - end), "dim")


class Tick(FormWidget):
    """A label that is ticked or not."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(TICK)

    class Changed(Message):
        """The player has changed the tick."""

    value: reactive[bool] = reactive(False, repaint=False)

    def __init__(self, label: Words | str, value: bool, *, name: str, about: Words | str = "") -> None:
        """`about` is a sentence on what the tick means."""
        super().__init__(name=name)
        self._label = label
        self._about = about
        self.set_reactive(Tick.value, value)

    @property
    def label(self) -> str:
        """What is ticked or not."""
        return said(self._label)

    @property
    def about(self) -> str:
        """A sentence on what the tick means, or ""."""
        return said(self._about)

    def watch_value(self) -> None:
        """Redraw."""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the mark and the label; a click changes it."""
        label = cut(self.label, canvas.width - _MARK)
        self._put(canvas, 0, 0, "[x]" if self.value else "[ ]", label, pointed=True)
        canvas.make_target(0, 0, _MARK + cell_len(label), 1, "tick")

    def action_tick(self) -> None:
        """Toggle the tick."""
        self.value = not self.value
        self.post_message(self.Changed())

    @on(CanvasWidget.Picked)
    def _pick(self, event: CanvasWidget.Picked) -> None:
        event.stop()
        self.action_tick()


class Fold(Tick):
    """Shows or hides all of its part of the form that has the class `folded`."""

    def on_mount(self) -> None:
        """Show it or hide it."""
        self.watch_value()

    def watch_value(self) -> None:
        """Show it or hide it."""
        super().watch_value()
        if isinstance(self.parent, Widget):
            for folded in self.parent.query(".folded"):
                folded.display = self.value


_LONGEST: Final = 1000
"""Characters: Textual takes longer per key the more there are."""

_EDITING: Final = BindingsMap(Input.BINDINGS)


class Field(Input):
    """Textual's Input inserts characters at once but handles editing keys after all queued characters.

    Over a slow line many keys arrive at once, and their order would be lost.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{"max_length": _LONGEST, **options})

    def on_mount(self) -> None:
        """Let the cursor blink only where that sends nothing over a line."""
        self.cursor_blink = self.cursor_blink and not cast(Any, self.app).is_remote

    async def on_key(self, event: Key) -> None:
        """Handle editing keys at once."""
        for binding in _EDITING.key_to_bindings.get(event.key, ()):
            # Only actions of Input itself: up and down leave the field.
            if f"action_{binding.action}" in vars(Input):
                await self.run_action(binding.action)
                event.stop()
                event.prevent_default()
        # Textual takes them for unprintable.
        if event.character and event.character in JOINERS:
            self.replace(event.character, *self.selection)

    def on_paste(self, event: Paste) -> None:
        """Take all lines of a paste as one: Textual would take only the first."""
        event.text = " ".join(line.strip() for line in event.text.splitlines() if line.strip())
