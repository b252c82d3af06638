"""The ASCII skin draws only ASCII on every screen, and moves nothing."""

import re

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.states import ENDINGS, NEAR, ONE_LEFT_AT_3, staged

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.terminal.ascii import AsciiFilter

NAMES = {"wide": ("李小龙", "Łukasz ß"), "accents": ("Jürgen", "Zoë Ångström"), "plain": ("Anna", "Bruno")}

A_TURN = ["space", "4", "left", "2", "down", "backspace"]
"""Keys: empty draft, composed, refused, highlighted."""
DIALOGS = ["question_mark", "escape", "q", "n", "ctrl+p", "escape", "h"]


def assert_ascii(player: Player) -> None:
    """Check that all characters are ASCII and all lines as wide as the window."""
    for row in player.rows:
        assert row.isascii(), [char for char in row if not char.isascii()]
        assert cell_len(row) == player.app.size.width
    assert len(player.rows) == player.app.size.height


@pytest.mark.by_day(1)
@pytest.mark.parametrize("size", [SMALLEST, LARGE])
@pytest.mark.parametrize("names", NAMES)
async def test_the_table_is_drawn_in_ascii(names: str, size: tuple[int, int]) -> None:
    """In every state, with any name, below every dialog."""
    match = staged(script=NEAR, left="33345", names=NAMES[names], score=(2, 1))
    async with playing(match, size, ascii_only=True) as player:
        assert_ascii(player)
        for key in (*A_TURN, *DIALOGS):
            await player.press(key)
            assert_ascii(player)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("names", NAMES)
async def test_an_attack_and_a_last_chance_are_drawn_in_ascii(names: str) -> None:
    """Lunge, blade, missing defence, empty pile."""
    for preset, script in (
        ("ferti-advanced", f"{NEAR} A33"),
        ("ferti-advanced", f"{NEAR} +1A2"),
        ("abacus-advanced", f"{ONE_LEFT_AT_3} -1"),
    ):
        match = staged(preset, script, right="12334", names=NAMES[names])
        async with playing(match, ascii_only=True) as player:
            assert_ascii(player)
            await player.press("space")
            assert_ascii(player)


@pytest.mark.by_day(3)
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.reason.value)
async def test_the_showdown_is_drawn_in_ascii(ending) -> None:
    """Every way a round ends."""
    async with playing(ending.before, ascii_only=True) as player:
        await player.play(ending.word)
        assert player.at_showdown
        assert_ascii(player)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("names", NAMES)
async def test_the_end_of_a_match_is_drawn_in_ascii(names: str) -> None:
    """Winner and score sheet."""
    match = staged(script=f"{NEAR} A33", right="11224", target=3, score=(2, 1), names=NAMES[names])
    async with playing(match, ascii_only=True) as player:
        await player.play("H")
        await player.press("space")
        assert player.screen_name == "MatchOverScreen"
        assert_ascii(player)


@pytest.mark.by_day(3)
@pytest.mark.parametrize(
    "keys", [[], ["n"], ["n", "ü"], ["n", "tab", "tab", "x"], ["question_mark"], ["ctrl+p"]]
)
async def test_the_screens_before_a_match_are_drawn_in_ascii(keys: list[str]) -> None:
    """Menu, setup (also with an accent and with an error), help, palette."""
    async with playing(ascii_only=True) as player:
        await player.press(*keys)
        assert_ascii(player)


async def test_the_too_small_notice_is_drawn_in_ascii() -> None:
    """At its own size."""
    async with playing(staged(), ascii_only=True) as player:
        await player.resize(60, 20)
        assert_ascii(player)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Jürgen", "Jurgen"),
        ("李小龙", "??????"),
        ("┌──┬──┐", "+--+--+"),
        ("╭───╮", "+---+"),
        ("┏━━━┓", "#===#"),
        ("●●○○○", "**ooo"),
        ("►", ">"),
        ("◄", "<"),
        ("←→ ↑↓", "<> ^v"),
        ("▒░░ ", "#.. "),
        ("a · b", "a . b"),
        ("5×2", "5x2"),
        ("ß", "?"),
        ("plain 123", "plain 123"),
    ],
)
def test_a_glyph_becomes_ascii_of_the_same_width(text: str, plain: str) -> None:
    """A glyph without an ASCII form becomes one question mark per cell."""
    (segment,) = AsciiFilter().apply([Segment(text)], Color(0, 0, 0))
    assert segment.text == plain
    assert cell_len(plain) == cell_len(text)


async def test_the_skin_moves_no_text() -> None:
    """Letters and digits are where they were, the names of keys aside."""
    match = staged(script=NEAR, left="33345")
    async with playing(match) as player:
        await player.press("space")
        rich = player.rows
    async with playing(match, ascii_only=True) as player:
        await player.press("space")
        plain = player.rows
    for one, other in zip(rich, plain, strict=True):
        if "↑" not in one and "→" not in one and "quit" not in one:
            for before, after in zip(one, other, strict=True):
                assert before == after or not before.isascii()


async def test_no_arrow_key_looks_like_a_sign_to_type() -> None:
    """In the key bar, in what is asked, in the help: "<" would be a key of its own."""
    match = staged(script=NEAR, left="33345")
    async with playing(match, ascii_only=True) as player:
        await player.press("space")
        assert "left/right direction" in player.keys
        assert "up/down list" in player.keys
        assert "then left or right." in player.text
        await player.press("question_mark")
        assert re.search("left +Move left", player.text)
        assert re.search("up down +Pick from the list", player.text)


async def test_the_way_to_the_help_and_out_stays_in_a_key_bar_that_is_too_short() -> None:
    """With words for the arrows, the keys of a replay need more than a row; the help lists all."""
    match = staged(script=f"{NEAR} A33 H", right="11224", target=1)
    async with playing(LiveMatch(match).replay(), ascii_only=True) as player:
        assert player.keys.endswith("? help  q quit")
        await player.press("question_mark")
        assert re.search("v +Both hands, left, right, none", player.text)
