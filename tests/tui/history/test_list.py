"""The list of matches: its order, its filters, and what it tells of a match."""

import re
import time
from asyncio import Event
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from bouts import NOON
from textual.widgets import Input, OptionList
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.history.listed import FINISHED, lines
from tui.scripts import SCRIPTS
from tui.shelf import begun, renamed
from tui.states import NEAR, staged

from engarde_tui.screens import history
from engarde_tui.screens.played import Progress, Statistics, statistics_of
from engarde_tui.screens.players import PlayersScreen
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.store import Store
from engarde_tui.widgets.score_sheet import ScoreSheet
from engine.record import write


async def test_the_list_is_newest_first_with_date_names_score_and_rules(store: Store) -> None:
    """A lamp is beside the winner; an unfinished match says in which round it is."""
    async with playing(store=store) as player:
        await player.press("m")
        assert len(lines(player)) == len(SCRIPTS) == 10
        assert " ".join(lines(player)[0].split()) == "03-10 18:30 ● Anna 2 : 0 Bruno over Ferti advanced"
        unfinished = [line for line in lines(player) if "round" in line]
        assert len(unfinished) == len(SCRIPTS) - FINISHED
        assert " ".join(unfinished[0].split()) == "03-09 18:30 Anna 1 : 0 Carla round 2 Ferti advanced"
        assert "10 of 10" in player.text


async def test_an_empty_history_says_so(tmp_path: Path) -> None:
    """And has nothing to open, export or delete."""
    async with playing(store=Store(tmp_path)) as player:
        await player.press("m")
        assert "No matches yet" in player.text
        await player.press("enter", "w", "e", "d", "s", "r", "g", "down")
        assert player.screen_name == "HistoryScreen"
        assert player.bells == 0
        await player.press("escape")
        assert player.screen_name == "MenuScreen"


async def test_the_rounds_of_a_match_that_do_not_fit_are_counted(tmp_path: Path) -> None:
    store, match = Store(tmp_path), staged()
    for _ in range(6):
        match = match.forfeit().next_round()
    begun(store, match)
    async with playing(store=store) as player:
        await player.press("m")
        heads, *rounds = player.drawn(ScoreSheet)
        assert heads.replace("─", "").split() == ["#", "score", "winner", f"▲{6 - len(rounds)}"]
        assert [int(line.split()[0]) for line in rounds] == list(range(7 - len(rounds), 7))


async def test_a_part_of_a_name_finds_a_players_matches(store: Store) -> None:
    """In either case; enter goes back to the list, which keeps the filter."""
    async with playing(store=store) as player:
        await player.press("m", "/")
        await player.write("BRU")
        assert {"Bruno" in line for line in lines(player)} == {True}
        assert f"{len(lines(player))} of 10" in player.text
        await player.press("enter")
        assert player.screen_name == "HistoryScreen"
        assert isinstance(player.screen.focused, OptionList)
        await player.press("/")
        await player.write("x")
        assert lines(player) == []
        assert "No matches found." in player.text


async def test_r_goes_through_the_results(store: Store) -> None:
    """Won and lost are the named player's; they add up to the finished ones."""
    async with playing(store=store) as player:
        await player.press("m", "/")
        await player.write("Anna")
        await player.press("enter")
        shown = {}
        for _ in range(5):
            name = player.text.split("result: ")[1].split()[0]
            shown[name] = [" ".join(line.split()) for line in lines(player)]
            await player.press("r")
        assert list(shown) == ["any", "won", "lost", "finished", "unfinished"]
        assert sorted(shown["won"] + shown["lost"]) == sorted(shown["finished"])
        assert sorted(shown["finished"] + shown["unfinished"]) == sorted(shown["any"])
        assert shown["won"]
        assert shown["lost"]
        assert all("round" in line for line in shown["unfinished"])
        assert len(lines(player)) == len(shown["any"])


async def test_won_and_lost_are_the_players_own_where_nobody_is_named(store: Store) -> None:
    async with playing(store=store) as player:
        await player.press("m", "r")
        won = [line for line in lines(player) if "● Anna" in line or "Anna ●" in line]
        assert won
        assert lines(player) == won
        await player.press("r")
        assert lines(player)
        assert not [line for line in lines(player) if "● Anna" in line or "Anna ●" in line]


async def test_g_goes_through_the_games(store: Store) -> None:
    """Those that occur in the list: each preset has two of the scripted matches; nobody has house rules."""
    async with playing(store=store) as player:
        await player.press("m")
        seen = {}
        for _ in range(6):
            name = player.text.split("game: ")[1].split("  ")[0]
            seen[name] = len(lines(player))
            await player.press("g")
        assert seen.pop("any") == 10
        assert set(seen.values()) == {2}
        assert len(seen) == 5
        assert "game: any" in player.text


async def test_a_game_of_which_the_last_match_is_deleted_is_no_filter_any_more(store: Store) -> None:
    """Then all matches are listed again."""
    async with playing(store=store) as player:
        await player.press("m", "g", "d", "y")
        assert len(lines(player)) == 1
        await player.press("d", "y")
        assert "game: any" in player.text
        assert len(lines(player)) == 8


@pytest.mark.parametrize("size", [SMALLEST, LARGE])
async def test_the_columns_of_the_list_have_heads(store: Store, size: tuple[int, int]) -> None:
    """Each above its column; no line is longer than the list is wide."""
    async with playing(store=store, size=size) as player:
        await player.press("m")
        (heads,) = [row for row in player.rows if "Played" in row]
        (line,) = [row for row in player.rows if "03-09 18:30" in row and " : " in row]
        words = [("Played", "03-09 18:30"), ("Left", "Anna"), ("Score", "1 : 0")]
        words += [("Right", "Carla"), ("Status", "round 2"), ("Rules", "Ferti advanced")]
        for head, cell in words:
            assert heads.index(head) == line.index(cell)
        assert (
            len([row for row in player.rows if re.search(r"[ ►]03-\d\d 18:30 ", row) and " : " in row]) == 10
        )


async def test_keys_without_a_match_to_act_on_are_not_listed(tmp_path: Path, store: Store) -> None:
    """An empty history offers to import and to leave."""
    async with playing(store=Store(tmp_path / "new")) as player:
        await player.press("m")
        assert player.keys.split("  ") == ["i import", "esc menu", "? help"]
    async with playing(store=store) as player:
        await player.press("m")
        for key in ("enter", "w watch", "/ player", "s statistics", "e export", "d delete"):
            assert key in player.keys


async def test_times_are_local_in_the_list_the_detail_and_the_name_of_an_export(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One zone for all: the one of this machine."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    async with playing(store=store) as player:
        await player.press("m")
        assert lines(player)[0].startswith("03-11 03:30 ")
        assert "Started 2026-03-11 03:30" in player.text
        await player.press("e")
        assert player.screen.query_one(Input).value == "anna-bruno-20260311-0330.engarde"


async def test_the_marked_match_is_told_in_full(store: Store) -> None:
    """Its game, number, begin, and every round."""
    async with playing(store=store) as player:
        await player.press("m", "down", "down")
        assert " Match 8 " in player.text
        assert "Ferti standard, first to 2. Started 2026-03-08 18:30." in player.text
        assert "Carla  Bruno was hit" in player.text


async def test_a_match_that_cannot_be_read_is_listed_and_can_be_deleted(store: Store) -> None:
    """The others are not touched."""
    store.database.connection().execute("UPDATE entry SET text = 'A9' WHERE match = 10 AND number = 3")
    async with playing(store=store) as player:
        await player.press("m")
        assert "match 10 cannot be read" in lines(player)[0]
        assert len(lines(player)) == 10
        assert "cannot be read: line" in player.dialog
        await player.press("enter", "e", "w")
        assert player.screen_name == "HistoryScreen"
        await player.press("d", "y")
        assert len(lines(player)) == 9


async def test_names_are_never_read_as_markup(store: Store) -> None:
    """Brackets are brackets."""
    begun(store, renamed(staged(script=NEAR), ("[red]Ann[/]", "[b]$x")))
    async with playing(store=store) as player:
        assert "[red]Ann[/] 0 : 0 [b]$x" in player.dialog
        await player.press("m")
        assert "[red]Ann[/]" in lines(player)[0]
        await player.press("d")
        assert "[red]Ann[/]" in player.text
        await player.press("n", "s")
        assert "[b]$x" in player.text


async def test_escape_in_the_filter_shows_everybody_again(store: Store) -> None:
    """Enter keeps it."""
    async with playing(store=store) as player:
        await player.press("m", "/")
        await player.write("carla")
        assert len(lines(player)) < 10
        await player.press("escape")
        assert player.screen_name == "HistoryScreen"
        assert len(lines(player)) == 10


@pytest.fixture
def many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Three pages and a half of unfinished matches; the oldest one is another player's."""
    monkeypatch.setattr(history, "_PAGE", 20)
    store = Store(tmp_path)
    for number in range(70):
        begun(store, staged(script=NEAR, names=("Zoë" if number == 0 else "Anna", "Bruno")))
    return store


async def test_matches_are_read_as_the_mark_comes_near_them(many: Store) -> None:
    async with playing(store=many) as player:
        await player.press("m")
        assert await until(lambda: "20 of 70" in player.text, player)
        await player.press("end")
        assert await until(lambda: "40 of 70" in player.text, player)
        await player.press("home")
        assert player.screen.query_one(OptionList).highlighted == 0


async def test_a_filter_looks_through_all_matches(many: Store) -> None:
    async with playing(store=many) as player:
        await player.press("m", "slash", *"zo")
        assert await until(lambda: "1 of 70" in player.text, player)


@pytest.mark.slow
async def test_of_many_matches_that_pass_a_filter_a_page_is_listed_at_a_time(many: Store) -> None:
    """All are counted; more are listed as the mark comes near the last one."""
    async with playing(store=many) as player:
        await player.press("m", "slash", *"anna")
        assert await until(lambda: "69 of 70" in player.text, player)
        listed = player.screen.query_one(OptionList)
        assert listed.option_count == 20
        await player.press("enter", "end")
        assert (listed.option_count, listed.highlighted) == (40, 19)
        await player.press("end", "end", "end")
        assert (listed.option_count, listed.highlighted) == (69, 68)


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("keys", "number"),
    [(("end", "d", "y", "home"), 69), ((), 70), (("d", "y"), 69), (("/", "z", "escape"), 70)],
)
async def test_every_match_can_be_reached(many: Store, keys: tuple[str, ...], number: int) -> None:
    """Also once one is deleted, and after a filter."""
    async with playing(store=many) as player:
        await player.press("m", *keys)
        listed = player.screen.query_one(OptionList)

        def are_all_listed() -> bool:
            listed.action_last()
            return listed.option_count == number

        assert await until(are_all_listed, player)
        assert f"{number} of {number}" in player.text


@pytest.mark.slow
async def test_every_match_can_be_reached_after_an_import(many: Store, tmp_path: Path) -> None:
    path = tmp_path / "match.engarde"
    path.write_text(write(many.record(many.ids()[30])).replace("Anna", "Mia"))
    async with playing(store=many) as player:
        await player.press("m", "i")
        await player.write(str(path))
        await player.press("enter")
        listed = player.screen.query_one(OptionList)

        def are_all_listed() -> bool:
            listed.action_last()
            return listed.option_count == 71

        assert await until(are_all_listed, player)


async def test_a_match_that_has_a_summary_but_cannot_be_read_says_why(many: Store) -> None:
    newest = many.ids()[0]
    [*many.listed([newest])]
    many.database.connection().execute(
        "UPDATE entry SET text = 'A9' WHERE match = ? AND number = 2", (newest,)
    )
    async with playing(store=many) as player:
        await player.press("m")
        assert f"match {newest} in" in " ".join(player.text.split())


async def test_how_far_the_statistics_are_is_told(many: Store) -> None:
    """When the screen is left, nobody is told any more."""
    told: list[tuple[int, int]] = []
    await statistics_of(many, lambda read, of: told.append((read, of)))
    assert told == [(read, 70) for read in range(71)]
    async with playing(store=many) as player:
        await player.press("m")
        leave_off = Event()
        await player.app.push_screen(PlayersScreen(partial(counting, many, leave_off), NOON.date))
        assert "300 of 20,000 so far." in player.text
        leave_off.set()
        await player.press("escape")
        assert player.screen_name == "HistoryScreen"


async def counting(store: Store, may_end: Event, progress: Progress) -> Statistics:
    """Count many matches up to a point until it may end, then those of the store."""
    for read in range(351):
        progress(read, 20_000)
    await may_end.wait()
    return await statistics_of(store)


async def test_statistics_are_of_all_matches(many: Store) -> None:
    async with playing(store=many) as player:
        await player.press("m", "s")
        assert await until(lambda: player.screen_name == "PlayersScreen", player)
        assert "Zoë" in player.text


@pytest.mark.slow
async def test_statistics_of_matches_that_cannot_be_read_are_refused(
    many: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise StoreError("the disk is gone")

    async with playing(store=many) as player:
        await player.press("m")
        monkeypatch.setattr(many, "ids", fail)
        await player.press("s")
        assert await until(lambda: "The disk is gone" in player.notice, player)
        assert player.screen_name == "HistoryScreen"


@pytest.mark.slow
async def test_an_import_is_said_with_the_first_page(many: Store, tmp_path: Path) -> None:
    path = tmp_path / "match.engarde"
    path.write_text(write(many.record(many.ids()[0])).replace("Anna", "Mia"))
    async with playing(store=many) as player:
        await player.press("m", "i")
        await player.write(str(path))
        await player.press("enter")
        assert await until(lambda: "Imported from" in player.notice, player)
        assert "20 of 71" in player.text


async def until(satisfied: Callable[[], bool], player: Player) -> bool:
    """Wait until matches that are read in between have been listed."""
    while not satisfied():
        await player.settle()
    return True
