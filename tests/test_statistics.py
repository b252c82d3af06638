"""Statistics: a few counted by hand, many checked by sums."""

from dataclasses import replace

import pytest
from tui.states import ENDINGS, NEAR, play, staged

from engarde_tui.match.statistics import tallies
from engine.en_garde import MatchView, Reason


def ended(place: int, names: tuple[str, str], target: int = 1) -> MatchView:
    """A match of which one round has been played, to one of the six endings."""
    ending = ENDINGS[place]
    match = replace(ending.before, names=names, target=target)
    return play(match, ending.word).view(None)


def test_without_matches_there_are_no_statistics() -> None:
    """Nobody has played."""
    assert tallies([]) == {}


def test_a_match_counts_for_both_its_players() -> None:
    """A hit won by Anna, on the left."""
    counted = tallies([ended(0, ("Anna", "Bruno"))])
    anna, bruno = counted["Anna"][None], counted["Bruno"][None]
    assert (anna.matches, anna.won, anna.lost, anna.unfinished) == (1, 1, 0, 0)
    assert (bruno.matches, bruno.won, bruno.lost, bruno.unfinished) == (1, 0, 1, 0)
    assert (anna.rounds_won, anna.rounds_lost) == ({Reason.HIT: 1}, {})
    assert (bruno.rounds_won, bruno.rounds_lost) == ({}, {Reason.HIT: 1})


def test_players_are_counted_in_either_seat() -> None:
    """Anna wins once on the left, loses once on the right."""
    anna = tallies([ended(0, ("Anna", "Bruno")), ended(2, ("Bruno", "Anna"))])["Anna"][None]
    assert (anna.won, anna.lost) == (1, 1)
    assert (anna.rounds_won, anna.rounds_lost) == ({Reason.HIT: 1}, {Reason.NO_MOVE: 1})


def test_rounds_of_unfinished_matches_and_drawn_rounds_count() -> None:
    """A match of one drawn round has no winner yet."""
    (drawn,) = [place for place, ending in enumerate(ENDINGS) if ending.reason is Reason.DRAW]
    anna = tallies([ended(drawn, ("Anna", "Bruno")), staged(script=NEAR).view(None)])["Anna"][None]
    assert (anna.matches, anna.won, anna.lost, anna.unfinished) == (2, 0, 0, 2)
    assert (anna.rounds, anna.rounds_drawn) == (1, 1)


def test_head_to_head_counts_only_matches_between_the_two() -> None:
    """Against each opponent alone, and against everybody together."""
    counted = tallies([ended(0, ("Anna", "Bruno")), ended(0, ("Carla", "Anna")), ended(4, ("Anna", "Carla"))])
    assert list(counted) == ["Anna", "Carla", "Bruno"]
    assert list(counted["Anna"]) == [None, "Carla", "Bruno"]
    assert counted["Anna"]["Carla"].won == 1
    assert counted["Anna"]["Carla"].lost == 1
    assert counted["Carla"]["Anna"].won == 1
    assert counted["Anna"]["Bruno"].matches == 1


@pytest.mark.parametrize("reason", [Reason.HIT, Reason.CARDS, Reason.DISTANCE, Reason.NO_MOVE])
def test_every_way_to_win_is_counted_separately(reason: Reason) -> None:
    """For the one as won, for the other as lost."""
    place = next(place for place, ending in enumerate(ENDINGS) if ending.reason is reason)
    counted = tallies([ended(place, ("Anna", "Bruno"))])
    winner, loser = ("Anna", "Bruno") if ENDINGS[place].score == (1, 0) else ("Bruno", "Anna")
    assert counted[winner][None].rounds_won == {reason: 1}
    assert counted[loser][None].rounds_lost == {reason: 1}
