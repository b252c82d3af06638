"""Effects: what can be chosen, and what the choice does.

"There is no may in card effects": an effect may begin only if it can be carried out to the end. Choices
depend only on what is open, so they tell nothing about hands and decks but whether a deck is empty.
"""

from collections.abc import Callable, Iterator
from typing import Final

from engine.game import Seat
from engine.swords_and_shields.actions import Action, Kind, Place, Zone
from engine.swords_and_shields.board import EMPTY, Board, Pending
from engine.swords_and_shields.cards import LIFE_COLOURS, Card, Colour, EffectKind, Suit
from engine.swords_and_shields.events import EventKind
from engine.swords_and_shields.strength import strength_at

_AT_ONCE: Final = {
    EffectKind.DRAW: Action(Kind.DRAW, zone=Zone.OWN),
    EffectKind.FLOOD: Action(Kind.FLOOD),
    EffectKind.RECOVER: Action(Kind.RECOVER),
    EffectKind.SWEEP: Action(Kind.SWEEP),
    EffectKind.REVENGE: Action(Kind.REVENGE),
    EffectKind.HEAL: Action(Kind.HEAL),
    EffectKind.DAMAGE: Action(Kind.DAMAGE),
    EffectKind.BLESS: Action(Kind.BLESS),
}
"""The effects that leave nothing to choose; a card's only one of them happens at once."""

DISPLAY_NUMBERS: Final = (1, 2, 3)
SHOP_NUMBERS: Final = (1, 2, 3, 4, 5)


def choices(board: Board) -> Iterator[Action]:
    """Yield every choice that the pending effect leaves and that can be carried out to the end."""
    pending = board.pending
    assert pending is not None
    for effect in pending.effects:
        yield from _CHOICES[effect.kind](board)


def can_begin(board: Board, card: Card, place: Place | None) -> bool:
    """Return whether a card's effect can be carried out to the end once the card is destroyed.

    `place` is where the card lies; None is the hand.
    """
    return _can_end(board, card, lambda trial: begin(trial, card, place))


def _can_trigger(board: Board, card: Card, place: Place) -> bool:
    return _can_end(board, card, lambda trial: _trigger(trial, card, place))


def _can_end(board: Board, card: Card, start: Callable[[Board], None]) -> bool:
    """Return whether a card has an effect and, if `start` begins it, some way to carry it out to the end."""
    if not _ALWAYS.isdisjoint(effect.kind for effect in card.effects):
        return True
    if not card.effects:
        return False
    trial = board.copy()
    start(trial)
    return trial.pending is None or any(True for _ in choices(trial))


def begin(board: Board, card: Card, place: Place | None) -> None:
    """Destroy a card, on `place` or in the hand if that is None, and begin its effect, if it has any."""
    if place is None:
        board.hands[board.player].remove(card)
    else:
        board.remove(place)
    board.shop_discard.append(card)
    before = board.pending
    if before is None:
        _follow(board, Pending(card, card.effects))
    else:
        _follow(board, before._replace(card=card, effects=card.effects, chain=before.chain + 1))


def _trigger(board: Board, card: Card, place: Place) -> None:
    """Begin the effect of a card of the shop, which stays."""
    assert board.pending is not None
    triggered = board.pending.triggered | {place.number}
    _follow(board, board.pending._replace(card=card, effects=card.effects, triggered=triggered))


def _follow(board: Board, pending: Pending) -> None:
    """Wait for a choice, unless there is nothing to choose."""
    board.pending = pending
    if not pending.effects:
        _end_chain(board)
    elif len(pending.effects) == 1 and pending.effects[0].kind in _AT_ONCE:
        for action in choices(board):
            carry_out(board, action)


def _end_chain(board: Board) -> None:
    """End the chain: fill the shop, and let the player clear it if a card was drawn."""
    assert board.pending is not None
    board.can_clear = board.pending.has_drawn
    board.pending = None
    board.fill_shop()


# --- what can be chosen ---


def _open_places(board: Board) -> Iterator[tuple[Place, Card]]:
    """Yield every open card that an effect can reach."""
    for zone in (Zone.OWN, Zone.OPPONENT):
        for number in DISPLAY_NUMBERS:
            for is_buff in (False, True):
                place = Place(zone, number, is_buff)
                if (card := board.at(place)) is not None:
                    yield place, card
    for number in SHOP_NUMBERS:
        place = Place(Zone.SHOP, number)
        if (card := board.at(place)) is not None:
            yield place, card
    for zone in Zone:
        place = Place(zone)
        if (card := board.at(place)) is not None:
            yield place, card


def _at_once(kind: EffectKind) -> Callable[[Board], Iterator[Action]]:
    """Return the choices of an effect that can always be carried out."""
    return lambda _: iter([_AT_ONCE[kind]])


def _recover(board: Board) -> Iterator[Action]:
    if board.discards[board.player]:
        yield _AT_ONCE[EffectKind.RECOVER]


def _sweep(board: Board) -> Iterator[Action]:
    if any(stack != EMPTY for stack in board.displays[board.player.other]):
        yield _AT_ONCE[EffectKind.SWEEP]


def _draw_any(board: Board) -> Iterator[Action]:
    if board.decks[board.player] or board.discards[board.player]:
        yield Action(Kind.DRAW, zone=Zone.OWN)
    if board.decks[board.player.other]:
        yield Action(Kind.DRAW, zone=Zone.OPPONENT)
    if board.shop_deck:
        yield Action(Kind.DRAW, zone=Zone.SHOP)


def _sift(board: Board) -> Iterator[Action]:
    if board.decks[board.player]:
        yield Action(Kind.KEEP, colour=Colour.GREY)
        yield Action(Kind.KEEP)


def _remove(board: Board) -> Iterator[Action]:
    for number in SHOP_NUMBERS:
        place = Place(Zone.SHOP, number)
        if board.at(place) is not None:
            yield Action(Kind.REMOVE, place=place)


def _disarm(board: Board) -> Iterator[Action]:
    for place, card in _open_places(board):
        if card.suit is Suit.SHIELD and place != Place(Zone.SHOP):
            yield Action(Kind.REMOVE, place=place)


def _move(board: Board) -> Iterator[Action]:
    for place, _ in _open_places(board):
        for zone in Zone:
            if place != Place(zone):
                yield Action(Kind.MOVE, place=place, zone=zone)


def _destroy(board: Board) -> Iterator[Action]:
    for place, card in _open_places(board):
        if can_begin(board, card, place) if card.effects else not _is_buff_with_duff(board, place):
            yield Action(Kind.DESTROY, place=place)


def _is_buff_with_duff(board: Board, place: Place) -> bool:
    """Return whether the place is one of a buff and a duff on it, neither of which can be destroyed."""
    if place.zone is Zone.SHOP or not place.number:
        return False
    buff, card = board.displays[board.owner(place.zone)][place.number - 1]
    return buff is not None and card is not None and card.is_duff


def _trigger_choices(board: Board) -> Iterator[Action]:
    for number in SHOP_NUMBERS:
        place = Place(Zone.SHOP, number)
        card = board.at(place)
        if card is not None and _can_trigger(board, card, place):
            yield Action(Kind.TRIGGER, place=place)


def _strike_shield(board: Board) -> Iterator[Action]:
    for place, card in _open_places(board):
        if card.suit is Suit.SHIELD:
            yield from _strikes(board, place, card)


def _strike_sword(board: Board) -> Iterator[Action]:
    for place, card in _open_places(board):
        if card.suit is Suit.SWORD and not strikes_twice(place, card):
            yield from _strikes(board, place, card)


def _strikes(board: Board, place: Place, card: Card) -> Iterator[Action]:
    """Yield the attacks with an open card that cost life points, in each colour that a grey one can have."""
    has_any_colour = card.colour is Colour.GREY and place.zone is Zone.SHOP and place.number
    for colour in LIFE_COLOURS if has_any_colour else (None,):
        action = Action(Kind.STRIKE, place=place, colour=colour)
        if striking_strength(board, action):
            yield action


def _strike_twice(board: Board) -> Iterator[Action]:
    for place, card in _open_places(board):
        if strikes_twice(place, card):
            yield from _strikes(board, place, card)


def strikes_twice(place: Place, card: Card) -> bool:
    """Return whether an open card that an effect lets strike does so twice: a sword of the own display."""
    return card.suit is Suit.SWORD and place.zone is Zone.OWN and place.number > 0


def striking_strength(board: Board, action: Action) -> int:
    """Return the strength of an open card that an effect lets attack from where it lies."""
    place, card = _chosen(board, action)
    owner = board.owner(place.zone)
    return strength_at(place, card, action.colour, board.shop, board.displays[owner], board.life_cards[owner])


_CHOICES: Final[dict[EffectKind, Callable[[Board], Iterator[Action]]]] = {
    EffectKind.DRAW: _at_once(EffectKind.DRAW),
    EffectKind.DRAW_ANY: _draw_any,
    EffectKind.FLOOD: _at_once(EffectKind.FLOOD),
    EffectKind.RECOVER: _recover,
    EffectKind.SIFT: _sift,
    EffectKind.REMOVE: _remove,
    EffectKind.DISARM: _disarm,
    EffectKind.MOVE: _move,
    EffectKind.SWEEP: _sweep,
    EffectKind.DESTROY: _destroy,
    EffectKind.TRIGGER: _trigger_choices,
    EffectKind.REVENGE: _at_once(EffectKind.REVENGE),
    EffectKind.STRIKE_SHIELD: _strike_shield,
    EffectKind.STRIKE_SWORD: _strike_sword,
    EffectKind.STRIKE_TWICE: _strike_twice,
    EffectKind.HEAL: _at_once(EffectKind.HEAL),
    EffectKind.DAMAGE: _at_once(EffectKind.DAMAGE),
    EffectKind.BLESS: _at_once(EffectKind.BLESS),
}

_ALWAYS: Final = frozenset(_AT_ONCE) - {EffectKind.RECOVER, EffectKind.SWEEP}
"""The effects that can be carried out whatever lies on the table."""


# --- what the choice does ---


def carry_out(board: Board, action: Action) -> None:
    """Do what a choice says, and end the chain unless it goes on."""
    player, pending = board.player, board.pending
    assert pending is not None
    match action.kind:
        case Kind.DESTROY:
            place, card = _chosen(board, action)
            board.note(EventKind.DESTROYED, None, card)
            begin(board, card, place)
            return
        case Kind.TRIGGER:
            place, card = _chosen(board, action)
            board.note(EventKind.TRIGGERED, None, card)
            _trigger(board, card, place)
            return
        case Kind.STRIKE:
            _strike(board, action, times=2 if strikes_twice(*_chosen(board, action)) else 1)
        case Kind.DRAW if action.zone is Zone.OWN:
            board.draw(player, _number(pending, EffectKind.DRAW, 1))
        case Kind.DRAW:
            assert action.zone is not None
            board.draw_elsewhere(action.zone)
        case Kind.FLOOD:
            board.draw(player.other, _number(pending, EffectKind.FLOOD))
        case Kind.RECOVER:
            board.take(player, [board.discards[player].pop()])
        case Kind.KEEP:
            _keep(board, action.colour or board.life_cards[player])
        case Kind.REMOVE:
            place, card = _chosen(board, action)
            board.note(EventKind.MOVED, None, card)
            board.shop_discard.append(board.remove(place))
        case Kind.MOVE:
            place, card = _chosen(board, action)
            assert action.zone is not None
            owner = None if action.zone is Zone.SHOP else board.owner(action.zone)
            board.note(EventKind.MOVED, owner, card)
            board.discard_of(action.zone).append(board.remove(place))
        case Kind.SWEEP:
            _lay_display_on_discard(board, player.other)
        case Kind.REVENGE:
            board.has_revenge = True
            board.note(EventKind.REVENGE, player)
        case Kind.HEAL:
            board.gain(player, _number(pending, EffectKind.HEAL))
        case Kind.DAMAGE:
            board.lose(EventKind.WOUNDED, player.other, _number(pending, EffectKind.DAMAGE))
        case Kind.BLESS:
            board.gain(player.other, _number(pending, EffectKind.BLESS))
        case _:
            raise AssertionError(f"{action} is no choice of an effect")
    _end_chain(board)


def _chosen(board: Board, action: Action) -> tuple[Place, Card]:
    assert action.place is not None
    card = board.at(action.place)
    assert card is not None
    return action.place, card


def _number(pending: Pending, kind: EffectKind, default: int = 0) -> int:
    """Return how many cards or life points the pending effect of a kind is about."""
    return next((effect.number for effect in pending.effects if effect.kind is kind), default)


def _strike(board: Board, action: Action, times: int) -> None:
    """Attack so many times in a row with an open card, with revenge and without a counter.

    A sword then goes to the discard where it belongs.
    """
    place, card = _chosen(board, action)
    player, strength = board.player, striking_strength(board, action)
    for _ in range(times):
        if not board.is_over:
            board.note(EventKind.STRUCK, player, card, strength)
            board.lose(EventKind.WOUNDED, player.other, strength)
    if card.suit is Suit.SWORD and place.number:
        board.discard_of(place.zone).append(board.remove(place))


def _keep(board: Board, colour: Colour) -> None:
    """Turn over the player's deck; cards of the colour go to the hand, the others to the discard."""
    player = board.player
    turned, board.decks[player] = board.decks[player], []
    board.note(EventKind.TURNED, player, None, len(turned))
    board.count_as_drawing(player)
    for card in turned:
        if card.colour is not colour:
            board.note(EventKind.MOVED, player, card)
            board.discards[player].append(card)
    board.take(player, [card for card in turned if card.colour is colour])


def _lay_display_on_discard(board: Board, owner: Seat) -> None:
    """Lay a display on its owner's discard, from the left, each card before the buff under it."""
    for buff, card in board.displays[owner]:
        for moved in (card, buff):
            if moved is not None:
                board.note(EventKind.MOVED, owner, moved)
                board.discards[owner].append(moved)
    board.displays[owner] = [EMPTY] * len(DISPLAY_NUMBERS)
