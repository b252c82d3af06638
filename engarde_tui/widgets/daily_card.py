"""The card of a daily bout: three lines to show around, which give no card and no deck away."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from textual.widgets import Label

from engarde_tui.language import said, tr, tr_count
from engarde_tui.presentation import kind_of, presentation_of
from engarde_tui.widgets.panel import Framed
from engine.game import Seat, game_of
from engine.match import FinishedRound, MatchView
from engine.message import message

CARD_ROWS: Final = 6
"""Rows of the card, of what its signs stand for, and of the frame."""

_SIGNS: Final = "●◆○◇–"
"""Rounds: won in the game's first way, won otherwise, lost in the first way, lost otherwise, drawn."""

_IN_ASCII: Final = "*+o-="


def card_of(
    view: MatchView[Any], seat: Seat, actions: int, day: date, streak: int, *, ascii_only: bool = False
) -> list[str]:
    """Return the card of a finished bout, for the player at `seat` who has played so many `actions`.

    `streak` is the number of days in a row up to this one.
    """
    rules, signs = view.round.rules, _IN_ASCII if ascii_only else _SIGNS
    rounds = "".join(signs[_sign(line, seat, _first_way(rules))] for line in view.finished)
    score = f"{view.score[seat]} : {view.score[seat.other]}"
    won = tr("Won {score}", score=score) if view.winner is seat else tr("Lost {score}", score=score)
    return [
        tr("{game} daily {day}, {rules}", game=game_of(rules).title, day=day, rules=kind_of(rules)),
        f"{won}  {rounds}",
        tr(
            "{actions}, streak {days}",
            actions=tr_count("{number} action", "{number} actions", actions),
            days=tr_count("{number} day", "{number} days", streak),
        ),
    ]


def _legend(rules: Any, *, ascii_only: bool) -> str:
    """Return what the signs of a card stand for."""
    won, won_otherwise, lost, lost_otherwise, drawn = _IN_ASCII if ascii_only else _SIGNS
    return tr(
        "{won} won, {lost} lost, {drawn} drawn; {first_way} {how}, {other_way} otherwise",
        won=won + won_otherwise,
        lost=lost + lost_otherwise,
        drawn=drawn,
        first_way=won + lost,
        how=said(presentation_of(rules).reasons[_first_way(rules)]),
        other_way=won_otherwise + lost_otherwise,
    )


def _first_way(rules: Any) -> str:
    return next(iter(presentation_of(rules).reasons))


def _sign(line: FinishedRound, seat: Seat, first_way: str) -> int:
    winner, reason = line.result
    return 4 if winner is None else 2 * (winner is not seat) + (reason.value != first_way)


class CardPanel(Framed):
    """A card in a frame, with what its signs stand for."""

    def __init__(self) -> None:
        super().__init__(
            message("Your card"), Label(markup=False, id="lines"), Label(markup=False, id="legend")
        )
        self._lines: Sequence[str] = ()

    def show(self, lines: Sequence[str], rules: Any, key: str, *, ascii_only: bool) -> None:
        """Show a card of a match by `rules`; `key` copies it."""
        self._lines = lines
        self.query_one("#lines", Label).update("\n".join(lines))
        self.query_one("#legend", Label).update(_legend(rules, ascii_only=ascii_only))
        self.border_subtitle = tr("{key} copies it", key=key)

    def copy(self) -> None:
        """Ask the terminal to put the card into its clipboard (OSC 52); it may refuse without a word."""
        self.app.copy_to_clipboard("\n".join(self._lines))
        self.border_subtitle = tr("copied; if it is not there, select it with shift and the mouse")
