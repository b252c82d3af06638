"""The style sheets: rules parsed once for all programs and screens, inks made once for a theme."""

from functools import cache
from weakref import WeakKeyDictionary

from textual.css.model import RuleSet
from textual.css.types import CSSLocation
from textual.dom import DOMNode

from engarde_tui.terminal.textual_private import OpenStylesheet
from engarde_tui.widgets.canvas import INK_CLASSES


class SharedStylesheet(OpenStylesheet):
    """Textual's parses everything again for each new kind of screen, and for each program in the process.

    And it makes the inks of a screen anew whenever a class of the screen changes: of a match in the hall that
    was half of what the collector had to find.
    """

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._inked: WeakKeyDictionary[DOMNode, dict[str, str]] = WeakKeyDictionary()
        """The variables, of which each theme has its own, that the inks of a screen were made with."""

    def make_component_styles(self, node: DOMNode) -> None:
        """Compute those of a node, the inks of a screen only once for a theme."""
        if node.COMPONENT_CLASSES is INK_CLASSES:
            if self._inked.get(node) is self.variables:
                return
            self._inked[node] = self.variables
        super().make_component_styles(node)

    def parse_rules(
        self, css: str, read_from: CSSLocation, is_default_rules: bool, tie_breaker: int, scope: str
    ) -> list[RuleSet]:
        """The rules of one source, parsed once for all that have these variables."""
        parser = _parser(frozenset(self.variables.items()))
        return parser.parse_rules(css, read_from, is_default_rules, tie_breaker, scope)

    def reparse(self) -> None:
        """Apply new variables."""
        self.parse()


@cache
def _parser(variables: frozenset[tuple[str, str]]) -> OpenStylesheet:
    """What remembers all that has been parsed with these variables, of which each theme has its own."""
    return OpenStylesheet(variables=dict(variables))
