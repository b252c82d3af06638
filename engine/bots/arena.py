"""Two bots measured against each other: the same decks for both, from both seats, on all cores."""

import multiprocessing
import os
import signal
from array import array
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing.connection import Connection, Pipe, wait
from random import Random
from statistics import median
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, Self, cast

from engine.bots.bot import Bot, ForfeitError
from engine.bots.seating import bot_named
from engine.game import Round, Rules, Seat, game_of

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

CERTAINTY: Final = 1.96
"""Standard errors to each side that make a 95 % confidence interval."""

_CHUNK: Final = 10
"""Deals that a process takes at a time."""

_FOR_ALL: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that a terminal or a user sends to all processes at once: one of them ends the others."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom, by which rules, with which decks."""

    first: str
    second: str
    rules: Rules
    deals: int
    """Each deal is played twice, the bots changing seats."""
    seed: int


@dataclass(slots=True)
class Meeting:
    """What came of it, as the first bot sees it."""

    deals: Counter[tuple[float, float]] = field(default_factory=Counter)
    """How often a deal brought these two results, from left and from right: 1 won, 0 drawn, -1 lost."""
    times: tuple["array[float]", "array[float]"] = field(default_factory=lambda: (array("d"), array("d")))
    """Seconds of every decision of the first and the second bot."""
    forfeits: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    """Why rounds were forfeited, by the first and the second bot."""

    @classmethod
    def of(cls, parts: "Iterable[Meeting]") -> Self:
        """All parts of a pairing together."""
        whole = cls()
        for part in parts:
            whole.add(part)
        return whole

    def add(self, other: "Meeting") -> None:
        """Count another part of the same pairing."""
        self.deals.update(other.deals)
        for who in range(2):
            self.times[who].extend(other.times[who])
            self.forfeits[who].update(other.forfeits[who])

    @property
    def rounds(self) -> int:
        """Rounds played: two of each deal."""
        return 2 * self.deals.total()

    def count(self, result: int) -> int:
        """Rounds won (1), drawn (0) or lost (-1)."""
        return sum(number * deal.count(result) for deal, number in self.deals.items())

    def share(self, result: int) -> tuple[float, float | None]:
        """The share of rounds won, drawn or lost, and how far it may be off (95 %); None after one deal."""
        return self._mean(lambda deal: deal.count(result) / 2)

    @property
    def result(self) -> tuple[float, float | None]:
        """The mean result of a round, -1 to 1, and how far it may be off (95 %); None after one deal.

        Two rounds of one deal are no two samples: the deal is.
        """
        return self._mean(lambda deal: sum(deal) / 2)

    def _mean(self, value: Callable[[tuple[float, float]], float]) -> tuple[float, float | None]:
        number = self.deals.total()
        mean = sum(value(deal) * times for deal, times in self.deals.items()) / number
        if number == 1:
            return mean, None
        squares = sum((value(deal) - mean) ** 2 * times for deal, times in self.deals.items())
        return mean, CERTAINTY * sqrt(squares / (number - 1) / number)

    def latency(self, who: int) -> tuple[float, float]:
        """Seconds a decision of the first (0) or second (1) bot took: the median and the 99th percentile."""
        times = sorted(self.times[who])
        return median(times), times[min(int(len(times) * 0.99), len(times) - 1)]

    def decisions_per_second(self, who: int) -> float:
        """How many decisions a core makes in a second."""
        return len(self.times[who]) / max(sum(self.times[who]), 1e-9)


def meet(pairing: Pairing, processes: int | None = None) -> Generator[Meeting, None, None]:
    """Play a pairing in parts, in any order; all of them together are the same for the same seed.

    Where this is closed early, or its process ends in whatever way, the other processes and the programs end
    too. Raises ChildProcessError where one of them has come to an end before.
    """
    chunk = multiprocessing.Value("q", 0)
    leash, held = Pipe(duplex=False)
    working: dict[Connection, multiprocessing.Process] = {}
    try:
        for _ in range(min(processes or os.cpu_count() or 1, -(-pairing.deals // _CHUNK))):
            parts, told = Pipe(duplex=False)
            process = multiprocessing.Process(
                target=_work, args=(pairing, chunk, told, leash, held), daemon=True
            )
            # A process that is only beginning would end by a signal, and say so at length.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, _FOR_ALL)
            process.start()
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            told.close()
            working[parts] = process
        while working:
            for ready in wait(list(working)):
                parts = cast(Connection, ready)
                try:
                    part = parts.recv()
                except EOFError:
                    process = working.pop(parts)
                    process.join()
                    if process.exitcode:
                        raise ChildProcessError(
                            f"one of the processes that play has ended with exit status {process.exitcode}"
                        ) from None
                else:
                    yield part
    finally:
        held.close()
        for process in working.values():
            process.join(3)
            process.kill()


def _work(
    pairing: Pairing, chunk: "Synchronized[int]", told: Connection, leash: Connection, held: Connection
) -> None:
    """Play chunks until none is left, or nobody holds the leash any more: who did may have been killed."""
    held.close()
    for number in _FOR_ALL:
        signal.signal(number, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _FOR_ALL)
    game = game_of(pairing.rules)
    bots = (bot_named(game, pairing.first), bot_named(game, pairing.second))

    def end_with_the_other() -> None:
        wait([leash])
        for bot in bots:
            bot.dismiss()
        os._exit(0)

    Thread(target=end_with_the_other, daemon=True).start()
    # Nobody may be left to hear it, a moment before that is noticed here.
    with suppress(BrokenPipeError):
        while True:
            with chunk.get_lock():
                start = chunk.value
                chunk.value += _CHUNK
            if start >= pairing.deals:
                return
            for part in play_deals(pairing, start, bots):
                told.send(part)


def play_deals(pairing: Pairing, start: int, bots: tuple[Bot, Bot]) -> Iterator[Meeting]:
    """Play a chunk of a pairing, from the deal `start` on, and tell of each deal.

    Programs are started anew for it, so that the result is the same whoever plays which chunk.
    """
    game = game_of(pairing.rules)
    try:
        for number in range(start, min(start + _CHUNK, pairing.deals)):
            meeting = Meeting()
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
    """Play a round with the first bot sitting at `first`; 1, 0 or -1 for it."""
    sources = [Random(f"{seed}/{number}/{first}/{who}") for who in range(2)]
    while state.turn is not None:
        who = int(state.turn is not first)
        view = state.view(state.turn)
        action: Any = None
        begin = perf_counter()
        try:
            action = bots[who].choose(view, (0, 0), sources[who])
        except ForfeitError as forfeit:
            meeting.forfeits[who][str(forfeit)] += 1
        meeting.times[who].append(perf_counter() - begin)
        state = state.forfeit() if action is None else state.play(action)
    for who, bot in enumerate(bots):
        bot.finish(state.view(Seat(first ^ who)))
    assert state.result is not None
    winner = state.result.winner
    return 0 if winner is None else 1 if winner is first else -1
