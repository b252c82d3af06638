"""All private names of Textual and Rich that the program needs, each with the reason.

tests/test_private_names.py checks that no other module uses any, and that they have not changed since the
tested release.
"""

from collections.abc import Iterable
from functools import wraps
from typing import Any, Final, cast

from rich import cells
from rich.console import RenderableType
from textual import events, messages
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual._keyboard_protocol import FUNCTIONAL_KEYS, MODIFIER_FUNCTIONAL_KEYS
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.binding import BindingsMap, BindingType
from textual.dom import DOMNode
from textual.geometry import Offset
from textual.keys import Keys, key_to_character
from textual.keys import _character_to_key as key_of_character
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.strip import Strip

__all__ = [
    "MODIFIER_FUNCTIONAL_KEYS",
    "ChopsUpdate",
    "CompositorUpdate",
    "KnownSequences",
    "LayoutUpdate",
    "OpenApp",
    "OpenScreen",
    "draw_now",
    "first_key",
    "has_messages",
    "is_at_rest",
    "key_of_character",
    "lay_out",
    "strips_of",
]
# The updates are what a screen draws: which cells changed can be seen only from their parts.

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


class OpenApp(App[None]):
    """Textual's app with hooks for its output, its crashes and its keys."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
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
        """End the app by `error`, the current exception, which nothing else would handle."""
        self._handle_exception(error)

    def outgoing(self, update: CompositorUpdate | None) -> CompositorUpdate | None:
        """Return what to write instead of `update`, None for nothing."""
        return update

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        self._point_cursor(screen)
        if not self._batch_count:
            super()._display(screen, cast(RenderableType, self.outgoing(cast(Any, renderable))))

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

    def _fatal_error(self) -> None:
        self.report_crash()
        self._close_messages_no_wait()


def _asks_for_something(message: Message) -> bool:
    """Return whether a message is not about the end of a screen: a widget's, a timer's, a key, a callback."""
    wants = events.Callback | events.Timer | events.ScreenResume | events.Mount | events.InputEvent
    return isinstance(message, wants) or type(message).__module__ not in (events.__name__, messages.__name__)


class OpenScreen:
    """Mixin for screens: what is over gets nothing more, every frame is whole, and keys can be changed."""

    is_left = False
    """Whether the player has gone to another screen for good."""

    @property
    def known_keys(self) -> list[tuple[DOMNode, BindingsMap]]:
        """What binds keys here, whether they do something now or not."""
        return cast(Screen[Any], self)._modal_binding_chain

    def add_keys(self, bindings: Iterable[BindingType]) -> None:
        """Give this screen keys besides those of its class; Textual has keys for classes only."""
        screen = cast(Screen[Any], self)
        screen._bindings = BindingsMap.merge([screen._bindings, BindingsMap(bindings)])

    @property
    def _binding_chain(self) -> list[tuple[DOMNode, BindingsMap]]:
        screen = cast(Screen[Any], self)
        remap, focused = cast(OpenApp, screen.app).remap, screen.focused
        chain: list[tuple[DOMNode, BindingsMap]] = []
        fields: list[DOMNode] = []
        for node in [screen, screen.app] if focused is None else focused.ancestors_with_self:
            bindings = remap(node._bindings)
            for field in fields:
                bindings = _without_typed(bindings, field)
            chain.append((node, bindings))
            if type(node).check_consume_key is not DOMNode.check_consume_key:
                fields.append(node)
        return chain

    def _compositor_refresh(self) -> None:
        screen = cast(Screen[Any], self)
        # What any widget has to draw anew belongs into the same frame: it may show what is hidden by now.
        # Textual takes only those whose message has come. It also draws what it will not write.
        if not screen.app._batch_count:
            screen._compositor.update_widgets({*screen._compositor.visible_widgets})
            super()._compositor_refresh()  # type: ignore[misc]

    async def _dispatch_message(self, message: Message) -> None:
        app = cast(Screen[Any], self).app
        is_over = (self.is_left or app._exit) and _asks_for_something(message)
        # A screen laid out at a size tells itself of it: by two sizes in its queue it would never end.
        is_outdated = isinstance(message, events.Resize) and message.size != app.size
        if not (is_over or is_outdated):
            await super()._dispatch_message(message)  # type: ignore[misc]


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


def first_key(node: DOMNode, action_id: str) -> str:
    """Return the first key of a binding of a node by default; raises KeyError if it has none of that id."""
    for key, binding in node._bindings:
        if binding.id == action_id:
            return key
    raise KeyError(action_id)


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
