"""A match as it is seen: every step of its replay, drawn by the screen of the replay where nobody sees it."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from copy import copy
from typing import Any, ClassVar, Final, NamedTuple

from textual.filter import LineFilter
from textual.widget import Widget
from textual.worker import WorkerCancelled

from engarde_tui.play.problem import Problem
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.play.words import sentence
from engarde_tui.presentation import presentation_of, verdict
from engarde_tui.screens.replay import ReplayScreen
from engarde_tui.settings_app import SettingsApp
from engarde_tui.share.screen import Frame, Screen, redrawn, screen_of
from engarde_tui.terminal.canvas import CanvasWidget
from engarde_tui.terminal.cells import Span
from engarde_tui.terminal.colours import console_of
from engarde_tui.terminal.textual_private import (
    has_messages,
    is_at_rest,
    lay_out,
)
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.moving import MovingWidget
from engine.match import MatchView

SIZE: Final = (80, 24)
"""Columns and rows of every picture."""

STEP, ACTION, END = 0.08, 1.6, 3.0
"""Seconds that a step of a movement, an action, and the end of a round are shown."""


Report = Callable[[int, int], None]
"""Told how many steps of how many are drawn."""


class ClosedError(Exception):
    """The stage is closed."""


class Still(NamedTuple):
    """A step of a match: its picture, and what is told of it."""

    screen: Screen
    view: MatchView[Any]
    happened: str
    """The last turn; at the end of a round also who won it."""
    facts: list[str]
    """How things stand, as everybody may know, the most important first."""
    hands: Sequence[str]
    """A sentence for each open hand."""
    remarks: list[str]
    """What the replay itself says of it."""

    @classmethod
    def of(cls, stage: "Stage", screen: Screen) -> "Still":
        """Return the step that a stage shows, which looks like `screen`."""
        replay = stage.replay
        view = replay.view
        words = presentation_of(view.round.rules)
        happened = words.last_turn(view)
        if view.round.result is not None:
            happened = f"{happened} {sentence(verdict(view), view.names)}"
        facts = [*words.facts(replay.view_at(replay.position, None)).values()]
        told = (widget.in_words() for widget in stage.shown.query(BoardWidget) if widget.display)
        remarks = [each for lines in told for each in lines]
        return cls(screen, view, happened, facts, words.hands(view), remarks)


class Stage(SettingsApp):
    """Shows a replay always in the same way, whatever terminal, environment and settings there are."""

    RUNS_PROGRAMS: ClassVar = False
    """Nobody is here to share what is shown."""

    def __init__(self, replay: Replay, first: int, *, moves: bool) -> None:
        """Show every action from step `first` on at once, or how it moves."""
        self._moves = moves
        super().__init__(ascii_only=False, no_motion=not moves, keeper=None, curtain_delay=0, bot_pace=0)
        self.ansi_color = None
        self.no_color = False
        self.console = console_of("truecolor")
        self.show_theme("")
        self.replay = copy(replay)
        self.replay.jump(first)
        self._last_picture: Screen = ()
        """What it showed when it was last looked at; empty if it has been laid out anew since."""
        self._changes: dict[CanvasWidget, set[Span]] = defaultdict(set)
        """What has changed since."""
        self.is_closed = False
        """Whether nobody looks any more, or nothing is to be seen."""

    @property
    def motion(self) -> bool:
        """Whether actions are animated."""
        return self._moves

    def paint(self, widget: Widget, spans: Iterable[Span]) -> None:
        """Note what has changed, for the next picture."""
        if isinstance(widget, CanvasWidget):
            self._changes[widget].update(spans)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return none."""
        return ()

    @property
    def shown(self) -> ReplayScreen:
        """The replay."""
        assert isinstance(self.screen, ReplayScreen)
        return self.screen

    async def set(self) -> None:
        """Show the replay, without its keys."""
        screen = presentation_of(self.replay.view.round.rules).replay_screen()(self.replay)
        screen.add_class("-filmed")
        await self.push_screen(screen)
        await self.settle()

    def report_crash(self) -> None:
        """Log the current exception; nothing is to be seen any more."""
        self.is_closed = True
        super().report_crash()

    async def settle(self) -> None:
        """Wait until all that was asked for is done, and shows; raises ClosedError once it is closed."""
        while any(not worker.is_finished for worker in self.workers):
            # A new question takes the place of the one before.
            with suppress(WorkerCancelled):
                await self.workers.wait_for_complete()
        while not self.is_closed:
            if has_messages(self) or not is_at_rest(self.screen):
                await asyncio.sleep(0)
            elif not lay_out(self.screen):
                return
            else:
                self._last_picture = ()
        raise ClosedError

    async def picture(self) -> Screen:
        """Return what it shows, once all that was asked for is done; only what has changed is drawn anew."""
        await self.settle()
        before, changes = self._last_picture, self._changes
        self._last_picture = redrawn(before, self, changes) if before else screen_of(self)
        changes.clear()
        return self._last_picture


async def film(replay: Replay, steps: range, report: Report) -> list[Frame]:
    """Return everything that is seen of these steps of a match, both hands open."""
    frames: list[Frame] = []

    async def shoot(stage: Stage) -> None:
        stage.replay.perspective = Perspective.BOTH
        for number in range(len(steps)):
            report(number, len(steps))
            if number:
                stage.shown.action_step(1)
                frames.extend([frame async for frame in movement(stage)])
            screen = await stage.picture()
            is_over = stage.replay.view.round.result is not None
            frames.append(Frame(screen, END if is_over else ACTION))

    await _on_stage(Stage(replay, steps.start, moves=True), shoot)
    return frames


async def stills(
    replay: Replay, perspectives: Sequence[Perspective], steps: range, report: Report
) -> dict[Perspective, list[Still]]:
    """Return these steps of a match as each perspective shows them."""
    found: dict[Perspective, list[Still]] = {each: [] for each in perspectives}

    async def shoot(stage: Stage) -> None:
        for number, step in enumerate(steps):
            report(number, len(steps))
            for each in perspectives:
                stage.replay.perspective = each
                stage.shown.action_step(step - stage.replay.position)
                found[each].append(Still.of(stage, await stage.picture()))

    await _on_stage(Stage(replay, steps.start, moves=False), shoot)
    return found


async def movement(stage: Stage) -> AsyncIterator[Frame]:
    """Yield the frames of the movement that has begun, once the stage shows it."""
    while moving := [widget for widget in stage.screen.query(MovingWidget) if widget.picture is not None]:
        for widget in moving:
            widget.hold()
        yield Frame(await stage.picture(), STEP)
        for widget in moving:
            widget.show_next()


async def _on_stage(stage: Stage, shoot: Callable[[Stage], Awaitable[None]]) -> None:
    """Run a stage while `shoot` looks at it; raises what that raises, Problem if the stage crashes."""
    failed: list[BaseException] = []

    async def pilot(_: object) -> None:
        try:
            await stage.set()
            await shoot(stage)
        except Exception as error:
            failed.append(error)
        stage.exit()

    running = asyncio.create_task(stage.run_async(headless=True, size=SIZE, auto_pilot=pilot))
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        # An app that is cancelled waits for its pilot, who would wait for the app.
        stage.is_closed = True
        await running
        raise
    if stage.crash_report:
        raise Problem(stage.crash_report.removeprefix("engarde: "))
    if failed:
        raise failed[0]
