"""The puzzles of the package: each a position that can be reached, with an answer that can be played."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from engine.en_garde import PRESETS, Action, Kind, RoundView, Seat, parse_action
from engine.en_garde.puzzles import GRADES, fitting_deck, parse, puzzles
from engine.en_garde.round import FULL_DECK, Round

MARGIN = 0.1
"""The least margin, in the figures of the file, which are rounded to hundredths."""


def obvious(view: RoundView) -> str:
    """Return the strongest direct attack or the parry, else the longest advance."""
    strikes = [action for action in view.legal if action.kind in (Kind.ATTACK, Kind.PARRY)]
    longest = max(view.legal, key=lambda action: (action.step, len(action.blades)))
    return str(strikes[-1] if strikes else longest)


def test_there_are_many_puzzles_of_every_grade_and_no_two_alike() -> None:
    assert len(puzzles()) >= 150
    assert len({(puzzle.preset, puzzle.actions, puzzle.hand) for puzzle in puzzles()}) == len(puzzles())
    grades = Counter(puzzle.grade for puzzle in puzzles())
    assert set(grades) == set(GRADES)
    assert min(grades.values()) >= 8


COMMON = 5
"""Rounds may begin with the same actions, up to this many, by other hands."""


def test_no_puzzle_gives_another_one_away() -> None:
    """None follows from another one by its answer in the same round."""
    solved = {(puzzle.preset, puzzle.first, *puzzle.actions, puzzle.answer) for puzzle in puzzles()}
    for puzzle in puzzles():
        played = (puzzle.preset, puzzle.first, *puzzle.actions)
        assert not solved & {played[:length] for length in range(COMMON + 3, len(played) + 1)}


def test_every_puzzle_is_legal_and_far_from_obvious() -> None:
    for number, puzzle in enumerate(puzzles(), 1):
        view = puzzle.view()
        assert view.hand == puzzle.hand, number
        assert view.turn is view.seat is puzzle.seat, number
        assert set(puzzle.values) == set(view.legal), number
        assert list(puzzle.values.values()) == sorted(puzzle.values.values(), reverse=True), number
        assert puzzle.margin >= MARGIN - 0.011, number
        assert str(puzzle.answer) != obvious(view), number
        assert parse(str(puzzle)) == puzzle


def test_a_puzzle_looks_the_same_whatever_cards_are_hidden() -> None:
    for puzzle in puzzles()[::40]:
        rounds = [puzzle.round(Random(seed)) for seed in range(3)]
        assert len({round.deck for round in rounds}) == 3
        assert all(round.view(puzzle.seat) == puzzle.view() for round in rounds)


def test_decks_that_fit_are_those_dealt_at_random_that_fit() -> None:
    """Each as often as there are ways to pick what was played; told by the hands and the first card drawn."""
    rules, first, hand = PRESETS["ferti-advanced"], Seat.LEFT, (1, 2, 3, 4, 5)
    actions, source = (parse_action("+5"), parse_action("+4")), Random(1)
    fitting = [(fitting_deck(rules, first, actions, hand, source), 1) for _ in range(3000)]
    kept = [(deck, ways(deck)) for deck in decks(16_000, source) if fits(deck, actions, hand)]
    assert len(kept) > 300
    marks: tuple[Callable[[tuple[int, ...]], bool], ...] = (
        lambda deck: deck[:5].count(5) > 1,
        lambda deck: deck[10] == 5,
        lambda deck: 5 in deck[5:10],
        lambda deck: deck[5:10].count(4) > 1,
    )
    for mark in marks:
        shares = [
            sum(number for deck, number in found if mark(deck)) / sum(number for _, number in found)
            for found in (fitting, kept)
        ]
        assert abs(shares[0] - shares[1]) < 0.07


def ways(deck: tuple[int, ...]) -> int:
    """Return in how many ways left could pick a 5, and right a 4, from their first hands."""
    return deck[:5].count(5) * deck[5:10].count(4)


def decks(number: int, source: Random) -> Iterator[tuple[int, ...]]:
    """Yield shuffled decks."""
    for _ in range(number):
        yield tuple(source.sample(FULL_DECK, len(FULL_DECK)))


def fits(deck: tuple[int, ...], actions: tuple[Action, ...], hand: tuple[int, ...]) -> bool:
    """Return whether left can begin with the actions and the player to act then holds the hand."""
    state = Round.deal(PRESETS["ferti-advanced"], deck, Seat.LEFT)
    for action in actions:
        if action not in state.legal:
            return False
        state = state.play(action)
    return state.turn is not None and state.hands[state.turn] == hand


DAMAGED = ("", "1 | ferti-advanced", "x | ferti-advanced | left | +5 | 1 | +1 0.5")


@pytest.mark.parametrize("line", DAMAGED)
def test_a_damaged_line_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"unpack|invalid"):
        parse(line)
