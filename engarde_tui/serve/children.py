"""The processes that the nursery forks: the hall's keeper, and one for each visitor."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engarde_tui.serve import keeper, visit

_KINDS: Final = {"visit": visit.run, "keeper": keeper.run}


def run(request: Mapping[str, Any], files: Sequence[int]) -> int:
    """Be the process that is asked for, with the files that have come with it; return the exit status."""
    return _KINDS[request["kind"]](request, files)
