"""A list of which the highlighted line is marked by a character too: Textual's differs in colour alone."""

from rich.segment import Segment
from textual.strip import Strip
from textual.widgets import OptionList


class PointedList(OptionList):
    """Marks the highlighted option in the column before it, whether or not the list has the focus."""

    def render_line(self, y: int) -> Strip:
        """One line, the first column replaced by the mark where it is the highlighted option's."""
        strip = super().render_line(y)
        style = next((segment.style for segment in strip if segment.style), None)
        if style is None or self.highlighted is None or style.meta.get("option") != self.highlighted:
            return strip
        mark = Segment("►" if self.has_focus else "·", style)
        return Strip.join([Strip([mark]), strip.crop(1)])
