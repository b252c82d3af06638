"""The keys of the screen it was opened from, what the table shows, and the rules in short."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from textual.binding import ActiveBinding, BindingType
from textual.events import Resize

from engarde_tui.language import said, tr, tr_as
from engarde_tui.play.keys import HELP
from engarde_tui.presentation import full_title, presentation_of
from engarde_tui.screens.page import PageScreen
from engarde_tui.settings.scopes import by_title
from engarde_tui.widgets.keys import Scroll, bindings
from engarde_tui.widgets.sections import TWO_COLUMNS, Entries, Section, Sections
from engine.game import games
from engine.message import message

_NOT_OURS: Final = (message("Open the command palette"),)
"""What Textual says of keys of its own, listed to be translated."""


class HelpScreen(PageScreen):
    """Rules and keys."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(HELP)

    def __init__(self, rules: Any | None, bindings: Sequence[ActiveBinding]) -> None:
        """Explain `rules`, by default those of the default game, and what `bindings` do."""
        super().__init__()
        house = next(iter(games().values()))
        self.rules = rules or house.presets[house.default]
        self._bindings_explained = bindings

    def first_sections(self) -> Sequence[Section]:
        """Return what is most useful at the table first: the keys."""
        words = presentation_of(self.rules)
        clicks = tr_as("key", "click"), tr("Cards, squares, lines of a list, keys: the mouse works too")
        keys = Entries(tr("Keys"), [*self._keys(), clicks], "key")
        screen = _points(tr("Screen"), [said(point) for point in words.screen_in_short])
        title = tr("Rules: {rules}", rules=full_title(self.rules))
        self._rules_in_short = _points(title, words.rules_in_short(self.rules))
        # Side by side the rules are about as high as the two others.
        is_wide = self.app.size.width >= TWO_COLUMNS
        return [keys, self._rules_in_short, screen] if is_wide else [keys, screen, self._rules_in_short]

    def on_resize(self, event: Resize) -> None:
        """Offer the rules if they may be out of sight."""
        # Textual calls the handler of the page, too.
        self.call_after_refresh(self.refresh_bindings)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Go to the rules only if something is out of sight, as it may be before everything has its place."""
        heights = [sections.size.height for sections in self.query(Sections)]
        return action != "rules" or any(not 0 < height < self.app.size.height for height in heights)

    def action_rules(self) -> None:
        """Go to the rules, once they have their place."""
        self.call_after_refresh(self._scroll_to_rules)

    def _scroll_to_rules(self) -> None:
        top = self.query_one(Sections).top_of(self._rules_in_short)
        self.query_one(Scroll).scroll_to(y=top)

    def _keys(self) -> Iterator[tuple[str, str]]:
        """Yield every key that works with its meaning, keys of one meaning together, in the order of the bar.

        They stand below the headings that the settings have. Leaves out bindings without a meaning: they are
        Textual's own.
        """
        own = {active.binding.id for active in self._bindings_explained}
        here = max(self.services.scopes, key=lambda scope: len(own & scope.by_id.keys()))
        # What is on many screens goes before this one, and this one before all others.
        nearest = sorted(self.services.scopes, key=lambda scope: not scope.by_id.keys() <= here.by_id.keys())
        titles = {key: title for title, keys in by_title(nearest).items() for key in keys}
        groups: dict[str, dict[str, list[str]]] = {}
        for active in self._bindings_explained:
            binding = active.binding
            if active.enabled and binding.tooltip:
                meaning = self.services.meaning(binding.tooltip)
                group = groups.setdefault(titles.get(binding.id or "", "Everywhere"), {})
                group.setdefault(meaning, []).append(self.app.get_key_display(binding))
        for title, meanings in groups.items():
            yield self.services.meaning(title), ""
            yield from ((" ".join(dict.fromkeys(names)), meaning) for meaning, names in meanings.items())

    def speak(self) -> None:
        """Put all sections into the language of the session."""
        self.query_one(Sections).show(self.first_sections())


def _points(title: str, points: Sequence[str]) -> Entries:
    return Entries(title, [("•", point) for point in points], "dim")
