"""The legal actions, narrowed by a topic."""

from collections.abc import Sequence

from engarde_tui.games.swords_and_shields.draft import Draft
from engarde_tui.games.swords_and_shields.names import card_name
from engarde_tui.games.swords_and_shields.offers import card_at_place, offer
from engarde_tui.presentation import verdict
from engarde_tui.widgets.action_list import ActionList
from engarde_tui.widgets.canvas import Canvas
from engarde_tui.widgets.wrapping import wrapped
from engine.swords_and_shields import Action

_NAMING_WIDTH = 34
"""Columns of a list that has room for the name of the card at a place."""

_MARK_WIDTH = 2


class Offers(ActionList):
    """The list of actions about the topic."""

    @property
    def _draft(self) -> Draft:
        draft = None if self.scene is None else self.scene.draft
        return draft if isinstance(draft, Draft) else Draft()

    @property
    def title(self) -> str:
        """What is listed, or whose effect is to be carried out."""
        if self.view is None:
            return ""
        round = self.view.round
        if round.pending is not None:
            return card_name(round.pending.card).capitalize()
        return self._draft.topic or super().title

    @property
    def options(self) -> Sequence[Action]:
        """The listed actions."""
        return self._draft.listed

    @property
    def chosen(self) -> Action | None:
        """The action that enter plays."""
        return self._draft.chosen

    def describe(self, option: Action) -> str:
        """Return an action with the cards that it is about."""
        assert self.view is not None
        round = self.view.round
        text = offer(round, option)
        if option.place is None or self.size.width < _NAMING_WIDTH:
            return text
        named = f"{text}: {card_name(card_at_place(round, option.place))}"
        return named if len(named) + _MARK_WIDTH <= self.size.width else text

    def draw(self, canvas: Canvas) -> None:
        """Draw the list; once the game is over, how it ended."""
        if self.view is None or self.view.round.result is None:
            super().draw(canvas)
            return
        for row, line in enumerate(wrapped(verdict(self.view), canvas.width)):
            canvas.put(0, row, line, "accent")
