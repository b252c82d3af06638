"""What the opponent may answer to a turn: its cards are guessed, and it plans its turn as well."""

from collections.abc import Sequence

from engine.game import Seat
from engine.swords_and_shields.actions import Action
from engine.swords_and_shields.board import HAND_SIZE, Board
from engine.swords_and_shields.bots.planner import plans
from engine.swords_and_shields.bots.steps import take
from engine.swords_and_shields.bots.trial import BLANK, Trial
from engine.swords_and_shields.bots.value import LOST, Judge
from engine.swords_and_shields.events import EventKind


def value_after_reply(
    start: Trial, actions: Sequence[Action], judge: Judge, width: int, depth: int
) -> float:
    """Return what the actions, and then the end of the turn, are worth after the opponent's next turn.

    `start` holds a guess of the opponent's cards and of the decks.
    """
    seat = start.player
    trial = take(start, tuple(actions))
    if trial.is_over:
        return -LOST if trial.life[seat] else LOST
    _pass_on(trial, seat.other)
    if trial.is_over:
        return -LOST if trial.life[seat] else LOST
    return -plans(trial, judge, width, depth)[0].value


def _pass_on(trial: Trial, player: Seat) -> None:
    """Begin the turn of the opponent, whose cards are open in this trial."""
    Board.fill_shop(trial)
    hand = [card for card in trial.hands[player] if card is not BLANK] + trial.sunk[player]
    trial.hands[player], trial.sunk[player] = hand, []
    trial.player = player
    trial.can_clear, trial.has_attacked, trial.has_revenge = True, False, False
    if (missing := HAND_SIZE - len(hand)) > 0:
        Board.draw(trial, player, missing, by_effect=False)
    for stack in trial.displays[player]:
        if stack.card is not None and stack.card.is_duff:
            trial.lose(EventKind.TOLL, player, stack.card.toll)
