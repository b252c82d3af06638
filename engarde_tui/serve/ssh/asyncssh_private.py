"""Everything undocumented of asyncssh that the server relies on, each thing with the reason why.

No other module uses a private name of asyncssh. tests/test_private_names.py sees to that, and compares what
is used here with the release it was tested with; pyproject.toml allows no other.
"""

from collections.abc import Callable

import asyncssh

Take = Callable[[bytes], None]
"""What a connection does with bytes that have come."""


def filter_input(connection: asyncssh.SSHServerConnection, take: Callable[[Take, bytes], None]) -> None:
    """Call `take` with what the connection would have done with bytes, and the bytes.

    asyncssh takes whatever is sent, however much it is.
    """
    taking = connection.data_received
    connection.data_received = lambda data: take(taking, data)  # type: ignore[assignment,method-assign,misc]


def watch_line(connection: asyncssh.SSHServerConnection, stall: Callable[[bool], None]) -> None:
    """Call `stall` when the line takes no more for now, with True, and when it takes data again.

    asyncssh goes on writing.
    """
    connection.pause_writing = lambda: stall(True)  # type: ignore[method-assign]
    connection.resume_writing = lambda: stall(False)  # type: ignore[method-assign]


def waiting_bytes(connection: asyncssh.SSHServerConnection) -> int:
    """How many bytes wait for the line, answers to requests too; 0 once it is closed."""
    transport = connection._transport
    return 0 if transport is None else transport.get_write_buffer_size()


def filter_environment(
    channel: "asyncssh.SSHServerChannel[bytes]", accepts: Callable[[bytes, bytes], bool]
) -> None:
    """Keep only those environment variables of a client for which `accepts` answers True.

    asyncssh keeps all it is told, without end.
    """

    def take(packet: asyncssh.packet.SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        if not accepts(name, value):
            return False
        channel._env[name] = value
        return True

    channel._process_env_request = take  # type: ignore[method-assign]
