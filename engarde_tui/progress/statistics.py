"""Statistics of players: matches and rounds won and lost, when, how, and against whom."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from itertools import accumulate, groupby
from operator import attrgetter
from typing import Any, Final

from engarde_tui.play.stored import StoredMatch
from engine.game import Seat, game_of

PROGRAM: Final = "program"
"""What bots that are no level are counted as."""


@dataclass(slots=True)
class Balance:
    """How often something was won and lost, by label."""

    won: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, results: Iterable[tuple[str, bool]]) -> "Balance":
        """Return the balance of results: the label of each, and whether it was won."""
        balance = cls()
        for label, won in results:
            (balance.won if won else balance.lost)[label] += 1
        return balance

    @property
    def labels(self) -> list[str]:
        """The labels, the most frequent first, then by name."""
        total = self.won + self.lost
        return sorted(total, key=lambda label: (-total[label], label))


class Tally:
    """One player's matches and rounds, against everybody or one opponent; counted when somebody asks."""

    def __init__(self) -> None:
        self.matches: list[tuple[StoredMatch, Seat]] = []
        """The matches, each with the player's seat, the one played first first."""

    @cached_property
    def _over(self) -> list[tuple[StoredMatch, Seat, bool]]:
        """The finished matches, each with the player's seat and whether it was won."""
        ended = ((match, seat, match.winner) for match, seat in self.matches)
        return [(match, seat, winner is seat) for match, seat, winner in ended if winner is not None]

    @property
    def unfinished(self) -> int:
        """Number of matches that are not over."""
        return len(self.matches) - len(self._over)

    @property
    def results(self) -> list[tuple[datetime, bool]]:
        """When each finished match was last played and whether it was won, the oldest first."""
        return [(match.changed, won) for match, _, won in self._over]

    @property
    def won(self) -> int:
        """Number of matches won."""
        return sum(won for *_, won in self._over)

    @property
    def won_with_help(self) -> int:
        """Number of those matches in which help was used."""
        return sum(won and match.helped_in is not None for match, _, won in self._over)

    @property
    def lost(self) -> int:
        """Number of matches lost."""
        return len(self._over) - self.won

    @property
    def course(self) -> list[int]:
        """Matches won minus matches lost, before the first and after each finished match."""
        return [*accumulate((1 if won else -1 for *_, won in self._over), initial=0)]

    @property
    def longest_run(self) -> int:
        """The most matches won in a row."""
        runs = groupby(won for *_, won in self._over)
        return max((len(list(run)) for won, run in runs if won), default=0)

    def by_rules(self, kind_of: Callable[[Any], str]) -> Balance:
        """Return finished matches by kind of rules; `kind_of` returns the title of a kind."""
        return Balance.of((kind_of(match.rules), won) for match, _, won in self._over)

    @property
    def levels(self) -> Balance:
        """Finished matches against bots, by level."""
        bots = ((match, match.bots[seat.other], won) for match, seat, won in self._over)
        return Balance.of(
            (bot if bot in game_of(match.rules).levels else PROGRAM, won)
            for match, bot, won in bots
            if bot is not None
        )

    @cached_property
    def rounds(self) -> Balance:
        """Rounds by reason, without drawn ones."""
        return Balance.of(
            (ended.reason, ended.winner is seat)
            for match, seat in self.matches
            for ended in match.finished
            if ended.winner is not None
        )

    @property
    def rounds_drawn(self) -> int:
        """Number of rounds drawn."""
        return sum(ended.winner is None for match, _ in self.matches for ended in match.finished)

    @property
    def days(self) -> dict[date, bool]:
        """The days whose daily bout was finished, and whether one of the day's was won."""
        days: dict[date, bool] = {}
        for match, seat, won in self._over:
            # The bot that plays it has no days.
            if match.day is not None and match.bots[seat] is None and match.bots[seat.other] is not None:
                days[match.day] = won or days.get(match.day, False)
        return days


def tallies(matches: Iterable[StoredMatch]) -> dict[str, dict[str | None, Tally]]:
    """Return for every player, by name, a tally against everybody (None) and each opponent.

    Players and opponents are sorted by number of matches, most first, then by name.
    """
    found: dict[str, dict[str | None, Tally]] = {}
    for match in sorted(matches, key=attrgetter("changed")):
        for seat in Seat:
            names = match.names
            against = found.setdefault(names[seat], {None: Tally()})
            for opponent in (None, names[seat.other]):
                against.setdefault(opponent, Tally()).matches.append((match, seat))
    return {
        player: dict(sorted(against.items(), key=lambda item: (-len(item[1].matches), item[0] or "")))
        for player, against in sorted(found.items(), key=lambda item: (-len(item[1][None].matches), item[0]))
    }
