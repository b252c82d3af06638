"""Measure what it brings the master to count the last cards, and how long it takes.

    python docs/endings.py [--against NAME ...] [--preset P] [--rounds N] [--last N] [--seed S]

Each deck is played from both sides by the network alone; from where the master first has to act with few
cards left to draw, it is played once more by the master who counts. As long as both act alike, so does the
opponent: a bot, "network" for the master that does not count, or a policy, which needs torch: the folder of a
training, or a file of weights.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import fmean, quantiles, stdev
from time import process_time
from typing import Any, Final

from engine.arena import CERTAINTY
from engine.bot import Bot
from engine.en_garde import PRESETS, Action, Round, RoundView, Rules
from engine.en_garde.bots.counting import counts
from engine.en_garde.bots.inputs import PHASES, output_of
from engine.en_garde.bots.judge import MASTER, NETWORK, Budget
from engine.en_garde.bots.master import Master
from engine.en_garde.game import GAME
from engine.en_garde.round import FULL_DECK
from engine.en_garde.rules import DEFAULT_PRESET
from engine.game import Seat

OPPONENTS: Final = ("network", "master", "threshold", "fencer")


class Learned(Bot):
    """Plays by a policy that was trained, as sharply as the master does."""

    def __init__(self, policy: str) -> None:
        """Read a policy, named as `engine.training` names it."""
        from engine.training.opponents import odds_named

        self._odds = odds_named(policy)

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """Return an action drawn by the policy's odds."""
        odds = self.odds(view)
        return source.choices(list(odds), list(odds.values()))[0]

    def odds(self, view: RoundView) -> dict[Action, float]:
        """Return the odds of each legal action."""
        import numpy as np

        from engine.en_garde.bots.arrays.rounds import Rounds

        seat = view.seat
        assert seat is not None
        row = np.zeros(1, np.int64)
        # What both see is played with all cards face down; then the player takes up its hand.
        rounds = Rounds([view.rules], np.zeros((1, len(FULL_DECK)), np.int64), row + int(view.first))
        for play in view.plays:
            rounds.play(row, row + output_of(play.action))
        rounds.hands[0, seat] = counts(view.hand)
        rounds.phase[0], rounds.turn[0] = PHASES.index(view.phase), seat
        odds = self._odds(rounds, row, rounds.legal(row))[0]
        return {action: float(odds[output_of(action)]) for action in view.legal}


class Timed(Bot):
    """Notes the seconds that a bot takes for each choice between several actions, by whether it counts."""

    def __init__(self, bot: Bot, last: int) -> None:
        self._bot = bot
        self._last = last
        self.seconds: dict[bool, list[float]] = {False: [], True: []}

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Any:
        """Return the bot's choice."""
        before = process_time()
        action = self._bot.choose(view, score, source)
        if len(view.legal) > 1:
            self.seconds[view.pile <= self._last].append(process_time() - before)
        return action


def opponent(name: str) -> Bot:
    """Return a bot by its name, as the command line takes it."""
    if name == "network":
        return Master(NETWORK)
    return Learned(name) if Path(name).exists() else GAME.bot(name)


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
    rules: Rules, number: int, seed: int, last: int, bots: tuple[Bot, Bot, Bot]
) -> Iterator[tuple[int, float, float]]:
    """Yield for each pair of rounds how many were counted, and their mean result without and with counting.

    The bots are the master that does not count, the one that does, and the opponent.
    """
    alone, counting, other = bots
    source = Random(seed)
    for pair in range(number):
        deck = source.sample(FULL_DECK, len(FULL_DECK))
        found = []
        for seat in Seat:
            key = f"{seed} {pair} {seat}"
            begun = Round.deal(rules, deck, Seat(pair % 2))
            plain: dict[Seat, Bot] = {seat: alone, seat.other: other}
            state = play_on(begun, plain, key, (seat, last))
            ended = play_on(state, plain, key)
            counted = play_on(state, {**plain, seat: counting}, key)
            found.append((state.turn is not None, result(ended, seat), result(counted, seat)))
        endings, without, with_ = zip(*found, strict=True)
        yield sum(endings), fmean(without), fmean(with_)


def main() -> None:
    """Print a line of a table for each opponent, and the times."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--against", nargs="+", default=OPPONENTS, metavar="NAME", help="(default: %(default)s)"
    )
    parser.add_argument("--preset", choices=PRESETS, default=DEFAULT_PRESET, help="(default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=1000, help="per opponent (default: %(default)s)")
    parser.add_argument(
        "--last", type=int, default=MASTER.counts, help="cards to count from (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    options = parser.parse_args()
    counting = Timed(Master(Budget(options.last)), options.last)
    alone = Timed(Master(NETWORK), options.last)
    alone.choose(
        GAME.deal(PRESETS[options.preset], "12345" * 5, Seat.LEFT).view(Seat.LEFT), (0, 0), Random(1)
    )
    alone.seconds[False].clear()
    print("| against | rounds | endings | network alone | counting | brings |\n|---|--:|--:|--:|--:|--:|")
    for name in options.against:
        bots = alone, counting, opponent(name)
        endings, without, with_ = zip(
            *pairs(PRESETS[options.preset], options.rounds // 2, options.seed, options.last, bots),
            strict=True,
        )
        gains = [after - before for before, after in zip(without, with_, strict=True)]
        margin = CERTAINTY * stdev(gains) / len(gains) ** 0.5
        print(
            f"| {Path(name).name} | {2 * len(gains):,} | {sum(endings):,} | {fmean(without):+.3f} "
            f"| {fmean(with_):+.3f} | {fmean(gains):+.3f} ± {margin:.3f} |",
            flush=True,
        )
    print("| ms a decision | decisions | median | 99% | longest |\n|---|--:|--:|--:|--:|")
    for words, seconds in (("usual", alone.seconds[False]), ("counted", counting.seconds[True])):
        shares = quantiles(seconds, n=100, method="inclusive")
        print(
            f"| {words} | {len(seconds):,} "
            f"| {1000 * shares[49]:.1f} | {1000 * shares[98]:.1f} | {1000 * max(seconds):.1f} |"
        )


if __name__ == "__main__":
    main()
