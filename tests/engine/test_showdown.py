"""The comparison: what is counted, in which order, and who wins."""

import pytest

from engine.en_garde import PRESETS, Reason, Result, Seat, Showdown
from engine.en_garde.showdown import compare

LEFT, RIGHT = Seat.LEFT, Seat.RIGHT


@pytest.mark.parametrize(
    ("cards", "advanced", "result"),
    [
        ((2, 1), (3, 9), Result(LEFT, Reason.CARDS)),
        ((0, 1), (9, 3), Result(RIGHT, Reason.CARDS)),
        ((1, 1), (9, 3), Result(LEFT, Reason.DISTANCE)),
        ((0, 0), (3, 9), Result(RIGHT, Reason.DISTANCE)),
        ((2, 2), (6, 6), Result(None, Reason.DRAW)),
        (None, (9, 3), Result(LEFT, Reason.DISTANCE)),
        (None, (3, 9), Result(RIGHT, Reason.DISTANCE)),
        (None, (6, 6), Result(None, Reason.DRAW)),
    ],
)
def test_cards_then_squares_then_a_draw(
    cards: tuple[int, int] | None, advanced: tuple[int, int], result: Result
) -> None:
    assert Showdown(3, cards, advanced).result == result


def test_squares_are_counted_from_each_fencers_own_end() -> None:
    hands = ((1, 2, 3), (3, 3, 4))
    assert compare(PRESETS["ferti-advanced"], (9, 12), hands, final_evasion=False) == Showdown(
        3, (1, 2), (8, 11)
    )


@pytest.mark.parametrize(
    ("preset", "final_evasion", "counts"),
    [
        ("abacus-basic", False, False),
        ("abacus-standard", False, True),
        ("abacus-advanced", False, True),
        ("abacus-advanced", True, False),
        ("ferti-standard", False, True),
        ("ferti-advanced", False, True),
        ("ferti-advanced", True, True),
    ],
)
def test_cards_count_as_the_rules_say(preset: str, final_evasion: bool, counts: bool) -> None:
    showdown = compare(PRESETS[preset], (9, 12), ((3,), ()), final_evasion=final_evasion)
    assert showdown.cards == ((1, 0) if counts else None)
