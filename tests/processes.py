"""Figures of a running process."""

import os
from pathlib import Path


def status(pid: int, key: str) -> int:
    """Return a figure from /proc/PID/status; memory in kilobytes."""
    return int(Path(f"/proc/{pid}/status").read_text().split(f"{key}:")[1].split()[0])


def seconds_of_processor(pid: int) -> float:
    """Return the processor seconds used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")")[-1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
