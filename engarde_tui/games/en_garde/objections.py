"""What speaks against an action, in words."""

from collections.abc import Iterator
from typing import Final

from engarde_tui.games.en_garde.motive_words import in_words
from engarde_tui.language import put, tr
from engarde_tui.play.words import percent
from engine.en_garde import Action, RoundView
from engine.en_garde.actions import count_cards
from engine.en_garde.bots.motives import MARGIN, Motive, Why, motives

_COUNTED: Final = (Why.END, Why.LAST_TURN, Why.HIT, Why.ATTACK, Why.COUNTER, Why.REACH, Why.LEAD)
"""The motives that can be drawbacks, the most telling first."""


def objections(view: RoundView, action: Action) -> list[str]:
    """Return what can be said against a legal action, a sentence each, the most telling first.

    No other action is named. What cannot be counted in one turn is said in general.
    """
    found = {motive.why: motive for motive in motives(view, action)}
    counted = [sentence for why in _COUNTED if why in found for sentence in _about(found[why], view, action)]
    return counted or [_in_general(action)]


def _in_general(action: Action) -> str:
    if len(action.cards) > 2:
        number = len(action.cards)
        return tr("No possible hand can parry this, but it spends {number} cards.", number=number)
    if action.step < 0:
        return tr("It looks safe for a turn, but you give ground, which counts if nobody is hit.")
    return tr("It looks safe for a turn: look further ahead.")


def _about(motive: Motive, view: RoundView, action: Action) -> Iterator[str]:
    share = motive.share
    match motive.why:
        case Why.ATTACK:
            if share < 1:
                cards = put(count_cards(len(motive.cards), motive.cards[0]))
                yield tr(
                    "{share} of possible hands can parry {cards}.", share=percent(1 - share), cards=cards
                )
        case Why.LEAD:
            if motive.squares <= 0:
                yield in_words(motive, view, action)
        case Why.END | Why.LAST_TURN:
            if share < 1:
                yield in_words(motive._replace(other=None), view, action)
        case _:
            # If it is worse everywhere else, it is no drawback.
            if share and (motive.other is None or motive.other - share < MARGIN):
                yield in_words(motive, view, action)
