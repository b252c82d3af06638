"""The statistics of players: one against everybody, or two against each other."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from datetime import date
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.language import said, told, tr
from engarde_tui.play.keys import PLAYERS
from engarde_tui.play.words import decimal, fitting_name
from engarde_tui.presentation import kind_of, presentation_of, puzzles
from engarde_tui.progress.puzzles import Progress as Solved
from engarde_tui.progress.ratings import latest
from engarde_tui.progress.statistics import Balance, Tally
from engarde_tui.screens.charts import Bars, Course, Days, Figures, Ladder, RatingCourse
from engarde_tui.screens.played import Progress, Statistics
from engarde_tui.storage.errors import StoreError
from engarde_tui.terminal.own_screen import OwnScreen
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import Scroll, bindings
from engarde_tui.widgets.pointed_list import PointedList
from engarde_tui.widgets.sections import Entries, Section, Sections
from engine.game import games
from engine.names import identity


def _nothing() -> Section:
    """Return what is shown while no match is finished."""
    what = tr("Once one is over, you see here who wins, how, and against whom.")
    return Entries(tr("No finished match yet"), [("•", what)], "dim")


_STEP: Final = 100
"""Matches after which the number of those counted is shown again."""


class PlayersScreen(OwnScreen, Screen[str]):
    """Two lists, players and opponents, beside the charts of the chosen pair.

    Dismissed with why the matches cannot be read, if so.
    """

    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "players")
    BINDINGS: ClassVar[list[BindingType]] = bindings(PLAYERS)

    def __init__(
        self,
        count: Callable[[Progress], Awaitable[Statistics]],
        today: Callable[[], date],
        name: str = "",
        puzzles: Solved = Solved(),  # noqa: B008 - a value
    ) -> None:
        """Show the statistics once they are counted, first those of the player of this `name`.

        `count` tells how far it is, `today` ends streaks; `puzzles` is what this player has solved.
        """
        super().__init__()
        self._player_first = identity(name)
        self._today = today
        self._count = count
        self._puzzles = puzzles
        self._is_counted = False
        self._tallies, self._ratings, self._games = Statistics({}, {}, ())

    def compose(self) -> ComposeResult:
        """Show players above opponents, and the charts beside them."""
        with Horizontal(id="page"):
            with Vertical(id="lists"):
                yield PointedList(id="players", classes="panel")
                yield PointedList(id="opponents", classes="panel")
            with Scroll(can_focus=False):
                yield Sections()
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin to count."""
        self._show_titles()
        self.query_one("#players").focus()
        # Only what has its place fits or does not.
        self.watch(self.query_one(Scroll), "virtual_size", self.refresh_bindings, init=False)
        self._show_counted()

    def _show_titles(self) -> None:
        players, opponents = self.query(PointedList)
        players.border_title, opponents.border_title = Content(tr("Player")), Content(tr("Against"))

    def speak(self) -> None:
        """Put the lists and the charts into the language of the session."""
        self._show_titles()
        if self._tallies:
            opponents = self.query_one("#opponents", OptionList)
            marked = opponents.highlighted
            self._choose_player()
            opponents.highlighted = marked
        elif self._is_counted:
            self._show([_nothing(), *self._solved()])

    def _show_progress(self, read: int, of: int) -> None:
        if read % _STEP == 0:
            counted = tr(
                "{read} of {all} so far. It is quicker the next time.",
                read=decimal(f"{read:,}"),
                all=decimal(f"{of:,}"),
            )
            self.query_one(Sections).show([Entries(tr("Counting your matches"), [("•", counted)], "dim")])

    @property
    def is_ready(self) -> bool:
        """Whether the matches are counted."""
        return self._is_counted

    @work
    async def _show_counted(self) -> None:
        """Count, then choose a player: the named one, else the one with the most matches."""
        try:
            self._tallies, self._ratings, self._games = await self._count(self._show_progress)
        except StoreError as error:
            self.dismiss(told(error))
            return
        self._is_counted = True
        players = self.query_one("#players", OptionList)
        players.add_options(map(_option, self._tallies))
        if self._tallies:
            names = [*map(identity, self._tallies)]
            players.highlighted = names.index(self._player_first) if self._player_first in names else 0
        else:
            self._show([_nothing(), *self._solved()])

    @on(OptionList.OptionHighlighted, "#players")
    def _choose_player(self) -> None:
        """List the opponents of the chosen player."""
        opponents = self.query_one("#opponents", OptionList)
        opponents.clear_options()
        opponents.add_options(map(_option, self._tallies[self._player]))
        opponents.highlighted = 0

    @on(OptionList.OptionHighlighted, "#opponents")
    def _choose_opponent(self) -> None:
        """Draw the charts."""
        index = self.query_one("#opponents", OptionList).highlighted or 0
        opponent = list(self._tallies[self._player])[index]
        self._show(self._sections(self._player, opponent))

    def _show(self, sections: Iterable[Section]) -> None:
        self.query_one(Sections).show(sections)
        self.query_one(Scroll).scroll_home()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Scroll only what does not fit."""
        return action != "more" or any(charts.max_scroll_y > 0 for charts in self.query(Scroll))

    def on_resize(self, event: Resize) -> None:
        """Offer to scroll if something does not fit now."""
        self.call_after_refresh(self.query_one(Sections).redraw)
        self.call_after_refresh(self.refresh_bindings)

    def _sections(self, player: str, opponent: str | None) -> Iterator[Section]:
        """Yield the charts of a player against an opponent; None is everybody."""
        against = self._tallies[player]
        tally = against[opponent]
        rated = {game: players for game, players in self._ratings.items() if player in players}
        if opponent is None:
            for game, players in rated.items():
                yield RatingCourse(games()[game], players[player])
                now = {other: latest(players, other) for other in players}
                yield Ladder(games()[game], now, player)
            if identity(player) == self._player_first:
                yield from self._solved()
        title = tr("{name} against {opponent}", name=fitting_name(player), opponent=_opponent(opponent))
        yield Figures(title, tally)
        if not tally.results:
            yield _nothing()
            return
        if opponent is not None or not rated:
            yield Course(tally)
        if tally.days:
            yield Days(tally.days, self._today())
        if opponent is None and (people := _by_opponent(against)).labels:
            yield Bars(tr("By opponent"), people)
        if tally.levels.labels:
            yield Bars(tr("Against the computer"), tally.levels)
        yield Bars(tr("By rules"), tally.by_rules(kind_of))
        reasons: dict[str, str] = {}
        for rules in self._games:
            reasons |= {reason: said(words) for reason, words in presentation_of(rules).reasons.items()}
        found = {reason: words for reason, words in reasons.items() if reason in tally.rounds.labels}
        yield Bars(tr("How rounds ended"), tally.rounds, found)

    def _solved(self) -> Iterator[Section]:
        """Yield what the player at this keyboard has solved, if there is anything."""
        solved = self._puzzles
        if solved == Solved():
            return
        lines = [
            tr("{solved} of {total} solved", solved=len(solved.solved), total=len(puzzles().grades)),
            tr(
                "{streak} in a row at the first try; {longest} at most",
                streak=solved.streak,
                longest=solved.longest,
            ),
        ]
        if solved.margin:
            lines.append(tr("rating {rating} ± {margin}", rating=solved.rating, margin=solved.margin))
        yield Entries(tr("Puzzles"), [("•", line) for line in lines], "dim")

    @property
    def _player(self) -> str:
        index = self.query_one("#players", OptionList).highlighted or 0
        return list(self._tallies)[index]

    def action_more(self) -> None:
        """Show the next charts; after the last ones the first again."""
        charts = self.query_one(Scroll)
        if charts.scroll_offset.y < charts.max_scroll_y:
            charts.scroll_page_down()
        else:
            charts.scroll_home()


def _option(name: str | None) -> Option:
    return Option(Content(_opponent(name)))


def _opponent(name: str | None) -> str:
    """Return the name of an opponent as it fits; None is everybody."""
    return tr("everybody") if name is None else fitting_name(name)


def _by_opponent(tallies: dict[str | None, Tally]) -> Balance:
    """Return the matches against each opponent but the bots, who have bars of their own."""
    balance = Balance()
    for opponent, tally in tallies.items():
        against_bots = tally.levels.won.total() + tally.levels.lost.total()
        if opponent is not None and len(tally.results) > against_bots:
            name = fitting_name(opponent)
            balance.won[name] += tally.won
            balance.lost[name] += tally.lost
    return balance
