"""Duels with known cards, and the keys that play them."""

from collections.abc import Iterable
from dataclasses import replace

from tui.harness import Player

from engine.game import Seat
from engine.match import Match
from engine.swords_and_shields import CARDS, Card, Colour, Duel, Options, Stack, parse_action

PLAY = " Press enter to play."
"""The end of what is said about an action that enter plays."""

SHOP = "s3r h4g s5b h3x s8y"
"""Five cards of the shop, one of them grey."""


def cards(names: str) -> tuple[Card, ...]:
    """Return the cards with these notations."""
    return tuple(CARDS.named(name) for name in names.split())


def display(places: str) -> tuple[Stack, ...]:
    """Return a display written like "s4r b+1/h3x -": a card, a card on a buff, nothing."""
    return tuple(map(_stack, (places.split() + ["-"] * 3)[:3]))


def _stack(place: str) -> Stack:
    parts = [] if place == "-" else [CARDS.named(name) for name in place.split("/")]
    buff = next((card for card in parts if card.is_buff), None)
    return Stack(buff, next((card for card in parts if not card.is_buff), None))


def staged(
    hand: str = "s1r s1y h1g h1b s1x",
    lies: str = "",
    *,
    other_hand: str = "h1r h1y s1g s1b h1x",
    other_lies: str = "",
    shop: str = SHOP,
    discard: str = "",
    other_discard: str = "",
    shop_discard: str = "",
    life: tuple[int, int] = (50, 50),
    colours: tuple[str, str] = ("red", "blue"),
    turn: Seat = Seat.LEFT,
    names: tuple[str, str] = ("Anna", "Bruno"),
    target: int = 1,
) -> Match:
    """Return a match whose player to act has this hand, and these cards in the display.

    `other_` names what is the opponent's. Pairs are of left and right.
    """
    left, right = map(Colour, colours)
    rules = Options(life=50, life_cards=(left, right))
    match = Match.new(rules, names, target, turn, seed=1)

    # Own and other's become left's and right's.
    seats = slice(None, None, 1 if turn is Seat.LEFT else -1)
    duel = Duel.deal(rules, seed=1, first=turn)
    duel = replace(
        duel,
        life=life,
        hands=tuple(tuple(sorted(cards(held), key=str)) for held in (hand, other_hand))[seats],
        displays=(display(lies), display(other_lies))[seats],
        discards=(cards(discard), cards(other_discard))[seats],
        shop=tuple(None if name == "-" else CARDS.named(name) for name in shop.split()),
        shop_discard=cards(shop_discard),
    )
    return replace(match, round=duel)


def short_match(life: int = 3, target: int = 1, seed: int = 1) -> Match:
    """Return a match of games that are soon over, dealt as any other."""
    return Match.new(Options(life=life), target=target, seed=seed)


def played(match: Match, *words: str) -> Match:
    """Return the match after these actions."""
    for word in words:
        match = match.play(parse_action(word))
    return match


def soonest(match: Match) -> str:
    """Return an action that brings the end nearer: attack, lay a sword, or end the turn."""
    words = [str(action) for action in match.round.legal_actions()]
    wishes = ("attack", "lay:s", "end")
    return next(word for wish in wishes for word in words if word.startswith(wish))


def keys_for(match: Match, word: str) -> list[str]:
    """Return the keys that choose an action from the whole list and play it."""
    words = [str(action) for action in match.round.legal_actions()]
    place, places = words.index(word), len(words)
    down, up = ["down"] * (place + 1), ["up"] * (places - place)
    return [*min(down, up, key=len), "enter"]


async def choose(player: Player, *words: str) -> None:
    """Play actions from the list, lifting the curtain where it is down."""
    for word in words:
        if player.curtain_is_down:
            await player.press("space")
        await player.press(*keys_for(player.held, word))


async def finish_game(player: Player) -> None:
    """Play until the game is over; only people play."""
    while not player.at_showdown:
        await choose(player, soonest(player.held))


def actions(player: Player) -> list[str]:
    """Return the actions of this game."""
    return [str(action) for action in player.held.round.actions]


def listed(player: Player) -> list[str]:
    """Return the actions that the list is about."""
    return [str(action) for action in player.scene.draft.listed]


def kinds(words: Iterable[str]) -> set[str]:
    """Return the verbs of actions."""
    return {word.split(":")[0] for word in words}
