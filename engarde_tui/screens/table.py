"""A table: a match being played from one place, whatever the game."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.timer import Timer
from textual.worker import Worker

from engarde_tui import paths
from engarde_tui.match.bot_turns import BOT_PACE, BotTurns
from engarde_tui.match.place import Place, StaleError
from engarde_tui.match.scene import Mode, Scene, Words, scene_of
from engarde_tui.match.words import percent
from engarde_tui.presentation import presentation_of
from engarde_tui.screens.base import AppScreen
from engarde_tui.screens.questions import ForfeitQuestion
from engarde_tui.widgets.action_list import ActionList
from engarde_tui.widgets.canvas import CanvasWidget
from engarde_tui.widgets.curtain import Curtain
from engarde_tui.widgets.headline import Headline
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.narration import Narration
from engarde_tui.widgets.notice import SceneNotice
from engarde_tui.widgets.score_sheet import ScoreSheet
from engarde_tui.widgets.score_track import ScoreTrack
from engine.bots import ForfeitError
from engine.game import Seat

if TYPE_CHECKING:
    from engine.bots import Opinion
    from engine.match import MatchView

_POINT = Binding.Group("list", compact=True)


def table_bindings(*composing: BindingType) -> list[BindingType]:
    """The keys of a table, those that compose a turn among them, in the order of the key bar."""
    return [
        Binding("space", "lift_curtain", "lift the curtain", id="lift", tooltip="See the own hand"),
        # Not enter: that key has only just played the last action.
        Binding("space", "go_on", "go on", id="go-on", tooltip="Go on to the next round or the result"),
        *composing,
        Binding("enter", "retry", "try again", key_display="enter", id="retry", tooltip="Ask the bot again"),
        Binding("h", "hide", "hide", id="hide", tooltip="Hide the hand"),
        Binding("h", "show", "show", id="show", tooltip="Show the hand again"),
        Binding("i", "hint", "hint", id="hint", tooltip="Ask the master; noted in the match"),
        Binding("u", "undo", "undo", id="undo", tooltip="Take the last action back; noted in the match"),
        Binding("f", "pace", "pace", id="pace", tooltip="Let bots take their time, or answer at once"),
    ]


class TableScreen(AppScreen):
    """Shows what may be seen from a place at a table, and plays what has been composed there.

    When a round is over its end is shown, however the table goes on, until space is pressed.

    As it stands, it tells the round in words and lists the legal actions; the draft is the chosen one, or
    None. A game with a board of its own overrides `compose_board`. One that composes turns in its own way
    overrides `make_draft`, `prompt`, `advice` and `pick` too, and names its `COMPOSING` actions, which call
    `compose_turn` and `play`.
    """

    CSS_PATH: ClassVar = paths.style_sheets("table")
    DEFAULT_CLASSES = "board"
    BINDINGS: ClassVar[list[BindingType]] = table_bindings(
        Binding("up", "point(-1)", "list up", group=_POINT, id="up", tooltip="Choose in the list"),
        Binding("down", "point(1)", "list down", group=_POINT, id="down", tooltip="Choose in the list"),
        Binding("enter", "play", "play", key_display="enter", id="play", tooltip="Play the chosen action"),
    )

    COMPOSING: ClassVar[frozenset[str]] = frozenset({"point", "play"})
    """The actions that only the player to act may do."""

    scene: reactive[Scene] = reactive(cast(Scene, None), init=False, repaint=False)
    """Everything that the screen shows; the parts of the board are bound to it."""

    def __init__(self, place: Place, curtain_delay: float, bot_pace: float) -> None:
        """Play from `place`; the curtain stays down for at least `curtain_delay` seconds.

        A bot takes at least `bot_pace` seconds for an action.
        """
        super().__init__()
        self._place = place
        self._table = place.table
        self._curtain_delay = curtain_delay
        self._bots = BotTurns(place, bot_pace)
        self._arming: Timer | None = None
        self._noticed: tuple[int, int] | None = None
        """The own last action, what it brought having been noticed: the round, and its place in it."""
        outlook = place.outlook
        # What subclasses say and allow comes with the first look, once they are made.
        self.set_reactive(TableScreen.scene, scene_of(outlook, self.make_draft(outlook.view)))
        self._dress()

    # --- what a game brings ---

    def compose_board(self) -> ComposeResult:
        """The parts of the board, each bound by `data_bind(TableScreen.scene)`."""
        yield Headline().data_bind(TableScreen.scene)
        with Horizontal(id="scores"):
            yield ScoreTrack(Seat.LEFT).data_bind(TableScreen.scene)
            yield ScoreTrack(Seat.RIGHT).data_bind(TableScreen.scene)
        yield Narration().data_bind(TableScreen.scene)
        with Horizontal(id="lower"):
            yield ActionList().data_bind(TableScreen.scene)
            yield Curtain().data_bind(TableScreen.scene)
            yield ScoreSheet().data_bind(TableScreen.scene)

    def make_draft(self, view: "MatchView[Any]") -> Any:
        """A turn of which nothing has been composed yet."""
        return None

    def prompt(self, scene: Scene) -> str:
        """What can be done, or who is waited for; said where nothing else is."""
        match scene.mode:
            case Mode.WAITING:
                return f"{scene.player_to_act} is thinking."
            case Mode.PLAYING:
                return "Pick from the list with ↑ and ↓; enter plays it."
            case _:
                return ""

    def advice(self, opinion: "Opinion") -> str:
        """A hint, in words: the action most likely to be played, and how likely."""
        action, odds = next(iter(opinion.odds.items()))
        return f"Hint: {presentation_of(self.rules).to_do(action)} ({percent(odds)})."

    def open_match_over(self) -> None:
        """Go to the winner."""
        self.app.switch_screen(presentation_of(self.rules).match_over_screen()(self._place))

    # --- what a hall brings ---

    def also_allowed(self, scene: Scene) -> frozenset[str]:
        """What else may be done."""
        return frozenset()

    @property
    def leave_warning(self) -> str:
        """What happens to the match if it is left now."""
        return self.navigator.consequence(saved=self._table.keeping.is_saved)

    def close_table(self) -> None:
        """Nothing more happens at the table, which is this screen's own."""
        self._table.close()

    # --- what is shown ---

    @property
    def rules(self) -> Any:
        """The rules of the match."""
        return self.scene.view.round.rules

    @property
    def match_goes_on(self) -> bool:
        """The match has not been won yet."""
        return self._place.view.winner is None

    def compose(self) -> ComposeResult:
        """The board, a word to the player, the keys."""
        yield from self.compose_board()
        yield SceneNotice().data_bind(TableScreen.scene)
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin behind the curtain, and fall back behind it whenever the program is suspended."""
        self.app.app_suspend_signal.subscribe(self, lambda _: self._place.drop_curtain())
        # What happens elsewhere is shown by this program, whose context is not that of who made it happen.
        self._place.defer = self.app.call_later
        self._place.watch = self.follow_place
        self._arm_curtain()
        # It may have happened while this screen was being made.
        self.follow_place()

    def on_unmount(self) -> None:
        """Let others open the match, and leave nothing behind: the signal would hold the screen for good."""
        self.app.app_suspend_signal.unsubscribe(self)
        self.leave()

    def leave(self) -> None:
        """Get up: others may open the match."""
        self.workers.cancel_group(self, "bot")
        if self._place.is_here:
            self._place.leave()
            self.close_table()

    def follow_place(self) -> None:
        """Show what has changed, and let the bot play whose turn it is.

        The end of a round stays until the player has seen enough of it.
        """
        before, scene = self.scene, self._present_scene()
        if before.mode is Mode.SHOWDOWN and scene.view.number != before.view.number:
            scene = self._with_words(before)
        self._show(scene)

    def _show(self, scene: Scene) -> None:
        falls = scene.mode is Mode.CURTAIN and self.scene.mode is not Mode.CURTAIN
        if scene.mode is Mode.CURTAIN and not falls:
            scene = replace(scene, is_armed=self.scene.is_armed)
        self.scene = scene
        if falls:
            self._arm_curtain()
        if self._bots.is_due:
            # The answer is not waited for: the type only tells mypy which run_worker this is.
            _: Worker[None] = self.run_worker(self._play_bot, group="bot", exclusive=True)

    def _present_scene(self) -> Scene:
        outlook = self._place.outlook
        draft = self.make_draft(outlook.view)
        scene = scene_of(outlook, draft, self.COMPOSING, is_stuck=self._bots.is_stuck)
        if _moment(scene.before) == self._noticed:
            scene = replace(scene, before=None)
        return self._with_words(scene)

    def _with_words(self, scene: Scene) -> Scene:
        """With what is said where nothing else is, and all that may be done."""
        said = "" if scene.mode is Mode.CURTAIN else self.prompt(scene)
        return replace(scene, said=Words(said), allowed=scene.allowed | self.also_allowed(scene))

    def watch_scene(self, before: Scene | None, scene: Scene) -> None:
        """Let the style sheet, and the keys, follow the scene."""
        self._dress()
        if before is None or before.allowed != scene.allowed:
            self.refresh_bindings()

    def _dress(self) -> None:
        self.set_class(self.scene.mode is Mode.CURTAIN, "-curtain")
        self.set_class(self.scene.mode is Mode.SHOWDOWN, "-showdown")

    def on_key(self) -> None:
        """What the last action brought has been noticed by the next key."""
        if self.scene.before is not None:
            self._noticed = _moment(self.scene.before)
            self.scene = replace(self.scene, before=None)

    def say(self, text: str) -> None:
        """Tell the player something."""
        self.scene = replace(self.scene, said=Words(text))

    def refuse(self, why: str) -> None:
        """Ring the bell and say why, changing nothing."""
        self.app.bell()
        self.scene = replace(self.scene, said=Words(why, refused=True))

    # --- what is done ---

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whatever the scene does not allow is refused."""
        return action in self.scene.allowed

    def change(self, change: Callable[[], None]) -> Awaitable[bool]:
        """Do what is kept; where it cannot be, the player may go on without that.

        A ValueError that `change` raises is told the player. The result is False where the player gave up.
        """

        def change_or_refuse() -> None:
            try:
                change()
            except StaleError as error:
                self.follow_place()
                self.refuse(f"{error}")
            except ValueError as error:
                self.refuse(f"{error}")
            self.scene = replace(self.scene, is_unsaved=self._table.keeping.goes_on_unsaved)

        return self.navigator.attempt(change_or_refuse, self._table.keeping)

    def compose_turn(self, draft: Any, words: str) -> None:
        """Show another draft, and say what can be done with it."""
        self.scene = replace(self.scene, draft=draft, said=Words(words))

    def play(self, action: Any) -> None:
        """Play an action in answer to the scene."""
        revision = self.scene.revision
        self.change(lambda: self._place.play(action, revision))

    def action_point(self, steps: int) -> None:
        """Choose another action from the list; wraps."""
        legal = self.scene.view.round.legal
        at = legal.index(self.scene.draft) + steps if self.scene.draft in legal else min(steps, 0)
        self.compose_turn(legal[at % len(legal)], "Enter plays it.")

    def action_play(self) -> None:
        """Play the chosen action."""
        if self.scene.draft is None:
            self.refuse("pick an action first")
        else:
            self.play(self.scene.draft)

    def pick(self, target: object) -> None:
        """Choose with the mouse from the list of all legal actions; only the player to act does."""
        match target:
            case "option", int(option):
                self.compose_turn(self.scene.view.round.legal[option], "Enter plays it.")

    @on(CanvasWidget.Picked)
    def _pick(self, event: CanvasWidget.Picked) -> None:
        if self.COMPOSING & self.scene.allowed:
            self.pick(event.target)

    def action_lift_curtain(self) -> None:
        """Seat the player to act, unless the curtain has only just fallen."""
        if self.scene.is_armed:
            self._place.lift_curtain()

    def action_hide(self) -> None:
        """Hide the hand until it is shown again."""
        self._place.drop_curtain()

    def action_show(self) -> None:
        """Show the hand again; nobody else is here who should not see it."""
        self._place.lift_curtain()

    def action_go_on(self) -> None:
        """Go on to the next round, which another keyboard may have dealt, or to the winner."""
        shown = self.scene

        def go_on() -> None:
            with suppress(StaleError):
                self._place.next_round(shown.revision)
            self._show(self._present_scene())

        if shown.revision == self._table.revision and shown.view.winner is not None:
            self.open_match_over()
        else:
            self.change(go_on)

    def action_hint(self) -> None:
        """Ask the game's advisor, who sees what the player sees."""
        revision = self.scene.revision
        self.change(lambda: self.say(self.advice(self._place.hint(revision))))

    def action_undo(self) -> None:
        """Take the last action back, and what the bot has done after it."""
        revision = self.scene.revision

        def take_back() -> None:
            self._place.take_back(revision)
            self.say("Your last action is taken back; that is noted in the match.")
            self._bots.interrupt()

        self.change(take_back)

    def action_pace(self) -> None:
        """Let bots answer at once, or take their time again."""
        pace = self._bots.pace = self.navigator.bot_pace = 0.0 if self._bots.pace else BOT_PACE
        self.say("Bots take their time." if pace else "Bots answer at once.")

    def action_retry(self) -> None:
        """Let the bot that could not play be asked again."""
        self._bots.retry()
        self.follow_place()

    # --- the curtain and the bots ---

    def _arm_curtain(self) -> None:
        """Let the curtain be lifted, after a while."""
        if self._arming is not None:
            self._arming.stop()
        if self.scene.mode is Mode.CURTAIN and self._curtain_delay:
            self._arming = self.set_timer(self._curtain_delay, self._be_armed)
        else:
            self._be_armed()

    def _be_armed(self) -> None:
        if self.scene.mode is Mode.CURTAIN:
            self.scene = replace(self.scene, is_armed=True)

    def on_screen_resume(self) -> None:
        """A bot that has waited may play."""
        self._bots.uncovered.set()

    def on_screen_suspend(self) -> None:
        """A bot waits until what it does can be seen."""
        self._bots.uncovered.clear()

    async def _play_bot(self) -> None:
        await self._bots.take_turn(self)
        if self._bots.is_stuck:
            self.follow_place()
            self.refuse(f"{self.scene.player_to_act} could not play: enter lets it try again.")

    def announce_forfeit(self, error: ForfeitError) -> Awaitable[object]:
        """Show that the bot to act has failed, until that has been read."""
        return self.navigator.ask(ForfeitQuestion(self.scene.player_to_act, error))


def _moment(before: "MatchView[Any] | None") -> tuple[int, int] | None:
    """Which action followed a view: the round, and the place in it."""
    return None if before is None else (before.number, len(before.round.plays))
