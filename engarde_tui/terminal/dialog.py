"""What lies over the page below it, which shows dimmed."""

from typing import Any, Final, cast

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from engarde_tui.terminal.own_screen import OwnScreen

_DIM: Final = Style(dim=True)


class Dialog(OwnScreen):
    """Mixin for a screen over another one; its style sheet says how far that shows through."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Dim the page below in 16 colours, too: they do not mix."""
        lines: list[Strip] = super().render_lines(crop)  # type: ignore[misc]
        app = cast(Screen[Any], self).app
        if not app.current_theme.ansi or app.no_color:
            return lines
        return [Strip(Segment.apply_style(line, post_style=_DIM), line.cell_length) for line in lines]
