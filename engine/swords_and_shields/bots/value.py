"""What a position at the end of a turn is worth to the player who ends it.

The duel is a race, so a position is judged by two ratios: of the life points, and of what the two decks can
do in a turn. A strong deck counts as much as many life points while both have many left, and less and less
later. What lies in the displays and is held in hand counts like life points saved or taken. The opponent's
next attack comes from the hand as well as from the display, so an average hand of theirs counts too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Final, NamedTuple

from engine.game import Seat
from engine.swords_and_shields.board import HAND_SIZE, LIFE_FOR_A_CARD
from engine.swords_and_shields.bots.trial import BLANK, BLANK_OPPONENT, BLANK_SHOP, Trial
from engine.swords_and_shields.cards import Card, Colour, Suit
from engine.swords_and_shields.strength import Stack, strength_in_display

LOST: Final = -1e6
"""The value of a lost round; a won one has the opposite."""

_RESERVE: Final = 6.0
"""Life points added to both, since the last ones are not lost in one blow."""

_SAFE_SIZE: Final = 8
"""So many cards are enough to draw five each turn while three lie in the display."""


@dataclass(frozen=True)
class Judge:
    """A judgement of positions: how many life points, or how much of a ratio, each thing is worth."""

    worth: Callable[[Card], float]
    """What it is worth to draw a card, in life points."""
    deck: float = 0.9
    """How much the ratio of the decks counts compared to that of the life points."""
    shields: float = 0.5
    """For a point of strength of the own shields."""
    swords: float = 0.4
    other_shields: float = 0.5
    """The same for the other player, who moves next and can use the cards."""
    other_swords: float = 0.5
    buffs: float = 1.0
    toll: float = 2.0
    """For a life point that a duff in a display costs each turn."""
    hand: float = 0.4
    """For what the own hand is better than the average."""
    hand_cards: float = 0.5
    other_hand_cards: float = 1.0
    blow: float = 0.3
    """For a life point that the own next attacks will probably take."""
    other_blow: float = 0.5
    thin: float = 0.7
    """For a card that a deck is too small, in what the deck can do."""
    lack: float = 1.0
    """For a life point that a deck too small to draw five cards costs a turn."""
    idle: float = 0.0
    """For the worth of shields that stop more than is likely to strike; it is what they are not worth."""

    def value(self, trial: Trial, seat: Seat, worths: dict[Card, float]) -> float:
        """Return the value of a position to `seat`, whose turn ends; `worths` keeps what cards are worth."""
        other = seat.other
        if not trial.life[seat]:
            return LOST
        if not trial.life[other]:
            return -LOST
        display, opposing = _display(trial, seat), _display(trial, other)
        due = _missing(trial, other) + opposing.toll
        if due >= trial.life[other]:
            return -LOST
        deck, other_deck = _deck(trial, seat, worths), _deck(trial, other, worths)
        hand = trial.hands[seat]
        known = [card for card in hand if card is not BLANK]
        blanks = max(len(hand), deck.drawn) - len(known)
        strength = sum([card.strength for card in known if card.suit is Suit.SWORD])
        blow = strength + blanks * deck.sting + display.swords - opposing.shields
        attack = other_deck.drawn * other_deck.sting + opposing.swords
        life = (
            trial.life[seat]
            - _missing(trial, seat, display.returning(attack))
            + self.shields * display.shields
            + self.swords * display.swords
            + self.buffs * display.buffs
            - self.toll * display.toll
            + self.hand * (sum([worths[card] for card in known]) - deck.average * len(known))
            + self.hand_cards * len(hand)
            - self.other_blow * max(0.0, attack - display.shields)
        )
        other_life = (
            trial.life[other]
            - due
            + self.other_shields * opposing.shields
            + self.other_swords * opposing.swords
            + self.buffs * opposing.buffs
            - (self.toll - 1) * opposing.toll
            + self.other_hand_cards * len(trial.hands[other])
            - self.blow * max(0.0, blow)
        )
        power = self._power(deck) + self.lack * other_deck.lack
        other_power = self._power(other_deck) + self.lack * deck.lack
        if self.idle:
            power -= self.idle * _idle(trial, seat, deck, other_deck, worths)
            other_power -= self.idle * _idle(trial, other, other_deck, deck, worths)
        value = _log(life) - _log(other_life) + self.deck * (_log(power) - _log(other_power))
        # Rounded, so that no machine's logarithm breaks a tie differently.
        return round(100 * value, 6)

    def _power(self, deck: "_Deck") -> float:
        """Return what a deck can do in a turn."""
        return deck.drawn * deck.average - self.thin * max(0, _SAFE_SIZE - deck.number)

    def worths(self, trial: Trial) -> dict[Card, float]:
        """Return what every card of a trial is worth, blanks included."""
        cards = dict.fromkeys(
            [
                *(card for zone in (*trial.hands, *trial.decks, *trial.discards) for card in zone),
                *(card for sunk in trial.sunk for card in sunk),
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


def _log(number: float) -> float:
    """Return the logarithm of a number and the reserve, continued by a straight line below 0."""
    return log(number + _RESERVE) if number > 0 else log(_RESERVE) + number / _RESERVE


def _missing(trial: Trial, seat: Seat, returning: float = 0.0) -> float:
    """Return the life points that a player loses at the next refill for cards that are not there.

    `returning` cards of the display will be there by then.
    """
    cards = len(trial.hands[seat]) + len(trial.decks[seat]) + len(trial.discards[seat])
    return LIFE_FOR_A_CARD * max(0.0, HAND_SIZE - cards - returning)


class _Deck(NamedTuple):
    """All cards of a player, wherever they are."""

    average: float
    """The worth of a card."""
    number: int
    sting: float
    """The strength of the swords, divided among all cards."""

    @property
    def drawn(self) -> int:
        """How many cards a full hand has: fewer than five if there are no more."""
        return min(HAND_SIZE, self.number)

    @property
    def lack(self) -> int:
        """The life points that each turn costs, if there are too few cards even with those in the display."""
        return LIFE_FOR_A_CARD * (HAND_SIZE - self.drawn)


def _cards(trial: Trial, seat: Seat) -> list[Card]:
    """Return every card of a player, and the blanks in hand."""
    cards = trial.hands[seat] + trial.decks[seat] + trial.discards[seat] + trial.sunk[seat]
    for stack in trial.displays[seat]:
        for card in stack:
            if card is not None:
                cards.append(card)
    return cards


def _idle(trial: Trial, seat: Seat, deck: _Deck, against: _Deck, worths: dict[Card, float]) -> float:
    """Return the worth of the shields of a full hand beyond what two average attacks could break."""
    shields = [card for card in _cards(trial, seat) if card.suit is Suit.SHIELD]
    share = deck.drawn / max(1, deck.number)
    guard = share * sum([card.strength for card in shields])
    if not guard:
        return 0.0
    idle = max(0.0, 1 - 2 * against.drawn * against.sting / guard)
    return idle * share * sum([max(0.0, worths[card]) for card in shields])


def _deck(trial: Trial, seat: Seat, worths: dict[Card, float]) -> _Deck:
    cards = _cards(trial, seat)
    count = len(cards) - cards.count(BLANK)
    if not count:
        return _Deck(0.0, 0, 0.0)
    total = sum([worths[card] for card in cards])
    sting = sum([card.strength for card in cards if card.suit is Suit.SWORD])
    return _Deck(total / count, count, sting / count)


class _Figures(NamedTuple):
    """What lies in a display."""

    shields: int
    """The strength of the shields together, reinforced."""
    swords: int
    buffs: int
    toll: int
    guards: int
    """How many of the cards are shields."""

    def returning(self, attack: float) -> float:
        """Return how many shields an attack of a total strength breaks, so that they can be drawn again."""
        return self.guards * min(1.0, attack / self.shields) if self.shields else 0.0


def _display(trial: Trial, seat: Seat) -> _Figures:
    return _figures(tuple(trial.displays[seat]), trial.life_cards[seat])


# Most steps of a plan leave at least one of the displays alone.
@lru_cache(maxsize=4096)
def _figures(display: tuple[Stack, ...], life_card: Colour) -> _Figures:
    shields = swords = buffs = toll = guards = 0
    for number, (buff, card) in enumerate(display):
        if buff is not None:
            buffs += buff.bonus
        if card is not None:
            toll += card.toll
            if card.suit is Suit.SHIELD:
                guards += 1
                shields += strength_in_display(display, number, life_card)
            elif card.suit is Suit.SWORD:
                swords += strength_in_display(display, number, life_card)
    return _Figures(shields, swords, buffs, toll, guards)


def plain_worth(card: Card) -> float:
    """Return what it is worth to draw a card, by what is printed on it."""
    if card.is_buff:
        return 1.5 * card.bonus
    if card.is_duff:
        return -card.toll
    grey = 1.0 if card.colour == "grey" else 0.0
    return card.strength + grey + 0.3 * card.stones


PLAIN: Final = Judge(plain_worth)
"""The judgement of the squire, made by hand."""
