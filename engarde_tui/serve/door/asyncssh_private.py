"""All undocumented parts of asyncssh that the server relies on, each with the reason.

No other module uses a private name of asyncssh. tests/test_private_names.py checks that, and compares the
names used here with the release they were tested with; pyproject.toml allows no other release.
"""

from collections.abc import Callable

import asyncssh


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
