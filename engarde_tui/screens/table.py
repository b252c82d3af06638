"""The table: a match played from one place, for any game."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.timer import Timer
from textual.worker import Worker

from engarde_tui import paths
from engarde_tui.match.bot_turns import BotTurns
from engarde_tui.match.bus import Subscription
from engarde_tui.match.lesson import Exercise
from engarde_tui.match.place import Place, StaleError
from engarde_tui.match.questions import FORFEIT, LEAVE
from engarde_tui.match.scene import Mode, Scene, Words, has_come_round, scene_of
from engarde_tui.match.table import TableChanged
from engarde_tui.match.work import in_thread
from engarde_tui.presentation import presentation_of
from engarde_tui.screens.hints import Hint, hint_in_words
from engarde_tui.screens.scene import SceneScreen
from engarde_tui.screens.table_keys import LIST_BINDINGS, table_bindings
from engarde_tui.widgets.action_list import ActionList
from engarde_tui.widgets.canvas import CanvasWidget
from engarde_tui.widgets.curtain import Curtain
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.lesson_words import LessonWords
from engarde_tui.widgets.narration import Narration
from engarde_tui.widgets.score_sheet import ScoreSheet
from engarde_tui.widgets.scoring_box import ScoringBox
from engarde_tui.widgets.what_now import WIDEST, WhatNow
from engine.bots import ForfeitError
from engine.game import game_of

if TYPE_CHECKING:
    from engine.bots import Opinion


class TableScreen(SceneScreen):
    """Shows what may be seen from a place at a table, and plays the turns composed there.

    The end of a round stays on the screen until the player continues, even if the table has moved on.

    By default it describes the round in words and lists the legal actions; the draft is the chosen one or
    None. A game with its own board overrides `compose_board`. A game that composes turns from parts also
    overrides `make_draft`, `prompt`, `describe`, `with_hint`, `pick` and `COMPOSING`, whose actions call
    `compose_turn` and `play`.
    """

    CSS_PATH: ClassVar = paths.style_sheets("table")
    DEFAULT_CLASSES = "board"
    BINDINGS: ClassVar[list[BindingType]] = table_bindings(*LIST_BINDINGS)

    COMPOSING: ClassVar[frozenset[str]] = frozenset({"point", "play"})
    """The actions that compose a turn; allowed only to the player to act."""

    def __init__(self, place: Place) -> None:
        """Play from `place`."""
        # Without what subclasses add: they are not initialised yet.
        super().__init__(scene_of(place, self.make_draft))
        self._place = place
        self._table = place.table
        self._bots = BotTurns(place)
        self._news = Subscription(self._table.bus, self._table.topic, self.look_at, self.call_later)
        self._arming: Timer | None = None

    # --- overridden by games ---

    def compose_board(self) -> ComposeResult:
        """Yield the widgets of the board, each bound by `data_bind(TableScreen.scene)`."""
        yield ScoringBox().data_bind(TableScreen.scene)
        yield Narration().data_bind(TableScreen.scene)
        yield WhatNow().data_bind(TableScreen.scene)
        with Horizontal(id="lower"):
            yield ActionList().data_bind(TableScreen.scene)
            yield Curtain().data_bind(TableScreen.scene)
            yield ScoreSheet().data_bind(TableScreen.scene)

    def compose_lesson(self, exercise: Exercise, place: str, worded: Callable[[str], str]) -> ComposeResult:
        """Yield the words of an exercise above the board; a game with no room there overrides this."""
        yield LessonWords(exercise, place, worded).data_bind(TableScreen.scene)
        yield from self.compose_board()

    def with_hint(self, action: Any) -> Any:
        """Return the draft with the action of a hint chosen."""
        return action

    def offer(self, action: Any) -> str:
        """Return how a hint names an action."""
        return presentation_of(self.rules).to_do(action)

    LEAVING: ClassVar = LEAVE
    """What the player is asked before leaving."""

    def needs_arming(self, scene: Scene) -> bool:
        """Return whether a key held down must not end what a scene shows."""
        return scene.mode in (Mode.CURTAIN, Mode.SHOWDOWN)

    def open_match_over(self) -> None:
        """Go to the result of the match."""
        self.app.switch_screen(presentation_of(self.rules).match_over_screen()(self._place))

    def notes(self, scene: Scene) -> tuple[str, str]:
        """Return the day of a daily bout."""
        day = self._table.day
        return "" if day is None else f"daily bout {day}", ""

    # --- overridden by the hall ---

    REFUSALS: ClassVar[tuple[type[Exception], ...]] = (ValueError,)
    """Errors that say why a change is refused; the player reads them at the table."""

    @property
    def leave_warning(self) -> str:
        """What happens to the match if the player leaves now."""
        return self.navigator.consequence(saved=self._table.saver.is_saved)

    @property
    def is_kept(self) -> bool:
        """Whether the player can come back to the match as it is now."""
        return self._table.saver.is_saved

    def close_table(self) -> None:
        """Close the table; a screen that does not own it overrides this."""
        self._table.close()

    # --- what the screen shows ---

    @property
    def asks_before_leaving(self) -> bool:
        """Whether the match has no winner yet, and the player is to be asked before leaving it."""
        asks = self.navigator.settings.confirm_leaving or not self._table.saver.is_saved
        return asks and self._place.view.winner is None

    def compose(self) -> ComposeResult:
        """Show the board and the keys."""
        yield from self.compose_board()
        yield KeyBar()

    def on_mount(self) -> None:
        """Follow the table; drop the curtain whenever the program is suspended."""
        self.app.app_suspend_signal.subscribe(self, lambda _: self.action_hide())
        self._news.open()
        self._bots.pace = self.navigator.bot_pace
        self._arm()
        # The table may have changed before this screen was mounted.
        self.follow_place()

    def on_unmount(self) -> None:
        """Leave the table, and unsubscribe: the signal would keep the screen alive."""
        self.app.app_suspend_signal.unsubscribe(self)
        self.leave()

    def leave(self) -> None:
        """Leave the table, so that others may open the match."""
        self.workers.cancel_group(self, "bot")
        self._news.close()
        if self._place.is_here:
            self._place.leave()
            self.close_table()

    def look_at(self, events: Sequence[TableChanged]) -> None:
        """Show what has happened at the table."""
        if self._table.revision != self.scene.revision:
            self.follow_place()

    def follow_place(self) -> None:
        """Show the current state and let a bot play if it is its turn; do nothing after leaving the table.

        The end of a round stays until the player continues.
        """
        if not self._place.is_here:
            return
        before, scene = self.scene, self._present_scene()
        if before.mode is Mode.SHOWDOWN and scene.view.number != before.view.number:
            scene = self._with_words(before)
        self._show(scene)

    def _show(self, scene: Scene) -> None:
        if has_come_round(self.scene, scene) and self.navigator.settings.bell:
            self.app.bell()
        is_new = scene.mode is not self.scene.mode
        if not is_new:
            scene = replace(scene, is_armed=self.scene.is_armed)
        self.scene = scene
        if is_new:
            self._arm()
        if self._bots.is_due:
            # Not awaited; the annotation tells mypy which overload of run_worker this is.
            _: Worker[None] = self.run_worker(self._play_bot, group="bot", exclusive=True)

    def _present_scene(self) -> Scene:
        scene = scene_of(self._place, self.make_draft, self.COMPOSING, is_stuck=self._bots.is_stuck)
        return self._with_words(self._without_noticed(scene))

    # --- actions ---

    def change(self, change: Callable[[], None]) -> Awaitable[bool]:
        """Make a change that is saved; if saving fails, the player may continue unsaved.

        One of `REFUSALS` from `change` is shown to the player. The result is False if the player cancels.
        """

        def change_or_refuse() -> None:
            try:
                change()
                self._news.look()
            except StaleError as error:
                self.follow_place()
                self.refuse(f"{error}")
            except self.REFUSALS as error:
                self.refuse(f"{error}")
            self.scene = replace(self.scene, is_unsaved=self._table.saver.continues_unsaved)

        return self.navigator.attempt(change_or_refuse, self._table.saver)

    def play(self, action: Any) -> None:
        """Play an action for the revision shown."""
        revision = self.scene.revision
        self.change(lambda: self._place.play(action, revision))

    def action_point(self, steps: int) -> None:
        """Choose another action from the list; wraps."""
        legal = self.scene.view.round.legal
        index = legal.index(self.scene.draft) + steps if self.scene.draft in legal else min(steps, 0)
        self.compose_turn(legal[index % len(legal)])

    def action_play(self) -> None:
        """Play the chosen action."""
        if self.scene.draft is None:
            self.refuse("pick an action first")
        else:
            self.play(self.scene.draft)

    def pick(self, target: object) -> None:
        """Handle a click on `target`; called only while the player to act may compose."""
        match target:
            case "option", int(option) if option < len(self.scene.view.round.legal):
                self.compose_turn(self.scene.view.round.legal[option])

    @on(CanvasWidget.Picked)
    def _pick(self, event: CanvasWidget.Picked) -> None:
        if self.COMPOSING & self.scene.allowed:
            self.pick(event.target)

    def action_lift_curtain(self) -> None:
        """Seat the player to act, unless the curtain has only just fallen or the key is held down since."""
        if self.scene.is_armed:
            self.action_show()
        else:
            self._arm()

    def action_hide(self) -> None:
        """Hide the hand."""
        self._place.drop_curtain()
        self.follow_place()

    def action_show(self) -> None:
        """Show the hand again; allowed only if nobody else plays from here."""
        self._place.lift_curtain()
        self.follow_place()

    def action_go_on(self, may_be_held: bool = False) -> None:
        """Continue with the next round, which may already be dealt, or the result.

        If the key `may_be_held` since the last action, only after the end has shown for a moment.
        """
        shown = self.scene
        if may_be_held and not shown.is_armed:
            self._arm()
            return

        def go_on() -> None:
            with suppress(StaleError):
                self._place.next_round(shown.revision)
            self._show(self._present_scene())

        if shown.revision == self._table.revision and shown.view.winner is not None:
            self.open_match_over()
        else:
            self.change(go_on)

    def action_hint(self) -> None:
        """Choose what the game's advisor would play, who sees only what the player sees, and say why.

        The hint is dropped, and not noted, if the player has done something else meanwhile.
        """
        self._ask_for_hint(self.scene)

    @work(exclusive=True, group="hint")
    async def _ask_for_hint(self, asked: Scene) -> None:
        # In a thread, as it can take a tenth of a second.
        opinion = await in_thread(partial(game_of(self.rules).opinion, asked.view.round))

        def show_hint() -> None:
            self._place.note_hint(asked.revision)
            draft = self.with_hint(next(iter(opinion.odds)))
            self.scene = replace(self.scene, draft=draft, said=self._in_words(opinion))

        now = self.scene
        if (now.revision, now.mode, now.draft) == (asked.revision, asked.mode, asked.draft):
            await self.change(show_hint)

    def _in_words(self, opinion: "Opinion") -> Words:
        """Return a hint as it fits into the frame."""
        words, view = presentation_of(self.rules), self.scene.view.round
        action, second, *_ = *opinion.odds, None
        better = words.why(view, action, second, opinion.plan)
        hint = Hint(
            game_of(self.rules).advisor,
            {self.offer(action): odds for action, odds in opinion.odds.items()},
            opinion.chance,
            better or words.why(view, action, plan=opinion.plan),
            opinion.plays_best,
            opinion.is_counted,
        )
        frame = self.query_one(WhatNow)
        inside = min(frame.size.width, WIDEST) - 4
        free = inside - cell_len(frame.title) - 4
        return hint_in_words(hint, inside, free, self.key("play"))

    def action_undo(self) -> None:
        """Take back the last action, and what the bot did after it."""
        revision = self.scene.revision
        is_free = self._table.is_retractable

        def take_back() -> None:
            self._place.take_back(revision)
            self._news.look()
            noted = "." if is_free else "; that is noted in the match result."
            self.say(f"Your last action is taken back{noted}")
            self._bots.interrupt()

        self.change(take_back)

    def action_pace(self) -> None:
        """Let bots play at once, or pause again."""
        pace = self._bots.pace = self.navigator.switch_pace()
        self.say("Bots pause before playing." if pace else "Bots play at once.")

    def action_retry(self) -> None:
        """Ask the stuck bot again."""
        self._bots.retry()
        self.follow_place()

    # --- curtain and bots ---

    def follow_settings(self) -> None:
        """Let bots pause as long as is chosen."""
        super().follow_settings()
        self._bots.pace = self.navigator.bot_pace

    def _arm(self) -> None:
        """Let the curtain be lifted, or the end of a round be left, after the delay."""
        if self._arming is not None:
            self._arming.stop()
        if self.needs_arming(self.scene) and self.navigator.curtain_delay:
            self._arming = self.set_timer(self.navigator.curtain_delay, self._finish_arming)
        else:
            self._finish_arming()

    def _finish_arming(self) -> None:
        if self.needs_arming(self.scene):
            self.scene = replace(self.scene, is_armed=True)

    def on_screen_resume(self) -> None:
        """Let a waiting bot play."""
        self._bots.uncovered.set()

    def on_screen_suspend(self) -> None:
        """Make bots wait while another screen covers the table."""
        self._bots.uncovered.clear()

    async def _play_bot(self) -> None:
        await self._bots.take_turn(self)
        if self._bots.is_stuck:
            self.follow_place()
            retry = f"Press {self.key('retry')} to let it try again."
            self.refuse(f"{self.scene.player_to_act} could not play. {retry}")

    def announce_forfeit(self, error: ForfeitError) -> Awaitable[object]:
        """Show that the bot to act has failed; done when the player has confirmed."""
        said = f"{self.scene.player_to_act} {error}.\n\nIt forfeits the round."
        return self.navigator.ask(FORFEIT.about(said))
