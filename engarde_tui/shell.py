"""The app without its screens: theme, frame, palette, crash report."""

import asyncio
import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingsMap, BindingType
from textual.command import CommandList, CommandPalette
from textual.content import Content
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.driver import Driver
from textual.events import Event, Resize
from textual.filter import LineFilter
from textual.geometry import Offset, Region
from textual.message import Message
from textual.screen import Screen
from textual.scrollbar import ScrollBar
from textual.widget import Widget

from engarde_tui import paths
from engarde_tui.language import TRANSLATOR, chosen_language, told, tr, tr_as
from engarde_tui.play.day import local
from engarde_tui.play.keys import SHELL
from engarde_tui.play.problem import Problem
from engarde_tui.play.words import capital
from engarde_tui.settings.entries import Characters, Motion, Settings
from engarde_tui.settings.keeper import SettingsKeeper
from engarde_tui.settings.keys import live_key, remapped, shown
from engarde_tui.terminal.canvas import CanvasWidget
from engarde_tui.terminal.cells import Span
from engarde_tui.terminal.choice import writes_changes
from engarde_tui.terminal.colours import ColorSystem, ColourTold, TerminalColours, console_of, may_be_asked
from engarde_tui.terminal.dialog import Dialog
from engarde_tui.terminal.environment import is_on
from engarde_tui.terminal.frame import Frame, FrameUpdate
from engarde_tui.terminal.input_queue import InputQueue, is_ending, is_input
from engarde_tui.terminal.own_screen import OwnScreen
from engarde_tui.terminal.scroll_bar import ThinScrollBar
from engarde_tui.terminal.sixteen import plain_text
from engarde_tui.terminal.textual_private import CompositorUpdate, OpenApp
from engarde_tui.terminal.themes import ALL_THEMES, theme_for
from engarde_tui.widgets.key_bar import shown_keys
from engarde_tui.widgets.keys import bindings

if TYPE_CHECKING:
    from engarde_tui.terminal.driver import TerminalDriver

ScrollBar.renderer = ThinScrollBar


class Palette(Dialog, CommandPalette):
    """Textual's palette in a frame; it would crash on list keys that arrive before its list has a size."""

    CSS_PATH: ClassVar = paths.style_sheets("palette")

    def on_mount(self) -> None:
        """Put the title into the frame."""
        self.query_one("#--input").border_title = Content(tr("Commands"))

    @property
    def is_ready(self) -> bool:
        """Whether all commands that match are listed."""
        return not any(worker.node is self and worker.is_running for worker in self.workers)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Ignore list keys while the list has no size."""
        return action != "command_list" or any(commands.size for commands in self.query(CommandList))


class _Sheets(Stylesheet):
    """Parses each sheet once for a theme; Textual parses all again for every new kind of screen."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._of_theme = variables

    def set_variables(self, variables: dict[str, str]) -> None:
        """Take the variables of a theme."""
        if variables != self._of_theme:
            self._of_theme = variables
            super().set_variables(variables)

    def reparse(self) -> None:
        """Take also what has been added."""
        self.parse()


class Shell(OpenApp):
    """The app in one terminal; knows none of its screens."""

    CSS_PATH: ClassVar = paths.style_sheets("app")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (118, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (26, "-roomy"), (36, "-tall")]  # noqa: RUF012
    COMMAND_PALETTE_BINDING = "ctrl+p"
    COMMAND_PALETTE_DISPLAY = "ctrl+p"
    BINDINGS: ClassVar[list[BindingType]] = bindings(SHELL)

    def __init__(
        self, *, ascii_only: bool = False, no_motion: bool = False, keeper: SettingsKeeper | None = None
    ) -> None:
        # With NO_COLOR, Textual drops ANSI colours but turns all others into greys: so use ANSI colours.
        super().__init__(ansi_color="NO_COLOR" in os.environ or None)
        self._ascii_only = ascii_only
        self._no_motion = no_motion or is_on(os.environ, "NO_MOTION")
        self.keeper = keeper or SettingsKeeper()
        self._input = InputQueue(self, super().post_message)
        self._frame = Frame() if writes_changes() else None
        """What the terminal shows, if only changes are written."""
        self._cursor = Offset(-1, -1)
        """Where the terminal's cursor stands."""
        self._owes_frame = False
        """Whether a frame has been dropped that the line did not take."""
        self.terminal: TerminalDriver | None = None
        """The driver of the terminal, once there is one."""
        self.crash_report: str | None = None
        """The message to print after a crash; None after a normal exit."""
        self.term = os.environ.get("TERM", "")
        """The terminal's name."""
        self._told = TerminalColours()
        self._is_ready = False
        """Whether the first frame may be drawn."""
        self.has_mounted = asyncio.Event()
        """Set once the app has begun."""
        self.names_keys = True
        """Whether what a player is told names keys; lines are typed."""
        self.on_paint: Callable[[], object] = lambda: None
        """Called when anything that is shown has changed."""
        self.on_bell: Callable[[], object] = lambda: None
        """Called when the bell rings: something is refused, or it is the player's turn."""
        self.stylesheet = _Sheets(variables=self.get_css_variables())
        for theme in ALL_THEMES:
            self.register_theme(theme)
        self.show_theme(self.settings.theme)
        self.animation_level = "none"

    def bell(self) -> None:
        """Ring the bell."""
        super().bell()
        self.on_bell()

    def heard(self) -> None:
        """Note that the player has typed a line, where no key is pressed."""

    def paint(self, widget: Widget, spans: Iterable[Span]) -> None:
        """Show parts of a canvas on the terminal."""
        widget.refresh(*(Region(span.start, span.y, span.end - span.start, 1) for span in spans))
        self.on_paint()

    # --- the terminal ---

    def get_driver_class(self) -> type[Driver]:
        """Return the driver that reads from and writes to this terminal."""
        from engarde_tui.terminal.driver import TerminalDriver

        return TerminalDriver

    async def run_async(self, **options: Any) -> Any:
        """Run, and restore the terminal even if Textual fails during shutdown."""
        try:
            return await super().run_async(**options)
        finally:
            if self.terminal is not None:
                self.terminal.close()

    def outgoing(self, update: CompositorUpdate | None) -> CompositorUpdate | None:
        """Return what to write of an update; nothing while the line is stalled: it would show late."""
        self.on_paint()
        if update is not None and self.terminal is not None and not self.terminal.takes_frame():
            self.forget_screen()
            self._owes_frame = True
            return None
        if update is None or self._frame is None or self.is_headless:
            return update
        changes, cursor = self._frame.changes(update, self.console), self.cursor_position
        is_new, self._cursor = bool(changes) or cursor != self._cursor, cursor
        return FrameUpdate(changes) if is_new else None

    def flows_again(self) -> None:
        """Draw what the line takes again, if a frame was dropped before."""
        if self._owes_frame and self.screen_stack:
            self._owes_frame = False
            self.screen.refresh()

    def forget_screen(self) -> None:
        """Write the whole screen at the next time, whatever the terminal shows: others have used it."""
        if self._frame is not None:
            self._frame.forget()

    def use_mouse(self, takes: bool) -> None:
        """Let the driver take the mouse, or leave it to the terminal; do nothing if it has no terminal."""
        if self.terminal is not None:
            self.terminal.take_mouse(takes)

    def tell_terminal(self, text: str) -> None:
        """Let the terminal notify whoever looks elsewhere (OSC 9); `text` has no control characters."""
        if self.terminal is not None:
            self.terminal.write(f"\x1b]9;{text}\a")

    def on_resize(self, event: Resize) -> None:
        """Repaint everything: the size may be the same, after others have used the terminal."""
        if self._frame is not None:
            self._frame.resize(*event.size)
        if self.screen_stack:
            self.screen.refresh()

    def pop_screen(self) -> AwaitComplete:
        """Leave the screen on top, if there is one below it."""
        if len(self.screen_stack) < 2:
            return cast(AwaitComplete, AwaitComplete.nothing())  # type: ignore[no-untyped-call]
        self._note_left(self.screen)
        return super().pop_screen()

    def switch_screen(self, screen: Screen[Any] | str) -> AwaitComplete:
        """Leave the screen on top for another one."""
        self._note_left(self.screen)
        return super().switch_screen(screen)

    def _note_left(self, screen: Screen[Any]) -> None:
        if isinstance(screen, OwnScreen):
            screen.is_left = True
        self.workers.cancel_node(screen)

    # --- settings ---

    @property
    def settings(self) -> Settings:
        """What the player has chosen."""
        return self.keeper.settings

    def change_settings(self, **changes: object) -> None:
        """Change fields of the settings and follow them; raises Problem if they could not be saved."""
        try:
            self.keeper.change(**changes)
        finally:
            # Another theme may be on trial.
            if "theme" in changes:
                self.show_theme(self.settings.theme)
            if "characters" in changes:
                for screen in self.screen_stack:
                    for widget in screen.walk_children(Widget, with_self=True):
                        widget.refresh()
            if "language" in changes and (translator := TRANSLATOR.get()) is not None:
                translator.language = chosen_language(self.settings.language, self.environment)
            if "mouse" in changes:
                self.use_mouse(self.settings.mouse)

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment of the terminal, which may tell its language."""
        return os.environ

    @property
    def is_ascii(self) -> bool:
        """Whether only ASCII is drawn: with --ascii, in terminals without UTF-8, or by the settings."""
        return self._ascii_only or self.settings.characters is Characters.ASCII

    def remap(self, bindings: BindingsMap) -> BindingsMap:
        """Return bindings with the keys that the player has chosen."""
        keys = self.settings.keys
        return remapped(bindings, keys) if keys else bindings

    def get_key_display(self, binding: Binding) -> str:
        """Return the key of a binding as the player reads it."""
        return self.key_name(binding.key)

    def key_name(self, key: str) -> str:
        """Return a key as the player reads it; in ASCII an arrow would look like a sign to type."""
        return shown(key, ascii_only=self._ascii_only)

    def key(self, action_id: str) -> str:
        """Return the key of one of the app's bindings, as the player reads it."""
        return self.key_name(live_key(self, action_id, self.settings.keys))

    def show_theme(self, name: str) -> None:
        """Show a theme as the terminal can; for any other name, the one that suits it."""
        self._chosen_theme = name
        has_sixteen = self.no_color or self.console.color_system in (None, "standard")
        if self.no_color:
            # All would look the same.
            name = ""
        before = self.native_ansi_color
        self.theme = theme_for(name, has_sixteen=has_sixteen, is_light=self._told.is_light).name
        if self.native_ansi_color is not before:
            # They are drawn otherwise where the terminal chooses the colours.
            for canvas in (canvas for screen in self.screen_stack for canvas in screen.query(CanvasWidget)):
                canvas.redraw()

    def use_colors(self, colors: ColorSystem) -> None:
        """Draw with so many colours."""
        self.console = console_of(colors)
        self.show_theme(self._chosen_theme)

    @property
    def may_ask(self) -> bool:
        """Whether the terminal understands questions."""
        return may_be_asked(self.term, os.environ)

    def questions(self) -> str:
        """Return what asks the terminal for its colours, for its start; "" if it is not to be asked.

        Nothing waits for the answers: whenever they come, if at all, the theme follows.
        """
        return self._told.questions(self.term) if self.may_ask and not self.no_color else ""

    def _follow_terminal(self, answer: ColourTold) -> None:
        """Draw as it suits the terminal."""
        if self._told.take(answer) and self._is_ready:
            self._suit_terminal()

    def _suit_terminal(self) -> None:
        if self._told.has_256 and self.console.color_system == "standard":
            self.use_colors("256")
        else:
            self.show_theme(self._chosen_theme)

    @property
    def motion(self) -> bool:
        """Whether actions are animated: never with --no-motion, over SSH only if the settings say "on"."""
        chosen = self.settings.motion
        return not self._no_motion and (chosen is Motion.ON or (chosen is Motion.AUTO and not self.is_remote))

    @property
    def is_remote(self) -> bool:
        """Whether the terminal is at the other end of an SSH connection."""
        return "SSH_CONNECTION" in os.environ

    def on_mount(self) -> None:
        """Collect garbage from the first frame on; repaint everything after another program has run."""
        self._input.begin()
        self.has_mounted.set()
        self.call_after_refresh(self._collect_garbage)
        self.app_resume_signal.subscribe(self, lambda _: self.forget_screen())

    def on_ready(self) -> None:
        """Follow what the terminal has said by now: done before, it would draw the first frame twice."""
        self._is_ready = True
        self._suit_terminal()

    def on_unmount(self) -> None:
        """Take no more input."""
        self._input.end()

    def post_message(self, message: Message) -> bool:
        """Queue a message; a key, click or paste waits until what was typed before it has been done."""
        if isinstance(message, ColourTold):
            # At once: as a rule it comes before the first frame is drawn.
            self._follow_terminal(message)
            return True
        if not is_input(message):
            return super().post_message(message)
        if is_ending(self):
            return False
        self._input.add(cast(Event, message))
        return True

    @property
    def has_input(self) -> bool:
        """Whether keys, clicks or pastes wait to be handled."""
        return not self._input.is_empty

    @property
    def is_flooded(self) -> bool:
        """Whether so much has been typed or pasted that no more is to be read for now."""
        return self._input.is_full

    def when_done(self, call: Callable[[], None]) -> None:
        """Call something once all that has been typed so far is done, and all that it changes is painted."""
        self._input.when_done(call)

    def _collect_garbage(self) -> None:
        # Textual looks at the parameters of a callback, which takes 5 ms for a builtin.
        gc.enable()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters, followed by our own."""
        return [*super().get_line_filters(), *self.own_filters()]

    def own_filters(self) -> Iterator[LineFilter]:
        """Yield the filters for few colours and for ASCII, if they are needed."""
        if self.current_theme.ansi and not self.no_color:
            yield plain_text(self.current_theme)
        if self.is_ascii:
            from engarde_tui.terminal.ascii import IN_ASCII

            yield IN_ASCII

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield a palette command for each shown key, each action once, and for the settings."""
        # Their key is in no bar, but not every terminal can send it.
        hidden = [each for each in screen.active_bindings.values() if each.binding.id == "settings"]
        commands = {each.binding.description: each for each in (*hidden[:1], *shown_keys(screen))}
        for active in commands.values():
            binding = active.binding
            meaning, key = tr(binding.tooltip), self.get_key_display(binding)
            yield SystemCommand(
                capital(tr_as("key", binding.description)),
                tr("{meaning} · key {key}", meaning=meaning, key=key),
                lambda action=binding.action, node=active.node: self.call_later(
                    self._run_if_shown, screen, action, node
                ),
            )

    async def _run_if_shown(self, screen: Screen[object], action: str, node: DOMNode) -> None:
        """Run an action chosen in the palette, unless the screen below it has changed meanwhile."""
        if self.screen is screen:
            await self.run_action(action, node)

    def action_command_palette(self) -> None:
        """Open the palette unless it is already open; Textual checks only the top screen."""
        if not any(isinstance(screen, CommandPalette) for screen in self.screen_stack):
            self.push_screen(Palette(id="--command-palette", placeholder=tr("Search for commands…")))

    def ask(
        self, question: Screen[str], then: Callable[[str | None], object] | None = None
    ) -> "asyncio.Future[str | None]":
        """Show a question over everything else; the future and `then` get the answer, None or "" for none."""
        answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

        def take(chosen: str | None) -> None:
            if not answer.done():
                answer.set_result(chosen)
            if then is not None:
                then(chosen)

        self.push_screen(question, take)
        return answer

    def action_redraw(self) -> None:
        """Repaint the whole screen, in case another program has written over it."""
        self.forget_screen()
        self.screen.refresh(layout=True)

    @property
    def log_folder(self) -> Path:
        """The folder of the crash log."""
        return paths.data()

    def report_crash(self) -> None:
        """Take no more input, and log the current exception."""
        self._input.end()
        self.log_crash()

    def log_crash(self) -> None:
        """Log the current exception to a file, as a traceback on the terminal could show a hand."""
        self.crash_report = _log_crash(lambda: self.log_folder)


def _log_crash(folder: Callable[[], Path]) -> str:
    """Append the current exception to a log only its user may read; return a message that says where."""
    # Here, because what it asks of Python takes a tenth of a start.
    from engarde_tui.report import facts, traced

    error = sys.exception()
    what_to_do = tr(
        "Please send all lines from here to the next empty one to the people from whom you have this program,"
        " and tell them what you did last. The lines hold no card and no name of a person."
    )
    lines = [
        local(datetime.now(UTC)).isoformat(timespec="seconds"),
        what_to_do,
        *facts(),
        *([] if error is None else traced(error)),
    ]
    try:
        path = folder() / "engarde.log"
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        with path.open("a", encoding="utf-8", errors="backslashreplace") as log:
            log.write("\n".join([*lines, "\n"]))
    except (OSError, Problem) as problem:
        text = tr(
            "an unexpected error ended the program, and the log could not be written: {reason}",
            reason=told(problem),
        )
    else:
        text = tr(
            "an unexpected error ended the program; see {file}, which says what to send, and to whom",
            file=path,
        )
    return f"engarde: {text}"
