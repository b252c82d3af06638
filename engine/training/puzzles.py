"""Find puzzles in the master's self-play: `python -m engine.training.puzzles --help`.

A puzzle is a position in which one action wins far more often than any other, and is not the obvious one: the
strongest direct attack or the parry, else the longest advance. It is checked on thousands of guesses of the
hidden cards, each played out to the end by the master on both sides: once with all guesses equally likely,
and once each as likely as the master is to have acted as the opponent did. Both must agree on the answer.
"""

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

# One core: the arrays are too small for more, and other work goes on beside this.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from engine.en_garde.actions import Action, Kind
from engine.en_garde.bots import fencer
from engine.en_garde.bots.counting import knowledge
from engine.en_garde.bots.policy import network_hint
from engine.en_garde.bots.threshold import decide
from engine.en_garde.game import GAME
from engine.en_garde.puzzles import GRADES, Puzzle, parse
from engine.en_garde.round import FULL_DECK, Round
from engine.en_garde.rules import PRESETS
from engine.en_garde.view import RoundView
from engine.game import Seat
from engine.training.search import Guesses, Player, expected, guess, likely, play_all, results, spread, weigh

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

CERTAIN: Final = 0.07
"""The least margin after `ERRORS` standard errors are taken off."""

ERRORS: Final = 3.3

GLANCE: Final = (32, 0.05)
"""Guesses, and the margin by the master's own estimate, of the first check."""

LOOK: Final = (400, 0.1)
"""Guesses, and the margin when played out, of the second check."""

GUESSES: Final = 1600
"""Guesses that are played out in each of the last two checks."""

POOL: Final = 5000
"""Guesses from which the likely ones are drawn."""

CHECKED: Final = 4000
"""Guesses that are played out when puzzles are checked again."""

WORTH: Final = 1000
"""Equally likely guesses that those drawn from are then to be worth."""

POOLS: Final = (1, 4, 16)
"""The numbers of pools in which to look for them, until there are enough."""

SURE: Final = 0.6
"""The master is sure of an action that it plays at least this often."""

ALIKE: Final = 4
"""The most puzzles of one preset in which the kind of the answer, distance and phase are the same."""


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m engine.training.puzzles", description=__doc__)
    parser.add_argument("file", type=Path, help="the puzzles; continues if the file is there")
    parser.add_argument("--each", type=int, default=60, help="puzzles of each grade (default: %(default)s)")
    parser.add_argument(
        "--check", action="store_true", help="find none, but search those found again, with more guesses"
    )
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
        "# Puzzles of En Garde, found by python -m engine.training.puzzles, then searched again: --check\n"
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
    player = Player()
    while any(Counter(puzzle.grade for puzzle in found)[grade] < each for grade in GRADES):
        seen, taken = 0, tuple[int, ...]()
        for position in positions(seed, done):
            seen += 1
            # Another position of the same round would give the first one's answer away.
            if position[1].deck == taken:
                continue
            puzzle = puzzle_in(player, position, np.random.default_rng([seed, done, seen]))
            if puzzle is not None and _is_wanted(puzzle, found, each):
                taken = position[1].deck
                found.append(puzzle)
                lines.append(str(puzzle))
                print(puzzle, flush=True)
        done += 1
        lines.append(f"# batch {done}: {seen} positions")
        _write(file, lines)


def check(file: Path) -> None:
    """Search and grade every puzzle again; write what its actions are then worth, and drop it if in doubt."""
    player = Player()
    lines = file.read_text(encoding="utf-8").splitlines()
    checked = []
    for number, line in enumerate(lines):
        if not line.startswith("#"):
            puzzle = parse(line)
            source = np.random.default_rng([number])
            guessed = _weighed(player, puzzle.round(Random(number)), source)
            won = results(player, likely(guessed, CHECKED, source), puzzle.view().legal, source)
            best = puzzle.view().legal.index(puzzle.answer)
            if not is_far_ahead(won, best, min(spread(guessed), CHECKED)):
                print("dropped:", line, flush=True)
                continue
            grade = grade_of(puzzle.view(), puzzle.answer)
            line = str(puzzle._replace(grade=grade, values=_values(puzzle.view(), won)))
        checked.append(line)
    _write(file, checked)


def _weighed(player: Player, state: Round, source: np.random.Generator) -> Guesses:
    """Return guesses that are worth `WORTH` equally likely ones, or of as many pools as there may be."""
    assert state.turn is not None
    for pools in POOLS:
        guessed = weigh(player, guess(state, POOL * pools, source), state.actions, state.turn)
        if spread(guessed) >= WORTH:
            break
    return guessed


def _values(view: RoundView, won: NDArray[np.float64]) -> dict[Action, float]:
    """Return what each action is worth, the best first, in hundredths."""
    values = dict(zip(view.legal, np.round(won.mean(0), 2).tolist(), strict=True))
    return {each: values[each] for each in sorted(values, key=values.__getitem__, reverse=True)}


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
                odds = network_hint(state.view(state.turn)).odds
                legal = tuple(source.choices(list(odds), list(odds.values())))
            state = state.play(legal[0])


def puzzle_in(player: Player, position: tuple[str, Round], source: np.random.Generator) -> Puzzle | None:
    """Return the puzzle that a position is; None if it is none."""
    preset, state = position
    assert state.turn is not None
    view = state.view(state.turn)
    number, least = GLANCE
    rounds = guess(state, number, source)
    play_all(rounds, state.actions)
    answer = _best(expected(player, rounds, view.legal).mean(0), view, least)
    if answer is None or answer == plain(view):
        return None
    number, least = LOOK
    rounds = guess(state, number, source)
    play_all(rounds, state.actions)
    if _best(results(player, rounds, view.legal, source).mean(0), view, least) != answer:
        return None
    best = view.legal.index(answer)
    rounds = guess(state, GUESSES, source)
    play_all(rounds, state.actions)
    if not is_far_ahead(results(player, rounds, view.legal, source), best, GUESSES):
        return None
    guessed = weigh(player, guess(state, POOL, source), state.actions, state.turn)
    won = results(player, likely(guessed, GUESSES, source), view.legal, source)
    if not is_far_ahead(won, best, min(spread(guessed), GUESSES)):
        return None
    # What is shown takes the opponent's play as evidence, as the master would.
    values = _values(view, won)
    return Puzzle(grade_of(view, answer), preset, state.first, state.actions, view.hand, values)


def _best(values: NDArray[np.float64], view: RoundView, margin: float) -> Action | None:
    """Return the action of the highest value; None if the second is closer than the margin."""
    best, second = np.argsort(values)[::-1][:2]
    return view.legal[best] if values[best] - values[second] >= margin else None


def is_far_ahead(won: NDArray[np.float64], best: int, worth: float) -> bool:
    """Return whether action number `best` wins more often than all others, by a wide and certain margin.

    The rows are worth `worth` equally likely guesses.
    """
    for action in range(won.shape[1]):
        if action != best:
            ahead = won[:, best] - won[:, action]
            if ahead.mean() < MARGIN or ahead.mean() - ERRORS * ahead.std() / np.sqrt(worth) < CERTAIN:
                return False
    return True


def plain(view: RoundView) -> Action:
    """Return what anybody sees first: the strongest attack or the parry, else the longest advance."""
    strikes = [action for action in view.legal if action.kind in (Kind.ATTACK, Kind.PARRY)]
    if strikes:
        return strikes[-1]
    return max(view.legal, key=lambda action: (action.step, len(action.blades)))


def grade_of(view: RoundView, answer: Action) -> int:
    """Return how hard it is to find the answer: 5 if the master is not sure of it.

    Else 1, and 1 more for each of fencer, threshold and playout that misses it.
    """
    if network_hint(view).odds.get(answer, 0.0) < SURE:
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
