"""A turn being composed: the cards laid so far, and the legal actions that still fit them.

Holds no rule: it only ever narrows down the legal actions that a view offers.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engarde_tui.games.en_garde.words import to_do
from engine.en_garde import Action, Kind, Phase
from engine.en_garde.actions import advance, advance_and_attack, attack, evade, parry, step_back
from engine.en_garde.view import RoundView

_FORWARD = {
    Kind.ADVANCE: True,
    Kind.ATTACK: True,
    Kind.ADVANCE_AND_ATTACK: True,
    Kind.PARRY: True,
    Kind.STEP_BACK: False,
    Kind.EVADE: False,
}


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been laid, in which direction, and where the list's cursor is."""

    legal: tuple[Action, ...] = ()
    laid: tuple[int, ...] = ()
    forward: bool | None = None
    """Towards the opponent, away from it, or not said yet."""
    cursor: int | None = None
    """The option pointed at in the list."""

    @classmethod
    def begin(cls, legal: Iterable[Action]) -> "Draft":
        """Nothing laid yet; attacks and parries lead the list, for they matter most."""
        return cls(tuple(sorted(legal, key=lambda action: not action.blades)))

    @property
    def options(self) -> tuple[Action, ...]:
        """The legal actions that begin with the laid cards and go the chosen way."""
        return tuple(
            action
            for action in self.legal
            if action.cards[: len(self.laid)] == self.laid
            and (self.forward is None or _FORWARD.get(action.kind) is self.forward)
        )

    @property
    def chosen(self) -> Action | None:
        """What enter would play: the option pointed at, or the only one that is complete as it lies."""
        options = self.options
        if self.cursor is not None:
            return options[self.cursor]
        if len(options) == 1 and (options[0].cards == self.laid or self.forward is not None):
            return options[0]
        complete = [action for action in options if self.laid and action.cards == self.laid]
        return complete[0] if len(complete) == 1 else None

    @property
    def shown(self) -> tuple[int, ...]:
        """The cards that lie on the table: the laid ones, or those of what would be played."""
        return self.chosen.cards if self.chosen else self.laid

    @property
    def is_empty(self) -> bool:
        """Nothing has been laid, said or pointed at."""
        return not self.laid and self.forward is None and self.cursor is None

    def lay(self, card: int) -> "Draft | None":
        """With one more card; None where no legal action goes on with it."""
        return self._fitting(replace(self, laid=(*self.laid, card), cursor=None))

    def face(self, forward: bool) -> "Draft | None":
        """Going that way; None where nothing that fits does."""
        return self._fitting(replace(self, forward=forward, cursor=None))

    def lay_all(self) -> "Draft | None":
        """With every card that strengthens the attack or makes up the parry; None where there is neither."""
        direct = [action for action in self.options if action.blades and (self.laid or not action.step)]
        if not direct:
            return None
        return self._with_blades(max(direct, key=lambda action: len(action.cards)))

    def take_back(self) -> "Draft":
        """Without the last thing done: the cursor, the last card, or the direction."""
        if self.cursor is not None:
            return replace(self, cursor=None)
        if self.laid:
            return replace(self, laid=self.laid[:-1], forward=self.forward if len(self.laid) > 1 else None)
        return replace(self, forward=None)

    def point(self, steps: int) -> "Draft":
        """Move the cursor through the options, around the ends."""
        options = len(self.options)
        if not options:
            return self
        if self.cursor is None:
            return replace(self, cursor=0 if steps > 0 else options - 1)
        return replace(self, cursor=(self.cursor + steps) % options)

    def point_at(self, option: int) -> "Draft":
        """Put the cursor on one option."""
        return replace(self, cursor=option)

    def move_to(self, squares: int) -> "Draft | None":
        """The move that lands `squares` further (back if negative); None where none does."""
        found = [action for action in self.legal if action.step == squares]
        return replace(self, laid=(abs(squares),), forward=squares > 0, cursor=None) if found else None

    def strike(self) -> "Draft | None":
        """With one more card of the attack, or the whole parry; None where neither fits."""
        longer = [
            action
            for action in self.options
            if action.blades and len(action.cards) > len(self.laid) and (self.laid or not action.step)
        ]
        if not longer:
            return None
        return self._with_blades(min(longer, key=lambda action: len(action.cards)))

    def _with_blades(self, action: Action) -> "Draft":
        """With the cards of an attack or a parry, and not of a step back that one of them would also make."""
        return replace(self, laid=action.cards, forward=True, cursor=None)

    @staticmethod
    def _fitting(draft: "Draft") -> "Draft | None":
        return draft if draft.options else None


def why_not_lay(view: RoundView, draft: Draft, card: int) -> str:
    """Why `card` cannot be laid now, as the rules say it of the actions the player may have meant."""
    laid = (*draft.laid, card)
    first, *rest = laid
    if view.attack is not None:
        attempts = [parry(card, len(laid))] if len(laid) > 1 or not view.attack.step else [evade(card)]
        if len(laid) == 1 and card == view.attack.blades[0]:
            attempts = [parry(card, len(view.attack.blades))]
    elif view.phase is Phase.LAST_CHANCE:
        attempts = [attack(card, len(laid))]
    elif not rest:
        moves = {True: [advance(card)], False: [step_back(card)], None: [advance(card), step_back(card)]}
        attempts = moves[draft.forward]
    elif first == view.distance:
        attempts = [attack(card, len(laid) if card == first else 1)]
    else:
        attempts = [advance_and_attack(first, card, len(rest))]
    reasons = dict.fromkeys(reason for action in attempts if (reason := view.why_illegal(action)))
    return "; ".join(reasons) or f"a {card} does not go on that way: choose the other, or take a card back"


def why_not_lay_all(draft: Draft) -> str:
    """Why there is no attack and no parry to complete."""
    if any(action.blades for action in draft.options):
        return "no direct attack: lay the card to advance with first"
    return "there is nothing to attack or parry with"


def why_not_face(view: RoundView, draft: Draft, forward: bool) -> str:
    """Why nothing that fits goes that way."""
    if draft.laid and view.phase is Phase.TURN:
        card = draft.laid[0]
        if reason := view.why_illegal(advance(card) if forward else step_back(card)):
            return reason
    return f"there is nothing to play {'forward' if forward else 'backward'}"


def why_not_play(draft: Draft) -> str:
    """Why enter plays nothing yet, and what is missing."""
    if not draft.laid:
        return "Lay a card, or point at a line of the list."
    complete = [to_do(action) for action in draft.options if action.cards == draft.laid]
    if len(complete) > 1:
        return f"{' or '.join(complete).capitalize()}? Choose with the arrows."
    return "That takes more cards: lay them, or take the last one back."


def why_not_defend(view: RoundView) -> list[str]:
    """Why the parry and the evasions that are missing among the answers to an attack are missing."""
    if view.attack is None or view.seat is not view.turn:
        return []
    attempts = [parry(view.attack.blades[0], len(view.attack.blades))]
    attempts += [evade(card) for card in dict.fromkeys(view.hand)]
    return list(dict.fromkeys(reason for action in attempts if (reason := view.why_illegal(action))))
