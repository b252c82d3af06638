"""The history: every match that has been kept, to find, watch, continue, take elsewhere and delete."""

import time
from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input, OptionList
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.scripts import SCRIPTS
from tui.shelf import BEGIN, begun, renamed, states, stocked
from tui.states import NEAR, staged

from engarde_tui.screens.players import Chart
from engarde_tui.storage.store import Store
from engine import record
from engine.record import Record

FINISHED = len(SCRIPTS) - len(SCRIPTS) // 3


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Ten matches: each third unfinished."""
    return stocked(tmp_path / "data")


def lines(player: Player) -> list[str]:
    """The list, all of it."""
    return [str(option.prompt) for option in player.screen.query_one(OptionList).options]


async def test_the_list_is_newest_first_with_time_names_and_score(store: Store) -> None:
    """An unfinished match says in which round it is."""
    async with playing(store=store) as player:
        await player.press("m")
        assert len(lines(player)) == len(SCRIPTS) == 10
        assert lines(player)[0].split() == ["2026-03-10", "18:30", "Anna", "2", ":", "0", "Bruno"]
        unfinished = [line for line in lines(player) if "in progress" in line]
        assert len(unfinished) == len(SCRIPTS) - FINISHED
        assert unfinished[0].split() == [
            "2026-03-09",
            "18:30",
            "Anna",
            "1",
            ":",
            "0",
            "Carla",
            "2,",
            "in",
            "progress",
        ]
        assert "10 of 10" in player.text


async def test_an_empty_history_says_so(tmp_path: Path) -> None:
    """And has nothing to open, export or delete."""
    async with playing(store=Store(tmp_path)) as player:
        await player.press("m")
        assert "No matches yet" in player.notice
        await player.press("enter", "w", "e", "d", "s", "r", "g", "down")
        assert player.screen_name == "HistoryScreen"
        assert player.bells == 0
        await player.press("escape")
        assert player.screen_name == "MenuScreen"


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
        assert "No matches found." in player.notice


async def test_r_goes_through_the_results(store: Store) -> None:
    """Won and lost are the named player's; they add up to the finished ones."""
    async with playing(store=store) as player:
        await player.press("m", "/")
        await player.write("Anna")
        await player.press("enter")
        shown = {}
        for _ in range(5):
            name = player.text.split("result: ")[1].split()[0]
            shown[name] = lines(player)
            await player.press("r")
        assert list(shown) == ["any", "won", "lost", "finished", "unfinished"]
        assert sorted(shown["won"] + shown["lost"]) == sorted(shown["finished"])
        assert sorted(shown["finished"] + shown["unfinished"]) == sorted(shown["any"])
        assert shown["won"]
        assert shown["lost"]
        assert all("in progress" in line for line in shown["unfinished"])
        assert len(lines(player)) == len(shown["any"])


async def test_g_goes_through_the_games(store: Store) -> None:
    """Those that occur in the list: each preset has two of the scripted matches; nobody has house rules."""
    async with playing(store=store) as player:
        await player.press("m")
        seen = {}
        for _ in range(6):
            name = player.text.split("game: ")[1].split(" ·")[0]
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
        (heads,) = [row for row in player.rows if "Last played" in row]
        (line,) = [row for row in player.rows if "2026-03-09" in row]
        words = [("Last played", "2026-03-09"), ("Left", "Anna"), ("Score", "1 : 0")]
        words += [("Right", "Carla"), ("Round", "2, in progress")]
        for head, cell in words:
            assert abs(heads.index(head) - line.index(cell)) <= 1
        assert len([row for row in player.rows if "2026-03-" in row and " : " in row]) == 10


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
        assert lines(player)[0].startswith("2026-03-11 03:30")
        assert "started 2026-03-11 03:30" in player.text
        await player.press("e")
        assert player.screen.query_one(Input).value == "anna-bruno-20260311-0330.engarde"


async def test_the_marked_match_is_told_in_full(store: Store) -> None:
    """Its game, number, begin, and every round."""
    async with playing(store=store) as player:
        await player.press("m", "down", "down")
        assert "Ferti standard, first to 2. Match 8, started 2026-03-08 18:30." in player.text
        assert "Carla  Bruno was hit" in player.text


async def test_enter_watches_a_finished_match_and_escape_comes_back(store: Store) -> None:
    """To the same line."""
    async with playing(store=store) as player:
        await player.press("m", "down", "down", "enter")
        assert player.screen_name == "ReplayScreen"
        assert "Bruno" in player.text
        await player.press("escape")
        assert player.screen_name == "HistoryScreen"
        assert player.screen.query_one(OptionList).highlighted == 2


async def test_enter_continues_an_unfinished_match(store: Store) -> None:
    """Behind the curtain."""
    async with playing(store=store) as player:
        await player.press("m", "down", "enter")
        assert player.screen_name == "TableScreen"
        assert "space lifts the curtain" in player.text
        assert player.held == store.record(9).match


async def test_of_an_unfinished_match_only_finished_rounds_are_watched(store: Store) -> None:
    """The hands of the round being played stay hidden; without a finished round there is nothing to see."""
    begun(store, staged(script=NEAR))
    async with playing(store=store) as player:
        await player.press("m", "w")
        assert player.screen_name == "HistoryScreen"
        assert "there is nothing to watch" in player.notice
        assert player.bells == 1
        await player.press("down", "down", "w", "end")
        assert player.screen_name == "ReplayScreen"
        assert "round 1 of 1" in player.text


async def test_export_writes_the_record_to_a_new_file(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name that is suggested tells who and when; an existing file is not touched."""
    monkeypatch.chdir(tmp_path)
    async with playing(store=store) as player:
        await player.press("m", "e")
        assert player.screen.query_one(Input).value == "anna-bruno-20260310-1830.engarde"
        await player.press("enter")
        assert "Exported to anna-bruno-20260310-1830.engarde" in player.notice
        written = tmp_path / "anna-bruno-20260310-1830.engarde"
        assert record.read(written.read_bytes()) == store.record(10)
        await player.press("e", "enter")
        assert "exists" in player.notice
        assert player.bells == 1


async def test_export_asks_before_it_gives_the_hands_of_a_running_round_away(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No is no; yes goes on to the name."""
    monkeypatch.chdir(tmp_path)
    async with playing(store=store) as player:
        await player.press("m", "down", "e")
        assert "the file will reveal both hands and the draw pile" in player.dialog
        await player.press("n")
        assert player.screen_name == "HistoryScreen"
        await player.press("e", "y", "enter")
        (written,) = tmp_path.glob("*.engarde")
        assert record.read(written.read_bytes()) == store.record(9)


async def test_import_takes_a_match_from_a_file(store: Store, tmp_path: Path) -> None:
    """Finished or not; it is in the list at once, and one that is there already is refused."""
    match = renamed(list(states(SCRIPTS[0]))[-1], ("Dora", "Emil"))
    file = tmp_path / "dora.engarde"
    file.write_text(record.write(Record(match, BEGIN)))
    async with playing(store=store) as player:
        await player.press("m", "i")
        await player.write(str(file))
        await player.press("enter")
        assert player.notice.startswith("Imported from")
        marked = player.screen.query_one(OptionList).highlighted_option
        assert marked is not None
        assert "Dora" in str(marked.prompt)
        assert len(store.ids()) == 11
        await player.press("i")
        await player.write(str(file))
        await player.press("enter")
        assert "This match is already stored, as number 11." in player.notice
        assert len(store.ids()) == 11


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(None, "No such file"), (b"\xff\xfe", "line 1, word 1"), (b"Rules: chess\n\n", "line 2, word 1")],
    ids=["nothing there", "no text", "no record"],
)
async def test_import_says_what_is_wrong_with_a_file(
    store: Store, tmp_path: Path, content: bytes | None, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And takes nothing."""
    monkeypatch.chdir(tmp_path)
    file = Path("x.engarde")
    if content is not None:
        file.write_bytes(content)
    async with playing(store=store) as player:
        await player.press("m", "i")
        await player.write(str(file))
        await player.press("enter")
        assert complaint in player.notice
        assert player.bells == 1
        await player.press("i", "escape")
        assert player.screen_name == "HistoryScreen"
    assert len(store.ids()) == 10


@pytest.mark.parametrize("path", ["-", "/dev/tty", "/", "~nobody-at-all/x", "\0"])
async def test_import_from_what_is_no_ordinary_file_does_not_hang(store: Store, path: str) -> None:
    """It is refused with a word."""
    async with playing(store=store) as player:
        await player.press("m", "i")
        player.screen.query_one(Input).value = path
        await player.press("enter")
        assert player.bells == 1
        assert player.notice.startswith("!")


async def test_delete_asks_first(store: Store) -> None:
    """Then the match is gone, and the next one is marked."""
    async with playing(store=store) as player:
        await player.press("m", "down", "d")
        assert "Delete this match?" in player.text
        assert "Anna" in player.text
        await player.press("n")
        assert len(store.ids()) == 10
        await player.press("d", "y")
        assert len(store.ids()) == len(lines(player)) == 9
        assert 9 not in store.ids()
        assert player.screen_name == "HistoryScreen"


async def test_a_match_that_is_being_played_is_neither_opened_nor_deleted(store: Store) -> None:
    """It is open in another window."""
    store.resume(9)
    async with playing(store=store) as player:
        await player.press("m", "down", "enter")
        assert "open in another window" in player.notice
        await player.press("d", "y")
        assert "open in another window" in player.notice
        assert 9 in store.ids()


async def test_a_match_that_cannot_be_read_is_listed_and_can_be_deleted(store: Store) -> None:
    """The others are not touched."""
    store.database.connection().execute("UPDATE entry SET text = 'A9' WHERE match = 10 AND number = 3")
    async with playing(store=store) as player:
        await player.press("m")
        assert "match 10 cannot be read" in lines(player)[0]
        assert len(lines(player)) == 10
        assert "'9' is not a card" in " ".join(player.text.split())
        await player.press("enter", "e", "w")
        assert player.screen_name == "HistoryScreen"
        await player.press("d", "y")
        assert len(lines(player)) == 9


async def test_names_are_never_read_as_markup(store: Store) -> None:
    """Brackets are brackets."""
    begun(store, renamed(staged(script=NEAR), ("[red]Ann[/]", "[b]$x")))
    async with playing(store=store) as player:
        assert "Continue [red]Ann[/] 0 : 0 [b]$x" in player.text
        await player.press("m")
        assert "[red]Ann[/]" in lines(player)[0]
        await player.press("d")
        assert "[red]Ann[/]" in player.text
        await player.press("n", "s")
        assert "[b]$x" in player.text


@pytest.mark.parametrize("size", [SMALLEST, LARGE])
async def test_the_statistics_tell_of_one_player_against_everybody_and_against_each(
    store: Store, size: tuple[int, int]
) -> None:
    """Up and down choose in a list, tab changes it."""
    async with playing(store=store, size=size) as player:
        await player.press("m", "s")
        assert player.drawn(Chart)[0].strip() == "Anna against everybody"
        assert "matches       7:" in "\n".join(player.drawn(Chart))
        await player.press("tab", "down")
        assert player.drawn(Chart)[0].strip() == "Anna against Bruno"
        assert "matches       4:" in "\n".join(player.drawn(Chart))
        assert "█" in "\n".join(player.drawn(Chart))
        await player.press("tab", "down")
        assert player.drawn(Chart)[0].strip() == "Bruno against everybody"
        await player.press("escape")
        assert player.screen_name == "HistoryScreen"


async def test_escape_in_the_filter_shows_everybody_again(store: Store) -> None:
    """Enter keeps it."""
    async with playing(store=store) as player:
        await player.press("m", "/")
        await player.write("carla")
        assert len(lines(player)) < 10
        await player.press("escape")
        assert player.screen_name == "HistoryScreen"
        assert len(lines(player)) == 10


async def test_after_a_deletion_the_next_match_is_marked(store: Store) -> None:
    """So that a second deletion does not take one that nobody has looked at."""
    async with playing(store=store) as player:
        await player.press("m", "down", "down")
        after = lines(player)[3]
        await player.press("d", "y")
        marked = player.screen.query_one(OptionList).highlighted_option
        assert marked is not None
        assert str(marked.prompt) == after


async def test_a_click_marks_a_match_and_a_second_one_opens_it(store: Store) -> None:
    """The mouse can choose what to export or to delete."""
    async with playing(store=store) as player:
        await player.press("m")
        await player.click_on(OptionList, "2026-03-08")
        assert player.screen_name == "HistoryScreen"
        assert player.screen.query_one(OptionList).highlighted == 2
        await player.click_on(OptionList, "2026-03-08")
        assert player.screen_name == "ReplayScreen"


@pytest.mark.parametrize("key", ["d", "e", "i"])
async def test_enter_typed_ahead_of_a_question_opens_no_match(
    store: Store, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It belongs to the question."""
    monkeypatch.chdir(tmp_path)
    async with playing(store=store) as player:
        await player.press("m")
        for name in (key, "enter"):
            player.app.post_message(events.Key(name, name if len(name) == 1 else None))
        await player.settle()
        assert player.screen_name != "ReplayScreen"
        assert len(store.ids()) == 10


async def test_page_keys_typed_ahead_of_the_list_do_nothing(store: Store) -> None:
    """Textual fails on them before the list has been laid out."""
    async with playing(store=store) as player:
        for key in ("m", "pagedown", "pageup"):
            player.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await player.settle()
        assert player.screen_name == "HistoryScreen"
        assert len(lines(player)) == 10


async def test_names_of_wide_characters_take_one_line_in_the_statistics(store: Store) -> None:
    """Cut to sixteen columns, as everywhere."""
    begun(store, renamed(staged(script=NEAR), ("李" * 16, "Bruno")))
    async with playing(store=store) as player:
        await player.press("m", "s", "end")
        assert player.screen.query_one(Chart).title == "李李李李李李李… against everybody"


async def test_a_long_complaint_is_shown_whole(tmp_path: Path) -> None:
    """In as many lines as it takes, in the menu and in the history."""
    folder = tmp_path / ("a-rather-long-name-" * 5)
    folder.mkdir()
    (folder / "matches.db").write_bytes(b"garbage" * 1000)
    async with playing(store=Store(folder)) as player:
        assert player.notice.endswith("or choose another folder with --data or ENGARDE_DATA.")
        await player.press("m")
        assert player.notice.endswith("or choose another folder with --data or ENGARDE_DATA.")
