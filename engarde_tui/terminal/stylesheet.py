"""The style sheets: rules parsed once for all programs and screens, inks made once for a theme."""

from functools import cache
from weakref import WeakKeyDictionary

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode

from engarde_tui.widgets.canvas import INK_CLASSES


class SharedStylesheet(Stylesheet):
    """Textual's parses everything again for each new kind of screen, and for each program in the process.

    And it makes the inks of a screen anew whenever a class of the screen changes: of a match in the hall that
    was half of what the collector had to find.
    """

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._inked: WeakKeyDictionary[DOMNode, dict[str, str]] = WeakKeyDictionary()
        """The variables, of which each theme has its own, that the inks of a screen were made with."""

    def _process_component_classes(self, node: DOMNode) -> None:
        if node.COMPONENT_CLASSES is INK_CLASSES:
            if self._inked.get(node) is self._variables:
                return
            self._inked[node] = self._variables
        super()._process_component_classes(node)

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        parser = _parser(frozenset(self._variables.items()))
        return parser._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)

    def reparse(self) -> None:
        """Apply new variables."""
        self.parse()


@cache
def _parser(variables: frozenset[tuple[str, str]]) -> Stylesheet:
    """What remembers all that has been parsed with these variables, of which each theme has its own."""
    return Stylesheet(variables=dict(variables))
