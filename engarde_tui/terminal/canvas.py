"""A character canvas, and the base of widgets drawn on one."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from operator import ne
from sys import intern
from typing import Final, NamedTuple, Protocol, cast

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.dom import NoScreen
from textual.events import Click
from textual.filter import LineFilter
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from engarde_tui.terminal.cells import Span, cells_of, is_narrow

FOREGROUNDS: Final[Mapping[str, tuple[str, str]]] = {
    "plain": ("foreground", ""),
    "dim": ("text-muted", ""),
    "strong": ("foreground", "bold"),
    "left": ("primary", "bold"),
    "right": ("secondary", "bold"),
    "accent": ("accent", "bold"),
    "alert": ("error", "bold"),
    "key": ("accent", ""),
    "fold": ("fold", ""),
    "pointed": ("accent", "bold reverse"),
    "cover": ("frame", ""),
    "frame": ("frame", ""),
    "edge": ("edge", ""),
    "title": ("foreground", ""),
    **{colour: (f"card-{colour}", "") for colour in ("red", "yellow", "green", "blue", "violet")},
    **{f"card-{value}": (f"card-{value}", "bold") for value in range(1, 6)},
    **{ground: (ground, "") for ground in ("lit", "window", "banner")},
}
"""The meanings of characters on a canvas, each with its colour, by a variable of the theme, and its style."""

_FADED: Final = frozenset({"fold", "frame", "edge", "cover"})
"""Those that are dim where the terminal chooses the colours."""

THIN: Final = "─│╭╮╰╯"
HEAVY: Final = "━┃┏┓┗┛"
DOTTED: Final = "┄┆╭╮╰╯"
"""The signs of frames: their lines, then their corners."""

Cell = tuple[str, str, str]
"""A character ("" for the second half of a wide one), its foreground, its background.

What it stands on is a variable of the theme; "" has the screen's background.
"""


class Key(NamedTuple):
    """A click target that presses a key, by Textual's name for it."""

    name: str


class Canvas:
    """A grid of characters with foregrounds and backgrounds, and the regions of it that can be clicked."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        # Three lists a row: slices of them are written, and rows compared, many times faster than cells.
        self._chars = [[" "] * width for _ in range(height)]
        self._foregrounds = [["plain"] * width for _ in range(height)]
        self._backgrounds = [[""] * width for _ in range(height)]
        self._targets: list[tuple[Region, Hashable]] = []
        self.pointed: Offset | None = None
        """The cell where what is chosen begins; None if nothing is."""

    @property
    def region(self) -> Region:
        """All of it."""
        return Region(0, 0, self.width, self.height)

    @property
    def rows(self) -> list[list[Cell]]:
        """A copy of all cells."""
        rows = zip(self._chars, self._foregrounds, self._backgrounds, strict=True)
        return [list(zip(*row, strict=True)) for row in rows]

    def spans_unlike(self, other: "Canvas") -> Iterator[Span]:
        """Yield the part of each row that differs from that of another canvas of the same size.

        It ends with whole characters, and may have cells inside that are alike.
        """
        for y in range(self.height):
            own, others = self._row(y), other._row(y)
            if own == others:
                continue
            differs = list(map(ne, zip(*own, strict=True), zip(*others, strict=True)))
            start, end = differs.index(True), self.width - differs[::-1].index(True)
            chars = own[0]
            yield Span(
                y,
                start if chars[start] else start - 1,
                end if end == self.width or chars[end] else end + 1,
            )

    def _row(self, y: int) -> tuple[list[str], list[str], list[str]]:
        return self._chars[y], self._foregrounds[y], self._backgrounds[y]

    def runs(self, span: Span) -> Iterator[tuple[str, str, str]]:
        """Yield the text, foreground and background of each run of cells in a span that look alike.

        Of a wide character that the span cuts in two, it has a blank.
        """
        part = slice(span.start, span.end)
        chars, foregrounds, backgrounds = (cells[part] for cells in self._row(span.y))
        chars[0] = chars[0] or " "
        if span.end < self.width and not self._chars[span.y][span.end]:
            chars[-1] = " "
        start = 0
        for (foreground, background), run in groupby(zip(foregrounds, backgrounds, strict=True)):
            end = start + len(list(run))
            yield "".join(chars[start:end]), foreground, background
            start = end

    def show(self, other: "Canvas") -> None:
        """Show all that another canvas of the same size shows; it stays as it is."""
        self._chars = [row.copy() for row in other._chars]
        self._foregrounds = [row.copy() for row in other._foregrounds]
        self._backgrounds = [row.copy() for row in other._backgrounds]

    def char_at(self, x: int, y: int) -> str:
        """Return the character of a cell."""
        return self._chars[y][x]

    def fill(self, x: int, y: int, width: int, height: int, background: str) -> None:
        """Give a region another background; its characters stay."""
        start, end = max(x, 0), min(x + width, self.width)
        for row in self._backgrounds[max(y, 0) : max(y + height, 0)] if start < end else ():
            row[start:end] = [background] * (end - start)

    def put(self, x: int, y: int, text: str, foreground: str = "plain") -> int:
        """Write `text` from (x, y) rightwards, clipped to the canvas; return the column after it.

        The background stays as it is. Of a wide character that is cut in two, a blank is left.
        """
        cells: Sequence[str] = text if is_narrow(text) else cells_of(text)
        after = x + len(cells)
        start, end = x if x > 0 else 0, after if after < self.width else self.width
        if 0 <= y < self.height and start < end:
            row = self._chars[y]
            if not row[start]:
                row[start - 1] = " "
            written = cells[start - x : end - x]
            # Python makes every character beyond Latin 1 anew, and a session keeps thousands of them.
            row[start:end] = written if text.isascii() else map(intern, written)
            if cells is not text:
                row[start] = row[start] or " "
                if end < after and not cells[end - x]:
                    row[end - 1] = " "
            if end < self.width and not row[end]:
                row[end] = " "
            self._foregrounds[y][start:end] = [foreground] * (end - start)
        return after

    def put_frame(
        self, x: int, y: int, width: int, height: int, foreground: str = "frame", signs: str = THIN
    ) -> None:
        """Draw a frame around a region, which it empties; `signs` are its lines and its corners."""
        horizontal, vertical, corners = signs[0], signs[1], signs[2:]
        middle = horizontal * (width - 2)
        self.put(x, y, corners[0] + middle + corners[1], foreground)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, vertical + " " * (width - 2) + vertical, foreground)
        self.put(x, y + height - 1, corners[2] + middle + corners[3], foreground)

    def put_centre(self, y: int, text: str, foreground: str = "plain") -> None:
        """Write `text` in the middle of a line."""
        self.put((self.width - cell_len(text)) // 2, y, text, foreground)

    def put_right(self, right: int, y: int, text: str, foreground: str = "plain") -> int:
        """Write `text` so that it ends before column `right`; return its first column."""
        start = right - cell_len(text)
        self.put(start, y, text, foreground)
        return start

    def make_target(self, x: int, y: int, width: int, height: int, target: Hashable) -> None:
        """Make clicks in this region pick `target`; of overlapping regions the newest wins."""
        self._targets.append((Region(x, y, width, height), target))

    def target_at(self, x: int, y: int) -> Hashable | None:
        """Return the target of a click at (x, y), None if there is none."""
        return next((target for region, target in reversed(self._targets) if region.contains(x, y)), None)


@lru_cache(1024)
def _style_of(color: Color, background: Color, text_style: str) -> Style:
    """Return the style of characters, one for all sessions."""
    return Style.parse(text_style) + Style.from_color(color.rich_color, background.rich_color)


class Painter(Protocol):
    """The app of a canvas."""

    def paint(self, widget: "CanvasWidget", spans: Iterable[Span]) -> None:
        """Show parts of a canvas on the terminal."""

    @property
    def theme_variables(self) -> Mapping[str, str]:
        """The colours of the theme."""

    @property
    def native_ansi_color(self) -> bool:
        """Whether the terminal chooses the colours."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters of every line."""


class CanvasWidget(Widget):
    """A widget drawn on a canvas; call `redraw` when anything that `draw` reads has changed."""

    ALLOW_SELECT = False
    LIES_OVER = False
    """Whether it stands on every screen, and tells the same there."""

    class Picked(Message):
        """A part of a canvas was clicked."""

        def __init__(self, target: Hashable) -> None:
            self.target = target
            super().__init__()

    _canvas = Canvas(0, 0)

    def draw(self, canvas: Canvas) -> None:
        """Draw everything on an empty canvas of the widget's size."""
        raise NotImplementedError

    def in_words(self) -> Iterable[str]:
        """Return what it shows as lines of words; nothing for a picture, and for what other words tell."""
        return ()

    def offers(self) -> Iterable[tuple[str, str]]:
        """Return its lines that can be chosen, in words, each with the action of the screen for it."""
        return ()

    def mark(self, action: str) -> None:
        """Mark the line with an action, for keys that do something with the marked one."""

    @property
    def drawn_size(self) -> Size:
        """The size it was last drawn in."""
        return Size(self._canvas.width, self._canvas.height)

    @property
    def pointed(self) -> Offset | None:
        """The cell where what is chosen on it begins; None if nothing is."""
        return self._canvas.pointed

    def redraw(self) -> None:
        """Draw again, and paint what differs."""
        size, before, canvas = self.drawn_size, self._canvas, self._draw_canvas()
        if self.drawn_size != size:
            self.refresh()
        elif changed := list(canvas.spans_unlike(before)):
            cast(Painter, self.app).paint(self, changed)

    def _draw_canvas(self) -> Canvas:
        size = self.size
        canvas = self._canvas = Canvas(*size)
        if size:
            self.draw(canvas)
        return canvas

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region, for Textual's compositor.

        Bypasses Textual's handling of borders and its cache of lines: a canvas has no border, and they would
        take most of the time and memory.
        """
        try:
            self.screen  # noqa: B018
        except NoScreen:
            # Removed, but a frame that is due before the screen is laid out again still asks for it.
            return [Strip.blank(crop.width)] * crop.height
        if self.size != self.drawn_size:
            self._draw_canvas()
        inside = crop.intersection(self._canvas.region)
        spans = (Span(y, inside.x, inside.right) for y in (inside.line_range if inside else ()))
        return [Strip(line, inside.width) for _, line in self.render_spans(spans)]

    def render_spans(self, spans: Iterable[Span]) -> Iterator[tuple[Span, list[Segment]]]:
        """Yield each of these parts that the canvas has with what it shows, after all filters.

        It may be smaller than when they were found to differ.
        """
        canvas, filters, back = (
            self._canvas,
            self._painter.get_line_filters(),
            self.screen.background_colors[1],
        )
        style_of = cache(self._styler(back))
        for y, start, end in spans:
            span = Span(y, start, min(end, canvas.width))
            if y >= canvas.height or start >= span.end:
                continue
            segments = [
                Segment(text, style_of(foreground, background))
                for text, foreground, background in canvas.runs(span)
            ]
            for line_filter in filters:
                segments = line_filter.apply(segments, back)
            yield span, segments

    @property
    def _painter(self) -> Painter:
        # Not `self.app`, which is another one if that draws this widget.
        return cast(Painter, self.screen.parent)

    def _styler(self, back: Color) -> Callable[[str, str], Style]:
        """Return what gives the style of a foreground on a background, by default on `back`."""
        colours, is_ansi = self._painter.theme_variables, self._painter.native_ansi_color

        def style_of(foreground: str, background: str) -> Style:
            variable, text_style = FOREGROUNDS[foreground]
            color = Color.parse(colours[background]) if background else back
            if is_ansi and foreground in _FADED:
                text_style = "dim"
            # A theme without colours of its own may have no such background.
            return _style_of(back + Color.parse(colours[variable]), color if color.a else back, text_style)

        return style_of

    def on_click(self, event: Click) -> None:
        """Press the key that was picked, or post the target that was."""
        match self._canvas.target_at(event.x, event.y):
            case None:
                pass
            case Key(name):
                self.app.simulate_key(name)
            case target:
                self.post_message(self.Picked(target))
