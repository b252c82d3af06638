"""Ratings: the paper's example, and what counts in which order."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_statistics import ended

from engarde_tui.play.stored import EndedRound, StoredMatch
from engarde_tui.progress.glicko import Rating, rated
from engarde_tui.progress.ratings import NEWCOMER, good_match, latest, ratings
from engine.en_garde.bots import LEVELS
from engine.game import Seat, games

ANNA, BRUNO = ("Anna", "Bruno"), ("Bruno", "Anna")


def of_anna(*matches: StoredMatch) -> Rating:
    """Anna's rating after these matches."""
    return latest(ratings(matches).get("en-garde", {}), "Anna")


def against(level: str, **others: Any) -> StoredMatch:
    """A match of one round that Anna has won against a level."""
    return ended(0, ("Anna", level.capitalize()), bots=(None, level), **others)


def long_match(level: str, rounds: int, *, is_won: bool, day: int = 0, reason: str = "hit") -> StoredMatch:
    """A match of many rounds that Anna has all won, or all lost, against a level."""
    match = against(level, day=day)
    winner = Seat.LEFT if is_won else Seat.RIGHT
    ended = tuple(EndedRound(number, winner, reason, (0, 0)) for number in range(1, rounds + 1))
    return replace(match, finished=ended)


def test_the_example_of_the_paper_comes_out() -> None:
    """Glickman rounds on the way, so the last digit differs by one."""
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = rated(Rating(1500, 200, 0.06), games)
    assert after.value == pytest.approx(1464.06, abs=0.011)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_only_adds_doubt() -> None:
    """As in the sixth step of the paper."""
    after = rated(Rating(1500, 200, 0.06), [])
    assert (after.value, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx((200**2 + (0.06 * 173.7178) ** 2) ** 0.5)


def test_surprising_results_raise_the_volatility_and_expected_ones_lower_it() -> None:
    """A long series lost against somebody far weaker, and one that went as it had to."""
    player = Rating(1500, 50, 0.06)
    lost = rated(player, [(Rating(1000, 0), 0.0)] * 20)
    even = rated(player, [(Rating(1500, 0), result) for result in (1.0, 0.0)] * 10)
    assert lost.volatility > 0.0605
    assert even.volatility < 0.06
    assert even.value == pytest.approx(1500)


@pytest.mark.parametrize("strength", [1000, 1250])
def test_many_rounds_find_the_strength_of_a_player(strength: float) -> None:
    """Each match brings seven rounds, with the share that the player's strength predicts."""
    level = Rating(1100, 0)
    share = 1 / (1 + 10 ** ((level.value - strength) / 400))
    rating = NEWCOMER
    for _ in range(60):
        rating = rated(rating, [(level, share)] * 7)
    assert rating.value == pytest.approx(strength, abs=5)
    assert rating.margin < 80


def test_a_newcomer_is_a_good_match_for_the_novice() -> None:
    """In every game that has one."""
    for game in games().values():
        assert good_match(game.levels, NEWCOMER) == "novice"


def test_a_win_against_a_stronger_level_counts_more() -> None:
    """And a stronger opponent is then a good match."""
    novice, master = (of_anna(against(level)) for level in ("novice", "master"))
    assert NEWCOMER.value < novice.value < master.value
    names = list(LEVELS)
    assert names.index(good_match(LEVELS, master)) > names.index("novice")


def test_the_levels_keep_their_own_ratings() -> None:
    """Whatever they are called at the table."""
    found = ratings([against("fencer"), against("fencer")])["en-garde"]
    assert list(found) == ["Anna"]
    assert len(found["Anna"]) == 2


def test_two_people_are_rated_by_what_both_were_before() -> None:
    """The winner gains what the loser loses where both are as uncertain."""
    found = ratings([ended(0, ANNA)])["en-garde"]
    anna, bruno = (latest(found, name).value for name in ANNA)
    assert anna > NEWCOMER.value > bruno
    assert anna - NEWCOMER.value == pytest.approx(NEWCOMER.value - bruno)


def test_the_order_of_the_matches_counts_and_not_that_of_the_list() -> None:
    """By the time they were last played."""
    matches = [ended(0, ANNA, day=0), ended(0, BRUNO, day=1), against("master", day=2)]
    assert of_anna(*matches) == of_anna(*reversed(matches))


def test_rounds_of_a_match_that_somebody_left_count() -> None:
    """So that nobody can leave in order not to lose."""
    assert of_anna(ended(0, BRUNO, target=5)) == of_anna(ended(0, BRUNO, target=1)) != NEWCOMER


def test_rounds_before_the_first_help_count() -> None:
    """Nobody takes back a lost match by asking for a hint in its last round."""
    lost = long_match("master", 5, is_won=False)
    assert of_anna(replace(lost, helped_in=5)) == of_anna(lost) != NEWCOMER
    assert of_anna(replace(lost, helped_in=1)) == of_anna(long_match("master", 1, is_won=False))


def test_rounds_won_with_help_do_not_count() -> None:
    """The master's advice and a second try are not the player's own strength."""
    won = long_match("master", 5, is_won=True)
    assert of_anna(replace(won, helped_in=3)) == of_anna(long_match("master", 2, is_won=True))
    for match in (replace(won, helped_in=1), ended(0, ANNA, helped_in=1), replace(won, helped_in=0)):
        assert ratings([match]) == {}


def test_a_match_from_a_record_counts_for_nobody() -> None:
    """The Anna in it may be another."""
    assert ratings([ended(0, ANNA, is_imported=True)]) == {}


@given(
    st.lists(
        st.tuples(st.sampled_from(["daydreamer", "master"]), st.booleans(), st.integers(1, 99)), max_size=40
    )
)
def test_ratings_stay_on_the_scale_whatever_was_won_and_lost(
    matches: list[tuple[str, bool, int]],
) -> None:
    """Even if the longest matches go against all that could be expected."""
    played = [
        long_match(bot, rounds, is_won=is_won, day=day) for day, (bot, is_won, rounds) in enumerate(matches)
    ]
    for step in ratings(played).get("en-garde", {}).get("Anna", []):
        assert -1000 < step.rating.value < 3000
        assert 10 < step.rating.deviation <= NEWCOMER.deviation
        assert 0 < step.rating.volatility <= 0.1


def test_one_bad_match_costs_only_itself() -> None:
    """Whoever wins as much after it as before is soon rated above the level that lost, and for good."""
    matches = [
        long_match("daydreamer", rounds, is_won=is_won, day=day)
        for day, (rounds, is_won) in enumerate([(99, True), (99, False), (5, True), (5, True), (99, True)])
    ]
    before, bad, *_, after = (step.rating.value for step in ratings(matches)["en-garde"]["Anna"])
    assert bad < LEVELS["daydreamer"].rating < after < before


def test_rounds_against_programs_count_for_nobody() -> None:
    """Nobody knows how strong a program is."""
    assert ratings([ended(0, ("Anna", "my_bot"), bots=(None, "program"))]) == {}


def test_a_round_that_was_forfeited_does_not_count() -> None:
    """It was not played."""
    assert ratings([long_match("master", 3, is_won=True, reason="forfeit")]) == {}
