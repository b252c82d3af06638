"""What speaks for an action, in words."""

from collections.abc import Iterator, Sequence

from engarde_tui.games.swords_and_shields.effect_words import effects_in_words
from engarde_tui.games.swords_and_shields.names import card_name, listed, name_here, sentence, short_name
from engarde_tui.games.swords_and_shields.words import to_do
from engarde_tui.language import put, tr, tr_count
from engarde_tui.play.words import decimal
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
from engine.swords_and_shields.refusal import amount_in_words


def why(view: DuelView, plan: Sequence[Action]) -> list[str]:
    """Return why to play the first action of a plan, a sentence each, the most telling first."""
    motive = motive_of(view, plan)
    clauses = [*_why(motive)]
    if motive.spent > 0:
        clauses.insert(1, tr("until then you lose {number} LP", number=motive.spent))
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
            yield _affordable(figures.affordable)
            yield tr("your cards stay in your hand")
        case Ending() as figures:
            yield from _why_end(figures)


def _why_buy(figures: Purchase, is_laid: bool) -> Iterator[str]:
    card, amount = figures.card, put(amount_in_words(figures.amount, figures.currency))
    if is_laid:
        yield tr("then you can buy {card}, for exactly {amount}", card=card_name(card), amount=amount)
    if card.is_duff and figures.is_drawn_next:
        yield tr("they draw it at once; it costs them {number} LP or a place in hand", number=card.toll)
    elif card.is_duff:
        yield tr(
            "it lies on top of their deck; it costs them {number} LP or a place in hand", number=card.toll
        )
    elif card.is_buff:
        yield tr("+{number} for every card that lies on it, turn after turn", number=card.bonus)
    else:
        yield from _why_strong(figures)
    if not is_laid:
        yield tr("you pay exactly {amount}", amount=amount)
    if figures.waits:
        yield tr_count(
            "you draw it after the last card of your deck",
            "you draw it after the {number} cards of your deck",
            figures.waits,
        )


def _why_strong(figures: Purchase) -> Iterator[str]:
    """Yield what a sword or shield is worth among the own cards."""
    card, shield = figures.card, figures.strongest_shield
    if figures.average is None or card.strength <= figures.average:
        yield tr("its effect: {effects}", effects=effects_in_words(card))
    elif figures.rivals == 0:
        yield tr(
            "its strength is {strength}, your cards average {average}, and none of yours is as strong",
            strength=card.strength,
            average=decimal(f"{figures.average:.1f}"),
        )
    else:
        yield tr(
            "its strength is {strength}, your cards average {average}",
            strength=card.strength,
            average=decimal(f"{figures.average:.1f}"),
        )
    if card.suit is Suit.SWORD and card.strength >= shield > 0:
        yield tr("it could break their strongest shield ({strength})", strength=shield)


def _what_attacks(figures: Attack, laid: Action, shields: str) -> str:
    """Return which attack a card makes possible, or makes stronger."""
    strength = figures.strength
    if laid.card == str(figures.card):
        if not shields:
            return tr("it attacks for {strength}", strength=strength)
        return tr("it attacks for {strength} and breaks {shields}", strength=strength, shields=shields)
    card = card_name(figures.card)
    if not shields:
        return tr("it makes {card} stronger, which attacks for {strength}", card=card, strength=strength)
    return tr(
        "it makes {card} stronger, which attacks for {strength} and breaks {shields}",
        card=card,
        strength=strength,
        shields=shields,
    )


def _broken(figures: Attack) -> str:
    """Return the shields that an attack breaks; "" if none."""
    return listed(name_here(card, needed) for card, needed in figures.broken)


def _why_attack(figures: Attack, laid: Action | None) -> Iterator[str]:
    shields = _broken(figures)
    if laid is not None:
        yield _what_attacks(figures, laid, shields)
    elif shields:
        yield tr("its strength of {strength} breaks {shields}", strength=figures.strength, shields=shields)
    if figures.wins:
        yield tr("that wins the round")
        return
    if figures.damage:
        yield tr("they lose {number} LP", number=figures.damage)
    elif figures.shields_left == 0:
        yield tr("no shield is left in your way")
    else:
        yield tr_count("{number} shield left", "{number} shields left", figures.shields_left)
    if figures.counters:
        yield tr_count(
            "their {swords} strikes back: you lose {cost} LP",
            "their {swords} strike back: you lose {cost} LP",
            len(figures.counters),
            swords=listed(short_name(card) for card, _ in figures.counters),
            cost=figures.cost,
        )
    elif figures.is_countered:
        yield tr("no sword of theirs strikes back")


def _why_lay(figures: Laying) -> Iterator[str]:
    card, (before, after) = figures.card, figures.danger
    if card.is_duff:
        yield tr("it costs you {number} LP now, and leaves your hand", number=card.toll)
    elif card.is_buff:
        yield tr("+{number} for every card that lies on it", number=card.bonus)
    elif card.suit is Suit.SWORD:
        yield tr("it strikes back for {strength} if they attack", strength=figures.strength)
    else:
        yield tr("it defends you with {strength}", strength=figures.strength)
    if after < before:
        yield tr("their open swords can then take {after} LP, not {before}", after=after, before=before)
    if figures.breakers is not None and figures.breakers[1] > 1:
        breakers, hidden = figures.breakers
        yield _can_break(breakers, hidden)


def _can_break(breakers: int, hidden: int) -> str:
    """Return how many of the opponent's hidden cards can break a shield."""
    if not breakers:
        return tr("none of their {hidden} hidden cards can break it alone", hidden=hidden)
    return tr_count(
        "{number} of their {hidden} hidden cards can break it alone",
        "{number} of their {hidden} hidden cards can break it alone",
        breakers,
        hidden=hidden,
    )


def _why_use(figures: Effect, first: Action) -> Iterator[str]:
    own, other = figures.life or (0, 0)
    choice = figures.choice
    if first.kind is Kind.LAY:
        yield tr("you use its effect later in this turn")
    elif first.kind is Kind.USE and choice is not None and not (choice.kind is Kind.DRAW and figures.held):
        yield tr("then {action}", action=to_do(choice))
    if figures.wins:
        yield tr("that wins the round")
        return
    if other < 0:
        yield tr("they lose {number} LP", number=-other)
    if figures.removed:
        yield tr_count(
            "{cards} leaves their display",
            "{cards} leave their display",
            len(figures.removed),
            cards=listed(map(card_name, figures.removed)),
        )
    if own > 0:
        yield tr("you gain {number} LP", number=own)
    if choice is not None and figures.target is not None:
        yield from _about(choice, figures.target)
    if figures.taken:
        yield tr("you take {cards}", cards=listed(map(card_name, figures.taken)))
    yield from _why_thin(figures)
    if figures.drawn and figures.held:
        yield tr_count("you then hold {number} card", "you then hold {number} cards", figures.held)
    if own < 0:
        yield tr("it costs you {number} LP", number=-own)
    if other > 0:
        yield tr("they gain {number} LP", number=other)


def _why_thin(figures: Effect) -> Iterator[str]:
    """Yield what becomes of the deck."""
    if figures.averages is None:
        return
    before, after = (decimal(f"{average:.1f}") for average in figures.averages)
    if figures.averages[1] <= figures.averages[0]:
        return
    if after != before:
        yield tr("your cards then average {after}, not {before}", after=after, before=before)
    else:
        yield tr(
            "its strength of {strength} is below your average of {average}",
            strength=figures.card.strength,
            average=before,
        )


def _about(choice: Action, target: Card) -> Iterator[str]:
    """Yield what a choice does with an open card."""
    card = card_name(target)
    match choice.kind:
        case Kind.MOVE if choice.zone is Zone.OWN:
            yield tr("{card} becomes yours, for nothing", card=card)
        case Kind.STRIKE:
            assert choice.place is not None
            if strikes_twice(choice.place, target):
                yield tr("{card} attacks twice, and no shield helps", card=card)
            else:
                yield tr("{card} attacks, and no shield helps", card=card)


def _affordable(number: int) -> str:
    """Return how many of the open cards can be bought."""
    if not number:
        return tr("you can buy none of the open cards")
    return tr_count(
        "you can buy {number} of the open cards", "you can buy {number} of the open cards", number
    )


def _why_end(figures: Ending) -> Iterator[str]:
    if figures.wins:
        yield tr("their next turn begins with their last LP")
        return
    if figures.toll:
        yield tr("their turn begins with a loss of {number} LP", number=figures.toll)
    if figures.danger:
        yield tr("their open swords can take {number} LP", number=figures.danger)
    yield _hidden_swords(figures)
    if figures.counter:
        yield tr("your swords strike back for {strength}", strength=figures.counter)
    if figures.kept:
        yield tr_count("you keep {number} card for later", "you keep {number} cards for later", figures.kept)


def _hidden_swords(figures: Ending) -> str:
    """Return what else may attack: swords come from hands."""
    if figures.swords is None:
        return tr_count(
            "their hand may hold swords: they have {number} hidden card",
            "their hand may hold swords: they have {number} hidden cards",
            figures.hidden,
        )
    number, strength = figures.swords
    if not number:
        return tr("they have no sword in hand or deck")
    if figures.hidden == 1:
        return tr("their hidden card is a sword, of strength {strength}", strength=strength)
    return tr_count(
        "{number} of their {hidden} hidden cards is a sword, of strength {strength}",
        "{number} of their {hidden} hidden cards are swords, of strength up to {strength}",
        number,
        hidden=figures.hidden,
        strength=strength,
    )
