"""What a screen costs until it is first shown."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen
from tui.harness import LARGE, SMALLEST, playing
from tui.states import NEAR, staged

from engarde_tui.app import Floor
from engarde_tui.terminal.layer.stylesheet import SharedStylesheet
from engine.en_garde import Match

pytestmark = pytest.mark.layer

STARTS: list[tuple[Callable[[], Match] | None, str]] = [
    (None, "menu"),
    (lambda: staged(script=NEAR), "table"),
]
starts = pytest.mark.parametrize("start", [start for start, _ in STARTS], ids=[name for _, name in STARTS])


@starts
@pytest.mark.parametrize("size", [SMALLEST, LARGE])
async def test_every_widget_is_styled_once_before_it_is_shown(
    start: Callable[[], Match] | None, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For the window it is in; Textual would style all again for that, and again when the screen is shown."""
    styled: Counter[object] = Counter()
    apply = SharedStylesheet.apply

    def count(sheet: SharedStylesheet, node: Any, **options: Any) -> None:
        styled[node] += 1
        apply(sheet, node, **options)

    monkeypatch.setattr(SharedStylesheet, "apply", count)
    async with playing(start() if start else None, size) as player:
        classes = {"-wide", "-tall"} if size == LARGE else {"-narrow", "-short"}
        assert classes <= player.screen.classes
        quiet = [node for node in player.screen.walk_children() if not node.can_focus]
        assert quiet
        assert {node: styled[node] for node in quiet} == dict.fromkeys(quiet, 1)


@starts
async def test_nothing_is_drawn_that_will_not_be_written(
    start: Callable[[], Match] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textual holds frames back while it starts."""
    held_back, display = [], App._display

    def watch(app: App[None], screen: Screen[Any], update: Any) -> None:
        if update is not None and app._batch_count:
            held_back.append(update)
        display(app, screen, update)

    monkeypatch.setattr(App, "_display", watch)
    async with playing(start() if start else None) as player:
        assert player.text.strip()
        assert not held_back


async def test_the_screen_below_all_others_is_never_laid_out() -> None:
    """Nobody sees it."""
    async with playing() as player:
        floor = player.app.screen_stack[0]
        assert isinstance(floor, Floor)
        await player.resize(*LARGE)
        assert not floor._compositor.size


async def test_a_sheet_is_parsed_once_whatever_its_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual parses it again whenever another widget gives it another rank."""
    parsed: Counter[object] = Counter()
    parse = Stylesheet._parse_rules

    def count(sheet: Stylesheet, css: str, *others: Any, **options: Any) -> Any:
        parsed[css] += 1
        return parse(sheet, css, *others, **options)

    rules = {}
    sheet = SharedStylesheet(variables={"ink": "#010203"})
    monkeypatch.setattr(Stylesheet, "_parse_rules", count)
    for rank in (-1, -2):
        (rules[rank],) = sheet.parse_rules("Widget { color: $ink; }", ("here", "Widget"), True, rank, "")
    assert {rank: rule.tie_breaker for rank, rule in rules.items()} == {-1: -1, -2: -2}
    assert rules[-1].styles.css_lines == rules[-2].styles.css_lines != []
    (again,) = sheet.parse_rules("Widget { color: $ink; }", ("here", "Widget"), True, -1, "")
    assert again is rules[-1]
