"""What all bots of the game have in common, and what makes one level stronger than another."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from swords_and_shields.bots.duels import duels, played, seen

from engine.bot import Bot
from engine.game import Seat
from engine.swords_and_shields import PRESETS, Duel, Kind, Options
from engine.swords_and_shields.bots.planner import plans
from engine.swords_and_shields.bots.trial import Trial
from engine.swords_and_shields.bots.value import LOST, PLAIN
from engine.swords_and_shields.game import GAME

QUICK = Options(life=30)
STATES = {"novice": 3, "squire": 37, "master": 101, "knight": 101}
"""A bot is asked in every so-many-th state of random duels."""

LEVELS = ("novice", "squire", "master")
MIX = "knight"


def states_for(name: str) -> list[Duel]:
    """Return the states in which a bot is asked."""
    return [duel for duel in duels(6, every=STATES[name], most=200) if duel.turn is not None]


def won(first: str, second: str, rules: Options, deals: int) -> float:
    """Return how many of the games, two a deal, the first bot wins; a draw counts as half."""
    bots = GAME.bot(first), GAME.bot(second)
    points = 0.0
    for seed in range(deals):
        for seat in Seat:
            pair = bots if seat is Seat.LEFT else bots[::-1]
            result = played(pair, rules, seed, Seat(seed % 2)).result
            assert result is not None
            points += 0.5 if result.winner is None else result.winner is seat
    return points


@pytest.mark.parametrize("name", LEVELS)
def test_a_bot_is_found_by_its_name(name: str) -> None:
    bot = GAME.bot(name)
    assert type(bot).__name__ == name.title()
    assert type(bot).__module__ == f"engine.swords_and_shields.bots.{name}"


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", LEVELS)
def test_a_bot_always_plays_a_legal_action(name: str) -> None:
    bot, source = GAME.bot(name), Random(name)
    pending = 0
    for duel in states_for(name):
        assert bot.choose(seen(duel), (0, 0), source) in duel.legal_actions()
        pending += duel.pending is not None
    assert pending, "nobody was asked in the middle of an effect"


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", LEVELS)
def test_a_bot_does_the_same_with_the_same_randomness(name: str) -> None:
    views = [seen(duel) for duel in states_for(name)]
    once, again = (
        [bot.choose(view, (0, 0), source) for view in views]
        for bot, source in ((GAME.bot(name), Random(3)), (GAME.bot(name), Random(3)))
    )
    assert once == again


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", [*LEVELS, MIX])
def test_a_bot_does_the_same_whatever_is_hidden(name: str) -> None:
    bot, source = GAME.bot(name), Random(name)
    differed = 0
    for duel in states_for(name):
        other = hidden_again(duel, source)
        assert seen(other) == seen(duel)
        assert bot.choose(seen(duel), (0, 0), Random(5)) == bot.choose(seen(other), (0, 0), Random(5))
        differed += other != duel
    assert differed > len(states_for(name)) / 2


def hidden_again(duel: Duel, source: Random) -> Duel:
    """Return the duel with everything dealt again that its player does not see, and another fate."""
    assert duel.turn is not None
    me, other = duel.turn, duel.turn.other
    pool = [*duel.hands[other], *duel.decks[other]]
    source.shuffle(pool)
    size = len(duel.hands[other])
    hands, decks = list(duel.hands), list(duel.decks)
    hands[other], decks[other] = tuple(sorted(pool[:size], key=str)), tuple(pool[size:])
    decks[me] = tuple(source.sample(decks[me], len(decks[me])))
    left, right = duel.discards
    return replace(
        duel,
        dealt=f"{source.getrandbits(128):032x}",
        hands=(hands[0], hands[1]),
        decks=(decks[0], decks[1]),
        shop_deck=tuple(source.sample(duel.shop_deck, len(duel.shop_deck))),
        discards=tuple((*source.sample(one[:-1], len(one[:-1])), *one[-1:]) for one in (left, right)),
    )


@pytest.mark.parametrize("name", ["novice", pytest.param("squire", marks=pytest.mark.slow)])
def test_a_game_between_equals_comes_to_an_end(name: str) -> None:
    result = played((GAME.bot(name), GAME.bot(name)), QUICK, 1).result
    assert result is not None
    assert result.reason == "life"


@pytest.mark.slow
def test_the_squire_beats_the_novice() -> None:
    assert won("squire", "novice", QUICK, 1) == 2


@pytest.mark.slow
def test_the_master_beats_the_novice() -> None:
    assert won("master", "novice", Options(life=12), 1) == 2


@pytest.mark.slow
def test_the_master_beats_the_squire() -> None:
    assert won("master", "squire", PRESETS["full-duel"], 7) >= 9


@pytest.mark.parametrize("name", ["squire", "master"])
def test_a_bot_that_can_win_at_once_does(name: str) -> None:
    met = 0
    for duel in states_for("novice"):
        ends = [action for action in duel.legal_actions() if is_won(duel.play(action), duel.player)]
        if ends and met < 3:
            met += 1
            assert plans(Trial.of(duel), PLAIN, 4, 4)[0].value == -LOST
            source, player = Random(1), duel.player
            while duel.result is None and duel.player is player:
                duel = duel.play(GAME.bot(name).choose(seen(duel), (0, 0), source))
            assert is_won(duel, player)
    assert met


def is_won(duel: Duel, seat: Seat) -> bool:
    """Return whether a player has won."""
    return duel.result is not None and duel.result.winner is seat


def test_the_novice_never_lays_a_duff() -> None:
    source = Random(1)
    for duel in states_for("novice"):
        action = GAME.bot("novice").choose(seen(duel), (0, 0), source)
        assert action.kind is not Kind.LAY or not action.card.startswith("d")


def test_the_novice_does_not_always_do_the_same() -> None:
    bot: Bot = GAME.bot("novice")
    views = [seen(duel) for duel in states_for("novice")[:60]]
    counts = Counter(
        tuple(bot.choose(view, (0, 0), source) for view in views) for source in map(Random, range(3))
    )
    assert len(counts) == 3


@pytest.mark.parametrize("name", ["squire", "master"])
def test_a_choice_of_an_effect_is_made_even_if_the_game_is_as_good_as_won(name: str) -> None:
    source, met = Random(1), 0
    for duel in duels(12, every=1, most=200):
        if duel.pending is not None and duel.turn is not None and len(duel.plays) % 2:
            life = (99, 1) if duel.turn is Seat.LEFT else (1, 99)
            sure = replace(duel, life=life)
            assert GAME.bot(name).choose(seen(sure), (0, 0), source) in sure.legal_actions()
            met += 1
            if met == 20:
                break
    assert met == 20


# --- hints ---


@pytest.mark.slow
def test_an_opinion_gives_odds_of_legal_actions_and_a_chance() -> None:
    for duel in states_for("master"):
        odds, chance, plan, *_ = GAME.hint(seen(duel))
        assert plan[0] == next(iter(odds))
        assert set(odds) <= set(duel.legal_actions())
        assert sum(odds.values()) == pytest.approx(1)
        assert list(odds.values()) == sorted(odds.values(), reverse=True)
        assert 0 <= chance <= 1


def test_equal_views_give_equal_opinions() -> None:
    source = Random(1)
    for duel in states_for("master")[:6]:
        assert GAME.hint(seen(duel)) == GAME.hint(seen(hidden_again(duel, source)))


def test_whoever_leads_by_far_has_the_better_chance() -> None:
    duel = Duel.deal(PRESETS["full-duel"], 1, Seat.LEFT)
    chances = [GAME.hint(seen(replace(duel, life=life))).chance for life in ((5, 99), (99, 99), (99, 5))]
    assert chances == sorted(chances)
    assert chances[0] < 0.3
    assert chances[2] > 0.7


def test_nobody_lets_a_turn_pass_while_there_is_something_to_do() -> None:
    duel = Duel.deal(PRESETS["full-duel"], 1, Seat.LEFT)
    for name in ("squire", "master"):
        assert GAME.bot(name).choose(seen(duel), (0, 0), Random(1)).kind is not Kind.END
