"""The table of A Game of Swords and Shields: a list of actions that a card, a place or a letter narrows."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar, Final

from engarde_tui.games.swords_and_shields.compendium import card_in_words
from engarde_tui.games.swords_and_shields.draft import TOPICS, Draft
from engarde_tui.games.swords_and_shields.numbers import (
    MOST_NUMBERED,
    in_hand,
    numbered,
    numbered_from_view,
)
from engarde_tui.games.swords_and_shields.offers import find_card, look, offer_by_name, open_places
from engarde_tui.games.swords_and_shields.previews import distinct, meaning, preview
from engarde_tui.games.swords_and_shields.words import prompt
from engarde_tui.language import put, tr, tr_as, tr_count
from engarde_tui.play.keys import LIST_KEYS, KeyAction
from engarde_tui.play.scene import Mode, Scene, Words
from engarde_tui.play.words import KeyOf, round_won
from engarde_tui.sessions.board import Board, StepRefusedError, press_to_play
from engarde_tui.sessions.session import Session
from engine.message import message
from engine.swords_and_shields import Action, Card, DuelView, Kind, Place

_WHY_NOT: Final = {
    Kind.BUY: message("nothing in the shop can be bought: lay out cards for exactly its price"),
    Kind.ATTACK: message("no sword of your display can attack now"),
    Kind.USE: message("no effect can be used now"),
    Kind.CLEAR: message("clear the shop right after drawing, with five cards of five colours in hand"),
    Kind.END: message("the turn cannot be ended now"),
}

_TOPIC_KEYS: Final = (
    KeyAction("topic", "b", "buy", "List: buy", "list-buy", "b"),
    KeyAction("topic", "a", "attack", "List: attack", "list-attack", "a"),
    KeyAction("topic", "e", "effect", "List: effect", "list-use", "e"),
    KeyAction("topic", "n", "new shop", "List: new shop", "list-clear", "n"),
    KeyAction("topic", "t", "end turn", "List: end turn", "list-end", "t"),
)

_TOPIC_LABELS: Final = {key.argument: key.label for key in _TOPIC_KEYS}


class SwordsBoard(Board):
    """Chooses actions from a list that a card, a place or a letter narrows."""

    keys: ClassVar[tuple[KeyAction, ...]] = (
        *(
            KeyAction(
                "card",
                f"{number}",
                "card",
                "What you can do with a card of your hand",
                f"card-{number}",
                number - 1,
                "card",
            )
            for number in range(1, MOST_NUMBERED + 1)
        ),
        *_TOPIC_KEYS,
        KeyAction("look", "o", "look", "Read the next open card"),
        *LIST_KEYS,
        KeyAction("play", "enter", "play", "Play this action"),
        KeyAction("clear", "escape", "list all", "List everything again"),
        KeyAction("clear", "backspace", "", "List everything again", "back", is_shown=False),
    )
    reading: ClassVar = frozenset({"card", "place", "look", "clear"})
    style: ClassVar[str] = "duel"
    style_sheets: ClassVar[tuple[str, ...]] = ("table", "swords_and_shields")

    def compose(self, session: Session, scene: Any) -> Iterator[Any]:
        """Show both sides with the shop between them, and the list and the log, or a lesson, beside them.

        Spectators have both hands, face down, in place of their own.
        """
        from textual.containers import Horizontal, Vertical

        from engarde_tui.games.swords_and_shields.widgets.hand import DuelHand, HiddenHands
        from engarde_tui.games.swords_and_shields.widgets.life_box import LifeBox
        from engarde_tui.games.swords_and_shields.widgets.log import Log
        from engarde_tui.games.swords_and_shields.widgets.messages import (
            DuelCurtain,
            DuelLessonWords,
            TurnWords,
        )
        from engarde_tui.games.swords_and_shields.widgets.offers import Offers
        from engarde_tui.games.swords_and_shields.widgets.rounds import Rounds
        from engarde_tui.games.swords_and_shields.widgets.shop import Shop
        from engarde_tui.games.swords_and_shields.widgets.side import Side

        words = Log() if session.words is None else DuelLessonWords(*session.words)
        yield LifeBox().data_bind(scene)
        with Horizontal(id="duel"):
            with Vertical(id="cards"):
                yield Side(is_below=False).data_bind(scene)
                yield Shop().data_bind(scene)
                yield Side(is_below=True).data_bind(scene)
                yield (HiddenHands() if session.client.is_spectator else DuelHand()).data_bind(scene)
            with Vertical(id="beside"):
                yield Offers().data_bind(scene)
                yield words.data_bind(scene)
                yield Rounds().data_bind(scene)
        yield DuelCurtain().data_bind(scene)
        yield TurnWords().data_bind(scene)

    def begin(self, view: DuelView) -> Draft:
        """List everything that is legal."""
        return Draft.begin(distinct(view), numbered_from_view(view))

    def clear(self, view: DuelView, draft: Draft) -> Draft:
        """List everything again; cards keep their numbers."""
        return draft.clear()

    def carry(self, before: Scene, scene: Scene) -> Draft:
        """Return the draft of a scene in which cards keep their numbers while the turn lasts.

        A card that is read is still read as long as the player waits and it has not moved.
        """
        old, new, draft = before.view.round, scene.view.round, before.draft
        begun: Draft = scene.draft
        if (before.view.number, old.number, old.seat) != (scene.view.number, new.number, new.seat):
            return begun
        begun = replace(begun, slots=numbered(new.hand, draft.slots))
        if scene.mode not in (Mode.WAITING, Mode.WATCHING) or new.turn is None:
            return begun
        if draft.read in new.hand:
            return begun.read_card(draft.read)
        place = draft.looked_at
        is_there = place is not None and find_card(old, place) == find_card(new, place)
        return begun.look_at(place) if is_there else begun

    def take(self, view: DuelView, draft: Draft, step: str, argument: Any) -> Draft:
        """Return a draft after a step; raises StepRefusedError."""
        match step:
            case "clear":
                return draft.clear()
            case _ if view.turn is None:
                raise StepRefusedError(tr("the round is over"))
            case "card" | "topic" if view.pending is not None and view.turn is view.seat:
                raise StepRefusedError(tr("choose for the effect first"))
            case "card" if view.seat is None:
                raise StepRefusedError(tr("you are watching, and the hands are hidden"))
            case "card":
                card = _numbered(view, draft, argument)
                if view.turn is not view.seat:
                    return draft.read_card(card)
                return _taken(draft.about_card(card), tr("nothing can be done with this card now"))
            case "topic":
                kind, label = TOPICS[argument], tr_as("key", _TOPIC_LABELS[argument])
                return _taken(draft.about_kind(kind, label), put(_WHY_NOT[kind]))
            case "look":
                places = open_places(view)
                return _taken(draft.look(places) if places else None, tr("no card lies open"))
            case "place":
                found = draft.about_place(argument)
                if found is None and find_card(view, argument) is not None:
                    found = draft.look_at(argument)
                return _taken(found, tr("there is nothing"))
            case "point":
                return draft.point(argument)
            # The list may have become shorter since it was drawn.
            case "point_at" if argument < len(draft.listed):
                return draft.point_at(argument)
        return draft

    def step_of(self, target: object) -> tuple[str, Any] | None:
        """Return what a click means: a card of the hand, a place, or a line of the list."""
        match target:
            case "card", int(index):
                return "card", index
            case Place():
                return "place", target
            case _:
                return super().step_of(target)

    def chosen(self, draft: Draft) -> Action | None:
        """Return the marked action, None if none is."""
        return draft.chosen

    def own(self, draft: Draft) -> Action | None:
        """Return the marked action, unless a hint has marked it."""
        return None if draft.is_hint else draft.chosen

    def with_hint(self, view: DuelView, draft: Draft, action: Action) -> Draft:
        """Return the draft that lists everything, with the action of a hint marked."""
        listed = [meaning(view, each) for each in draft.legal]
        return replace(draft.clear().point_at(listed.index(meaning(view, action))), is_hint=True)

    def listed(self, view: DuelView) -> tuple[Action, ...]:
        """Return one of the actions that mean the same."""
        return distinct(view)

    def missing(self, view: DuelView, draft: Draft, key_of: KeyOf) -> str:
        """Return what to do before something can be played."""
        return tr("pick an action first: by number, by letter, or from the list")

    def hidden_keys(self, scene: Scene) -> frozenset[str]:
        """Return the letters of what cannot be done now, and the numbers of no card that can be picked."""
        view: DuelView = scene.view.round
        is_playing = scene.mode is Mode.PLAYING
        kinds = {action.kind for action in view.legal} if view.pending is None else set()
        topics = {f"list-{kind}" for kind in TOPICS.values() if kind not in kinds}
        numbers = () if is_playing and view.pending else _numbers(view, scene.draft)
        cards = {f"card-{number}" for number in range(1, MOST_NUMBERED + 1) if number not in numbers}
        is_whole = scene.draft.is_empty and scene.draft.looked_at is None
        return frozenset(topics | cards | ({"clear"} if is_whole or not is_playing else set()))

    def prompt(self, scene: Scene, key_of: KeyOf) -> str:
        """Return what the player to act can do, whom to wait for, or who won."""
        match scene.mode:
            case Mode.PLAYING:
                return prompt(scene.view.round, _numbers(scene.view.round, scene.draft), key_of)
            case Mode.ROUND_OVER:
                won = round_won(scene.view, scene.view.finished[-1])
                return tr("{who_won}.\nPress {key} to continue.", who_won=won, key=key_of("go-on"))
            case _:
                return super().prompt(scene, key_of)

    def describe(self, view: DuelView, draft: Draft, key_of: KeyOf) -> Words:
        """Return what the marked action does, else the card looked at, else what can be done."""
        if draft.looked_at is not None:
            return Words(look(view, draft.looked_at))
        if draft.read is not None:
            return Words(card_in_words(draft.read))
        if draft.chosen is None:
            return Words(prompt(view, _numbers(view, draft), key_of))
        told = preview(view, draft.chosen, self.names)
        return Words(f"{told}\n{press_to_play(key_of)}", ready=True)

    def offer(self, view: DuelView, action: Action) -> str:
        """Return an action with the names of its cards."""
        return offer_by_name(view, action)


def _numbers(view: DuelView, draft: Draft) -> list[int]:
    """Return the numbers of the cards in hand that have keys."""
    held = in_hand(draft.slots, view.hand)[:MOST_NUMBERED]
    return [number for number, card in enumerate(held, 1) if card is not None]


def _numbered(view: DuelView, draft: Draft, index: int) -> Card:
    """Return the card in hand with a number, counted from 0; raises StepRefusedError."""
    held = in_hand(draft.slots, view.hand)
    if index >= len(held):
        raise StepRefusedError(tr_count("you hold {number} card", "you hold {number} cards", len(view.hand)))
    card = held[index]
    if card is None:
        raise StepRefusedError(tr("card {number} has left your hand", number=index + 1))
    return card


def _taken(draft: Draft | None, why_not: str) -> Draft:
    """Return a draft; raises StepRefusedError if it is None."""
    if draft is None:
        raise StepRefusedError(why_not)
    return draft
