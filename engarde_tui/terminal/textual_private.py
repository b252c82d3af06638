"""All private names of Textual and Rich that the program needs, each with the reason; the layer uses more.

tests/test_private_names.py checks that no other module uses any, and that they have not changed since the
tested release.
"""

import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import wraps
from typing import Any, Final, Protocol, cast, runtime_checkable
from weakref import WeakSet

from rich import cells
from rich.console import COLOR_SYSTEMS, Console, RenderableType
from textual import events, messages
from textual._keyboard_protocol import FUNCTIONAL_KEYS, MODIFIER_FUNCTIONAL_KEYS
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import ActiveBinding, BindingsMap, BindingType
from textual.css.styles import StylesBase
from textual.dom import DOMNode
from textual.driver import Driver
from textual.geometry import Offset, Region
from textual.keys import Keys, key_to_character
from textual.keys import _character_to_key as key_of_character
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from engarde_tui.terminal.cells import Span
from engarde_tui.terminal.colours import ColorSystem
from engarde_tui.terminal.forms import forms_of

__all__ = [
    "NO_STROKES",
    "KnownSequences",
    "OpenApp",
    "OwnScreen",
    "RemappedKeys",
    "console_without_environment",
    "draw_now",
    "first_key",
    "free_closed",
    "has_messages",
    "is_at_rest",
    "is_ending",
    "key_of_character",
    "lay_out",
    "set_color_system",
    "set_driver_size",
    "strips_of",
]

NO_STROKES = frozenset({"caps_lock", "scroll_lock", "num_lock"} | MODIFIER_FUNCTIONAL_KEYS)
"""Keys that only change what others mean; some terminals tell of them, too."""


_ALONE: Final = {0x200D: 0x200C, 0xFE0F: 0xFE0E}
"""Signs by which Rich takes several characters for one emoji, and others that take no cell either."""


def _of_characters(measure: Any) -> Any:
    @wraps(measure)
    def measured(text: str, unicode_version: str = "auto") -> Any:
        return measure(text.translate(_ALONE), unicode_version)

    return measured


# Each character takes its own cells, as in most terminals and in `cells_of`: Rich leaves out letters, too.
cells._cell_len = _of_characters(cells._cell_len)
cells.split_graphemes = _of_characters(cells.split_graphemes)


class _Turn(Message):
    """What is to be called when its turn comes among an app's messages."""

    def __init__(self, call: Callable[[], Awaitable[None] | None]) -> None:
        super().__init__()
        self.call = call


@runtime_checkable
class TakesMouse(Protocol):
    """A driver whose mouse can be switched on and off."""

    def take_mouse(self, takes: bool) -> None:
        """Take the mouse, or leave it to the terminal."""


class OpenApp(App[None]):
    """Textual's app with hooks for its output, its crashes and the standard streams."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.closed: WeakSet[DOMNode] = WeakSet()
        """The parts of screens that are closed, as far as they have not been freed."""
        # Each screen would get a widget for either, which takes a tenth of the time to its first frame.
        self._disable_tooltips = self._disable_notifications = True

    def remap(self, bindings: BindingsMap) -> BindingsMap:
        """Return the bindings to use instead of a node's own.

        Textual's own keymap drops every other binding that shares a key with a changed one.
        """
        return bindings

    def report_crash(self) -> None:
        """Report the current, unhandled exception; the app ends after it.

        Textual would print it with all local variables, hands included.
        """

    def crash(self, error: Exception) -> None:
        """End the app by `error`, the current exception, which nothing else in its thread would handle."""
        self._handle_exception(error)

    def keep_streams(self) -> None:
        """Leave standard output and error alone; Textual redirects them for the whole process."""
        self._capture_stdout, self._capture_stderr = cast(Any, sys.__stdout__), cast(Any, sys.__stderr__)

    def use_mouse(self, takes: bool) -> None:
        """Let the driver take the mouse, or leave it to the terminal; do nothing if it has no terminal."""
        if isinstance(self._driver, TakesMouse):
            self._driver.take_mouse(takes)

    def tell_terminal(self, text: str) -> None:
        """Let the terminal notify whoever looks elsewhere (OSC 9); `text` has no control characters."""
        if not self.is_headless and self._driver is not None:
            self._driver.write(f"\x1b]9;{text}\a")

    def call_in_turn(self, call: Callable[[], Awaitable[None] | None]) -> None:
        """Call something once all messages are handled that the app has got so far.

        `call_later` does the same, but takes a tenth of a millisecond, and every key asks several times.
        """
        self.post_message(_Turn(call))

    async def _dispatch_message(self, message: Message) -> None:
        if not isinstance(message, _Turn):
            await super()._dispatch_message(message)
        elif (result := message.call()) is not None:
            await result

    async def run_async(self, **options: Any) -> Any:
        """Run, and restore the terminal even if Textual fails during shutdown."""
        try:
            return await super().run_async(**options)
        finally:
            if self._driver is not None:
                self._driver.close()

    @property
    def is_handing_on(self) -> bool:
        """Whether more input is to be handled at once: what the last one has changed need not be drawn."""
        return False

    def paint(self, widget: Widget, spans: Iterable[Span]) -> None:
        """Show parts of a canvas on the terminal."""
        widget.refresh(*(Region(span.start, span.y, span.end - span.start, 1) for span in spans))

    def styles_of(self, component: str) -> StylesBase:
        """Return the styles of one of the app's component classes."""
        return self.get_component_styles(component)

    def has_drawn(self) -> None:
        """Note that a screen, or a part of it, has been drawn; nothing by default."""

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        self._point_cursor(screen)
        super()._display(screen, renderable)
        self.has_drawn()

    def _point_cursor(self, screen: Screen[Any]) -> None:
        """Let the terminal's cursor, which is hidden, stand on what is chosen, best in the focus.

        Screen readers and magnifiers follow it. It is moved somewhere at each frame in any case.
        """
        if isinstance(offset := getattr(screen.focused, "cursor_screen_offset", None), Offset):
            self.cursor_position = offset
            return
        seen = screen._compositor.visible_widgets
        for widget in sorted(seen, key=lambda each: each is not screen.focused):
            if isinstance(point := getattr(widget, "pointed", None), Offset):
                self.cursor_position = seen[widget][0].shrink(widget.gutter).offset + point
                return

    def forget_screen(self) -> None:
        """Write the whole screen at the next time, whatever the terminal shows: others have used it."""

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

    def _fatal_error(self) -> None:
        self.report_crash()
        self._close_messages_no_wait()


class RemappedKeys:
    """Mixin for all screens: their keys go through the app's hook."""

    @property
    def _binding_chain(self) -> list[tuple[DOMNode, BindingsMap]]:
        screen = cast(Screen[object], self)
        remap = cast(OpenApp, screen.app).remap
        focused = screen.focused
        nodes = [screen, screen.app] if focused is None else focused.ancestors_with_self
        chain: list[tuple[DOMNode, BindingsMap]] = []
        fields: list[DOMNode] = []
        for node in nodes:
            bindings = remap(node._bindings)
            for field in fields:
                bindings = _without_typed(bindings, field)
            chain.append((node, bindings))
            if type(node).check_consume_key is not DOMNode.check_consume_key:
                fields.append(node)
        return chain

    def bound_to(self, key: str) -> ActiveBinding | None:
        """Return what a key is bound to, as in `active_bindings`, which tries those of all keys."""
        screen, found = cast(Screen[object], self), None
        for node, bindings in screen._modal_binding_chain:
            for binding in bindings.key_to_bindings.get(key, ()):
                state = screen.app._check_action_state(binding.action, node)
                if state is not False and (found is None or binding.priority > found.binding.priority):
                    found = ActiveBinding(node, binding, bool(state), binding.tooltip)
        return found

    def meant(self, event: events.Key) -> events.Key:
        """Return a key in the first of its forms that is bound or written here; as it is if none is.

        What is bound, but not allowed now, keeps its form: held down, a `P` that has ended a turn must not
        become the `p` that lifts the curtain.
        """
        *held, name = event.key.split("+")
        others = forms_of(event.character or key_to_character(name) or "")
        if others and not self._knows(event):
            for character in others:
                key = "+".join((*held, key_of_character(character)))
                other = events.Key(key, event.character and character)
                other.time = event.time
                if self._knows(other):
                    return other
        return event

    def _knows(self, event: events.Key) -> bool:
        """Return whether a key is bound here, or goes into a field."""
        return any(
            event.key in bindings.key_to_bindings or node.check_consume_key(event.key, event.character)
            for node, bindings in cast(Screen[object], self)._modal_binding_chain
        )


def first_key(node: DOMNode, action_id: str) -> str:
    """Return the first key of a binding of a node by default; raises KeyError if it has none of that id."""
    for key, binding in node._bindings:
        if binding.id == action_id:
            return key
    raise KeyError(action_id)


def is_ending(app: App[Any]) -> bool:
    """Return whether an app is about to end, or has ended: nothing is to be done any more."""
    return app._exit or not app.screen_stack


def _asks_for_something(message: Message) -> bool:
    """Return whether a message is not about the end of a screen: a widget's, a timer's, a key, a callback."""
    wants = events.Callback | events.Timer | events.ScreenResume | events.Mount | events.InputEvent
    return isinstance(message, wants) or type(message).__module__ not in (events.__name__, messages.__name__)


class OwnScreen(RemappedKeys):
    """Mixin for the program's own screens: what they take of what is typed, and how they are left.

    A screen that is left gets nothing any more: its widgets may be gone.
    """

    is_left = False
    """Whether the player has gone to another screen for good."""
    _dismissal: tuple[Any] | None = None
    """The result to leave it with, once no other screen lies on it."""
    covered_rows = 0
    """The last rows of the window over which something lies that is no part of this screen."""

    def add_keys(self, bindings: Iterable[BindingType]) -> None:
        """Give this screen keys besides those of its class; Textual has keys for classes only."""
        screen = cast(Screen[Any], self)
        screen._bindings = BindingsMap.merge([screen._bindings, BindingsMap(bindings)])

    async def _message_loop_exit(self) -> None:
        screen = cast(Screen[Any], self)
        cast(OpenApp, screen.app).closed.update(screen.walk_children(Widget, with_self=True))
        await super()._message_loop_exit()  # type: ignore[misc]

    def _compositor_refresh(self) -> None:
        # What any widget has to draw anew belongs into the same frame: it may show what is hidden by now.
        # Textual takes only those whose message has come.
        compositor = cast(Screen[Any], self)._compositor
        compositor.update_widgets({*compositor.visible_widgets})
        super()._compositor_refresh()  # type: ignore[misc]

    async def _dispatch_message(self, message: Message) -> None:
        app = cast(Screen[Any], self).app
        is_over = (self.is_left or app._exit) and _asks_for_something(message)
        # A screen laid out at a size tells itself of it: by two sizes in its queue it would never end.
        is_outdated = isinstance(message, events.Resize) and message.size != app.size
        if not (is_over or is_outdated):
            await super()._dispatch_message(message)  # type: ignore[misc]

    @property
    def is_ready(self) -> bool:
        """Whether all is there that the screen shows at first; until then keys wait, but those that leave."""
        return True

    def takes(self, event: events.Event) -> bool:
        """Return whether to handle a key, click or paste now; else it does nothing."""
        return True

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Leave the screen with a result, once no other one lies on it; do nothing if it has been left."""
        screen = cast(Screen[Any], self)
        if self.is_left or screen.app.screen is not screen:
            self._dismissal = (result,)
            return cast(AwaitComplete, AwaitComplete.nothing())  # type: ignore[no-untyped-call]
        return cast(AwaitComplete, super().dismiss(result))  # type: ignore[misc]

    def _on_screen_resume(self, event: events.ScreenResume) -> None:
        if self._dismissal is not None:
            self.dismiss(*self._dismissal)


def _without_typed(bindings: BindingsMap, field: DOMNode) -> BindingsMap:
    """Return the bindings without the keys that a field takes as text."""
    kept = {
        key: found
        for key, found in bindings.key_to_bindings.items()
        if not field.check_consume_key(key, key_to_character(key))
    }
    return BindingsMap.from_keys(kept)


class KnownSequences(XTermParser):
    """What Textual knows of each sequence of a terminal; not how it tells them apart."""

    def keys(self, sequence: str, *, with_alt: bool = False) -> list[events.Key]:
        """Return the keys that a character or a sequence stands for; none if it is not known."""
        keys = self._sequence_to_key_events(sequence, with_alt)
        return [key for key in keys if key.key != Keys.Ignore]

    def reported_keys(self, report: str) -> list[events.Key]:
        """Return the keys of a report in kitty's keyboard protocol, one for each character that it types."""
        # A cache would keep the parser alive after its session.
        return XTermParser._parse_extended_key.__wrapped__(self, report) or []

    def is_function_key(self, number: str, end: str) -> bool:
        """Return whether that protocol has a key without a character of this number and end."""
        return f"{number}{end}" in FUNCTIONAL_KEYS

    def clicks(self, report: str) -> list[Message]:
        """Return what a report of the mouse tells: one event or none."""
        event = self.parse_mouse_code(report)
        return [] if event is None else [event]

    def _parse_extended_key(self, sequence: str) -> None:  # type: ignore[override]
        """Leave reports alone: it would fail at some."""


def free_closed(app: OpenApp) -> None:
    """Free the widgets of screens that are closed, unless something waits that could use them.

    Nearly every player has left a screen behind, which takes as much memory as the one on top. The screen
    itself stays until the app ends: one of its methods may still be called.
    """
    widgets = [node for node in app.closed if not isinstance(node, Screen)]
    if not widgets:
        return
    waits = any(node._task for node in app.closed) or any(screen._callbacks for screen in app.screen_stack)
    if not waits:
        app.closed.difference_update(widgets)
        _take_apart(widgets)


def _take_apart(nodes: Sequence[DOMNode]) -> None:
    """Let nodes forget one another: only a full collection would free them, which stops all sessions."""
    components = (styles.node for node in nodes for styles in node._component_styles.values())
    for node in (*nodes, *[node for node in components if node is not None]):
        kept = {name: value for name, value in vars(node).items() if isinstance(value, bool | int | str)}
        vars(node).clear()
        vars(node).update(kept)


def has_messages(pump: MessagePump) -> bool:
    """Return whether messages wait to be handled; Textual takes one more than it handles."""
    return pump._pending_message is not None or pump.message_queue_size > 0


def is_at_rest(screen: Screen[Any]) -> bool:
    """Return whether a screen is there and no message waits for any of its widgets."""
    nodes: list[DOMNode] = [screen]
    for node in nodes:
        if has_messages(node):
            return False
        nodes.extend(node.children)
    return screen.is_mounted


def lay_out(screen: Screen[Any]) -> bool:
    """Lay a screen out now if it is to be laid out anew; return whether there was anything to do.

    Textual waits for the next frame, and its lists hang on page keys before that. If the size of the window
    has changed, it waits for another change before the screen hears of it.
    """
    app = screen.app
    if app._resize_timer is not None:
        app._check_resize()
        return True
    if not screen._layout_required:
        return False
    draw_now(screen)
    return True


def draw_now(screen: Screen[Any]) -> None:
    """Draw what is to be drawn, and call what waits for that; Textual waits for the next frame."""
    screen._on_timer_update()


def strips_of(screen: Screen[Any]) -> list[Strip]:
    """Return the lines that a screen shows, with their colours."""
    return screen._compositor.render_strips()


def set_driver_size(driver: Driver, columns: int, rows: int) -> bool:
    """Set the terminal size that an app sees, in cells; return whether it has changed."""
    before, driver._size = driver._size, (columns, rows)
    return before != (columns, rows)


def set_color_system(console: Console, colors: ColorSystem) -> None:
    """Let a console write so many colours; Rich decides that only once, by the environment."""
    console._color_system = COLOR_SYSTEMS[colors]


def console_without_environment(colors: ColorSystem | None, file: Any) -> Console:
    """Return a console that ignores the environment, which is the server's, not the player's."""
    return Console(
        color_system=colors,
        file=file,
        force_terminal=True,
        legacy_windows=False,
        safe_box=False,
        _environ={},
    )
