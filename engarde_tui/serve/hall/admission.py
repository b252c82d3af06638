"""Coming in: as whom somebody comes in, if at all."""

import logging
from collections import Counter
from collections.abc import Callable
from typing import Final

from engarde_tui.serve.hall.bans import TO_THE_BANNED, Ban
from engarde_tui.serve.hall.name_rules import claims_role
from engarde_tui.serve.hall.names import Member
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.visitor import GUEST, NAME, Refusal, Visitor, guest_name
from engine.message import Message, message
from engine.names import MAX_NAME

_LOG: Final = logging.getLogger("engarde.hall")

_NAMES_HAVE: Final = message("names have 1 to {most} letters, digits, _ or -", most=MAX_NAME - 1)


class Admission:
    """Knows members by their keys, gives guests names, and keeps out whoever is banned."""

    def __init__(self, register: Register, refusals: Counter[str], release: Callable[[str], None]) -> None:
        """`refusals` counts those of the banned; `release` makes a name free."""
        self._register = register
        self._refusals = refusals
        self._release = release

    def why_another_key(self, name: str, key: str) -> Message | None:
        """Return why only another key can make a member of this name; None if this one can, or none can.

        Raises Problem if the register cannot be read.
        """
        if not NAME.fullmatch(name):
            return None
        try:
            self._register.names.check(key, name)
        except Refusal as refusal:
            return refusal.words
        return None

    def visitor(
        self,
        name: str,
        key: str | None,
        network: str,
        why_guest: Message | None,
        is_taken: Callable[[str], bool],
    ) -> Visitor:
        """Return who comes in: a member, or a guest with a name that is not taken.

        The rest is as in `Hall.admit`.
        """
        is_allowed = NAME.fullmatch(name) is not None
        wanted, why = (name, why_guest) if is_allowed else ("guest", _NAMES_HAVE)
        own = self._check_ban(wanted, key, network)
        if is_allowed and key is not None:
            try:
                member = self._claim(key, name, own)
            except Refusal as refusal:
                why = refusal.words
            else:
                return Visitor(member.name, name, key, account=member.account, network=network)
        free = guest_name("guest" if claims_role(wanted) else wanted, is_taken)
        return Visitor(free, name, key or "", network=network, why_guest=why)

    def identify(self, name: str, key: str | None, network: str = "") -> Visitor:
        """Return who connected, without letting them in: a member only if the key owns the name already.

        Raises Refusal if they are banned, Problem if the register cannot be read or written.
        """
        own = self._check_ban(name, key, network)
        if key is not None and name.lower() in own:
            member = self._register.names.claim(key, name)
            return Visitor(member.name, name, key, account=member.account, network=network)
        return Visitor(f"{GUEST}{name}", name, key or "", network=network)

    def ban_of(self, visitor: Visitor) -> Ban | None:
        """Return the ban because of which somebody who is here may not come again; None if there is none."""
        return self._ban(visitor.name, self._names_of(visitor.key), visitor.network)

    def _check_ban(self, name: str, key: str | None, network: str) -> frozenset[str]:
        """Return the names that a key owns, in small letters; raises Refusal if who has them is banned."""
        own = self._names_of(key or "")
        if ban := self._ban(name, own, network):
            self._refusals["banned"] += 1
            raise Refusal(ban.told(TO_THE_BANNED))
        return own

    def _names_of(self, key: str) -> frozenset[str]:
        return frozenset(map(str.lower, self._register.names.names_of(key) if key else ()))

    def _ban(self, name: str, own: frozenset[str], network: str) -> Ban | None:
        bans = self._register.bans
        return bans.of_names([name, *own]) or bans.of_network(network)

    def _claim(self, key: str, name: str, own: frozenset[str]) -> Member:
        """Return the member of this name, if it is the key's own or nobody has used it for long."""
        names = self._register.names
        if name.lower() not in own and names.is_unused(name):
            names.check(key, name)
            _LOG.warning("event=freed name=%s reason=unused", name)
            self._release(name)
        return names.claim(key, name)
