"""What visitors see when the hall cannot read or save: nothing about the server's files."""

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from serve.engines import ON_A_FILE
from serve.screens.guests import Guest, in_hall, settle, sit_down

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import Table

FILES = ("matches.db", "hall.db", "--data", "ENGARDE", "regular file", "damaged", "line ")
"""Words of messages for whoever runs the hall."""

pytestmark = ON_A_FILE


def a_folder(hall: Hall) -> None:
    """Put a folder in the place of the file, found when it is opened again."""
    hall.store.close()
    for part in hall.store.folder.glob("hall.db*"):
        part.unlink()
    hall.store.path.mkdir()


def no_database(hall: Hall) -> None:
    hall.store.close()
    for part in hall.store.folder.glob("hall.db*"):
        part.unlink()
    hall.store.path.write_bytes(b"garbage" * 1000)


def unreadable_entries(hall: Hall) -> None:
    with closing(sqlite3.connect(hall.store.path)) as database, database:
        database.execute("UPDATE entry SET text = text || 'x'")


DAMAGES = [a_folder, no_database, unreadable_entries]


async def left_table(hall: Hall, anna: Guest, bruno: Guest) -> Table:
    """A match of two that both have left, and Anna's own, in the lobby again."""
    await sit_down(anna, bruno)
    (table,) = hall.own_tables(anna.app.visitor)
    for player in (anna, bruno):
        await player.press("q", "m")
        assert player.screen_name == "LobbyScreen"
    assert not table.match.is_open
    return table


def check(hall: Hall, player: Guest, caplog: pytest.LogCaptureFixture) -> None:
    """Check that the player is told, and nothing about files; and that the log has it."""
    seen = " ".join(player.text.split())
    assert "at the moment" in seen
    for words in (*FILES, str(hall.store.folder), hall.store.folder.parent.name):
        assert words not in seen
    assert " problem=" in caplog.text
    assert str(hall.store.path) in caplog.text


@pytest.mark.by_day(1)
@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_table_that_cannot_be_read_names_no_file(
    hall: Hall, caplog: pytest.LogCaptureFixture, damage: Callable[[Hall], None]
) -> None:
    """From the lobby, and from the command `join`."""
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        table = await left_table(hall, anna, bruno)
        damage(hall)
        await anna.press("home", "enter")
        assert anna.screen_name == "LobbyScreen"
        check(hall, anna, caplog)
        caplog.clear()
        async with in_hall(hall, "~spectator", code=table.code) as (spectator,):
            assert spectator.screen_name == "LobbyScreen"
            check(hall, spectator, caplog)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("damage", [a_folder, no_database])
async def test_a_match_that_cannot_be_saved_names_no_file(
    hall: Hall, caplog: pytest.LogCaptureFixture, damage: Callable[[Hall], None]
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n", "enter")
        (table,) = hall.own_tables(anna.app.visitor)
        damage(hall)
        bruno.app.screen.action_go_to(table.code)  # type: ignore[attr-defined]
        await settle(anna, bruno)
        check(hall, bruno, caplog)


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES)
async def test_own_matches_that_cannot_be_read_name_no_file(
    hall: Hall, caplog: pytest.LogCaptureFixture, damage: Callable[[Hall], None]
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await left_table(hall, anna, bruno)
        damage(hall)
        await anna.press("m")
        assert anna.screen_name == "HallHistoryScreen"
        check(hall, anna, caplog)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("key", ["enter", "w"])
async def test_a_match_damaged_while_it_is_listed_names_no_file(
    hall: Hall, caplog: pytest.LogCaptureFixture, damage: Callable[[Hall], None], key: str
) -> None:
    """Whether it is continued or watched."""
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("a", "enter")
        await anna.press("q", "m", "m")
        assert "1 of 1" in anna.text
        damage(hall)
        await anna.press(key)
        check(hall, anna, caplog)
