"""What a position at the end of a turn is worth to the player who ends it.

The value is a weighted sum of a few figures that everybody can see: the life points, how good the cards of
each deck are on average, what lies in the displays, and what the next attacks will take.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log
from typing import Final

from engine.game import Seat
from engine.swords_and_shields.board import HAND_SIZE
from engine.swords_and_shields.bots.trial import BLANK, BLANK_OPPONENT, BLANK_SHOP, Trial
from engine.swords_and_shields.cards import Card, Suit
from engine.swords_and_shields.strength import strength_in_display

LOST: Final = -1e6
"""The value of a lost game; a won one has the opposite."""

FIGURES: Final = (
    "life", "danger", "deck", "cards", "own shields", "own swords", "other shields", "other swords",
    "own buffs", "other buffs", "own duffs", "other duffs", "hand", "hand cards", "other hand cards",
    "blows", "other blows", "own places", "other places", "own lack", "other lack", "own thinness",
    "other thinness",
)  # fmt: skip
"""The names of the figures, in the order of `figures` and of the weights."""


@dataclass(frozen=True)
class Judge:
    """A judgement of positions."""

    weights: Mapping[str, float]
    """The weight of each of FIGURES."""
    worth: Callable[[Card], float]
    """What it is worth to draw a card, in life points a turn."""

    def value(self, trial: Trial, seat: Seat, worths: dict[Card, float]) -> float:
        """Return the value of a position to `seat`, whose turn ends; `worths` keeps what cards are worth."""
        if not trial.life[seat]:
            return LOST
        if not trial.life[seat.other]:
            return -LOST
        return sum(
            weight * figure
            for weight, figure in zip(self.weights.values(), figures(trial, seat, worths), strict=True)
        )

    def worths(self, trial: Trial) -> dict[Card, float]:
        """Return what every card of a trial is worth, blanks included."""
        cards = dict.fromkeys(
            [
                *(card for zone in (*trial.hands, *trial.decks, *trial.discards) for card in zone),
                *(card for display in trial.displays for stack in display for card in stack if card),
                *(card for card in trial.shop if card),
                *trial.shop_deck,
                *trial.shop_discard,
            ]
        )
        worths = {card: self.worth(card) for card in cards if card is not None}
        opposing = trial.decks[trial.player.other] + trial.hands[trial.player.other]
        worths[BLANK] = 0.0
        worths[BLANK_OPPONENT] = sum(worths[card] for card in opposing) / max(1, len(opposing))
        worths[BLANK_SHOP] = sum(worths[card] for card in trial.shop_deck) / max(1, len(trial.shop_deck))
        return worths


def figures(trial: Trial, seat: Seat, worths: dict[Card, float]) -> list[float]:
    """Return the figures of a position, in the order of FIGURES."""
    life, other_life = trial.life[seat], trial.life[seat.other]
    mean, count, sting = _deck(trial, seat, worths)
    other_mean, other_count, other_sting = _deck(trial, seat.other, worths)
    shields, swords, buffs, toll, places, _ = _display(trial, seat)
    other_shields, other_swords, other_buffs, other_toll, other_places, _ = _display(trial, seat.other)
    hand = trial.hands[seat]
    known = [card for card in hand if card is not BLANK]
    blanks = max(len(hand), HAND_SIZE) - len(known)
    strength = sum([card.strength for card in known if card.suit is Suit.SWORD])
    own_blow = strength + blanks * sting + swords - other_shields
    other_blow = HAND_SIZE * other_sting + other_swords - shields
    return [
        life - other_life,
        log((life + 6) / (other_life + 6)),
        mean - other_mean,
        count - other_count,
        shields,
        swords,
        other_shields,
        other_swords,
        buffs,
        other_buffs,
        toll,
        other_toll,
        sum([worths[card] for card in known]) - mean * len(known) / HAND_SIZE,
        len(hand),
        len(trial.hands[seat.other]),
        max(0.0, own_blow),
        max(0.0, other_blow),
        places,
        other_places,
        max(0, HAND_SIZE - count + places),
        max(0, HAND_SIZE - other_count + other_places),
        max(0, 8 - count),
        max(0, 8 - other_count),
    ]


def _deck(trial: Trial, seat: Seat, worths: dict[Card, float]) -> tuple[float, int, float]:
    """Return the worth of five average cards of a player, the number of all, and swords' strength a card."""
    cards = trial.hands[seat] + trial.decks[seat] + trial.discards[seat] + trial.sunk[seat]
    for stack in trial.displays[seat]:
        for card in stack:
            if card is not None:
                cards.append(card)
    number = len(cards) - cards.count(BLANK)
    if not number:
        return 0.0, 0, 0.0
    total = sum([worths[card] for card in cards])
    sting = sum([card.strength for card in cards if card.suit is Suit.SWORD])
    return HAND_SIZE * total / number, number, sting / number


def _display(trial: Trial, seat: Seat) -> tuple[int, int, int, int, int, int]:
    """Return the strength of the shields and of the swords, the buffs, the duffs' cost, and the places taken."""
    display, life_card = trial.displays[seat], trial.life_cards[seat]
    shields = swords = buffs = toll = places = most = 0
    for number, (buff, card) in enumerate(display):
        if buff is not None:
            buffs += buff.bonus
        if card is not None:
            places += 1
            strength = strength_in_display(display, number, life_card)
            toll += card.toll
            if card.suit is Suit.SHIELD:
                shields += strength
            else:
                swords += strength
                most = max(most, strength)
    return shields, swords, buffs, toll, places, most


def plain_worth(card: Card) -> float:
    """Return what it is worth to draw a card, by what is printed on it."""
    if card.is_buff:
        return 1.5 * card.bonus
    if card.is_duff:
        return -card.toll
    grey = 1.0 if card.colour == "grey" else 0.0
    return card.strength + grey + 0.3 * card.stones


PLAIN: Final = Judge(
    dict(
        zip(
            FIGURES,
            (
                1,
                12,
                4,
                0.1,
                0.5,
                0.4,
                -0.5,
                -0.5,
                1,
                -1,
                -2,
                2,
                0.4,
                0.5,
                -1,
                0.3,
                -0.5,
                0,
                0,
                -12,
                12,
                -4,
                4,
            ),
            strict=True,
        )
    ),
    plain_worth,
)
"""The judgement of the squire: made by hand, in life points."""
