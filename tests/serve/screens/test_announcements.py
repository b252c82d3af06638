"""What the operator has announced, to read in full, also later."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from serve.screens.guests import in_hall, settle, sit_down

from engarde_tui.play.words import when
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.notices import MAX_ANNOUNCEMENTS
from engarde_tui.serve.hall.register import Register
from engine.message import Message

NIGHT = datetime(2026, 11, 26, 21, 14, tzinfo=UTC)
LONG = "The operator of the hall: " + "the hall moves house tonight, and is back tomorrow " * 4
CLOSING = "The operator of the hall: the hall will close at 22:00"


@pytest.fixture
def hall(tmp_path: Path, database_url: str) -> Iterator[Hall]:
    """One in which all is announced at one time."""
    with closing(Hall(Register(tmp_path / "hall", database_url, clock=NIGHT.timestamp))) as hall:
        yield hall


async def test_what_the_line_cuts_is_read_in_full_on_a_page_newest_first(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        hall.notices.announce(Message(CLOSING))
        hall.notices.announce(Message(LONG))
        await settle(anna)
        assert anna.line.endswith("… ctrl+n: read it")
        await anna.press("ctrl+n")
        assert f"the hall's clock says {when(NIGHT)}" in anna.text
        assert anna.text.count(f"│ {when(NIGHT)}  ") == 2
        assert f"{LONG}{when(NIGHT)} {CLOSING}" in " ".join(anna.dialog.split())
        await anna.press("ctrl+n")
        assert anna.screen_name == "LobbyScreen"


@pytest.mark.parametrize("name", ["carla", "~carla"])
async def test_who_comes_later_sees_in_the_lobby_that_there_is_something_to_read(
    hall: Hall, name: str
) -> None:
    async with in_hall(hall, "anna") as (anna,):
        assert "announced" not in anna.text
        await anna.press("ctrl+n")
        assert anna.screen_name == "LobbyScreen", "there is nothing to read"
        hall.notices.announce(Message(CLOSING))
        await settle(anna)
        assert f"announced {when(NIGHT)}: ctrl+n to read it" in anna.text
    async with in_hall(hall, name) as (carla,):
        (row,) = [row for row in carla.rows if f"announced {when(NIGHT)}: ctrl+n to read it" in row]
        await carla.click(row.index("announced"), carla.rows.index(row))
        assert CLOSING in carla.text


@pytest.mark.slow
async def test_it_is_read_at_a_table_and_while_something_is_asked_and_help_names_the_key(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        hall.notices.announce(Message(CLOSING))
        await sit_down(anna, bruno)
        before = anna.text
        await anna.press("?")
        assert "ctrl+n" in anna.text
        assert "Read what has been announced in the hall" in anna.text
        await anna.press("q", "ctrl+n")
        assert CLOSING in anna.text
        assert anna.hand == (), "no hand shows behind it"
        await anna.press("q")
        assert anna.text == before
        await anna.press("x", "ctrl+n")
        assert CLOSING in anna.text
        # A key that is held down, as after playing, does nothing here.
        await anna.press("space", "?", "ctrl+n")
        assert anna.screen_name == "HelpScreen", "of one page there are never two"
        await anna.press("q")
        assert CLOSING in anna.text
        await anna.press("q")
        assert anna.question == "Resign or offer a draw?"


async def test_a_key_that_was_chosen_for_something_else_opens_no_page(hall: Hall) -> None:
    """Nor does one that is just being chosen."""
    async with in_hall(hall, "anna") as (anna,):
        anna.app.change_settings(keys={"down": ("ctrl+n", "down")})
        hall.notices.announce(Message(CLOSING))
        await settle(anna)
        await anna.press("ctrl+n")
        assert anna.screen_name == "LobbyScreen"
        anna.app.change_settings(keys={})
        anna.app.open_keys()
        await anna.settle()
        await anna.press("down", "enter")
        assert "Press the new key for" in anna.text
        await anna.press("ctrl+n")
        assert "Press the new key for" not in anna.text, "it is what was asked for"
        assert anna.screen_name == "KeysScreen"


async def test_the_page_shows_what_is_announced_while_it_is_read(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        hall.notices.announce(Message("first"))
        await settle(anna)
        await anna.press("ctrl+n")
        hall.notices.announce(Message("second"))
        await settle(anna)
        assert "second" in "".join(anna.rows[:-1])


async def test_the_hall_keeps_the_newest_only(hall: Hall) -> None:
    for number in range(MAX_ANNOUNCEMENTS + 5):
        hall.notices.announce(Message(f"{number}."))
    kept = [str(announced.words) for announced in hall.notices.announced]
    assert (kept[0], kept[-1], len(kept)) == (f"{MAX_ANNOUNCEMENTS + 4}.", "5.", MAX_ANNOUNCEMENTS)
