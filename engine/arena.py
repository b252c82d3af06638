"""Measure two bots against each other: same deals, seats swapped, on all cores."""

import multiprocessing
import os
import signal
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from math import comb, sqrt
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, Pipe, wait
from queue import SimpleQueue
from random import Random
from statistics import median
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, Self, cast

from engine.bot import Bot, ForfeitError
from engine.game import FORFEIT, Round, Rules, Seat, game_of
from engine.message import message
from engine.seating import bot_named

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

CERTAINTY: Final = 1.96
"""Half the width of a 95% confidence interval, in standard errors, of a large sample."""

_ADDED: Final = 2
"""Values that are added at either end of the scale before the spread is estimated."""

CHUNK: Final = 10
"""Deals that a worker takes at a time; programs are restarted between them."""

_GROUP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that a terminal or user sends to all processes; workers ignore them and end with their parent."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The bots to measure, the rules, and the deals."""

    first: str
    second: str
    rules: Rules
    deals: int
    """Number of deals; each is played twice, with seats swapped."""
    seed: int


@dataclass(slots=True)
class Meeting:
    """The results of a pairing, or a part of it, from the first bot's point of view."""

    deals: Counter[tuple[float, float]] = field(default_factory=Counter)
    """Number of deals by their two results, from left and from right: 1 won, 0 drawn, -1 lost."""
    times: tuple["array[float]", "array[float]"] = field(default_factory=lambda: (array("d"), array("d")))
    """Seconds of each decision of the first and the second bot."""
    forfeits: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    """Number of rounds forfeited by the first and the second bot, by reason."""
    numbers: list[int] = field(default_factory=list)
    """The numbers of the deals, in the order in which they were added."""

    @classmethod
    def of(cls, parts: "Iterable[Meeting]") -> Self:
        """Return the sum of the parts of a pairing."""
        total = cls()
        for part in parts:
            total.add(part)
        return total

    def add(self, other: "Meeting") -> None:
        """Add another part of the same pairing."""
        self.numbers.extend(other.numbers)
        self.deals.update(other.deals)
        for bot in range(2):
            self.times[bot].extend(other.times[bot])
            self.forfeits[bot].update(other.forfeits[bot])

    @property
    def rounds(self) -> int:
        """The number of rounds played, two per deal."""
        return 2 * self.deals.total()

    def count(self, result: int) -> int:
        """Return the number of rounds won (`result` 1), drawn (0) or lost (-1)."""
        return sum(number * deal.count(result) for deal, number in self.deals.items())

    def share(self, result: int) -> tuple[float, float]:
        """Return the share of rounds with `result`, 0 to 1, and its 95% margin."""
        return self._mean(lambda deal: deal.count(result) / 2, 0, 1)

    @property
    def result(self) -> tuple[float, float]:
        """The mean result of a round, -1 to 1, and its 95% margin."""
        return self._mean(lambda deal: sum(deal) / 2, -1, 1)

    @property
    def decided(self) -> tuple[float, float]:
        """The share of rounds won among those not drawn, and its 95% margin; 0.5 ± 0.5 if all were drawn."""
        (result, margin), (drawn, _) = self.result, self.share(0)
        if drawn == 1:
            return 0.5, 0.5
        scale = 2 * (1 - drawn)
        share = 0.5 + result / scale
        return share, min(margin / scale, max(share, 1 - share))

    def _mean(
        self, value: Callable[[tuple[float, float]], float], low: float, high: float
    ) -> tuple[float, float]:
        # A deal is one sample: its two rounds depend on each other.
        numbers: Counter[float] = Counter()
        for deal, times in self.deals.items():
            numbers[value(deal)] += times
        return mean_with_margin(numbers, low, high)

    def latency(self, bot: int) -> tuple[float, float]:
        """Return the seconds per decision of bot 0 or 1: the median and the 99th percentile."""
        times = sorted(self.times[bot])
        return median(times), times[min(int(len(times) * 0.99), len(times) - 1)]

    def decisions_per_second(self, bot: int) -> float:
        """Return how many decisions bot 0 or 1 makes per second on one core."""
        return len(self.times[bot]) / max(sum(self.times[bot]), 1e-9)


def mean_with_margin(numbers: Mapping[float, int], low: float, high: float) -> tuple[float, float]:
    """Return the mean of values from `low` to `high`, given how often each occurred, and its 95% margin.

    The spread of the few values seen says too little: after five deals won out of five it would be 0. So
    two values at either end are added before it is estimated, as Agresti and Coull do for a share
    ("Approximate is better than 'exact' for interval estimation of binomial proportions", The American
    Statistician 52, 1998: "add two successes and two failures"). The mean remains that of the values, as it
    is what was measured; the number of standard errors is Student's, since the spread is estimated. For
    thousands of values nothing of this shows.

    >>> "{:.2f} ± {:.2f}".format(*mean_with_margin({1: 5}, 0, 1))
    '1.00 ± 0.58'
    >>> "{:.3f} ± {:.3f}".format(*mean_with_margin({0: 2500, 1: 2500}, 0, 1))
    '0.500 ± 0.014'
    """
    number = sum(numbers.values())
    mean = sum(value * times for value, times in numbers.items()) / number
    widened = [*numbers.items(), (low, _ADDED), (high, _ADDED)]
    known = number + 2 * _ADDED
    centre = sum(value * times for value, times in widened) / known
    squares = sum((value - centre) ** 2 * times for value, times in widened)
    # Beyond the ends of the scale there is nothing to be unsure about.
    return mean, min(student(known - 1) * sqrt(squares) / number, max(mean - low, high - mean))


def student(freedom: int) -> float:
    """Return the 97.5% quantile of Student's t distribution; `freedom` is at least 4.

    Three decimals are right: the expansion of Abramowitz and Stegun, Handbook of Mathematical Functions,
    26.7.5.

    >>> [round(student(freedom), 3) for freedom in (4, 10, 100)]
    [2.776, 2.228, 1.984]
    """
    x = CERTAINTY
    return (
        x
        + (x**3 + x) / (4 * freedom)
        + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * freedom**2)
        + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * freedom**3)
        + (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / (92160 * freedom**4)
    )


def match_odds(share: float, target: int) -> float:
    """Return the chance, 0 to 1, to win `target` rounds first; `share` is that of a round that is not drawn.

    >>> round(match_odds(0.6, 5), 3)
    0.733
    """
    share = min(max(share, 0.0), 1.0)
    return sum(comb(target - 1 + lost, lost) * share**target * (1 - share) ** lost for lost in range(target))


def meet(
    pairing: Pairing, processes: int | None = None, played: Collection[int] = ()
) -> Generator[Meeting, None, None]:
    """Play a pairing on `processes` workers (default: one per core); yield its deals in any order.

    A chunk of deals whose first one is in `played` is left out; the deals of the others come in order.
    The sum of the parts depends only on the pairing. The workers and their bots end with this generator or
    its process, even if that is killed. Raises ChildProcessError if a worker fails.
    """
    chunks = (start for start in range(0, pairing.deals, CHUNK) if start not in played)
    # A fork would copy locks that threads of this process hold.
    spawning = multiprocessing.get_context("spawn")
    # Spawning starts it too, but then lets signals through to the first worker.
    resource_tracker.ensure_running()
    workers: dict[Connection, SpawnProcess] = {}
    try:
        for _ in range(min(processes or os.cpu_count() or 1, -(-pairing.deals // CHUNK))):
            ours, theirs = Pipe()
            process = spawning.Process(target=_work, args=(pairing, theirs), daemon=True)
            # A signal would end a starting worker with a traceback.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, _GROUP_SIGNALS)
            process.start()
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            theirs.close()
            workers[ours] = process
        while workers:
            for ready in wait(list(workers)):
                worker = cast(Connection, ready)
                try:
                    part = worker.recv()
                    if part is None:
                        worker.send(next(chunks, None))
                except (EOFError, ConnectionError):
                    process = workers.pop(worker)
                    process.join()
                    if process.exitcode:
                        raise ChildProcessError(
                            message(
                                "a process of the arena exited with status {status}", status=process.exitcode
                            )
                        ) from None
                else:
                    if part is not None:
                        yield part
    finally:
        for worker in workers:
            worker.close()
        for process in workers.values():
            process.join(3)
            process.kill()


def _work(pairing: Pairing, parent: Connection) -> None:
    """Ask the parent for chunks and play them, until none is left or the parent has ended."""
    for number in _GROUP_SIGNALS:
        signal.signal(number, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _GROUP_SIGNALS)
    game = game_of(pairing.rules)
    bots = (bot_named(game, pairing.first), bot_named(game, pairing.second))
    chunks: SimpleQueue[int | None] = SimpleQueue()

    def listen() -> None:
        """Pass the chunks on; end the process, whatever a bot is at, when the parent has ended."""
        with suppress(EOFError, ConnectionError):
            while True:
                chunks.put(parent.recv())
        for bot in bots:
            bot.dismiss()
        os._exit(0)

    Thread(target=listen, daemon=True).start()
    # The parent can end before the thread notices.
    with suppress(ConnectionError):
        parent.send(None)
        while (start := chunks.get()) is not None:
            for part in play_deals(pairing, start, bots):
                parent.send(part)
            parent.send(None)


def play_deals(pairing: Pairing, start: int, bots: tuple[Bot, Bot]) -> Iterator[Meeting]:
    """Play a chunk of a pairing, from the deal number `start`; yield the results of each deal.

    The bots are closed at the end, so that no program carries its memory from chunk to chunk: the results
    would depend on which worker plays which.
    """
    game = game_of(pairing.rules)
    try:
        for number in range(start, min(start + CHUNK, pairing.deals)):
            meeting = Meeting(numbers=[number])
            source = Random(f"{pairing.seed}/{number}")
            dealt = game.shuffle(source)
            starter = source.choice(list(Seat))
            left, right = (
                _play(bots, game.deal(pairing.rules, dealt, starter), seat, pairing.seed, number, meeting)
                for seat in Seat
            )
            meeting.deals[left, right] += 1
            yield meeting
    finally:
        for bot in bots:
            bot.close()


def _play(
    bots: tuple[Bot, Bot], state: Round, first: Seat, seed: int, number: int, meeting: Meeting
) -> float:
    """Play a round with bot 0 in seat `first`; return its result: 1 won, 0 drawn, -1 lost."""
    sources = [Random(f"{seed}/{number}/{first}/{index}") for index in range(2)]
    while state.turn is not None:
        index = int(state.turn is not first)
        view = state.view(state.turn)
        action: Any = None
        begin = perf_counter()
        try:
            action = bots[index].choose(view, (0, 0), sources[index])
        except ForfeitError as forfeit:
            meeting.forfeits[index][str(forfeit)] += 1
        meeting.times[index].append(perf_counter() - begin)
        state = state.stop(state.turn.other, FORFEIT) if action is None else state.play(action)
    for index, bot in enumerate(bots):
        bot.finish(state.view(Seat(first ^ index)))
    assert state.result is not None
    winner = state.result.winner
    return 0 if winner is None else 1 if winner is first else -1
