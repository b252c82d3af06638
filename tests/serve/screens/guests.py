"""Sessions in a hall, without SSH, and what their players do in several tests."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from textual.app import App
from textual.screen import Screen
from textual.timer import Timer
from tui.harness import SMALLEST, Player

from engarde_tui.play.problem import Problem
from engarde_tui.serve.app import ColorSystem, HallApp
from engarde_tui.serve.hall.events import LOBBY
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.table_terms import TableTerms
from engine.en_garde import PRESETS, Seat

TERMS = TableTerms(PRESETS["ferti-advanced"], 5, "left", listed=True)


class Guest(Player):
    """A player with the own app in the hall."""

    app: HallApp

    @property
    def line(self) -> str:
        """The last row of the screen, which announcements and calls cover."""
        return self.rows[-1].strip()

    async def settle(self) -> None:
        """In the context of this session, not of the one that was begun last."""
        with self.app._context():
            await super().settle()

    async def leave(self) -> None:
        """Go without a word, as a lost line does."""
        self.app.visitor.lost = True
        self.app.exit()
        with self.app._context():
            await self.app._shutdown()


@asynccontextmanager
async def in_hall(
    hall: Hall,
    *names: str,
    code: str = "",
    size: tuple[int, int] = SMALLEST,
    colors: ColorSystem | None = "truecolor",
    lobby_pause: float = 0,
) -> AsyncIterator[list[Guest]]:
    """Each name in a session of its own; those with a ~ come without a key."""
    async with AsyncExitStack() as stack:
        players = []
        for name in names:
            key = None if name.startswith("~") else f"SHA256:{name}"
            visitor = hall.admit(name.removeprefix("~"), key)
            app = HallApp(
                hall,
                visitor,
                colors,
                lambda *_: None,
                code,
                term="xterm",
                address="host",
                curtain_delay=0,
                lobby_pause=lobby_pause,
            )
            await stack.enter_async_context(app.run_test(size=size))
            stack.callback(lambda visitor: visitor not in hall.visitors or hall.dismiss(visitor), visitor)
            players.append(Guest(app))
            await players[-1].settle()
        yield players
    left = {player.app.visitor.topic for player in players} | (set() if hall.visitors else {LOBBY})
    assert not left & hall.bus.topics, "who has left follows nothing any more"


async def settle(*players: Guest) -> None:
    """What one does reaches the others."""
    for player in (*players, *players):
        await player.settle()


async def sit_down(host: Guest, guest: Guest, terms: TableTerms = TERMS) -> None:
    """`host` opens a table and `guest` joins it."""
    hall = host.app.hall
    table = hall.create(host.app.visitor, terms, Seat.LEFT)
    host.app.call_later(host.app.open_hall_table, table)
    await host.settle()
    guest.app.call_later(lambda: guest.app.open_hall_table(hall.join(guest.app.visitor, table.code)))
    await guest.settle()
    await settle(host, guest)


async def look_on(host: Guest, guest: Guest, other: Guest) -> None:
    """`other` goes to the table at which the two have just sat down."""
    await sit_down(host, guest)
    await settle(other)
    await other.press("home", "enter")


async def play_round(hall: Hall, left: Guest, right: Guest) -> AsyncIterator[Table]:
    """To the end of the round, with a stop after each action."""
    (table,) = hall.own_tables(left.app.visitor)
    while (view := table.view) is not None and view.round.result is None:
        await (left, right)[view.round.turn or Seat.LEFT].press("down", "enter")
        await settle(left, right)
        yield table


async def end_round(hall: Hall, left: Guest, right: Guest) -> Table:
    """To the end of the round, as both see it then."""
    (table,) = hall.own_tables(left.app.visitor)
    match = table.match.open()
    while match.turn is not None:
        match.play(match.view(match.turn).round.legal[0])
    await settle(left, right)
    return table


def hands(table: Table) -> tuple[tuple[int, ...], ...]:
    """The hands of left and right, ascending as on the screen."""
    match = table.match.open()
    return tuple(match.view(seat).round.hand for seat in Seat)


async def two_windows(hall: Hall, first: Guest, bruno: Guest, second: Guest) -> Table:
    """A table at which the player on the left has two windows."""
    await look_on(first, bruno, second)
    await settle(first, bruno, second)
    return next(table for table in hall.own_tables(first.app.visitor) if table.visitors)


def deal(monkeypatch: pytest.MonkeyPatch, deck: list[int]) -> None:
    """Let all rounds have this deck, and begin with the left fencer."""
    monkeypatch.setattr("engarde_tui.serve.hall.table_terms.starting_seat", lambda *_: Seat.LEFT)
    monkeypatch.setattr("engarde_tui.fair.chain.deal", lambda *_: "".join(map(str, deck)))


def fail(*_: object, **__: object) -> None:
    """As a disk does that is full."""
    raise Problem("the disk is full")


async def end_match(hall: Hall, left: Guest, right: Guest) -> Table:
    """Both see the winner."""
    (table,) = hall.own_tables(left.app.visitor)
    table.match.open().give_up(Seat.RIGHT)
    await settle(left, right)
    for player in (left, right):
        await player.press("space")
        assert player.screen_name == "HallMatchEnd"
    await settle(left, right)
    return table


Timers = list[tuple[float, Callable[[], None]]]
"""Their seconds, and what they call."""


def timers_of(node: App[Any] | Screen[Any], monkeypatch: pytest.MonkeyPatch) -> Timers:
    """Return the timers of more than a few seconds that are set from now on; none rings by itself."""
    timers: Timers = []
    set_timer = node.set_timer

    def setting(delay: float, callback: Callable[[], None], **options: Any) -> Timer:
        if delay > 5:
            timers.append((delay, callback))
        return set_timer(3600 if delay > 5 else delay, callback, **options)

    monkeypatch.setattr(node, "set_timer", setting)
    return timers
