"""Codes in large letters."""

from engarde_tui.serve.hall.seats import LETTERS
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.lettering import ROWS, in_letters, lettering_width, put_lettering


def drawn(text: str) -> tuple[str, ...]:
    """Return a text in large letters."""
    canvas = Canvas(lettering_width(text), ROWS)
    put_lettering(canvas, 0, 0, text, "strong")
    return tuple("".join(char for char, _, _ in row) for row in canvas.rows)


def test_every_character_of_a_code_has_a_letter_of_its_own() -> None:
    assert len({drawn(letter) for letter in LETTERS}) == len(LETTERS)


def test_names_are_drawn_without_accents_and_each_letter_and_digit_by_its_own_shape() -> None:
    assert in_letters("Zoë Müller-1") == "zoe muller-1"
    assert in_letters("李小龙") == in_letters("Anna!") == ""
    alphabet = "abcdefghijklmnopqrstuvwxyz0123456789- "
    assert in_letters(alphabet) == alphabet
    assert len({drawn(letter) for letter in alphabet}) == len(alphabet)


def test_a_letter_is_drawn_with_whole_cells_and_between_gaps() -> None:
    assert drawn("hi".replace("i", "7")) == (
        "██    ██  ████████",
        "██    ██        ██",
        "████████      ██  ",
        "██    ██    ██    ",
        "██    ██    ██    ",
    )
