"""The sections of the statistics: figures, the course of the matches, and bars."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Final

from rich.cells import cell_len

from engarde_tui.language import tr, tr_as
from engarde_tui.play.day import local, longest_streak, streak
from engarde_tui.play.players import bot_title
from engarde_tui.play.words import cut, fitting_name, percent
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
"""Columns of a count in the figures, at least."""

_LABELS: Final = 8
"""Columns of the labels before them, at least."""


class Figures(Section):
    """Matches and rounds in figures, and the last matches one by one."""

    is_wide = True

    def __init__(self, title: str, tally: Tally) -> None:
        self.title = title
        self._tally = tally

    def in_words(self) -> list[str]:
        """Return the matches, the rounds, and the latest results."""
        tally = self._tally
        found = [
            tr("Matches: {won} won, {lost} lost.", won=tally.won, lost=tally.lost),
            *([tr("With help: {won} won.", won=tally.won_with_help)] if tally.won_with_help else []),
            tr("{number} unfinished", number=tally.unfinished),
            tr(
                "Rounds: {won} won, {lost} lost, {drawn} drawn.",
                won=tally.rounds.won.total(),
                lost=tally.rounds.lost.total(),
                drawn=tally.rounds_drawn,
            ),
        ]
        if tally.results:
            latest = ", ".join(tr("won") if won else tr("lost") for _, won in tally.results[-_LAST:])
            found.append(tr("Latest: {results}.", results=latest))
        if tally.longest_run > 1:
            found.append(tr("Best run: {number}.", number=tally.longest_run))
        return found

    def rows(self, width: int) -> int:
        """Return the rows of the table."""
        return 5 if self._tally.won_with_help else 4

    def draw(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Draw a line for matches and one for rounds, below their heads, then the last results."""
        tally = self._tally
        rounds = tally.rounds.won.total(), tally.rounds.lost.total()
        labels = tr("Matches"), tr("Rounds"), tr("Latest"), tr("with help")
        heads = tr_as("head", "won"), tr_as("head", "lost"), tr_as("head", "share")
        left = x + max(_LABELS, *(cell_len(label) + 1 for label in labels))
        counts = max(_COUNTS, *(cell_len(head) + 2 for head in heads))
        for column, head in enumerate(heads, 1):
            canvas.put_right(left + column * counts, y, head, "dim")
        unfinished = tr("{number} unfinished", number=tally.unfinished)
        drawn = tr("{number} drawn", number=tally.rounds_drawn)
        below = 2
        if tally.won_with_help:
            canvas.put(x, y + 2, labels[3], "dim")
            canvas.put_right(left + counts, y + 2, f"{tally.won_with_help}", "dim")
            below = 3
        for row, label, (won, lost), others in (
            (1, labels[0], (tally.won, tally.lost), unfinished),
            (below, labels[1], rounds, drawn),
        ):
            share = percent(won / (won + lost)) if won + lost else "–"
            canvas.put(x, y + row, label)
            canvas.put_right(left + counts, y + row, f"{won}", "left")
            canvas.put_right(left + 2 * counts, y + row, f"{lost}", "right")
            canvas.put_right(left + 3 * counts, y + row, share, "strong")
            beside = left + 3 * counts + 2
            canvas.put(beside, y + row, cut(others, x + width - beside), "dim")
        bottom = y + below + 1
        canvas.put(x, bottom, labels[2])
        at = left + 3
        for _, won in tally.results[-_LAST:]:
            at = canvas.put(at, bottom, "●" if won else "○", "left" if won else "right")
        if tally.longest_run > 1:
            canvas.put(at + 2, bottom, tr("best run {number}", number=tally.longest_run), "dim")


class Course(Section):
    """The matches won minus those lost, as a line through time."""

    is_wide = True
    grows = True

    def __init__(self, tally: Tally) -> None:
        self.title = tr("Matches won minus lost")
        self._tally = tally

    def in_words(self) -> list[str]:
        """Return where the line ends, and its highest and lowest points."""
        course = self._tally.course
        return [
            tr(
                "Now {now}, at best {best}, at worst {worst}.",
                now=course[-1],
                best=max(course),
                worst=min(course),
            )
        ]

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
        self.title = tr(
            "Rating at {game}: {rating:.0f} ± {margin:.0f}",
            game=game.title,
            rating=now.value,
            margin=now.margin,
        )
        self._steps = steps
        self._levels = {name: float(level.rating) for name, level in game.levels.items()}

    def in_words(self) -> list[str]:
        """Return the rating after each of the latest matches."""
        values = ", ".join(f"{step.rating.value:.0f}" for step in self._steps[-_LAST:])
        return [tr("Latest ratings: {values}.", values=values)]

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
            _put_remark(
                canvas, left, x + width, y + height - 2, tr("After the next match a line starts here.")
            )
        _put_remark(canvas, left, x + width, y + height - 1, tr("Rounds after a hint or undo do not count."))


def _put_remark(canvas: Canvas, left: int, right: int, y: int, text: str) -> None:
    """Draw a remark between two columns; its end gives way."""
    canvas.put(left, y, cut(text, right - left), "dim")


def _put_dates(canvas: Canvas, left: int, right: int, y: int, dates: Sequence[datetime]) -> None:
    """Draw the first and the last date below the ends of a line."""
    canvas.put(left, y, f"{local(dates[0]):%Y-%m-%d}", "dim")
    canvas.put_right(right, y, f"{local(dates[-1]):%Y-%m-%d}", "dim")


class Ladder(Section):
    """Everybody's rating at one game, the levels' among them, the highest first."""

    def __init__(self, game: Game, players: Mapping[str, Rating], player: str) -> None:
        """Mark `player`."""
        self.title = tr("Ratings at {game}", game=game.title)
        self._player = player
        people = [(rating.value, name, f"± {rating.margin:.0f}") for name, rating in players.items()]
        levels = [(float(level.rating), bot_title(name, game), "") for name, level in game.levels.items()]
        self._lines = sorted(people + levels, reverse=True)

    def in_words(self) -> list[str]:
        """Return names, ratings and margins."""
        return [f"{name}: {value:.0f} {margin}".strip() for value, name, margin in self._lines]

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

    def __init__(self, days: Mapping[date, bool], today: date) -> None:
        """Count `days`, whose values say whether a bout was won."""
        self.title = tr("Daily bouts")
        self._figures = (
            (tr("Days played"), len(days)),
            (tr("Days won"), sum(days.values())),
            (tr("Current streak"), streak(days, today)),
            (tr("Longest streak"), longest_streak(days)),
        )

    def in_words(self) -> list[str]:
        """Return the figures."""
        return [f"{what}: {number}" for what, number in self._figures]

    def rows(self, width: int) -> int:
        """Return a row for each figure."""
        return len(self._figures)

    def draw(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Draw the figures below each other."""
        right = x + max(cell_len(what) for what, _ in self._figures) + 6
        for row, (what, number) in enumerate(self._figures, y):
            canvas.put(x, row, what)
            canvas.put_right(right, row, f"{number}", "strong")


class Bars(Section):
    """What was won and lost, by label."""

    def __init__(self, title: str, balance: Balance, labels: Mapping[str, str] | None = None) -> None:
        """Show `labels`, by those of the balance, in their order; by default its own."""
        self.title = title
        names = {label: label for label in balance.labels} if labels is None else labels
        self._bars = [Bar(name, balance.won[label], balance.lost[label]) for label, name in names.items()]

    def in_words(self) -> list[str]:
        """Return what was won and lost of each."""
        return [
            tr("{label}: {won} won, {lost} lost.", label=label, won=won, lost=lost)
            for label, won, lost in self._bars
        ]

    def rows(self, width: int) -> int:
        """Return a row for each bar and one for the heads."""
        return len(self._bars) + 1

    def draw(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Draw the bars."""
        put_bars(canvas, x, y, width, self._bars)
