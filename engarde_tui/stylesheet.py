"""The rules of the style sheets, parsed once however many programs and screens use them."""

from functools import cache

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation


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
        parser = _parser(frozenset(self._variables.items()))
        return parser._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)

    def reparse(self) -> None:
        """Apply new variables."""
        self.parse()


@cache
def _parser(variables: frozenset[tuple[str, str]]) -> Stylesheet:
    """What remembers all that has been parsed with these variables, of which each theme has its own."""
    return Stylesheet(variables=dict(variables))
