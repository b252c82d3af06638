"""A turn being composed: the cards laid so far, and the legal actions that still fit.

Knows no rules: it only narrows down the legal actions of a view.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engarde_tui.games.en_garde.words import prompt_of, to_do
from engarde_tui.language import put, tr
from engarde_tui.play.words import KeyOf, capital
from engine.en_garde import Action, Kind, Phase, why_illegal
from engine.en_garde.actions import advance, advance_and_attack, attack, evade, parry, step_back
from engine.en_garde.refusal import FENCERS, Names
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
    """The laid cards, the direction, and the list's cursor."""

    legal: tuple[Action, ...] = ()
    laid: tuple[int, ...] = ()
    forward: bool | None = None
    """True towards the opponent, False away, None while not chosen."""
    cursor: int | None = None
    """Index of the option pointed at in the list."""
    before_hint: "Draft | None" = None
    """The player's own draft, if a hint points at the option; taking the hint back returns to it."""

    @classmethod
    def begin(cls, legal: Iterable[Action]) -> "Draft":
        """Return an empty draft; attacks and parries come first in its list, as they matter most."""
        return cls(tuple(sorted(legal, key=lambda action: not action.blades)))

    @property
    def options(self) -> tuple[Action, ...]:
        """The legal actions that start with the laid cards and go in the chosen direction."""
        return tuple(
            action
            for action in self.legal
            if action.cards[: len(self.laid)] == self.laid
            and (self.forward is None or _FORWARD.get(action.kind) is self.forward)
        )

    @property
    def chosen(self) -> Action | None:
        """What enter would play: the option pointed at, or the only complete one; None if open."""
        options = self.options
        if self.cursor is not None:
            return options[self.cursor]
        if len(options) == 1 and (options[0].cards == self.laid or self.forward is not None):
            return options[0]
        complete = [action for action in options if self.laid and action.cards == self.laid]
        # A card that parries could also evade, but for that its direction is chosen, too.
        parries = [action for action in complete if action.kind is Kind.PARRY]
        return (parries or complete)[0] if parries or len(complete) == 1 else None

    @property
    def shown(self) -> tuple[int, ...]:
        """The cards on the table: those of the chosen action, else the laid ones."""
        return self.chosen.cards if self.chosen else self.laid

    @property
    def is_hint(self) -> bool:
        """Whether a hint has chosen the action."""
        return self.before_hint is not None

    @property
    def is_empty(self) -> bool:
        """Nothing has been laid, chosen or pointed at."""
        return not self.laid and self.forward is None and self.cursor is None

    def lay(self, card: int) -> "Draft | None":
        """Return the draft with one more card; None if no legal action fits."""
        return self._fitting(self._with(laid=(*self.laid, card)))

    def face(self, forward: bool) -> "Draft | None":
        """Return the draft in that direction; None if no legal action fits."""
        return self._fitting(self._with(forward=forward))

    def lay_all(self) -> "Draft | None":
        """Return the draft of the largest attack or the parry; None if there is neither."""
        direct = [action for action in self.options if action.blades and (self.laid or not action.step)]
        if not direct:
            return None
        return self._with_blades(max(direct, key=lambda action: len(action.cards)))

    def undo(self) -> "Draft":
        """Return the draft without its last step: a hint, the cursor, the last card, or the direction."""
        if self.before_hint is not None:
            return self.before_hint
        if self.cursor is not None:
            return replace(self, cursor=None)
        if self.laid:
            return replace(self, laid=self.laid[:-1], forward=self.forward if len(self.laid) > 1 else None)
        return replace(self, forward=None)

    def point(self, steps: int) -> "Draft":
        """Return the draft with the cursor moved by `steps`; wraps."""
        options = len(self.options)
        if not options:
            return self
        if self.cursor is None:
            return replace(self, cursor=0 if steps > 0 else options - 1)
        return self.point_at((self.cursor + steps) % options)

    def point_at(self, option: int) -> "Draft":
        """Return the draft with the cursor on `option`."""
        return self._with(cursor=option)

    def with_hint(self, action: Action) -> "Draft":
        """Return the draft with the cursor on a legal action of all, until the hint is taken back."""
        own = self if self.before_hint is None else self.before_hint
        return Draft(self.legal, cursor=self.legal.index(action), before_hint=own)

    def move_to(self, squares: int) -> "Draft | None":
        """Return the move by `squares` (negative: back); None if none is legal."""
        found = [action for action in self.legal if action.step == squares]
        return self._with(laid=(abs(squares),), forward=squares > 0) if found else None

    def strike(self) -> "Draft | None":
        """Return the draft with one more attacking card, or the whole parry; None if neither fits."""
        longer = [
            action
            for action in self.options
            if action.blades and len(action.cards) > len(self.laid) and (self.laid or not action.step)
        ]
        if not longer:
            return None
        return self._with_blades(min(longer, key=lambda action: len(action.cards)))

    def _with_blades(self, action: Action) -> "Draft":
        """Return the draft of an attack or a parry, never of the step back its card could also make."""
        return self._with(laid=action.cards, forward=True)

    def _with(self, **changes: Any) -> "Draft":
        """Return the draft changed by the player, without the cursor and the hint."""
        return replace(self, **{"cursor": None, "before_hint": None, **changes})

    @staticmethod
    def _fitting(draft: "Draft") -> "Draft | None":
        return draft if draft.options else None


def other_use(draft: Draft) -> Action | None:
    """Return what the cards of a parry could do instead, in the other direction; None if nothing."""
    chosen = draft.chosen
    if chosen is None or chosen.kind is not Kind.PARRY or draft.forward is not None:
        return None
    return next((each for each in draft.options if each.cards == draft.laid and each != chosen), None)


def _why_illegal(view: RoundView, action: Action, names: Names = FENCERS) -> str:
    """Return why an action is illegal; "" for a legal one."""
    reason = why_illegal(view, action, names)
    return "" if reason is None else put(reason)


def why_not_lay(view: RoundView, draft: Draft, card: int, names: Names = FENCERS) -> str:
    """Return why `card` cannot be laid now: what the rules say of each action it could mean."""
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
    reasons = dict.fromkeys(filter(None, (_why_illegal(view, action, names) for action in attempts)))
    return "; ".join(reasons) or tr(
        "a {card} does not fit that direction: choose the other one, or undo a card", card=card
    )


def why_not_lay_all(view: RoundView, draft: Draft) -> str:
    """Return why there is no attack or parry to complete."""
    if any(action.blades for action in draft.options):
        return tr("no direct attack: pick the card to advance with first")
    return why_not_strike(view)


def why_not_strike(view: RoundView) -> str:
    """Return why there is no card to attack with, or no parry."""
    return _why_no_parry(view) or tr("you have nothing to attack or parry with")


def _why_no_parry(view: RoundView) -> str:
    """Return why the attack that is to be answered cannot be parried; "" without one, or if it can."""
    if view.attack is None:
        return ""
    return _why_illegal(view, parry(view.attack.blades[0], len(view.attack.blades)))


def why_not_face(view: RoundView, draft: Draft, forward: bool, names: Names = FENCERS) -> str:
    """Return why no legal action goes in that direction."""
    if draft.laid and view.phase is Phase.TURN:
        card = draft.laid[0]
        if reason := _why_illegal(view, advance(card) if forward else step_back(card), names):
            return reason
    if not forward:
        return tr("you have nothing to play backward")
    return _why_no_parry(view) or tr("you have nothing to play forward")


def why_not_play(view: RoundView, draft: Draft, key_of: KeyOf) -> str:
    """Return what is missing before the draft can be played."""
    if not draft.laid:
        return tr("Pick a card, or pick from the list.") if view.attack is None else prompt_of(view, key_of)
    complete = [to_do(action) for action in draft.options if action.cards == draft.laid]
    if len(complete) > 1:
        one, other = complete
        question = tr(
            "{one} or {other}? Choose with {left} or {right}.",
            one=one,
            other=other,
            left=key_of("left"),
            right=key_of("right"),
        )
        return capital(question)
    return tr("This takes more cards: pick them, or undo the last one.")


def why_not_defend(view: RoundView) -> list[str]:
    """Return why the parry and the evasions that are not legal now are not."""
    if view.attack is None or view.seat is not view.turn:
        return []
    attempts = [parry(view.attack.blades[0], len(view.attack.blades))]
    if view.rules.indirect:
        attempts += [evade(card) for card in dict.fromkeys(view.hand)]
    return list(dict.fromkeys(filter(None, (_why_illegal(view, action) for action in attempts))))
