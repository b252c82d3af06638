"""What the layer uses and changes of Textual's and Rich's internals, each with the reason.

tests/test_private_names.py checks that they have not changed since the tested releases.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from functools import lru_cache, partial
from itertools import takewhile
from typing import Any, cast

from rich.color import ColorSystem
from rich.console import RenderableType
from rich.style import Style
from textual import events
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual._styles_cache import StylesCache
from textual.app import App
from textual.color import Color
from textual.css.model import RuleSet
from textual.css.styles import StylesBase
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from engarde_tui.terminal.textual_private import OpenApp, OwnScreen, has_messages

__all__ = [
    "ChopsUpdate",
    "CompositorUpdate",
    "LayerApp",
    "LayoutUpdate",
    "OpenStylesheet",
    "QuickScreen",
    "UnseenScreen",
    "ansi_codes",
    "end_update",
    "switch_mouse",
]
# The updates are what a screen draws; which cells changed can be seen only from their parts.


def switch_mouse(driver: Any, takes: bool) -> None:
    """Take the mouse, or leave it to the terminal; a `LinuxDriver` decides that only once."""
    driver._disable_mouse_support()
    driver._mouse = takes
    driver._enable_mouse_support()


class LayerApp(OpenApp):
    """The app with hooks for what it writes."""

    _shown: Screen[Any] | None = None
    """The screen that was last written as a whole."""

    def outgoing(self, update: CompositorUpdate) -> CompositorUpdate:
        """Return what to write instead of `update`; Textual has no hook between drawing and writing."""
        return update

    def take_unpainted(self, among: Container[Widget]) -> Iterable[Widget]:
        """Return those of the widgets whose changes wait to be written; now another frame has them."""
        return ()

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
            # They are listed from the front to the back. What has no area covers nothing.
            above = takewhile(lambda other: other is not widget, visible)  # noqa: B023
            covers = filter(None, (visible[other][0] for other in above))
            if clip.contains_region(region) and not any(cover.overlaps(region) for cover in covers):
                places[widget] = region
        return places

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            if isinstance(renderable, LayoutUpdate):
                self._shown = screen
            renderable = cast(RenderableType, self.outgoing(renderable))
        super()._display(screen, renderable)


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
        screen = cast(Screen[object], self)
        if not screen.app._batch_count:
            for widget in cast(LayerApp, screen.app).take_unpainted(screen._compositor.visible_widgets):
                widget._set_dirty()
            super()._compositor_refresh()


class UnseenScreen(QuickScreen):
    """Mixin for a screen that nobody sees: there is nothing to lay out."""

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        pass


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
