"""Statistics of players: matches and rounds won and lost, and how."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.game import Seat
from engine.match import MatchView


@dataclass(slots=True)
class Tally:
    """One player's matches and rounds, against everybody or one opponent."""

    won: int = 0
    """Matches won."""
    lost: int = 0
    unfinished: int = 0
    rounds_won: Counter[str] = field(default_factory=Counter)
    """Number of rounds won, by reason."""
    rounds_lost: Counter[str] = field(default_factory=Counter)
    rounds_drawn: int = 0

    @property
    def matches(self) -> int:
        """Number of matches, unfinished ones included."""
        return self.won + self.lost + self.unfinished

    @property
    def rounds(self) -> int:
        """Number of finished rounds, drawn ones included."""
        return self.rounds_won.total() + self.rounds_lost.total() + self.rounds_drawn

    def count(self, match: MatchView[Any], seat: Seat) -> None:
        """Add a match in which the player had `seat`."""
        if match.winner is None:
            self.unfinished += 1
        elif match.winner is seat:
            self.won += 1
        else:
            self.lost += 1
        for line in match.finished:
            winner, reason = line.result
            if winner is None:
                self.rounds_drawn += 1
            else:
                (self.rounds_won if winner is seat else self.rounds_lost)[reason] += 1


def tallies(matches: Iterable[MatchView[Any]]) -> dict[str, dict[str | None, Tally]]:
    """Return for every player, by name, a tally against everybody (None) and each opponent.

    Players and opponents are sorted by number of matches, most first, then by name.
    """
    found: dict[str, dict[str | None, Tally]] = {}
    for match in matches:
        for seat in Seat:
            against = found.setdefault(match.names[seat], {None: Tally()})
            for opponent in (None, match.names[seat.other]):
                against.setdefault(opponent, Tally()).count(match, seat)
    return {
        player: dict(sorted(against.items(), key=lambda item: (-item[1].matches, item[0] or "")))
        for player, against in sorted(found.items(), key=lambda item: (-item[1][None].matches, item[0]))
    }
