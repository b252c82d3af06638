"""The table: the board of a game, and a session that says what it is played for."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from rich.cells import cell_len
from textual import events, on, work
from textual.actions import parse
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.reactive import reactive
from textual.timer import Timer
from textual.worker import Worker

from engarde_tui import paths
from engarde_tui.language import told, tr
from engarde_tui.play.bus import Subscription
from engarde_tui.play.keys import AT_TABLE, TO_TURN
from engarde_tui.play.live_match import SavedLaterError, StaleError, TableChanged
from engarde_tui.play.questions import FORFEIT
from engarde_tui.play.scene import Mode, Scene, Words, has_come_round, scene_of
from engarde_tui.play.words import forfeited
from engarde_tui.play.work import in_thread
from engarde_tui.presentation import presentation_of
from engarde_tui.screens.base import AppScreen
from engarde_tui.screens.hints import HintWords, hint_in_words
from engarde_tui.sessions.board import Board, StepRefusedError
from engarde_tui.sessions.session import Session
from engarde_tui.terminal.canvas import CanvasWidget
from engarde_tui.widgets.board import WIDEST
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings, bound
from engarde_tui.widgets.moving import MovingWidget
from engarde_tui.widgets.what_now import WhatNow
from engine.bot import ForfeitError
from engine.game import game_of

if TYPE_CHECKING:
    from engine.bot import Hint
    from engine.match import MatchView


def table_keys(board: Board, session: type[Session]) -> list[BindingType]:
    """Return the keys at the table of a game, in the order of the key bar."""
    composing = [bound(key, "" if key.does == "play" else "compose") for key in board.keys]
    usual = bindings((*board.help_keys, *AT_TABLE))
    return [*bindings(TO_TURN), *composing, *usual, *bindings(session.keys, "session")]


_ENDLESS: Final = 10_000
"""Columns for words that are told in lines."""


class TableScreen(AppScreen):
    """Shows what may be seen from a keyboard at a table, and plays the turns composed there.

    The end of a round stays on the screen until the player continues, even if the table has moved on.
    """

    CSS_PATH: ClassVar = paths.style_sheets("table")

    scene: reactive[Scene] = reactive(cast(Scene, None), init=False, repaint=False)
    """Everything the screen shows; the widgets of the board are bound to it."""

    def __init__(self, session: Session) -> None:
        """Show the table of a session."""
        self.board: Final[Board] = presentation_of(session.rules).board()
        self.board.names = session.match.names
        self.session: Final = session
        super().__init__(classes=self.board.style)
        self.css_path = [Path(sheet) for sheet in paths.style_sheets(*self.board.style_sheets)]
        session.face = self
        self.add_keys(table_keys(self.board, type(session)))
        self._client = session.client
        self._match = session.match
        self._bots = session.bots
        self._news = Subscription(self._match.bus, self._match.topic, self._hear)
        self._arming: Timer | None = None
        self._hint: asyncio.Future[Hint] | None = None
        """The hint for what is shown, once it has been asked for."""
        self._noticed: tuple[int, int] | None = None
        """The action (round, index in it) whose drawn cards are no longer marked."""
        self.set_reactive(
            TableScreen.scene, replace(scene_of(self._client, self.board.begin), styles=session.styles)
        )
        self._set_style_classes(None, update=False)

    # --- what the screen shows ---

    def compose(self) -> ComposeResult:
        """Show the board and the keys."""
        yield from self.board.compose(self.session, TableScreen.scene)
        yield KeyBar()

    def on_mount(self) -> None:
        """Follow the table; drop the curtain whenever the program is suspended."""
        self.app.app_suspend_signal.subscribe(self, lambda _: self.action_hide())
        self._news.open(self.call_later)
        self._bots.pace = self.services.bot_pace
        self.arm()
        # The table may have changed before this screen was mounted.
        self.follow()

    def on_unmount(self) -> None:
        """Leave the table, and unsubscribe: the signal would keep the screen alive."""
        self.app.app_suspend_signal.unsubscribe(self)
        self.leave()

    def leave(self) -> None:
        """Leave the table, so that others may open the match."""
        self.workers.cancel_group(self, "bot")
        self._drop_hint()
        self._news.close()
        self.session.leave()

    @property
    def rules(self) -> Any:
        """The rules of the match."""
        return self.session.rules

    @property
    def room(self) -> int:
        """The columns inside the frame of the message."""
        return min(self.size.width, WIDEST) - 4

    def _hear(self, events: Sequence[TableChanged]) -> None:
        if self._client.is_here:
            self.session.hear(events)

    def follow(self) -> None:
        """Show the current state and let a bot play if it is its turn; do nothing after leaving the table.

        The end of a round stays until the player continues.
        """
        if not self._client.is_here:
            return
        before, scene = self.scene, self._present_scene()
        if before.mode is Mode.ROUND_OVER and scene.view.number != before.view.number:
            scene = self._with_words(before)
        self._show(scene)
        self.session.has_shown()

    def renew(self) -> None:
        """Show the current state."""
        self._show(self._present_scene())

    def renew_words(self) -> None:
        """Show what is said and allowed now beside the state shown; what is said of a draft stays."""
        before, renewed = self.scene, self._with_words(self.scene)
        self.scene = replace(renewed, message=before.message) if self._is_composed(before) else renewed

    def _show(self, scene: Scene) -> None:
        if has_come_round(self.scene, scene) and self.services.settings.bell:
            self.app.bell()
        is_new = scene.mode is not self.scene.mode
        if not is_new:
            scene = replace(scene, is_armed=self.scene.is_armed)
        self.scene = scene
        if is_new:
            self.arm()
        if self._bots.is_due:
            self.do_later(self._play_bot())

    def _present_scene(self) -> Scene:
        board = self.board
        scene = scene_of(
            self._client,
            board.begin,
            board.steps,
            board.helps,
            reading=board.reading,
            is_stuck=self._bots.is_stuck,
        )
        if _action_after(scene.before) == self._noticed:
            # A key has been pressed since the marked cards were drawn.
            scene = replace(scene, before=None)
        scene = replace(scene, draft=board.carry(self.scene, scene), styles=self.session.styles)
        scene = self._with_words(self.session.present(scene))
        if not self._is_composed(scene):
            return scene
        return replace(scene, message=board.describe(scene.view.round, scene.draft, self.key))

    def _with_words(self, scene: Scene) -> Scene:
        """Return the scene with its default message and notes, and all allowed actions."""
        message = "" if scene.mode is Mode.CURTAIN else self._prompt(scene)
        notes, in_session = self.session.notes(scene), self.session.also_allowed(scene)
        return replace(scene, message=Words(message), notes=notes, in_session=in_session)

    def _prompt(self, scene: Scene) -> str:
        return self.session.prompt(scene) or self.board.prompt(scene, self.key)

    @property
    def dimmed_keys(self) -> frozenset[str]:
        """Return the key that plays, while no action is chosen."""
        return frozenset() if self._is_complete(self.scene) else frozenset({"play"})

    @property
    def hidden_keys(self) -> frozenset[str]:
        """Return the keys that could only say why they do nothing now."""
        own = self.session.hidden_keys(is_wide=self.has_class("-wide"))
        return self.board.hidden_keys(self.scene) | own

    def _is_composed(self, scene: Scene) -> bool:
        """Return whether anything has been chosen or read since composing began."""
        return bool(scene.draft != self.board.begin(scene.view.round))

    def _is_complete(self, scene: Scene) -> bool:
        return self.board.chosen(scene.draft) is not None

    def watch_scene(self, before: Scene | None, scene: Scene) -> None:
        """Update style classes and keys."""
        self._set_style_classes(before)
        if before is not None and before.view.round != scene.view.round:
            self._drop_hint()
        # What can be played decides which keys are hidden.
        if before is not None and (
            before.allowed != scene.allowed
            or before.view is not scene.view
            or self._is_complete(before) is not self._is_complete(scene)
        ):
            # In one frame with the rest; refreshed bindings would come in another.
            self.query_one(KeyBar).redraw()

    def _set_style_classes(self, before: Scene | None, *, update: bool = True) -> None:
        mode, styles = self.scene.mode, self.scene.styles
        known = styles if before is None else styles | before.styles
        classes = {f"-{style}": style in styles for style in known}
        classes |= {"-curtain": mode is Mode.CURTAIN, "-showdown": mode is Mode.ROUND_OVER}
        self.update_classes(classes, update=update)

    def say(self, text: str) -> None:
        """Tell the player something that has happened."""
        self.scene = replace(self.scene, message=Words(text, is_news=True))

    def refuse(self, why: str) -> None:
        """Ring the bell and say why, changing nothing."""
        self.app.bell()
        self.scene = replace(self.scene, message=Words(why, refused=True))

    def _refuse_key(self, why: str) -> None:
        self.refuse(self.session.refusal_text(why))

    def compose_turn(self, draft: Any) -> None:
        """Show another draft, and what it would do."""
        self.scene = replace(self.scene, draft=draft, message=self._describe(draft))

    def clear_turn(self) -> None:
        """Show the draft with which composing begins."""
        self.compose_turn(self.board.clear(self.scene.view.round, self.scene.draft))

    def _describe(self, draft: Any) -> Words:
        view = self.scene.view.round
        if draft == self.board.begin(view):
            return Words(self._prompt(self.scene))
        described = self.board.describe(view, draft, self.key)
        told = described.text.partition("\n")[0]
        if self.session.keeps_prompt and cell_len(told) <= self.room - 2:
            # What to press does not change while it is pressed.
            return Words(self._prompt(self.scene), ready=described.ready, edges=(told, ""))
        return described

    def speak(self) -> None:
        """Put what the session tells beside the match into its language."""
        self.scene = self.session.present(self.scene)

    def follow_settings(self) -> None:
        """Name the keys that are chosen, what has been told stays; let bots pause as long as is chosen."""
        super().follow_settings()
        self._bots.pace = self.services.bot_pace
        before, renamed = self.scene, self._with_words(self.scene)
        if before.message.is_news or before.message.refused:
            renamed = replace(renamed, message=before.message)
        elif self._is_composed(before):
            renamed = replace(renamed, message=self._describe(before.draft))
        self.scene = renamed

    # --- keys ---

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only the actions that the scene allows; None if it can be said why not."""
        does = _done_by(action, parameters)
        return does in self.scene.allowed or (None if self.session.why_not(does) else False)

    def on_key(self, event: events.Key) -> None:
        """At the next key, finish every movement and stop marking drawn cards; say why it does nothing."""
        for widget in self.walk_children(MovingWidget):
            widget.finish_moving()
        if self.scene.before is not None:
            self._noticed = _action_after(self.scene.before)
            self.scene = replace(self.scene, before=None)
        pressed = self.active_bindings.get(event.key)
        if pressed is not None and not pressed.enabled and pressed.node is self:
            _, action, parameters = parse(pressed.binding.action)
            self._refuse_key(self.session.why_not(_done_by(action, parameters)))

    def change(self, change: Callable[[], None]) -> Awaitable[bool]:
        """Make a change that is saved; if saving fails, the player may continue unsaved.

        What the session calls a refusal is shown to the player. The result is False if the player cancels.
        """

        def change_or_refuse() -> None:
            try:
                change()
                self._news.look()
            except SavedLaterError:
                self.follow()
            except StaleError as error:
                self.follow()
                self._refuse_key(told(error))
            except self.session.refusals as error:
                self._refuse_key(told(error))
            self.scene = replace(self.scene, is_unsaved=self._match.saver.continues_unsaved)

        return self.services.attempt(change_or_refuse, self._match.saver)

    def action_compose(self, step: str, argument: object = None) -> None:
        """Compose a turn by a step of the board."""
        try:
            draft = self.board.take(self.scene.view.round, self.scene.draft, step, argument)
        except StepRefusedError as why:
            self._refuse_key(told(why))
        else:
            # A line of a list may be gone when a click on it is handled.
            if draft is not self.scene.draft:
                self.compose_turn(draft)

    @on(CanvasWidget.Picked)
    def _pick(self, event: CanvasWidget.Picked) -> None:
        step = self.board.step_of(event.target) if self.board.steps & self.scene.allowed else None
        if step is not None and (self.scene.mode is Mode.PLAYING or step[0] in self.board.reading):
            self.action_compose(*step)

    def action_play(self) -> None:
        """Play the composed turn."""
        action = self.board.chosen(self.scene.draft)
        if action is None:
            self._refuse_key(self.board.missing(self.scene.view.round, self.scene.draft, self.key))
        else:
            self.session.play(action)

    def action_session(self, does: str, *given: object) -> None:
        """Do what only this session knows."""
        getattr(self.session, does)(*given)

    def action_lift_curtain(self) -> None:
        """Seat the player to act, unless the curtain has only just fallen or the key is held down since."""
        if self.scene.is_armed:
            self.action_show()
        else:
            self.arm()

    def action_hide(self) -> None:
        """Hide the hand."""
        self._client.drop_curtain()
        self.follow()

    def action_show(self) -> None:
        """Show the hand again; allowed only if nobody else plays from here."""
        self._client.lift_curtain()
        self.follow()

    def action_go_on(self, may_be_held: bool = False) -> None:
        """Continue; if the key `may_be_held` down, only after the end has shown for a moment."""
        if may_be_held and not self.scene.is_armed:
            self.arm()
        else:
            self.session.go_on()

    def action_hint(self) -> None:
        """Choose what the game's advisor would play, who sees only what the player sees, and say why.

        The hint is dropped, and not noted, if the player has done something else meanwhile.
        """
        asked = self.scene
        if self._hint is None:
            # In a thread, as it can take some tenths of a second; once, however often it is asked for.
            think = partial(game_of(self.rules).hint, asked.view.round)
            self._hint = asyncio.ensure_future(in_thread(think))
        self._await_hint(self._hint, asked)

    @work(exclusive=True, group="hint")
    async def _await_hint(self, found: "asyncio.Future[Hint]", asked: Scene) -> None:
        hint = await asyncio.shield(found)

        def show_hint() -> None:
            self._client.note_hint(asked.revision)
            draft = self.board.with_hint(asked.view.round, self.scene.draft, next(iter(hint.odds)))
            self.scene = replace(self.scene, draft=draft, message=self._in_words(hint))

        now = self.scene
        if (now.revision, now.mode, now.draft) == (asked.revision, asked.mode, asked.draft):
            await self.change(show_hint)

    def _drop_hint(self) -> None:
        """Forget the hint, which tells of a hand; nobody needs it any more if it still waits for its turn."""
        if self._hint is not None:
            self._hint.cancel()
            self._hint = None

    def _in_words(self, hint: "Hint") -> Words:
        """Return a hint as it fits into the frame; in lines, all of it."""
        view, is_drawn = self.scene.view.round, self.services.names_keys
        mine = self.board.own(self.scene.draft)
        shown = HintWords.of(hint, view, lambda action: self.board.offer(view, action), mine)
        inside = min(self.query_one(WhatNow).size.width, WIDEST) - 4 if is_drawn else _ENDLESS
        return hint_in_words(shown, inside, inside - 2, self.key("play"))

    def action_tally(self) -> None:
        """Say what the player could count."""
        scene = self.scene

        def show_tally() -> None:
            self._client.note_hint(scene.revision, "tally")
            self.say(self.board.tally(scene.view.round, is_spoken=not self.services.names_keys))

        self.change(show_tally)

    def action_undo(self) -> None:
        """Undo the last action, and what the bot did after it."""
        revision = self.scene.revision
        is_free = self._match.can_undo

        def undo() -> None:
            self._client.undo(revision)
            self._news.look()
            if is_free:
                self.say(tr("Your last action is taken back."))
            else:
                self.say(tr("Your last action is taken back; that is noted in the match result."))
            self._bots.interrupt()

        self.change(undo)

    def action_pace(self) -> None:
        """Let bots play at once, or pause again."""
        pace = self._bots.pace = self.services.switch_pace()
        shown, told = self.scene.message, (tr("Bots pause before playing."), tr("Bots play at once."))
        words = told[not pace]
        if self.services.names_keys and (shown.ready or shown.is_news) and shown.text not in told:
            # What is read, maybe a hint, stays.
            self.scene = replace(self.scene, message=shown._replace(edges=(words, shown.edges[1])))
        else:
            self.say(words)

    def action_retry(self) -> None:
        """Ask the stuck bot again."""
        self._bots.retry()
        self.follow()

    # --- curtain and bots ---

    def call_in(self, seconds: float, call: Callable[[], object]) -> Callable[[], None]:
        """Call something after so many seconds; return what calls it off."""
        return self.set_timer(seconds, call).stop

    def arm(self) -> None:
        """Let the curtain be lifted, or the end of a round be left, after the delay."""
        if self._arming is not None:
            self._arming.stop()
        if self.session.needs_arming(self.scene) and self.services.curtain_delay:
            self._arming = self.set_timer(self.services.curtain_delay, self._finish_arming)
        else:
            self._finish_arming()

    def _finish_arming(self) -> None:
        if self.session.needs_arming(self.scene):
            self.scene = replace(self.scene, is_armed=True)

    def on_screen_resume(self) -> None:
        """Let a waiting bot play."""
        self._bots.uncovered.set()
        self.session.is_uncovered()

    def on_screen_suspend(self) -> None:
        """Make bots wait while another screen covers the table."""
        self._bots.uncovered.clear()

    def do_later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something instead of a bot, unless the table is left."""
        # Not awaited; the annotation tells mypy which overload of run_worker this is.
        _: Worker[None] = self.run_worker(work, group="bot", exclusive=True)

    async def _play_bot(self) -> None:
        await self._bots.take_turn(self)
        if self._bots.is_stuck:
            self.follow()
            self._refuse_key(
                tr(
                    "{bot} could not play. Press {key} to let it try again.",
                    bot=self.scene.player_to_act,
                    key=self.key("retry"),
                )
            )

    def announce_forfeit(self, error: ForfeitError) -> Awaitable[object]:
        """Show that the bot to act has failed; done when the player has confirmed."""
        return self.services.ask(FORFEIT.about(forfeited(self.scene.player_to_act, error)))


def _done_by(action: str, parameters: tuple[object, ...]) -> str:
    """Return what an action of a key does: that of the board or the session, if it goes through them."""
    return f"{parameters[0]}" if action in ("compose", "session") else action


def _action_after(before: "MatchView[Any] | None") -> tuple[int, int] | None:
    """Return the round and index of the action that followed a view."""
    return None if before is None else (before.number, len(before.round.plays))
