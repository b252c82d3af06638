"""Forfeits in a record."""

from datetime import datetime
from itertools import pairwise

import pytest
from hypothesis import given
from recorded import DECK_1, DECK_2, PLAYED, TEXT, PlayedMatch, matches, played

from engine.en_garde import Seat, parse_action
from engine.record import Record, RecordError, read, write

LEFT, RIGHT = Seat.LEFT, Seat.RIGHT


FORFEITS = f"""\
{TEXT.partition(f"Round 1 left {DECK_1}")[0]}\
Round 1 left {DECK_1}
+3 +5
= right forfeit 0-1

Round 2 right {DECK_2}
= left forfeit 1-1

Round 3 left {DECK_1}
{PLAYED[0][1].removesuffix(" P2 N")}
= left forfeit 2-1
"""
"""Rounds forfeited after some actions, before any, and under attack."""


def test_a_forfeit_is_read_from_the_line_of_the_result() -> None:
    match = played((DECK_1, "+3 +5")).forfeit().next_round(DECK_2).forfeit().next_round(DECK_1)
    for word in PLAYED[0][1].split()[:-2]:
        match = match.play(parse_action(word))
    assert match.round.attack is not None
    assert read(FORFEITS).match == match.forfeit()
    assert match.forfeit().winner is LEFT


@pytest.mark.parametrize(
    "text", [FORFEITS, FORFEITS[: FORFEITS.index("\n\nRound 3")] + "\n"], ids=["whole", "unfinished"]
)
def test_a_record_with_forfeits_is_written_back_byte_for_byte(text: str) -> None:
    assert write(read(text)) == text
    assert read(write(read(text))) == read(text)


def test_a_history_with_forfeits_has_a_state_for_each() -> None:
    match = read(FORFEITS).match
    states = list(match.history())
    assert states[-1] == match
    assert len(states) == sum(2 + len(round.actions) for round in match.rounds)
    assert [state.round.result is not None for state in states].count(True) == 3
    for before, after in pairwise(states):
        if before.round.result is not None:
            assert after == before.next_round(after.round.dealt)
        elif after.round.result is not None:
            assert after == before.forfeit()
        else:
            assert after == before.play(after.round.actions[-1])


@given(matches)
def test_any_round_or_match_can_be_forfeited_and_is_read_back(match: PlayedMatch) -> None:
    for state in match.states[-3:]:
        if state.round.turn is not None:
            for forfeit in state.unplayed_ends():
                record = Record(forfeit, datetime(2024, 5, 31, 20, 15))
                assert read(write(record)) == record
                assert list(record.match.history()) == [*state.history(), record.match]


@pytest.mark.parametrize(
    ("change", "line", "word", "what"),
    [
        (("right forfeit 0-1", "left forfeit 1-0"), 12, 1,
         "the round ended 'right forfeit 0-1', not 'left forfeit 1-0'"),
        (("right forfeit 0-1", "right forfeit 1-0"), 12, 1,
         "the round ended 'right forfeit 0-1', not 'right forfeit 1-0'"),
        (("right forfeit 0-1", "none forfeit 0-0"), 12, 1,
         "the round ended 'right forfeit 0-1', not 'none forfeit 0-0'"),
        (("right forfeit 0-1", "right hit 0-1"), 12, 1, "round 1 is still in progress"),
        (("right forfeit 0-1", "right FORFEIT 0-1"), 12, 1, "round 1 is still in progress"),
        (("right forfeit 0-1", "right forfeit"), 12, 1, "'=' needs a winner, a reason and a score after it"),
        (("left forfeit 1-1", "right forfeit 0-2"), 15, 1,
         "the round ended 'left forfeit 1-1', not 'right forfeit 0-2'"),
        (("\n= right forfeit 0-1", ""), 13, 1, "round 1 is still in progress"),
        (("right forfeit 0-1", "right forfeit 0-1 +1"), 12, 5, "the round is over"),
        (("right forfeit 0-1", "right forfeit 0-1\n= right forfeit 0-2"), 13, 1,
         "the round ended 'right forfeit 0-1', not 'right forfeit 0-2'"),
        (("left forfeit 2-1", "right forfeit 1-2"), 19, 1,
         "the round ended 'left forfeit 2-1', not 'right forfeit 1-2'"),
        (("left forfeit 2-1", "left absence 3-1"), 19, 1,
         "the round ended 'left absence 2-1', not 'left absence 3-1'"),
        (("left forfeit 2-1\n", f"left forfeit 2-1\n\nRound 4 right {DECK_2}\n"), 21, 1,
         "the match is over: Zoë has won it"),
    ],
)  # fmt: skip
def test_an_error_in_a_forfeit_names_its_line_and_word(
    change: tuple[str, str], line: int, word: int, what: str
) -> None:
    assert change[0] in FORFEITS
    with pytest.raises(RecordError) as caught:
        read(FORFEITS.replace(*change, 1))
    assert str(caught.value) == f"line {line}, word {word}: {what}"


def test_a_round_that_was_played_to_its_end_was_not_forfeited() -> None:
    with pytest.raises(RecordError) as caught:
        read(TEXT.replace("= left hit 1-1", "= left forfeit 1-1"))
    assert str(caught.value) == "line 20, word 1: the round ended 'left hit 1-1', not 'left forfeit 1-1'"
