"""Framed sections that scroll: no frame is cut open, and a line inside them tells which part is seen."""

import pytest
from tui.harness import SMALLEST, Player, playing
from tui.states import NEAR, staged


async def page(player: Player, keys: str) -> list[str]:
    """Return the rows of the help, scrolled by keys, without that of the key bar."""
    await player.press("space", "question_mark", *keys.split())
    return player.rows[:-1]


@pytest.mark.parametrize("keys", ["", "down down", "pagedown", "end"])
async def test_every_frame_on_a_page_has_both_edges_wherever_it_is_scrolled(keys: str) -> None:
    async with playing(staged(script=NEAR), SMALLEST) as player:
        edges = [row[0] for row in await page(player, keys) if row[0] in "╭╰"]
        assert edges == ["╭", "╰"] * (len(edges) // 2)


@pytest.mark.parametrize("rows", range(24, 32))
async def test_no_frame_is_seen_without_anything_in_it(rows: int) -> None:
    """Whatever part of the page a window shows."""
    async with playing(staged(script=NEAR), (80, rows)) as player:
        edges = "".join(row[0] for row in await page(player, ""))
        assert "╭╰" not in edges
        assert not edges.endswith("╭")


async def test_a_line_inside_the_frame_tells_what_is_seen() -> None:
    """At the top first, at the end last."""
    async with playing(staged(script=NEAR), SMALLEST) as player:
        first = [row[-2] for row in await page(player, "")]
        assert first[1] == "┃"
        assert first[-2] != "┃"
        await player.press("end")
        last = [row[-2] for row in player.rows[:-1]]
        assert last[1] != "┃"
        assert last[-2] == "┃"
