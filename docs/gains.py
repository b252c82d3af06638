"""Measure what a larger budget of the judge brings, and how long its decisions take.

    python docs/gains.py MORE [--over LESS] [--against NAME ...]
                         [--preset P] [--rounds N] [--seed S] [--save FILE]

MORE and LESS are "network", "master", "virtuoso", "grandmaster", or the number of cards from which a judge
counts that does not search. Each deck is played from both sides with LESS, and once more with MORE from where
it may know more. As long as both act alike, so does the opponent: a bot, "network" for the master that does
not count, or a file of weights. With --save the results are kept in a file, where the same command goes on.
"""

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from statistics import fmean, quantiles, stdev
from time import process_time
from typing import Any, Final, NamedTuple

from engine.arena import CERTAINTY
from engine.bot import Bot
from engine.en_garde import PRESETS, Action, Round, RoundView, Rules
from engine.en_garde.bots.inputs import inputs_of
from engine.en_garde.bots.judge import GRANDMASTER, MASTER, NETWORK, VIRTUOSO, Budget
from engine.en_garde.bots.master import Master
from engine.en_garde.bots.network import read
from engine.en_garde.bots.policy import sharpened
from engine.en_garde.game import GAME
from engine.en_garde.round import FULL_DECK
from engine.en_garde.rules import DEFAULT_PRESET
from engine.game import Seat

FEWEST: Final = 4
"""Two pairs, so that there is a spread."""

BUDGETS: Final = {"network": NETWORK, "master": MASTER, "virtuoso": VIRTUOSO, "grandmaster": GRANDMASTER}


class Learned(Bot):
    """Plays by a policy that was trained, as sharply as the master does."""

    def __init__(self, file: Path) -> None:
        """Read a file of weights; raises ValueError if it holds no network."""
        self._network = read(file.read_bytes())

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """Return an action drawn by the policy's odds."""
        assert view.seat is not None
        odds = sharpened(self._network.outputs(inputs_of(view, view.seat)), view.legal)
        return source.choices(list(odds), list(odds.values()))[0]


class Timed(Bot):
    """Notes the milliseconds that a bot takes for each choice between several actions."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.times: list[float] = []

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Any:
        """Return the bot's choice."""
        before = process_time()
        action = self._bot.choose(view, score, source)
        if len(view.legal) > 1:
            self.times.append(round(1000 * (process_time() - before), 1))
        return action


class Pair(NamedTuple):
    """The mean results of two rounds, -1 to 1: one deck, from both sides."""

    number: int
    differ: int
    """How many of the rounds end otherwise with the larger budget."""
    less: float
    more: float
    times: list[float]
    """Milliseconds of each decision with the larger budget, from where it may know more."""


def budget(word: str) -> Budget:
    """Return the budget that a word of the command line names."""
    return BUDGETS[word] if word in BUDGETS else Budget(int(word))


def opponent(name: str) -> Bot:
    """Return a bot by its name, as the command line takes it."""
    if name == "network":
        return Master(NETWORK)
    return Learned(Path(name)) if Path(name).is_file() else GAME.bot(name)


def play_on(state: Round, bots: dict[Seat, Bot], key: str, stop: tuple[Seat, int] | None = None) -> Round:
    """Play to the end, or until the seat of `stop` has to act with so many cards or fewer to draw.

    In the same round with the same key, equal plays are followed by equal chance.
    """
    while (seat := state.turn) is not None:
        if stop and seat is stop[0] and len(state.draw_pile) <= stop[1]:
            break
        source = Random(f"{key} {len(state.actions)}")
        state = state.play(bots[seat].choose(state.view(seat), (0, 0), source))
    return state


def result(state: Round, seat: Seat) -> int:
    """Return 1 for a won round, 0 for a drawn one, -1 for a lost one."""
    assert state.result is not None
    winner = state.result.winner
    return 0 if winner is None else 1 if winner is seat else -1


def pairs(
    rules: Rules, numbers: Iterable[int], seed: int, budgets: tuple[Budget, Budget], other: Bot
) -> Iterator[Pair]:
    """Yield the pairs of rounds with these numbers, with the smaller budget and the larger one."""
    less, more = budgets
    from_pile = max(more.counts, more.searches if more.guesses else 0)
    for number in numbers:
        deck = Random(f"{seed} {number}").sample(FULL_DECK, len(FULL_DECK))
        usual, timed, found = Master(less), Timed(Master(more)), []
        for seat in Seat:
            key = f"{seed} {number} {seat}"
            begun = Round.deal(rules, deck, Seat(number % 2))
            plain: dict[Seat, Bot] = {seat: usual, seat.other: other}
            state = play_on(begun, plain, key, (seat, from_pile))
            ended = play_on(state, plain, key)
            again = play_on(state, {**plain, seat: timed}, key)
            found.append((ended.actions != again.actions, result(ended, seat), result(again, seat)))
        differ, without, with_ = zip(*found, strict=True)
        yield Pair(number, sum(differ), fmean(without), fmean(with_), timed.times)


def measured(options: argparse.Namespace, name: str) -> list[Pair]:
    """Return the pairs against one opponent; those that the file has are not played again."""
    what = [options.more, options.over, name, options.preset, options.seed]
    found = []
    if options.save and options.save.exists():
        lines = map(json.loads, options.save.read_text(encoding="utf-8").splitlines())
        found = [Pair(*line[1:]) for line in lines if line[0] == what]
    budgets, numbers = (budget(options.over), budget(options.more)), range(len(found), options.rounds // 2)
    for pair in pairs(PRESETS[options.preset], numbers, options.seed, budgets, opponent(name)):
        found.append(pair)
        if options.save:
            with options.save.open("a", encoding="utf-8") as file:
                file.write(json.dumps([what, *pair]) + "\n")
    return found


def main() -> None:
    """Print a line of a table for each opponent, and the times."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("more", metavar="MORE")
    parser.add_argument("--over", default="network", metavar="LESS", help="(default: %(default)s)")
    parser.add_argument(
        "--against", nargs="+", default=("master", "threshold"), metavar="NAME", help="(default: %(default)s)"
    )
    parser.add_argument("--preset", choices=PRESETS, default=DEFAULT_PRESET, help="(default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=1000, help="per opponent (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to keep the results")
    options = parser.parse_args()
    if options.rounds < FEWEST:
        parser.error(f"--rounds {options.rounds} is too few: a margin needs {FEWEST} rounds or more")
    times: list[float] = []
    print(
        f"| against | rounds | differ | {options.over} | {options.more} | brings |\n|---|--:|--:|--:|--:|--:|"
    )
    for name in options.against:
        found = measured(options, name)
        gains = [pair.more - pair.less for pair in found]
        margin = CERTAINTY * stdev(gains) / len(gains) ** 0.5
        print(
            f"| {Path(name).name} | {2 * len(found):,} | {sum(pair.differ for pair in found):,} "
            f"| {fmean(pair.less for pair in found):+.3f} | {fmean(pair.more for pair in found):+.3f} "
            f"| {fmean(gains):+.3f} ± {margin:.3f} |",
            flush=True,
        )
        times += [time for pair in found for time in pair.times]
    if len(times) < 2:
        return
    shares = quantiles(times, n=100, method="inclusive")
    print("| decisions | median | 99% | longest |\n|--:|--:|--:|--:|")
    print(f"| {len(times):,} | {shares[49]:.0f} ms | {shares[98]:.0f} ms | {max(times):.0f} ms |")


if __name__ == "__main__":
    main()
