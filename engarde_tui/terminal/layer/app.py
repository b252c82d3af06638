"""The app that writes only what changes."""

import asyncio
from collections.abc import Container, Iterable
from operator import itemgetter
from typing import Any

from rich.segment import Segment
from textual.driver import Driver
from textual.events import Resize
from textual.widget import Widget

from engarde_tui.terminal.canvas import CanvasWidget
from engarde_tui.terminal.cells import Span
from engarde_tui.terminal.layer.frame import CanvasUpdate, Frame, FrameUpdate
from engarde_tui.terminal.layer.stylesheet import SharedStylesheet
from engarde_tui.terminal.layer.textual_internals import CompositorUpdate, LayerApp
from engarde_tui.terminal.textual_private import has_messages


class LayeredApp(LayerApp):
    """Knows what the terminal shows; has a driver of its own."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        self._frame = Frame()
        self._unpainted: dict[CanvasWidget, dict[int, Span]] = {}
        """Canvases, and the one part of each row, that are to be painted.

        Two parts of a row could cut a wide character in two, each for itself.
        """
        self._is_to_paint = False
        """Whether `_paint` is to be called. Two that wait would wait for each other without end."""

    def get_driver_class(self) -> type[Driver]:
        """Return the driver that reads from and writes to this terminal."""
        from engarde_tui.terminal.layer.driver import TerminalDriver

        return TerminalDriver

    def on_resize(self, event: Resize) -> None:
        """Forget what was shown: the size may be the same, after others have used the terminal."""
        self._frame.resize(*event.size)

    def forget_screen(self) -> None:
        """Write the whole screen at the next time, whatever the terminal shows: others have used it."""
        self._frame.forget()

    def outgoing(self, update: CompositorUpdate) -> CompositorUpdate:
        """Return an update that writes only the cells that change."""
        return FrameUpdate(self._frame, update)

    def paint(self, widget: Any, spans: Iterable[Span]) -> None:
        """Show parts of a canvas on the terminal, in one frame with all else that changes now.

        By Textual's way each widget sends messages, every line between the first and the last changed one is
        rendered, and a timer writes them: that takes twice the time of a whole key press.
        """
        if not self._is_to_paint:
            self._is_to_paint = True
            self.call_in_turn(self._paint)
        unpainted = self._unpainted.setdefault(widget, {})
        for span in spans:
            unpainted[span.y] = span.with_(unpainted.get(span.y, span))

    def take_unpainted(self, among: Container[Widget]) -> list[Widget]:
        """Return the canvases among these widgets that are to be painted; they are no more."""
        taken: list[Widget] = [widget for widget in self._unpainted if widget in among]
        self._unpainted = {widget: spans for widget, spans in self._unpainted.items() if widget not in among}
        return taken

    async def _paint(self) -> None:
        if has_messages(self) or self.is_handing_on:
            # The next key may change more.
            if self.is_handing_on:
                # Nobody else gets a turn while the app has messages, and this is one.
                await asyncio.sleep(0)
            self.call_in_turn(self._paint)
            return
        self._is_to_paint = False
        unpainted, self._unpainted = self._unpainted, {}
        if not self.screen_stack:
            # The app ends: this comes past what Textual no longer hands on.
            return
        places = self.places_of(unpainted)
        lines: list[tuple[int, int, list[Segment]]] = []
        for widget, spans in unpainted.items():
            if not (widget.is_running and widget.is_attached):
                continue
            place = places.get(widget)
            if place is None or place.size != widget.drawn_size:
                widget.refresh()
            else:
                lines += [
                    (place.y + span.y, place.x + span.start, line)
                    for span, line in widget.render_spans(spans.values())
                ]
        if lines:
            self.show(FrameUpdate(self._frame, CanvasUpdate(sorted(lines, key=itemgetter(0, 1)))))
