"""Keep the server's paths, and advice for whoever runs it, from the visitors."""

import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Final

from engarde_tui.play.problem import Problem
from engarde_tui.storage.errors import OutageError, StoreError
from engine.message import Message, message

_LOG: Final = logging.getLogger("engarde.hall")


CANNOT_READ_MATCH: Final = message("the hall cannot read this match at the moment: try again later")
CANNOT_SAVE_MATCH: Final = message("the hall cannot save this match at the moment: try again later")
"""What visitors are told of their matches."""


@contextmanager
def without_details(words: Message, event: str = "trouble") -> Iterator[None]:
    """Log a StoreError, and raise one of its class with these words, that only say what the hall cannot do.

    An OutageError is in the log already, in sum.
    """
    try:
        yield
    except StoreError as error:
        if not isinstance(error, OutageError):
            _LOG.error("event=%s problem=%r", event, str(error))
        raise type(error)(words) from error


def with_details(problem: Problem) -> Problem:
    """Return a problem as whoever runs the hall is to read it."""
    return problem.__cause__ if isinstance(problem.__cause__, StoreError) else problem


def with_register() -> AbstractContextManager[None]:
    """Log a StoreError of the hall's own database, and raise it without details."""
    return without_details(
        message("the hall cannot read or save anything at the moment: try again later"), event="register"
    )
