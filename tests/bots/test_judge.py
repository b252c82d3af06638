"""One judge: whoever asks what actions are worth, with the same budget, gets the same answer."""

from collections.abc import Iterator
from random import Random

import pytest
from bots.positions import seen, states_of
from staging import stage

from engine.en_garde import PRESETS, Round, RoundView, Seat, parse_action
from engine.en_garde.bots.judge import GRANDMASTER, MASTER, NETWORK, VIRTUOSO, Budget, Judge
from engine.en_garde.bots.judging import judge
from engine.en_garde.bots.master import Master
from engine.en_garde.bots.policy import CERTAIN, likeliest, network_hint
from engine.en_garde.game import GAME
from engine.en_garde.puzzles import puzzles
from engine.training.puzzles import worth

PLAIN, SEARCH = VIRTUOSO._replace(guesses=4), GRANDMASTER._replace(guesses=48)
BUDGETS = pytest.mark.parametrize(
    "budget", [NETWORK, MASTER, PLAIN, SEARCH], ids=["network", "master", "plain", "search"]
)
SAMPLE = puzzles()[::40]


def asked(budget: Budget) -> list[Round]:
    """Return positions with a choice: of the puzzles, and of whole rounds."""
    rounds = states_of(PRESETS["ferti-advanced"], 8)[::8]
    states = [*(puzzle.round(Random(1)) for puzzle in SAMPLE), *rounds]
    return [state for state in states if len(state.legal) > 1]


@pytest.mark.by_day(2)
@BUDGETS
def test_hint_review_puzzle_and_play_give_equal_values(budget: Budget) -> None:
    for state in asked(budget):
        view = seen(state)
        mind = Judge(view, budget)
        values = dict(zip(view.legal, mind.values(view.legal), strict=True))
        assert worth(view, budget) == {action: round(value, 2) for action, value in values.items()}
        played = Master(budget).choose(view, (0, 0), Random(len(view.plays)))
        assert played in mind.hint.odds
        judgement = judge(view, state.play(played).view(view.seat), budget)
        best = sum(share * values[action] for action, share in mind.hint.odds.items())
        assert judgement.loss == pytest.approx(max(best - values[played], 0))
        assert judgement.better == max(mind.hint.odds, key=values.__getitem__)
        if mind.hint.odds.keys() <= mind.known.keys():
            assert mind.hint.chance == pytest.approx(best)


def test_the_hint_of_the_game_is_that_of_the_master_s_budget() -> None:
    for state in asked(MASTER):
        assert GAME.hint(seen(state)) == Judge(seen(state), MASTER).hint


@pytest.mark.by_day(3)
@BUDGETS
def test_equal_views_have_equal_answers(budget: Budget) -> None:
    for state in asked(budget)[::3]:
        one, other = (Judge(seen(state), budget) for _ in range(2))
        assert one.hint == other.hint
        assert one.values(state.legal) == other.values(state.legal)


def searched_views() -> list[RoundView]:
    """Return views with a choice from which the judge searches, and knows no certain win."""
    views = [seen(state) for state in asked(SEARCH)]
    return [
        view
        for view in views
        if SEARCH.counts < view.pile <= SEARCH.searches and not Judge(view, SEARCH._replace(guesses=0)).known
    ]


@pytest.mark.slow
def test_a_search_leans_to_what_is_worth_more_and_keeps_odds_where_values_are_close() -> None:
    mixed = 0
    for view in (*searched_views(), *masters_views()):
        mind = Judge(view, SEARCH)
        assert mind.known.keys() == set(view.legal)
        best = max(mind.known.values())
        assert max(mind.known[action] for action in mind.hint.odds) > best - 0.15
        mixed += len(mind.hint.odds) > 1
        assert not mind.hint.is_counted
        assert 0 < mind.hint.chance < 1
    assert mixed


def masters_views() -> Iterator[RoundView]:
    """Yield views of the network's rounds against itself, nine cards from the end of the pile."""
    source = Random(1)
    for _ in range(12):
        state = GAME.deal(PRESETS["ferti-advanced"], GAME.shuffle(source), Seat.LEFT)
        while state.turn is not None and len(state.draw_pile) > SEARCH.searches:
            state = state.play(Master(NETWORK).choose(seen(state), (0, 0), source))
        if len(state.legal) > 1 and not Judge(seen(state)).known:
            yield seen(state)


@pytest.mark.slow
def test_a_judge_searches_only_within_its_budget() -> None:
    for view in searched_views():
        assert Judge(view, SEARCH._replace(searches=view.pile)).known
        assert not Judge(view, SEARCH._replace(searches=view.pile - 1)).known
        assert Judge(view, SEARCH._replace(searches=view.pile - 1)).hint == network_hint(view)


def test_the_plain_search_tries_only_what_the_network_finds_likeliest() -> None:
    """And plays by what it finds, though of other actions nothing is known."""
    views = [view for view in searched_views() if len(view.legal) > PLAIN.tries]
    for view in views:
        tried = likeliest(view)[:4]
        assert tried[0] == next(iter(network_hint(view).odds))
        mind = Judge(view, PLAIN)
        assert mind.known.keys() == set(tried)
        assert mind.hint.odds.keys() <= mind.known.keys()
        assert mind.hint != network_hint(view)
    assert len(views) > 4


def test_what_is_certain_is_not_tried() -> None:
    """It tries four others, and does not play an action that loses against every hand."""
    view = seen(stage("ferti-advanced", "+3 +4 +1 -3 -2 +5 -1 +4 +1 +1", left="45555"))
    lost = parse_action("+4A5555")
    assert Judge(view).known == {lost: 0}
    assert lost in likeliest(view)[: PLAIN.tries]
    mind = Judge(view, PLAIN)
    assert mind.known.keys() == set(likeliest(view)[: PLAIN.tries + 1])
    assert lost not in mind.hint.odds


@pytest.mark.by_day(1)
@pytest.mark.parametrize("budget", [PLAIN, SEARCH], ids=["plain", "search"])
def test_no_number_of_guesses_makes_anything_certain(budget: Budget) -> None:
    doubted = 0
    states = [state for state in states_of(PRESETS["abacus-basic"], 2) if len(state.legal) > 1]
    for view in map(seen, states):
        if budget.counts < view.pile <= budget.searches:
            certain = Judge(view, budget._replace(guesses=0)).known
            found = {
                action: chance
                for action, chance in Judge(view, budget).known.items()
                if action not in certain
            }
            assert all(1 - CERTAIN <= chance <= CERTAIN for chance in found.values())
            doubted += any(chance in {1 - CERTAIN, CERTAIN} for chance in found.values())
    assert doubted


def test_only_what_may_be_played_has_odds() -> None:
    """Though another action is worth a little more here, the network is sure of one."""
    state = stage("ferti-advanced", "+5 +5 +4 +4A4 R2 -2 -1 +5A4 R3", right="11223")
    assert list(Judge(seen(state)).hint.odds) == [parse_action("+1")]


@pytest.mark.slow
def test_more_guesses_come_closer_to_what_is_true() -> None:
    """Two searches with few guesses differ more from one with many than one with some does."""
    views = searched_views()[:6]
    many = [Judge(view, SEARCH._replace(guesses=1500)).values(view.legal) for view in views]

    def error(guesses: int) -> float:
        found = [Judge(view, SEARCH._replace(guesses=guesses)).values(view.legal) for view in views]
        return sum(
            (one - other) ** 2
            for few, most in zip(found, many, strict=True)
            for one, other in zip(few, most, strict=True)
        )

    assert error(256) < error(8) / 4


@pytest.mark.slow
def test_the_worth_in_the_file_of_puzzles_is_the_judge_s_and_the_master_plays_the_answer() -> None:
    """Of those that are counted; the rest takes seconds each."""
    counted = [puzzle for puzzle in puzzles() if puzzle.view().pile <= MASTER.counts]
    assert {puzzle.view().pile for puzzle in counted} == set(range(MASTER.counts + 1))
    for puzzle in counted:
        assert worth(puzzle.view()) == puzzle.values
        assert Judge(puzzle.view()).hint.odds == {puzzle.answer: 1}


def test_with_four_cards_left_the_master_counts_and_no_longer_plays_as_the_network() -> None:
    """Against the network +2 wins almost always; who counts, as the other master does, has an answer."""
    view = seen(stage("ferti-advanced", "+2 +2 +4 +5 +1 +5A333 R4 -2", left="22334"))
    assert view.pile == 4
    three = Judge(view, MASTER._replace(counts=3))
    assert not three.known
    assert next(iter(three.hint.odds)) == parse_action("+2")
    mind = Judge(view)
    assert mind.known.keys() == set(view.legal)
    assert mind.hint.odds == {parse_action("+3"): 1}


@pytest.mark.slow
def test_the_worth_in_the_file_of_puzzles_is_what_the_search_finds() -> None:
    for puzzle in puzzles()[::15]:
        assert worth(puzzle.view()) == pytest.approx(puzzle.values, abs=0.011)
