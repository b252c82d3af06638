"""What the operator can order a running hall to do."""

import asyncio
import logging
import re
import unicodedata
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.visitor import NAME, Refusal
from engarde_tui.serve.operator.backup import Backup
from engarde_tui.serve.operator.drain import Drain, next_time
from engarde_tui.serve.operator.leaving import Leaving
from engarde_tui.serve.operator.members import members
from engarde_tui.serve.operator.metrics import metrics
from engarde_tui.serve.operator.minutes import minutes_of
from engarde_tui.serve.operator.protocol import FOR_WORKERS
from engarde_tui.serve.operator.status import status_of_hall, status_of_process
from engarde_tui.serve.ssh.server import HallServer

_LOG: Final = logging.getLogger("engarde.hall")

_LONGEST_TEXT: Final = 200
"""Characters of an announcement, a notice, a note or a reason."""

_SPAN: Final = re.compile(r"([0-9]{1,6})([mhdw])")
"""How long something holds."""

_UNITS: Final = {"m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
"""In seconds."""

_LONGEST_BAN: Final = 3650 * 86400
"""Seconds."""

Order = Callable[[dict[str, Any]], str | Awaitable[str]]


class Orders:
    """The orders by their names. None shows a hand, a code or a key."""

    def __init__(self, server: HallServer, folder: Path, *, is_watched: bool = False) -> None:
        """`folder` is the hall's; the orders of a process that watches are for one that `is_watched`."""
        self._server = server
        self._is_watched = is_watched
        self._hall = server.hall
        self._folder = folder
        self._drain = Drain(server)
        self._leaving = Leaving(server)
        self._opened = server.hall.clock()
        self._orders: dict[str, Order] = {
            "status": self._status,
            "metrics": lambda order: metrics(server, self._seconds_open),
            "announce": self._announce,
            "kick": self._kick,
            "ban": self._ban,
            "unban": self._unban,
            "bans": self._bans,
            "notice": self._notice,
            "note": self._note,
            "members": lambda order: members(server.hall),
            "release": self._release,
            "drain": self._begin_drain,
            "renew": self._renew,
            "leave": self._leave,
            "knock": lambda order: "",
            "backup": self._backup,
        }

    @property
    def _seconds_open(self) -> float:
        return self._hall.clock() - self._opened

    async def obey(self, order: dict[str, Any]) -> str:
        """Carry out an order and return what to say; raises Problem if that fails."""
        name = order.get("order")
        is_known = isinstance(name, str) and (self._is_watched or name not in FOR_WORKERS)
        if not isinstance(name, str) or not is_known or name not in self._orders:
            raise Problem(f"the hall knows no such order; it knows {', '.join(self._orders)}")
        answer = self._orders[name](order)
        if not isinstance(answer, str):
            answer = await answer
        if name not in ("status", "metrics", "bans", "members", *FOR_WORKERS):
            _LOG.info("event=order order=%s said=%r", name, answer[:200])
        return answer

    def _status(self, order: dict[str, Any]) -> str:
        parts = {
            "hall": status_of_hall(self._hall, self._drain),
            "process": status_of_process(self._server, self._seconds_open),
        }
        wanted = order.get("part")
        return "\n\n".join(part for name, part in parts.items() if wanted in (None, name))

    def _renew(self, order: dict[str, Any]) -> str:
        raise Problem("a hall of one process cannot be renewed: open it with --workers")

    def _leave(self, order: dict[str, Any]) -> str:
        """Let others take over; only the process that watches over the hall orders this."""
        return self._leaving.begin(minutes_of(order) or 1)

    def _announce(self, order: dict[str, Any]) -> str:
        self._hall.notices.announce(f"The operator of the hall: {_words(order, 'text')}")
        return f"Announced to {_people(len(self._hall.names))}."

    def _kick(self, order: dict[str, Any]) -> str:
        name = _text(order, "name")
        found = [visitor for visitor in self._hall.visitors if visitor.name.lower() == name.lower()]
        if not found:
            raise Problem(f"nobody called {name[:40]!r} is here")
        for visitor in found:
            self._hall.send_away(
                visitor, "The operator of the hall has ended your visit. Your seats are kept."
            )
        return f"{found[0].name} has been sent away."

    def _ban(self, order: dict[str, Any]) -> str:
        reason = "" if order.get("reason") is None else _words(order, "reason").rstrip(".")
        ban = self._hall.register.bans.add(_text(order, "who"), reason, _seconds(order))
        found = [visitor for visitor in self._hall.visitors if self._hall.door.ban_of(visitor) is not None]
        for visitor in found:
            self._hall.send_away(visitor, f"The operator of the hall has banned you{ban.terms}.")
        names = ", ".join(dict.fromkeys(visitor.name for visitor in found))
        away = f" Sent away: {names}." if names else ""
        return f"{ban.who} is banned{ban.terms}.{away}{self._doubt(ban.who)}"

    def _doubt(self, who: str) -> str:
        """Return that nobody owns a name that is banned, which may be misspelt; "" if somebody does."""
        if NAME.fullmatch(who):
            try:
                self._hall.register.names.of_name(who)
            except Refusal:
                return " Nobody owns that name: check how it is spelt."
        return ""

    def _unban(self, order: dict[str, Any]) -> str:
        return f"{self._hall.register.bans.remove(_text(order, 'who'))} is no longer banned."

    def _bans(self, order: dict[str, Any]) -> str:
        return (
            "\n".join(f"{ban.who}{ban.terms}" for ban in self._hall.register.bans.listed)
            or "Nobody is banned."
        )

    def _notice(self, order: dict[str, Any]) -> str:
        before = self._hall.register.operator_words.notice
        if order.get("clear"):
            self._hall.notices.put_up("")
            return "The lobby shows no notice."
        if order.get("text") is None:
            return f"The lobby shows: {before}" if before else "The lobby shows no notice."
        self._hall.notices.put_up(_words(order, "text"))
        return "The lobby shows the notice until it is cleared."

    def _note(self, order: dict[str, Any]) -> str:
        member = self._hall.notices.write_note(_text(order, "name"), _words(order, "text"))
        is_here = any(visitor.account == member.account for visitor in self._hall.visitors)
        return f"{member.name} sees the note {'at once' if is_here else 'at the next visit'}."

    def _release(self, order: dict[str, Any]) -> str:
        name = _text(order, "name")
        if self._hall.register.bans.of_names([name]) is not None:
            raise Refusal(f"{name} is banned: lift the ban first")
        self._hall.release_name(name)
        return f"The name {name} is free: the next key that comes with it owns it."

    def _begin_drain(self, order: dict[str, Any]) -> str:
        if order.get("cancel"):
            if not self._drain.is_on:
                raise Problem("the hall is not about to close")
            self._drain.cancel()
            return "The hall stays open."
        self._drain.begin(_until(order, datetime.now().astimezone()))
        sooner = "" if self._drain.until is None else " It closes sooner if everybody leaves."
        others = self._hall.other_machines
        more = f" The hall stays open at {' and '.join(others)}." if others else ""
        people = len({visitor.name for visitor in self._hall.here})
        return f"{self._drain.words}{sooner} {_people(people)} here.{more}"

    async def _backup(self, order: dict[str, Any]) -> str:
        target = Path(_text(order, "file"))
        if not target.is_absolute():
            raise Problem("the file of a backup needs a whole path")
        backup = Backup(self._folder, self._hall.register.database)
        try:
            size = await asyncio.to_thread(backup.write, target)
        finally:
            backup.close()
        return f"{target}: {size:,} bytes. It holds hands and keys: keep it as safe as the hall's folder."


def _text(order: dict[str, Any], key: str) -> str:
    found = order.get(key)
    if not isinstance(found, str) or not found.isprintable():
        raise Problem(f"the order needs a {key}")
    return found


def _words(order: dict[str, Any], key: str) -> str:
    """Return words to be shown to others, cleaned and cut; raises Problem if there are none."""
    text = unicodedata.normalize("NFC", " ".join(_text(order, key).split()))
    text = "".join(filter(str.isprintable, text))[:_LONGEST_TEXT]
    if not text:
        raise Problem(f"the order needs a {key}")
    return text


def _seconds(order: dict[str, Any]) -> float | None:
    """Return how long a ban holds, in seconds; None for good."""
    given = order.get("time")
    if given is None:
        return None
    found = _SPAN.fullmatch(str(given))
    if found is None or not 0 < (seconds := int(found[1]) * _UNITS[found[2]]) <= _LONGEST_BAN:
        raise Problem(f"{str(given)[:20]!r} is no time such as 30m, 12h, 7d or 2w, of ten years at most")
    return seconds


def _until(order: dict[str, Any], now: datetime) -> datetime | None:
    """Return when the hall is to end; None if no time is given."""
    at, minutes = order.get("at"), minutes_of(order)
    if at is not None:
        try:
            return next_time(str(at), now)
        except ValueError:
            raise Problem(f"{str(at)[:20]!r} is no time of a day, such as 18:30") from None
    return None if minutes is None else now + timedelta(minutes=minutes)


def _people(number: int) -> str:
    return f"{number} {'person' if number == 1 else 'people'}"
