"""Where a run in a hall can begin: two visitors, or three, on each screen of the hall."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from serve.screens.guests import (
    TERMS,
    Guest,
    end_match,
    end_round,
    in_hall,
    look_on,
    settle,
    sit_down,
    two_windows,
)
from tui.harness import Player
from tui.shelf import Clock

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.storage.store import Store
from engine.swords_and_shields import Options

DUEL = TableTerms(Options(life=6), 1, "left", listed=True)

Lead = Callable[[Hall, list[Guest]], Awaitable[object]]
"""Leads the visitors somewhere."""


async def _nowhere(hall: Hall, guests: list[Guest]) -> None:
    """Leave them in the lobby."""


def at_table(terms: TableTerms = TERMS) -> Lead:
    """Return what leads the first two to a table."""
    return lambda hall, guests: sit_down(*guests[:2], terms)


async def _to_showdown(hall: Hall, guests: list[Guest]) -> None:
    await sit_down(*guests)
    await end_round(hall, *guests)


async def _to_result(hall: Hall, guests: list[Guest]) -> None:
    await sit_down(*guests)
    await end_match(hall, *guests)


async def _to_own_matches(hall: Hall, guests: list[Guest]) -> None:
    await _to_result(hall, guests)
    for guest in guests:
        await guest.press("m", "m")


async def _to_absence(hall: Hall, guests: list[Guest]) -> None:
    await sit_down(*guests)
    await guests[0].press("q", "m")
    await settle(*guests)


@dataclass(frozen=True)
class HallStart:
    """What the visitors see first, and the way to it."""

    name: str
    names: tuple[str, ...] = ("anna", "bruno")
    lead: Lead = _nowhere
    keys: tuple[str, ...] = ()
    """Keys of the first visitor that lead on from there, typed slowly."""
    has_bot: bool = field(default=False, init=False)

    def __repr__(self) -> str:
        return self.name

    @staticmethod
    def store(folder: Path) -> Store:
        """Return the hall's store, opened as after a restart."""
        return Register(folder / "hall").store

    @asynccontextmanager
    async def playing(self, folder: Path, *, no_motion: bool = True) -> AsyncIterator[list[Player]]:
        """Open a hall there, without SSH, with its store in a folder."""
        register = Register(folder / "hall")
        register.store.now = Clock()
        hall = Hall(register, absence=0, clock=lambda: 1000.0)
        try:
            async with in_hall(hall, *self.names) as guests:
                await self.lead(hall, guests)
                await guests[0].press(*self.keys)
                await settle(*guests)
                yield list(guests)
        finally:
            hall.close()


HALL_STARTS = (
    HallStart("lobby"),
    HallStart("lobby of guests", ("~anna", "~bruno")),
    HallStart("offer", keys=("n",)),
    HallStart("waiting", keys=("n", "enter")),
    HallStart("word while waiting", keys=("n", "enter", "w")),
    HallStart("code of a table", keys=("j",)),
    HallStart("hall table", lead=at_table()),
    HallStart("hall table of guests", ("~anna", "~bruno"), at_table()),
    HallStart("hall duel", lead=at_table(DUEL)),
    HallStart("question whether to leave the hall table", lead=at_table(), keys=("q",)),
    HallStart("salute", lead=at_table(), keys=("s",)),
    HallStart("proof", lead=at_table(), keys=("p",)),
    HallStart("spectator", ("anna", "bruno", "carla"), lambda hall, guests: look_on(*guests)),
    HallStart("two windows", ("anna", "bruno", "anna"), lambda hall, guests: two_windows(hall, *guests)),
    HallStart("hall showdown", lead=_to_showdown),
    HallStart("hall match over", lead=_to_result),
    HallStart("own matches", lead=_to_own_matches),
    HallStart("own keys", keys=("y",)),
    HallStart("absent opponent", lead=_to_absence),
    HallStart("statistics of the hall's matches", lead=_to_own_matches, keys=("s",)),
    HallStart("match alone in the hall", keys=("a", "enter")),
    HallStart("exercise in the hall", keys=("l",)),
    HallStart("puzzle in the hall", keys=("p",)),
    HallStart("daily bout in the hall", keys=("d", "enter")),
    HallStart("settings in the hall", keys=("s",)),
)
