"""Two sessions in two languages at one table: each reads its own, also in what the other one causes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from accents import ONE, OTHER, accented, speaking, teach
from serve.hall.visitors import Clock
from serve.screens.guests import TERMS, Guest, end_match, in_hall, settle, sit_down

from engarde_tui.serve.hall.hall import Hall
from engine.en_garde import Seat
from engine.message import counted

pytestmark = pytest.mark.painted


@asynccontextmanager
async def two_speakers(hall: Hall) -> AsyncIterator[tuple[Guest, Guest]]:
    """Anna, who speaks one language, and bruno, who speaks the other."""
    with speaking(ONE):
        async with in_hall(hall, "anna") as (anna,):
            with speaking(OTHER):
                async with in_hall(hall, "bruno") as (bruno,):
                    yield anna, bruno


def check(anna: Guest, bruno: Guest, for_anna: str = "", for_bruno: str = "") -> None:
    """Each reads these words, given in English, in the own language, and nothing in the other's."""
    for player, own, other, words in ((anna, ONE, OTHER, for_anna), (bruno, OTHER, ONE, for_bruno)):
        text = f"{player.text}\n{player.dialog}"
        assert accented(words, own) in text
        assert own in text
        assert other not in text


async def test_what_one_does_the_other_reads_in_their_own_language(hall: Hall, clock: Clock) -> None:
    async with two_speakers(hall) as (anna, bruno):
        await sit_down(anna, bruno, replace(TERMS, move_time=60))
        (table,) = hall.own_tables(anna.app.visitor)
        check(anna, bruno, "salute")
        await bruno.press("s", "3")
        await settle(anna, bruno)
        check(anna, bruno, "bruno: Well fenced!", "bruno: Well fenced!")
        await anna.press("down", "enter")
        clock.now += 60
        table.notify(player_moved=True)
        await settle(anna, bruno)
        check(anna, bruno, "bruno has not moved for 1 minute. Press r to send a reminder.")
        await anna.press("r")
        await settle(anna, bruno)
        check(anna, bruno, "bruno has been reminded.", "anna reminds bruno to move.")
        await bruno.press("q", "m")
        await settle(anna, bruno)
        check(anna, bruno, "bruno is not here; the seat is kept.", "anna reminds you to move")
        hall.notices.tell(counted("It closes in {number} minute.", "It closes in {number} minutes.", 5))
        await settle(anna, bruno)
        check(anna, bruno, "It closes in 5 minutes.", "It closes in 5 minutes.")


async def test_the_end_of_a_match_is_told_to_each_in_their_own_language(hall: Hall) -> None:
    async with two_speakers(hall) as (anna, bruno):
        await sit_down(anna, bruno)
        await end_match(hall, anna, bruno)
        await anna.press("r")
        await settle(anna, bruno)
        wish = "Waiting for bruno to agree to a rematch.", "anna wants a rematch: press r to agree."
        check(anna, bruno, *wish)
        await bruno.press("s", "1")
        await settle(anna, bruno)
        check(anna, bruno, "bruno: Salute!", "bruno: Salute!")


async def test_a_challenge_and_its_answer_are_read_in_both_languages(hall: Hall) -> None:
    async with two_speakers(hall) as (anna, bruno):
        anna.app.hall.challenge(anna.app.visitor, "bruno", TERMS, Seat.LEFT)
        await settle(anna, bruno)
        check(anna, bruno, for_bruno="anna challenges you: ")
        await bruno.press("ctrl+g")
        check(anna, bruno, for_bruno="You would sit on the right.")
        await bruno.press("n")
        await settle(anna, bruno)
        check(anna, bruno, "bruno has declined your challenge.")


async def test_what_somebody_does_alone_and_why_they_are_a_guest_is_read_in_the_reader_s_language(
    hall: Hall,
) -> None:
    async with two_speakers(hall) as (anna, bruno):
        await bruno.press("l")
        assert bruno.app.visitor.pastime == "takes a lesson"
        await anna.press("o")
        await settle(anna, bruno)
        check(anna, bruno, "takes a lesson")


@pytest.mark.by_day(2)
@pytest.mark.parametrize("keys", ["", "o", "o right", "y", "n", "n enter", "s"])
async def test_who_chooses_another_language_reads_it_at_once_on_every_screen(
    hall: Hall, keys: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    teach(monkeypatch)
    with speaking(ONE):
        async with in_hall(hall, "anna") as (anna,):
            await anna.press(*keys.split())
            assert ONE in anna.text
            anna.app.call_later(lambda: anna.app.change_settings(language="yy"))
            await settle(anna)
            await settle(anna)
            assert OTHER in anna.text
            assert ONE not in anna.text
