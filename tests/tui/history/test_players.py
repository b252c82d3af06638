"""The statistics: figures, a line through time and bars, of one player against everybody or against one."""

import asyncio
import re
from pathlib import Path

import pytest
from composition import check_measure
from textual.widgets import OptionList
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.shelf import Clock, begun, renamed
from tui.states import NEAR, play, staged

from engarde_tui.play.help_used import HelpUsed
from engarde_tui.screens import played
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.store import Store
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.plots import Bar, put_bars
from engine.en_garde import Match

LARGEST = (200, 80)


def won(names: tuple[str, str]) -> Match:
    """A match of one round that the left player has won."""
    return play(renamed(staged(script=f"{NEAR} A33", right="11224", target=1), names), "H")


def kept(folder: Path, *matches: Match, bot: str = "") -> Store:
    """A store with matches, in which `bot` has the right seat."""
    store = Store(folder / "kept", now=Clock())
    for match in matches:
        header = (("Right-Bot", bot),) if bot else ()
        store.begin(match, header)
    return store


def charts(player: Player) -> str:
    """What is beside the lists."""
    return "\n".join(row[22:] for row in player.rows)


async def all_charts(player: Player) -> str:
    """All that can be shown there, page by page; the first page shows again."""
    first = charts(player)
    pages = [first]
    while "space more" in player.keys:
        await player.press("space")
        if charts(player) == first:
            break
        pages.append(charts(player))
    return "\n".join(pages)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALLEST, LARGE])
async def test_one_player_is_shown_against_everybody_and_against_each(
    store: Store, size: tuple[int, int]
) -> None:
    """Up and down choose in a list, tab changes it."""
    async with playing(store=store, size=size) as player:
        await player.press("m", "s")
        shown = await all_charts(player)
        assert " Anna against everybody " in shown
        assert re.search(r"Matches +3 +1 +75% +3 unfinished", shown)
        assert " Rating at En Garde: " in shown
        await player.press("tab", "down")
        shown = await all_charts(player)
        assert " Anna against Bruno " in charts(player)
        assert re.search(r"Matches +3 +1 +75% +0 unfinished", charts(player))
        assert " Rating at En Garde: " not in shown
        assert " Ratings at En Garde " not in shown
        await player.press("tab", "down")
        assert " Bruno against everybody " in await all_charts(player)
        await player.press("escape")
        assert player.screen_name == "HistoryScreen"


async def test_the_rating_comes_first_and_then_those_of_the_others(store: Store) -> None:
    """Above all that is counted: it is what a player looks for."""
    async with playing(store=store) as player:
        await player.press("m", "s")
        assert charts(player).startswith("╭─ Rating at En Garde: ")
        assert " Ratings at En Garde " in charts(player)
        assert " Anna against everybody " not in charts(player)
        titles = re.findall(r"╭─ (\w+ )", await all_charts(player))
        assert list(dict.fromkeys(titles)) == ["Rating ", "Ratings ", "Anna ", "By ", "How "]


@pytest.mark.slow
async def test_matches_won_with_help_are_counted_apart(tmp_path: Path) -> None:
    """Where there are any: a hint or an undone action in a match that was lost is none of them."""
    store = kept(tmp_path, won(("Anna", "Zorro")))
    for names in (("Anna", "Zorro"), ("Zorro", "Anna")):
        store.begin(won(names), HelpUsed(hints=(2, 1)).header)
    async with playing(store=store, size=LARGE) as player:
        await player.press("m", "s")
        assert re.search(r"Matches +2 +1 +67% +0 unfinished ", charts(player))
        assert re.search(r"with help +1 ", charts(player))
    async with playing(store=kept(tmp_path / "alone", won(("Anna", "Zorro"))), size=LARGE) as player:
        await player.press("m", "s")
        assert "with help" not in charts(player)


async def test_names_of_wide_characters_are_cut_to_fit(store: Store) -> None:
    """To sixteen columns, as everywhere."""
    begun(store, renamed(staged(script=NEAR), ("李" * 16, "Bruno")))
    async with playing(store=store) as player:
        await player.press("m", "s", "end")
        assert " 李李李李李李李… against everybody " in await all_charts(player)


async def test_a_line_runs_through_the_matches_between_its_dates(tmp_path: Path) -> None:
    """Won, won, lost: it starts at 0, rises to +2 and ends at +1; the scale is told."""
    anna, bruno = ("Anna", "Bruno"), ("Bruno", "Anna")
    async with playing(store=kept(tmp_path, won(anna), won(anna), won(bruno))) as player:
        await player.press("m", "s", "tab", "down")
        rows = charts(player).split("\n")
        top = next(y for y, row in enumerate(rows) if "Matches won minus lost" in row)
        line = [row.strip("│┃ ") for row in rows[top + 1 : top + 9]]
        assert line[0].startswith("+2 ")
        assert line[7].split() == ["2026-03-01", "2026-03-01"]
        dots = sorted(
            (found.start(), y) for y, row in enumerate(rows[top + 1 :]) for found in re.finditer("[⠁-⣿]", row)
        )
        (_, first), *_, (_, last) = dots
        assert (first, min(y for _, y in dots), last) == (6, 0, 3)


@pytest.mark.slow
async def test_bars_are_scaled_to_the_longest_and_won_is_told_from_lost_by_shape(tmp_path: Path) -> None:
    """Also in ASCII; each bar has its figures."""
    matches = [won(("Anna", "Bruno"))] * 3 + [won(("Bruno", "Anna"))] * 3 + [won(("Anna", "Carla"))] * 2
    store = kept(tmp_path)
    for match in matches:
        begun(store, match)
    for ascii_only, glyphs in ((False, "█░"), (True, "#.")):
        async with playing(store=store, size=LARGEST, ascii_only=ascii_only) as player:
            await player.press("m", "s")
            bars = {}
            for row in charts(player).split("\n"):
                found = re.search(rf"(\w+) +(\d+) +(\d+) +(\d+%) +([{glyphs[0]}]*)([{glyphs[1]}]*) ", row)
                if found and found[1] in ("Bruno", "Carla"):
                    bars[found[1]] = found
            assert bars["Bruno"].group(2, 3, 4) == ("3", "3", "50%")
            assert bars["Carla"].group(2, 3, 4) == ("2", "0", "100%")
            assert len(bars["Bruno"][5]) == len(bars["Bruno"][6])
            assert 0 < len(bars["Carla"][5]) < len(bars["Bruno"][5] + bars["Bruno"][6])
            assert not bars["Carla"][6]


@pytest.mark.parametrize("most", [(3, 1), (12, 345), (12345, 678901)])
def test_the_columns_of_bars_are_as_wide_as_their_counts(most: tuple[int, int]) -> None:
    """Or as their heads: each count ends below its own, a space apart from the next."""
    canvas = Canvas(60, 3)
    put_bars(canvas, 0, 0, 60, [Bar("Bruno", *most), Bar("Carla", 1, 0)])
    head, *lines = ("".join(char for char, *_ in row) for row in canvas.rows)
    heads = list(re.finditer(r"\S+", head))
    assert [found[0] for found in heads] == ["won", "lost", "share"]
    for line, counts in zip(lines, (most, (1, 0)), strict=True):
        _, *figures = list(re.finditer(r"\S+", line))[:4]
        assert [found[0] for found in figures[:2]] == [f"{count}" for count in counts]
        assert [found.end() for found in figures] == [found.end() for found in heads]
    assert heads[1].end() - heads[0].end() == 1 + max(len("lost"), len(f"{most[1]}"))


async def test_a_rating_is_drawn_between_the_levels_and_listed_among_them(tmp_path: Path) -> None:
    """With its margin; the line starts where a newcomer does, and the list marks whose page it is."""
    store = kept(tmp_path, *[won(("Anna", "Rival"))] * 3, bot="fencer")
    async with playing(store=store, size=LARGE) as player:
        await player.press("m", "s")
        (found,) = re.findall(r" Rating at En Garde: (\d+) ± (\d+) ", charts(player))
        assert re.search(rf"► Anna +{found[0]} ± {found[1]} ", charts(player))
        assert re.search(r" Fencer +\d+ ", charts(player))
        assert "bot:" not in charts(player)
        assert re.search(r" novice .*[⠁-⣿]", charts(player))
        assert "Rounds after a hint or undo do not count." in charts(player)
        assert "Matches won minus lost" not in charts(player)


@pytest.mark.slow
async def test_after_one_match_a_rating_is_a_point_with_its_margin(tmp_path: Path) -> None:
    """Where the line will begin is said; with the second match it does."""
    once = kept(tmp_path / "once", won(("Anna", "Rival")), bot="fencer")
    async with playing(store=once) as player:
        await player.press("m", "s")
        (found,) = re.findall(r" Rating at En Garde: (\d+) ± (\d+) ", charts(player))
        assert f"● {found[0]} " in charts(player)
        assert f"│ {int(found[0]) + int(found[1])} " in charts(player)
        assert "After the next match a line starts here." in charts(player)
        assert not re.search("[⠁-⣿]", charts(player))
    twice = kept(tmp_path / "twice", *[won(("Anna", "Rival"))] * 2, bot="fencer")
    async with playing(store=twice) as player:
        await player.press("m", "s")
        assert "After the next match" not in charts(player)
        assert re.search("[⠁-⣿]", charts(player))


@pytest.mark.slow
@pytest.mark.parametrize("size", [LARGE, (200, 60)])
async def test_lists_and_charts_end_in_the_same_row(tmp_path: Path, size: tuple[int, int]) -> None:
    """The line through time takes the rows that are left; all have the same edges."""
    async with playing(store=kept(tmp_path, won(("Anna", "Rival")), bot="fencer"), size=size) as player:
        await player.press("m", "s")
        for key in ("tab", "down"):
            check_measure(player)
            last = [row.strip() for row in player.rows if row.strip()][-2]
            assert last.startswith("╰")
            assert last.endswith("╯")
            await player.press(key)


@pytest.mark.slow
async def test_matches_against_bots_are_counted_by_level(tmp_path: Path) -> None:
    """With the level from the record, not the name at the table."""
    async with playing(store=kept(tmp_path, won(("Anna", "Zorro")), bot="master"), size=LARGE) as player:
        await player.press("m", "s")
        assert " Against the computer " in charts(player)
        assert re.search(r"master +1 +0 +100%", charts(player))
        assert " By opponent " not in charts(player)
    program = kept(tmp_path / "program", won(("Anna", "Zorro")), bot="'an open quote")
    async with playing(store=program, size=LARGE) as player:
        await player.press("m", "s")
        assert re.search(r"program +1 +0 +100%", charts(player))
    async with playing(store=kept(tmp_path / "people", won(("Anna", "Bruno"))), size=LARGE) as player:
        await player.press("m", "s")
        assert " Against the computer " not in charts(player)


async def test_space_shows_what_does_not_fit_and_then_the_beginning_again(store: Store) -> None:
    """It is offered only where something does not fit."""
    async with playing(store=store) as player:
        await player.press("m", "s")
        assert "space more" in player.keys
        before = player.text
        assert "Ratings at En Garde" in before
        assert "How rounds ended" not in before
        await player.press("space")
        assert "Anna against everybody" in player.text
        assert "by ground" not in player.text
        await player.press("space")
        assert "by ground" in player.text
        await player.press("space")
        assert player.text == before
        await player.resize(*LARGEST)
        assert "space more" not in player.keys


async def test_statistics_that_fail_under_another_screen_are_left_once_that_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = asyncio.Event()

    async def count(*_: object) -> None:
        await fails.wait()
        raise StoreError("the disk has failed")

    monkeypatch.setattr(played, "statistics_of", count)
    async with playing(store=kept(tmp_path, won(("Anna", "Bruno")))) as player:
        await player.press("m", "s")
        await player.resize(60, 20)
        fails.set()
        await player.settle()
        assert player.screen_name == "TooSmallScreen"
        await player.resize(*SMALLEST)
        assert player.screen_name == "HistoryScreen"
        assert "disk has failed" in player.notice


async def test_without_a_finished_match_the_statistics_say_what_will_be_there(store: Store) -> None:
    """For a player who has only begun, and if no match at all can be read."""
    new = begun(store, renamed(staged(script=NEAR), ("Zoë", "Yan")))
    async with playing(store=store) as player:
        await player.press("m", "s", "end")
        assert " Zoë against everybody " in player.text
        assert "No finished match yet" in player.text
    for id in store.ids():
        if id != new:
            store.delete(id)
    store.database.connection().execute("UPDATE entry SET text = 'A9' WHERE number = 3")
    async with playing(store=store) as player:
        await player.press("m", "s")
        assert player.screen_name == "PlayersScreen"
        assert "No finished match yet" in player.text
        await player.press("down", "tab", "down", "space")
        assert player.screen.query(OptionList)
