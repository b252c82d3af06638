"""What an earlier version allowed, by a rule that was corrected since; recorded matches are read by it.

Shield 8 let two swords of a display strike once each; it lets one strike twice.
"""

from typing import TYPE_CHECKING, Final

from engine.game import FormerRuleError
from engine.swords_and_shields.actions import Action, Kind
from engine.swords_and_shields.effects import end_chain, strike, strikes_twice
from engine.swords_and_shields.events import EventKind

if TYPE_CHECKING:
    from engine.swords_and_shields.duel import Duel

_WHY: Final = "the rule was corrected: one sword strikes twice, not two"


def check_two_swords(duel: "Duel", action: Action) -> None:
    """Raise FormerRuleError if `action` is the strike of a second sword, which is not legal any more."""
    if action.kind is not Kind.STRIKE or duel.pending is not None or not duel.plays:
        return
    assert action.place is not None
    first, card = duel.plays[-1], duel.board().at(action.place)
    has_struck_twice = sum(event.kind is EventKind.STRUCK for event in first.events) == 2
    if has_struck_twice and card is not None and strikes_twice(action.place, card):
        raise FormerRuleError(_WHY, lambda before: _with_two_swords(before, first.action, action))


def _with_two_swords(before: "Duel", first: Action, second: Action) -> "Duel":
    """Return the game after both strikes, from that before the first."""
    board = before.board()
    strike(board, first, times=1)
    between = before.after(board, first)
    board = between.board()
    strike(board, second, times=1)
    end_chain(board)
    return between.after(board, second)
