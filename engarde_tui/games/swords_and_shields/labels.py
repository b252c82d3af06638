"""Short labels of the table."""

from engarde_tui.language import tr, tr_as


def points_in_short(life: int) -> str:
    """Return a number of life points: "50 LP"."""
    return tr("{number} LP", number=life)


def points_unit() -> str:
    """Return what follows a number of life points that is drawn: "LP"."""
    return tr("{number} LP", number="").strip()


def display_title(name: str) -> str:
    """Return the title of a player's display."""
    return tr("{name}'s display", name=name)


def hand_title(name: str) -> str:
    """Return the title of a player's hand."""
    return tr("{name}'s hand", name=name)


def hand_size(number: int) -> str:
    """Return how many cards a hand has: "hand 5"."""
    return tr_as("pile", "hand {number}", number=number)


def deck_size(number: int) -> str:
    """Return how many cards a deck has: "deck 7"."""
    return tr_as("pile", "deck {number}", number=number)


def discard_size(number: int) -> str:
    """Return how many cards a discard has: "discard 3"."""
    return tr_as("pile", "discard {number}", number=number)


def turn_number(number: int) -> str:
    """Return which turn it is: "turn 3"."""
    return tr("turn {number}", number=number)
