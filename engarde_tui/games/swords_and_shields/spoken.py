"""A duel in words that need no picture, a sentence for each thing that a view tells."""

from engarde_tui.games.swords_and_shields.compendium import card_in_words
from engarde_tui.games.swords_and_shields.names import card_name, colour_name
from engarde_tui.language import asked, tr, tr_count
from engarde_tui.play.words import to_play
from engine.game import Seat
from engine.match import MatchView
from engine.swords_and_shields import Card, DuelView


def facts(view: MatchView[DuelView]) -> dict[str, str]:
    """Return what there is to know by the word that asks for it, the most important first."""
    state = view.round
    found = {} if state.turn is None else {asked("turn"): _turn(view)}
    found[asked("life")] = " ".join(
        tr_count(
            "{name} has {number} life point, life card {colour}.",
            "{name} has {number} life points, life card {colour}.",
            state.life[seat],
            name=view.names[seat],
            colour=colour_name(state.life_cards[seat]),
        )
        for seat in Seat
    )
    found[asked("display")] = " ".join(_display(view, seat) for seat in Seat)
    found[asked("shop")] = tr("Shop: {cards}.", cards=_places(state.shop))
    found[asked("decks")] = " ".join(_piles(view, seat) for seat in Seat)
    found[asked("pile")] = tr(
        "Shop deck {number}, shop discard {discards}, on top {card}.",
        number=state.shop_deck_size,
        discards=state.shop_discard_size,
        card=_card(state.shop_discard),
    )
    found[asked("cards")] = " ".join(map(card_in_words, _seen(view.round)))
    return found


def _seen(state: DuelView) -> dict[Card, None]:
    """Return the different cards in hand and in the open, those in hand first."""
    laid = (card for display in state.displays for stack in display for card in stack)
    return dict.fromkeys(card for card in (*state.hand, *laid, *state.shop) if card is not None)


def hands(view: MatchView[DuelView]) -> list[str]:
    """Return a sentence for each hand that the view shows."""
    return [
        tr("{name} holds {cards}.", name=view.names[seat], cards=_listed(hand))
        for seat, hand in zip(Seat, view.round.hands, strict=True)
        if hand is not None
    ]


def _turn(view: MatchView[DuelView]) -> str:
    state = view.round
    assert state.turn is not None
    told = [tr("Turn {number}.", number=state.number), f"{to_play(view)}."]
    if state.pending is not None:
        told.append(tr("{card}: choose what its effect does.", card=_card(state.pending.card)))
    if state.has_revenge:
        told.append(tr("The next attack of this turn ignores shields."))
    elif state.has_attacked:
        told.append(tr("The attack of this turn that is countered has been made."))
    return " ".join(told)


def _display(view: MatchView[DuelView], seat: Seat) -> str:
    laid = [
        tr("{card} on place {number}", card=_on(stack.buff, stack.card), number=number)
        for number, stack in enumerate(view.round.displays[seat], 1)
        if stack.buff or stack.card
    ]
    if not laid:
        return tr("The display of {name} is empty.", name=view.names[seat])
    return tr("{name} has laid out {cards}.", name=view.names[seat], cards=", ".join(laid))


def _on(buff: Card | None, card: Card | None) -> str:
    if buff is None or card is None:
        return _card(card or buff)
    return tr("{card} with {buff}", card=_card(card), buff=_card(buff))


def _piles(view: MatchView[DuelView], seat: Seat) -> str:
    state = view.round
    return tr(
        "{name}: deck {deck}, hand {hand}, discard {discards}, on top {card}.",
        name=view.names[seat],
        deck=state.deck_sizes[seat],
        hand=state.hand_sizes[seat],
        discards=state.discard_sizes[seat],
        card=_card(state.discards[seat]),
    )


def _places(cards: tuple[Card | None, ...]) -> str:
    return ", ".join(f"{number} {_card(card)}" for number, card in enumerate(cards, 1))


def _card(card: Card | None) -> str:
    return tr("nothing") if card is None else card_name(card)


def _listed(cards: tuple[Card, ...]) -> str:
    return ", ".join(map(card_name, cards)) or tr("no card")
