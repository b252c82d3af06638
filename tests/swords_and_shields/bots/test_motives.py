"""The figures of motives, held against the engine and the cards that are really there."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from swords_and_shields.bots.duels import duels, seen
from swords_and_shields.staging import staged

from engine.game import Seat
from engine.swords_and_shields import PRESETS, Action, Card, Duel, EventKind, Kind, Stack, Suit, parse_action
from engine.swords_and_shields.actions import END
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
from engine.swords_and_shields.game import GAME


@cache
def examples() -> tuple[tuple[Duel, tuple[Action, ...], Duel, Motive], ...]:
    """Return states of random duels, an action of each kind with the choices it asks for, what came of it,
    and its reason.
    """
    source, found = Random(5), []
    for duel in duels(6, every=17, most=300):
        actions = list(duel.legal_actions())
        source.shuffle(actions)
        for action in {action.kind: action for action in actions}.values():
            plan, after = [action], duel.play(action)
            while after.pending is not None:
                plan.append(source.choice(after.legal_actions()))
                after = after.play(plan[-1])
            found.append((duel, tuple(plan), after, motive_of(seen(duel), plan)))
    return tuple(found)


def of_kind(kind: type) -> list[tuple[Duel, tuple[Action, ...], Duel, Motive]]:
    """Return the examples with figures of one kind."""
    chosen = [example for example in examples() if isinstance(example[3].figures, kind)]
    assert len(chosen) > 5
    return chosen


def noted(after: Duel, kind: EventKind) -> list[tuple[Card | None, int]]:
    """Return the cards and numbers of the last action's events of a kind."""
    return [(event.card, event.number) for event in after.plays[-1].events if event.kind is kind]


def owned(duel: Duel, seat: Seat) -> list[Card]:
    """Return every card of a player, wherever it is."""
    laid = [card for stack in duel.displays[seat] for card in stack if card is not None]
    return [*duel.hands[seat], *duel.decks[seat], *duel.discards[seat], *laid]


def average(cards: Sequence[Card]) -> float:
    """Return the average strength."""
    return sum(card.strength for card in cards) / len(cards)


def most_taken(duel: Duel, victim: Seat) -> int:
    """Return the most life points that attacks alone can take in this turn, by trying all of them."""
    attacks = [action for action in duel.legal_actions() if action.kind is Kind.ATTACK]
    ends = [duel.play(action) for action in attacks]
    return max((duel.life[victim] - end.life[victim] + most_taken(end, victim) for end in ends), default=0)


def danger(duel: Duel) -> int:
    """Return the most that the opponent's display takes if the turn ends now."""
    after = duel.play(END)
    return 0 if after.result else most_taken(after, duel.player)


def test_a_purchase_is_paid_and_comes_as_the_reason_says() -> None:
    known = 0
    for duel, _, after, motive in of_kind(Purchase):
        figures, me = motive.figures, duel.player
        assert isinstance(figures, Purchase)
        assert [(figures.card, motive.step[-1].number)] == noted(after, EventKind.BOUGHT)
        assert list(figures.paid) == [card for card, _ in noted(after, EventKind.PAID)]
        price = figures.card.price
        assert price is not None
        worth = {Suit.SWORD: price.swords, Suit.SHIELD: price.shields, None: sum(price.stones)}
        assert figures.amount == worth[figures.currency] > 0
        if figures.card.is_duff:
            next_turn = after.play(END)
            gained = Counter(next_turn.hands[me.other]) - Counter(after.hands[me.other])
            assert figures.is_drawn_next is (gained[figures.card] > 0)
        else:
            assert figures.waits == len(after.decks[me])
            assert after.discards[me][-1] == figures.card
        board = duel.board()
        shields = [board.strength(me.other, number) for number in board.numbers_of(me.other, Suit.SHIELD)]
        assert figures.strongest_shield == max(shields, default=0)
        if figures.average is not None:
            mine = owned(duel, me)
            assert figures.average == pytest.approx(average(mine))
            same = [card for card in mine if card.suit is figures.card.suit]
            assert figures.rivals == sum(card.strength >= figures.card.strength for card in same)
            known += 1
    assert known > 5


def test_an_attack_takes_and_costs_what_the_reason_says() -> None:
    for duel, _, after, motive in of_kind(Attack):
        figures, me = motive.figures, duel.player
        assert isinstance(figures, Attack)
        assert [(figures.card, figures.strength)] == noted(after, EventKind.STRUCK)
        assert list(figures.broken) == noted(after, EventKind.BROKE)
        assert list(figures.counters) == noted(after, EventKind.COUNTERED)
        assert figures.damage == duel.life[me.other] - after.life[me.other]
        assert figures.cost == duel.life[me] - after.life[me]
        assert figures.shields_left == len(after.board().numbers_of(me.other, Suit.SHIELD))
        assert figures.wins is (after.result is not None)
        assert figures.is_countered is (after.has_attacked and not duel.has_attacked)


def test_a_laid_card_defends_as_the_reason_says() -> None:
    known = 0
    for duel, plan, after, motive in of_kind(Laying):
        figures, me, number = motive.figures, duel.player, plan[0].number
        assert isinstance(figures, Laying)
        assert figures.danger == (danger(duel), danger(after))
        if after.displays[me][number - 1].card is not None:
            assert figures.strength == after.board().strength(me, number)
        if figures.breakers is not None:
            hidden = [*duel.hands[me.other], *duel.decks[me.other]]
            breaking = sum(breaks(after, card, number) for card in hidden if card.suit is Suit.SWORD)
            assert figures.breakers == (breaking, len(hidden))
            known += breaking > 0
    assert known > 5


def breaks(duel: Duel, sword: Card, number: int) -> bool:
    """Return whether the opponent's sword, alone in the display, can attack and break a shield first."""
    opponent, lies = duel.player.other, list(duel.displays)
    lies[opponent] = (Stack(None, sword), Stack(), Stack())
    theirs = replace(
        duel, player=opponent, displays=(lies[0], lies[1]), has_attacked=False, has_revenge=False
    )
    return Action(Kind.ATTACK, number=1, numbers=(number,)) in theirs.legal_actions()


def test_an_effect_does_what_the_reason_says() -> None:
    known = 0
    for duel, plan, after, motive in of_kind(Effect):
        figures, me = motive.figures, duel.player
        assert isinstance(figures, Effect)
        assert motive.step == plan
        events = [event for play in after.plays[len(duel.plays) :] for event in play.events]
        if figures.life is None:
            assert plan[-1].kind is Kind.KEEP
        else:
            assert figures.life == tuple(after.life[seat] - duel.life[seat] for seat in (me, me.other))
            assert figures.held == len(after.hands[me])
            took = [event.card for event in events if event.kind is EventKind.TOOK]
            assert list(figures.taken) == sorted(took, key=str)
        drawn = [event for event in events if event.kind is EventKind.DREW and event.seat is me]
        assert figures.drawn == sum(event.number for event in drawn)
        laid, left = (
            Counter(card for stack in each.displays[me.other] for card in stack if card)
            for each in (duel, after)
        )
        assert Counter(figures.removed) == laid - left
        assert figures.wins is (after.result is not None and after.result.winner is me)
        if figures.averages is not None:
            assert figures.averages == pytest.approx((average(owned(duel, me)), average(owned(after, me))))
            known += 1
    assert known > 5


def test_the_end_of_a_turn_leaves_what_the_reason_says() -> None:
    known = 0
    for duel, _, after, motive in of_kind(Ending):
        figures, me = motive.figures, duel.player
        assert isinstance(figures, Ending)
        hidden = [*after.hands[me.other], *after.decks[me.other]]
        assert figures.hidden == len(hidden)
        if figures.swords is not None:
            assert figures.swords[0] == sum(card.suit is Suit.SWORD for card in hidden)
            known += figures.swords[0] > 0
        assert figures.kept == len(after.hands[me])
        assert figures.toll == duel.life[me.other] - after.life[me.other]
        assert figures.danger == danger(duel)
        assert figures.wins is (after.result is not None and after.result.winner is me)
        board = duel.board()
        assert figures.counter == sum(board.strength(me, each) for each in board.numbers_of(me, Suit.SWORD))
    assert known > 5


def test_a_new_shop_is_told_by_what_the_old_one_offers() -> None:
    duel = staged(
        hand="s1r s1y s1g s1b s1v",
        shop="s2r h4r s8r s3b h10x",
        shop_deck="s4r s4b s4g s4v s4y",
        can_clear=True,
    )
    figures = motive_of(duel.view(Seat.LEFT), [parse_action("clear")]).figures
    # Sword 2 for one or two, sword 3 for two stones of one colour or three swords: all with laid-out swords.
    assert figures == Clearing(affordable=affordable(duel), opened=5)
    assert figures.affordable == 2


def affordable(duel: Duel) -> int:
    """Return how many places of the shop any laying of up to three cards of the hand can buy."""
    bought: set[int] = set()
    level = {duel}
    for _ in range(4):
        bought |= {
            action.number for each in level for action in each.legal_actions() if action.kind is Kind.BUY
        }
        level = {
            each.play(action) for each in level for action in each.legal_actions() if action.kind is Kind.LAY
        }
    return len(bought)


def test_the_masters_plan_is_told_up_to_its_purpose() -> None:
    purposes = Counter[type]()
    threat = staged(hand="s4r h1y", life=(50, 3), life_cards="gv")
    for duel in (threat, *duels(2, every=97, most=300)):
        advice = GAME.hint(seen(duel))
        motive = motive_of(seen(duel), advice.plan)
        assert motive.step[0] == next(iter(advice.odds))
        after = duel
        for action in motive.step:
            after = after.play(action)
        assert after.pending is None
        if isinstance(motive.figures, Purchase):
            assert noted(after, EventKind.BOUGHT)[0][0] == motive.figures.card
        purposes[type(motive.figures)] += motive.step[0].kind is Kind.LAY and len(motive.step) > 1
    assert purposes[Purchase]
    assert purposes[Attack]


def test_a_card_is_laid_for_what_uses_it() -> None:
    duel = staged(hand="s4r h4b", shop="s5g - - - -")
    lay, guard, attack = (parse_action(word) for word in ("lay:s4r:1", "lay:h4b:2", "attack:1"))
    view = duel.view(Seat.LEFT)
    assert motive_of(view, [lay, attack]).step == (lay, attack)
    assert motive_of(view, [guard, lay, attack]).step == (guard,)
    assert motive_of(view, [lay, guard]).step == (lay,)
    assert motive_of(view, [lay, guard, END, attack]).step == (lay,), "what cannot be played is no purpose"


def test_a_card_may_serve_its_purpose_after_other_actions() -> None:
    duel = staged(hand="s2y s3g h1b s1r", shop="s5g - - - -")
    words = "lay:s2y:1 lay:s1r:2 use:h1b draw lay:s3g:3 buy:1:13"
    motive = motive_of(duel.view(Seat.LEFT), [parse_action(word) for word in words.split()])
    assert " ".join(map(str, motive.step)) == words
    assert isinstance(motive.figures, Purchase)


def test_a_card_is_laid_for_the_attack_that_it_reinforces() -> None:
    duel = staged(hand="s2y s3y h1b", life_cards="gv")
    same_colour, other_colour = (
        motive_of(duel.view(Seat.LEFT), [parse_action(word) for word in f"{lay} lay:s3y:1 attack:1".split()])
        for lay in ("lay:s2y:2", "lay:h1b:2")
    )
    assert isinstance(same_colour.figures, Attack)
    assert same_colour.figures.strength == 4
    assert isinstance(other_colour.figures, Laying)


def test_the_danger_counts_every_open_sword_and_the_shields_against_them() -> None:
    duel = staged(hand="h4b", opposing="s5r s3y", life_cards="gv")
    figures = motive_of(duel.view(Seat.LEFT), [parse_action("lay:h4b:1")]).figures
    assert isinstance(figures, Laying)
    # Sword 5 breaks the shield of 4 and takes one; sword 3 is free then.
    assert figures.danger == (8, 4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_plans_of_a_whole_game_come_out_as_told(seed: int) -> None:
    duel = Duel.deal(PRESETS["quick-duel"], seed, Seat.LEFT)
    told = Counter[type]()
    while duel.turn is not None:
        advice = GAME.hint(seen(duel))
        motive, me = motive_of(seen(duel), advice.plan), duel.player
        before = after = duel
        for action in motive.step:
            before, after = after, after.play(action)
        figures = motive.figures
        match figures:
            case Attack():
                changes = [before.life[seat] - after.life[seat] for seat in (me.other, me)]
                assert [figures.damage, figures.cost] == changes
                assert list(figures.broken) == noted(after, EventKind.BROKE)
            case Purchase():
                assert noted(after, EventKind.BOUGHT)[0][0] == figures.card
                assert figures.card.is_duff or figures.waits == len(after.decks[me])
                assert figures.average is None or figures.average == pytest.approx(average(owned(before, me)))
            case Effect() if figures.life is not None and motive.step[0].kind is Kind.USE:
                changes = [after.life[seat] - duel.life[seat] for seat in (me, me.other)]
                assert list(figures.life) == changes
                assert figures.held == len(after.hands[me])
        told[type(figures)] += 1
        duel = duel.play(motive.step[0])
    assert {Attack, Purchase, Effect, Laying, Ending} <= told.keys()
