"""The fencers as figures, drawn facing right; the fencer on the right is mirrored."""

from typing import Final

SMALL: Final = {
    "guard": (" o ", "/|\\", " | ", "/ \\"),
    "lunge": ("  o", "_/|", " / ", "/ \\"),
    "won": ("\\o/", " | ", " | ", "/ \\"),
    "hit": ("   ", "   ", " _ ", "o=\\"),
}
"""Four rows of three columns, for squares three columns wide."""

LARGE: Final = {
    "guard": ("  _  ", " (_) ", "  |\\_", " /|  ", "/ |  ", "  |  ", " / \\ ", "/   \\"),
    "lunge": ("   _ ", "  (_)", "  /\\_", " //  ", "/ /  ", " /_  ", "/  \\ ", "/   \\"),
    "won": ("  _  ", "\\(_)/", " \\|/ ", "  |  ", "  |  ", "  |  ", " / \\ ", "/   \\"),
    "hit": ("     ", "     ", "     ", "     ", "     ", "  _  ", " (_)_", "/___\\"),
}
"""Eight rows of five columns, for squares five columns wide or more."""

BLADE_ROW: Final = {3: 1, 5: 2}
"""The row of the weapon hand, by the figure's width."""

_MIRROR: Final = str.maketrans("/\\()<>", "\\/)(><")


def mirrored(figure: tuple[str, ...]) -> tuple[str, ...]:
    """Return the figure facing left."""
    return tuple(row[::-1].translate(_MIRROR) for row in figure)
