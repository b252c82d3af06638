"""Compare what the master says with how rounds end, and print the tables of docs/measurements/chances.md.

    python docs/calibration.py [--fit N] [--rounds N] [--judged N] [--seed S]

Needs numpy. Plays rounds of the network against itself, many at once, that `TO_ACT` and `TO_WAIT` in
engine/en_garde/bots/policy.py are fitted to; then rounds of the master as it ships, to compare the chances
that are shown with how these ended. Then the choices of each level are judged in a few rounds against itself,
and what they are said to lose is compared with what they lose when the network plays both on.
"""

import argparse
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engarde_tui.games.en_garde.review_words import WEAK
from engine.en_garde import Action, Round
from engine.en_garde.bots import LEVELS
from engine.en_garde.bots.arrays.policy import drawn, sharpened
from engine.en_garde.bots.arrays.rounds import Bools, Ints, Rounds
from engine.en_garde.bots.arrays.search import policy, searched
from engine.en_garde.bots.inputs import OUTPUTS
from engine.en_garde.bots.judge import Judge, chance
from engine.en_garde.bots.judging import Judgement, judge
from engine.en_garde.bots.policy import CERTAIN
from engine.en_garde.game import GAME
from engine.en_garde.rules import DEFAULT_PRESET, PRESETS, Rules
from engine.game import Seat

BATCH: Final = 2000
"""Rounds played at once."""

BINS: Final = 10

TRIALS: Final = 2000
"""Rounds in which an action is played out."""

STEPS: Final = (0.03, 0.06, 0.1, 0.15, 0.25)
"""The losses that choices are sorted by."""

Floats = NDArray[np.float64]


class Seen(NamedTuple):
    """The chances of both fencers in each position of some rounds, and how the rounds ended."""

    chances: Floats
    """Of the fencer whose view it was, 0 to 1."""
    to_act: Bools
    """Whether that fencer was to act."""
    won: Floats
    """1 if that fencer won the round, 0.5 if it was drawn, else 0."""

    def where(self, to_act: bool) -> "Seen":
        """Return what was seen by those who were to act, or by the others."""
        rows = self.to_act == to_act
        return Seen(self.chances[rows], self.to_act[rows], self.won[rows])


def joined(parts: "list[Seen]") -> Seen:
    """Return what was seen in all parts."""
    return Seen(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def seen_by_network(rules: Rules, rounds: int, source: np.random.Generator) -> Seen:
    """Play rounds of the network against itself, and note its chances; each fencer begins half of them."""
    deck = np.repeat(np.arange(1, 6), 5)
    parts = []
    for start in range(0, rounds, BATCH):
        number = min(BATCH, rounds - start)
        decks = source.permuted(np.tile(deck, (number, 1)), axis=1)
        playing = Rounds([rules] * number, decks, np.arange(number) % 2)
        views: list[tuple[Ints, Ints, Floats, Bools]] = []
        while len(rows := playing.playing):
            turn = playing.turn[rows]
            acting, waiting = (policy().outputs(playing, rows, seats) for seats in (turn, 1 - turn))
            for seats, outputs in ((turn, acting), (1 - turn, waiting)):
                chances = np.clip((1 + outputs[:, -1].astype(float)) / 2, 0, 1)
                views.append((rows, seats, chances, turn == seats))
            odds = sharpened(np.where(playing.legal(rows), acting[:, :-1], -np.inf))
            playing.play(rows, drawn(odds, source.standard_exponential((len(rows), OUTPUTS), np.float32)))
        places, fencers, chances, to_act = (np.concatenate(column) for column in zip(*views, strict=True))
        winner = playing.winner[places]
        parts.append(Seen(chances, to_act, np.where(winner < 0, 0.5, winner == fencers)))
    return joined(parts)


def shown_by_master(rules: Rules, rounds: int, seed: int) -> Seen:
    """Play rounds of the master as it ships against itself, and note the chances that are shown."""
    source, noted = Random(seed), []
    for number in range(rounds):
        state = GAME.deal(rules, GAME.shuffle(source), Seat(number % 2))
        shown = []
        while (seat := state.turn) is not None:
            hint = GAME.hint(state.view(seat))
            waits = seat.other
            shown += [(hint.chance, True, seat), (chance(state.view(waits), waits), False, waits)]
            state = state.play(source.choices(list(hint.odds), list(hint.odds.values()))[0])
        winner = state.result.winner
        noted += [(each, acts, 0.5 if winner is None else winner is seat) for each, acts, seat in shown]
    chances, to_act, won = zip(*noted, strict=True)
    return Seen(np.array(chances), np.array(to_act), np.array(won, float))


def log_odds(chances: Floats) -> Floats:
    """Return log-odds of chances, which are taken for no more certain than the master takes them."""
    clipped = np.clip(chances, 1 - CERTAIN, CERTAIN)
    found: Floats = np.log(clipped / (1 - clipped))
    return found


def fitted(seen: Seen) -> tuple[float, float]:
    """Return the slope and offset in log-odds that fit the outcomes best, by logistic regression."""
    columns = np.stack([log_odds(seen.chances), np.ones_like(seen.chances)], 1)
    found = np.array([1.0, 0.0])
    for _ in range(20):
        expected = 1 / (1 + np.exp(-columns @ found))
        curvature = (columns * (expected * (1 - expected))[:, None]).T @ columns
        found += np.linalg.solve(curvature, columns.T @ (seen.won - expected))
    return float(found[0]), float(found[1])


def table(found: dict[str, Seen]) -> Iterator[str]:
    """Yield the lines of a table: shown and won in each bin of each preset, then what was shown too much."""
    yield f"| shown | {' | '.join(found)} |"
    yield f"|---{'|--:' * len(found)}|"
    for number in range(BINS):
        cells = []
        for seen in found.values():
            rows = np.minimum((seen.chances * BINS).astype(int), BINS - 1) == number
            cells.append(f"{100 * seen.chances[rows].mean():.1f} → {100 * seen.won[rows].mean():.1f}")
        yield f"| {number * 100 // BINS} to {(number + 1) * 100 // BINS}% | {' | '.join(cells)} |"
    for words, to_act in (("to act", True), ("to wait", False)):
        parts = [seen.where(to_act) for seen in found.values()]
        cells = [f"{100 * (seen.chances.mean() - seen.won.mean()):+.1f}" for seen in parts]
        yield f"| {words}: too high by | {' | '.join(cells)} |"


def judged(level: str, rules: Rules, rounds: int, seed: int) -> Iterator[tuple[Round, Judgement]]:
    """Yield each state in rounds of a level against itself, and a judgement of what was played there."""
    bot, source = GAME.bot(level), Random(seed)
    for number in range(rounds):
        state = GAME.deal(rules, GAME.shuffle(source), Seat(number % 2))
        assert isinstance(state, Round)
        while (seat := state.turn) is not None:
            after = state.play(bot.choose(state.view(seat), (0, 0), source))
            yield state, judge(state.view(seat), after.view(seat))
            state = after


def tempting(state: Round) -> tuple[float, Action, Action] | None:
    """Return the difference of the highest value to that of the master's choice, that choice, and its action.

    None if the master may play that action.
    """
    assert state.turn is not None
    view = state.view(state.turn)
    mind = Judge(view)
    odds = mind.hint.odds
    found = dict(zip(view.legal, mind.values(view.legal), strict=True))
    highest, choice = max(found, key=found.__getitem__), next(iter(odds))
    return None if highest in odds else (found[highest] - found[choice], choice, highest)


def played_out(rounds: int, seed: int) -> Iterator[str]:
    """Yield the lines of a table: what choices are said to lose, and what they lose when played out."""
    rules = PRESETS[DEFAULT_PRESET]

    def lost(state: Round, better: Action, worse: Action) -> float:
        """Return how much more often one action wins than the other if the network plays both fencers on."""
        assert state.turn is not None
        view = state.view(state.turn)
        if not view.pile:
            won = dict(zip((better, worse), Judge(view).values((better, worse)), strict=True))
            return won[better] - won[worse]
        found = searched(view, TRIALS, surprise=1)
        return (found[better] - found[worse]) / 2

    def line(words: str, pairs: list[tuple[float, float]]) -> str:
        if not pairs:
            return f"| {words} | 0 | | | |"
        said, found = np.array(pairs).T
        return f"| {words} | {len(pairs)} | {said.mean():.2f} | {found.mean():.2f} | {(found <= 0).sum()} |"

    choices = [each for level in LEVELS for each in judged(level, rules, rounds, seed)]
    pairs = [
        (each.loss, lost(state, each.choice, each.played)) for state, each in choices if each.loss >= STEPS[0]
    ]
    yield "| loss | choices | mean | played out | none |"
    yield "|---|--:|--:|--:|--:|"
    for least, most in pairwise([*STEPS, 1.0]):
        yield line(f"{least} to {most}", [pair for pair in pairs if least <= pair[0] < most])
    states = [state for state, _ in judged("master", rules, rounds, seed)]
    found = [(state, *each) for state in states if (each := tempting(state)) and each[0] >= WEAK]
    yield line("highest value", [(more, -lost(state, choice, other)) for state, more, choice, other in found])


def main() -> None:
    """Print the fit and the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--fit", type=int, default=50_000, help="rounds of the network per preset (default: %(default)s)"
    )
    parser.add_argument(
        "--rounds", type=int, default=1000, help="rounds of the master per preset (default: %(default)s)"
    )
    parser.add_argument(
        "--judged", type=int, default=30, help="rounds of each level per preset (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    options = parser.parse_args()
    source = np.random.default_rng(options.seed)
    fit = joined([seen_by_network(rules, options.fit, source) for rules in PRESETS.values()])
    for name, to_act in (("TO_ACT", True), ("TO_WAIT", False)):
        slope, offset = fitted(fit.where(to_act))
        print(f"{name}: Final = ({slope:.2f}, {offset:.2f})")
    shown = {name: shown_by_master(rules, options.rounds, options.seed) for name, rules in PRESETS.items()}
    print(*table(shown), sep="\n", flush=True)
    print(f"| weak of all choices in {options.judged} rounds | {' | '.join(PRESETS)} |")
    print(f"|---{'|--:' * len(PRESETS)}|")
    for level in reversed(LEVELS):
        found = [list(judged(level, rules, options.judged, options.seed)) for rules in PRESETS.values()]
        cells = [f"{sum(each.loss >= WEAK for _, each in all)} of {len(all)}" for all in found]
        print(f"| {level} | {' | '.join(cells)} |", flush=True)
    print(*played_out(options.judged, options.seed), sep="\n")


if __name__ == "__main__":
    main()
