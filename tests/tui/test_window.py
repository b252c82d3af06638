"""The size of the window: below 80 x 24 a notice, at it everything, above it more."""

import re

import pytest
from rich.cells import cell_len
from table_seen import CARD
from tui.fencing import both, places_of
from tui.harness import LARGE as LARGE_WINDOW
from tui.harness import SMALLEST, Player, playing
from tui.states import ENDINGS, MIDDLE, NEAR, staged

from engarde_tui.games.en_garde.widgets.choices import Choices
from engarde_tui.games.en_garde.widgets.figures import LARGE, MEDIUM, SMALL, FigureSize, Pose
from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.score_sheet import ScoreSheet

TOO_SMALL = [(79, 24), (80, 23), (60, 20), (20, 5), (200, 23), (79, 60)]


@pytest.mark.parametrize("size", TOO_SMALL)
async def test_a_window_that_becomes_too_small_shows_a_notice_instead(size: tuple[int, int]) -> None:
    """And says how large it must be."""
    async with playing(staged(script=NEAR)) as player:
        await player.resize(*size)
        assert player.screen_name == "TooSmallScreen"
        assert "needs 80 columns and 24 rows" in player.text or size[0] < 57


async def test_the_notice_says_how_large_the_window_is_and_there_is_no_help_over_it() -> None:
    """It says all there is, and follows the window."""
    async with playing(staged(script=NEAR)) as player:
        for width, height in ((60, 20), (70, 22)):
            await player.resize(width, height)
            assert f"This window has {width} and {height}." in player.text
            assert "Any window has room for engarde --plain: lines of words." in player.text
            await player.press("question_mark", "f1")
            assert player.screen_name == "TooSmallScreen"


async def test_a_window_that_is_too_small_from_the_start_shows_the_notice() -> None:
    """Before anything of the menu or the table."""
    async with playing(staged(script=NEAR), (60, 20)) as player:
        assert player.screen_name == "TooSmallScreen"


@pytest.mark.parametrize("columns", [50, 8])
async def test_a_question_in_a_window_that_is_too_small_has_its_whole_frame(columns: int) -> None:
    """The notice names the key that quits, which asks first."""
    async with playing(staged(script=NEAR)) as player:
        await player.press("space")
        await player.resize(columns, 39)
        await player.press("ctrl+q")
        assert player.question == "Leave this match?"
        rows = player.drawn(Framed)
        assert rows[0][0] + rows[0][-1] == "┏┓"
        assert all(row[0] + row[-1] in ("┃┃", "┗┛") for row in rows[1:])


@pytest.mark.parametrize("begun", [False, True])
async def test_a_window_that_was_too_small_from_the_start_can_grow(begun: bool) -> None:
    """The screen that was to be shown is there."""
    async with playing(staged(script=NEAR) if begun else None, (60, 20)) as player:
        await player.resize(*SMALLEST)
        assert player.screen_name == ("TableScreen" if begun else "MenuScreen")


@pytest.mark.by_day(2)
@pytest.mark.parametrize("keys", ["", "n", "question_mark"])
async def test_resizing_restores_the_menu_and_its_screens(keys: str) -> None:
    """Nothing about them has changed."""
    async with playing() as player:
        await player.press(*keys.split())
        before = player.text
        await player.resize(60, 20)
        assert player.text != before
        await player.resize(*SMALLEST)
        assert player.text == before


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    "keys",
    [
        "",
        "space 3 left",
        "space q",
        "ctrl+p",
        "space",
        "space 3",
        "space down down",
        "space question_mark",
        "q",
    ],
)
async def test_resizing_restores_the_table_and_its_draft(keys: str) -> None:
    """With the curtain, the draft, the cursor or the dialog that was there."""
    async with playing(staged(script=NEAR, left="33345")) as player:
        await player.press(*keys.split())
        before = player.screen_name, player.text
        await player.resize(79, 24)
        assert player.screen_name == "TooSmallScreen"
        await player.resize(*SMALLEST)
        assert (player.screen_name, player.text) == before


async def test_resizing_restores_the_showdown() -> None:
    """As it was, once there is room again."""
    async with playing(ENDINGS[0].before) as player:
        await player.play(ENDINGS[0].word)
        before = player.text
        await player.resize(60, 20)
        await player.resize(*SMALLEST)
        assert player.text == before
        await player.press("space")
        assert not player.at_showdown
        assert player.held.number == 2


@pytest.mark.by_day(2)
@pytest.mark.parametrize("key", ["question_mark", "ctrl+p", "q", "ctrl+q", "f1"])
async def test_a_dialog_opened_over_the_notice_does_not_leave_the_notice_behind(key: str) -> None:
    """Once the window has grown, closing the dialog leads to the table."""
    async with playing(staged(script=NEAR)) as player:
        await player.resize(60, 20)
        await player.press(key)
        await player.resize(*SMALLEST)
        for _ in range(2):
            if player.screen_name not in ("TableScreen", "TooSmallScreen"):
                await player.press("escape")
        assert player.screen_name == "TableScreen"
        assert len(player.app.screen_stack) == 2


async def test_shrinking_twice_and_growing_once_restores_the_screen() -> None:
    """The notice is not piled up."""
    async with playing(staged(script=NEAR)) as player:
        for size in ((70, 20), (60, 20), (50, 10), (79, 24)):
            await player.resize(*size)
        await player.resize(*SMALLEST)
        assert player.screen_name == "TableScreen"


async def test_no_key_plays_behind_the_notice() -> None:
    """What cannot be seen cannot be done."""
    match = staged(script=NEAR, left="33345")
    async with playing(match) as player:
        await player.press("space", "4", "left")
        await player.resize(60, 20)
        await player.press("enter", "space", "h", "1", "backspace")
        assert player.held == match
        await player.resize(*SMALLEST)
        assert player.draft.laid == (4,)


async def test_the_smallest_window_shows_the_whole_table() -> None:
    """Everything of it inside 80 x 24."""
    async with playing(staged(script=NEAR, left="33345")) as player:
        await player.press("space")
        rows = player.rows
        assert len(rows) == 24
        for text in ("En Garde", "► Anna", "pile", "discard", "Anna to play", "attack with three 3s"):
            assert any(text in row for row in rows), text
        assert player.drawn(Piste)[-2].split() == [str(square) for square in range(1, 24)]
        assert player.hands == {"Anna": (3, 3, 3, 4, 5)}
        assert "1-5 card" in rows[-2]
        assert "q quit" in rows[-1]
        assert not any("Rounds" in row for row in rows)


async def test_a_large_window_shows_large_figures_large_cards_and_the_score_sheet() -> None:
    """More room is used."""
    async with playing(staged(script=NEAR, left="33345", score=(2, 1)), LARGE_WINDOW) as player:
        await player.press("space")
        assert figures_seen(player) == [MEDIUM]
        assert player.hands == {"Anna": (3, 3, 3, 4, 5)}
        assert [len(edge[0]) for edge in CARD.finditer(player.drawn(Hand)[2])] == [7] * 5
        sheet = player.drawn(ScoreSheet)
        assert [" ".join(line.split()[:4]) for line in sheet[1:5]] == [
            "1 1 : 0",
            "2 1 : 1",
            "3 1 : 1",
            "4 2 : 1",
        ]


async def test_a_large_window_heads_its_list_and_tells_beside_it_why_each_round_was_won() -> None:
    match = staged(script=MIDDLE, left="12335", right="23445", target=5, score=(2, 1))
    async with playing(match, (160, 48)) as player:
        await player.press("space")
        assert player.drawn(Choices)[0].split()[0] == "Actions"
        heads, *rounds = map(str.split, player.drawn(ScoreSheet))
        assert heads == ["#", "winner"]
        assert rounds[:4] == [
            ["1", "Anna", "ground"],
            ["2", "Bruno", "no-move"],
            ["3", "drawn"],
            ["4", "Anna", "hit"],
        ]


@pytest.mark.parametrize(
    ("size", "figures", "sheet"),
    [
        ((80, 24), SMALL, False),
        ((117, 40), SMALL, False),
        ((118, 24), SMALL, True),
        ((80, 40), SMALL, False),
        ((118, 35), SMALL, True),
        ((118, 36), MEDIUM, True),
        ((159, 60), MEDIUM, True),
        ((200, 47), MEDIUM, True),
        ((160, 48), LARGE, True),
        ((200, 60), LARGE, True),
    ],
)
async def test_what_is_shown_depends_on_both_width_and_height(
    size: tuple[int, int], figures: FigureSize, sheet: bool
) -> None:
    """The piste is whole and the key bar complete in all of them."""
    async with playing(staged(script=NEAR, left="33345"), size) as player:
        await player.press("space")
        assert figures_seen(player) == [figures]
        assert bool(re.search("none( finished)? yet", player.text)) == sheet
        assert [int(number) for number in player.drawn(Piste)[-2].split()] == list(range(1, 24))
        assert "q quit" in player.keys
        assert {cell_len(row) for row in player.rows} == {size[0]}


def figures_seen(player: Player) -> list[FigureSize]:
    """The sizes in which both fencers on guard are on the screen."""
    return [
        size
        for size in (SMALL, MEDIUM, LARGE)
        if all(places_of(figure, player.drawn(Piste)) for figure in both(size.figure(Pose.GUARD)))
    ]


async def test_growing_redraws_a_running_match_in_the_larger_form() -> None:
    """And shrinking in the smaller one, with the same turn composed."""
    async with playing(staged(script=NEAR, left="33345")) as player:
        await player.press("space", "4", "left")
        before = player.text
        await player.resize(*LARGE_WINDOW)
        assert figures_seen(player) == [MEDIUM]
        assert player.notice == "Step back to square 7, distance 3 to 7. Press enter to play."
        await player.resize(*SMALLEST)
        assert player.text == before
