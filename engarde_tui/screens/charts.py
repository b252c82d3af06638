"""The sections of the statistics: figures, the course of the matches, and bars."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Final

from engarde_tui.play.day import longest_streak, streak
from engarde_tui.play.players import bot_title
from engarde_tui.play.words import fitting_name, percent
from engarde_tui.progress.glicko import Rating
from engarde_tui.progress.ratings import NEWCOMER, Step
from engarde_tui.progress.statistics import Balance, Tally
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.plots import Bar, put_bars, put_course, put_rating, put_ratings
from engarde_tui.widgets.sections import Section
from engine.game import Game

_LAST: Final = 20
"""Matches shown one by one."""

_NAME: Final = 19
"""Columns of a name among the ratings."""

_COUNTS: Final = 9
"""Columns of a count in the figures."""


class Figures(Section):
    """Matches and rounds in figures, and the last matches one by one."""

    is_wide = True

    def __init__(self, title: str, tally: Tally) -> None:
        self.title = title
        self._tally = tally

    def rows(self, width: int) -> int:
        """Return the rows of the table."""
        return 4

    def _beside(self) -> Iterator[str]:
        """Yield what the counts of matches do not tell."""
        if self._tally.won_with_help:
            yield f"{self._tally.won_with_help} with help"
        yield f"{self._tally.unfinished} unfinished"

    def draw(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Draw a line for matches and one for rounds, below their heads, then the last results."""
        tally = self._tally
        rounds = tally.rounds.won.total(), tally.rounds.lost.total()
        canvas.put(x + 8, y, "".join(head.rjust(_COUNTS) for head in ("won", "lost", "share")), "dim")
        for row, name, (won, lost), others in (
            (1, "Matches", (tally.won, tally.lost), ", ".join(self._beside())),
            (2, "Rounds", rounds, f"{tally.rounds_drawn} drawn"),
        ):
            canvas.put(x, y + row, name)
            canvas.put(x + 8, y + row, f"{won:>{_COUNTS}}", "left")
            canvas.put(x + 8 + _COUNTS, y + row, f"{lost:>{_COUNTS}}", "right")
            share = percent(won / (won + lost)) if won + lost else "–"
            canvas.put(x + 8 + 2 * _COUNTS, y + row, f"{share:>{_COUNTS}}", "strong")
            canvas.put(x + 12 + 3 * _COUNTS, y + row, others, "dim")
        canvas.put(x, y + 3, "Latest")
        at = x + 8 + 3
        for _, won in tally.results[-_LAST:]:
            at = canvas.put(at, y + 3, "●" if won else "○", "left" if won else "right")
        if tally.longest_run > 1:
            canvas.put(at + 2, y + 3, f"best run {tally.longest_run}", "dim")


class Course(Section):
    """The matches won minus those lost, as a line through time."""

    title = "Matches won minus lost"
    is_wide = True
    grows = True

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def rows(self, width: int) -> int:
        """Return the rows of the plot and the dates."""
        return 8 if width < 80 else 9

    def draw(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Draw the line above its first and last date."""
        left = put_course(canvas, x, y, width, height - 1, self._tally.course)
        dates = [at for at, _ in self._tally.results]
        _put_dates(canvas, left, x + width, y + height - 1, dates)


class RatingCourse(Section):
    """A player's rating at one game as a line through time, in the band of its margin, between the levels."""

    is_wide = True
    grows = True

    def __init__(self, game: Game, steps: Sequence[Step]) -> None:
        now = steps[-1].rating
        self.title = f"Rating at {game.title}: {now.value:.0f} ± {now.margin:.0f}"
        self._steps = steps
        self._levels = {name: float(level.rating) for name, level in game.levels.items()}

    def rows(self, width: int) -> int:
        """Return the rows of the plot, the dates and what does not count."""
        return 9 if width < 80 else 10

    def draw(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Draw the line above its first and last date, and say why a result may be missing.

        After one match there is no line yet, but a point.
        """
        shown = [
            (rating.value, rating.margin) for rating in (NEWCOMER, *(step.rating for step in self._steps))
        ]
        if len(self._steps) > 1:
            left = put_ratings(canvas, x, y, width, height - 2, shown, self._levels)
            _put_dates(canvas, left, x + width, y + height - 2, [step.at for step in self._steps])
        else:
            left = put_rating(canvas, x, y, width, height - 2, shown[-1], self._levels)
            canvas.put(left, y + height - 2, "After the next match a line starts here.", "dim")
        canvas.put(left, y + height - 1, "Rounds after a hint or undo do not count.", "dim")


def _put_dates(canvas: Canvas, left: int, right: int, y: int, dates: Sequence[datetime]) -> None:
    """Draw the first and the last date below the ends of a line."""
    canvas.put(left, y, f"{dates[0].astimezone():%Y-%m-%d}", "dim")
    canvas.put_right(right, y, f"{dates[-1].astimezone():%Y-%m-%d}", "dim")


class Ladder(Section):
    """Everybody's rating at one game, the levels' among them, the highest first."""

    def __init__(self, game: Game, players: Mapping[str, Rating], player: str) -> None:
        """Mark `player`."""
        self.title = f"Ratings at {game.title}"
        self._player = player
        people = [(rating.value, name, f"± {rating.margin:.0f}") for name, rating in players.items()]
        levels = [(float(level.rating), bot_title(name, game), "") for name, level in game.levels.items()]
        self._lines = sorted(people + levels, reverse=True)

    def rows(self, width: int) -> int:
        """Return a row for each."""
        return len(self._lines)

    def draw(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Draw names, ratings and margins."""
        for row, (value, name, margin) in enumerate(self._lines, y):
            is_marked = name == self._player
            foreground = "strong" if is_marked else "plain" if margin else "dim"
            canvas.put(x, row, f"{'►' if is_marked else ' '} {fitting_name(name)}", foreground)
            canvas.put(x + _NAME, row, f"{value:>5.0f} {margin}", foreground)


class Days(Section):
    """The daily bouts: days played and won, and streaks of days."""

    title = "Daily bouts"

    def __init__(self, days: Mapping[date, bool], today: date) -> None:
        """Count `days`, whose values say whether a bout was won."""
        self._figures = (
            ("Days played", len(days)),
            ("Days won", sum(days.values())),
            ("Current streak", streak(days, today)),
            ("Longest streak", longest_streak(days)),
        )

    def rows(self, width: int) -> int:
        """Return a row for each figure."""
        return len(self._figures)

    def draw(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Draw the figures below each other."""
        for row, (what, number) in enumerate(self._figures, y):
            canvas.put(x, row, what)
            canvas.put(x + 14, row, f"{number:>6}", "strong")


class Bars(Section):
    """What was won and lost, by label."""

    def __init__(self, title: str, balance: Balance, labels: Mapping[str, str] | None = None) -> None:
        """Show `labels`, by those of the balance, in their order; by default its own."""
        self.title = title
        names = {label: label for label in balance.labels} if labels is None else labels
        self._bars = [Bar(name, balance.won[label], balance.lost[label]) for label, name in names.items()]

    def rows(self, width: int) -> int:
        """Return a row for each bar and one for the heads."""
        return len(self._bars) + 1

    def draw(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Draw the bars."""
        put_bars(canvas, x, y, width, self._bars)
