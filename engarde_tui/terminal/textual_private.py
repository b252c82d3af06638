"""Everything private of Textual that the program relies on, each thing with the reason why.

No other module uses a private name of Textual or Rich. tests/test_private_names.py sees to that, and compares
what is used here with the release it was tested with; pyproject.toml allows no other.
"""

import sys
from typing import Any, Literal, cast

from rich.color import ColorSystem
from rich.console import Console, RenderableType
from rich.style import Style
from textual import events
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import ANSIToTruecolor
from textual.screen import Screen

__all__ = [
    "ChopsUpdate",
    "CompositorUpdate",
    "LayoutUpdate",
    "OpenApp",
    "OpenStylesheet",
    "UncachedParser",
    "XTermParser",
    "ansi_codes",
    "clear_shared_caches",
    "console_without_environment",
    "end_update",
    "set_driver_size",
]
# The three updates are what a screen draws; only from their parts can be told which cells have changed.
# XTermParser makes keys of bytes: both drivers read their terminal themselves.


class OpenApp(App[None]):
    """Textual's app; what it writes, how it crashes and where the streams go can be overridden."""

    def outgoing(self, update: CompositorUpdate) -> CompositorUpdate:
        """What to write in place of `update`; Textual has no hook between drawing and writing."""
        return update

    def report_crash(self) -> None:
        """Tell of the present exception, which nobody has handled; the app ends after it.

        Textual would print it with all local variables, hands among them.
        """

    def keep_streams(self) -> None:
        """Leave standard output and error alone, which Textual redirects for the whole process."""
        self._capture_stdout, self._capture_stderr = cast(Any, sys.__stdout__), cast(Any, sys.__stderr__)

    async def run_async(self, **options: Any) -> Any:
        """Run, and restore the terminal also where Textual's own end fails before it comes to that."""
        try:
            return await super().run_async(**options)
        finally:
            if self._driver is not None:
                self._driver.close()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            renderable = cast(RenderableType, self.outgoing(renderable))
        super()._display(screen, renderable)

    def _fatal_error(self) -> None:
        self.report_crash()
        self._close_messages_no_wait()


class OpenStylesheet(Stylesheet):
    """Textual's style sheet; what it parses and computes can be shared, which it does over and over."""

    @property
    def variables(self) -> dict[str, str]:
        """The variables of the theme: the same object until there are others."""
        return self._variables

    def parse_rules(
        self, css: str, read_from: CSSLocation, is_default_rules: bool, tie_breaker: int, scope: str
    ) -> list[RuleSet]:
        """The rules of one source; Textual remembers them for one app only."""
        return super()._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)

    def make_component_styles(self, node: DOMNode) -> None:
        """Compute the component styles of a node; Textual does so whenever a class of it changes."""
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


class UncachedParser(XTermParser):
    """Textual's parser, without the cache that would keep it alive after its session."""

    def _parse_extended_key(  # type: ignore[override]
        self, sequence: str
    ) -> list[events.Key] | None:
        found: list[events.Key] | None = XTermParser._parse_extended_key.__wrapped__(self, sequence)
        return found


def clear_shared_caches() -> None:
    """Forget what Textual remembers for all apps of the process, and with it the apps themselves."""
    StylesCache.get_inner_outer.cache_clear()
    ANSIToTruecolor.truecolor_style.cache_clear()


def set_driver_size(driver: Driver, columns: int, rows: int) -> bool:
    """Change what an app takes as its terminal's size; answers whether that is another one."""
    before, driver._size = driver._size, (columns, rows)
    return before != (columns, rows)


def end_update(app: App[Any]) -> None:
    """End a synchronized update, where the terminal knows them: the last one may have been left open."""
    app._end_update()


def ansi_codes(style: Style, system: ColorSystem) -> str:
    """The numbers of the escape sequence that selects a style in this colour system.

    A style remembers its codes, whatever the system was: they may be another terminal's.
    """
    remembered, style._ansi = style._ansi, None
    codes = style._make_ansi_codes(system)
    style._ansi = remembered
    return codes


def console_without_environment(colors: Literal["standard", "256", "truecolor"] | None, file: Any) -> Console:
    """A console that asks the environment nothing: that is the server's, not the player's."""
    return Console(
        color_system=colors,
        file=file,
        force_terminal=True,
        legacy_windows=False,
        safe_box=False,
        _environ={},
    )
