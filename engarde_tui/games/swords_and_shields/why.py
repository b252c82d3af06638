"""What speaks for an action, in words."""

from collections.abc import Iterator, Sequence

from engarde_tui.games.swords_and_shields.effect_words import effects_in_words
from engarde_tui.games.swords_and_shields.names import card_name, listed, sentence, short_name
from engarde_tui.games.swords_and_shields.words import to_do
from engine.swords_and_shields import Action, Card, DuelView, Kind, Suit, Zone
from engine.swords_and_shields.bots.figures import (
    Attack,
    Clearing,
    Effect,
    Ending,
    Laying,
    Motive,
    Purchase,
)
from engine.swords_and_shields.bots.motives import motive_of
from engine.swords_and_shields.effects import strikes_twice


def why(view: DuelView, plan: Sequence[Action]) -> list[str]:
    """Return why to play the first action of a plan, a sentence each, the most telling first."""
    motive = motive_of(view, plan)
    clauses = [*_why(motive)]
    if motive.spent > 0:
        clauses.insert(1, f"until then you lose {motive.spent} LP")
    return [sentence(clause) for clause in clauses]


def _why(motive: Motive) -> Iterator[str]:
    is_laid = motive.step[0].kind is Kind.LAY
    match motive.figures:
        case Purchase() as figures:
            yield from _why_buy(figures, is_laid)
        case Attack() as figures:
            yield from _why_attack(figures, motive.step[0] if is_laid else None)
        case Laying() as figures:
            yield from _why_lay(figures)
        case Effect() as figures:
            yield from _why_use(figures, motive.step[0])
        case Clearing() as figures:
            yield f"you can buy {figures.affordable or 'none'} of the open cards"
            yield "your cards stay in your hand"
        case Ending() as figures:
            yield from _why_end(figures)


def _why_buy(figures: Purchase, is_laid: bool) -> Iterator[str]:
    card = figures.card
    exactly = f"exactly {_counted(figures.amount, figures.currency or 'stone')}"
    if is_laid:
        yield f"then you can buy {card_name(card)}, for {exactly}"
    if card.is_duff:
        when = "they draw it at once" if figures.is_drawn_next else "it lies on top of their deck"
        yield f"{when}; it costs them {card.toll} LP or a place in hand"
    elif card.is_buff:
        yield f"+{card.bonus} for every card that lies on it, turn after turn"
    else:
        yield from _why_strong(figures)
    if not is_laid:
        yield f"you pay {exactly}"
    if figures.waits:
        last = f"{figures.waits} cards" if figures.waits > 1 else "last card"
        yield f"you draw it after the {last} of your deck"


def _why_strong(figures: Purchase) -> Iterator[str]:
    """Yield what a sword or shield is worth among the own cards."""
    card = figures.card
    if figures.average is not None and card.strength > figures.average:
        best = ", and none of yours is as strong" if figures.rivals == 0 else ""
        yield f"its strength is {card.strength}, your cards average {figures.average:.1f}{best}"
    else:
        yield f"its effect: {effects_in_words(card)}"
    if card.suit is Suit.SWORD and card.strength >= figures.strongest_shield > 0:
        yield f"it could break their strongest shield ({figures.strongest_shield})"


def _why_attack(figures: Attack, laid: Action | None) -> Iterator[str]:
    shields = " and ".join(
        short_name(card) if needed == card.strength else f"{short_name(card)} (here {needed})"
        for card, needed in figures.broken
    )
    breaks = f" and breaks {shields}" if shields else ""
    if laid is None:
        if shields:
            yield f"its strength of {figures.strength} breaks {shields}"
    elif laid.card == str(figures.card):
        yield f"it attacks for {figures.strength}{breaks}"
    else:
        yield f"it makes {card_name(figures.card)} stronger, which attacks for {figures.strength}{breaks}"
    if figures.wins:
        yield "that wins the round"
        return
    if figures.damage:
        yield f"they lose {figures.damage} LP"
    elif figures.shields_left == 0:
        yield "no shield is left in your way"
    else:
        yield f"{_counted(figures.shields_left, 'shield')} left"
    if figures.counters:
        names = " and ".join(short_name(card) for card, _ in figures.counters)
        yield f"their {names} strike{'s' * (len(figures.counters) == 1)} back: you lose {figures.cost} LP"
    elif figures.is_countered:
        yield "no sword of theirs strikes back"


def _why_lay(figures: Laying) -> Iterator[str]:
    card, (before, after) = figures.card, figures.danger
    if card.is_duff:
        yield f"it costs you {card.toll} LP now, and leaves your hand"
    elif card.is_buff:
        yield f"+{card.bonus} for every card that lies on it"
    elif card.suit is Suit.SWORD:
        yield f"it strikes back for {figures.strength} if they attack"
    else:
        yield f"it defends you with {figures.strength}"
    if after < before:
        yield f"their open swords can then take {after} LP, not {before}"
    if figures.breakers is not None and figures.breakers[1] > 1:
        breakers, hidden = figures.breakers
        yield f"{breakers or 'none'} of their {hidden} hidden cards can break it alone"


def _why_use(figures: Effect, first: Action) -> Iterator[str]:
    own, other = figures.life or (0, 0)
    choice = figures.choice
    if first.kind is Kind.LAY:
        yield "you use its effect later in this turn"
    elif first.kind is Kind.USE and choice is not None and not (choice.kind is Kind.DRAW and figures.held):
        yield f"then {to_do(choice)}"
    if figures.wins:
        yield "that wins the round"
        return
    if other < 0:
        yield f"they lose {-other} LP"
    if figures.removed:
        removed = listed(map(card_name, figures.removed))
        yield f"{removed} leave{'s' * (len(figures.removed) == 1)} their display"
    if own > 0:
        yield f"you gain {own} LP"
    if choice is not None and figures.target is not None:
        yield from _about(choice, figures.target)
    if figures.taken:
        yield f"you take {listed(map(card_name, figures.taken))}"
    yield from _why_thin(figures)
    if figures.drawn and figures.held:
        yield f"you then hold {_counted(figures.held, 'card')}"
    if own < 0:
        yield f"it costs you {-own} LP"
    if other > 0:
        yield f"they gain {other} LP"


def _why_thin(figures: Effect) -> Iterator[str]:
    """Yield what becomes of the deck."""
    if figures.averages is None:
        return
    before, after = (f"{average:.1f}" for average in figures.averages)
    if after > before:
        yield f"your cards then average {after}, not {before}"
    elif figures.averages[1] > figures.averages[0]:
        yield f"its strength of {figures.card.strength} is below your average of {before}"


def _about(choice: Action, target: Card) -> Iterator[str]:
    """Yield what a choice does with an open card."""
    name = card_name(target)
    match choice.kind:
        case Kind.MOVE if choice.zone is Zone.OWN:
            yield f"{name} becomes yours, for nothing"
        case Kind.STRIKE:
            assert choice.place is not None
            yield f"{name} attacks{' twice' * strikes_twice(choice.place, target)}, and no shield helps"


def _why_end(figures: Ending) -> Iterator[str]:
    if figures.wins:
        yield "their next turn begins with their last LP"
        return
    if figures.toll:
        yield f"their turn begins with a loss of {figures.toll} LP"
    if figures.danger:
        yield f"their open swords can take {figures.danger} LP"
    yield _hidden_swords(figures)
    if figures.counter:
        yield f"your swords strike back for {figures.counter}"
    if figures.kept:
        yield f"you keep {_counted(figures.kept, 'card')} for later"


def _hidden_swords(figures: Ending) -> str:
    """Return what else may attack: swords come from hands."""
    hidden = _counted(figures.hidden, "hidden card")
    if figures.swords is None:
        return f"their hand may hold swords: they have {hidden}"
    match figures.swords:
        case (0, _):
            return "they have no sword in hand or deck"
        case (1, strength):
            return f"1 of their {hidden} is a sword, of strength {strength}"
        case (number, strength):
            return f"{number} of their {hidden} are swords, of strength up to {strength}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
