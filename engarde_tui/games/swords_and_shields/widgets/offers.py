"""The legal actions, narrowed by a topic."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.geometry import Size

from engarde_tui.games.swords_and_shields.compendium import effect_of_card
from engarde_tui.games.swords_and_shields.draft import places_of
from engarde_tui.games.swords_and_shields.names import card_name
from engarde_tui.games.swords_and_shields.offers import card_at_place, find_card, offers
from engarde_tui.games.swords_and_shields.widgets.beside import BesideWidget, is_framed, put_titled
from engarde_tui.language import tr
from engarde_tui.play.words import capital
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.action_list import ActionList
from engarde_tui.widgets.text_lines import wrapped
from engine.swords_and_shields import Action, Card, Kind, Place, Zone

_NAMING_WIDTH = 34
"""Columns inside a list that has room for the name of the card at a place."""

_MARK_WIDTH = 2
_FRAME = 4
"""Columns of the frame around a wide list."""


class Offers(ActionList, BesideWidget):
    """The list of actions about the topic."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the list and its frame."""
        return self.list_rows(viewport)

    @property
    def title(self) -> str:
        """What is listed, or whose effect is to be carried out."""
        if self.view is None:
            return ""
        view = self.view.round
        if view.pending is not None:
            return capital(card_name(view.pending.card))
        return self.draft.topic or tr("Actions")

    @property
    def options(self) -> Sequence[Action]:
        """The listed actions."""
        return self.draft.listed

    @property
    def chosen(self) -> Action | None:
        """The action that enter plays."""
        return self.draft.chosen

    def lines(self) -> Sequence[str]:
        """Return the line of each action; with the cards at places, or on discards, if all of them fit."""
        assert self.view is not None
        view, options = self.view.round, self.options
        columns = self.size.width - _MARK_WIDTH - (_FRAME if is_framed(self.size.width) else 0)
        lines = dict(zip(options, offers(view, options, columns), strict=True))
        if self.size.width >= _NAMING_WIDTH + _FRAME:
            for is_discard in (False, True):
                named = {
                    option: tr(
                        "{action}: {card}", action=line, card=card_name(card_at_place(view, option.place))
                    )
                    for option, line in lines.items()
                    if option.place is not None and (not option.place.number) is is_discard
                }
                if all(cell_len(line) <= columns for line in named.values()):
                    lines |= named
        return list(lines.values())

    def draw(self, canvas: Canvas) -> None:
        """Draw the list in its frame; below it, if there is room, what the cards of the chosen action do."""
        if self.view is None or not canvas.height:
            return
        room = put_titled(canvas, self.title)
        if self.view.round.legal:
            # The words below begin where those of the list do, or the frame.
            self.put_options(canvas, room if is_framed(canvas.width) else room.grow((0, 1, 0, _MARK_WIDTH)))
            y = room.y + len(self.options) + 1
            for card in self._cards:
                lines = wrapped(effect_of_card(card), room.width)
                if y + len(lines) > room.bottom:
                    return
                for line in lines:
                    canvas.put(room.x, y, line, "dim")
                    y += 1
                y += 1

    @property
    def _cards(self) -> list[Card]:
        """The different cards that the chosen action is about: of a purchase the bought one."""
        view, action = self.round, self.chosen
        if view is None or action is None:
            return []
        if action.kind is Kind.BUY:
            places = [Place(Zone.SHOP, action.number)]
        else:
            places = sorted(places_of(action), key=lambda place: (place.zone is not Zone.OWN, str(place)))
        held = [view.rules.cards.named(action.card)] if action.card else []
        found = (find_card(view, place) for place in places)
        return list(dict.fromkeys(card for card in (*held, *found) if card is not None))
