"""All undocumented parts of asyncssh that the server relies on, each with the reason.

No other module uses a private name of asyncssh. tests/test_private_names.py checks that, and compares the
names used here with the release they were tested with; pyproject.toml allows no other release.
"""

import inspect
from collections.abc import Callable
from typing import Final

import asyncssh

Take = Callable[[bytes], None]
"""The handler of received bytes."""

_REPLACED: Final = ("data_received", "pause_writing", "resume_writing")
"""Methods of a connection that the functions below replace."""

_TRANSPORT_METHODS: Final = ("_read_ready_cb", "_write_ready")
"""Bound methods that asyncio's transports keep; which of them, and until when, depends on the release."""


def letting_go(connection: asyncssh.SSHServerConnection) -> Callable[[], None]:
    """Return a function that lets a lost connection be freed at once, without a full garbage collection.

    asyncssh, asyncio and the functions below store its own bound methods in it, and in its transport.
    """
    transport = connection._transport

    def let_go() -> None:
        connection._recv_handler = _receive_nothing
        for owner, names in ((connection, _REPLACED), (transport, _TRANSPORT_METHODS)):
            for name in names:
                vars(owner).pop(name, None)

    return let_go


def _receive_nothing() -> bool:
    return False


def filter_input(connection: asyncssh.SSHServerConnection, take: Callable[[Take, bytes], None]) -> None:
    """Pass received bytes to `take`, with the original handler as its first argument.

    asyncssh itself has no limit on the rate of input.
    """
    taking = connection.data_received
    connection.data_received = lambda data: take(taking, data)  # type: ignore[assignment,method-assign,misc]


def has_caught_up(connection: asyncssh.SSHServerConnection) -> bool:
    """Return whether all complete packets are handled: some, as those before the login, take a task each."""
    return inspect.ismethod(connection._recv_handler) or connection._transport is None


def pause_input(connection: asyncssh.SSHServerConnection, paused: bool) -> None:
    """Stop reading from the network, or go on; do nothing once the connection is closed."""
    transport = connection._transport
    if transport is not None:
        (transport.pause_reading if paused else transport.resume_reading)()


def watch_stalls(connection: asyncssh.SSHServerConnection, stall: Callable[[bool], None]) -> None:
    """Call `stall(True)` when the connection's send buffer is full, `stall(False)` when it has room again.

    asyncssh itself keeps writing to a full buffer.
    """
    connection.pause_writing = lambda: stall(True)  # type: ignore[method-assign]
    connection.resume_writing = lambda: stall(False)  # type: ignore[method-assign]


def unsent_bytes(connection: asyncssh.SSHServerConnection) -> int:
    """Return the bytes waiting to be sent, replies to requests included; 0 once the connection is closed."""
    transport = connection._transport
    return 0 if transport is None else transport.get_write_buffer_size()


def filter_environment(
    channel: "asyncssh.SSHServerChannel[bytes]", accepts: Callable[[bytes, bytes], bool]
) -> None:
    """Keep only the client's environment variables for which `accepts(name, value)` returns True.

    asyncssh itself stores any number of them.
    """
    # Not the channel, which would hold itself.
    environment = channel._env

    def take(packet: asyncssh.packet.SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        if not accepts(name, value):
            return False
        environment[name] = value
        return True

    channel._process_env_request = take  # type: ignore[method-assign]
