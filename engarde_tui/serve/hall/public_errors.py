"""Keep the server's paths, and advice for whoever runs it, from the visitors."""

import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Final

from engarde_tui.storage.errors import OutageError, StoreError
from engarde_tui.storage.journal import MatchOpenError

_LOG: Final = logging.getLogger("engarde.hall")


@contextmanager
def without_details(what: str, event: str = "trouble") -> Iterator[None]:
    """Log a StoreError, and raise one of its class that only says that the hall cannot do `what`.

    A MatchOpenError passes: it names no file. An OutageError is in the log already, in sum.
    """
    try:
        yield
    except MatchOpenError:
        raise
    except StoreError as error:
        if not isinstance(error, OutageError):
            _LOG.error("event=%s problem=%r", event, str(error))
        raise type(error)(f"the hall cannot {what} at the moment: try again later") from error


def with_register() -> AbstractContextManager[None]:
    """Log a StoreError of the hall's own database, and raise it without details."""
    return without_details("read or save anything", event="register")
