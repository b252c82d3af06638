"""Statistics: a few counted by hand, many checked by sums."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tui.states import ENDINGS, NEAR, play, staged

from engarde_tui.play.stored import EndedRound, StoredMatch
from engarde_tui.presentation import kind_of
from engarde_tui.progress.statistics import tallies
from engine.en_garde import PRESETS, Reason
from engine.match import Match

BEGIN = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)


def kept(match: Match, day: int = 0) -> StoredMatch:
    """A match as a store lists it."""
    finished = tuple(map(EndedRound.of, match.finished))
    at = BEGIN + timedelta(days=day)
    return StoredMatch(1, match.rules, match.names, match.target, match.number, finished, at, at)


def ended(place: int, names: tuple[str, str], target: int = 1, day: int = 0, **others: Any) -> StoredMatch:
    """A match of which one round has been played, to one of the six endings."""
    ending = ENDINGS[place]
    match = replace(ending.before, names=names, target=target)
    return replace(kept(play(match, ending.word), day), **others)


def begun() -> StoredMatch:
    """A match of which no round is finished."""
    return kept(staged(script=NEAR))


def test_without_matches_there_are_no_statistics() -> None:
    """Nobody has played."""
    assert tallies([]) == {}


def test_a_match_counts_for_both_its_players() -> None:
    """A hit won by Anna, on the left."""
    counted = tallies([ended(0, ("Anna", "Bruno"))])
    anna, bruno = counted["Anna"][None], counted["Bruno"][None]
    assert (anna.won, anna.lost, anna.unfinished) == (1, 0, 0)
    assert (bruno.won, bruno.lost, bruno.unfinished) == (0, 1, 0)
    assert (anna.rounds.won, anna.rounds.lost) == ({Reason.HIT: 1}, {})
    assert (bruno.rounds.won, bruno.rounds.lost) == ({}, {Reason.HIT: 1})


def test_players_are_counted_in_either_seat() -> None:
    """Anna wins once on the left, loses once on the right."""
    anna = tallies([ended(0, ("Anna", "Bruno")), ended(2, ("Bruno", "Anna"))])["Anna"][None]
    assert (anna.won, anna.lost) == (1, 1)
    assert (anna.rounds.won, anna.rounds.lost) == ({Reason.HIT: 1}, {Reason.NO_MOVE: 1})


def test_rounds_of_unfinished_matches_and_drawn_rounds_count() -> None:
    """A match of one drawn round has no winner yet."""
    (drawn,) = [place for place, ending in enumerate(ENDINGS) if ending.reason is Reason.DRAW]
    anna = tallies([ended(drawn, ("Anna", "Bruno")), begun()])["Anna"][None]
    assert (anna.won, anna.lost, anna.unfinished) == (0, 0, 2)
    assert (anna.rounds.labels, anna.rounds_drawn) == ([], 1)


def test_head_to_head_counts_only_matches_between_the_two() -> None:
    """Against each opponent alone, and against everybody together."""
    counted = tallies([ended(0, ("Anna", "Bruno")), ended(0, ("Carla", "Anna")), ended(4, ("Anna", "Carla"))])
    assert list(counted) == ["Anna", "Carla", "Bruno"]
    assert list(counted["Anna"]) == [None, "Carla", "Bruno"]
    assert counted["Anna"]["Carla"].won == 1
    assert counted["Anna"]["Carla"].lost == 1
    assert counted["Carla"]["Anna"].won == 1
    assert counted["Anna"]["Bruno"].won == 1


@pytest.mark.parametrize("reason", [Reason.HIT, Reason.CARDS, Reason.DISTANCE, Reason.NO_MOVE])
def test_every_way_to_win_is_counted_separately(reason: Reason) -> None:
    """For the one as won, for the other as lost."""
    place = next(place for place, ending in enumerate(ENDINGS) if ending.reason is reason)
    counted = tallies([ended(place, ("Anna", "Bruno"))])
    winner, loser = ("Anna", "Bruno") if ENDINGS[place].score == (1, 0) else ("Bruno", "Anna")
    assert counted[winner][None].rounds.won == {reason: 1}
    assert counted[loser][None].rounds.lost == {reason: 1}


def test_the_course_of_the_matches_is_by_time_whatever_their_order() -> None:
    """It begins at nothing; the longest run counts only wins."""
    results = (False, True, True, True, False, False)
    matches = [
        ended(0, ("Anna", "Bruno") if won else ("Bruno", "Anna"), day=day) for day, won in enumerate(results)
    ]
    anna = tallies(reversed(matches))["Anna"][None]
    assert anna.course == [0, -1, 0, 1, 2, 1, 0]
    assert [at - BEGIN for at, _ in anna.results] == [timedelta(days=day) for day in range(6)]
    assert anna.longest_run == 3


def test_without_a_win_there_is_no_run() -> None:
    """And without a finished match no course but its start."""
    assert tallies([ended(0, ("Bruno", "Anna"))])["Anna"][None].longest_run == 0
    assert tallies([begun()])["Anna"][None].course == [0]


def test_matches_are_counted_by_the_level_of_the_opponent_and_by_rules() -> None:
    """Whatever the bot is called at the table; a bot's own matches are not against a bot."""
    matches = [
        ended(0, ("Anna", "Fencer"), bots=(None, "fencer"), rules=PRESETS["ferti-advanced"]),
        ended(0, ("Fencer (bot)", "Anna"), bots=("fencer", None), rules=PRESETS["ferti-advanced"]),
        ended(0, ("Anna", "Bruno"), rules=PRESETS["abacus-basic"]),
    ]
    counted = tallies(matches)
    anna = counted["Anna"][None]
    assert (anna.levels.won, anna.levels.lost) == ({"fencer": 1}, {"fencer": 1})
    by_rules = anna.by_rules(kind_of)
    assert (by_rules.won, by_rules.lost) == (
        {"Ferti advanced": 1, "Abacus basic": 1},
        {"Ferti advanced": 1},
    )
    assert by_rules.labels == ["Ferti advanced", "Abacus basic"]
    assert counted["Fencer"][None].levels.labels == []
