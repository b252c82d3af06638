"""What a client can pour over the hall; none of it makes anybody else wait."""

import random
from collections.abc import Callable

from asyncssh.constants import MSG_IGNORE
from asyncssh.packet import String
from serve.clients import Player


def resized(size: tuple[int, int]) -> Callable[[Player], None]:
    """A window that changes all the time."""

    def resize(mallory: Player) -> None:
        for number in range(300):
            mallory.channel.change_terminal_size(size[0] - number % 50, size[1] - number % 7)

    return resize


def writing(data: bytes, *first: str) -> Callable[[Player], None]:
    """Bytes, as fast as they are taken."""

    def write(mallory: Player) -> None:
        mallory.press(*first)
        mallory.channel.write(data)

    return write


def requesting(request: bytes, *arguments: bytes) -> Callable[[Player], None]:
    """Requests that nobody can want."""

    def send(mallory: Player) -> None:
        for _ in range(5000):
            mallory.channel._send_request(request, *arguments, want_reply=True)

    return send


def ignored(mallory: Player) -> None:
    """The smallest packets, which mean nothing."""
    for _ in range(11_000):
        mallory.connection.send_packet(MSG_IGNORE, String(b""))


FLOODS: dict[str, Callable[[Player], None]] = {
    "a paste": writing(b"\x1b[200~" + b"x" * 100_000 + b"\x1b[201~", "j"),
    "a paste without end": writing(b"\x1b[200~" + b"x" * 1_000_000, "j"),
    "random bytes": writing(random.Random(1).randbytes(1_000_000)),
    "letters": writing(b"x" * 100_000, "j"),
    "arrows": writing(b"\x1b[B\x1b[A" * 20_000),
    "forms": writing(b"n\x1b\x1b" * 20_000),
    "dialogs": writing(b"j" * 20_000),
    "palettes": writing(b"\x10\x1b\x1b" * 20_000),
    "clicks": writing(b"\x1b[<0;5;5M\x1b[<0;5;5m" * 5_000),
    "redraws": writing(b"\x0c" * 100_000),
    "sizes in sequences": writing(b"\x1b[48;99999;99999;1;1t\x1b[8;9999;9999t" * 5000),
    "windows": resized((65535, 65535)),
    "small windows": resized((99, 30)),
    "variables": requesting(b"env", String("X" * 100), String("y" * 20_000)),
    "ignored packets": ignored,
    "requests": requesting(b"nothing of the kind", String("y" * 200)),
}
