"""Statistics of players: matches and rounds won and lost, when, how, and against whom."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import accumulate, groupby
from typing import Any, NamedTuple

from engine.game import Seat
from engine.match import MatchView


class Played(NamedTuple):
    """A match as it is counted."""

    view: MatchView[Any]
    at: datetime
    """When it was last played."""
    bots: tuple[str | None, str | None] = (None, None)
    """The level of each seat's bot."""
    kind: str = ""
    """The title of its kind of rules."""
    day: date | None = None
    """The day of a daily bout; None for any other match."""
    helped_in: int | None = None
    """The round in which help was first used; 0 if that is not noted, None if none was."""
    is_imported: bool = False
    """Whether it was added from a record, which may be anybody's."""


@dataclass(slots=True)
class Balance:
    """How often something was won and lost, by label."""

    won: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)

    def count(self, label: str, *, won: bool) -> None:
        """Add one."""
        (self.won if won else self.lost)[label] += 1

    @property
    def labels(self) -> list[str]:
        """The labels, the most frequent first, then by name."""
        total = self.won + self.lost
        return sorted(total, key=lambda label: (-total[label], label))


@dataclass(slots=True)
class Tally:
    """One player's matches and rounds, against everybody or one opponent."""

    results: list[tuple[datetime, bool]] = field(default_factory=list)
    """When each finished match was last played and whether it was won, the oldest first."""
    unfinished: int = 0
    kinds: Balance = field(default_factory=Balance)
    """Finished matches by kind of rules."""
    levels: Balance = field(default_factory=Balance)
    """Finished matches against bots, by level."""
    rounds: Balance = field(default_factory=Balance)
    """Rounds by reason, without drawn ones."""
    rounds_drawn: int = 0
    days: dict[date, bool] = field(default_factory=dict)
    """The days whose daily bout was finished, and whether one of the day's was won."""

    @property
    def won(self) -> int:
        """Number of matches won."""
        return sum(won for _, won in self.results)

    @property
    def lost(self) -> int:
        """Number of matches lost."""
        return len(self.results) - self.won

    @property
    def course(self) -> list[int]:
        """Matches won minus matches lost, before the first and after each finished match."""
        return [*accumulate((1 if won else -1 for _, won in self.results), initial=0)]

    @property
    def longest_run(self) -> int:
        """The most matches won in a row."""
        runs = groupby(won for _, won in self.results)
        return max((len(list(run)) for won, run in runs if won), default=0)

    def count(self, match: Played, seat: Seat) -> None:
        """Add a match in which the player had `seat`, no older than those before."""
        view = match.view
        if view.winner is None:
            self.unfinished += 1
        else:
            won = view.winner is seat
            self.results.append((match.at, won))
            self.kinds.count(match.kind, won=won)
            if (bot := match.bots[seat.other]) is not None:
                self.levels.count(bot, won=won)
                if match.day is not None and match.bots[seat] is None:
                    self.days[match.day] = won or self.days.get(match.day, False)
        for line in view.finished:
            winner, reason = line.result
            if winner is None:
                self.rounds_drawn += 1
            else:
                self.rounds.count(reason, won=winner is seat)


def tallies(matches: Iterable[Played]) -> dict[str, dict[str | None, Tally]]:
    """Return for every player, by name, a tally against everybody (None) and each opponent.

    Players and opponents are sorted by number of matches, most first, then by name.
    """
    found: dict[str, dict[str | None, Tally]] = {}
    for match in sorted(matches, key=lambda match: match.at):
        for seat in Seat:
            names = match.view.names
            against = found.setdefault(names[seat], {None: Tally()})
            for opponent in (None, names[seat.other]):
                against.setdefault(opponent, Tally()).count(match, seat)
    return {
        player: dict(sorted(against.items(), key=lambda item: (-_matches(item[1]), item[0] or "")))
        for player, against in sorted(found.items(), key=lambda item: (-_matches(item[1][None]), item[0]))
    }


def _matches(tally: Tally) -> int:
    """Return the number of matches, unfinished ones included."""
    return len(tally.results) + tally.unfinished
