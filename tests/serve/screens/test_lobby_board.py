"""The lobby's panels: what they list, and how one moves through them."""

import re

import pytest
from composition import check_composed
from serve.screens.guests import TERMS, Guest, in_hall, settle

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.screens.lobby_board import LobbyBoard
from engine.en_garde import Seat

SIZES = [(80, 24), (100, 30), (120, 36), (120, 40), (160, 48), (200, 60), (200, 24)]


def marked(player: Guest) -> str:
    """Return the marked line without its frame."""
    (line,) = re.findall(r"►(.*?) *│", player.text)
    return line


def details(player: Guest) -> str:
    """Return what enter would do."""
    text = player.text.split("Press enter to")[1]
    return " ".join(re.findall(r"│ (.*?) *│\s*$", text, re.MULTILINE)[:2]).strip()


def open_tables(hall: Hall, number: int) -> None:
    """Let some other visitors open a table each."""
    for index in range(number):
        host = hall.admit(f"host{index}", f"SHA256:host{index}")
        hall.create(host, TERMS, Seat.LEFT)


@pytest.mark.painted
async def test_the_terminals_cursor_stands_before_the_marked_line(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        for _ in range(3):
            await anna.press("down")
            x, y = anna.app.cursor_position
            assert anna.rows[y][x:].startswith(f"►{marked(anna)}")


async def test_the_arrows_go_through_tables_and_menu_and_stop_at_the_ends(hall: Hall) -> None:
    open_tables(hall, 2)
    async with in_hall(hall, "anna") as (anna,):
        lines = []
        await anna.press("up")
        for _ in range(14):
            lines.append(marked(anna))
            await anna.press("down")
        assert [line.split()[:2] for line in lines[:3]] == [
            ["Join", "host0"],
            ["Join", "host1"],
            ["New", "table"],
        ]
        assert lines[-1].startswith("Leave the hall")
        assert marked(anna) == lines[-1]


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ("right", "New table for two"),
        ("right right", "New table for two"),
        ("right down left", "Join host0"),
        ("down left", "Join host1"),
        ("end", "Leave the hall"),
        ("end home", "Join host0"),
        ("pagedown", "Puzzles"),
        ("pagedown pagedown", "Leave the hall"),
        ("end pageup", "Quick match"),
    ],
)
async def test_other_keys_go_further(hall: Hall, keys: str, shown: str) -> None:
    open_tables(hall, 3)
    async with in_hall(hall, "anna") as (anna,):
        await anna.press(*keys.split())
        assert marked(anna).startswith(shown)


async def test_enter_and_a_click_do_what_a_line_says(hall: Hall) -> None:
    open_tables(hall, 1)
    async with in_hall(hall, "anna") as (anna,):
        assert details(anna) == (
            "join host0: Ferti advanced, first to 5; you sit on the right. w joins with a word for the deal."
        )
        await anna.click_on(LobbyBoard, "Rules and keys")
        assert anna.screen_name == "HelpScreen"
        await anna.press("escape")
        assert marked(anna).startswith("Rules and keys")
        await anna.click_on(LobbyBoard, "Join host0")
        assert anna.screen_name == "HallSession"


async def test_a_line_stays_marked_when_others_come_and_go(hall: Hall) -> None:
    open_tables(hall, 1)
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("right")
        open_tables(hall, 3)
        await settle(anna)
        assert marked(anna).startswith("New table for two")
        await anna.press("home")
        (table, *_) = hall.open_tables(anna.app.visitor)
        hall.withdraw(table)
        await settle(anna)
        assert marked(anna).startswith("Join host0"), "the first of those that are left"


async def test_more_tables_than_fit_scroll_and_are_counted(hall: Hall) -> None:
    open_tables(hall, 20)
    async with in_hall(hall, "anna") as (anna,):
        assert "▼" in anna.text
        assert "▲" not in anna.text
        seen = set()
        for _ in range(20):
            seen.add(marked(anna).split()[1])
            await anna.press("down")
        assert seen == {f"host{index}" for index in range(20)}
        assert "▲" in anna.text


@pytest.mark.by_day(1)
@pytest.mark.parametrize("key", ["q", "escape"])
async def test_what_changes_under_a_page_is_listed_with_the_lobbys_own_keys(hall: Hall, key: str) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("?")
        open_tables(hall, 1)
        await settle(anna)
        await anna.press(key)
        assert "Join host0" in anna.text
        assert "Leave the hall" in anna.text
        assert "Close this page" not in anna.text


async def test_who_is_here_is_named_and_so_is_the_visitor(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno") as (anna, bruno):
        await settle(anna, bruno)
        assert "anna · 2 here" in anna.text
        people = " ".join(anna.text.split("Here now")[1].split("│"))
        assert "anna (you)" in " ".join(people.split())
        assert "~bruno" in people
        await bruno.leave()
        hall.dismiss(bruno.app.visitor)
        await settle(anna)
        assert "1 here" in anna.text
        assert "~bruno" not in anna.text


async def test_of_many_people_the_others_are_counted(hall: Hall) -> None:
    open_tables(hall, 60)
    async with in_hall(hall, "anna") as (anna,):
        assert "61 here" in anna.text
        people = " ".join(row[52:].strip("│ ") for row in anna.rows)
        counted = re.search(r"(anna \(you\)(?:, host\d+)*) and (\d+) more", people)
        assert counted is not None
        assert len(counted[1].split(",")) + int(counted[2]) == 61


async def test_an_empty_hall_says_how_to_begin(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        assert marked(anna).startswith("New table for two")
        assert "press n to open one" in anna.text
        assert "New here?" in anna.text


async def test_the_lesson_is_one_key_away(hall: Hall) -> None:
    """With the visitor's name."""
    async with in_hall(hall, "anna") as (anna,):
        assert "To learn the game, press l." in anna.text
        await anna.press("l")
        assert "You are anna, on the left." in anna.text


async def test_puzzles_are_one_key_away_and_q_comes_back(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        assert re.search("Puzzles +p", anna.text)
        await anna.press("p", "s")
        assert "The answer:" in anna.text
        await anna.press("q")
        assert marked(anna).startswith("New table for two")


async def test_what_the_hall_says_to_a_guest_is_beside_the_panels(hall: Hall) -> None:
    async with in_hall(hall, "~anna") as (anna,):
        assert anna.notice.startswith("You are the guest ~anna.")


@pytest.mark.by_day(2)
@pytest.mark.parametrize("tables", [0, 3, 40])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_lobby_is_composed_in_any_window(hall: Hall, size: tuple[int, int], tables: int) -> None:
    open_tables(hall, tables)
    async with in_hall(hall, "anna", size=size) as (anna,):
        check_composed(anna)
        for shown in ("Open tables", "Matches to watch", "What to do", "Leave the hall", "Press enter to"):
            assert shown in anna.text


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_waiting_table_is_composed_in_any_window(hall: Hall, size: tuple[int, int]) -> None:
    async with in_hall(hall, "~anna", size=size) as (anna,):
        await anna.press("n", "enter")
        check_composed(anna)
        for shown in (
            "give your friend this code",
            "In the lobby: Join by code,",
            "The match begins",
            "withdrawn",
        ):
            assert shown in anna.text


@pytest.mark.parametrize(("size", "has_letters"), [((80, 24), False), ((120, 40), True)], ids=str)
async def test_the_name_stands_in_large_letters_where_there_is_room(
    hall: Hall, size: tuple[int, int], has_letters: bool
) -> None:
    async with in_hall(hall, "anna", size=size) as (anna,):
        assert ("████████" in anna.text) is has_letters
        assert ("E N   G A R D E" in anna.text) is not has_letters
        assert "the fencing hall" in anna.text
