"""What a hall costs on SQLite and on PostgreSQL, and how long its players wait.

    python tests/benchmarks/halls.py [--players N] [--minutes N] [--pace SECONDS]

The same scripted players as in `soak.py` fill one after the other. Halls, server and clients share all cores,
so the delays are upper bounds: they include those of the clients. The server waits for its disk, as SQLite
does.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import psycopg
from benchmarks.soak import line_of, milliseconds, resume, start_client
from postgres import Cluster, cluster
from processes import seconds_of_processor
from serve.halls import HallProcess

_COUNTING = ("-c", "fsync=on", "-c", "shared_preload_libraries=pg_stat_statements")
"""Options with which the server is safe from power cuts, and counts statements."""

_CLIENTS = 2
"""Processes that run the players."""


def _statements(server: Cluster) -> tuple[int, int]:
    """Return how many statements and how many transactions the server has finished."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        calls = connection.execute("SELECT sum(calls)::bigint FROM pg_stat_statements").fetchone()
        commits = connection.execute("SELECT sum(xact_commit)::bigint FROM pg_stat_database").fetchone()
    assert calls is not None
    assert commits is not None
    return calls[0] or 0, commits[0] or 0


def _used(pids: list[int]) -> float:
    return sum(map(seconds_of_processor, pids))


def _memory(pids: list[int]) -> float:
    """Return the memory of processes in megabytes; what they share counts once."""
    found = 0
    for pid in pids:
        with suppress(OSError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    found += int(line.split()[1])
    return found / 1024


def _all_of(hall: HallProcess) -> list[int]:
    """Return the processes of a hall, those that its own have started too."""
    pids = [hall.process.pid]
    for pid in pids:
        with suppress(OSError):
            pids += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return pids


def _milliseconds_of(measured: list[dict[str, list[float]]], kind: str) -> str:
    return milliseconds([delay for one in measured for delay in one[kind]])


def fill(server: Cluster, players: int, seconds: float, pace: float, *, on_server: bool) -> Mapping[str, str]:
    """Let players fill a hall, and play; return what it took."""
    tables, limit = players // 2, f"{players + 20}"
    options = ["--max-players", limit, "--max-per-address", limit]
    if on_server:
        options += ["--database", server.url(server.new_database())]
    with tempfile.TemporaryDirectory() as folder, HallProcess(Path(folder), *options) as hall:
        empty = _memory(_all_of(hall))
        shares = [tables * number // _CLIENTS for number in range(_CLIENTS + 1)]
        clients = [
            start_client(hall.port, first, after - first, seconds, pace) for first, after in pairwise(shares)
        ]
        for client in clients:
            line_of(client)
        everybody = {
            "hall": _all_of(hall),
            "server": server.processes if on_server else [],
            "clients": [client.pid for client in clients],
        }
        before = {name: _used(pids) for name, pids in everybody.items()}
        counted, began = _statements(server), time.monotonic()
        for client in clients:
            resume(client)
        measured = [json.loads(line_of(client)) for client in clients]
        took = time.monotonic() - began
        used = {name: 100 * (_used(pids) - before[name]) / took for name, pids in everybody.items()}
        calls = [(now - then) / took for now, then in zip(_statements(server), counted, strict=True)]
        memory, load = _memory(_all_of(hall)), os.getloadavg()[0]
        for client in clients:
            resume(client)
            client.wait()
        log, status = hall.log, hall.terminate()
    keys = sum(one["keys"] for one in measured)
    return {
        "own key to repaint": _milliseconds_of(measured, "delays"),
        "action to the opponent's repaint": _milliseconds_of(measured, "opponent_delays"),
        "keys a second": f"{keys / took:.1f}",
        "processor of hall, server, clients": "{hall:.0f}%, {server:.0f}%, {clients:.0f}%".format(**used),
        "  of the hall for a key": f"{used['hall'] * took * 10 / keys:.1f} ms",
        "memory of the hall": f"{memory:.0f} MB, {(memory - empty) / players:.2f} MB a player",
        "statements, transactions a second": "{:.0f}, {:.0f}".format(*calls) if on_server else "",
        "load of the machine": f"{load:.1f}",
        "unanswered keys, lost sessions": "{}, {}".format(
            *(sum(one[figure] for one in measured) for figure in ("unanswered", "lost"))
        ),
        "crashes, exit status": f"{log.count('event=crash')}, {status}",
    }


def main() -> None:
    """Print the figures of one hall after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--pace", type=float, default=3, help="seconds between keys of a player")
    parser.add_argument("--only-files", action="store_true", help="leave out PostgreSQL")
    options = parser.parse_args()
    with cluster(*_COUNTING) as server:
        for on_server in (False,) if options.only_files else (False, True):
            print(f"{options.players} players, {'PostgreSQL' if on_server else 'SQLite'}")
            seconds = options.minutes * 60
            figures = fill(server, options.players, seconds, options.pace, on_server=on_server)
            for name, value in figures.items():
                print(f"  {name:<36}{value}", flush=True)


if __name__ == "__main__":
    main()
