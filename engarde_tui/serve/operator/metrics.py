"""The figures of a hall in the text format of Prometheus."""

import os
import resource
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from engarde_tui.serve.ssh.server import HallServer


class _Metric(NamedTuple):
    name: str
    kind: str
    """gauge, counter or summary."""
    help: str
    values: Mapping[str, float]
    """By what follows the name: labels, "_sum"."""


def metrics(server: HallServer, seconds_open: float) -> str:
    """Return all figures; they name nobody."""
    lines = []
    for metric in _metrics(server, seconds_open):
        lines += [f"# HELP {metric.name} {metric.help}", f"# TYPE {metric.name} {metric.kind}"]
        lines += [f"{metric.name}{ending} {value:.10g}" for ending, value in metric.values.items()]
    return "\n".join(lines)


def _metrics(server: HallServer, seconds_open: float) -> Iterator[_Metric]:
    hall, figures = server.hall, server.figures
    here = [visitor for visitor in hall.visitors if not visitor.is_elsewhere]
    members = sum(visitor.member for visitor in here)
    waiting = sum(table.waits for table in hall.tables.all)
    playing = sum(table.match.is_open for table in hall.tables.all)
    yield _Metric(
        "engarde_visitors",
        "gauge",
        "People in the hall, each window counted.",
        {'{kind="member"}': members, '{kind="guest"}': len(here) - members},
    )
    yield _Metric("engarde_connections", "gauge", "Open connections.", {"": server.connections})
    yield _Metric(
        "engarde_tables",
        "gauge",
        "Tables: waiting for an opponent, with people at them, adjourned.",
        {
            '{state="waiting"}': waiting,
            '{state="open"}': playing,
            '{state="adjourned"}': len(hall.tables.all) - waiting - playing,
        },
    )
    shares = (0.5, 0.99)
    quantiles = dict(zip(shares, figures.latencies(*shares), strict=False))
    yield _Metric(
        "engarde_key_seconds",
        "summary",
        "Seconds from a key to the frame that answers it; quantiles of the latest keys.",
        {
            **{f'{{quantile="{share}"}}': seconds for share, seconds in quantiles.items()},
            "_sum": figures.key_seconds,
            "_count": figures.keys,
        },
    )
    yield _Metric(
        "engarde_longest_block_seconds",
        "gauge",
        "Processor time that one turn of a visitor took, at most.",
        {"": figures.longest_turn},
    )
    collections = sorted(figures.collections.items())
    for name, text, values in (
        ("engarde_collections_total", "Garbage collections.", [each.number for _, each in collections]),
        (
            "engarde_collection_seconds_total",
            "Seconds that garbage collections have stopped the hall.",
            [each.seconds for _, each in collections],
        ),
    ):
        labels = [f'{{generation="{generation}"}}' for generation, _ in collections]
        yield _Metric(name, "counter", text, dict(zip(labels, values, strict=True)))
    yield _Metric(
        "engarde_refused_total",
        "counter",
        "Refusals by reason.",
        {f'{{reason="{reason}"}}': number for reason, number in sorted(figures.refusals.items())},
    )
    yield _Metric("engarde_open_seconds", "gauge", "Seconds since the hall was opened.", {"": seconds_open})
    yield _Metric("process_cpu_seconds_total", "counter", "Processor time used.", {"": time.process_time()})
    yield _Metric("process_resident_memory_bytes", "gauge", "Resident memory.", {"": float(_memory())})


def _memory() -> int:
    """Return the resident memory in bytes; where the system does not tell, the most there ever was."""
    with suppress(OSError, IndexError, ValueError):
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf(
            "SC_PAGE_SIZE"
        )
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
