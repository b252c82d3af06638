"""One-time codes by which a member lets another key own the name."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engarde_tui.serve.hall.seats import LETTERS

LIFETIME: Final = 600.0
"""Seconds for which a code can be used."""

_LENGTH: Final = 12


@dataclass(frozen=True)
class _Issued:
    code: str
    key: str
    """The fingerprint of the key that asked for the code."""
    until: float


class KeyCodes:
    """The codes that can be used, one for each name. They are in memory only."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` returns seconds from any start."""
        self._clock = clock
        self._issued: dict[str, _Issued] = {}

    def issue(self, name: str, key: str) -> str:
        """Return a new code for a name, as asked for with `key`; the one before can no longer be used."""
        code = "".join(secrets.choice(LETTERS) for _ in range(_LENGTH))
        self._forget()
        self._issued[name] = _Issued(code, key, self._clock() + LIFETIME)
        return code

    def find(self, code: str) -> tuple[str, str] | None:
        """Return the name that a code stands for and the key that asked for it; None if there is none."""
        self._forget()
        for name, issued in self._issued.items():
            if secrets.compare_digest(issued.code.encode(), code.encode()):
                return name, issued.key
        return None

    def withdraw(self, name: str) -> None:
        """Let the code of a name be used no more."""
        self._issued.pop(name, None)

    def _forget(self) -> None:
        now = self._clock()
        self._issued = {name: issued for name, issued in self._issued.items() if issued.until > now}
