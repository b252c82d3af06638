"""What speaks for an action, in words."""

from typing import Final

from engarde_tui.games.en_garde.words import to_do
from engarde_tui.play.words import percent
from engine.en_garde import Action, Kind, RoundView
from engine.en_garde.actions import count_cards
from engine.en_garde.bots.motives import MARGIN, Motive, Why, motives
from engine.en_garde.rules import CARD_VALUES

FEW: Final = 1 / 3
"""A larger share of the hands is too many for the word "only", a smaller one too few to praise an attack."""


def why(view: RoundView, action: Action, instead: Action | None = None) -> list[str]:
    """Return what can be said of a legal action, a sentence each; see `Presentation.why`."""
    found = motives(view, action, instead)
    trapped = {motive.share for motive in found if motive.why is Why.TRAP}
    sentences: list[str] = []
    for motive in found:
        if not _is_telling(motive) or (motive.why is Why.ATTACK and motive.share in trapped):
            continue
        if instead is not None and not _is_praise(motive):
            continue
        sentence = in_words(motive, view, action, instead)
        is_price = motive.why in (Why.HIT, Why.REACH, Why.COUNTER) and motive.share and instead is None
        is_price = is_price and bool(sentences) and found[0].why is not Why.FORCED
        sentences.append(f"But {sentence[:1].lower()}{sentence[1:]}" if is_price else sentence)
    out_of_reach = (motive for motive in found if motive.why is Why.REACH and not motive.share)
    return sentences or [in_words(motive, view, action, instead) for motive in out_of_reach]


def _is_telling(motive: Motive) -> bool:
    """Return whether a motive is one for its action, or a warning."""
    match motive.why:
        case Why.ATTACK:
            return motive.share >= FEW
        case Why.TRAP:
            return not 0 < motive.share < MARGIN
        case Why.LEAD:
            return motive.squares >= 0
        case Why.REACH:
            is_safer = motive.other is not None and motive.other - motive.share >= MARGIN
            return bool(motive.share) or is_safer or motive.distance <= 2 * CARD_VALUES[-1]
    return True


def _is_praise(motive: Motive) -> bool:
    """Return whether a motive that is better than another action's sounds better, or names both figures."""
    match motive.why:
        case Why.HIT | Why.COUNTER | Why.REACH:
            return not motive.share or (motive.other is not None and motive.other - motive.share >= MARGIN)
        case Why.END | Why.LAST_TURN:
            is_compared = motive.other is not None and motive.share - motive.other >= MARGIN
            return is_compared or motive.share + motive.drawn / 2 >= 1 / 2
    return True


def in_words(motive: Motive, view: RoundView, action: Action, instead: Action | None = None) -> str:
    """Return one of the motives for `action`, compared with `instead`, as a sentence."""
    match motive.why:
        case Why.FORCED:
            return "You have no defence." if action.kind is Kind.TAKE_HIT else "Nothing else is legal."
        case Why.END:
            return _end(motive, view, instead)
        case Why.LAST_TURN:
            return f"With no card left, you know the other hand: after the parry {_ended(motive)}."
        case Why.ATTACK:
            return _attack(motive, view)
        case Why.TRAP:
            if not motive.share:
                return "If they cannot parry, they must give ground."
            if motive.share == 1:
                return "No possible hand can parry or evade."
            return f"{_hands(motive.share).capitalize()} can neither parry nor evade."
        case Why.COUNTER:
            if not motive.share:
                return "After a parry you cannot be hit at once."
            return f"The chance that your opponent can parry and hit back is {_percent(motive.share)}."
        case Why.TURN:
            if not motive.cards:
                return "After the parry it is your turn at once."
            more = count_cards(len(motive.cards), motive.cards[0]).replace(" ", " more ")
            return f"Then it is your turn at once: {_cannot_parry(motive.share)} {more}."
        case Why.HIT:
            return _hit(motive, instead)
        case Why.REACH:
            return _reach(motive, instead)
        case Why.THREAT:
            return f"If your opponent advances {_listed(motive.cards)}, you can attack."
        case Why.KEEP:
            card, number = motive.cards[0], len(motive.cards)
            use = "to attack or parry with" if number == 2 else "which nobody can parry"
            return f"You keep {count_cards(number, card)}, {use}."
        case Why.LEAD:
            return _lead(motive)
        case Why.GROUND:
            return f"You gain {_squares(motive.squares)}, and ground counts if nobody is hit."


def _end(motive: Motive, view: RoundView, instead: Action | None) -> str:
    if not view.pile:
        return f"With no card left, you know the other hand: {_ended(motive)}."
    if motive.share == 1:
        return "This draws the last card and wins, whatever your opponent holds."
    if motive.drawn == 1:
        return "This draws the last card, and the round is drawn, whatever your opponent holds."
    beaten = _hands(motive.share) if motive.share else "no possible hand"
    draws = f" and draws against {_percent(motive.drawn)}" if motive.drawn else ""
    return f"This draws the last card: it wins against {beaten}{draws}{_fewer(motive, instead)}."


def _ended(motive: Motive) -> str:
    """Return how the round ends where only one hand is possible."""
    return "you win" if motive.share else "the round is drawn" if motive.drawn else "you lose"


def _fewer(motive: Motive, instead: Action | None) -> str:
    """Return how many hands the other actions win against, where fewer."""
    if motive.other is None or motive.share - motive.other < MARGIN:
        return ""
    fewer = _percent(motive.other) if motive.other else "none"
    if instead is not None:
        return f"; if you {to_do(instead)}, that wins against {fewer}"
    return f"; any other action wins against {'at most ' * bool(motive.other)}{fewer}"


def _attack(motive: Motive, view: RoundView) -> str:
    if not view.rules.parry:
        return "Every attack hits: this wins the round."
    return f"{_cannot_parry(motive.share).capitalize()} {count_cards(len(motive.cards), motive.cards[0])}."


def _cannot_parry(share: float) -> str:
    if share == 1:
        return "no possible hand can parry"
    return f"{_hands(share)} cannot parry" if share else "every possible hand can parry"


def _hit(motive: Motive, instead: Action | None) -> str:
    where = f"at distance {motive.distance}"
    if not motive.share:
        return f"You cannot be hit {where}{_elsewhere(motive, instead, 'the chance is ')}."
    if motive.cards:
        cards = f"{count_cards(len(motive.cards), motive.distance)} hit"
        takes = cards if len(motive.cards) > 1 else f"any {motive.distance} hits"
        chance = f"{takes} you, unless you draw one: the chance is {_percent(motive.share)}"
    else:
        chance = f"the chance of being hit is {_percent(motive.share)}"
    return f"{where.capitalize()} {chance}{_elsewhere(motive, instead, 'it is ')}."


def _reach(motive: Motive, instead: Action | None) -> str:
    where = f"At distance {motive.distance}"
    elsewhere = _elsewhere(motive, instead, "", " could" if motive.share else " of possible hands could")
    if not motive.share:
        return f"{where} nothing reaches you{elsewhere}."
    pairs = dict.fromkeys("+".join(map(str, sorted((step, motive.distance - step)))) for step in motive.cards)
    if len(pairs) > 2 or motive.share > FEW:
        return f"{where}, {_hands(motive.share)} reach you by an advance and attack{elsewhere}."
    return f"{where} only {' or '.join(pairs)} reaches you, which {_hands(motive.share)} hold{elsewhere}."


def _elsewhere(motive: Motive, instead: Action | None, before: str, after: str = "") -> str:
    """Return what the other steps come to, between two words, if that is worse."""
    if motive.other is None or motive.other - motive.share < MARGIN:
        return ""
    if instead is not None:
        return f"; if you {to_do(instead)}, {before}{_percent(motive.other)}{after}"
    least = "" if motive.other == 1 else "at least "
    return f"; after any other step {before}{least}{_percent(motive.other)}{after}"


def _lead(motive: Motive) -> str:
    left = "Then 1 card is" if motive.pile == 1 else f"Then {motive.pile} cards are"
    if not motive.squares:
        return f"{left} left to draw, and you are level."
    verb = "lead" if motive.squares > 0 else "trail"
    return f"{left} left to draw, and you {verb} by {_squares(abs(motive.squares))}."


def _squares(number: int) -> str:
    return f"{number} square{'s' * (number > 1)}"


def _hands(share: float) -> str:
    return f"{_percent(share)} of possible hands"


def _percent(share: float) -> str:
    """Return a share in percent; only none at all is 0%, and only all are 100%."""
    if 0 < share < 0.005:
        return "under 1%"
    return "over 99%" if 0.995 <= share < 1 else percent(share)


def _listed(cards: tuple[int, ...]) -> str:
    *first, last = map(str, cards)
    return f"{', '.join(first)} or {last}" if first else last
