"""The bell of a hall's database: it rings at every door when a process has changed something.

It is a hint alone, which can be lost: what has changed is read from the tables.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import psycopg

from engarde_tui.serve.ringing import ANYTHING, RINGING, TOLD
from engarde_tui.storage.database import Connection

_CHANNEL: Final = "engarde"

_PAUSE: Final = 1.0
"""Seconds until a lost line is tried again, and between two looks whether to end."""

_RING: Final = f"""
    CREATE OR REPLACE FUNCTION engarde_ring() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        row jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
        news text := TG_TABLE_NAME;
        part text;
    BEGIN
        FOREACH part IN ARRAY string_to_array(TG_ARGV[0], ',') LOOP
            news := news || ' ' || (row ->> part);
        END LOOP;
        PERFORM pg_notify('{_CHANNEL}', news);
        RETURN NULL;
    END $$
"""


def hang_bell(connection: Connection) -> None:
    """Let changes ring from now on; one transaction rings once for each row."""
    connection.execute(_RING)
    hung = connection.execute(
        "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'ring'"
    ).fetchall()
    for table, columns in RINGING.items():
        # To hang one anew would stop all who write to that table.
        if (table,) not in hung:
            change = f"UPDATE OF {TOLD[table]}" if table in TOLD else "UPDATE"
            connection.execute(
                f"CREATE TRIGGER ring AFTER INSERT OR {change} OR DELETE ON {table}"
                f" FOR EACH ROW EXECUTE FUNCTION engarde_ring('{columns}')"
            )


class Bell:
    """Listens in a thread of its own, with a line of its own, until it ends."""

    def __init__(self, address: str, hear: Callable[[str], None]) -> None:
        """Call `hear`, in that thread, with what has changed."""
        self._address = address
        self._hear = hear
        self._has_ended = threading.Event()
        threading.Thread(target=self._keep_listening, name="postgres-bell", daemon=True).start()

    def _keep_listening(self) -> None:
        while not self._has_ended.is_set():
            with suppress(psycopg.Error):
                self._listen()
            self._has_ended.wait(_PAUSE)

    def _listen(self) -> None:
        with psycopg.connect(self._address, autocommit=True) as line:
            line.execute(f"LISTEN {_CHANNEL}".encode())
            # What was rung before is lost.
            self._hear(ANYTHING)
            while not self._has_ended.is_set():
                for rung in line.notifies(timeout=_PAUSE):
                    self._hear(rung.payload)

    def end(self) -> None:
        """Listen no more."""
        self._has_ended.set()
