"""A hall with matches of an earlier version, played by a rule that was corrected since."""

from pathlib import Path

import asyncssh
import pytest
from former_rule import CLOSED, GOES_ON, KILLED, LOST, WHY, fill
from serve.clients import connect
from serve.engines import ON_A_FILE
from serve.hall.visitors import ANNA, BRUNO, Opening, own_matches, play_on
from serve.hall_here import hall_here
from serve.register.rows import write_version_7

from engine.record import write

SECRETS = {id: f"{id:064x}" for id in (LOST, KILLED, CLOSED, GOES_ON)}


def at_tables(folder: Path, anna: str = ANNA) -> None:
    """Write a hall of that version, with matches of two members at tables."""
    kinds = {LOST: "listed", KILLED: "by-code", CLOSED: "listed", GOES_ON: "by-code"}
    fill(folder, {id: f"{kind} {SECRETS[id]} anna bruno" for id, kind in kinds.items()})
    write_version_7(folder, {"anna": anna, "bruno": BRUNO})


@ON_A_FILE
def test_a_hall_that_holds_one_starts_with_the_rest_of_its_tables(
    tmp_path: Path, open_hall: Opening, caplog: pytest.LogCaptureFixture
) -> None:
    at_tables(tmp_path)
    with caplog.at_level("INFO", "engarde.hall"):
        hall = open_hall()
    assert f"event=closed match={CLOSED} problem={WHY!r}" in caplog.text
    assert [table.secret for table in hall.tables.all] == [SECRETS[GOES_ON]]
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    [table] = hall.own_tables(anna)
    left, right = table.sit(anna), table.sit(bruno)
    play_on(left, right)
    assert len(left.view.round.plays) == 21


@ON_A_FILE
def test_its_players_still_have_the_matches(tmp_path: Path, open_hall: Opening) -> None:
    at_tables(tmp_path)
    hall = open_hall()
    hall.admit("anna", ANNA)
    hall.admit("bruno", BRUNO)
    for name in ("anna", "bruno"):
        own = own_matches(hall, name)
        assert [(match.id, match.is_closed) for match in map(own.summary, own.ids())] == [
            (GOES_ON, False), (CLOSED, True), (KILLED, False), (LOST, False),
        ]  # fmt: skip
        assert "strike:own1 strike:own2" in write(own.record(LOST))
    own_matches(hall, "anna").delete(CLOSED)
    assert CLOSED not in own_matches(hall, "anna").ids()
    assert CLOSED in own_matches(hall, "bruno").ids()
    assert [*hall.results.unseen(hall.admit("bruno", BRUNO))] == []


@ON_A_FILE
def test_one_that_was_played_alone_is_not_offered_to_be_continued(tmp_path: Path, open_hall: Opening) -> None:
    fill(tmp_path, {CLOSED: f"alone {SECRETS[CLOSED]} anna ~"})
    write_version_7(tmp_path, {"anna": ANNA})
    hall = open_hall()
    hall.admit("anna", ANNA)
    own = own_matches(hall, "anna")
    assert own.to_continue is None
    assert own.ids() == [CLOSED]


async def test_the_record_of_one_that_was_closed_is_sent_as_nothing_is_secret_any_more(
    tmp_path: Path,
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    at_tables(tmp_path, key.get_fingerprint())
    async with hall_here(tmp_path) as server:
        sent, refused = [
            await (await connect(server.port, "anna", key=key)).run(f"record {id}")
            for id in (CLOSED, GOES_ON)
        ]
    assert sent.exit_status == 0
    assert "strike:own1 strike:own2" in " ".join(str(sent.stdout).split())
    assert refused.stderr == f"Match {GOES_ON} is not over yet: its record would show both hands.\n"
