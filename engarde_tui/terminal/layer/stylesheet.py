"""Style sheets: rules parsed once per theme for all apps, foregrounds computed once per app and theme."""

from dataclasses import replace
from functools import cache

from textual.css.model import RuleSet
from textual.css.types import CSSLocation
from textual.dom import DOMNode

from engarde_tui.terminal.canvas import COLOUR_CLASSES
from engarde_tui.terminal.layer.textual_internals import OpenStylesheet


class SharedStylesheet(OpenStylesheet):
    """Shares parsed rules between screens and apps; Textual parses them again for each.

    It also computes the foregrounds of the app once per theme; Textual does so whenever the terminal gets
    the focus.
    """

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._computed_with: dict[str, str] | None = None
        """The theme variables that the foregrounds were computed with."""
        self._parser = _parser(frozenset(self.variables.items()))

    def set_variables(self, variables: dict[str, str]) -> None:
        """Take the variables of a new theme."""
        super().set_variables(variables)
        self._parser = _parser(frozenset(variables.items()))

    def make_component_styles(self, node: DOMNode) -> None:
        """Compute the component styles of a node; those of the app only once per theme."""
        if node.COMPONENT_CLASSES is COLOUR_CLASSES:
            if self._computed_with is self.variables:
                return
            self._computed_with = self.variables
        super().make_component_styles(node)

    def parse_rules(
        self, css: str, read_from: CSSLocation, is_default_rules: bool, tie_breaker: int, scope: str
    ) -> list[RuleSet]:
        """Return the rules of one source, parsed once per theme."""
        return self._parser.parse_rules(css, read_from, is_default_rules, tie_breaker, scope)

    def reparse(self) -> None:
        """Apply the variables of a new theme."""
        self.parse()


class _Parser(OpenStylesheet):
    """Parses each source once; Textual parses it again whenever another widget gives it another rank."""

    def __init__(self, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self._ranked: dict[tuple[str, CSSLocation, bool, int, str], list[RuleSet]] = {}

    def parse_rules(
        self, css: str, read_from: CSSLocation, is_default_rules: bool, tie_breaker: int, scope: str
    ) -> list[RuleSet]:
        """Return the rules of one source with the rank `tie_breaker`."""
        key = (css, read_from, is_default_rules, tie_breaker, scope)
        if key not in self._ranked:
            rules = super().parse_rules(css, read_from, is_default_rules, 0, scope)
            self._ranked[key] = [replace(rule, tie_breaker=tie_breaker) for rule in rules]
        return self._ranked[key]


@cache
def _parser(variables: frozenset[tuple[str, str]]) -> _Parser:
    """Return the parser for the variables of a theme."""
    return _Parser(dict(variables))
