"""The numbers of the cards in a hand: each keeps its own until the turn ends."""

from random import Random

import pytest
from swords_and_shields_ui.duels import actions, cards, staged
from tui.harness import LARGE, SMALLEST, playing

from engarde_tui.games.swords_and_shields.numbers import MOST_NUMBERED, in_hand, numbered
from engarde_tui.games.swords_and_shields.widgets.hand import DuelHand
from engine.match import Match
from engine.swords_and_shields import CARDS

SIZES = pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["small", "large"])


def turn() -> Match:
    """Return the first turn of a round, with five cards to play."""
    return staged("h1b h1g s1r s1x s1y")


@SIZES
async def test_a_card_keeps_its_number_while_others_are_played(size: tuple[int, int]) -> None:
    async with playing(turn(), size) as player:
        await player.press("space", "1", "enter", "3", "enter")
        assert actions(player) == ["lay:h1b:1", "lay:s1r:2"]
        edges = next(row for row in player.drawn(DuelHand) if "◆" in row)
        assert [char for char in edges if char.isdigit()] == ["2", "4", "5"]
        await player.press("5", "enter")
        assert actions(player)[-1] == "lay:s1y:3"
        assert player.bells == 0


async def test_a_hand_that_was_hidden_has_the_same_numbers_again() -> None:
    async with playing(turn()) as player:
        await player.press("space", "1", "enter", "3", "enter")
        shown = player.drawn(DuelHand)
        await player.press("h", "space")
        assert player.drawn(DuelHand) == shown


async def test_the_number_of_a_card_that_has_left_says_so() -> None:
    async with playing(turn()) as player:
        await player.press("space", "2", "enter", "2")
        assert player.notice == "! Card 2 has left your hand."
        await player.press("6")
        assert player.notice == "! You hold 4 cards."
        assert actions(player) == ["lay:h1g:1"]


async def test_a_card_that_is_drawn_gets_the_next_number_and_the_next_turn_begins_at_1() -> None:
    async with playing(turn()) as player:
        await player.press("space", "4", "enter", "1", "1", "1", "enter", "down", "enter")
        held = len(player.view.round.hand)
        assert held == 4
        numbers = [char for char in player.drawn(DuelHand)[-1] if char.isdigit()]
        assert numbers == ["2", "3", "5", "6"]
        await player.press("t", "enter", "space", "t", "enter", "space")
        numbers = [char for char in player.drawn(DuelHand)[-1] if char.isdigit()]
        assert numbers == ["1", "2", "3", "4", "5"]


def test_no_number_changes_its_card_while_cards_come_and_go() -> None:
    source = Random(1)
    deck = sorted(set(CARDS), key=str)
    for _ in range(300):
        hand = source.sample(deck, 5)
        slots = numbered(hand)
        for _ in range(12):
            before = [card for card in in_hand(slots, hand) if card is not None]
            numbers = {card: in_hand(slots, hand).index(card) for card in before}
            hand = source.sample(hand, source.randrange(len(hand) + 1))
            hand += source.sample([card for card in deck if card not in hand], 1)
            slots = numbered(hand, slots)
            assert sorted(filter(None, in_hand(slots, hand)), key=str) == sorted(hand, key=str)
            for card in set(before) & set(hand):
                assert in_hand(slots, hand).index(card) == numbers[card]
            assert len(slots) <= max(MOST_NUMBERED, len(hand))


def test_a_card_that_comes_back_has_its_own_number_again() -> None:
    hand = cards("h1b h1g s1r")
    slots = numbered(hand)
    without = cards("h1b s1r")
    assert in_hand(numbered(without, slots), without) == [hand[0], None, hand[2]]
    assert in_hand(numbered(hand, numbered(without, slots)), hand) == list(hand)
