"""What a game brings to the interface: its words and screens. See docs/new-game.md."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from gettext import NullTranslations
from importlib import import_module
from typing import Any, Protocol

from engarde_tui.language import tr, translations
from engarde_tui.play.words import goal, round_won
from engarde_tui.progress.lesson import Lesson
from engarde_tui.progress.puzzles import Puzzles
from engine.game import Rules, game_of, games
from engine.match import FinishedRound, MatchView
from engine.message import Message


class Presentation(Protocol):
    """The words and screens of a game."""

    @property
    def reasons(self) -> Mapping[str, Message | str]:
        """How rounds are won and lost, such as "by a hit", by the value of the reason."""

    @property
    def screen_in_short(self) -> Sequence[Message | str]:
        """What a player sees at the table, one point each."""

    def rules_title(self, rules: Any) -> str:
        """Return the title of the rules: "Ferti advanced"."""

    def kind(self, rules: Any) -> str:
        """Return the title by which matches are filtered; it may leave minor rules out."""

    def rules_in_short(self, rules: Any) -> Sequence[str]:
        """Return the rules of the game, one point each."""

    def why_round_ended(self, view: MatchView[Any], line: FinishedRound) -> str:
        """Return how a finished round was won, without its winner."""

    def last_turn(self, view: MatchView[Any]) -> str:
        """Return what the last player to act did, by name, in public words; at the deal, who begins."""

    def log(self, view: MatchView[Any]) -> Iterator[tuple[str, str]]:
        """Yield what everybody saw happen in the round, a sentence each after a short mark or "".

        Yields nothing while the rules let nobody look back.
        """

    def to_do(self, action: Any) -> str:
        """Return an action as an offer: "advance 3"."""

    def spoken_offer(self, view: MatchView[Any], action: Any) -> str:
        """Return a legal action as an offer to somebody who sees no table, with all that it names."""

    def why(self, view: Any, action: Any, instead: Any = None, plan: Sequence[Any] = ()) -> Sequence[str]:
        """Return what can be said of a legal action of the player to act, a sentence each.

        The most telling comes first. All follows from that player's view of the round. The action is compared
        with `instead`, by default with every other legal one. `plan` is the action and what is to follow it,
        if that is known. Empty if the game has nothing to say.
        """

    def state_in_words(self, view: MatchView[Any]) -> Iterator[str]:
        """Yield the last action, the state after it, and the hands that the view shows, as lines."""

    def facts(self, view: MatchView[Any]) -> Mapping[str, str]:
        """Return what there is to know of a round, a sentence each, by the word that asks for it."""

    def hands(self, view: MatchView[Any]) -> Sequence[str]:
        """Return a sentence for each hand that the view shows."""

    def lesson(self) -> Lesson | None:
        """Return the lesson of the game; None if it has none."""

    def puzzles(self) -> Puzzles | None:
        """Return the puzzles of the game; None if it has none."""

    def rules_form(self, rules: Any) -> Any:
        """Return a `RulesForm` with these rules chosen."""

    def board(self) -> Any:
        """Return the table of the game, a `Board`."""

    def replay_screen(self) -> Any:
        """Return the class of the replay, a `ReplayScreen`."""

    def finale(self) -> Any:
        """Return what is shown at the end of a match, a `Finale`."""


def presentation_of(rules: Rules) -> Presentation:
    """Return the presentation of the game that `rules` belong to."""
    return _load(rules.GAME.replace("-", "_"))


def kind_of(rules: Any) -> str:
    """Return the title of a kind of rules; remembered, as lists ask for each of thousands of matches."""
    return _kind_in(translations(), rules)


@lru_cache(256)
def _kind_in(language: NullTranslations, rules: Any) -> str:
    return presentation_of(rules).kind(rules)


def lessons() -> list[Lesson]:
    """Return the lessons of all games that have one, that of the default game first."""
    found = (_load(name.replace("-", "_")).lesson() for name in games())
    return [lesson for lesson in found if lesson is not None]


def puzzles() -> Puzzles:
    """Return the puzzles of the first game that has any."""
    found = (_load(name.replace("-", "_")).puzzles() for name in games())
    return next(puzzles for puzzles in found if puzzles is not None)


def titles_of_games() -> list[str]:
    """Return the titles of all games, made from their names: loading a game takes longer than a start may.

    >>> titles_of_games()
    ['En Garde', 'Swords and Shields']
    """
    return [" ".join(_capitalized(name.split("-"))) for name in games()]


def _capitalized(words: Iterable[str]) -> Iterator[str]:
    return (word if word in ("and", "of", "the") else word.capitalize() for word in words)


def full_title(rules: Rules) -> str:
    """Return the title of the rules, after the name of the game unless it is the default game."""
    game, title = game_of(rules), presentation_of(rules).rules_title(rules)
    is_default = game is next(iter(games().values()))
    if is_default or title == game.title:
        return title
    return tr("{game}, {rules}", game=game.title, rules=title)


def match_title(view: MatchView[Any]) -> str:
    """Return who plays, by which rules, and for what."""
    left, right = view.names
    rules, aim = full_title(view.round.rules), goal(view.target)
    return tr("{left} - {right}: {rules}, {goal}", left=left, right=right, rules=rules, goal=aim)


def verdict(view: MatchView[Any]) -> str:
    """Return who won the round that has just ended, and why."""
    line = view.finished[-1]
    why = presentation_of(view.round.rules).why_round_ended(view, line)
    return tr("{who_won}: {why}", who_won=round_won(view, line), why=why)


@cache
def _load(package: str) -> Presentation:
    presentation: Presentation = import_module(f"engarde_tui.games.{package}").PRESENTATION
    return presentation
