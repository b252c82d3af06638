"""Who is told that the server is about to be asked, which can take its time."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

ON_WAITING: Final[ContextVar[Callable[[], None]]] = ContextVar("on_waiting", default=lambda: None)
"""Called before each query and each transaction, by the task that waits for it."""
