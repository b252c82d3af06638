"""Matches of Kuhn poker with known cards, and the keys that play them."""

from tui.harness import Player

from engine.game import Seat, games
from engine.match import Match

DEALS = ("123", "132", "213", "231", "312", "321")
"""Left's card, right's card, the card that nobody gets."""


def dealt(cards: str = "231", target: int = 2, first: Seat = Seat.LEFT) -> Match:
    """Return a match between Anna and Bruno whose first round has these cards."""
    return Match.new(games()["kuhn"].presets["kuhn"], target=target, first=first, seed=1, dealt=cards)


def played(match: Match, *words: str) -> Match:
    """Return the match after these actions; "next" deals the next round."""
    for word in words:
        match = match.next_round() if word == "next" else match.play(games()["kuhn"].parse_action(word))
    return match


def keys_for(match: Match, word: str) -> list[str]:
    """Return the keys that choose an action from the list and play it."""
    place = [str(action) for action in match.round.legal_actions()].index(word)
    return [*["down"] * (place + 1), "enter"]


TO_GAMES = "shift+tab"
"""The key that leads from the opponent, which the form of a match points at first, to the games."""


def to_kuhn() -> list[str]:
    """Return the keys that lead from the first game of a form to Kuhn poker."""
    return ["right"] * list(games()).index("kuhn")


async def choose(player: Player, *words: str) -> None:
    """Play actions from the list, lifting the curtain where it is down."""
    for word in words:
        if player.curtain_is_down:
            await player.press("space")
        await player.press(*keys_for(player.held, word))


async def finish(player: Player) -> None:
    """Play the first action offered until the match is over; only people play."""
    while player.held.winner is None:
        if player.at_showdown:
            await player.press("space")
        else:
            await choose(player, str(player.held.round.legal_actions()[0]))
