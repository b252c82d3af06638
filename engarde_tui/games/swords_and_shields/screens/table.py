"""The table of A Game of Swords and Shields."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from engarde_tui import paths
from engarde_tui.games.swords_and_shields.draft import TOPICS, Draft
from engarde_tui.games.swords_and_shields.offers import find_card, look, offer, open_places, preview
from engarde_tui.games.swords_and_shields.screens.measured import Measured
from engarde_tui.games.swords_and_shields.widgets.curtain import DuelCurtain
from engarde_tui.games.swords_and_shields.widgets.hand import DuelHand
from engarde_tui.games.swords_and_shields.widgets.life_box import LifeBox
from engarde_tui.games.swords_and_shields.widgets.log import Log
from engarde_tui.games.swords_and_shields.widgets.offers import Offers
from engarde_tui.games.swords_and_shields.widgets.shop import Shop
from engarde_tui.games.swords_and_shields.widgets.side import Side
from engarde_tui.games.swords_and_shields.widgets.turn_words import TurnWords
from engarde_tui.games.swords_and_shields.words import MOST_NUMBERED, prompt
from engarde_tui.match.scene import Mode, Scene, Words
from engarde_tui.match.words import round_won
from engarde_tui.screens.table import TableScreen
from engarde_tui.screens.table_keys import table_bindings
from engine.match import MatchView
from engine.swords_and_shields import Action, DuelView, Kind, Place

_CARD = Binding.Group("card", compact=True)
_LIST = Binding.Group("list", compact=True)


class SwordsTableScreen(Measured, TableScreen, inherit_bindings=False):
    """Chooses actions from a list that a card, a place or a letter narrows."""

    CSS_PATH: ClassVar = paths.style_sheets("table", "swords_and_shields")
    DEFAULT_CLASSES = "duel"
    BINDINGS: ClassVar[list[BindingType]] = table_bindings(
        *(
            Binding(
                f"{number}",
                f"card({number - 1})",
                f"card {number}",
                group=_CARD,
                id=f"card-{number}",
                tooltip="What you can do with a card of your hand",
            )
            for number in range(1, MOST_NUMBERED + 1)
        ),
        *(
            Binding(key, f"topic('{key}')", name, id=f"list-{kind}", tooltip=f"List: {name}")
            for key, (name, kind) in TOPICS.items()
        ),
        Binding("o", "look", "look", id="look", tooltip="Read the next open card"),
        *(
            Binding(key, f"point({step})", f"list {key}", group=_LIST, id=key, tooltip="Pick from the list")
            for key, step in (("up", -1), ("down", 1))
        ),
        Binding("enter", "play", "play", id="play", tooltip="Play this action"),
        Binding("escape", "clear", "all", id="clear", tooltip="List everything again"),
        Binding("backspace", "clear", show=False, id="back", tooltip="List everything again"),
    )
    COMPOSING: ClassVar = frozenset({"card", "topic", "look", "point", "play", "clear"})

    def compose_board(self) -> ComposeResult:
        """Show both sides with the shop between them, and the list beside them."""
        yield LifeBox().data_bind(TableScreen.scene)
        with Horizontal(id="duel"):
            with Vertical(id="cards"):
                yield Side(is_below=False).data_bind(TableScreen.scene)
                yield Shop().data_bind(TableScreen.scene)
                yield Side(is_below=True).data_bind(TableScreen.scene)
                yield DuelHand().data_bind(TableScreen.scene)
            with Vertical(id="beside"):
                yield Offers().data_bind(TableScreen.scene)
                yield Log().data_bind(TableScreen.scene)
        yield DuelCurtain().data_bind(TableScreen.scene)
        yield TurnWords().data_bind(TableScreen.scene)

    @property
    def pointless(self) -> frozenset[str]:
        """Return the letters of what cannot be done now, and the numbers of no card that can be picked."""
        round, is_played = self._round, self.scene.mode is Mode.PLAYING
        kinds = {action.kind for action in round.legal} if round.pending is None else set()
        topics = {f"topic('{key}')" for key, (_, kind) in TOPICS.items() if kind not in kinds}
        first = 0 if round.pending else len(round.hand)
        cards = {f"card({index})" for index in range(first, MOST_NUMBERED)}
        return frozenset(topics | cards) if is_played else frozenset()

    def make_draft(self, view: MatchView[DuelView]) -> Draft:
        """List everything that is legal."""
        return Draft.begin(view.round.legal)

    def prompt(self, scene: Scene) -> str:
        """Return what the player to act can do, whom to wait for, or who won."""
        match scene.mode:
            case Mode.PLAYING:
                return prompt(scene.view.round, self.key)
            case Mode.SHOWDOWN:
                line = scene.view.finished[-1]
                return f"{round_won(scene.view, line)}.\nPress {self.key('go-on')} to continue."
            case _:
                return super().prompt(scene)

    def chosen(self, scene: Scene) -> Action | None:
        """Return the marked action, None if none is."""
        draft: Draft = scene.draft
        return draft.chosen

    def with_hint(self, action: Action) -> Draft:
        """Return the draft that lists everything, with the action of a hint marked."""
        legal = self._round.legal
        return Draft.begin(legal).point_at(legal.index(action))

    def offer(self, action: Action) -> str:
        """Return an action as the list names it."""
        return offer(self._round, action, self.size.width)

    @property
    def _draft(self) -> Draft:
        draft: Draft = self.scene.draft
        return draft

    @property
    def _round(self) -> DuelView:
        round: DuelView = self.scene.view.round
        return round

    def action_card(self, index: int) -> None:
        """List what can be done with a card of the hand."""
        hand = self._round.hand
        if index >= len(hand):
            self.refuse(f"you hold {len(hand)} card{'s' * (len(hand) != 1)}")
        elif self._round.pending is not None:
            self.refuse("choose for the effect first")
        else:
            self._take_draft(self._draft.about_card(hand[index]), "nothing can be done with this card now")

    def action_topic(self, key: str) -> None:
        """List the actions of one kind."""
        name, kind = TOPICS[key]
        if self._round.pending is not None:
            self.refuse("choose for the effect first")
        else:
            self._take_draft(self._draft.about_kind(kind, name), _WHY_NOT[kind])

    def action_point(self, steps: int) -> None:
        """Move through the list."""
        self._take_draft(self._draft.point(steps), "")

    def action_look(self) -> None:
        """Describe the next open card."""
        places = open_places(self._round)
        self._take_draft(self._draft.look(places) if places else None, "no card lies open")

    def action_clear(self) -> None:
        """List everything again."""
        self._take_draft(Draft.begin(self._round.legal), "")

    def action_play(self) -> None:
        """Play the marked action."""
        if self._draft.chosen is None:
            self.refuse("pick an action first: by number, by letter, or from the list")
        else:
            self.play(self._draft.chosen)

    def pick(self, target: object) -> None:
        """Choose with the mouse: a card, a place, or a line of the list."""
        match target:
            case "card", int(index):
                self.action_card(index)
            # The list may have become shorter since it was drawn.
            case "option", int(index) if index < len(self._draft.listed):
                self._take_draft(self._draft.point_at(index), "")
            case Place():
                draft = self._draft.about_place(target)
                if draft is None and find_card(self._round, target) is not None:
                    draft = self._draft.look_at(target)
                self._take_draft(draft, "there is nothing")

    def _take_draft(self, draft: Draft | None, why_not: str) -> None:
        """Show `draft`; if it is None, say why not."""
        if draft is None:
            self.refuse(why_not)
        else:
            self.compose_turn(draft)

    def describe(self, draft: Draft) -> Words:
        """Return what the marked action does, else the card looked at, else what can be done."""
        if draft.looked_at is not None:
            return Words(look(self._round, draft.looked_at))
        if draft.chosen is None:
            return Words(prompt(self._round, self.key))
        return Words(f"{preview(self._round, draft.chosen)}\n{self.press_to_play}", ready=True)


_WHY_NOT = {
    Kind.BUY: "nothing in the shop can be bought: lay out exactly a price",
    Kind.ATTACK: "no sword of your display can attack now",
    Kind.USE: "no effect can be used now",
    Kind.CLEAR: "clear the shop right after drawing, with five cards of five colours in hand",
    Kind.END: "",
}
