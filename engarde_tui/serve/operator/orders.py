"""What the operator can order a running hall to do."""

import asyncio
import logging
import re
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Protocol

from engarde_tui.language import put, said
from engarde_tui.play.day import local
from engarde_tui.play.problem import Problem
from engarde_tui.play.words import decimal
from engarde_tui.serve.hall.bans import TO_THE_BANNED, BanWords
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.stored_words import stored
from engarde_tui.serve.hall.visitor import NAME, Refusal
from engarde_tui.serve.operator.backup import Backup
from engarde_tui.serve.operator.drain import Drain, next_time
from engarde_tui.serve.operator.members import members
from engarde_tui.serve.operator.status import status_of_door, status_of_hall
from engine.message import Message, counted, message
from engine.names import identity, is_printable

_LOG: Final = logging.getLogger("engarde.hall")

_LONGEST_TEXT: Final = 200
"""Characters of an announcement, a notice, a note or a reason."""

_SPAN: Final = re.compile(r"([0-9]{1,6})([mhdw])")
"""How long something holds."""

_UNITS: Final = {"m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
"""In seconds."""

_NO_NOTICE: Final = message("The lobby shows no notice.")

_LONGEST_DRAIN: Final = 7 * 24 * 60
"""Minutes."""

_LONGEST_BAN: Final = 3650 * 86400
"""Seconds."""

Answer = Sequence[Message | str]
"""What an order has come to: sentences, and what is English in every language."""


class DoorLine(Protocol):
    """What the orders ask of the door."""

    stop: asyncio.Event
    """Set when the hall is to end."""

    def tell(self, **packet: Any) -> None:
        """Tell the door something."""

    async def ask(self, **packet: Any) -> dict[str, Any]:
        """Tell the door something, and return its answer; {} if it gives none in time."""


Order = Callable[[dict[str, Any]], Answer | Awaitable[Answer]]

_LISTED: Final = BanWords(
    (message("{who}"), message("{who}: {reason}")),
    (message("{who} until {end}"), message("{who} until {end}: {reason}")),
)
_BANNED: Final = BanWords(
    (message("{who} is banned."), message("{who} is banned: {reason}.")),
    (message("{who} is banned until {end}."), message("{who} is banned until {end}: {reason}.")),
)
"""How bans are listed, and what the operator reads of a new one."""


class Orders:
    """The orders by their names. None shows a hand, a code or a key."""

    def __init__(self, hall: Hall, folder: Path, door: DoorLine) -> None:
        """`folder` is the hall's."""
        self._hall = hall
        self._folder = folder
        self._door = door
        self._drain = Drain(hall, door.stop, self._tell, self._close)
        self._opened = hall.clock()
        self._orders: dict[str, Order] = {
            "status": self._status,
            "announce": self._announce,
            "kick": self._kick,
            "ban": self._ban,
            "unban": self._unban,
            "bans": self._bans,
            "notice": self._notice,
            "note": self._note,
            "members": self._members,
            "release": self._release,
            "drain": self._begin_drain,
            "renew": self._renew,
            "backup": self._backup,
        }

    def _tell(self, words: Message) -> None:
        """Show a line to everybody at this machine."""
        self._hall.notices.tell(words)
        self._door.tell(announced=stored(words))

    def _close(self, words: Message | None) -> None:
        """Open no new tables at this machine, for these words; with None open them again."""
        if words != self._hall.closing:
            self._hall.closing = words
            self._door.tell(closing="" if words is None else stored(words))

    async def obey(self, order: dict[str, Any]) -> str:
        """Carry out an order and return what to say; raises Problem if that fails."""
        name = order.get("order")
        if not isinstance(name, str) or name not in self._orders:
            orders = ", ".join(self._orders)
            raise Problem(message("the hall knows no such order; it knows {orders}", orders=orders))
        answer = self._orders[name](order)
        if not isinstance(answer, Sequence):
            answer = await answer
        if name not in ("status", "bans", "members"):
            _LOG.info("event=order order=%s said=%r", name, " ".join(map(str, answer))[:200])
        return " ".join(map(said, answer))

    async def _members(self, order: dict[str, Any]) -> Answer:
        return [await members(self._hall)]

    async def _status(self, order: dict[str, Any]) -> Answer:
        figures = await self._door.ask(ask="figures")
        hall = status_of_hall(self._hall, self._drain)
        return [f"{hall}\n\n{status_of_door(figures, self._hall.clock() - self._opened)}"]

    async def _renew(self, order: dict[str, Any]) -> Answer:
        if self._drain.is_on:
            raise Problem(message("the hall is about to close: let it stay open first"))
        windows = (await self._door.ask(ask="renew")).get("windows")
        if windows is None:
            raise Problem(message("the new program cannot be started: see the hall's log"))
        return [
            counted(
                "Whoever comes next has the new program. {number} window has the old one until it is closed.",
                "Whoever comes next has the new program. {number} windows have the old one until they are"
                " closed.",
                windows,
            )
        ]

    def _announce(self, order: dict[str, Any]) -> Answer:
        words = message("The operator of the hall: {words}", words=_words(order, "text"))
        self._hall.notices.announce(words)
        number = len(self._hall.names)
        return [counted("Announced to {number} person.", "Announced to {number} people.", number)]

    def _kick(self, order: dict[str, Any]) -> Answer:
        name = _text(order, "name")
        found = [visitor for visitor in self._hall.visitors if visitor.name.lower() == name.lower()]
        if not found:
            raise Problem(message("nobody called {name} is here", name=repr(name[:40])))
        for visitor in found:
            self._hall.send_away(
                visitor, message("The operator of the hall has ended your visit. Your seats are kept.")
            )
        return [message("{name} has been sent away.", name=found[0].name)]

    def _ban(self, order: dict[str, Any]) -> Answer:
        reason = "" if order.get("reason") is None else _words(order, "reason").rstrip(".")
        ban = self._hall.register.bans.add(_text(order, "who"), reason, _seconds(order))
        found = [
            visitor for visitor in self._hall.visitors if self._hall.admission.ban_of(visitor) is not None
        ]
        for visitor in found:
            self._hall.send_away(visitor, ban.told(TO_THE_BANNED))
        answer = [ban.told(_BANNED)]
        if found:
            names = ", ".join(dict.fromkeys(visitor.name for visitor in found))
            answer.append(message("Sent away: {names}.", names=names))
        return [*answer, *self._doubt(ban.who)]

    def _doubt(self, who: str) -> list[Message]:
        """Return that nobody owns a name that is banned, which may be misspelt; [] if somebody does."""
        if NAME.fullmatch(who):
            try:
                self._hall.register.names.of_name(who)
            except Refusal:
                return [message("Nobody owns that name: check how it is spelt.")]
        return []

    def _unban(self, order: dict[str, Any]) -> Answer:
        lifted = self._hall.register.bans.remove(_text(order, "who"))
        return [message("{who} is no longer banned.", who=lifted)]

    def _bans(self, order: dict[str, Any]) -> Answer:
        lines = [put(ban.told(_LISTED)) for ban in self._hall.register.bans.listed]
        return ["\n".join(lines)] if lines else [message("Nobody is banned.")]

    def _notice(self, order: dict[str, Any]) -> Answer:
        before = self._hall.register.operator_words.notice
        if order.get("clear"):
            self._hall.notices.put_up("")
            return [_NO_NOTICE]
        if order.get("text") is None:
            return [message("The lobby shows: {notice}", notice=before) if before else _NO_NOTICE]
        self._hall.notices.put_up(_words(order, "text"))
        return [message("The lobby shows the notice until it is cleared.")]

    def _note(self, order: dict[str, Any]) -> Answer:
        member = self._hall.notices.write_note(_text(order, "name"), _words(order, "text"))
        is_here = any(visitor.account == member.account for visitor in self._hall.visitors)
        if is_here:
            return [message("{name} sees the note at once.", name=member.name)]
        return [message("{name} sees the note at the next visit.", name=member.name)]

    def _release(self, order: dict[str, Any]) -> Answer:
        name = _text(order, "name")
        if self._hall.register.bans.of_names([name]) is not None:
            raise Refusal(message("{name} is banned: lift the ban first", name=name))
        self._hall.release_name(name)
        return [message("The name {name} is free: the next key that comes with it owns it.", name=name)]

    def _begin_drain(self, order: dict[str, Any]) -> Answer:
        if order.get("cancel"):
            if not self._drain.is_on:
                raise Problem(message("the hall is not about to close"))
            self._drain.cancel()
            return [message("The hall stays open.")]
        self._drain.begin(_until(order, local(datetime.now(UTC))))
        answer = [self._drain.words]
        if self._drain.until is not None:
            answer.append(message("It closes sooner if everybody leaves."))
        people = len({visitor.name for visitor in self._hall.here})
        answer.append(counted("{number} person here.", "{number} people here.", people))
        if others := self._hall.other_machines:
            machines = ", ".join(others)
            answer.append(message("The hall stays open at {machines}.", machines=machines))
        return answer

    async def _backup(self, order: dict[str, Any]) -> Answer:
        target = Path(_text(order, "file"))
        if not target.is_absolute():
            raise Problem(message("the file of a backup needs a whole path"))
        backup = Backup(self._folder, self._hall.register.database)
        try:
            size = await asyncio.to_thread(backup.write, target)
        finally:
            backup.close()
        return [
            message(
                "{file}: {size} bytes. It holds hands and keys: keep it as safe as the hall's folder.",
                file=target,
                size=decimal(f"{size:,}"),
            )
        ]


def _text(order: dict[str, Any], key: str) -> str:
    found = order.get(key)
    if not isinstance(found, str) or not is_printable(found):
        raise Problem(message("the order needs a {key}", key=key))
    return found


def _words(order: dict[str, Any], key: str) -> str:
    """Return words to be shown to others, cleaned and cut; raises Problem if there are none."""
    text = unicodedata.normalize("NFC", " ".join(_text(order, key).split()))[:_LONGEST_TEXT]
    if not identity(text):
        raise Problem(message("the order needs a {key}", key=key))
    return text


def _seconds(order: dict[str, Any]) -> float | None:
    """Return how long a ban holds, in seconds; None for good."""
    given = order.get("time")
    if given is None:
        return None
    found = _SPAN.fullmatch(str(given))
    if found is None or not 0 < (seconds := int(found[1]) * _UNITS[found[2]]) <= _LONGEST_BAN:
        raise Problem(
            message(
                "{time} is no time such as 30m, 12h, 7d or 2w, of ten years at most",
                time=repr(str(given)[:20]),
            )
        )
    return seconds


def _until(order: dict[str, Any], now: datetime) -> datetime | None:
    """Return when the hall is to end; None if no time is given. Raises Problem if it is none that can be."""
    at, minutes = order.get("at"), order.get("minutes")
    if minutes is not None and (type(minutes) is not int or not 0 < minutes <= _LONGEST_DRAIN):
        raise Problem(message("the hall can end in 1 to {most} minutes", most=_LONGEST_DRAIN))
    if at is not None:
        try:
            return next_time(str(at), now)
        except ValueError:
            raise Problem(
                message("{time} is no time of a day, such as 18:30", time=repr(str(at)[:20]))
            ) from None
    return None if minutes is None else now + timedelta(minutes=minutes)
