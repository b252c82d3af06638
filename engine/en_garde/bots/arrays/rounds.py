"""Many rounds at once, as arrays: the rules of `engine.en_garde.round`, five to twelve times faster.

Tests play both to check that they agree. Squares are counted from each fencer's own end of the piste, so that
left and right are alike. Parameters called `rows` are indices of rounds.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.en_garde.bots import inputs
from engine.en_garde.rules import CARD_VALUES, COPIES_OF_A_VALUE, HAND_SIZE, PISTE_SQUARES, Rules

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

TURN: Final = 0
DEFENCE: Final = 1
LAST_CHANCE: Final = 2
LAST_DEFENCE: Final = 3
OVER: Final = 4

MOST_ACTIONS: Final = 28
"""More than a round can have: each takes a card of the deck, except for a hit or a pass in the end."""

UPCOMING: Final = 6
"""The number of next cards in the draw pile that the critic sees."""

CRITIC_INPUTS: Final = inputs.INPUTS + 30 + 5 * UPCOMING

_CARDS: Final = np.arange(1, 6)
_PAD: Final = 5
"""Columns before card 0 in a padded hand, so that any distance plus an offset is a column."""

# The step and the number of attacking cards of each output.
_STEP = np.zeros(inputs.OUTPUTS, np.int64)
_NUMBER = np.zeros(inputs.OUTPUTS, np.int64)
_STEP[inputs.ADVANCES : inputs.ADVANCES + 5] = _CARDS
_STEP[inputs.STEPS_BACK : inputs.STEPS_BACK + 5] = -_CARDS
_NUMBER[inputs.ATTACKS : inputs.ATTACKS + 5] = _CARDS
_STEP[inputs.INDIRECT_ATTACKS : inputs.PARRY] = np.repeat(_CARDS, 4)
_NUMBER[inputs.INDIRECT_ATTACKS : inputs.PARRY] = np.tile(np.arange(1, 5), 5)
_STEP[inputs.EVASIONS : inputs.EVASIONS + 5] = -_CARDS


class Size(NamedTuple):
    """The size of a game by the same rules."""

    values: int = len(CARD_VALUES)
    copies: int = COPIES_OF_A_VALUE
    hand: int = HAND_SIZE
    squares: int = PISTE_SQUARES

    @property
    def deck(self) -> tuple[int, ...]:
        """All cards, ascending."""
        return tuple(card for card in range(1, self.values + 1) for _ in range(self.copies))


FULL: Final = Size()


class Rounds:
    """Rounds in progress, each with its own rules and deck.

    Cards 0 are face down. With a deck of them, only what both fencers see is played: no round ends because
    of the cards in a hand, and a showdown has no winner.
    """

    def __init__(self, rules: Sequence[Rules], decks: Ints, first: Ints, size: Size = FULL) -> None:
        """Deal a round per rules, per row of `decks` and per starter in `first`."""
        number = len(rules)
        rows = np.arange(number)
        self.size = size
        self.rules = np.array([inputs.switches(rule) for rule in rules], np.bool_)
        self.deck = decks
        self.drawn = np.full(number, 2 * size.hand)
        self.hands = np.zeros((number, 2, 6), np.int64)
        for seat in range(2):
            for index in range(size.hand):
                self.hands[rows, seat, decks[:, size.hand * seat + index]] += 1
        self.played = np.zeros((number, 6), np.int64)
        self.since = np.full((number, 2, 6), inputs.NEVER)
        """As `cards_since` of the inputs returns it."""
        self.latest = np.full((number, 2, inputs.REMEMBERED), inputs.OUTPUTS)
        """The outputs each fencer chose last, the latest first; `OUTPUTS` if there was none."""
        self.advanced = np.zeros((number, 2), np.int64)
        self.phase = np.zeros(number, np.int64)
        self.turn = first.copy()
        self.first = first
        self.actions = np.full((number, MOST_ACTIONS), inputs.OUTPUTS, np.int8)
        """All outputs chosen, in order; then `OUTPUTS`."""
        self.length = np.zeros(number, np.int64)
        """The number of actions."""
        self.attack = np.zeros((number, 3), np.int64)
        """The attack to answer: card, number of cards, 1 if indirect; zeros if there is none."""
        self.winner = np.full(number, -1)
        """Seat 0 or 1; -1 if drawn or in progress."""

    def take(self, rows: Ints) -> "Rounds":
        """Return copies of these rows, each as often as it is named."""
        copies = object.__new__(Rounds)
        for name, part in vars(self).items():
            setattr(copies, name, part if name == "size" else part[rows])
        return copies

    @property
    def playing(self) -> Ints:
        """The rows of the rounds in progress."""
        return np.flatnonzero(self.phase != OVER)

    def distance(self, rows: Ints) -> Ints:
        """Return the difference of the fencers' squares."""
        return self.size.squares - 1 - self.advanced[rows].sum(1)

    def pile(self, rows: Ints) -> Ints:
        """Return the number of cards left to draw."""
        return self.deck.shape[1] - self.drawn[rows]

    def legal(self, rows: Ints) -> Bools:
        """Return which outputs stand for a legal action of the player to act, a row per round."""
        number = len(rows)
        index = np.arange(number)[:, None]
        turn, phase = self.turn[rows], self.phase[rows]
        parry, indirect = self.rules[rows, 0], self.rules[rows, 1]
        hand = self.hands[rows, turn]
        padded = _padded(hand)
        distance = self.distance(rows)
        behind = self.advanced[rows, turn]
        mask = np.zeros((number, inputs.OUTPUTS), np.bool_)
        held = hand[:, 1:] > 0
        back = held & (behind[:, None] >= _CARDS)
        onward = held & (distance[:, None] > _CARDS)
        own = (phase == TURN)[:, None]
        attacking = own | (phase == LAST_CHANCE)[:, None]
        mask[:, :5] = onward & own
        mask[:, 5:10] = back & own
        hits = padded[index[:, 0], distance + _PAD]
        hits = np.where(parry, hits, np.minimum(hits, 1))[:, None]
        mask[:, inputs.ATTACKS : inputs.ATTACKS + 5] = (hits >= _CARDS) & attacking
        reach = distance[:, None] - _CARDS
        spare = padded[index, reach + _PAD] - (reach == _CARDS)
        can_attack = onward & own & indirect[:, None]
        mask[:, inputs.INDIRECT_ATTACKS : inputs.PARRY] = (
            can_attack[:, :, None] & (spare[:, :, None] >= np.arange(1, 5))
        ).reshape(number, 20)
        defending = (phase == DEFENCE) | (phase == LAST_DEFENCE)
        card, blades, moved = self.attack[rows].T
        mask[:, inputs.PARRY] = defending & (hand[index[:, 0], card] >= blades)
        mask[:, inputs.EVASIONS : inputs.EVASIONS + 5] = back & (defending & (moved == 1))[:, None]
        mask[:, inputs.TAKE_HIT] = defending & ~mask[:, inputs.PARRY : inputs.TAKE_HIT].any(1)
        mask[:, inputs.NO_ATTACK] = phase == LAST_CHANCE
        return mask

    def play(self, rows: Ints, outputs: Ints) -> None:
        """Play one legal action in each row, given as outputs."""
        turn, phase = self.turn[rows], self.phase[rows]
        other = 1 - turn
        step = _STEP[outputs]
        distance = self.distance(rows)
        parries = outputs == inputs.PARRY
        evades = (outputs >= inputs.EVASIONS) & (outputs < inputs.TAKE_HIT)
        attacks = (outputs >= inputs.ATTACKS) & (outputs < inputs.PARRY)
        near = (outputs < inputs.PARRY) & (distance <= 5)
        self.since[rows[near], turn[near], distance[near]] = 0
        self.latest[rows, turn, 1:] = self.latest[rows, turn, :-1]
        self.latest[rows, turn, 0] = outputs
        self.actions[rows, self.length[rows]] = outputs
        self.length[rows] += 1

        number = np.where(parries, self.attack[rows, 1], _NUMBER[outputs])
        blade = np.where(parries, self.attack[rows, 0], np.where(attacks, distance - step, 0))
        self.advanced[rows, turn] += step
        moved = np.abs(step)
        for card, count in ((moved, moved > 0), (blade, number)):
            self.hands[rows, turn, card] -= count
            self.played[rows, card] += count

        parry_rule = self.rules[rows, 0]
        pile = self.pile(rows)
        draws = ((moved > 0) | (number > 0)) & ~parries & (parry_rule | ~attacks)
        missing = self.size.hand - self.hands[rows, turn].sum(1)
        taken = np.where(draws, np.minimum(missing, pile), 0)
        for index in range(self.size.hand):
            more = taken > index
            drawing = rows[more]
            self.hands[drawing, turn[more], self.deck[drawing, self.drawn[drawing] + index]] += 1
        self.drawn[rows] += taken
        since = self.since[rows, turn]
        self.since[rows, turn] = np.where(since == inputs.NEVER, since, np.minimum(since + taken[:, None], 5))

        answered = attacks & parry_rule
        hits = (attacks & ~parry_rule) | (outputs == inputs.TAKE_HIT)
        following = np.where(parries, turn, other)
        left = pile - taken
        ends = ~answered & ~hits & (left == 0)
        self.attack[rows] = np.where(
            answered[:, None], np.stack((blade, number, (moved > 0).astype(np.int64)), 1), 0
        )
        self.turn[rows] = following
        self.phase[rows] = np.where(answered, np.where(phase == LAST_CHANCE, LAST_DEFENCE, DEFENCE), TURN)
        self._finish(rows[hits], np.where(attacks, turn, other)[hits])

        if ends.any():
            final_evasion = evades & (pile == 0)
            distance = self.distance(rows)
            can_hit = _padded(self.hands[rows, following])[np.arange(len(rows)), distance + _PAD] > 0
            chance = ends & self.rules[rows, 2] & ~final_evasion & (phase <= DEFENCE) & can_hit
            self.phase[rows[chance]] = LAST_CHANCE
            compared = ends & ~chance
            self._compare(rows[compared], final_evasion[compared])
        next_turns = rows[(self.phase[rows] == TURN) & (self.hands[rows, following, 0] == 0)]
        stuck = next_turns[~self.legal(next_turns).any(1)]
        self._finish(stuck, 1 - self.turn[stuck])

    def _compare(self, rows: Ints, final_evasion: Bools) -> None:
        distance = self.distance(rows)
        index = np.arange(len(rows))
        held = [_padded(self.hands[rows, seat])[index, distance + _PAD] for seat in range(2)]
        counts = self.rules[rows, 3] & ~(final_evasion & self.rules[rows, 4])
        cards = np.where(counts, held[0] - held[1], 0)
        squares = self.advanced[rows, 0] - self.advanced[rows, 1]
        lead = np.where(cards != 0, cards, squares)
        lead = np.where(self.hands[rows, 0, 0] > 0, 0, lead)
        self._finish(rows, np.where(lead > 0, 0, np.where(lead < 0, 1, -1)))

    def _finish(self, rows: Ints, winner: Ints) -> None:
        self.phase[rows] = OVER
        self.winner[rows] = winner

    def results(self, seats: Ints | int) -> Ints:
        """Return the result of each round for one of its seats: won 1, lost -1, else 0."""
        return np.where(self.winner < 0, 0, np.where(self.winner == seats, 1, -1))

    def inputs(self, rows: Ints, seats: Ints, *, critic: bool = False) -> NDArray[np.uint8]:
        """Return the binary inputs of what each of `seats` sees, a row each.

        With `critic`, the other hand and the upcoming cards follow.
        """
        number = len(rows)
        index = np.arange(number)[:, None]
        width = (CRITIC_INPUTS if critic else inputs.INPUTS) + 1
        # Blocks without an input that is on switch on the last column, which is cut off.
        unused = width - 1
        columns: list[Any] = []
        other = 1 - seats
        hand = self.hands[rows, seats]
        unseen = self.size.copies - hand - self.played[rows]
        unseen[:, self.size.values + 1 :] = 0
        cards = np.arange(5)
        counts = 6
        columns.append(inputs.OWN + cards * counts + hand[:, 1:])
        columns.append(inputs.UNSEEN + cards * counts + unseen[:, 1:])
        distance = self.distance(rows)[:, None]
        advanced = self.advanced[rows]
        columns.append(inputs.DISTANCE + distance)
        columns.append(inputs.ADVANCED + advanced[index, seats[:, None]])
        columns.append(inputs.OTHER_ADVANCED + advanced[index, other[:, None]])
        columns.append(inputs.PILE + self.pile(rows)[:, None])
        columns.append(inputs.OTHER_HAND + self.hands[rows, other].sum(1, keepdims=True))
        targets = distance + np.array(inputs.OFFSETS)
        is_card = (targets >= 1) & (targets <= 5)
        slots = np.arange(len(inputs.OFFSETS)) * counts
        for start, held in ((inputs.OWN_REACH, hand), (inputs.UNSEEN_REACH, unseen)):
            columns.append(np.where(is_card, start + slots + _padded(held)[index, targets + _PAD], unused))
        for start, fencer in ((inputs.SINCE, seats), (inputs.OTHER_SINCE, other)):
            columns.append(start + cards * (inputs.NEVER + 1) + self.since[rows, fencer, 1:])
        attack = self.attack[rows]
        pending = attack[:, 1:2] > 0
        columns.append(np.where(pending, inputs.ATTACK_CARD + attack[:, 0:1], unused))
        columns.append(np.where(pending, inputs.ATTACK_NUMBER + attack[:, 1:2], unused))
        columns.append(np.where(attack[:, 2:] > 0, inputs.INDIRECT, unused))
        columns.append(inputs.PHASE + self.phase[rows][:, None])
        columns.append(np.where(self.turn[rows] != seats, inputs.WAITING, unused)[:, None])
        columns.append(np.where(self.rules[rows], inputs.RULES + cards, unused))
        start = inputs.LATEST
        for fencer in (seats, other):
            for output in self.latest[rows, fencer].T:
                columns.append(np.where(output < inputs.OUTPUTS, start + output, unused)[:, None])
                start += inputs.OUTPUTS
        if critic:
            columns.append(start + cards * counts + self.hands[rows, other, 1:])
            upcoming = self.drawn[rows][:, None] + np.arange(UPCOMING)
            end = self.deck.shape[1]
            card = self.deck[rows[:, None], np.minimum(upcoming, end - 1)] - 1
            start += 30
            columns.append(np.where(upcoming < end, start + np.arange(UPCOMING) * 5 + card, unused))
        on = np.zeros((number, width), np.uint8)
        on[index, np.concatenate(columns, 1)] = 1
        return on[:, :-1]


def _padded(hand: Ints) -> Ints:
    """Return hands padded with zeros: column `_PAD` + n counts the cards n, for any n an offset can give."""
    padded = np.zeros((len(hand), PISTE_SQUARES + 2 * _PAD), np.int64)
    padded[:, _PAD + 1 : _PAD + 6] = hand[:, 1:]
    return padded
