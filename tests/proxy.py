"""A line to a server that can be cut at a moment of the test's choice."""

import socket
import threading
import time
from collections.abc import Iterator
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
        self.stays_cut = False
        """Whether all other lines are lost with that one, and there are no new ones until this is undone."""
        self._is_cut = False
        self.cuts = 0
        """How many lines have been cut so."""
        self.delay = 0.0
        """Seconds that everything takes to pass, in either direction."""
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
                if self._is_cut and self.stays_cut:
                    client.close()
                    continue
                try:
                    server = socket.create_connection(("127.0.0.1", self._to))
                except ConnectionRefusedError:
                    client.close()
                    continue
                self._lines += [client, server]
                is_silent = threading.Event()
                for ends in ((client, server, True), (server, client, False)):
                    threading.Thread(target=self._pass_on, args=(*ends, is_silent), daemon=True).start()

    def _pass_on(
        self, source: socket.socket, target: socket.socket, is_client: bool, is_silent: threading.Event
    ) -> None:
        with _until_cut(source, target):
            while data := source.recv(65536):
                time.sleep(self.delay)
                if is_client and self.cut_after and self.cut_after in data:
                    # Nobody hears the answer, but the server obeys: it reads before it sees the end.
                    self.cut_after, self.cuts = b"", self.cuts + 1
                    self._is_cut = self.stays_cut
                    is_silent.set()
                    target.sendall(data)
                    target.shutdown(socket.SHUT_WR)
                    while target.recv(65536):
                        pass
                    # Only now: whoever waits for the answer may not look before the server has obeyed.
                    _cut(source)
                    return
                if is_client or not is_silent.is_set():
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
