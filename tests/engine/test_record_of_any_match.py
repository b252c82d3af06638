"""Records of random matches: what is written is read back, with every state."""

from itertools import pairwise

from hypothesis import given
from recorded import PlayedMatch, matches, records

from engine.en_garde import Seat
from engine.record import Record, read, write

LEFT, RIGHT = Seat.LEFT, Seat.RIGHT


@given(records)
def test_what_is_written_is_read_back(record: Record) -> None:
    text = write(record)
    assert read(text) == read(text.encode()) == record
    assert write(read(text)) == text


@given(records)
def test_rounds_take_a_line_each_for_the_deal_the_actions_and_the_result_of_80_columns_at_most(
    record: Record,
) -> None:
    _, *rounds = write(record).split("\n\n")
    match = record.match
    assert len(rounds) == len(match.past) + 1
    for text, state in zip(rounds, (*match.past, match.round), strict=True):
        lines = text.splitlines()
        assert len(lines) == 1 + bool(state.actions) + (state.result is not None)
        assert max(map(len, lines)) <= 80


@given(matches)
def test_a_history_holds_every_state(match: PlayedMatch) -> None:
    assert list(match.states[-1].history()) == match.states


@given(matches)
def test_each_state_of_a_history_is_one_deal_or_one_action_after_the_one_before(match: PlayedMatch) -> None:
    for before, after in pairwise(match.states[-1].history()):
        if before.round.result is None:
            assert after == before.play(after.round.actions[-1])
        else:
            assert after == before.next_round(after.round.dealt)


@given(matches)
def test_every_round_of_a_match_keeps_its_deck(match: PlayedMatch) -> None:
    last = match.states[-1]
    assert [round.deck for round in (*last.past, last.round)] == [tuple(deck) for deck in match.decks]
    assert all(round.result is not None for round in last.past)
