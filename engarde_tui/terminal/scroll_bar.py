"""A scrollbar that is a line, as the frame around it is, where Textual draws a block."""

from typing import Any

from rich.segment import Segment, Segments
from rich.style import Style
from textual.scrollbar import ScrollBarRender


class ThinScrollBar(ScrollBarRender):
    """Draws the part that is shown; the rest stays empty."""

    VERTICAL_BARS = [" "]  # noqa: RUF012

    @classmethod
    def render_bar(cls, *given: Any, **named: Any) -> Segments:
        """Return Textual's, its reversed blanks as a line."""
        bar = super().render_bar(*given, **named)
        for index, (_, style, _) in enumerate(bar.segments):
            if style is not None and style.reverse:
                bar.segments[index] = Segment("┃", style + Style(reverse=False))
        return bar
