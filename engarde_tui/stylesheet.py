"""The rules of the style sheets, parsed once however many programs and screens use them."""

from functools import cache

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation

Variables = frozenset[tuple[str, str]]


class SharedStylesheet(Stylesheet):
    """Textual's parses everything again for each new kind of screen, and for each program in the process."""

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        variables = frozenset(self._variables.items())
        return _parse(variables, css, read_from, is_default_rules, tie_breaker, scope)

    def reparse(self) -> None:
        """Apply new variables."""
        self.parse()


@cache
def _parse(
    variables: Variables,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool,
    tie_breaker: int,
    scope: str,
) -> list[RuleSet]:
    sheet = Stylesheet(variables=dict(variables))
    return sheet._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)
