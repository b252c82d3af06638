"""Why to play an action, in words."""

from collections.abc import Iterator
from typing import Final

from engarde_tui.games.swords_and_shields.effect_words import effects_in_words
from engarde_tui.games.swords_and_shields.names import card_name, short_name
from engarde_tui.games.swords_and_shields.offers import offer
from engarde_tui.games.swords_and_shields.words import to_do
from engarde_tui.widgets.wrapping import wrapped
from engine.swords_and_shields import Action, Card, DuelView, Kind, Zone
from engine.swords_and_shields.bots.reasons import (
    Attack,
    Clearing,
    Effect,
    Ending,
    Figures,
    Laying,
    Purchase,
    Reason,
)

_LINES: Final = 2

_FULL: Final = 99
"""Columns in which an action names its cards in full."""


def reason_in_words(view: DuelView, reason: Reason, columns: int) -> str:
    """Return what to do and why, with as many reasons as fit into two lines, the best first."""
    what, told = _what(view, reason), ""
    for why in _why(reason.figures):
        longer = f"{told}; {why}" if told else why
        if len(wrapped(f"{what}: {longer}.", columns)) <= _LINES:
            told = longer
    return f"{what}: {told}." if told else f"{what}."


def _what(view: DuelView, reason: Reason) -> str:
    """Return the first action, and what it is for: "Lay red sword 4 on 1 to attack"."""
    first, figures = reason.step[0], reason.figures
    text = offer(view, first, _FULL)
    match figures:
        case Purchase() if first.kind is Kind.LAY:
            text += f" to buy {card_name(figures.card)} for {_price(figures)}"
        case Attack() if first.kind is Kind.LAY:
            text += (
                f" to attack{'' if first.card == str(figures.card) else f' with {card_name(figures.card)}'}"
            )
        case Purchase():
            text += f" for {_price(figures)}"
        case Attack():
            text = f"attack with {card_name(figures.card)}"
        case Effect() if first.kind is Kind.USE:
            choice = "" if figures.choice is None else f" ({to_do(figures.choice)})"
            text = f"use {card_name(figures.card)}{choice}"
    return f"{text[:1].upper()}{text[1:]}"


def _why(figures: Figures) -> Iterator[str]:
    """Yield the reasons, the best first."""
    match figures:
        case Purchase():
            yield from _why_buy(figures)
        case Attack():
            yield from _why_attack(figures)
        case Laying():
            yield from _why_lay(figures)
        case Effect():
            yield from _why_use(figures)
        case Clearing():
            number = figures.affordable
            yield (
                f"you can buy {number or 'none'} of the open cards" if number else "you can buy nothing here"
            )
            yield "your cards stay in hand"
        case Ending():
            yield from _why_end(figures)


def _why_buy(figures: Purchase) -> Iterator[str]:
    card = figures.card
    if card.is_duff:
        when = "they draw it at once" if figures.is_drawn_next else "it lies on top of their deck"
        yield f"{when}; it costs them {card.toll} LP or a place in hand"
    elif card.is_buff:
        yield f"+{card.bonus} for every card that lies on it, turn after turn"
    else:
        yield from _why_strong(figures)
    if figures.waits:
        yield f"you draw it after the {_counted(figures.waits, 'card')} of your deck"


def _price(figures: Purchase) -> str:
    """Return what is paid: "exactly 5 swords"."""
    return f"exactly {_counted(figures.amount, figures.currency or 'stone')}"


def _why_strong(figures: Purchase) -> Iterator[str]:
    """Yield what a sword or shield is worth among the own cards."""
    card = figures.card
    if figures.average is not None and card.strength > figures.average:
        best = ", and none of yours is as strong" if figures.rivals == 0 else ""
        yield f"strength {card.strength}, where your cards average {figures.average:.1f}{best}"
    else:
        yield f"its effect: {effects_in_words(card)}"
    if card.suit == "sword" and card.strength >= figures.strongest_shield > 0:
        yield f"it could break their strongest shield ({figures.strongest_shield})"


def _why_attack(figures: Attack) -> Iterator[str]:
    if figures.wins:
        yield "it wins the game"
        return
    if figures.broken:
        shields = " and ".join(f"{short_name(card)} ({needed})" for card, needed in figures.broken)
        yield f"its {figures.strength} breaks {shields}"
    if figures.damage:
        yield f"they lose {figures.damage} LP"
    elif figures.shields_left == 0:
        yield "no shield is left in your way"
    else:
        yield f"{_counted(figures.shields_left, 'shield')} left"
    if figures.counters:
        yield f"{_swords(figures.counters)} for {figures.cost}"
    elif figures.is_countered:
        yield "no sword of theirs strikes back"


def _swords(counters: tuple[tuple[Card, int], ...]) -> str:
    """Return who strikes back: "their sword 3 strikes back"."""
    names = " and ".join(short_name(card) for card, _ in counters)
    return f"their {names} strike{'s' * (len(counters) == 1)} back"


def _why_lay(figures: Laying) -> Iterator[str]:
    card, (before, after) = figures.card, figures.danger
    if card.is_duff:
        yield f"it costs you {card.toll} LP now, and leaves your hand"
    elif card.is_buff:
        yield f"+{card.bonus} for every card that lies on it"
    elif card.suit == "sword":
        yield f"it strikes back for {figures.strength} if they attack"
    else:
        yield f"a shield of {figures.strength}"
    if after < before:
        yield f"their open swords can take {after} LP instead of {before}"
    if figures.breakers is not None:
        breakers, hidden = figures.breakers
        yield f"{breakers or 'none'} of their {hidden} hidden cards can break it alone"


def _why_use(figures: Effect) -> Iterator[str]:
    own, other = figures.life or (0, 0)
    if figures.wins:
        yield "it wins the game"
        return
    if other < 0:
        yield f"they lose {-other} LP"
    if figures.removed:
        yield f"{_listed(figures.removed)} leave{'s' * (len(figures.removed) == 1)} their display"
    if own > 0:
        yield f"you gain {own} LP"
    if figures.choice is not None and figures.target is not None:
        yield _about(figures.choice, figures.target)
    if figures.taken:
        yield f"you take {_listed(figures.taken)}"
    yield from _why_draw(figures)
    if own < 0:
        yield f"it costs you {-own} LP"
    if other > 0:
        yield f"they gain {other} LP"


def _why_draw(figures: Effect) -> Iterator[str]:
    """Yield what becomes of hand and deck."""
    if figures.averages is not None:
        before, after = (f"{average:.1f}" for average in figures.averages)
        if after > before:
            yield f"your cards then average {after}, not {before}"
        elif figures.averages[1] > figures.averages[0]:
            yield f"it is weaker than your average of {before}"
    if figures.drawn and figures.held:
        yield f"you then hold {_counted(figures.held, 'card')}"


def _about(choice: Action, target: Card) -> str:
    """Return what a choice does with an open card."""
    name = card_name(target)
    match choice.kind:
        case Kind.MOVE if choice.zone is Zone.OWN:
            return f"{name} goes to your discard, for nothing"
        case Kind.MOVE | Kind.REMOVE:
            return f"{name} is out of the way"
        case Kind.STRIKE:
            return f"{name} strikes, and no shield helps"
        case _:
            return f"by {name}"


def _why_end(figures: Ending) -> Iterator[str]:
    if figures.wins:
        yield "their next turn begins with their last LP"
        return
    if figures.toll:
        yield f"their turn begins with a loss of {figures.toll} LP"
    if figures.danger:
        yield f"their open swords can take {figures.danger} LP"
    else:
        yield "no open sword of theirs can hurt you"
    if figures.counter:
        yield f"your swords strike back for {figures.counter}"
    if figures.kept:
        yield f"you keep {_counted(figures.kept, 'card')} for later"


def _listed(cards: tuple[Card, ...]) -> str:
    *others, last = map(card_name, cards)
    return f"{', '.join(others)} and {last}" if others else last


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
