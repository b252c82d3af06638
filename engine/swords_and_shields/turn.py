"""What the actions of a turn do."""

from engine.game import Seat
from engine.swords_and_shields import effects
from engine.swords_and_shields.actions import Action, Kind, Place, Zone
from engine.swords_and_shields.board import Board
from engine.swords_and_shields.cards import Card, Suit
from engine.swords_and_shields.effects import SHOP_NUMBERS
from engine.swords_and_shields.events import EventKind
from engine.swords_and_shields.legal import cards_to_show
from engine.swords_and_shields.strength import Stack


def carry_out(board: Board, action: Action) -> None:
    """Do what an action of the turn, other than ending it, says."""
    if board.pending is not None:
        effects.carry_out(board, action)
        return
    board.can_clear = False
    match action.kind:
        case Kind.LAY:
            _lay(board, action)
        case Kind.BUY:
            _buy(board, action)
        case Kind.ATTACK:
            _attack(board, action)
        case Kind.USE:
            _use(board, action)
        case Kind.CLEAR:
            _clear(board)
        case _:
            raise AssertionError(f"{action} cannot begin anything")


def _lay(board: Board, action: Action) -> None:
    player = board.player
    card = _in_hand(board, action.card)
    board.hands[player].remove(card)
    place = action.number - 1
    board.displays[player][place] = (
        Stack(card) if card.is_buff else Stack(board.displays[player][place].buff, card)
    )
    board.note(EventKind.LAID, player, card, action.number)
    if card.is_duff:
        board.lose(EventKind.TOLL, player, card.toll, card)


def _in_hand(board: Board, name: str) -> Card:
    return next(card for card in board.hands[board.player] if str(card) == name)


def _buy(board: Board, action: Action) -> None:
    player = board.player
    bought = board.shop[action.number - 1]
    assert bought is not None
    board.note(EventKind.BOUGHT, player, bought, action.number)
    for number in action.numbers:
        board.note(EventKind.PAID, player, _discard_from(board, player, number))
    if bought.is_duff:
        board.decks[player.other].insert(0, bought)
    else:
        board.discards[player].append(bought)
    board.shop[action.number - 1] = None
    board.fill_shop()


def _discard_from(board: Board, seat: Seat, number: int) -> Card:
    """Lay the card on a place of a player's display on the player's discard; a buff under it stays."""
    buff, card = board.displays[seat][number - 1]
    assert card is not None
    board.displays[seat][number - 1] = Stack(buff)
    board.discards[seat].append(card)
    return card


def _attack(board: Board, action: Action) -> None:
    player, opponent = board.player, board.player.other
    card = board.displays[player][action.number - 1].card
    left = board.strength(player, action.number)
    board.note(EventKind.STRUCK, player, card, left)
    for number in action.numbers:
        needed = board.strength(opponent, number)
        left -= needed
        board.note(EventKind.BROKE, opponent, _discard_from(board, opponent, number), needed)
    has_revenge, board.has_revenge = board.has_revenge, False
    if has_revenge or not board.numbers_of(opponent, Suit.SHIELD):
        board.lose(EventKind.WOUNDED, opponent, left)
    _discard_from(board, player, action.number)
    if not has_revenge and not board.has_attacked and not board.is_over:
        board.has_attacked = True
        _counter(board)


def _counter(board: Board) -> None:
    """Let all swords of the opponent strike back together, with revenge; then they are discarded."""
    player, opponent = board.player, board.player.other
    swords = board.numbers_of(opponent, Suit.SWORD)
    strengths = [board.strength(opponent, number) for number in swords]
    for number, strength in zip(swords, strengths, strict=True):
        board.note(EventKind.COUNTERED, opponent, _discard_from(board, opponent, number), strength)
    board.lose(EventKind.WOUNDED, player, sum(strengths))


def _use(board: Board, action: Action) -> None:
    place = Place(Zone.OWN, action.number) if action.number else None
    card = _in_hand(board, action.card) if place is None else board.at(place)
    assert card is not None
    board.note(EventKind.USED, board.player, card)
    effects.begin(board, card, place)


def _clear(board: Board) -> None:
    player = board.player
    for card in cards_to_show(board.hands[player]):
        board.note(EventKind.SHOWED, player, card)
    board.shop_discard += [card for card in board.shop if card is not None]
    board.shop = [None] * len(SHOP_NUMBERS)
    board.fill_shop()
