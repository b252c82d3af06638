"""For how many sessions a machine has room."""

import os
import resource
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final

_MEGABYTE: Final = 1 << 20

_EACH: Final = 25 * _MEGABYTE
"""Bytes of memory that a session takes."""

_HALL: Final = 150 * _MEGABYTE
"""Bytes that door, nursery and keeper take."""

_FILES: Final = 10
"""Files that the door needs for a session, with connections that have none yet."""

_LEAST: Final = 4
"""Sessions, however small the machine is."""

_GROUPS: Final = Path("/sys/fs/cgroup")


def room(wanted: int | None = None) -> int:
    """Return how many sessions are `wanted`, or else for how many there are memory and files.

    From now on the door may open as many files as the system lets it.
    """
    _, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    return wanted or max(min((memory() - _HALL) // _EACH, files // _FILES), _LEAST)


def memory(groups: Path = _GROUPS, own: str | None = None) -> int:
    """Return the bytes of memory that this process may use: the machine's, or what its control groups let it.

    `own` is the group of the process, in the folder `groups`; None for the real one.
    """
    limits = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    with suppress(OSError):
        if own is None:
            own = Path("/proc/self/cgroup").read_text().rpartition("::")[2].strip()
        group = PurePosixPath("/", own)
        for each in (group, *group.parents):
            with suppress(OSError, ValueError):
                limits.append(int((groups / each.relative_to("/") / "memory.max").read_text()))
    return min(limits)
