"""The game in words: cards, actions, what happened, results and rules as players say them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from engarde_tui.games.swords_and_shields.history import last_action_told, last_turn_told, told, turns_of
from engarde_tui.games.swords_and_shields.names import card_name
from engarde_tui.play.words import KeyOf, begins, to_play, unplayed_end, why_not_played
from engine.game import Seat
from engine.match import FinishedRound, MatchView
from engine.swords_and_shields import CARDS, PRESETS, Action, DuelView, Kind, Options, Place, Reason, Zone

REASONS: Final[Mapping[str, str]] = {
    Reason.LIFE: "out of life points",
    Reason.TURNS: "by life points",
    Reason.FORFEIT: "by forfeit",
    Reason.ABSENCE: "by absence",
    Reason.RESIGNATION: "by resignation",
    Reason.TIME: "on time",
    Reason.AGREEMENT: "by agreement",
}
"""How a round is won or lost, as the statistics list it."""

SCREEN_IN_SHORT: Final = (
    "Your display and your hand are below, the opponent's display is above, the shop is between them. Places "
    "have numbers, 1 to 3 and 1 to 5: #2 is place 2, while sword 2 is a sword of strength 2.",
    "A card shows its name, its colour and its worth in stones (◆). In the shop a tick (✓) marks what you "
    "can buy now, with the price in stones (◆), swords (sw) or shields (sh); read any other card for its "
    "price. In a display a card shows its buff and, if it is stronger there, its strength.",
    "Press a number to see what you can do with that card of your hand, or a letter for a kind of action; "
    "again for the next. Or pick from the list. A card keeps its number until the turn ends; while the other "
    "player plays, it tells what the card does.",
    "All chance of a round, the life cards and every shuffle, is decided at the deal.",
)
"""What a player sees at the table, one point each."""


def rules_title(options: Options) -> str:
    """Return the title of the options: "Quick duel", or the number of life points."""
    name = next((name for name, preset in PRESETS.items() if preset.life == options.life), None)
    title = f"{options.life} life points" if name is None else name.replace("-", " ").capitalize()
    chosen = [colour for colour in options.life_cards if colour is not None]
    if chosen:
        left, right = (colour or "drawn at random" for colour in options.life_cards)
        title += f", left life card {left}, right {right}"
    return title if options.cards.digest == CARDS.digest else f"{title}, other cards"


def kind(options: Options) -> str:
    """Return the title without the life cards."""
    return rules_title(replace(options, life_cards=(None, None)))


def why_round_ended(view: MatchView[DuelView], line: FinishedRound) -> str:
    """Return how a round was won, without its winner."""
    winner = line.result.winner
    if winner is None:
        return why_not_played(view, line) or "equal life points after 200 turns"
    return {
        Reason.LIFE: f"{view.names[winner.other]} has no life points left",
        Reason.TURNS: "more life points after 200 turns",
    }.get(Reason(line.result.reason)) or why_not_played(view, line)


def last_turn(view: MatchView[DuelView]) -> str:
    """Return what the last player to act did, by name; at the deal, who begins."""
    return last_turn_told(view.round, view.names) or begins(view)


def last_action(view: MatchView[DuelView]) -> str:
    """Return the last action alone, by name; at the deal, who begins."""
    return unplayed_end(view) or last_action_told(view.round, view.names) or begins(view)


def log(view: MatchView[DuelView]) -> Iterator[tuple[str, str]]:
    """Yield what has happened in the round, a sentence each, the first of each turn after its number."""
    yield "", begins(view)
    for turn in turns_of(view.round):
        sentences = told(turn, view.names)
        yield from zip((f"turn {turn.number}", *[""] * len(sentences)), sentences, strict=False)
    if end := unplayed_end(view):
        yield "", end


def to_do(action: Action) -> str:
    """Return the action as an offer, by the places it names: "play red sword 4 to place 2"."""
    match action.kind:
        case Kind.LAY:
            return f"play {card_name(action.card)} to place {action.number}"
        case Kind.USE:
            place = f"your {place_numbers(action.number)}"
            return f"destroy {card_name(action.card) if action.card else place}"
        case Kind.BUY:
            return f"buy shop {place_numbers(action.number)} with {place_numbers(*action.numbers)}"
        case Kind.ATTACK:
            broken = f", break {place_numbers(*action.numbers)}" if action.numbers else ""
            return f"attack with your {place_numbers(action.number)}{broken}"
        case Kind.DRAW if action.zone is not Zone.OWN:
            return f"draw from {'shop deck' if action.zone is Zone.SHOP else 'their deck'}"
        case Kind.KEEP:
            return "keep the cards of your life card" if action.colour is None else "keep the grey cards"
        case Kind.MOVE:
            assert action.zone is not None
            return f"move {place_name(action.place)} to {discard_name(action.zone)}"
        case Kind.REMOVE | Kind.DESTROY | Kind.TRIGGER | Kind.STRIKE:
            colour = f" as {action.colour}" if action.colour else ""
            return f"{_VERBS[action.kind]} {place_name(action.place)}{colour}"
        case _:
            return _VERBS[action.kind]


_VERBS: Final = {
    Kind.CLEAR: "clear the shop",
    Kind.END: "end the turn",
    Kind.DRAW: "draw",
    Kind.FLOOD: "they draw",
    Kind.RECOVER: "take your top discard",
    Kind.SWEEP: "discard their display",
    Kind.REVENGE: "revenge for an attack",
    Kind.HEAL: "heal",
    Kind.DAMAGE: "deal damage",
    Kind.BLESS: "they gain life points",
    Kind.REMOVE: "discard",
    Kind.DESTROY: "destroy",
    Kind.TRIGGER: "trigger",
    Kind.STRIKE: "attack with",
}


def place_numbers(*numbers: int) -> str:
    """Return places by their numbers, marked so that none is taken for a strength: "#2", "#1,3"."""
    return f"#{','.join(map(str, numbers))}"


def place_name(place: Place | None) -> str:
    """Return a place as the player to act calls it: "shop #3", "their #2", "your discard"."""
    assert place is not None
    if not place.number:
        return discard_name(place.zone)
    owner = {Zone.OWN: "your", Zone.OPPONENT: "their", Zone.SHOP: "shop"}[place.zone]
    return f"{owner} {place_numbers(place.number)}{' buff' if place.is_buff else ''}"


def discard_name(zone: Zone) -> str:
    """Return a discard as the player to act calls it."""
    return {Zone.OWN: "your discard", Zone.OPPONENT: "their discard", Zone.SHOP: "shop discard"}[zone]


def state_in_words(view: MatchView[DuelView]) -> Iterator[str]:
    """Yield the last action, the points and cards in the open, and the hands that show."""
    state = view.round
    yield last_action(view)
    points = [f"{view.names[seat]} {state.life[seat]} LP ({state.life_cards[seat]})" for seat in Seat]
    yield f"  {' · '.join(filter(None, [f'turn {state.number}', *points, to_play(view)]))}"
    for seat in Seat:
        laid = (str(card) for stack in state.displays[seat] for card in stack if card)
        yield f"  {view.names[seat]}'s display: {_cards(laid)}"
    yield f"  shop: {_cards(str(card) for card in state.shop if card)}"
    for seat, hand in zip(Seat, state.hands, strict=True):
        if hand is not None:
            yield f"  {view.names[seat]}'s hand: {_cards(map(str, hand))}"


def _cards(names: Iterator[str]) -> str:
    return " ".join(names) or "none"


def prompt(view: DuelView, numbers: Sequence[int], key_of: KeyOf) -> str:
    """Return what the player to act is asked for, before anything is chosen; `numbers` are those of cards."""
    if view.pending is not None:
        choose = f"choose from the list, then press {key_of('play')}"
        return f"{card_name(view.pending.card).capitalize()}: {choose}."
    if view.has_revenge:
        swords = f"Pick a sword with {key_of(f'list-{Kind.ATTACK}')}, or do something else."
        return f"Your next attack of this turn ignores shields.\n{swords}"
    up, down = key_of("up"), key_of("down")
    keys = "-".join(dict.fromkeys(key_of(f"card-{number}") for number in (*numbers[:1], *numbers[-1:])))
    card = f"Pick a card by its number ({keys}), or" if keys else "Pick"
    return f"{card} what to do by its letter below.\nOr pick from the list with {up} and {down}."
