"""Take the operator's orders at a socket that only the hall's user can open."""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from engarde_tui.language import LANGUAGES, TRANSLATOR, Translator, told, tr
from engarde_tui.play.problem import Problem
from engarde_tui.serve.operator.protocol import (
    LANGUAGE,
    LONGEST,
    PROBLEM,
    SOCKET,
    TEXT,
    line_of,
    message_of,
    reachable,
)
from engine.message import message

_LOG: Final = logging.getLogger("engarde.hall")

_SECONDS_TO_ASK: Final = 10
"""Seconds in which an order has to come."""

Obey = Callable[[dict[str, Any]], Awaitable[str]]
"""Carries out an order and returns what to say; raises Problem if it cannot."""


@asynccontextmanager
async def taking_orders(folder: Path, obey: Obey) -> AsyncIterator[None]:
    """Take orders meanwhile. Without a socket, which is logged, the hall works all the same.

    Raises Problem if another process takes orders there.
    """

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            try:
                line = await asyncio.wait_for(reader.readline(), _SECONDS_TO_ASK)
            except (ValueError, TimeoutError):
                line = b""
            writer.write(line_of(await answer(line, obey)))
            await writer.drain()
        writer.close()

    # asyncio may look at the path again when it closes the socket.
    with ExitStack() as stack:
        try:
            bound = _bind(stack.enter_context(reachable(folder)))
        except OSError as error:
            _LOG.warning("event=trouble problem=%r", f"no operator's socket: {error.strerror or error}")
            yield
            return
        server = await asyncio.start_unix_server(serve, sock=bound, limit=LONGEST)
        try:
            yield
        finally:
            server.close()
            (folder / SOCKET).unlink(missing_ok=True)


def _bind(path: str) -> socket.socket:
    """Return a socket at a path, with mode 0600 from the start; replace one that nobody listens to."""
    if is_live(path):
        raise Problem(message("another hall takes orders in this folder: choose another one with --data"))
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        Path(path).unlink(missing_ok=True)
        bound.bind(path)
    except BaseException:
        bound.close()
        raise
    finally:
        os.umask(before)
    return bound


def is_live(path: str) -> bool:
    """Return whether anybody listens at a socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trying:
        try:
            trying.connect(path)
        except (ConnectionRefusedError, FileNotFoundError):
            return False
    return True


async def answer(line: bytes, obey: Obey) -> dict[str, str]:
    """Return the answer to a line with an order, in the language of whoever gives it."""
    before = TRANSLATOR.set(None)
    try:
        order = message_of(line)
        match order.get(LANGUAGE):
            case str(code) if code in LANGUAGES:
                TRANSLATOR.set(Translator(code))
        return {TEXT: await obey(order)}
    except Problem as problem:
        return {PROBLEM: told(problem)}
    except ValueError:
        return {PROBLEM: tr("an order is one line of JSON")}
    except Exception:
        _LOG.exception("event=crash player=operator")
        return {PROBLEM: tr("an unexpected error: see the log of the hall")}
    finally:
        TRANSLATOR.reset(before)
