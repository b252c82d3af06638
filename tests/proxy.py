"""A line to a server that can be cut at a moment of the test's choice."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


class Proxy:
    """Passes bytes on in both directions; a context manager."""

    def __init__(self, port: int) -> None:
        """Lead to a port of this machine."""
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.cut_after = b""
        """Bytes of a client that still pass, but no answer to them: that line is lost then."""
        self.then: Callable[[], None] = lambda: None
        """Called when the server has obeyed what was sent before a cut."""
        self.cuts = 0
        """How many lines have been cut so."""
        self._lines: list[socket.socket] = []

    def __enter__(self) -> "Proxy":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.close()
        self.cut_all()

    def cut_all(self) -> None:
        """Cut all lines that there are."""
        for line in self._lines:
            _cut(line)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.create_connection(("127.0.0.1", self._to))
                self._lines += [client, server]
                threading.Thread(target=self._pass_on, args=(client, server, True), daemon=True).start()
                threading.Thread(target=self._pass_on, args=(server, client, False), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, is_client: bool) -> None:
        with _until_cut(source, target):
            while data := source.recv(65536):
                if is_client and self.cut_after and self.cut_after in data:
                    # Nobody hears the answer, but the server obeys: it reads before it sees the end.
                    self.cut_after, self.cuts = b"", self.cuts + 1
                    _cut(source)
                    target.sendall(data)
                    target.shutdown(socket.SHUT_WR)
                    while target.recv(65536):
                        pass
                    self.then()
                    return
                target.sendall(data)


def _cut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


@contextmanager
def _until_cut(*lines: socket.socket) -> Iterator[None]:
    try:
        with suppress(OSError):
            yield
    finally:
        for line in lines:
            _cut(line)
