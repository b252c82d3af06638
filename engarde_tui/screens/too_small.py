"""The notice shown while the window is too small."""

from typing import ClassVar, cast

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.screen import Screen

from engarde_tui import paths
from engarde_tui.language import tr
from engarde_tui.screens.base import MIN_SIZE, TOO_SMALL, fits
from engarde_tui.sessions.services import AppServices
from engarde_tui.terminal.canvas import Canvas, CanvasWidget
from engarde_tui.terminal.own_screen import OwnScreen
from engarde_tui.widgets.panel import put_panel
from engarde_tui.widgets.text_lines import wrapped


class TooSmall(CanvasWidget):
    """The size that is needed and the size there is, in a frame if there is room for one."""

    def draw(self, canvas: Canvas) -> None:
        """Draw it in the middle."""
        needed, here, services = MIN_SIZE, self.app.size, cast(AppServices, self.app)
        paragraphs = (
            (
                tr(
                    "engarde needs {columns} columns and {rows} rows.",
                    columns=needed.width,
                    rows=needed.height,
                ),
                "strong",
            ),
            (
                tr("This window has {columns} and {rows}.", columns=here.width, rows=here.height),
                "plain",
            ),
            (tr("Enlarge it to continue, or press {key} to quit.", key=services.key("quit")), "dim"),
            (
                tr("Any window has room for {command}: lines of words.", command=services.plain_command),
                "dim",
            ),
        )
        width = min(canvas.width - 4, max(cell_len(text) for text, _ in paragraphs))
        lines = [(line, foreground) for text, foreground in paragraphs for line in wrapped(text, width)]
        top = max(canvas.height - len(lines), 0) // 2
        if len(lines) + 2 <= canvas.height:
            put_panel(
                canvas,
                (canvas.width - width) // 2 - 2,
                top - 1,
                width + 4,
                len(lines) + 2,
                tr("Window too small"),
            )
        for row, (line, foreground) in enumerate(lines, top):
            canvas.put_centre(row, line, foreground)


class TooSmallScreen(OwnScreen, Screen[None]):
    """Covers all screens until the window is large enough."""

    CSS_PATH: ClassVar = paths.style_sheets("dialog")

    def compose(self) -> ComposeResult:
        """Say which size is needed."""
        yield TooSmall()

    def __init__(self) -> None:
        super().__init__(name=TOO_SMALL)

    def on_resize(self) -> None:
        """Close if the window is large enough."""
        self._close_if_it_fits()

    def on_screen_resume(self) -> None:
        """Close if the window has grown while another screen was on top."""
        self._close_if_it_fits()

    def _close_if_it_fits(self) -> None:
        # The window may become too small again before this is on top.
        if self.app.screen is self and fits(self.app.size):
            self.dismiss()
