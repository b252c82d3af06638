"""A motive for an action, or against it, as a sentence."""

from typing import Final

from engarde_tui.games.en_garde.words import if_you
from engarde_tui.language import put, tr, tr_count
from engarde_tui.play.words import capital, percent
from engine.en_garde import Action, Kind, RoundView
from engine.en_garde.actions import count_cards
from engine.en_garde.bots.motives import MARGIN, Motive, Why
from engine.message import Message, message

FEW: Final = 1 / 3
"""A larger share of the hands is too many for the word "only", a smaller one too few to praise an attack."""


def in_words(
    motive: Motive, view: RoundView, action: Action, instead: Action | None = None, *, is_price: bool = False
) -> str:
    """Return one of the motives for `action`, compared with `instead`, as a sentence.

    A danger is told as the price of what has been said before, if `is_price`.
    """
    match motive.why:
        case Why.FORCED if action.kind is Kind.TAKE_HIT:
            return tr("You have no defence.")
        case Why.FORCED:
            return tr("Nothing else is legal.")
        case Why.END if not view.pile:
            return _known_end(motive)
        case Why.END:
            return _end(motive, instead)
        case Why.LAST_TURN:
            return _known_end_after_parry(motive)
        case Why.ATTACK:
            return _attack(motive, view)
        case Why.TRAP:
            return _trap(motive)
        case Why.COUNTER:
            return _counter(motive, is_price=is_price)
        case Why.TURN:
            return _turn(motive)
        case Why.HIT:
            return _hit(motive, instead, is_price=is_price)
        case Why.REACH:
            return _reach(motive, instead, is_price=is_price)
        case Why.THREAT:
            steps = _listed(list(map(str, motive.cards)))
            return tr("If your opponent advances {steps}, you can attack.", steps=steps)
        case Why.KEEP:
            return _keep(motive)
        case Why.LEAD:
            return _lead(motive)
        case Why.GROUND:
            return tr_count(
                "You gain {number} square, and ground counts if nobody is hit.",
                "You gain {number} squares, and ground counts if nobody is hit.",
                motive.squares,
            )


# --- how the round ends ---


def _known_end(motive: Motive) -> str:
    if motive.share:
        return tr("The pile is empty, so you can work out the other hand: this wins.")
    if motive.drawn:
        return tr("The pile is empty, so you can work out the other hand: this draws.")
    return tr("The pile is empty, so you can work out the other hand: this loses.")


def _known_end_after_parry(motive: Motive) -> str:
    if motive.share:
        return tr("The pile is empty, so you can work out the other hand: you win after the parry.")
    if motive.drawn:
        return tr("The pile is empty, so you can work out the other hand: the parry draws the round.")
    return tr("The pile is empty, so you can work out the other hand: you lose after the parry.")


def _end(motive: Motive, instead: Action | None) -> str:
    if motive.share == 1:
        return tr("This draws the last card and wins, whatever your opponent holds.")
    if motive.drawn == 1:
        return tr("This draws the last card, and the round is drawn, whatever your opponent holds.")
    share, drawn = _percent(motive.share), _percent(motive.drawn)
    match bool(motive.share), bool(motive.drawn):
        case True, True:
            fact = tr(
                "This draws the last card: it wins against {share} of possible hands "
                "and draws against {drawn}",
                share=share,
                drawn=drawn,
            )
        case True, False:
            fact = tr("This draws the last card: it wins against {share} of possible hands", share=share)
        case False, True:
            fact = tr(
                "This draws the last card: it wins against no possible hand and draws against {drawn}",
                drawn=drawn,
            )
        case _:
            fact = tr("This draws the last card: it wins against no possible hand")
    return _compared(fact, _fewer(motive, instead))


def _fewer(motive: Motive, instead: Action | None) -> str:
    """Return how many hands the other actions win against; "" if not fewer."""
    if motive.other is None or motive.share - motive.other < MARGIN:
        return ""
    share = _percent(motive.other)
    if instead is None:
        if motive.other:
            return tr("any other action wins against at most {share}", share=share)
        return tr("any other action wins against none")
    if motive.other:
        return tr("{if_you}, that wins against {share}", if_you=if_you(instead), share=share)
    return tr("{if_you}, that wins against none", if_you=if_you(instead))


# --- attacks and parries ---


def _attack(motive: Motive, view: RoundView) -> str:
    if not view.rules.parry:
        return tr("Every attack hits: this wins the round.")
    cards = put(count_cards(len(motive.cards), motive.cards[0]))
    if motive.share == 1:
        return tr("No possible hand can parry {cards}.", cards=cards)
    if not motive.share:
        return tr("Every possible hand can parry {cards}.", cards=cards)
    share = _percent(motive.share)
    return capital(tr("{share} of possible hands cannot parry {cards}.", share=share, cards=cards))


def _trap(motive: Motive) -> str:
    if not motive.share:
        return tr("If they cannot parry, they must give ground.")
    if motive.share == 1:
        return tr("No possible hand can parry or evade.")
    share = _percent(motive.share)
    return capital(tr("{share} of possible hands can neither parry nor evade.", share=share))


def _counter(motive: Motive, *, is_price: bool) -> str:
    if not motive.share:
        return tr("After a parry you cannot be hit at once.")
    share = _percent(motive.share)
    if is_price:
        return tr("But the chance that your opponent can parry and hit back is {share}.", share=share)
    return tr("The chance that your opponent can parry and hit back is {share}.", share=share)


_MORE: Final = (
    message("one more {card}"),
    message("two more {card}s"),
    message("three more {card}s"),
    message("four more {card}s"),
)
"""So many equal cards after others."""


def _turn(motive: Motive) -> str:
    if not motive.cards:
        return tr("After the parry it is your turn at once.")
    cards = tr(_MORE[len(motive.cards) - 1].text, card=motive.cards[0])
    if motive.share == 1:
        return tr("Then it is your turn at once: no possible hand can parry {cards}.", cards=cards)
    if not motive.share:
        return tr("Then it is your turn at once: every possible hand can parry {cards}.", cards=cards)
    return tr(
        "Then it is your turn at once: {share} of possible hands cannot parry {cards}.",
        share=_percent(motive.share),
        cards=cards,
    )


# --- dangers ---


_CHANCE_OF_HIT: Final = (
    message("At distance {distance} the chance of being hit is {share}"),
    message("But at distance {distance} the chance of being hit is {share}"),
)
_ONE_HITS: Final = (
    message("At distance {distance} any {distance} hits you, unless you draw one: the chance is {share}"),
    message("But at distance {distance} any {distance} hits you, unless you draw one: the chance is {share}"),
)
_SEVERAL_HIT: Final = (
    message("At distance {distance} {cards} hit you, unless you draw one: the chance is {share}"),
    message("But at distance {distance} {cards} hit you, unless you draw one: the chance is {share}"),
)
_MANY_REACH: Final = (
    message("At distance {distance}, {share} of possible hands reach you by an advance and attack"),
    message("But at distance {distance}, {share} of possible hands reach you by an advance and attack"),
)
_PAIR_REACHES: Final = (
    message("At distance {distance} only {cards} reaches you, which {share} of possible hands hold"),
    message("But at distance {distance} only {cards} reaches you, which {share} of possible hands hold"),
)
"""Dangers, each by itself and as the price of what has been said before."""


_Elsewhere = tuple[tuple[Message, Message, Message], tuple[Message, Message, Message]]
"""What is told after one step, after any, and of at least so much: without a danger here, and with one."""

_HIT_ELSEWHERE: Final[_Elsewhere] = (
    (
        message("{if_you}, the chance is {share}"),
        message("after any other step the chance is {share}"),
        message("after any other step the chance is at least {share}"),
    ),
    (
        message("{if_you}, it is {share}"),
        message("after any other step it is {share}"),
        message("after any other step it is at least {share}"),
    ),
)
_REACH_ELSEWHERE: Final[_Elsewhere] = (
    (
        message("{if_you}, {share} of possible hands could"),
        message("after any other step {share} of possible hands could"),
        message("after any other step at least {share} of possible hands could"),
    ),
    (
        message("{if_you}, {share} could"),
        message("after any other step {share} could"),
        message("after any other step at least {share} could"),
    ),
)


def _hit(motive: Motive, instead: Action | None, *, is_price: bool) -> str:
    distance, number = motive.distance, len(motive.cards)
    if not motive.share:
        fact = tr("You cannot be hit at distance {distance}", distance=distance)
    else:
        words = _SEVERAL_HIT if number > 1 else _ONE_HITS if number else _CHANCE_OF_HIT
        cards = put(count_cards(number, distance))
        fact = tr(words[is_price].text, distance=distance, cards=cards, share=_percent(motive.share))
    return _compared(fact, _elsewhere(motive, instead, _HIT_ELSEWHERE))


def _elsewhere(motive: Motive, instead: Action | None, words: _Elsewhere) -> str:
    """Return the chance, or the share of hands, after other steps; "" if it is not higher."""
    if motive.other is None or motive.other - motive.share < MARGIN:
        return ""
    after_one, after_any, at_least = words[bool(motive.share)]
    share = _percent(motive.other)
    if instead is not None:
        return tr(after_one.text, if_you=if_you(instead), share=share)
    return tr((after_any if motive.other == 1 else at_least).text, share=share)


def _reach(motive: Motive, instead: Action | None, *, is_price: bool) -> str:
    distance = motive.distance
    pairs = dict.fromkeys("+".join(map(str, sorted((step, distance - step)))) for step in motive.cards)
    if not motive.share:
        fact = tr("At distance {distance} nothing reaches you", distance=distance)
    else:
        words = _MANY_REACH if len(pairs) > 2 or motive.share > FEW else _PAIR_REACHES
        cards, share = _listed(list(pairs)), _percent(motive.share)
        fact = tr(words[is_price].text, distance=distance, cards=cards, share=share)
    return _compared(fact, _elsewhere(motive, instead, _REACH_ELSEWHERE))


# --- benefits ---


def _keep(motive: Motive) -> str:
    cards = put(count_cards(len(motive.cards), motive.cards[0]))
    if len(motive.cards) == 2:
        return tr("You keep {cards}, to attack or parry with.", cards=cards)
    return tr("You keep {cards}, which nobody can parry.", cards=cards)


def _lead(motive: Motive) -> str:
    squares = tr_count("{number} square", "{number} squares", abs(motive.squares))
    if not motive.squares:
        return tr_count(
            "Then {number} card is left to draw, and you are level.",
            "Then {number} cards are left to draw, and you are level.",
            motive.pile,
        )
    if motive.squares > 0:
        return tr_count(
            "Then {number} card is left to draw, and you lead by {squares}.",
            "Then {number} cards are left to draw, and you lead by {squares}.",
            motive.pile,
            squares=squares,
        )
    return tr_count(
        "Then {number} card is left to draw, and you trail by {squares}.",
        "Then {number} cards are left to draw, and you trail by {squares}.",
        motive.pile,
        squares=squares,
    )


# --- what sentences are made of ---


def _compared(fact: str, elsewhere: str) -> str:
    """Return a clause and, after it, one about the other actions, if there is any."""
    return tr("{fact}; {elsewhere}.", fact=fact, elsewhere=elsewhere) if elsewhere else f"{fact}."


def _percent(share: float) -> str:
    """Return a share in percent; only none at all is 0%, and only all are 100%."""
    if 0 < share < 0.005:
        return tr("under 1%")
    return tr("over 99%") if 0.995 <= share < 1 else percent(share)


def _listed(words: list[str]) -> str:
    """Return alternatives: "2, 4 or 5"."""
    *first, last = words
    return tr("{first} or {last}", first=", ".join(first), last=last) if first else last
