"""Titled frames on one canvas, in one column or two."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol, cast

from rich.cells import cell_len
from textual.geometry import Size
from textual.widget import Widget

from engarde_tui.play.words import cut
from engarde_tui.terminal.canvas import Canvas, CanvasWidget
from engarde_tui.widgets.panel import put_edge, put_panel
from engarde_tui.widgets.text_lines import wrapped

TWO_COLUMNS: Final = 92
"""Columns from which sections stand side by side."""

_GAP: Final = 1
"""Columns between them."""

_EDGE: Final = 2
"""Columns, left and right, of a frame and the space inside it."""
_EDGES: Final = 2 * _EDGE + 1
"""Columns of both edges, the right one of which has room for the line that tells what is seen."""


class Section(Protocol):
    """What a frame holds."""

    title: str
    is_wide: bool = False
    """Whether it takes both columns."""
    grows: bool = False
    """Whether it takes rows that are left."""

    def rows(self, width: int) -> int:
        """Return the rows it takes if it has `width` columns."""

    def in_words(self) -> Iterable[str]:
        """Return it as lines of words."""

    def draw(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Draw it from (x, y) on, in as many rows as it takes or, if it grows, more."""


class _Place(NamedTuple):
    section: Section
    x: int
    y: int
    width: int
    height: int


class Sections(CanvasWidget):
    """Sections in their frames, as high as they need; scroll it in a container."""

    def __init__(self, sections: Iterable[Section] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.sections: Sequence[Section] = tuple(sections)

    def on_mount(self) -> None:
        """Close the frames where the container ends now whenever it has scrolled."""
        self.watch(cast(Widget, self.parent), "scroll_y", self.redraw, init=False)

    def show(self, sections: Iterable[Section]) -> None:
        """Show other sections."""
        self.sections = tuple(sections)
        self.refresh(layout=True)
        self.redraw()

    def in_words(self) -> Iterator[str]:
        """Yield each title, and the words of what is below it."""
        for section in self.sections:
            yield section.title
            yield from section.in_words()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the longer column."""
        return self._rows(width)

    def top_of(self, section: Section) -> int:
        """Return the first row of a section's frame."""
        return next(place.y for place in self._places(self.size.width) if place.section is section)

    def draw(self, canvas: Canvas) -> None:
        """Draw the frames and what they hold."""
        spare = canvas.height - self._rows(canvas.width)
        top, bottom = self._seen(canvas)
        for section, x, y, width, height in self._places(canvas.width, max(spare, 0)):
            if min(y + height, bottom) - max(y, top) <= 2:
                # Of its frame only edges would be seen, with nothing between them.
                continue
            title = cut(section.title, width - 6)
            put_panel(canvas, x, y, width, height, title)
            section.draw(canvas, x + _EDGE, y + 1, width - _EDGES, height - 2)
            if y < top < y + height - 1:
                put_edge(canvas, x, top, width, title)
            if y + 1 < bottom < y + height:
                put_edge(canvas, x, bottom - 1, width)
        if bottom - top < canvas.height:
            self._put_thumb(canvas, top, bottom)

    def _seen(self, canvas: Canvas) -> tuple[int, int]:
        """Return the first row that the container shows, and the one after the last."""
        container = cast(Widget, self.parent)
        top = container.scroll_offset.y
        return top, min(top + container.size.height, canvas.height)

    def _put_thumb(self, canvas: Canvas, top: int, bottom: int) -> None:
        """Draw which part is seen, as a line inside the frames at the right."""
        seen = bottom - top
        start = top + top * seen // canvas.height
        for row in range(start, start + max(seen * seen // canvas.height, 1)):
            if canvas.char_at(canvas.width - _EDGE, row) == " ":
                canvas.put(canvas.width - _EDGE, row, "┃", "frame")

    def _rows(self, width: int) -> int:
        """Return the rows that the sections take."""
        return max((place.y + place.height for place in self._places(width)), default=0)

    def _places(self, width: int, spare: int = 0) -> Iterator[_Place]:
        """Yield where each section is: wide ones above the others, which fill two columns to one height.

        Those that grow share the `spare` rows.
        """
        growing = [section for section in self.sections if section.grows]
        has_two = width >= TWO_COLUMNS
        beside = [section for section in self.sections if has_two and not section.is_wide]
        y = 0
        for section in self.sections:
            if section not in beside:
                height = section.rows(width - _EDGES) + 2
                if section in growing:
                    height += spare // len(growing) + (section is growing[0]) * (spare % len(growing))
                yield _Place(section, 0, y, width, height)
                y += height
        half = (width - _GAP) // 2
        columns: tuple[list[_Place], list[_Place]] = [], []
        bottoms = [y, y]
        for section in beside:
            side = bottoms.index(min(bottoms))
            place = _Place(
                section, side * (width - half), bottoms[side], half, section.rows(half - _EDGES) + 2
            )
            columns[side].append(place)
            bottoms[side] += place.height
        for column in filter(None, columns):
            *others, last = column
            yield from others
            yield last._replace(height=max(bottoms) - last.y)


class Entries(Section):
    """A section of two columns: short marks, and texts that may take several rows."""

    def __init__(
        self, title: str, entries: Sequence[tuple[str, str]], foreground: str, *, is_wide: bool = False
    ) -> None:
        """List `entries`, each a mark drawn in `foreground` and a text; one without a text is a heading."""
        self.title = title
        self.is_wide = is_wide
        self.entries = entries
        self._foreground = foreground
        self._indent = max(cell_len(mark) for mark, text in entries if text) + 2

    def in_words(self) -> list[str]:
        """Return each entry after its mark."""
        return [f"{mark} {text}".strip() for mark, text in self.entries]

    def rows(self, width: int) -> int:
        """Return the rows of all entries."""
        return sum(1 for _ in self._lines(width))

    def draw(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Draw the marks before the texts."""
        for row, (mark, line) in enumerate(self._lines(width), y):
            canvas.put(x, row, mark, self._foreground if line else "strong")
            canvas.put(x + self._indent, row, line)

    def _lines(self, width: int) -> Iterator[tuple[str, str]]:
        """Yield each row; the mark stands before the first one of its text."""
        for mark, text in self.entries:
            for number, line in enumerate(wrapped(text, width - self._indent) or [""]):
                yield "" if number else mark, line
