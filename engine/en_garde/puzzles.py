"""The puzzles of the package: positions in which one action is far better than all others."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import Final, NamedTuple

from engine.en_garde.actions import Action, Kind, parse_action
from engine.en_garde.drawing import draws, unseen
from engine.en_garde.legal import Hand
from engine.en_garde.round import Round
from engine.en_garde.rules import HAND_SIZE, Rules, parse_rules
from engine.en_garde.view import RoundView
from engine.game import Seat

GRADES: Final = (1, 2, 3, 4, 5)
"""How hard a puzzle is: 1, and 1 more for each of fencer, threshold and playout that misses it; 5 if the
master's network, which does not count, is not sure of it."""


class Puzzle(NamedTuple):
    """A position as the player to act sees it, and what each action is worth there.

    `str(puzzle)` is its line in the file, which `parse` reads.
    """

    grade: int
    preset: str
    first: Seat
    actions: tuple[Action, ...]
    """The actions that led here."""
    hand: Hand
    """The cards of the player to act, ascending."""
    values: dict[Action, float]
    """The chance to win the round after each legal action, the best first; a draw counts as half a win."""

    def __str__(self) -> str:
        actions = " ".join(map(str, self.actions))
        values = " ".join(f"{action} {value:.2f}" for action, value in self.values.items())
        cards = " ".join(map(str, self.hand))
        return f"{self.grade} | {self.preset} | {self.first.name.lower()} | {actions} | {cards} | {values}"

    @property
    def rules(self) -> Rules:
        """The rules played."""
        return parse_rules(self.preset)

    @property
    def answer(self) -> Action:
        """The best action."""
        return next(iter(self.values))

    @property
    def seat(self) -> Seat:
        """The player to act."""
        return seat_to_act(self.first, self.actions)

    def cost(self, action: Action) -> float:
        """Return how much of the chance to win `action` gives away, 0 to 1."""
        return self.values[self.answer] - self.values[action]

    @property
    def margin(self) -> float:
        """How much better the best action is than the second, 0 to 1."""
        return self.cost(list(self.values)[1])

    def round(self, source: Random) -> Round:
        """Return a round in this position, with the hidden cards dealt at random."""
        deck = fitting_deck(self.rules, self.first, self.actions, self.hand, source)
        state = Round.deal(self.rules, deck, self.first)
        for action in self.actions:
            state = state.play(action)
        return state

    def view(self) -> RoundView:
        """Return what the player to act sees; no hidden card has a part in it."""
        return self.round(Random(0)).view(self.seat)


def parse(line: str) -> Puzzle:
    """Return the puzzle of a line; raises ValueError if it cannot be read.

    >>> puzzle = parse("2 | ferti-advanced | left | +5 +4 | 1 2 3 3 5 | +3 0.62 +5 0.40")
    >>> puzzle.seat, str(puzzle.answer), round(puzzle.margin, 2)
    (<Seat.LEFT: 0>, '+3', 0.22)
    """
    grade, preset, first, actions, hand, values = line.split("|")
    words = values.split()
    return Puzzle(
        int(grade),
        preset.strip(),
        Seat[first.strip().upper()],
        tuple(map(parse_action, actions.split())),
        tuple(map(int, hand.split())),
        {parse_action(word): float(value) for word, value in zip(words[::2], words[1::2], strict=True)},
    )


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles of the package, in the order of their numbers, which start at 1."""
    text = (files("engine.en_garde") / "puzzles.txt").read_text(encoding="utf-8")
    return tuple(parse(line) for line in text.splitlines() if line and not line.startswith("#"))


def seat_to_act(first: Seat, actions: Sequence[Action]) -> Seat:
    """Return the player to act after `actions`; a parry keeps the turn, any other action passes it on."""
    passed = sum(action.kind is not Kind.PARRY for action in actions)
    return first.other if passed % 2 else first


def fitting_deck(
    rules: Rules,
    first: Seat,
    actions: Sequence[Action],
    hand: Hand,
    source: Random,
    seat: Seat | None = None,
) -> tuple[int, ...]:
    """Return a deck with which `actions` can be played and `seat`, by default the one to act, holds `hand`.

    The cards that this player does not see are dealt at random; so a deck is the likelier, the more ways
    there are to pick what was played from its hands.
    """
    seat = seat_to_act(first, actions) if seat is None else seat
    plays = turns(rules, first, actions)
    hidden = list(unseen_cards(actions, hand))
    source.shuffle(hidden)
    others = HAND_SIZE + sum(drawn - len(cards) for who, cards, drawn in plays if who is seat.other)
    hands, pile = {seat: list(hand), seat.other: hidden[:others]}, hidden[others:]
    # Backwards: what was drawn returns to the pile, whichever cards it was, and what was played to the hand.
    for who, cards, drawn in reversed(plays):
        source.shuffle(hands[who])
        pile = hands[who][:drawn] + pile
        hands[who] = [*hands[who][drawn:], *cards]
    return (*hands[Seat.LEFT], *hands[Seat.RIGHT], *pile)


def unseen_cards(actions: Sequence[Action], hand: Hand) -> tuple[int, ...]:
    """Return the cards that are neither played nor in the hand, ascending."""
    return tuple(card for card, number in enumerate(unseen(hand, actions)) for _ in range(number))


def turns(rules: Rules, first: Seat, actions: Sequence[Action]) -> list[tuple[Seat, tuple[int, ...], int]]:
    """Return for each action who played it, which cards, and how many cards that player then drew."""
    plays = []
    seat = first
    for action in actions:
        plays.append((seat, action))
        if action.kind is not Kind.PARRY:
            seat = seat.other
    drawn = draws(rules, plays)
    return [(seat, action.cards, number) for (seat, action), number in zip(plays, drawn, strict=True)]
