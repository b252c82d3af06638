"""What a seat may know: whatever else is dealt, it sees the same.

A state is changed in all that is hidden from an observer; then nothing the observer gets may differ, nor
after one more action, but for what that action reveals.
"""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from swords_and_shields.random_play import Step, observers, seeds, steps
from swords_and_shields.staging import cards, play, staged

from engine.swords_and_shields import (
    Action,
    Card,
    Duel,
    DuelView,
    EventKind,
    IllegalActionError,
    Kind,
    Seat,
    parse_action,
)
from engine.swords_and_shields.bots.message import message_of
from engine.swords_and_shields.effects import SHOP_NUMBERS

randoms = seeds.map(Random)

NAMES = ("s1r", "s1x", "h1x", "h1g", "s2r", "h2r", "h3x", "s4r", "s5b", "h8r", "b+1", "ds-2", "1", "2", "3")
PLACES = ("own1", "opp2", "shop3", "own")
WORDS = [
    *(f"lay:{card}:{place}" for card in NAMES[:12] for place in (1, 3)),
    *(f"use:{card}" for card in NAMES),
    *(f"buy:{number}:{paying}" for number in SHOP_NUMBERS for paying in ("1", "2", "12", "123")),
    *(f"attack:{place}{shields}" for place in (1, 2, 3) for shields in ("", ":1", ":12", ":31")),
    *("clear", "end", "draw", "draw:opp", "draw:shop", "recover", "flood", "sweep", "revenge", "keep:life"),
    *(f"{verb}:{place}" for verb in ("remove", "destroy", "trigger", "strike") for place in PLACES),
]


def bought_duffs(duel: Duel) -> tuple[int, int]:
    """Return how many duffs bought since its last draw or shuffle lie on each deck, known to both."""
    known = [0, 0]
    for done in duel.plays:
        for event in done.events:
            if event.kind is EventKind.BOUGHT and event.card is not None and event.card.is_duff:
                known[done.seat.other] += 1
            elif event.kind is EventKind.DREW and event.zone is not None and event.zone.value != "shop":
                assert event.seat is not None
                owner = event.seat if event.zone.value == "own" else event.seat.other
                known[owner] = max(0, known[owner] - event.number)
            elif event.kind is EventKind.SHUFFLED and event.seat is not None:
                known[event.seat] = 0
        if str(done.action).startswith("keep"):
            known[done.seat] = 0
    return known[0], known[1]


def otherwise(duel: Duel, observer: Seat | None, source: Random, kept: str = "", opened: int = 0) -> Duel:
    """Return the duel with all that `observer` cannot see dealt anew among hidden places.

    In hands, one card `kept` stays; on the shop deck the first `opened` cards, on other decks bought duffs.
    """
    duffs = bought_duffs(duel)
    hidden: list[Card] = [*duel.shop_deck[opened:]]
    stay: list[list[Card]] = []
    for seat in Seat:
        hand = list(duel.hands[seat])
        is_seen = seat is observer or (observer is not None and duel.result is not None)
        keep = list(hand) if is_seen else [card for card in hand if str(card) == kept][:1]
        for card in keep:
            hand.remove(card)
        stay.append(keep)
        hidden += [*hand, *duel.decks[seat][duffs[seat] :]]
    hidden = source.sample(hidden, len(hidden))

    def take(number: int) -> list[Card]:
        taken = hidden[:number]
        del hidden[:number]
        return taken

    hands, decks = [], []
    for seat in Seat:
        hand = stay[seat] + take(len(duel.hands[seat]) - len(stay[seat]))
        hands.append(tuple(sorted(hand, key=str)))
        known = duel.decks[seat][: duffs[seat]]
        decks.append((*known, *take(len(duel.decks[seat]) - len(known))))
    return replace(
        duel,
        hands=(hands[0], hands[1]),
        decks=(decks[0], decks[1]),
        shop_deck=(*duel.shop_deck[:opened], *take(len(hidden))),
    )


def refusals(duel: Duel) -> list[str]:
    """Return what the player to act is told about many actions."""
    told = []
    for word in WORDS:
        try:
            duel.play(parse_action(word))
        except IllegalActionError as refused:
            told.append(f"{word}: {refused}")
    return told


@given(steps, observers, randoms)
def test_what_a_seat_may_not_know_changes_nothing_it_sees(
    game: list[Step], observer: Seat | None, source: Random
) -> None:
    for duel in (*(step.before for step in game), game[-1].after):
        other = otherwise(duel, observer, source)
        assert other.view(observer) == duel.view(observer)
        assert repr(other.view(observer)) == repr(duel.view(observer))
        assert other.view(None) == duel.view(None)
        if observer is not None:
            assert message_of(other.view(observer)) == message_of(duel.view(observer))
        if observer is not None and observer is duel.turn:
            assert other.legal_actions() == duel.legal_actions()
    duel = game[-1].before
    assert refusals(otherwise(duel, duel.turn, source)) == refusals(duel)


def without_hand(view: DuelView) -> DuelView:
    """Return a view without what its seat alone knows."""
    return replace(view, hands=(None, None), legal=())


def one_of_each_kind(duel: Duel, source: Random) -> list[Action]:
    """Return an action of each kind, but none that shows more hidden cards than it names or opens."""
    by_kind: dict[Kind, list[Action]] = {}
    for action in duel.legal_actions():
        by_kind.setdefault(action.kind, []).append(action)
    return [source.choice(some) for kind, some in by_kind.items() if kind not in (Kind.KEEP, Kind.CLEAR)]


@given(steps, observers, randoms)
def test_an_action_reveals_nothing_but_what_it_names_and_opens(
    game: list[Step], observer: Seat | None, source: Random
) -> None:
    for duel, _, _ in game:
        for action in one_of_each_kind(duel, source):
            other = otherwise(duel, observer, source, kept=action.card, opened=5)
            if action in other.legal_actions():
                check_nothing_is_revealed(duel.play(action), other.play(action), duel, observer)
            else:
                assert observer is not duel.turn


def check_nothing_is_revealed(after: Duel, other: Duel, before: Duel, observer: Seat | None) -> None:
    """Compare what is seen after the same action in two duels that `observer` could not tell apart."""
    assert after.view(None) == other.view(None)
    for seat in Seat:
        assert without_hand(after.view(seat)) == without_hand(other.view(seat))
    if observer is None or after.result is not None:
        return
    if len(after.hands[observer]) <= len(before.hands[observer]):
        assert after.view(observer).hands == other.view(observer).hands


@pytest.mark.parametrize(
    ("word", "deck"), [("draw", "deck"), ("draw:opp", "other_deck"), ("draw:shop", "shop_deck")]
)
def test_a_drawn_card_is_seen_by_nobody_else(word: str, deck: str) -> None:
    decks: list[dict[str, Any]] = [{deck: "s8r s1r"}, {deck: "b+1 s1r"}]
    one, other = (play(staged(hand="h4r", **each), f"use:h4r {word}") for each in decks)
    assert one.view(Seat.LEFT) != other.view(Seat.LEFT)
    for observer in (Seat.RIGHT, None):
        assert one.view(observer) == other.view(observer)


@given(steps)
def test_a_view_holds_the_own_hand_and_a_spectator_none(game: list[Step]) -> None:
    for step in game:
        duel = step.after
        for seat in Seat:
            view = duel.view(seat)
            others = None if duel.result is None else duel.hands[seat.other]
            assert (view.hand, view.hands[seat], view.hands[seat.other]) == (*[duel.hands[seat]] * 2, others)
            assert view.legal == (duel.legal_actions() if seat is duel.turn else ())
        spectator = duel.view(None)
        assert (spectator.hand, spectator.hands, spectator.legal) == ((), (None, None), ())
        shown = duel.open_view()
        assert (shown.seat, shown.hands, shown.legal) == (None, duel.hands, ())


@given(steps)
def test_a_view_shows_what_is_open_and_how_many_are_not(game: list[Step]) -> None:
    duel = game[-1].after
    for seat in (*Seat, None):
        view = duel.view(seat)
        assert (view.life, view.life_cards, view.displays, view.shop) == (
            duel.life, duel.life_cards, duel.displays, duel.shop,
        )  # fmt: skip
        assert view.discards == tuple(discard[-1] if discard else None for discard in duel.discards)
        below = duel.shop_discard[: -duel.pending.chain] if duel.pending else duel.shop_discard
        assert view.shop_discard == (below[-1] if below else None)
        sizes: list[Any] = [view.hand_sizes, view.deck_sizes, view.discard_sizes]
        assert sizes == [tuple(map(len, pair)) for pair in (duel.hands, duel.decks, duel.discards)]
        assert (view.shop_deck_size, view.shop_discard_size) == (len(duel.shop_deck), len(duel.shop_discard))
        assert (view.plays, view.opening, view.pending, view.result) == (
            duel.plays, duel.opening, duel.pending, duel.result,
        )  # fmt: skip


def test_the_first_view_of_a_deal_says_nothing_about_decks_and_hands() -> None:
    duel = staged(hand="s1r s1y s1g s1b s1v")
    other = replace(duel, hands=(cards("h1r h1y h1g h1b h1v"), duel.hands[1]))
    for observer in (Seat.RIGHT, None):
        assert duel.view(observer) == other.view(observer)


def test_the_last_turn_is_all_that_the_last_player_did() -> None:
    duel = play(staged(hand="s1y s1g", shown="s1r"), "attack:1 lay:s1y:1 end")
    assert [str(done.action) for done in duel.view(None).last_turn] == ["attack:1", "lay:s1y:1", "end"]
    assert [str(done.action) for done in play(duel, "end").view(None).last_turn] == ["end"]
    assert staged().view(None).last_turn == ()
