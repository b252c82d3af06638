"""Widgets in a frame."""

from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget


class Framed(Vertical):
    """A column of widgets in a frame with a title."""

    def __init__(self, title: str, *children: Widget, id: str | None = None) -> None:
        super().__init__(*children, id=id, classes="panel")
        # As Content, since a name in a title may look like markup.
        self.border_title = Content(title)
