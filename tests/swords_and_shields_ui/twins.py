"""Pairs of duels that differ only in what somebody may not know."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from engine.game import Seat
from engine.match import Match
from engine.swords_and_shields import Action, Card, Duel, Kind, Options


def twin(duel: Duel, observer: Seat | None, source: Random) -> Duel:
    """Return a duel that differs only in cards that the observer cannot know: they change places."""
    # Once a game is over, the players see both hands.
    sees_both = observer is not None and duel.result is not None
    hidden = [] if sees_both else [seat for seat in Seat if seat is not observer]
    sizes = [*(len(duel.hands[seat]) for seat in hidden), *map(len, duel.decks), len(duel.shop_deck)]
    pool = [card for seat in hidden for card in duel.hands[seat]]
    pool += [card for deck in (*duel.decks, duel.shop_deck) for card in deck]
    source.shuffle(pool)
    parts: list[tuple[Card, ...]] = []
    for size in sizes:
        parts.append(tuple(pool[:size]))
        pool = pool[size:]
    hands = list(duel.hands)
    for seat in hidden:
        hands[seat] = tuple(sorted(parts.pop(0), key=str))
    left, right, shop = parts
    return replace(duel, hands=(hands[0], hands[1]), decks=(left, right), shop_deck=shop)


def states(seed: int) -> Iterator[Match]:
    """Yield the states of a duel in which everything happens."""
    source = Random(f"a duel to watch/{seed}")
    match = Match.new(Options(life=50), seed=seed)
    while match.round.turn is not None:
        yield match
        legal = [action for action in match.round.legal_actions() if action.kind is not Kind.END]
        done = sum(play.seat is match.round.turn for play in match.view(None).round.last_turn)
        ends = Action(Kind.END) in match.round.legal_actions() and (done >= 6 or not legal)
        match = match.play(Action(Kind.END) if ends else source.choice(legal))
    yield match


def moments(seed: int, number: int) -> list[Match]:
    """Return some states of a duel, far apart, the last one among them."""
    all_of_them = list(states(seed))
    step = max(len(all_of_them) // number, 1)
    return [*all_of_them[::step], all_of_them[-1]]
