"""A list of which the highlighted line is marked by a character too: Textual's differs in colour alone."""

from rich.segment import Segment
from textual.events import Click
from textual.strip import Strip
from textual.widgets import OptionList
from textual.widgets.option_list import Option


class PointedList(OptionList):
    """Marks the highlighted option in the column before it, whether or not the list has the focus."""

    def __init__(self, *options: Option, id: str | None = None, click_marks: bool = False) -> None:
        """List `options`; `click_marks`: a click only highlights, one on the highlighted option selects."""
        super().__init__(*options, id=id)
        self._click_marks = click_marks

    def render_line(self, y: int) -> Strip:
        """One line, the first column replaced by the mark where it is the highlighted option's."""
        strip = super().render_line(y)
        style = next((segment.style for segment in strip if segment.style), None)
        if style is None or self.highlighted is None or style.meta.get("option") != self.highlighted:
            return strip
        mark = Segment("►" if self.has_focus else "·", style)
        return Strip.join([Strip([mark]), strip.crop(1)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A page needs lines that have been laid out; Textual fails on keys typed ahead of that."""
        return bool(self.size) or not action.startswith("page_")

    def on_click(self, event: Click) -> None:
        """Highlight what was not highlighted yet, where a click only does that."""
        clicked = event.style.meta.get("option")
        if self._click_marks and clicked is not None and clicked != self.highlighted:
            event.prevent_default()
            self.highlighted = clicked
