"""What holds in every state that play can lead to."""

from collections import Counter
from copy import deepcopy
from dataclasses import fields
from datetime import UTC, datetime
from itertools import chain
from random import Random

import pytest
from hypothesis import given
from swords_and_shields.random_play import Step, choose, from_a_deal, games, seeds, steps

from engine.game import game_of
from engine.match import Match
from engine.record import Record, read, write
from engine.swords_and_shields import Card, Duel, Kind, Options, Seat, parse_action
from engine.swords_and_shields.game import GAME


def all_cards(duel: Duel) -> Counter[Card]:
    """Return all cards, wherever they lie."""
    stacks = chain.from_iterable(chain.from_iterable(duel.displays))
    piles = chain(*duel.hands, *duel.decks, *duel.discards, duel.shop_deck, duel.shop_discard)
    return Counter(card for card in chain(stacks, piles, duel.shop) if card is not None)


@given(games)
def test_the_80_cards_stay_the_80_cards(game: list[Step]) -> None:
    for step in game:
        assert all_cards(step.after) == Counter(step.after.rules.cards)


@given(steps)
def test_no_card_is_made_or_lost(game: list[Step]) -> None:
    for step in game:
        assert all_cards(step.after) == all_cards(step.before)


@given(steps)
def test_cards_lie_where_they_may(game: list[Step]) -> None:
    for step in game:
        for buff, card in chain.from_iterable(step.after.displays):
            assert buff is None or buff.is_buff
            assert card is None or not card.is_buff
        assert len(step.after.shop) == 5
        if None in step.after.shop and step.after.pending is None:
            # Only an empty deck leaves places of the shop empty, or a position that began so.
            assert not step.after.shop_deck or None in step.before.shop
        assert all(list(hand) == sorted(hand, key=str) for hand in step.after.hands)


@given(steps)
def test_life_points_stay_within_0_and_99_and_0_ends_the_game(game: list[Step]) -> None:
    for step in game:
        assert all(0 <= life <= 99 for life in step.after.life)
        assert (0 in step.after.life) is (
            step.after.result is not None and step.after.result.reason == "life"
        )
        assert step.after.life != (0, 0)


@given(steps)
def test_somebody_can_act_exactly_until_there_is_a_result(game: list[Step]) -> None:
    for step in game:
        duel = step.after
        assert (duel.turn is None) is (duel.result is not None) is (duel.legal_actions() == ())
        assert duel.result is None or duel.pending is None


@given(steps)
def test_a_turn_changes_hands_only_when_it_ends(game: list[Step]) -> None:
    for before, action, after in game:
        if action.kind is Kind.END:
            assert after.result is not None or (after.player, after.number) == (
                before.player.other,
                before.number + 1,
            )
        else:
            assert (after.player, after.number) == (before.player, before.number)
        assert (after.rules, after.first, after.dealt) == (before.rules, before.first, before.dealt)
        assert (after.life_cards, after.opening) == (before.life_cards, before.opening)


CHANGES: dict[Kind, set[str]] = {
    Kind.LAY: {"hands", "displays", "life"},
    Kind.CLEAR: {"shop", "shop_deck", "shop_discard"},
    Kind.BUY: {"displays", "discards", "shop", "shop_deck", "decks"},
    Kind.ATTACK: {"displays", "discards", "life", "has_attacked", "has_revenge"},
    Kind.USE: {"hands", "displays", "shop_discard", "life", "shop", "shop_deck"},
    Kind.END: {"hands", "decks", "discards", "shuffles", "life", "player", "number"}
    | {"has_attacked", "has_revenge"},
    Kind.DRAW: {"hands", "decks", "discards", "shuffles", "life", "shop", "shop_deck"},
    Kind.FLOOD: {"hands", "decks", "discards", "shuffles", "life", "shop", "shop_deck"},
    Kind.RECOVER: {"hands", "discards", "life", "shop", "shop_deck"},
    Kind.KEEP: {"hands", "decks", "discards", "life", "shop", "shop_deck"},
    Kind.REMOVE: {"displays", "discards", "shop", "shop_deck", "shop_discard"},
    Kind.MOVE: {"displays", "discards", "shop", "shop_deck", "shop_discard"},
    Kind.SWEEP: {"displays", "discards", "shop", "shop_deck"},
    Kind.DESTROY: {"displays", "discards", "shop", "shop_deck", "shop_discard", "life"},
    Kind.TRIGGER: {"life", "shop", "shop_deck"},
    Kind.REVENGE: {"has_revenge", "shop", "shop_deck"},
    Kind.STRIKE: {"displays", "discards", "shop", "shop_deck", "shop_discard", "life"},
    Kind.HEAL: {"life", "shop", "shop_deck"},
    Kind.DAMAGE: {"life", "shop", "shop_deck"},
}  # fmt: skip
"""What an action of a kind may change, besides what every action may: a chain's end fills the shop."""

ALWAYS = {"plays", "result", "pending", "can_clear", "_legal"}


@given(steps)
def test_no_action_changes_what_is_none_of_its_business(game: list[Step]) -> None:
    names = [field.name for field in fields(Duel)]
    for before, action, after in game:
        changed = {name for name in names if getattr(before, name) != getattr(after, name)}
        assert changed <= CHANGES[action.kind] | ALWAYS


@given(steps)
def test_each_legal_action_comes_once_reads_back_and_can_be_played(game: list[Step]) -> None:
    duel = game[-1].before
    legal = duel.legal_actions()
    assert len(set(legal)) == len({str(action) for action in legal}) == len(legal)
    for action in legal:
        word = str(action)
        assert word.split() == [word]
        assert parse_action(word) == action
        after = duel.play(action)
        assert after.actions == (*duel.actions, action)
        assert after.plays[-1].seat is duel.turn


@given(steps)
def test_playing_leaves_the_old_state_alone(game: list[Step]) -> None:
    duel = game[len(game) // 2].before
    before, legal = deepcopy(duel), duel.legal_actions()
    for action in legal[:10]:
        duel.play(action)
    assert duel == before
    assert hash(duel) == hash(before)
    assert duel.legal_actions() == legal


@given(seeds)
def test_equal_deals_and_actions_lead_to_equal_states(seed: int) -> None:
    game = from_a_deal(seed)
    duel = Duel.deal(game[0].before.rules, int(game[0].before.dealt, 16), game[0].before.first)
    for before, action, after in game:
        assert duel == before
        assert duel.legal_actions() == before.legal_actions()
        duel = duel.play(parse_action(str(action)))
        assert duel == after


@pytest.mark.slow
@given(seeds)
def test_a_record_holds_a_match_and_reads_back(seed: int) -> None:
    source = Random(seed)
    match = Match.new(Options(life=source.choice([99, 10])), target=2, seed=seed)
    for _ in range(80):
        if match.winner is not None:
            break
        match = match.next_round() if match.round.turn is None else match.play(choose(match.round, source))  # type: ignore[arg-type]
    text = write(Record(match, datetime(2026, 5, 1, 20, 15, tzinfo=UTC)))
    assert "Game: swords-and-shields\n" in text
    assert max(map(len, text.splitlines())) <= 80
    again = read(text)
    assert again.match == match
    assert write(again) == text
    assert list(match.history())[-1].round == match.round


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_a_whole_game_ends_and_keeps_its_cards(seed: int) -> None:
    last = from_a_deal(seed, 100_000)[-1].after
    assert last.result is not None
    assert all_cards(last) == Counter(last.rules.cards)


def test_the_rules_lead_to_the_game() -> None:
    assert game_of(Options()) is GAME
    assert {seat.label for seat in Seat} == {"left", "right"}
