"""When the garbage collector runs: it stops all sessions, longer the more objects it looks at.

Screens and apps that have ended let go of their parts, so reference counting frees nearly everything, and
collections of young objects, which are frequent and short, the rest.
"""

import gc
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

_LOG: Final = logging.getLogger("engarde.hall")

_THRESHOLDS: Final = (1_000, 5, 20_000)
"""New objects that start a collection of the youngest, how many of these start one of those that survived
them, and how many of these a full one.

With a hundred players a full one takes a third of a second, and is due after half a day of play.
"""


@contextmanager
def rare_full_collections(on_collection: Callable[[int, float], None]) -> Iterator[None]:
    """Collect in the long run as often as `_THRESHOLDS` say, and never what is here already: it stays.

    `on_collection` is called after each, with its generation and the seconds it took.
    """
    began = 0.0

    def note(phase: str, info: dict[str, Any]) -> None:
        nonlocal began
        now = time.monotonic()
        if phase == "start":
            began = now
            return
        generation, seconds = info["generation"], now - began
        on_collection(generation, seconds)
        _LOG.debug(
            "event=collect generation=%d seconds=%.3f freed=%d", generation, seconds, info["collected"]
        )

    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    gc.callbacks.append(note)
    try:
        yield
    finally:
        gc.callbacks.remove(note)


def collect_while_nobody_is_here() -> None:
    """Run a full collection if there may be garbage: it stops nobody."""
    if gc.get_count()[2]:
        gc.collect()
