"""What a motive tells: figures of what an action leads to."""

from typing import NamedTuple

from engine.swords_and_shields.actions import Action
from engine.swords_and_shields.cards import Card, Suit


class Purchase(NamedTuple):
    """What a purchase brings and costs."""

    card: Card
    paid: tuple[Card, ...]
    currency: Suit | None
    """Swords or shields; None is stones."""
    amount: int
    """The price in that currency."""
    waits: int
    """How many cards of the deck it goes to are drawn before it."""
    average: float | None
    """The average strength of the own cards; None if the opponent may hold some."""
    rivals: int | None
    """How many own cards of its suit are at least as strong; None if the opponent may hold some."""
    strongest_shield: int
    """The strength of the strongest shield of the opponent's display, as it stands; 0 if there is none."""
    is_drawn_next: bool
    """Of a duff: whether the opponent draws it at the start of the next turn."""


class Attack(NamedTuple):
    """What an attack, or several by one effect, take and cost."""

    card: Card
    strength: int
    broken: tuple[tuple[Card, int], ...]
    """The shields that it breaks, and the strength of each."""
    damage: int
    """The life points that the opponent loses."""
    shields_left: int
    counters: tuple[tuple[Card, int], ...]
    """The swords that strike back, and the strength of each."""
    cost: int
    """The life points that this costs."""
    is_countered: bool
    """Whether this is the attack of the turn after which swords strike back."""
    wins: bool


class Laying(NamedTuple):
    """What a card is good for where it is laid and stays."""

    card: Card
    strength: int
    """Its strength as it then stands; of a buff, its bonus."""
    danger: tuple[int, int]
    """The most life points that the opponent's open swords can take in the next turn, before and after it."""
    breakers: tuple[int, int] | None
    """Of a shield: how many of the opponent's hidden cards are swords that alone can break it, and how many
    cards are hidden; None if it is no shield, or some of those cards may be others."""


class Effect(NamedTuple):
    """What destroying a card brings and costs."""

    card: Card
    choice: Action | None
    """The last choice; None if there is none."""
    target: Card | None
    """The open card that the last choice is about; None if it is about none."""
    life: tuple[int, int] | None
    """The change of the own and the opponent's life points; None if it depends on hidden cards."""
    drawn: int
    """How many cards are drawn from decks."""
    taken: tuple[Card, ...]
    """The cards that are taken into the hand, as far as they are known before."""
    held: int | None
    """How many cards are then in hand; None if it depends on hidden cards."""
    removed: tuple[Card, ...]
    """The cards that leave the opponent's display."""
    averages: tuple[float, float] | None
    """The average strength of the own cards, before and after; None if it depends on hidden cards."""
    wins: bool


class Clearing(NamedTuple):
    """What a new shop can improve."""

    affordable: int
    """How many of the open cards can be bought with the hand and the display."""
    opened: int


class Ending(NamedTuple):
    """How things stand when the turn ends."""

    kept: int
    """The cards that stay in hand."""
    danger: int
    """The most life points that the opponent's open swords can take in the next turn."""
    swords: tuple[int, int] | None
    """How many of the cards that the opponent then has in hand and deck are swords, and the strength of the
    strongest; None if some of those cards may be others."""
    hidden: int
    """How many cards the opponent then has in hand and deck."""
    counter: int
    """The strength of the own swords that would strike back."""
    toll: int
    """The life points that the opponent's next turn costs at once, for duffs and missing cards."""
    wins: bool


Figures = Purchase | Attack | Laying | Effect | Clearing | Ending


class Motive(NamedTuple):
    """What an action is played for."""

    step: tuple[Action, ...]
    """The action and what follows for its purpose: a purchase after layings, choices after an effect."""
    figures: Figures
    spent: int = 0
    """The own life points that this costs before what the figures tell."""
