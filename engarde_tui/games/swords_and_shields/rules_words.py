"""The rules in short."""

from typing import Final

from engarde_tui.games.swords_and_shields.compendium import compendium
from engarde_tui.language import put, tr
from engine.message import message
from engine.swords_and_shields import CARDS, Options


def rules_in_short(options: Options) -> list[str]:
    """Return the rules of the game and every kind of card, one point each."""
    points = [tr(_GOAL.text, life=options.life), *map(put, _POINTS)]
    if options.cards == CARDS:
        points.append(put(_PROVENANCE))
    return [*points, *compendium(options.cards)]


_GOAL: Final = message(
    "Bring your opponent down to 0 life points (LP). Both begin with {life}. After 200 turns, whoever has "
    "more LP wins."
)

_POINTS: Final = (
    message(
        "Begin your turn by drawing up to five cards. Then do as much as you like, in any order: lay out "
        "cards, buy, attack, use effects, clear the shop. Cards you do not use stay where they are."
    ),
    message(
        "Lay out up to three cards, to buy, to attack and to defend yourself. Besides swords and shields "
        "there are buffs and duffs. A card can lie on a buff, which adds to its strength and worth and "
        "stays when the card leaves. A duff is a grey sword or shield of strength 0 that costs you LP: "
        "you buy it to put it onto your opponent's deck."
    ),
    message(
        "Buy a card of the shop with one to three cards of your display: exactly its price, in swords, in "
        "shields, or in stones (◆), the money on the cards, of one colour. They all go to your discard, "
        "which becomes your deck when that is empty. A buff costs stones of different colours."
    ),
    message(
        "Attack with a sword of your display. Its strength breaks the opposing shields one after the "
        "other, as you choose; once none is left, your opponent loses the rest in LP. The sword goes to "
        "your discard."
    ),
    message(
        "After your first attack of a turn, all opposing swords strike back. That is revenge: shields do "
        "not help against it, and the swords are then discarded."
    ),
    message(
        "Each player has a life card; its colour is beside the LP. A card is reinforced by the cards "
        "beside it: +1 for each of its colour or grey, +1 for each of the same name, and +2 if its "
        "owner's life card has its colour. A grey card has the life card's colour."
    ),
    message(
        "Use an effect by destroying a card of your hand or display. An effect that cannot be carried out "
        "to the end cannot begin. Effects reach only open cards."
    ),
    message(
        "Each card that an effect makes you hold beyond five costs 4 LP, and so does each card that you "
        "must draw and cannot. A duff costs its LP when laid out and at the start of each of your turns."
    ),
    message(
        "Clear the shop right after drawing: show five cards of five colours (grey counts as every colour)."
    ),
    message("In a match of several rounds, the loser of a round begins the next one."),
)

_PROVENANCE: Final = message(
    "The cards are a reconstruction: the booklet tells the effects, and only some strengths and prices."
)
