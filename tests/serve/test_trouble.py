"""An ssh client whose record cannot be read hears nothing about the server's files."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.clients import connect  # noqa: E402
from serve.hall.visitors import stored  # noqa: E402
from serve.hall_here import hall_here  # noqa: E402

from engine.en_garde import PRESETS, Match  # noqa: E402

pytestmark = pytest.mark.wire


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE entry SET text = text || 'x'", "read this match"),
        ("DROP TABLE seat", "read or save anything"),
    ],
)
async def test_a_record_that_cannot_be_read_names_no_file(tmp_path: Path, statement: str, what: str) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with hall_here(tmp_path) as server:
        store, names = server.hall.store, server.hall.register.names
        stored(server.hall, Match.new(PRESETS["ferti-advanced"], seed=1), "anna", "bruno")
        names.add_key("anna", key.get_fingerprint())
        with closing(sqlite3.connect(store.path)) as database, database:
            database.execute(statement)
        connection = await connect(server.port, "anna", key=key)
        done = await connection.run("record 1")
        assert (done.exit_status, done.stdout) == (1, "")
        assert done.stderr == f"The hall cannot {what} at the moment: try again later.\n"
        connection.close()
        assert "problem=" in server.log
        assert str(store.path) in server.log
