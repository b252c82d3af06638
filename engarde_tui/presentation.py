"""What a game brings to the interface: its words and screens. See docs/new-game.md."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from engarde_tui.match.words import round_won
from engine.game import Rules, game_of, games
from engine.match import FinishedRound, MatchView


class Presentation(Protocol):
    """The words of a game, and the screens that only it has."""

    @property
    def reasons(self) -> Mapping[str, str]:
        """How rounds are won and lost, by the value of the reason: "by a hit"."""

    @property
    def screen_in_short(self) -> Sequence[str]:
        """What a player sees at the table, one point each."""

    def rules_title(self, rules: Any) -> str:
        """What is played, in a few words: "Ferti advanced"."""

    def kind(self, rules: Any) -> str:
        """The title by which matches are filtered: that of the rules without what hardly matters."""

    def rules_in_short(self, rules: Any) -> Sequence[str]:
        """The game that these rules make, one point each."""

    def why_round_ended(self, view: MatchView[Any], line: FinishedRound) -> str:
        """How a finished round was won, without its winner."""

    def last_turn(self, view: MatchView[Any]) -> str:
        """What the last player did, by name, as everybody may know it; at the deal, who begins."""

    def to_do(self, action: Any) -> str:
        """An action as an offer to the player to act: "advance 3"."""

    def state_in_words(self, view: MatchView[Any]) -> Iterator[str]:
        """What has just happened, and how things stand: a line each, with the hands that the view shows."""

    def rules_form(self, rules: Any) -> Any:
        """A `RulesForm` that begins with these rules."""

    def table_screen(self) -> Any:
        """The class of its table, a `TableScreen`."""

    def replay_screen(self) -> Any:
        """The class of its replay, a `ReplayScreen`."""

    def match_over_screen(self) -> Any:
        """The class of its end of a match, a `MatchOverScreen`."""


def presentation_of(rules: Rules) -> Presentation:
    """Return the presentation of the game that `rules` belong to."""
    return _load(rules.GAME.replace("-", "_"))


def full_title(rules: Rules) -> str:
    """What is played, with the name of the game unless it is the house's own."""
    game, title = game_of(rules), presentation_of(rules).rules_title(rules)
    is_own = game is next(iter(games().values()))
    return title if is_own or title == game.title else f"{game.title}, {title}"


def verdict(view: MatchView[Any]) -> str:
    """Return who won the round that has just ended, and why."""
    line = view.finished[-1]
    return f"{round_won(view, line)}: {presentation_of(view.round.rules).why_round_ended(view, line)}"


@cache
def _load(package: str) -> Presentation:
    presentation: Presentation = import_module(f"engarde_tui.games.{package}").PRESENTATION
    return presentation
