"""A hint: what the master plays, or the best ending where that can be counted exactly."""

from engine.bot import Hint
from engine.en_garde.bots.last_move import ending_of
from engine.en_garde.bots.master import play
from engine.en_garde.view import RoundView


def counted_hint(view: RoundView) -> Hint:
    """Return what to play, were it the player to act; the view must be that player's.

    It is what the master plays unless a counted ending is as good as the master takes the round to be, or the
    master would end it: then it is the action that ends best, and its exact chance.
    """
    thought = play(view)
    endings = {
        action: ending.chance for action in view.legal if (ending := ending_of(view, action)) is not None
    }
    if not endings:
        return thought
    best = max(endings, key=lambda action: (endings[action], thought.odds.get(action, 0.0)))
    is_end = next(iter(thought.odds)) in endings or len(endings) == len(view.legal)
    if is_end or endings[best] >= thought.chance:
        return Hint({best: 1.0}, endings[best], is_counted=True)
    return thought
