"""What speaks for an action, in words."""

from typing import Final

from engarde_tui.games.en_garde.words import to_do
from engarde_tui.play.words import percent
from engine.en_garde import Action, Kind, RoundView
from engine.en_garde.actions import count_cards
from engine.en_garde.bots.reasons import MARGIN, Reason, Why, reasons
from engine.en_garde.rules import CARD_VALUES

FEW: Final = 1 / 3
"""A larger share of the hands is too many for the word "only", a smaller one too few to praise an attack."""


def why(view: RoundView, action: Action, instead: Action | None = None) -> list[str]:
    """Return what can be said of a legal action, a sentence each; see `Presentation.why`."""
    found = reasons(view, action, instead)
    trapped = {reason.share for reason in found if reason.why is Why.TRAP}
    said: list[str] = []
    for reason in found:
        if not _is_telling(reason) or (reason.why is Why.ATTACK and reason.share in trapped):
            continue
        sentence = in_words(reason, view, action, instead)
        is_price = reason.why in (Why.HIT, Why.REACH, Why.COUNTER) and reason.share and instead is None
        is_price = is_price and bool(said) and found[0].why is not Why.FORCED
        said.append(f"But {sentence[:1].lower()}{sentence[1:]}" if is_price else sentence)
    out_of_reach = (reason for reason in found if reason.why is Why.REACH and not reason.share)
    return said or [in_words(reason, view, action, instead) for reason in out_of_reach]


def _is_telling(reason: Reason) -> bool:
    """Return whether a reason is one for its action, or a warning."""
    match reason.why:
        case Why.ATTACK:
            return reason.share >= FEW
        case Why.TRAP:
            return not 0 < reason.share < MARGIN
        case Why.LEAD:
            return reason.squares >= 0
        case Why.REACH:
            is_safer = reason.other is not None and reason.other - reason.share >= MARGIN
            return bool(reason.share) or is_safer or reason.distance <= 2 * CARD_VALUES[-1]
    return True


def in_words(reason: Reason, view: RoundView, action: Action, instead: Action | None = None) -> str:
    """Return one of the reasons for `action`, compared with `instead`, as a sentence."""
    match reason.why:
        case Why.FORCED:
            return "You have no defence." if action.kind is Kind.TAKE_HIT else "Nothing else is legal."
        case Why.END:
            return _end(reason, view, instead)
        case Why.LAST_TURN:
            return f"With no card left, you know the other hand: after the parry {_ended(reason)}."
        case Why.ATTACK:
            return _attack(reason, view)
        case Why.TRAP:
            if not reason.share:
                return "Whoever cannot parry must give ground."
            if reason.share == 1:
                return "No possible hand can parry or evade."
            return f"{_hands(reason.share).capitalize()} can neither parry nor evade."
        case Why.COUNTER:
            if not reason.share:
                return "After a parry you cannot be hit at once."
            return f"The chance that your opponent can parry and hit back is {_percent(reason.share)}."
        case Why.TURN:
            if not reason.cards:
                return "After the parry it is your turn at once."
            more = count_cards(len(reason.cards), reason.cards[0]).replace(" ", " more ")
            return f"Then it is your turn at once: {_cannot_parry(reason.share)} {more}."
        case Why.HIT:
            return _hit(reason, instead)
        case Why.REACH:
            return _reach(reason, instead)
        case Why.THREAT:
            return f"If your opponent advances {_listed(reason.cards)}, you can attack."
        case Why.KEEP:
            card, number = reason.cards[0], len(reason.cards)
            use = "to attack or parry with" if number == 2 else "which nobody can parry"
            return f"You keep {count_cards(number, card)}, {use}."
        case Why.LEAD:
            return _lead(reason)
        case Why.GROUND:
            return f"You gain {_squares(reason.squares)}, and ground counts if nobody is hit."


def _end(reason: Reason, view: RoundView, instead: Action | None) -> str:
    if not view.pile:
        return f"With no card left, you know the other hand: {_ended(reason)}."
    if reason.share == 1:
        return "This draws the last card and wins, whatever your opponent holds."
    if reason.drawn == 1:
        return "This draws the last card, and the round is drawn, whatever your opponent holds."
    lose = f"{_hands(reason.share)} lose to it" if reason.share else "no possible hand loses to it"
    draws = f"; with {_percent(reason.drawn)} the round is drawn" if reason.drawn else ""
    return f"This draws the last card: {lose}{_most(reason, instead)}{draws}."


def _ended(reason: Reason) -> str:
    """Return how the round ends where only one hand is possible."""
    return "you win" if reason.share else "the round is drawn" if reason.drawn else "you lose"


def _most(reason: Reason, instead: Action | None) -> str:
    """Return how many hands lose to the other actions, where fewer do."""
    if reason.other is None or reason.share - reason.other < MARGIN:
        return ""
    if instead is not None:
        return f", against {_percent(reason.other)} if you {to_do(instead)}"
    return f", to any other action {f'at most {_percent(reason.other)}' if reason.other else 'none'}"


def _attack(reason: Reason, view: RoundView) -> str:
    if not view.rules.parry:
        return "Every attack hits: this wins the round."
    return f"{_cannot_parry(reason.share).capitalize()} {count_cards(len(reason.cards), reason.cards[0])}."


def _cannot_parry(share: float) -> str:
    if share == 1:
        return "no possible hand can parry"
    return f"{_hands(share)} cannot parry" if share else "every possible hand can parry"


def _hit(reason: Reason, instead: Action | None) -> str:
    where = f"at distance {reason.distance}"
    if not reason.share:
        return f"You cannot be hit {where}{_elsewhere(reason, instead, 'the chance is ')}."
    if reason.cards:
        cards = f"{count_cards(len(reason.cards), reason.distance)} hit"
        takes = cards if len(reason.cards) > 1 else f"any {reason.distance} hits"
        chance = f"{takes} you, unless you draw one: the chance is {_percent(reason.share)}"
    else:
        chance = f"the chance of being hit is {_percent(reason.share)}"
    return f"{where.capitalize()} {chance}{_elsewhere(reason, instead, 'it is ')}."


def _reach(reason: Reason, instead: Action | None) -> str:
    where = f"At distance {reason.distance}"
    elsewhere = _elsewhere(reason, instead, "", " could" if reason.share else " of possible hands could")
    if not reason.share:
        return f"{where} nothing reaches you{elsewhere}."
    pairs = dict.fromkeys("+".join(map(str, sorted((step, reason.distance - step)))) for step in reason.cards)
    if len(pairs) > 2 or reason.share > FEW:
        return f"{where}, {_hands(reason.share)} reach you by an advance and attack{elsewhere}."
    return f"{where} only {' or '.join(pairs)} reaches you, which {_hands(reason.share)} hold{elsewhere}."


def _elsewhere(reason: Reason, instead: Action | None, before: str, after: str = "") -> str:
    """Return what the other steps come to, between two words, if that is worse."""
    if reason.other is None or reason.other - reason.share < MARGIN:
        return ""
    if instead is not None:
        return f"; if you {to_do(instead)}, {before}{_percent(reason.other)}{after}"
    least = "" if reason.other == 1 else "at least "
    return f"; after any other step {before}{least}{_percent(reason.other)}{after}"


def _lead(reason: Reason) -> str:
    left = "Then 1 card is" if reason.pile == 1 else f"Then {reason.pile} cards are"
    if not reason.squares:
        return f"{left} left to draw, and you are level."
    verb = "lead" if reason.squares > 0 else "trail"
    return f"{left} left to draw, and you {verb} by {_squares(abs(reason.squares))}."


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
