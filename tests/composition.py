"""What can be said of a picture without looking at it: how it fills the window."""

from itertools import pairwise

from tui.harness import Player

WIDEST = 130
"""Most columns of content."""

DEEPEST = 3
"""Most empty rows between parts of a picture."""


def check_measure(player: Player) -> None:
    """Check that all frames and the piste begin at one column and end at one, as far from both edges."""
    width = player.app.size.width
    edge = max(width - WIDEST, 0) // 2
    framed = [row for row in player.rows if row.lstrip()[:1] in ("╭", "│", "╰", "▔")]
    assert framed
    for row in framed:
        assert (len(row) - len(row.lstrip()), len(row.rstrip())) == (edge, width - edge), row


def check_composed(player: Player) -> None:
    """Check that the screen is in the middle of the window, not too wide, and without holes.

    The last two rows are left to the keys.
    """
    window = player.app.size
    rows = player.rows[: window.height - 2]
    filled = [number for number, row in enumerate(rows) if row.strip()]
    holes = [below - above - 1 for above, below in pairwise(filled)]
    assert max(holes, default=0) <= DEEPEST, holes
    left = min(len(rows[number]) - len(rows[number].lstrip()) for number in filled)
    right = min(len(rows[number]) - len(rows[number].rstrip()) for number in filled)
    assert window.width - left - right <= WIDEST
    assert abs(left - right) <= 2, (left, right)
    above, below = filled[0], len(rows) - 1 - filled[-1]
    assert abs(above - below) <= 2, (above, below)
