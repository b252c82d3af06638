"""The commitments to the decks, and their proofs."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size

from engarde_tui import paths
from engarde_tui.language import put, tr
from engarde_tui.screens.base import AppScreen
from engarde_tui.serve.hall.keys import PROOF
from engarde_tui.serve.hall.table import HallClient
from engarde_tui.terminal.canvas import Canvas, CanvasWidget
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import Scroll, bindings
from engarde_tui.widgets.panel import put_panel
from engarde_tui.widgets.text_lines import wrapped
from engine.message import message

_WIDTH: Final = 79
"""Columns of the panels: a commitment fits in a line."""
_HOW: Final = message(
    "The deck of a round follows from its link and both words. The commitment is the SHA-256 of the link; the"
    " first one was fixed before the words: compare it with what you saw then. engarde verify checks a whole"
    " record."
)


class ProofSheet(CanvasWidget):
    """How to check a deck, the codes, and a panel for each round, newest first."""

    def __init__(self, client: HallClient) -> None:
        super().__init__()
        table = client.hall_table
        self._client = client
        self._proofs = table.match.proofs
        self._words = table.agreed_words
        self._names = table.seats.names

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of all panels."""
        return sum(len(lines) + 2 for _, lines in self._panels())

    def _panels(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the title and the lines of each panel."""
        yield tr("How to check a deck"), wrapped(put(_HOW), _WIDTH - 4)
        if self._words:
            words = zip(self._names, self._words, strict=True)
            yield tr("Words"), [f"{name}: {word or tr('(none)')}" for name, word in words]
        codes = [
            tr("The table's code: {code}", code=self._client.hall_table.code),
            self._client.seat_code_hint,
        ]
        yield tr("Codes"), [code for code in codes if code]
        for proof in reversed(self._proofs):
            parts = {tr("commitment"): proof.commitment}
            if proof.link:
                parts |= {tr("deck"): proof.deck, tr("link"): proof.link}
            lines = list(_beside(parts))
            if proof.link:
                yield tr("Round {number}", number=proof.number), lines
            else:
                yield tr("Round {number}, in progress", number=proof.number), lines

    def in_words(self) -> list[str]:
        """Return all panels, each line of a name and what it names as one."""
        told = [put(_HOW)]
        for title, lines in [*self._panels()][1:]:
            told += [title, *lines]
        return told

    def draw(self, canvas: Canvas) -> None:
        """Draw the panels below each other, in the middle."""
        x, y = max((canvas.width - _WIDTH) // 2, 0), 0
        for title, lines in self._panels():
            put_panel(canvas, x, y, _WIDTH, len(lines) + 2, title)
            for row, line in enumerate(lines, y + 1):
                canvas.put(x + 2, row, line, "plain")
            y += len(lines) + 2


def _beside(parts: Mapping[str, str]) -> Iterator[str]:
    """Yield lines with names and, beside them or below if that is too wide, what they name."""
    column = max(cell_len(name) for name in (tr("commitment"), *parts)) + 1
    is_narrow = column + max(map(len, parts.values())) <= _WIDTH - 4
    for name, value in parts.items():
        if is_narrow:
            yield f"{name}{' ' * (column - cell_len(name))}{value}"
        else:
            yield from (name, value)


class ProofScreen(AppScreen):
    """Shows the commitment of each round; for finished rounds also the deck and the link that prove it."""

    CSS_PATH: ClassVar = paths.style_sheets("hall")
    BINDINGS: ClassVar[list[BindingType]] = bindings(PROOF)

    def __init__(self, client: HallClient, rules: Any) -> None:
        super().__init__()
        self.rules = rules
        self._client = client

    def compose(self) -> ComposeResult:
        """Yield the panels, which scroll, and the key bar."""
        with Scroll():
            yield ProofSheet(self._client)
        yield KeyBar()
