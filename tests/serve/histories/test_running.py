"""Halls of two processes on PostgreSQL, played at by people, with faults; and halls that betray them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
pytest.importorskip("psycopg", reason="needs what a hall on a server needs")
import psycopg
from postgres import Cluster, cluster
from serve.halls import HallProcess
from serve.histories.checking import Kind
from serve.histories.faults import Faults
from serve.histories.history import Outcome
from serve.histories.running import SORTS_OF_MATCHES, Report, hall_over_proxy, run

pytestmark = pytest.mark.postgres

_TRIGGER = """
    CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {} END $$;
    CREATE TRIGGER planted {} INSERT ON entry FOR EACH ROW EXECUTE FUNCTION planted()
"""
"""Changes what is appended behind the back of whoever appends it."""

LOSES = _TRIGGER.format("IF NEW.number = 6 THEN RETURN NULL; END IF; RETURN NEW;", "BEFORE")
DOUBLES = _TRIGGER.format(
    "IF NEW.number = 6 THEN INSERT INTO entry (match, number, at, text)"
    " VALUES (NEW.match, 7, NEW.at, NEW.text); END IF; RETURN NULL;",
    "AFTER",
)
REORDERS = _TRIGGER.format(
    "IF NEW.number > 1 AND NEW.number % 3 = 0 THEN"
    " UPDATE entry SET text = (SELECT text FROM entry WHERE match = NEW.match AND number = NEW.number - 1)"
    " WHERE match = NEW.match AND number = NEW.number;"
    " UPDATE entry SET text = NEW.text WHERE match = NEW.match AND number = NEW.number - 1;"
    " END IF; RETURN NULL;",
    "AFTER",
)


@pytest.fixture
def server(postgres: Cluster) -> Iterator[Cluster]:
    """One that only this test has; skipped as `postgres` is."""
    with cluster() as server:
        yield server


async def test_nothing_is_lost_doubled_or_betrayed_while_each_thing_fails_once(
    tmp_path: Path, server: Cluster
) -> None:
    with hall_over_proxy(tmp_path, server) as (hall, proxy, url):
        report = await run(
            *(hall, server, proxy, url),
            seconds=0,
            tables=4,
            faults=Faults.KINDS,
            seed=1,
            pace=0.5,
            pause=1,
            acts=100,
        )
    assert report.findings == []
    assert report.troubles == []
    assert set(report.faults) == set(Faults.KINDS)
    assert set(report.sorts) == set(SORTS_OF_MATCHES)
    assert report.acts[Outcome.ACKNOWLEDGED] > 50
    assert report.different > 200


async def _betrayed(folder: Path, postgres: Cluster, kind: Kind, planted: str = "") -> Report:
    """Play until what was planted is found."""
    with hall_over_proxy(folder, postgres) as (hall, proxy, url):
        if planted:
            with psycopg.connect(url) as connection:
                connection.execute(planted)
        return await run(
            *(hall, postgres, proxy, url),
            seconds=0,
            tables=2,
            faults=(),
            seed=1,
            pace=0.2,
            patience=0,
            awaited=kind,
        )


@pytest.mark.parametrize(
    ("planted", "kind"),
    [(LOSES, Kind.LOST), (DOUBLES, Kind.DOUBLED), (REORDERS, Kind.OUT_OF_ORDER)],
    ids=["loses", "doubles", "reorders"],
)
async def test_a_database_that_changes_what_is_appended_is_found_out(
    tmp_path: Path, postgres: Cluster, planted: str, kind: Kind
) -> None:
    report = await _betrayed(tmp_path, postgres, kind, planted)
    assert kind in {finding.kind for finding in report.findings}


async def test_a_hall_that_shows_a_hand_to_whoever_watches_is_found_out(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HallProcess, "PROGRAM", (str(Path(__file__).with_name("leaking.py")),))
    report = await _betrayed(tmp_path, postgres, Kind.LEAKED)
    assert {finding.who[0] for finding in report.findings if finding.kind is Kind.LEAKED} == {"w"}
