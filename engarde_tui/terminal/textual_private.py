"""All private names of Textual and Rich that the program uses, each with the reason.

tests/test_private_names.py checks that no other module uses any, and that they have not changed since the
tested release; pyproject.toml allows no other release.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import takewhile
from typing import Any, Literal, Protocol, cast, runtime_checkable
from weakref import WeakSet

from rich.color import ColorSystem
from rich.console import Console, RenderableType
from rich.style import Style
from textual import events, messages
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import BindingsMap, BindingType
from textual.color import Color
from textual.css.model import RuleSet
from textual.css.styles import StylesBase
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import ANSIToTruecolor
from textual.geometry import Region, Size
from textual.keys import Keys, key_to_character
from textual.keys import _character_to_key as key_of_character
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

__all__ = [
    "ChopsUpdate",
    "CompositorUpdate",
    "KnownSequences",
    "LayoutUpdate",
    "OpenApp",
    "OpenStylesheet",
    "OwnScreen",
    "QuickScreen",
    "RemappedKeys",
    "UnseenScreen",
    "ansi_codes",
    "clear_shared_caches",
    "console_without_environment",
    "dismantle",
    "draw_now",
    "end_update",
    "first_key",
    "has_messages",
    "is_at_rest",
    "is_ending",
    "key_of_character",
    "lay_out",
    "set_driver_size",
]
# The updates are what a screen draws; which cells changed can be seen only from their parts.


@runtime_checkable
class TakesMouse(Protocol):
    """A driver whose mouse can be switched on and off."""

    def take_mouse(self, takes: bool) -> None:
        """Take the mouse, or leave it to the terminal."""


def switch_mouse(driver: Any, takes: bool) -> None:
    """Take the mouse, or leave it to the terminal; a `LinuxDriver` decides that only once."""
    driver._disable_mouse_support()
    driver._mouse = takes
    driver._enable_mouse_support()


class OpenApp(App[None]):
    """Textual's app with hooks for its output, its crashes and the standard streams."""

    _shown: Screen[Any] | None = None
    """The screen that was last written as a whole."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.closed: WeakSet[DOMNode] = WeakSet()
        """The parts of screens that are closed, as far as they have not been freed."""
        # Each screen would get a widget for either, which takes a tenth of the time to its first frame.
        self._disable_tooltips = self._disable_notifications = True

    def outgoing(self, update: CompositorUpdate) -> CompositorUpdate:
        """Return what to write instead of `update`; Textual has no hook between drawing and writing."""
        return update

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

    async def run_async(self, **options: Any) -> Any:
        """Run, and restore the terminal even if Textual fails during shutdown."""
        try:
            return await super().run_async(**options)
        finally:
            if self._driver is not None:
                self._driver.close()

    def styles_of(self, component: str) -> StylesBase:
        """Return the styles of one of the app's component classes; Textual returns a slow copy."""
        return self._component_styles[component]

    def show(self, update: CompositorUpdate) -> None:
        """Write an update of the top screen now; Textual writes some time after its messages."""
        self._display(self.screen, cast(RenderableType, update))

    def places_of(self, widgets: Iterable[Widget]) -> dict[Widget, Region]:
        """Return where the terminal shows those of the widgets that nothing covers, cuts or will move now."""
        screen = self.screen
        if (
            screen is not self._shown
            or screen._compositor.size != self.size
            or self._batch_count
            # Among its messages may be that a widget needs a new layout.
            or has_messages(screen)
            or any(node._layout_required for node in screen.walk_children(Widget, with_self=True))
        ):
            return {}
        visible, places = screen._compositor.visible_widgets, {}
        for widget in visible.keys() & widgets:
            region, clip = visible[widget]
            # They are listed from the front to the back.
            above = takewhile(lambda other: other is not widget, visible)  # noqa: B023
            if clip.contains_region(region) and not any(
                visible[other][0].overlaps(region) for other in above
            ):
                places[widget] = region
        return places

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            if isinstance(renderable, LayoutUpdate):
                self._shown = screen
            renderable = cast(RenderableType, self.outgoing(renderable))
        super()._display(screen, renderable)

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


def first_key(node: DOMNode, id: str) -> str:
    """Return the first key of a binding of a node by default; raises KeyError if it has none of that id."""
    for key, binding in node._bindings:
        if binding.id == id:
            return key
    raise KeyError(id)


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
    is_waiting = False
    """Whether something long decides what comes next; until then keys wait, but those that leave."""

    def add_keys(self, bindings: Iterable[BindingType]) -> None:
        """Give this screen keys besides those of its class; Textual has keys for classes only."""
        screen = cast(Screen[Any], self)
        screen._bindings = BindingsMap.merge([screen._bindings, BindingsMap(bindings)])

    async def _message_loop_exit(self) -> None:
        screen = cast(Screen[Any], self)
        cast(OpenApp, screen.app).closed.update(screen.walk_children(Widget, with_self=True))
        await super()._message_loop_exit()  # type: ignore[misc]

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


class QuickScreen(OwnScreen):
    """Mixin for screens that are styled and drawn once until they are first shown.

    Textual styles all their widgets when they are composed, again when the screen is shown, and again when it
    gets the classes for the size of the window; and it draws what it will not write.
    """

    async def _compose(self) -> None:
        screen = cast(Screen[object], self)
        width, height = screen.app.size
        for size, breakpoints in (
            (width, screen.HORIZONTAL_BREAKPOINTS or screen.app.HORIZONTAL_BREAKPOINTS),
            (height, screen.VERTICAL_BREAKPOINTS or screen.app.VERTICAL_BREAKPOINTS),
        ):
            screen.add_class(*screen._get_breakpoint_classes(size, breakpoints or []), update=False)
        # Textual reads its sheets only after it has started its task, which may run at once.
        screen.app._load_screen_css(screen)
        screen.update_node_styles(animate=False)
        await super()._compose()  # type: ignore[misc]

    def _on_screen_resume(self, event: events.ScreenResume) -> None:
        event.refresh_styles = event.refresh_styles and cast(Screen[object], self).stack_updates > 0

    def _compositor_refresh(self) -> None:
        if not cast(Screen[object], self).app._batch_count:
            super()._compositor_refresh()  # type: ignore[misc]


class UnseenScreen(QuickScreen):
    """Mixin for a screen that nobody sees: there is nothing to lay out."""

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        pass


def _without_typed(bindings: BindingsMap, field: DOMNode) -> BindingsMap:
    """Return the bindings without the keys that a field takes as text."""
    kept = {
        key: found
        for key, found in bindings.key_to_bindings.items()
        if not field.check_consume_key(key, key_to_character(key))
    }
    return BindingsMap.from_keys(kept)


class OpenStylesheet(Stylesheet):
    """Textual's style sheet with hooks to share what it parses and computes."""

    @property
    def variables(self) -> dict[str, str]:
        """The theme variables; the same object until the theme changes."""
        return self._variables

    def parse_rules(
        self, css: str, read_from: CSSLocation, is_default_rules: bool, tie_breaker: int, scope: str
    ) -> list[RuleSet]:
        """Return the rules of one source; Textual caches them per app only."""
        return super()._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)

    def make_component_styles(self, node: DOMNode) -> None:
        """Compute the component styles of a node; Textual does so whenever one of its classes changes."""
        super()._process_component_classes(node)

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        return self.parse_rules(css, read_from, is_default_rules, tie_breaker, scope)

    def _process_component_classes(self, node: DOMNode) -> None:
        self.make_component_styles(node)


_StylesOf = Callable[[object, Color, Color], tuple[Any, Any]]

_inner_outer = lru_cache(1024)(partial(cast(_StylesOf, StylesCache.get_inner_outer.__wrapped__), StylesCache))


def _get_inner_outer(cls: object, base_background: Color, background: Color) -> tuple[Any, Any]:
    return _inner_outer(base_background, background)


# Textual's own cache is for all widgets together, and keeps them alive.
StylesCache.get_inner_outer = cast(Any, _get_inner_outer)  # type: ignore[method-assign]


def _divide(self: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    cuts = list(cuts)
    return [self] if cuts == [self.cell_length] else _divide_and_cache(self, cuts)


# A strip would keep itself as its only part: a cycle that only a garbage collection frees.
_divide_and_cache = Strip.divide
Strip.divide = _divide  # type: ignore[method-assign]


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


def dismantle(app: OpenApp) -> None:
    """Free an app that has ended, and the parts of its screens: nothing is handled there any more.

    They hold one another, and only a full collection would free them, which stops all sessions.
    """
    nodes = [app, *app.closed]
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
    return screen.is_mounted and not any(map(has_messages, screen.walk_children(with_self=True)))


def lay_out(screen: Screen[Any]) -> bool:
    """Lay a screen out now if it is to be laid out anew; return whether it was.

    Textual waits for the next frame, and its lists hang on page keys before that.
    """
    if not screen._layout_required:
        return False
    draw_now(screen)
    return True


def draw_now(screen: Screen[Any]) -> None:
    """Draw what is to be drawn, and call what waits for that; Textual waits for the next frame."""
    screen._on_timer_update()


def clear_shared_caches() -> None:
    """Clear Textual's process-wide caches, which keep ended apps alive."""
    ANSIToTruecolor.truecolor_style.cache_clear()


def set_driver_size(driver: Driver, columns: int, rows: int) -> bool:
    """Set the terminal size that an app sees, in cells; return whether it has changed."""
    before, driver._size = driver._size, (columns, rows)
    return before != (columns, rows)


def end_update(app: App[Any]) -> None:
    """End a synchronized update, if the terminal supports them: the last one may still be open."""
    app._end_update()


def ansi_codes(style: Style, system: ColorSystem) -> str:
    """Return the parameters of the escape sequence that selects a style in this colour system.

    A style caches its codes whatever the system: they may be another terminal's.
    """
    remembered, style._ansi = style._ansi, None
    codes = style._make_ansi_codes(system)
    style._ansi = remembered
    return codes


def console_without_environment(colors: Literal["standard", "256", "truecolor"] | None, file: Any) -> Console:
    """Return a console that ignores the environment, which is the server's, not the player's."""
    return Console(
        color_system=colors,
        file=file,
        force_terminal=True,
        legacy_windows=False,
        safe_box=False,
        _environ={},
    )
