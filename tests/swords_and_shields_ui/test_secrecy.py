"""What nobody may know changes nothing on any screen: two duels that differ only in it look the same."""

from dataclasses import replace
from random import Random

import pytest
from swords_and_shields_ui.twins import moments, twin
from swords_and_shields_ui.watching import watching
from textual.strip import Strip
from tui.harness import LARGE, SMALLEST

from engine.game import Seat
from engine.match import Match
from engine.swords_and_shields import Action, Duel, Kind, Options

SIZES = pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["small", "large"])
OBSERVERS = pytest.mark.parametrize(
    "observer", [Seat.LEFT, Seat.RIGHT, None], ids=["left", "right", "nobody"]
)

Album = list[list[Strip]]


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("size", "number"),
    [
        (SMALLEST, 1),
        pytest.param(SMALLEST, 4, marks=pytest.mark.slow),
        pytest.param(LARGE, 3, marks=pytest.mark.slow),
    ],
    ids=["small", "small-often", "large"],
)
@OBSERVERS
async def test_hidden_cards_change_nothing_on_the_screen(
    observer: Seat | None, size: tuple[int, int], number: int
) -> None:
    for seed, match in enumerate(moments(1, number)):
        assert isinstance(match.round, Duel)
        other = replace(match, round=twin(match.round, observer, Random(seed)))
        assert other.round != match.round
        assert other.view(observer) == match.view(observer)
        assert await album(match, observer, size) == await album(other, observer, size)


async def album(match: Match, observer: Seat | None, size: tuple[int, int]) -> Album:
    """Return the screen with all its colours, at first and after each key."""
    keys = [*"baen1ovv", "down", "up", "question_mark", "escape", *"hvvh", "ctrl+p", "escape"]
    async with watching(match, () if observer is None else (observer,), size) as player:
        pictures = [player.picture]
        for key in keys:
            await player.press(key)
            pictures.append(player.picture)
        return pictures


@SIZES
async def test_behind_the_curtain_hidden_cards_change_nothing(size: tuple[int, int]) -> None:
    for number, match in enumerate(moments(2, 4)):
        assert isinstance(match.round, Duel)
        other = replace(match, round=twin(match.round, None, Random(number)))
        if match.round.result is None:
            pictures = []
            for one in (match, other):
                async with watching(one, tuple(Seat), size) as player:
                    assert player.curtain_is_down
                    pictures.append(player.picture)
            assert pictures[0] == pictures[1]


@pytest.mark.by_day(1)
@SIZES
@OBSERVERS
async def test_what_the_opponent_does_looks_the_same_whatever_else_they_hold(
    observer: Seat | None, size: tuple[int, int]
) -> None:
    """A turn is played from elsewhere, by cards that both twins hold, and watched step by step."""
    player_to_act = Seat.RIGHT if observer is Seat.LEFT else Seat.LEFT
    match = Match.new(Options(life=50), first=player_to_act, seed=5)
    other = replace(match, round=sharing(match.round, player_to_act, observer))
    assert match.round.hands[player_to_act] != other.round.hands[player_to_act]
    words = shared_turn(match, other)
    assert len(words) > 3
    albums = []
    for one in (match, other):
        async with watching(one, () if observer is None else (observer,), size) as player:
            pictures = [player.picture]
            for word in words:
                player.live_match.play(word)
                await player.settle()
                pictures.append(player.picture)
            albums.append(pictures)
    assert albums[0] == albums[1]


def sharing(duel: Duel, seat: Seat, observer: Seat | None) -> Duel:
    """Return a twin in which two cards of the hand are others, and so is what lies below in the decks."""
    hand, deck = list(duel.hands[seat]), list(duel.decks[seat])
    for place in (0, 1):
        below = next(n for n, card in enumerate(deck) if n >= 5 and card not in duel.hands[seat])
        hand[place], deck[below] = deck[below], hand[place]
    hands, decks = list(duel.hands), list(duel.decks)
    hands[seat], decks[seat] = tuple(sorted(hand, key=str)), tuple(deck)
    assert observer is not seat
    return replace(duel, hands=(hands[0], hands[1]), decks=(decks[0], decks[1]))


def shared_turn(one: Match, other: Match) -> list[Action]:
    """Return a turn that both matches can take; each action looks the same in both."""
    words: list[Action] = []
    source = Random(4)
    seat = one.round.turn
    while one.round.turn is seat:
        both = [
            action
            for action in one.round.legal_actions()
            if action in other.round.legal_actions()
            and action.kind is not Kind.CLEAR
            and one.play(action).view(None) == other.play(action).view(None)
        ]
        others = [action for action in both if action.kind is not Kind.END]
        action = source.choice(others) if others and len(words) < 8 else Action(Kind.END)
        words.append(action)
        one, other = one.play(action), other.play(action)
    return words
