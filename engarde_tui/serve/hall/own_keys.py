"""The keys of a member's own name: more of them by a one-time code, and fewer."""

from collections.abc import Callable, Iterable

from engarde_tui.serve.hall.guesses import Guesses
from engarde_tui.serve.hall.key_codes import KeyCodes
from engarde_tui.serve.hall.names import Names, OwnKey
from engarde_tui.serve.hall.seats import plain_code
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engine.message import Message, message


class OwnKeys:
    """What members do with the keys of their names.

    Every method raises Problem if the register cannot be read or written.
    """

    def __init__(
        self,
        names: Names,
        guesses: Guesses,
        codes: KeyCodes,
        visitors: Callable[[], Iterable[Visitor]],
        send_away: Callable[[Visitor, Message], None],
    ) -> None:
        """`visitors` returns everybody who is here; `send_away` ends a visit, and says why."""
        self._names = names
        self._guesses = guesses
        self._codes = codes
        self._visitors = visitors
        self._send_away = send_away

    def listed(self, member: Visitor) -> list[OwnKey]:
        """Return the keys of a member's name, the one used last first."""
        return self._names.keys_of(member.name)

    def code_for(self, member: Visitor) -> str:
        """Return a new code; whoever enters it within `LIFETIME` comes to own the member's name too.

        Raises Refusal if the member's key has been withdrawn, or the name can have no more keys.
        """
        self._names.check_room(member.name, member.key)
        return self._codes.issue(member.name, member.key)

    def enter_code(self, visitor: Visitor, code: str) -> str:
        """Let a visitor's key own the name that a code was shown for; return the name, "" if there is none.

        Raises Refusal if the visitor has no key or it cannot own the name, if the key that asked for the
        code has been withdrawn, or if too many wrong codes have come from the visitor's network.
        """
        found = self._codes.find(plain_code(code))
        if found is None:
            return ""
        self._guesses.check(visitor.network)
        if not visitor.key:
            raise Refusal(message("this code is for a key: connect with the key that you want to add"))
        name, asked_by = found
        self._names.check_room(name, asked_by)
        self._names.add_key(name, visitor.key, lambda connection: self._codes.use(connection, name))
        return name

    def enter_only_code(self, visitor: Visitor, code: str) -> str:
        """Do the same where nothing else is entered: count wrong codes.

        Raises Refusal for these too.
        """
        self._guesses.check(visitor.network)
        name = self.enter_code(visitor, code)
        if not name:
            self._guesses.count(visitor.network)
            raise Refusal(
                message("no member was shown the code {code} in the last ten minutes", code=repr(code[:20]))
            )
        return name

    def withdraw(self, member: Visitor, fingerprint: str) -> None:
        """Let a key own the member's name no longer; end the visits with it.

        Raises Refusal if it is the key that the member came with: so the last one always stays.
        """
        self._names.withdraw_key(member.name, fingerprint, member.key)
        self._codes.withdraw(member.name)
        for visitor in self._visitors():
            if visitor.member and visitor.account == member.account and visitor.key == fingerprint:
                self._send_away(
                    visitor, message("Your key owns the name {name} no longer.", name=member.name)
                )

    def forget(self, name: str) -> None:
        """Let the code that was shown for a name be used no more: the name has been released."""
        self._codes.withdraw(name)
