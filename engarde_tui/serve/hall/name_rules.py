"""Which names nobody can take any more: those that claim a role, and what makes two names look alike."""

from functools import cache
from typing import Final

from engine.game import games

LOOK: Final = "replace(replace(replace(replace(lower({name}), '_', ''), '-', ''), '0', 'o'), '1', 'l')"
"""`look` in SQL; `{name}` stands for the name."""

_ROLES: Final = (
    "admin", "administrator", "bot", "computer", "engarde", "guest", "hall", "host", "maestro", "moderator",
    "operator", "owner", "program", "root", "server", "staff", "support", "sysop", "system", "teacher",
)  # fmt: skip


def look(name: str) -> str:
    """Return what is the same of names that look alike: without case, `_` and `-`, with 0 as o and 1 as l.

    >>> look("Ann0_l") == look("anno-1")
    True
    """
    return name.lower().translate(_ALIKE)


_ALIKE: Final = str.maketrans("01", "ol", "_-")


def claims_role(name: str) -> bool:
    """Return whether a name looks like that of whoever runs the hall, or of a bot's level.

    >>> claims_role("m4ster"), claims_role("0perat0r_1"), claims_role("anna4")
    (True, False, False)
    """
    return _read(name) in _claims()


def _read(name: str) -> str:
    """Return a name as one reads it, with digits for letters."""
    return look(name).translate(_READ)


_READ: Final = str.maketrans("34578i", "eastbl")


@cache
def _claims() -> frozenset[str]:
    return frozenset(map(_read, (*_ROLES, *(level for game in games().values() for level in game.levels))))
