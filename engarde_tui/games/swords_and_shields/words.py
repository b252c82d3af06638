"""The game in words: cards, actions, what happened, results and rules as players say them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from engarde_tui.games.swords_and_shields.history import last_action_told, last_turn_told, told, turns_of
from engarde_tui.games.swords_and_shields.labels import turn_number
from engarde_tui.games.swords_and_shields.names import card_name, colour_name
from engarde_tui.language import put, tr, tr_as, tr_count
from engarde_tui.play.words import KeyOf, begins, capital, to_play, unplayed_end, why_not_played
from engine.game import Seat
from engine.match import FinishedRound, MatchView
from engine.message import Message, message
from engine.swords_and_shields import (
    CARDS,
    PRESETS,
    Action,
    Card,
    Colour,
    DuelView,
    Kind,
    Options,
    Place,
    Reason,
    Zone,
)

REASONS: Final[Mapping[str, Message]] = {
    Reason.LIFE: message("out of life points"),
    Reason.TURNS: message("by life points"),
    Reason.FORFEIT: message("by forfeit"),
    Reason.ABSENCE: message("by absence"),
    Reason.RESIGNATION: message("by resignation"),
    Reason.TIME: message("on time"),
    Reason.AGREEMENT: message("by agreement"),
}
"""How a round is won or lost, as the statistics list it."""

SCREEN_IN_SHORT: Final = (
    message(
        "Your display and your hand are below, the opponent's display is above, the shop is between them. "
        "Places have numbers: #2 is place 2, while sword 2 is a sword of strength 2. Number keys pick cards "
        "of your hand, as long as the line above it is heavy and gold."
    ),
    message(
        "The large figure is a card's strength. Beside it are its colour, a sword, a shield or the plus of a "
        "buff, and its worth in stones (◆). In the shop a tick (✓) marks what you can buy now, and beside it "
        "is the price: 3◆ is 3 stones, ◆◆◇ is 2 stones of one colour and 1 of another, 5† is 5 swords, and "
        "3◆/4▼ is 3 stones or 4 shields. In a display 6 (+2) is a strength of 6, with 2 from buffs and from "
        "the cards beside it; +1 below it is its buff."
    ),
    message(
        "Press a number to see what you can do with that card of your hand, or a letter for a kind of "
        "action; again for the next. Or pick from the list. A card keeps its number until the turn ends; "
        "while the other player plays, it tells what the card does."
    ),
    message("All chance of a round, the life cards and every shuffle, is decided at the deal."),
)
"""What a player sees at the table, one point each."""


_LENGTHS: Final = {"quick-duel": message("Quick duel"), "full-duel": message("Full duel")}
"""The titles of the presets."""


def rules_title(options: Options) -> str:
    """Return the title of the options: "Quick duel", or the number of life points."""
    title = _length(options)
    if options.life_cards != (None, None):
        left, right = map(_life_card, options.life_cards)
        title = tr("{title}, left life card {left}, right {right}", title=title, left=left, right=right)
    return title if options.cards.digest == CARDS.digest else tr("{title}, other cards", title=title)


def _length(options: Options) -> str:
    name = next((name for name, preset in PRESETS.items() if preset.life == options.life), None)
    return life_points(options.life) if name is None else put(_LENGTHS[name])


def _life_card(colour: Colour | None) -> str:
    return tr("drawn at random") if colour is None else colour_name(colour)


def life_points(number: int) -> str:
    """Return a number of life points in words."""
    return tr_count("{number} life point", "{number} life points", number)


def kind(options: Options) -> str:
    """Return the title without the life cards."""
    return rules_title(replace(options, life_cards=(None, None)))


def why_round_ended(view: MatchView[DuelView], line: FinishedRound) -> str:
    """Return how a round was won, without its winner."""
    winner, reason = line.result
    if winner is None:
        return why_not_played(view, line) or tr("equal life points after 200 turns")
    match reason:
        case Reason.LIFE:
            return tr("{name} has no life points left", name=view.names[winner.other])
        case Reason.TURNS:
            return tr("more life points after 200 turns")
        case _:
            return why_not_played(view, line)


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
        mark = turn_number(turn.number)
        yield from zip((mark, *[""] * len(sentences)), sentences, strict=False)
    if end := unplayed_end(view):
        yield "", end


def to_do(action: Action, name_of: Callable[[Place], str] | None = None) -> str:
    """Return the action as an offer, by the places it names: "play red sword 4 to place 2".

    `name_of` names the place of an open card that an effect is about, by default as `place_name` does.
    """
    target = "" if action.place is None else (name_of or place_name)(action.place)
    match action.kind:
        case Kind.LAY:
            return tr("play {card} to place {number}", card=card_name(action.card), number=action.number)
        case Kind.USE if action.card:
            return tr("destroy {card}", card=card_name(action.card))
        case Kind.USE:
            return tr("destroy your {place}", place=place_numbers(action.number))
        case Kind.BUY:
            paying = place_numbers(*action.numbers)
            return tr("buy shop {place} with {paying}", place=place_numbers(action.number), paying=paying)
        case Kind.ATTACK if action.numbers:
            broken = place_numbers(*action.numbers)
            return tr(
                "attack with your {place}, break {broken}", place=place_numbers(action.number), broken=broken
            )
        case Kind.ATTACK:
            return tr("attack with your {place}", place=place_numbers(action.number))
        case Kind.DRAW if action.zone is Zone.SHOP:
            return tr("draw from shop deck")
        case Kind.DRAW if action.zone is Zone.OPPONENT:
            return tr("draw from their deck")
        case Kind.DRAW:
            return tr_as("action", "draw")
        case Kind.HEAL:
            return tr_as("action", "heal")
        case Kind.KEEP:
            is_grey = action.colour is not None
            return tr("keep the grey cards") if is_grey else tr("keep the cards of your life card")
        case Kind.MOVE:
            return _to_move(action, target)
        case Kind.REMOVE:
            return tr("discard {card}", card=target)
        case Kind.DESTROY:
            return tr("destroy {card}", card=target)
        case Kind.TRIGGER:
            return tr("trigger {card}", card=target)
        case Kind.STRIKE if action.colour is not None:
            return tr("attack with {card} as {colour}", card=target, colour=colour_name(action.colour))
        case Kind.STRIKE:
            return tr("attack with {card}", card=target)
        case _:
            return put(_TO_DO[action.kind])


_TO_DO: Final = {
    Kind.CLEAR: message("clear the shop"),
    Kind.END: message("end the turn"),
    Kind.FLOOD: message("they draw"),
    Kind.RECOVER: message("take your top discard"),
    Kind.SWEEP: message("discard their display"),
    Kind.REVENGE: message("revenge for an attack"),
    Kind.DAMAGE: message("deal damage"),
    Kind.BLESS: message("they gain life points"),
}
"""The actions that name nothing."""


def _to_move(action: Action, card: str) -> str:
    match action.zone:
        case Zone.OWN:
            return tr("move {card} to your discard", card=card)
        case Zone.OPPONENT:
            return tr("move {card} to their discard", card=card)
        case _:
            return tr("move {card} to shop discard", card=card)


def place_numbers(*numbers: int) -> str:
    """Return places by their numbers, marked so that none is taken for a strength: "#2", "#1,3"."""
    return f"#{','.join(map(str, numbers))}"


def place_name(place: Place) -> str:
    """Return a place as the player to act calls it: "shop #3", "their #2", "your discard"."""
    number = place_numbers(place.number)
    match place:
        case Place(number=0):
            return discard_name(place.zone)
        case Place(zone=Zone.SHOP):
            return tr("shop {place}", place=number)
        case Place(zone=Zone.OWN, is_buff=True):
            return tr("your {place} buff", place=number)
        case Place(zone=Zone.OWN):
            return tr("your {place}", place=number)
        case Place(is_buff=True):
            return tr("their {place} buff", place=number)
        case _:
            return tr("their {place}", place=number)


def discard_name(zone: Zone) -> str:
    """Return a discard as the player to act calls it."""
    match zone:
        case Zone.OWN:
            return tr("your discard")
        case Zone.OPPONENT:
            return tr("their discard")
        case _:
            return tr("shop discard")


def state_in_words(view: MatchView[DuelView]) -> Iterator[str]:
    """Yield the last action, the points and cards in the open, and the hands that show."""
    state = view.round
    yield last_action(view)
    points = (
        tr(
            "{name} {number} LP ({colour})",
            name=view.names[seat],
            number=state.life[seat],
            colour=colour_name(state.life_cards[seat]),
        )
        for seat in Seat
    )
    yield f"  {' · '.join(filter(None, [turn_number(state.number), *points, to_play(view)]))}"
    for seat in Seat:
        laid = _cards(card for stack in state.displays[seat] for card in stack)
        yield "  " + tr("{name}'s display: {cards}", name=view.names[seat], cards=laid)
    yield "  " + tr("shop: {cards}", cards=_cards(state.shop))
    for seat, hand in zip(Seat, state.hands, strict=True):
        if hand is not None:
            yield "  " + tr("{name}'s hand: {cards}", name=view.names[seat], cards=_cards(hand))


def _cards(cards: Iterable[Card | None]) -> str:
    """Return the notation of cards."""
    return " ".join(str(card) for card in cards if card is not None) or tr_as("cards", "none")


def prompt(view: DuelView, numbers: Sequence[int], key_of: KeyOf) -> str:
    """Return what the player to act is asked for, before anything is chosen; `numbers` are those of cards."""
    if view.pending is not None:
        choose = tr(
            "{card}: choose from the list, then press {key}.",
            card=card_name(view.pending.card),
            key=key_of("play"),
        )
        return capital(choose)
    if view.has_revenge:
        return tr(
            "Your next attack of this turn ignores shields.\nPick a sword with {key}, or do something else.",
            key=key_of(f"list-{Kind.ATTACK}"),
        )
    keys = "-".join(dict.fromkeys(key_of(f"card-{number}") for number in (*numbers[:1], *numbers[-1:])))
    if not keys:
        return tr(
            "Pick what to do by its letter below.\nOr pick from the list with {up} and {down}.",
            up=key_of("up"),
            down=key_of("down"),
        )
    return tr(
        "Pick a card by its number ({keys}), or what to do by its letter below.\n"
        "Or pick from the list with {up} and {down}.",
        keys=keys,
        up=key_of("up"),
        down=key_of("down"),
    )
