"""Find puzzles in the master's self-play: `python -m engine.training.puzzles --help`.

A puzzle is a position in which one action wins far more often than any other, and is not the obvious one: the
strongest direct attack or the parry, else the longest advance. The judge that plays, hints and reviews says
so, counting as these do but searching with more guesses, and must name the same answer if all hands that fit
are believed alike.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from engine.en_garde.actions import Action, Kind
from engine.en_garde.bots import fencer
from engine.en_garde.bots.arrays.search import searched
from engine.en_garde.bots.counting import hand_of, knowledge, possible_hands
from engine.en_garde.bots.judge import GRANDMASTER, MASTER, NETWORK, Budget, Judge
from engine.en_garde.bots.policy import network_odds
from engine.en_garde.bots.solver import results
from engine.en_garde.bots.threshold import decide
from engine.en_garde.drawing import PILE_SIZE
from engine.en_garde.game import GAME
from engine.en_garde.puzzles import GRADES, Puzzle, parse
from engine.en_garde.round import FULL_DECK, Round
from engine.en_garde.rules import PRESETS
from engine.en_garde.view import RoundView
from engine.game import Seat

SHARES: Final = {
    "ferti-advanced": 0.4,
    "abacus-advanced": 0.25,
    "ferti-standard": 0.15,
    "abacus-standard": 0.1,
    "abacus-basic": 0.1,
}
"""How many of the puzzles each preset gives; most people play the whole game."""

BATCH: Final = 20
"""Rounds of self-play after which it can be interrupted."""

MARGIN: Final = 0.1
"""The least by which the best action wins more often than the second."""

BUDGET: Final = GRANDMASTER._replace(counts=MASTER.counts, guesses=2000, searches=PILE_SIZE)
"""With which the worth of a puzzle's actions is judged: as hints count, and before that by a search, of which
a tenth is then more than six standard errors."""

LOOKS: Final = ((32, 0.05), (400, 0.1))
"""Guesses, and the margin, of the first checks."""

SURE: Final = 0.6
"""The network is sure of an action that it plays at least this often."""

ALIKE: Final = 4
"""The most puzzles of one preset in which the kind of the answer, distance and phase are the same."""


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m engine.training.puzzles", description=__doc__)
    parser.add_argument("file", type=Path, help="the puzzles; continues if the file is there")
    parser.add_argument("--each", type=int, default=60, help="puzzles of each grade (default: %(default)s)")
    parser.add_argument("--check", action="store_true", help="find none, but judge those found again")
    parser.add_argument("--seed", type=int, default=1, help="of a new file (default: %(default)s)")
    options = parser.parse_args()
    if not options.file.exists():
        options.file.write_text(_head(options.seed), encoding="utf-8")
    if options.check:
        check(options.file)
    else:
        find(options.file, options.each)


def _head(seed: int) -> str:
    return (
        "# Puzzles of En Garde, found by python -m engine.training.puzzles; --check judges them again\n"
        "# grade | rules | starter | actions so far | hand to play | chance to win after each action\n"
        f"# seed {seed}\n"
    )


def find(file: Path, each: int) -> None:
    """Add puzzles to the file until it has `each` of every grade; the same seed finds the same ones."""
    lines = file.read_text(encoding="utf-8").splitlines()
    marks = [line.split() for line in lines if line.startswith(("# seed ", "# batch "))]
    seed = int(marks[0][2])
    done = len(marks) - 1
    # What an interrupted batch has found is found again.
    last = max(number for number, line in enumerate(lines) if line.startswith(("# seed ", "# batch ")))
    lines = lines[: last + 1]
    _write(file, lines)
    found = [parse(line) for line in lines if line and line[0] != "#"]
    while any(Counter(puzzle.grade for puzzle in found)[grade] < each for grade in GRADES):
        seen, taken = 0, tuple[int, ...]()
        for position in positions(seed, done):
            seen += 1
            # Another position of the same round would give the first one's answer away.
            if position[1].deck == taken:
                continue
            puzzle = puzzle_in(*position)
            if puzzle is not None and _is_wanted(puzzle, found, each):
                taken = position[1].deck
                found.append(puzzle)
                lines.append(str(puzzle))
                print(puzzle, flush=True)
        done += 1
        lines.append(f"# batch {done}: {seen} positions")
        _write(file, lines)


def check(file: Path) -> None:
    """Judge and grade every puzzle again; write what its actions are then worth. Drop it if in doubt.

    Put a new one in the place of one that is dropped, so that the others keep their numbers.
    """
    lines = file.read_text(encoding="utf-8").splitlines()
    checked = []
    for line in lines:
        if not line.startswith("#"):
            puzzle = parse(line)
            view = puzzle.view()
            values = worth(view)
            if _best(values, MARGIN) != puzzle.answer:
                print("dropped:", line, flush=True)
                continue
            line = str(puzzle._replace(grade=grade_of(view, puzzle.answer), values=values))
        checked.append(line)
    _write(file, checked)


def worth(view: RoundView, budget: Budget = BUDGET) -> dict[Action, float]:
    """Return what each action is worth to the judge, the best first, in hundredths."""
    found = zip(view.legal, Judge(view, budget).values(view.legal), strict=True)
    return {action: round(chance, 2) for action, chance in sorted(found, key=lambda each: -each[1])}


def is_answer(view: RoundView, answer: Action, values: dict[Action, float]) -> bool:
    """Return whether the answer is far ahead of all others, by its values and if all hands are alike."""
    return all(_best(each, MARGIN) == answer for each in (values, _alike(view)))


def _alike(view: RoundView) -> dict[Action, float]:
    """Return what each action is worth if every hand that fits is as likely as its deals."""
    if view.pile > BUDGET.counts:
        found = searched(view, BUDGET.guesses, surprise=1)
        return {action: (1 + result) / 2 for action, result in found.items()}
    if not view.pile:
        return worth(view)
    known = knowledge(view)
    deals = {hand_of(hand): ways for hand, ways in possible_hands(known.unseen, known.other_hand)}
    return {action: (1 + result) / 2 for action, result in results(view, deals).items()}


def _write(file: Path, lines: list[str]) -> None:
    part = file.with_suffix(".part")
    part.write_text("\n".join(lines) + "\n", encoding="utf-8")
    part.replace(file)


def positions(seed: int, batch: int) -> Iterator[tuple[str, Round]]:
    """Yield the positions of a batch of self-play in which there is a choice, with their presets."""
    source = Random(f"{seed} {batch}")
    for preset in source.choices(list(SHARES), list(SHARES.values()), k=BATCH):
        deck = source.sample(FULL_DECK, len(FULL_DECK))
        state = Round.deal(PRESETS[preset], deck, source.choice(list(Seat)))
        while state.turn is not None:
            legal = state.legal_actions()
            if len(legal) > 1:
                yield preset, state
                odds = network_odds(state.view(state.turn))
                legal = tuple(source.choices(list(odds), list(odds.values())))
            state = state.play(legal[0])


def puzzle_in(preset: str, state: Round) -> Puzzle | None:
    """Return the puzzle that a position is; None if it is none."""
    assert state.turn is not None
    view = state.view(state.turn)
    answer = None
    for guesses, margin in LOOKS:
        answer = _best(worth(view, BUDGET._replace(guesses=guesses)), margin)
        if answer is None or answer == plain(view):
            return None
    values = worth(view)
    if answer is None or not is_answer(view, answer, values):
        return None
    return Puzzle(grade_of(view, answer), preset, state.first, state.actions, view.hand, values)


def _best(values: dict[Action, float], margin: float) -> Action | None:
    """Return the action of the highest value; None if another one is closer than the margin."""
    second, best = sorted(values, key=values.__getitem__)[-2:]
    return best if values[best] - values[second] >= margin - 1e-9 else None


def plain(view: RoundView) -> Action:
    """Return what anybody sees first: the strongest attack or the parry, else the longest advance."""
    strikes = [action for action in view.legal if action.kind in (Kind.ATTACK, Kind.PARRY)]
    if strikes:
        return strikes[-1]
    return max(view.legal, key=lambda action: (action.step, len(action.blades)))


def grade_of(view: RoundView, answer: Action) -> int:
    """Return how hard it is to find the answer: 5 if the network alone is not sure of it.

    Else 1, and 1 more for each of fencer, threshold and playout that misses it.
    """
    if Judge(view, NETWORK).hint.odds.get(answer, 0.0) < SURE:
        return 5
    known = knowledge(view)
    best = max(known.legal, key=lambda action: fencer.win_chance(known, action))
    return 1 + sum(
        choice != answer
        for choice in (best, decide(known), GAME.bot("playout").choose(view, (0, 0), Random(1)))
    )


def _is_wanted(puzzle: Puzzle, found: list[Puzzle], each: int) -> bool:
    """Return whether there is still room for a puzzle like this."""
    if sum(other.grade == puzzle.grade for other in found) >= each:
        return False
    alike = [other for other in found if _likeness(other) == _likeness(puzzle)]
    return len(alike) < ALIKE and all(other.hand != puzzle.hand for other in alike)


def _likeness(puzzle: Puzzle) -> tuple[object, ...]:
    view = puzzle.view()
    return puzzle.preset, puzzle.answer.kind, view.distance, view.phase


if __name__ == "__main__":
    main()
