"""What an arena has measured, kept in a file while it runs, so that it can go on after an interruption."""

import fcntl
import json
import os
from array import array
from collections import Counter
from typing import Any, Final

from engarde_tui.paths import expanded
from engarde_tui.play.problem import insist_on_regular_file
from engarde_tui.storage.files import FileError, reason
from engine.arena import CHUNK, Meeting, Pairing
from engine.game import game_of
from engine.message import message

_FORMAT: Final = "engarde arena 1"

_DIGITS: Final = 7
"""Decimal places of the seconds that are kept."""

_DAMAGES: Final = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)
"""What a line raises that the arena has not written: a number too large, brackets too deep."""


class MeasuredFile:
    """A file of lines of JSON: the pairing, then one line for each chunk of deals that has been played.

    A chunk is kept when its last deal is known, as a program's play may depend on the deals before in its
    chunk. Half a line, left by a crash, is cut off.
    """

    def __init__(self, path: str, pairing: Pairing) -> None:
        """Open or create the file.

        Raises FileError if it cannot be used or is one of another pairing, UsageError if it is no regular
        file.
        """
        self._path = path
        self._deals = pairing.deals
        self._unfinished: dict[int, Meeting] = {}
        self.chunks: dict[int, Meeting] = {}
        """The chunks that the file held when it was opened, by the number of their first deal."""
        file = expanded(path)
        insist_on_regular_file(file)
        try:
            self._descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        except (OSError, ValueError) as error:
            raise FileError(message("{path}: {reason}", path=path, reason=reason(error))) from None
        try:
            self._open(pairing)
        except (BlockingIOError, PermissionError):
            self.close()
            raise FileError(message("{path}: another arena is writing to it", path=path)) from None
        except OSError as error:
            self.close()
            raise FileError(message("{path}: {reason}", path=path, reason=reason(error))) from None
        except FileError:
            self.close()
            raise

    def _open(self, pairing: Pairing) -> None:
        fcntl.lockf(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        with open(self._descriptor, "rb", closefd=False) as file:
            data = file.read()
        header = _line(_header(pairing))
        if header.startswith(data):
            os.ftruncate(self._descriptor, 0)
            self._write(header)
            return
        whole, _, rest = data.rpartition(b"\n")
        first, *lines = whole.split(b"\n")
        self._check(first, pairing)
        for number, line in enumerate(lines, 2):
            try:
                self._keep(_read(line))
            except _DAMAGES:
                raise FileError(
                    message("{path}: line {line} is damaged", path=self._path, line=number)
                ) from None
        if rest:
            os.ftruncate(self._descriptor, len(whole) + 1)

    def _check(self, line: bytes, pairing: Pairing) -> None:
        """Raise FileError unless this is the first line of a file of the same pairing."""
        wanted = _header(pairing)
        try:
            found = json.loads(line)
            if not isinstance(found, dict) or found.get("format") != _FORMAT:
                raise ValueError
        except (ValueError, RecursionError):
            raise FileError(message("{path}: not a file that the arena has saved", path=self._path)) from None
        for what, value in wanted.items():
            if found.get(what) != value:
                raise FileError(
                    message(
                        "{path}: holds the results of another pairing, with {what} {found!r}"
                        " instead of {wanted!r}: give another file",
                        path=self._path,
                        what=what,
                        found=found.get(what),
                        wanted=value,
                    )
                )

    def _keep(self, chunk: Meeting) -> None:
        first, last = min(chunk.numbers), max(chunk.numbers)
        if last >= self._deals:
            raise FileError(
                message(
                    "{path}: holds more rounds than you ask for: choose more with --rounds", path=self._path
                )
            )
        # The last chunk is shorter, and is played anew if the number of rounds has grown since.
        if self._is_complete(chunk):
            self.chunks[first] = chunk

    def _is_complete(self, chunk: Meeting) -> bool:
        first = min(chunk.numbers) // CHUNK * CHUNK
        return sorted(chunk.numbers) == list(range(first, min(first + CHUNK, self._deals)))

    def add(self, deal: Meeting) -> None:
        """Add a deal; write its chunk once that is complete. Raises FileError."""
        first = deal.numbers[0] // CHUNK * CHUNK
        chunk = self._unfinished.setdefault(first, Meeting())
        chunk.add(deal)
        if self._is_complete(chunk):
            del self._unfinished[first]
            try:
                self._write(_line(_written(chunk)))
            except OSError as error:
                raise FileError(message("{path}: {reason}", path=self._path, reason=reason(error))) from None

    def _write(self, line: bytes) -> None:
        while line:
            line = line[os.write(self._descriptor, line) :]

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)


def _header(pairing: Pairing) -> dict[str, Any]:
    game = game_of(pairing.rules)
    return {
        "format": _FORMAT,
        "game": game.name,
        "rules": game.write_rules(pairing.rules),
        "seed": pairing.seed,
        "first": pairing.first,
        "second": pairing.second,
    }


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content).encode("ascii") + b"\n"


def _written(chunk: Meeting) -> dict[str, Any]:
    return {
        "numbers": chunk.numbers,
        "deals": [[*deal, times] for deal, times in chunk.deals.items()],
        "seconds": [[round(time, _DIGITS) for time in times] for times in chunk.times],
        "forfeits": chunk.forfeits,
    }


def _read(line: bytes) -> Meeting:
    """Return the chunk of a line; raises one of `_DAMAGES` if it is damaged."""
    content = json.loads(line)
    deals = Counter({(left, right): times for left, right, times in content["deals"]})
    first, second = (array("d", times) for times in content["seconds"])
    mine, theirs = (Counter(forfeits) for forfeits in content["forfeits"])
    if deals.total() != len(content["numbers"]) or not deals:
        raise ValueError
    return Meeting(deals, (first, second), (mine, theirs), content["numbers"])
