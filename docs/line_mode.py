"""Write the table of docs/line-mode.md: each screen, and how all that its keys do is done in lines.

python docs/line_mode.py
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from engarde_tui.lines.pages import Way, way_of
from engarde_tui.screens.scopes import local_scopes
from engarde_tui.serve.screens.settings import hall_scopes

PAGE = Path(__file__).with_name("line-mode.md")
HEADS = ("| screen | words | by number | typed | only on a screen |", "|---|---|---|---|---|")


def lines() -> Iterator[str]:
    """Yield the lines of the table."""
    screens: dict[str, dict[Way, dict[str, None]]] = {}
    for scope in (*local_scopes(), *hall_scopes()):
        found = screens.setdefault(scope.title, {way: {} for way in Way})
        for key in scope.keys:
            found[way_of(key.does)][key.label or key.meaning] = None
    yield from HEADS
    for title, found in screens.items():
        yield f"| {title} | {' | '.join(', '.join(found[way]) for way in Way)} |"


def main() -> None:
    """Write the page with the table as it is now."""
    before, _, _ = PAGE.read_text(encoding="utf-8").partition(HEADS[0])
    PAGE.write_text(before + "\n".join(lines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
