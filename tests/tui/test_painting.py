"""The running program's terminal shows what Textual would draw from scratch, whatever has been pressed."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from swords_and_shields_ui.duels import staged as staged_duel
from textual.widgets import Static
from tui.drawing import RunningTerminal
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.replay.watched import replay
from tui.scripts import SCRIPTS
from tui.states import NEAR, staged

from engarde_tui.terminal.canvas import Canvas, CanvasWidget

pytestmark = [pytest.mark.layer, pytest.mark.painted]


@pytest.mark.parametrize("size", [SMALLEST, LARGE])
async def test_a_running_match_shows_on_the_terminal_as_it_is_drawn(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Key by key: turns, curtain, dialogs, help, palette; with a wide name."""
    terminal = RunningTerminal(*size)
    terminal.watch(monkeypatch)
    match = staged(script=NEAR, left="33345", names=("李小龙", "Zoë"), score=(2, 1))
    keys = ["space", "4", "left", "2", "question_mark", "end", "escape", "enter", "space", "h", "q", "n"]
    async with playing(match, size) as player:
        terminal.assert_shows(player)
        for key in [*keys, "ctrl+p", "escape", "space", "down", "down", "ctrl+l"]:
            await player.press(key)
            terminal.assert_shows(player)


@pytest.mark.slow
async def test_a_whole_match_shows_on_the_terminal_as_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Through showdown, next round and the end of the match."""
    terminal = RunningTerminal(*SMALLEST)
    terminal.watch(monkeypatch)
    script = SCRIPTS[9]
    async with playing(script.match) as player:
        for words in script.rounds:
            for word in words.split():
                await player.play(word)
                terminal.assert_shows(player)
            await player.press("space")
            terminal.assert_shows(player)
        assert player.screen_name == "MatchOverScreen"


class Words(CanvasWidget):
    """One row of text."""

    text = ""

    def draw(self, canvas: Canvas) -> None:
        canvas.put(0, 0, self.text)


async def test_several_changes_of_a_row_before_it_is_painted_cut_no_wide_character(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = RunningTerminal(*SMALLEST)
    terminal.watch(monkeypatch)
    async with playing(staged(script=NEAR)) as player:
        words = Words()
        words.styles.dock, words.styles.height = "top", 1
        await player.app.screen.mount(words)
        await player.settle()
        for words.text in (" x", " x x", " 世界"):
            words.redraw()
        await player.settle()
        terminal.assert_shows(player)


async def test_a_new_size_is_written_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal may have moved or lost what it showed."""
    terminal = RunningTerminal(*SMALLEST)
    terminal.watch(monkeypatch)
    async with playing(staged(script=NEAR, left="33345")) as player:
        await player.press("space")
        for width, height in (LARGE, (60, 20), SMALLEST):
            terminal.screen.resize(height, width)
            terminal.screen.erase_in_display(2)
            await player.resize(width, height)
            terminal.assert_shows(player)


@pytest.mark.parametrize("occasion", ["ctrl+l", "resume"])
async def test_everything_is_written_again_after_another_program_may_have_written(
    occasion: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the redraw key, and after the program was suspended."""
    terminal = RunningTerminal(*SMALLEST)
    terminal.watch(monkeypatch)
    async with playing(staged(script=NEAR, left="33345")) as player:
        await player.press("space")
        terminal.screen.erase_in_display(2)
        if occasion == "resume":
            player.app.app_resume_signal.publish(player.app)
            player.screen.refresh(layout=True)
            await player.settle()
        else:
            await player.press("ctrl+l")
        terminal.assert_shows(player)


STARTS: dict[str, Callable[[], object]] = {
    "table": lambda: staged(script=NEAR, left="33345", right="11224", names=("李小龙", "Zoë"), score=(2, 1)),
    "replay": replay,
    "duel": staged_duel,
}
KEYS = (
    "space", "enter", "backspace", "escape", "home", "end", "up", "down", "left", "right",
    *"1234569aehiouvbc[]?x", "question_mark", "ctrl+p", "ctrl+l",
)  # fmt: skip
SIZES = (SMALLEST, (100, 30), LARGE, (60, 20))

steps = st.lists(st.sampled_from([*KEYS, *KEYS, *SIZES]), min_size=5, max_size=15)


@pytest.mark.by_day(1)
@settings(max_examples=settings.default.max_examples // 5)  # type: ignore[union-attr]
@given(steps=steps)
@example(steps=["space", "space", "ctrl+p", "1", "backspace"])
@pytest.mark.parametrize("start", STARTS)
def test_the_terminal_shows_what_is_drawn_after_any_keys(start: str, steps: list[object]) -> None:
    """With dialogs, help, palette and movements, and in windows of any size."""

    async def play() -> None:
        terminal = RunningTerminal(*SMALLEST)
        with pytest.MonkeyPatch.context() as monkeypatch:
            terminal.watch(monkeypatch)
            async with playing(STARTS[start](), no_motion=False) as player:  # type: ignore[arg-type]
                for step in steps:
                    if isinstance(step, str):
                        await player.press(step)
                    else:
                        await resize(player, terminal, *step)  # type: ignore[misc]
                    if player.has_ended:
                        return
                    terminal.assert_shows(player)
                terminal.assert_looks(player)

    asyncio.run(play())


async def resize(player: Player, terminal: RunningTerminal, width: int, height: int) -> None:
    """Resize the window; a terminal may lose what it shows."""
    if (width, height) != (terminal.screen.columns, terminal.screen.lines):
        terminal.screen.resize(height, width)
        terminal.screen.erase_in_display(2)
        await player.resize(width, height)


@pytest.fixture
async def seated(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Player, RunningTerminal]]:
    """A player with an open hand, and the terminal."""
    terminal = RunningTerminal(*SMALLEST)
    terminal.watch(monkeypatch)
    async with playing(staged(script=NEAR, left="33345")) as player:
        await player.press("space")
        yield player, terminal


@pytest.mark.by_day(1)
@pytest.mark.parametrize("key", ["q", "question_mark", "ctrl+p"])
async def test_a_canvas_is_not_painted_over_the_screen_above(
    key: str, seated: tuple[Player, RunningTerminal]
) -> None:
    """A question, a page, or the palette, beside which the table can be seen."""
    player, terminal = seated
    await player.press(key)
    player.table.say("Somebody has come to watch.")
    await player.settle()
    terminal.assert_shows(player)


async def test_what_changes_while_textual_holds_frames_back_is_painted_afterwards(
    seated: tuple[Player, RunningTerminal],
) -> None:
    """As it does to show several changes at once."""
    player, terminal = seated
    with player.app.batch_update():
        player.table.say("In the meantime")
    await player.settle()
    assert "In the meantime" in "".join(terminal.screen.display)
    terminal.assert_shows(player)


async def test_nothing_is_painted_over_what_covers_a_part_of_a_canvas(
    seated: tuple[Player, RunningTerminal],
) -> None:
    """Such as Textual's hints to what the mouse points at."""
    player, terminal = seated
    cover = Static("Over the list")
    cover.styles.layer, cover.styles.dock, cover.styles.offset = "_tooltips", "top", (40, 15)
    await player.screen.mount(cover)
    await player.settle()
    for key in ("down", "4", "left"):
        await player.press(key)
        assert "Over the list" in "".join(terminal.screen.display)
        terminal.assert_shows(player)
