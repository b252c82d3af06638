"""A character canvas, and the base of widgets drawn on one."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, NamedTuple

from rich.cells import cached_cell_len, cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.events import Click
from textual.filter import LineFilter
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

INKS: Final = (
    "plain", "dim", "strong", "left", "right", "accent", "alert", "key", "cloth", "pointed", "cover",
    "red", "yellow", "green", "blue", "violet", "frame", "title",
    "card-1", "card-2", "card-3", "card-4", "card-5",
)  # fmt: skip
"""The meanings of characters on a canvas; styles/canvas.tcss gives each its style."""

GROUNDS: Final = ("", "lit", "strip", "warning", "reach", "held", "face", "chosen")
"""What characters stand on; styles/canvas.tcss gives each its background, "" has the screen's."""

Cell = tuple[str, str, str]
"""A character ("" for the second half of a wide one), its ink, its ground."""


class Key(NamedTuple):
    """A click target that presses a key, by Textual's name for it."""

    name: str


class Canvas:
    """A grid of characters with inks and grounds, and the regions of it that can be clicked."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.rows: list[list[Cell]] = [[(" ", "plain", "")] * width for _ in range(height)]
        self._targets: list[tuple[Region, Hashable]] = []

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        """Give a region another ground; its characters stay."""
        for row in self.rows[max(y, 0) : max(y + height, 0)]:
            for column in range(max(x, 0), min(x + width, self.width)):
                char, ink, _ = row[column]
                row[column] = (char, ink, ground)

    def put(self, x: int, y: int, text: str, ink: str = "plain") -> int:
        """Write `text` from (x, y) rightwards, clipped to the canvas; return the column after it.

        The ground stays as it is.
        """
        row = self.rows[y] if 0 <= y < self.height else []
        for char in text:
            width = cached_cell_len(char)
            if width and 0 <= x <= len(row) - width:
                ground = row[x][2]
                row[x] = (char, ink, ground)
                for half in range(x + 1, x + width):
                    row[half] = ("", ink, ground)
            x += width
        return x

    def put_frame(
        self, x: int, y: int, width: int, height: int, ink: str = "frame", signs: str = "─│╭╮╰╯"
    ) -> None:
        """Draw a frame around a region, which it empties; `signs` are its lines and its corners."""
        horizontal, vertical, corners = signs[0], signs[1], signs[2:]
        middle = horizontal * (width - 2)
        self.put(x, y, corners[0] + middle + corners[1], ink)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, vertical + " " * (width - 2) + vertical, ink)
        self.put(x, y + height - 1, corners[2] + middle + corners[3], ink)

    def put_centre(self, y: int, text: str, ink: str = "plain") -> None:
        """Write `text` in the middle of a line."""
        self.put((self.width - cell_len(text)) // 2, y, text, ink)

    def put_right(self, right: int, y: int, text: str, ink: str = "plain") -> int:
        """Write `text` so that it ends before column `right`; return its first column."""
        start = right - cell_len(text)
        self.put(start, y, text, ink)
        return start

    def make_target(self, x: int, y: int, width: int, height: int, target: Hashable) -> None:
        """Make clicks in this region pick `target`; of overlapping regions the newest wins."""
        self._targets.append((Region(x, y, width, height), target))

    def target_at(self, x: int, y: int) -> Hashable | None:
        """Return the target of a click at (x, y), None if there is none."""
        return next((target for region, target in reversed(self._targets) if region.contains(x, y)), None)


INK_CLASSES: Final = {f"ink--{ink}" for ink in INKS} | {f"ground--{ground}" for ground in GROUNDS if ground}
"""The component classes of every screen that has canvases.

On the screen, not on each canvas: Textual computes component styles for every node that has them, which took
half the start-up time.
"""


class _Line(Strip):
    """A line of a canvas, freed as soon as it is drawn.

    A Strip caches its divisions; a division into one part is the strip itself, a cycle that only a full
    garbage collection frees.
    """

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """Return the parts between the cuts."""
        cuts = list(cuts)
        return [self] if cuts == [self.cell_length] else super().divide(cuts)


class CanvasWidget(Widget):
    """A widget drawn on a canvas; call `redraw` when anything that `draw` reads has changed."""

    ALLOW_SELECT = False

    class Picked(Message):
        """A part of a canvas was clicked."""

        def __init__(self, target: Hashable) -> None:
            self.target = target
            super().__init__()

    _canvas = Canvas(0, 0)

    def draw(self, canvas: Canvas) -> None:
        """Draw everything on an empty canvas of the widget's size."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw again, and repaint the lines that differ."""
        before, canvas = self._canvas, self._draw_canvas()
        if (canvas.width, canvas.height) != (before.width, before.height):
            self.refresh()
        elif changed := [y for y, row in enumerate(canvas.rows) if row != before.rows[y]]:
            self.refresh(*(Region(0, y, canvas.width, 1) for y in changed))

    def _draw_canvas(self) -> Canvas:
        canvas = self._canvas = Canvas(*self.size)
        if self.size:
            self.draw(canvas)
        return canvas

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region, for Textual's compositor.

        Bypasses Textual's handling of borders and its cache of lines: a canvas has no border, and they would
        take most of the time and memory.
        """
        if self.size != (self._canvas.width, self._canvas.height):
            self._draw_canvas()
        filters, ground = self.get_line_filters(), self.background_colors[1]
        return [self._line(y, filters, ground).crop(crop.x, crop.right) for y in crop.line_range]

    def _line(self, y: int, filters: Sequence[LineFilter], ground: Color) -> Strip:
        segments: list[Segment] = []
        text, style = "", ("", "")
        for char, *char_style in [*self._canvas.rows[y], ("", "", "")]:
            if (here := (char_style[0], char_style[1])) != style:
                if text:
                    segments.append(Segment(text, self._style(*style)))
                text, style = "", here
            text += char
        for filter in filters:
            segments = filter.apply(segments, ground)
        return _Line(segments, self._canvas.width)

    def _style(self, ink: str, ground: str) -> Style:
        style = self.screen.get_component_rich_style(f"ink--{ink}")
        if not ground:
            return style
        return style + self.screen.get_component_rich_style(f"ground--{ground}", partial=True)

    def on_click(self, event: Click) -> None:
        """Press the key that was picked, or post the target that was."""
        match self._canvas.target_at(event.x, event.y):
            case None:
                pass
            case Key(name):
                self.app.simulate_key(name)
            case target:
                self.post_message(self.Picked(target))
