"""Why to play an action: true figures of what it leads to, from what its player may know.

The step that an action begins is played with the engine, on a guess of the hidden cards. Only what comes out
the same whatever they are becomes a figure.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from engine.game import IllegalActionError, Seat
from engine.swords_and_shields.actions import END, Action, Kind, Zone
from engine.swords_and_shields.board import HAND_SIZE, Board
from engine.swords_and_shields.bots.figures import (
    Attack,
    Clearing,
    Effect,
    Ending,
    Figures,
    Laying,
    Motive,
    Purchase,
)
from engine.swords_and_shields.bots.guess import guess
from engine.swords_and_shields.bots.memory import Memory, remember
from engine.swords_and_shields.bots.steps import steps
from engine.swords_and_shields.bots.trial import Trial
from engine.swords_and_shields.cards import Card, Suit
from engine.swords_and_shields.duel import Duel
from engine.swords_and_shields.events import Event, EventKind
from engine.swords_and_shields.legal import ways_to_break
from engine.swords_and_shields.payment import funds_of
from engine.swords_and_shields.strength import Stack, strength_in_display
from engine.swords_and_shields.turn import carry_out
from engine.swords_and_shields.view import DuelView


def motive_of(view: DuelView, plan: Sequence[Action]) -> Motive:
    """Return why to play the first action of a plan; the player to act sees this view."""
    memory = remember(view)
    start = guess(view, Random(0), memory)
    try:
        step, duels = _step(start, plan)
    except IllegalActionError:
        # The plan counts on a hidden card, which this guess has elsewhere: the first action stands alone.
        step, duels = _step(start, plan[:1])
    begins = _purpose(step)
    spent = start.life[start.player] - duels[begins].life[start.player]
    return Motive(step, _figures(memory, step[begins:], duels[begins:]), spent)


def _step(start: Duel, plan: Sequence[Action]) -> tuple[tuple[Action, ...], list[Duel]]:
    """Return the plan up to the purpose of its first action, and every state on the way.

    A card is laid for what first uses it, or for the attack that it reinforces; if that never comes, to stay.
    """
    first, duels = plan[0], [start]
    is_reached = first.kind is not Kind.LAY
    for number, action in enumerate(plan):
        duels.append(duels[-1].play(action))
        is_reached = is_reached or (number > 0 and _uses(duels[-2], action, first.number))
        if is_reached and duels[-1].pending is None:
            return tuple(plan[: number + 1]), duels
    return (tuple(plan), duels) if is_reached else ((first,), duels[:2])


def _uses(duel: Duel, action: Action, number: int) -> bool:
    """Return whether an action uses the card on a place of the own display, or attacks reinforced by it."""
    if number in _own_places(action):
        return True
    display, life_card = list(duel.displays[duel.player]), duel.life_cards[duel.player]
    if action.kind is not Kind.ATTACK:
        return False
    strength = strength_in_display(display, action.number - 1, life_card)
    display[number - 1] = Stack()
    return strength_in_display(display, action.number - 1, life_card) < strength


def _own_places(action: Action) -> tuple[int, ...]:
    """Return the places of the own display whose cards an action uses."""
    match action.kind:
        case Kind.BUY:
            return action.numbers
        case Kind.ATTACK | Kind.USE:
            return (action.number,)
        case _:
            return ()


def _purpose(step: tuple[Action, ...]) -> int:
    """Return where the purpose of a step begins, from 0: at its last action, or at the effect before it."""
    if step[-1].kind in _WHOLE:
        return len(step) - 1
    return max((number for number, each in enumerate(step) if each.kind is Kind.USE), default=0)


_WHOLE: Final = (Kind.BUY, Kind.ATTACK, Kind.LAY, Kind.CLEAR, Kind.END)
"""What is done with one action; the others begin or go on with an effect."""


def _figures(memory: Memory, step: tuple[Action, ...], duels: list[Duel]) -> Figures:
    before, after, action = duels[-2], duels[-1], step[-1]
    match action.kind:
        case Kind.BUY:
            return _purchase(memory, action, before, after)
        case Kind.ATTACK:
            return _attack(action, before, after)
        case Kind.LAY:
            return _laying(memory, action, before, after)
        case Kind.CLEAR:
            return Clearing(_affordable(before), sum(card is not None for card in after.shop))
        case Kind.END:
            return _ending(memory, before, after)
        case _:
            return _effect(memory, step, duels)


def _purchase(memory: Memory, action: Action, before: Duel, after: Duel) -> Purchase:
    player, other = before.player, before.player.other
    card = before.shop[action.number - 1]
    assert card is not None
    assert card.price is not None
    stacks = [before.displays[player][number - 1] for number in action.numbers]
    funds, price = funds_of(stacks), card.price
    currency, amount = None, sum(price.stones)
    for suit, own, asked in (
        (Suit.SWORD, funds.swords, price.swords),
        (Suit.SHIELD, funds.shields, price.shields),
    ):
        if 0 < own == asked:
            currency, amount = suit, asked
    own_cards = _cards_of(before, player) if _knows_own(memory, player) else None
    return Purchase(
        card,
        tuple(stack.card for stack in stacks if stack.card is not None),
        currency,
        amount,
        waits=0 if card.is_duff else len(after.decks[player]),
        average=None if own_cards is None else _average(own_cards),
        rivals=None
        if own_cards is None
        else sum(own.suit is card.suit and own.strength >= card.strength for own in own_cards),
        strongest_shield=max(_strengths(before, other, Suit.SHIELD), default=0),
        is_drawn_next=card.is_duff and len(after.hands[other]) < HAND_SIZE,
    )


def _attack(action: Action, before: Duel, after: Duel) -> Attack:
    player, other = before.player, before.player.other
    events = after.plays[-1].events
    struck = next(event for event in events if event.kind is EventKind.STRUCK)
    assert struck.card is not None
    return Attack(
        struck.card,
        struck.number,
        _numbered(events, EventKind.BROKE),
        damage=before.life[other] - after.life[other],
        shields_left=len(_strengths(after, other, Suit.SHIELD)),
        counters=_numbered(events, EventKind.COUNTERED),
        cost=before.life[player] - after.life[player],
        is_countered=after.has_attacked and not before.has_attacked,
        wins=_is_won(after, player),
    )


def _laying(memory: Memory, action: Action, before: Duel, after: Duel) -> Laying:
    player, other = before.player, before.player.other
    stack = after.displays[player][action.number - 1]
    card = before.rules.cards.named(action.card)
    display, life_card = after.displays[player], before.life_cards[player]
    strength = card.bonus if card.is_buff else strength_in_display(display, action.number - 1, life_card)
    breakers = None
    if stack.card is not None and card.suit is Suit.SHIELD and _knows_others(memory, player):
        hidden = [*before.hands[other], *before.decks[other]]
        alone = [_strength_alone(sword, before, other) for sword in hidden if sword.suit is Suit.SWORD]
        breakers = sum(sword >= strength for sword in alone), len(hidden)
    return Laying(card, strength, (_danger(before), _danger(after)), breakers)


def _effect(memory: Memory, step: tuple[Action, ...], duels: list[Duel]) -> Effect:
    before, after = duels[0], duels[-1]
    player, other = before.player, before.player.other
    events = [event for play in after.plays[len(before.plays) :] for event in play.events]
    drawn = [event for event in events if event.kind is EventKind.DREW and event.seat is player]
    knows_own = _knows_own(memory, player)
    averages = None
    if knows_own and all(event.zone is Zone.OWN for event in drawn):
        averages = _average(_cards_of(before, player)), _average(_cards_of(after, player))
    choice = step[-1] if len(step) > 1 or step[0].kind is not Kind.USE else None
    # What a deck that is turned over brings is known as far as its cards are.
    is_sure = knows_own or choice is None or choice.kind is not Kind.KEEP
    taken = [event.card for event in events if event.kind is EventKind.TOOK and event.card is not None]
    return Effect(
        _used_card(before, step[0]),
        choice,
        None if choice is None or choice.place is None else duels[-2].board().at(choice.place),
        (after.life[player] - before.life[player], after.life[other] - before.life[other])
        if is_sure
        else None,
        sum(event.number for event in drawn),
        tuple(sorted(taken, key=str)) if is_sure else (),
        len(after.hands[player]) if is_sure else None,
        _left(before, after, other),
        averages,
        _is_won(after, player),
    )


def _used_card(before: Duel, action: Action) -> Card:
    """Return the card whose effect begins, or is going on."""
    if action.kind is not Kind.USE:
        assert before.pending is not None
        return before.pending.card
    if action.card:
        return before.rules.cards.named(action.card)
    card = before.displays[before.player][action.number - 1].card
    assert card is not None
    return card


def _ending(memory: Memory, before: Duel, after: Duel) -> Ending:
    player, other = before.player, before.player.other
    # After the refill: a deck that was used up is the former discard then.
    hidden = [*after.hands[other], *after.decks[other]]
    swords = [_strength_alone(card, after, other) for card in hidden if card.suit is Suit.SWORD]
    return Ending(
        kept=len(before.hands[player]),
        danger=0 if after.result else _most_damage(after.board(), player),
        swords=(len(swords), max(swords, default=0)) if _knows_others(memory, player) else None,
        hidden=len(hidden),
        counter=sum(_strengths(before, player, Suit.SWORD)),
        toll=before.life[other] - after.life[other],
        wins=_is_won(after, player),
    )


def _danger(duel: Duel) -> int:
    """Return what the open swords of the opponent could take if the turn ended now."""
    if duel.result:
        return 0
    player = duel.player
    after = duel.play(END)
    return 0 if after.result else _most_damage(after.board(), player)


def _most_damage(board: Board, victim: Seat) -> int:
    """Return the most life points that attacks with the swords in the display of the player to act take."""
    most = 0
    shields = tuple(board.numbers_of(victim, Suit.SHIELD))
    for number in board.numbers_of(board.player, Suit.SWORD):
        strength, life_card = board.strength(board.player, number), board.life_cards[victim]
        ways = ways_to_break(board.displays[victim], shields, strength, life_card) if shields else [()]
        for broken in ways:
            trial = board.copy()
            carry_out(trial, Action(Kind.ATTACK, number=number, numbers=broken))
            damage = board.life[victim] - trial.life[victim]
            most = max(most, damage + (0 if trial.is_over else _most_damage(trial, victim)))
    return most


def _affordable(duel: Duel) -> int:
    """Return how many open cards of the shop can be bought with the hand and the display."""
    bought = {step[-1].number for step in steps(Trial.of(duel)) if step[-1].kind is Kind.BUY}
    names = [str(duel.shop[number - 1]) for number in bought]
    return sum(str(card) in names for card in duel.shop)


def _strengths(duel: Duel, seat: Seat, suit: Suit) -> list[int]:
    """Return the strengths of the swords or shields of a display."""
    board = duel.board()
    return [board.strength(seat, number) for number in board.numbers_of(seat, suit)]


def _strength_alone(card: Card, duel: Duel, seat: Seat) -> int:
    """Return the strength that a card has in an empty display."""
    return strength_in_display([Stack(None, card)], 0, duel.life_cards[seat])


def _numbered(events: Sequence[Event], kind: EventKind) -> tuple[tuple[Card, int], ...]:
    """Return the cards and numbers of the events of a kind."""
    return tuple(
        (event.card, event.number) for event in events if event.kind is kind and event.card is not None
    )


def _left(before: Duel, after: Duel, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that have left a display."""
    gone = Counter(_laid(before, seat)) - Counter(_laid(after, seat))
    return tuple(gone.elements())


def _laid(duel: Duel, seat: Seat) -> list[Card]:
    return [card for stack in duel.displays[seat] for card in stack if card is not None]


def _cards_of(duel: Duel, seat: Seat) -> list[Card]:
    return [*duel.hands[seat], *duel.decks[seat], *duel.discards[seat], *_laid(duel, seat)]


def _average(cards: Sequence[Card]) -> float:
    return sum(card.strength for card in cards) / len(cards) if cards else 0.0


def _is_won(duel: Duel, seat: Seat) -> bool:
    return duel.result is not None and duel.result.winner is seat


def _knows_own(memory: Memory, player: Seat) -> bool:
    """Return whether the player who looks knows which cards are the own ones: none was drawn unseen."""
    return not memory.decks[player].drawn[player.other]


def _knows_others(memory: Memory, player: Seat) -> bool:
    """Return whether the player knows which cards the opponent has in hand and deck together."""
    return _knows_own(memory, player) and not memory.shop_deck.drawn[player.other]
