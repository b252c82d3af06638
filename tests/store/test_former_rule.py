"""Matches that an earlier version stored by a rule that was corrected since."""

import asyncio
from pathlib import Path

import pytest
from commands import engarde
from former_rule import CLOSED, GOES_ON, KILLED, LOST, RECORD, STRIKES, WHY, fill

from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.screens.played import statistics_of
from engarde_tui.storage.journal import ClosedMatchError
from engarde_tui.storage.store import Store
from engine.game import Seat
from engine.record import RecordError, read, write


@pytest.fixture
def kept(folder: Path) -> Path:
    """The folder with the store in it."""
    fill(folder)
    return folder


@pytest.mark.parametrize(
    ("id", "winner", "life"),
    [(LOST, Seat.LEFT, (36, 0)), (KILLED, Seat.RIGHT, (0, 5)), (CLOSED, None, (1, 14))],
)
def test_a_match_is_listed_as_it_was_played(
    store: Store, kept: Path, id: int, winner: Seat | None, life: tuple[int, int]
) -> None:
    match = store.summary(id)
    assert (match.winner, match.former_rule) == (winner, WHY)
    assert store.view(id).round.life == life
    assert match.is_closed is (id == CLOSED)


def test_the_finished_ones_are_rated_and_counted_and_nobody_has_lost_the_other(
    store: Store, kept: Path
) -> None:
    found = asyncio.run(statistics_of(store))
    assert {player: len(steps) for player, steps in found.ratings["swords-and-shields"].items()} == {
        "Anna": 2,
        "Bruno": 2,
    }
    tally = found.tallies["Anna"][None]
    assert (tally.won, tally.lost, tally.unfinished) == (1, 1, 2)


@pytest.mark.parametrize("id", STRIKES)
def test_a_match_is_replayed_up_to_the_two_swords_and_a_line_says_why(
    store: Store, kept: Path, id: int
) -> None:
    replay = Replay(store.record(id).match, finished_rounds=True)
    assert replay.last == STRIKES[id]
    assert replay.perspective is Perspective.BOTH
    assert replay.why_it_ends == ""
    replay.jump_to_end()
    assert str(replay.view.round.plays[-1].action).startswith("use:h8")
    assert replay.why_it_ends == f"Ends here, as {WHY}"


def test_the_unfinished_one_is_closed_and_any_other_goes_on(store: Store, kept: Path) -> None:
    assert [match.id for match in store.unfinished()] == [GOES_ON]
    with pytest.raises(ClosedMatchError, match=f"^match {CLOSED} cannot go on, as {WHY}: it is closed"):
        store.resume(CLOSED)
    store.delete(CLOSED)
    record, journal = store.resume(GOES_ON)
    after = record.match.play(record.match.round.legal_actions()[0])
    journal.write(after)
    journal.close()
    assert store.record(GOES_ON).match == after
    assert Replay(after).why_it_ends == ""


def test_a_match_is_exported_as_that_version_did_but_such_a_record_is_refused_in_words(
    store: Store, kept: Path
) -> None:
    text = RECORD.read_text()
    assert write(store.record(LOST)) == text
    with pytest.raises(RecordError, match=f"^line 33, word 5: {WHY}$") as caught:
        read(text)
    line = text.split("\n")[caught.value.line - 1].split()
    assert line[caught.value.word - 2 : caught.value.word] == ["strike:own1", "strike:own2"]


def test_commands_say_what_became_of_such_matches(kept: Path, tmp_path: Path) -> None:
    listed = engarde("export", "--data", str(kept), "--list").stdout.splitlines()
    assert [line.split("Bruno")[1] for line in listed] == [", round 1, in progress", ", closed", "", ""]
    exported = engarde("export", "--data", str(kept), str(LOST))
    assert exported.stdout == RECORD.read_text()
    assert exported.stderr == f"engarde: this version cannot import the file: {WHY}\n"
    for command in (["import", "--data", str(kept)], ["verify"], ["replay", "--print"]):
        run = engarde(*command, str(RECORD))
        assert run.returncode != 0
        assert run.stderr == f"engarde: {RECORD}: line 33, word 5: {WHY}\n"
