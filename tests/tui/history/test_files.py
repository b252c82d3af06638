"""Matches exported, imported and deleted in the history."""

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList
from tui.harness import playing
from tui.history.listed import lines
from tui.scripts import SCRIPTS
from tui.shelf import BEGIN, renamed, states

from engarde_tui.storage.store import Store
from engine import record
from engine.record import Record


async def test_export_writes_the_record_to_a_new_file(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name that is suggested tells who and when; an existing file is not touched."""
    monkeypatch.chdir(tmp_path)
    async with playing(store=store) as player:
        await player.press("m", "down", "down", "down", "e")
        assert player.screen.query_one(Input).value == "anna-bruno-20260310-1830.engarde"
        await player.press("e")
        assert player.screen.query_one(Input).value == "anna-bruno-20260310-1830.engardee", "it is kept"
        await player.press("backspace", "enter")
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
        await player.press("m", "e")
        assert "the file will reveal both hands and the draw pile" in player.dialog
        await player.press("n")
        assert player.screen_name == "HistoryScreen"
        await player.press("e", "y", "enter")
        (written,) = tmp_path.glob("*.engarde")
        assert record.read(written.read_bytes()) == store.record(9)


@pytest.mark.slow
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


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"Rules: chess\n\n", "line 2, word 1"), (None, "No such file"), (b"\xff\xfe", "line 1, word 1")],
    ids=["no record", "nothing there", "no text"],
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


@pytest.mark.by_day(1)
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
        await player.press("m", "d")
        assert "Delete this match?" in player.text
        assert "Anna" in player.text
        for harmless in ("n", "q", "escape", "enter"):
            await player.press(harmless)
            assert len(store.ids()) == 10
            assert player.screen_name == "HistoryScreen"
            await player.press("d")
        await player.press("y")
        assert len(store.ids()) == len(lines(player)) == 9
        assert 9 not in store.ids()
        assert player.screen_name == "HistoryScreen"


async def test_after_a_deletion_the_next_match_is_marked(store: Store) -> None:
    """So that a second deletion does not take one that nobody has looked at."""
    async with playing(store=store) as player:
        await player.press("m", "down", "down")
        after = lines(player)[3]
        await player.press("d", "y")
        marked = player.screen.query_one(OptionList).highlighted_option
        assert marked is not None
        assert str(marked.prompt) == after


async def test_a_long_complaint_is_shown_whole(tmp_path: Path) -> None:
    """In as many lines as it takes, in the menu and in the history."""
    folder = tmp_path / ("a-rather-long-name-" * 5)
    folder.mkdir()
    (folder / "matches.db").write_bytes(b"garbage" * 1000)
    async with playing(store=Store(folder)) as player:
        assert player.notice.endswith("or choose another folder with --data or ENGARDE_DATA.")
        await player.press("m")
        assert player.notice.endswith("or choose another folder with --data or ENGARDE_DATA.")
