"""The figures of every motive, held against playing all hidden hands through the rules."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Final

import pytest
from bots.positions import seen, states_of
from staging import ALL_RULES, CORNERED, FULL_DECK, NEAR, ONE_LEFT_AT_3, stage

from engine.en_garde import PRESETS, Action, Kind, Round, RoundView, Rules, Seat, parse_action
from engine.en_garde.actions import TAKE_HIT
from engine.en_garde.bots.motives import NEAR_END, Motive, Why, motives

BLANK: Final = 0
"""A card to be drawn that nobody can play."""

Hands = Counter[tuple[int, ...]]
"""The hands the opponent may hold, with the deals that lead to each."""


def possible(view: RoundView) -> tuple[Hands, Counter[int]]:
    """Return all hands the opponent may hold, dealt one by one, and the unseen cards."""
    assert view.turn is not None
    played = Counter(card for play in view.plays for card in play.action.cards)
    unseen = Counter(FULL_DECK) - Counter(view.hand) - played
    return Counter(combinations(sorted(unseen.elements()), view.hand_sizes[view.turn.other])), unseen


def dealt(state: Round, hand: tuple[int, ...], pile: tuple[int, ...]) -> Round:
    """Return the round with other hidden cards."""
    seat = state.turn
    assert seat is not None
    own = state.hands[seat]
    return state._replace(hands=(own, hand) if seat is Seat.LEFT else (hand, own), draw_pile=pile)


def share(hands: Hands, test: Callable[[tuple[int, ...]], bool]) -> float:
    return sum(ways for hand, ways in hands.items() if test(hand)) / hands.total()


def attacks(state: Round) -> list[Action]:
    return [action for action in state.legal if action.kind in (Kind.ATTACK, Kind.ADVANCE_AND_ATTACK)]


def is_hit(state: Round, attack: Action) -> bool:
    """Return whether an attack cannot be answered."""
    after = state.play(attack)
    return after.result is not None or after.legal == (TAKE_HIT,)


def can_hit(state: Round) -> bool:
    return any(is_hit(state, attack) for attack in attacks(state))


def of_kind(state: Round, kind: Kind) -> Iterator[Round]:
    """Yield the states after each legal action of a kind."""
    return (state.play(action) for action in state.legal if action.kind is kind)


def ending(state: Round, seat: Seat) -> int:
    """Return 1 if `seat` wins a round whose pile is empty, 0 if it draws, -1 if it loses."""
    if state.result is not None:
        return 0 if state.result.winner is None else 1 if state.result.winner is seat else -1
    endings = [ending(state.play(answer), seat) for answer in state.legal]
    return max(endings) if state.turn is seat else min(endings)


class Counted:
    """What an action of the player to act leads to, for every hand that the opponent may hold."""

    def __init__(self, state: Round, action: Action) -> None:
        self.hands, self.unseen = possible(seen(state))
        self.other = state.turn.other if state.turn is not None else Seat.LEFT
        pile = (BLANK,) * len(state.draw_pile)
        self.after = {hand: dealt(state, hand, pile).play(action) for hand in self.hands}
        self.state, self.action = state, action

    @property
    def ends(self) -> bool:
        """Whether nothing that is drawn can change how the round ends."""
        return all(
            after.result is not None or not after.draw_pile or after.legal == (TAKE_HIT,)
            for after in self.after.values()
        )

    def ended(self, result: int) -> float:
        """The share with which the round ends in this result, once the last cards are drawn."""

        def ends_so(hand: tuple[int, ...]) -> bool:
            rest = tuple((self.unseen - Counter(hand)).elements())
            return ending(dealt(self.state, hand, rest).play(self.action), self.other.other) == result

        return share(self.hands, ends_so)

    def chance(self, test: Callable[[Round], bool]) -> float:
        """How often a state passes a test, over all hands and all that the player draws first."""
        drawn = len(self.state.draw_pile) - len(next(iter(self.after.values())).draw_pile)
        passed = total = 0
        for hand, ways in self.hands.items():
            rest = sorted((self.unseen - Counter(hand)).elements())
            for draw, draws in Counter(combinations(rest, drawn)).items():
                pile = draw + (BLANK,) * (len(self.state.draw_pile) - drawn)
                passed += ways * draws * test(dealt(self.state, hand, pile).play(self.action))
                total += ways * draws
        return passed / total

    @cached_property
    def hit(self) -> float:
        """How often the opponent can hit."""
        return self.chance(can_hit)

    @property
    def reached(self) -> float:
        """The share that can attack."""
        return share(self.hands, lambda hand: bool(attacks(self.after[hand])))

    def cannot(self, kind: Kind) -> float:
        """The share without an answer of a kind."""
        return share(self.hands, lambda hand: not any(of_kind(self.after[hand], kind)))


def moves_besides(state: Round, action: Action) -> list[Counted]:
    """Return what all other steps and evasions lead to."""
    others = [other for other in state.legal if other != action and other.step and not other.blades]
    return [Counted(state, other) for other in others]


def check(state: Round, action: Action, motive: Motive) -> None:
    """Hold every figure of a motive against counting."""
    view, counted = seen(state), Counted(state, action)
    hands, after = counted.hands, counted.after
    assert view.seat is not None
    some = next(iter(after.values()))
    ahead = some.view(view.seat)
    match motive.why:
        case Why.FORCED:
            assert state.legal == (action,)
        case Why.END | Why.LAST_TURN:
            assert counted.ends
            assert all(bool(state.legal) for state in after.values()) or motive.why is Why.END
            assert motive.share == pytest.approx(counted.ended(1))
            assert motive.drawn == pytest.approx(counted.ended(0))
            others = [Counted(state, other) for other in state.legal if other != action]
            best = max(other.ended(1) for other in others) if others and all(c.ends for c in others) else None
            assert motive.other == (best if best is None else pytest.approx(best))
        case Why.ATTACK:
            assert motive.cards == action.blades
            assert motive.share == pytest.approx(counted.cannot(Kind.PARRY))
        case Why.TRAP:
            assert action.step
            assert motive.share == pytest.approx(share(hands, lambda hand: after[hand].legal == (TAKE_HIT,)))
        case Why.COUNTER:
            counters = counted.chance(lambda after: any(map(can_hit, of_kind(after, Kind.PARRY))))
            assert motive.share == pytest.approx(counters)
        case Why.TURN:
            blow = Action(Kind.ATTACK, 0, motive.cards)
            longer = Action(Kind.ATTACK, 0, (*motive.cards, action.blades[0]))
            assert all(state.turn is view.seat and longer not in state.legal for state in after.values())
            unparried = share(
                hands,
                lambda hand: bool(motive.cards) and not any(of_kind(after[hand].play(blow), Kind.PARRY)),
            )
            assert motive.share == pytest.approx(unparried)
        case Why.HIT:
            assert motive.distance == ahead.distance
            assert motive.share == pytest.approx(counted.hit)
            others = [other.hit for other in moves_besides(state, action) if not other.ends]
            assert motive.other == (pytest.approx(min(others)) if others else None)
            if motive.cards:
                blow = Action(Kind.ATTACK, 0, motive.cards)
                assert all((blow in attacks(after[hand])) is can_hit(after[hand]) for hand in hands)
        case Why.REACH:
            assert motive.distance == ahead.distance > 5
            assert counted.hit == 0
            assert motive.share == pytest.approx(counted.reached)
            others = [other.reached for other in moves_besides(state, action) if not other.ends]
            assert motive.other == (pytest.approx(min(others)) if others else None)
            steps = {attack.step for each in after.values() for attack in attacks(each)}
            assert sorted(motive.cards) == sorted(steps)
        case Why.THREAT:
            for each in after.values():
                for advance in each.legal:
                    if advance.kind is Kind.ADVANCE:
                        can_attack = any(of_kind(each.play(advance), Kind.ATTACK))
                        assert can_attack is (advance.step in motive.cards)
        case Why.KEEP:
            left = Counter(ahead.hand)
            assert left[motive.cards[0]] == len(motive.cards) > 1
            assert any(motive.cards[0] in other.cards for other in state.legal if other != action)
        case Why.LEAD:
            lead = ahead.behind(view.seat) - ahead.behind(view.seat.other)
            assert (motive.squares, motive.pile) == (lead, ahead.pile)
            assert 0 < ahead.pile <= NEAR_END
        case Why.GROUND:
            assert motive.squares == ahead.behind(view.seat) - view.behind(view.seat) > 0


def checked(state: Round) -> Iterator[Why]:
    """Hold all motives of a position against counting, and yield what they are about."""
    for action in state.legal:
        for motive in motives(seen(state), action):
            check(state, action, motive)
            yield motive.why


def is_telling(state: Round) -> bool:
    """Return whether a fencer is cornered, the end is near, or an attack is on the table or possible."""
    view = seen(state)
    cornered = min(view.behind(seat) for seat in Seat) < 3 and view.distance < 11
    return cornered or view.pile < 4 or any(action.blades for action in view.legal)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_every_figure_agrees_with_playing_all_hidden_hands(rules: Rules) -> None:
    states = states_of(rules, 100)
    positions = [state for state in states if is_telling(state)][:12]
    # Seldom, but there the player has the last word.
    positions += [state for state in states if not state.draw_pile][:8]
    met = {why for state in positions for why in checked(state)}
    assert {Why.HIT, Why.END} <= met, "too few kinds of positions to tell"


@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL_RULES)
def test_every_figure_agrees_in_whole_rounds_of_every_game(rules: Rules) -> None:
    met = {why for state in states_of(rules, 4) for why in checked(state)}
    assert {Why.REACH, Why.HIT, Why.END, Why.THREAT, Why.LEAD, Why.GROUND} <= met


def said(script: str, hand: str, action: str) -> dict[Why, Motive]:
    """Return the motives for an action of left, who holds `hand` after a script of ferti-advanced."""
    state = stage("ferti-advanced", script, left=hand)
    return {motive.why: motive for motive in motives(seen(state), parse_action(action))}


def test_a_step_is_judged_by_the_cards_that_hit_at_the_new_distance() -> None:
    # Unseen: 1111 2222 33 4444 55. Any 4 hits, as left holds none, but two 4s are needed if left draws one.
    step = said(NEAR, "12333", "-1")
    assert step[Why.HIT].cards == (4,)
    one = 1 - comb(11, 5) / comb(15, 5)
    two = (3 * comb(12, 3) + comb(12, 2)) / comb(15, 5)
    assert step[Why.HIT].share == pytest.approx((12 * one + 4 * two) / 16)
    assert step[Why.KEEP].cards == (3, 3, 3)


def test_an_attack_is_judged_by_the_hands_that_cannot_parry() -> None:
    assert said(NEAR, "12333", "A3")[Why.ATTACK].share == pytest.approx(comb(14, 5) / comb(16, 5))
    assert said(NEAR, "12333", "A3")[Why.COUNTER].share == 0
    # Only two 3s are unseen.
    three = said(NEAR, "12333", "A333")
    assert three[Why.ATTACK].share == 1
    assert Why.COUNTER not in three


def test_a_cornered_opponent_may_have_no_room_to_evade() -> None:
    # Unseen: 222 33333 44444 5. Right has three squares: only hands of 4s and 5s cannot step back.
    assert said(CORNERED, "11255", "+2A55")[Why.TRAP].share == pytest.approx(comb(6, 5) / comb(14, 5))
    assert said(NEAR, "12233", "+1A22")[Why.TRAP].share == 0


def test_the_last_draw_is_judged_by_what_is_drawn() -> None:
    # Unseen: 1 2 33 4 5. At distance 4 left, who is behind, wins only by drawing the 4 itself.
    step = said(ONE_LEFT_AT_3, "12333", "-1")
    assert step.keys() == {Why.END}
    assert step[Why.END] == Motive(Why.END, pytest.approx(1 / 6), 1.0)
    # Nobody can parry three 3s with two.
    assert said(ONE_LEFT_AT_3, "12333", "A333")[Why.END].share == 1


def test_an_action_can_be_compared_with_one_other() -> None:
    view = seen(stage("ferti-advanced", NEAR, left="12333"))
    back, on = parse_action("-1"), parse_action("+2")
    hit = {action: said(NEAR, "12333", str(action))[Why.HIT].share for action in (back, on)}
    assert hit[on] < hit[back]
    safer = {motive.why: motive for motive in motives(view, on, back)}
    assert safer[Why.HIT].other == hit[back]
    assert Why.HIT not in {motive.why for motive in motives(view, back, on)}, "it does not speak for it"
