"""The last cards of a round, counted: what each action is worth if both fencers count on to the end.

Whoever is to act knows which cards are hidden, but not which of them the other hand holds. Every such hand
and every draw is tried. The opponent then decides in the same way from what it sees, and takes all deals for
equally likely; so it goes on until the pile is empty, when both know all cards.

The rules are those of `engine.en_garde.round`, written for speed. Tests play both to check that they agree.
"""

from collections.abc import Mapping
from typing import Final

from engine.en_garde.actions import Action, Kind
from engine.en_garde.bots.counting import hand_of, knowledge
from engine.en_garde.bots.endings import LOST, Ending, Endings
from engine.en_garde.bots.packing import (
    AHEAD,
    BEHIND,
    DIGIT,
    WIDTH,
    Move,
    Packed,
    Plan,
    deals,
    defence_plan,
    packed,
    turn_plan,
)
from engine.en_garde.legal import FAR, ROOM, Hand, defence, own_turn
from engine.en_garde.rules import HAND_SIZE, PISTE_SQUARES, Rules
from engine.en_garde.view import RoundView

# An attribute of an Enum class costs as much as a table; see `engine.en_garde.round`.
_TAKE_HIT: Final = Kind.TAKE_HIT

CLOSE: Final = 1e-9
"""Results that differ by less are equal: the first of the legal actions is then played."""

ALL_TRIED: Final = 3
"""With so many cards left to draw, or fewer, all hands and deals are tried; with more it takes too long."""

HANDS: Final = 0.95
"""How much of all weight the hands have, likeliest first, that are tried with more cards left to draw."""

DEALS: Final = 0.8
"""How much of all deals a fencer then tries, likeliest first, with `MANY` cards left to draw or more."""

MANY: Final = 3
"""With fewer cards left to draw, all deals are so few that leaving some out would gain nothing."""


def results(view: RoundView, hands: Mapping[Hand, float], *, leaves_out: bool = True) -> dict[Action, float]:
    """Return the mean result of each legal action, -1 to 1, for the player to act.

    `hands` says how likely each hand is that the opponent may hold, in any unit. Cards must be left to draw,
    nine at most: up to three are counted in a few hundredths of a second, four mostly in one or two tenths,
    seldom in half a second. With more than `ALL_TRIED` what is rare is left out, unless `leaves_out` is
    false.
    """
    seat = view.seat
    assert seat is not None
    assert 0 < view.pile <= 9
    leaves_out = leaves_out and view.pile > ALL_TRIED
    counting = Counting(view.rules, DEALS if leaves_out else 1.0)
    tried = likeliest_hands(hands, HANDS) if leaves_out else hands
    unseen = packed(hand_of(knowledge(view).unseen))
    weights = [(packed(hand), weight) for hand, weight in tried.items()]
    total = sum(tried.values())
    situation = counting.situation(
        view.hand_sizes[seat.other], view.behind(seat), view.behind(seat.other), view.attack
    )
    return {
        move.action: sum(
            weight * counting.result(move, hand, unseen - hand, situation) for hand, weight in weights
        )
        / total
        for move in situation.plan(packed(view.hand), view.pile).moves
    }


def likeliest_hands(hands: Mapping[Hand, float], share: float) -> dict[Hand, float]:
    """Return the likeliest hands that together have this share of all weight, and their weights."""
    wanted, found = share * sum(hands.values()), dict[Hand, float]()
    for hand in sorted(hands, key=lambda hand: (-hands[hand], hand)):
        if wanted <= 0:
            break
        found[hand] = hands[hand]
        wanted -= hands[hand]
    return found


def legal_actions(
    rules: Rules, own: Hand, advanced: int, other_advanced: int, attack: Action | None
) -> tuple[Action, ...]:
    """Return what is legal with a hand in a turn, or in the defence against an attack."""
    room = min(advanced, ROOM)
    if attack is not None:
        return defence(own, room, attack)
    distance = min(PISTE_SQUARES - 1 - advanced - other_advanced, FAR)
    return own_turn(own, distance, room, rules.parry, rules.indirect)


Choice = Move | Ending
"""What is played, or what it comes to if that ends the round."""


class Situation:
    """What all know when a fencer has to act, and what it decides with which cards."""

    def __init__(
        self, rules: Rules, known: int, advanced: int, other_advanced: int, attack: Action | None
    ) -> None:
        """Begin with nothing decided; of the other player, so many cards are `known`: those that it keeps."""
        self.known = known
        self.advanced = advanced
        self.other_advanced = other_advanced
        self.choices: dict[int, Choice] = {}
        self.latest: dict[Packed, int] = {}
        """The move that each hand chose last: mostly good with other unseen cards, too, and tried first."""
        self._rules = rules
        self._attack = attack
        self._distance = min(PISTE_SQUARES - 1 - advanced - other_advanced, FAR)
        self._room = min(advanced, ROOM)

    def plan(self, own: Packed, pile: int) -> Plan:
        """Return what can be done with a hand, as in `legal_actions`, with so many cards left to draw."""
        if self._attack is not None:
            return defence_plan(own, self._distance, self._room, pile, self._attack)
        rules = self._rules
        return turn_plan(own, self._distance, self._room, pile, rules.parry, rules.indirect)


class Counting:
    """Counts to the end under one set of rules, and remembers what fencers decide on the way.

    While cards are left to draw, the hand of the player who waits is full. All results are those of the
    player to act: 1, 0 or -1, or the mean of these. `advanced` counts this player's squares, `other_advanced`
    the opponent's.
    """

    def __init__(self, rules: Rules, share: float = 1.0) -> None:
        """Let fencers try this share of all deals with `MANY` cards left to draw or more."""
        self._rules = rules
        self._share = share
        self._situations: dict[tuple[object, ...], Situation] = {}
        self._endings = Endings(rules)

    def expected(
        self, own: Hand, other: Hand, pile: Hand, advanced: int, other_advanced: int, attack: Action | None
    ) -> float:
        """Return the mean result, over all orders of the pile, of a player who does not see the other hand.

        With an `attack`, the player has to answer it.
        """
        known, unknown = packed(other), packed(pile)
        situation = self.situation(len(other), advanced, other_advanced, attack)
        choice = self._choice(situation, packed(own), known + unknown)
        return self._followed(choice, known, unknown, situation)

    def situation(self, known: int, advanced: int, other_advanced: int, attack: Action | None) -> Situation:
        """Return the situation, always the same one, that a player to act is in."""
        given = known, advanced, other_advanced, attack and (attack.step, attack.blades)
        found = self._situations.get(given)
        if found is None:
            found = Situation(self._rules, known, advanced, other_advanced, attack)
            self._situations[given] = found
        return found

    def result(
        self, move: Move, known: Packed, unknown: Packed, situation: Situation, least: float = -1.0
    ) -> float:
        """Return the mean result of a move; if it is below `least`, anything below that.

        The opponent holds the `known` cards and draws the rest of its hand from the `unknown` ones; what it
        leaves is the pile.
        """
        action, kept, step, draws, place, blades, attack, _, key = move
        advanced, other_advanced = situation.advanced + step, situation.other_advanced
        size = known % DIGIT
        if not draws:
            if action.kind is _TAKE_HIT:
                return -1
            turn = self.situation(size, advanced, other_advanced, None)
            following = self._choice(turn, kept, known + unknown)
            return self._followed(following, known, unknown, turn, least)
        if blades and not self._rules.parry:
            return 1
        pile = unknown % DIGIT + size - HAND_SIZE
        if key:
            ending = self._endings[move.ending(known + unknown, size, advanced - other_advanced)]
            return ending.results[known >> place & DIGIT]
        share = 1.0 if known or pile < MANY else self._share
        tried, number = deals(unknown, HAND_SIZE - size, share)
        # What could still be reached, if all that follows were won, and the least that is of use.
        total, enough = float(number), number * least
        if draws >= pile:
            lead, indirect = advanced - other_advanced, self._endings.indirect
            for drawn, left, _, ways in tried:
                total -= ways * (1 - indirect(move, kept + left, known + drawn, lead, other_advanced))
                if total < enough:
                    break
            return total / number
        answering = self.situation(kept % DIGIT, other_advanced, advanced, attack)
        choices, seen = answering.choices, known | kept << WIDTH
        for drawn, left, both, ways in tried:
            answer = choices.get(seen + both) or self._choice(answering, known + drawn, kept + left)
            if isinstance(answer, Move):
                total -= ways * (1 + self.result(answer, kept, left, answering))
            else:
                place, results = answer
                total -= ways * (1 + results[kept >> place & DIGIT])
            if total < enough:
                break
        return total / number

    def _followed(
        self, choice: Choice, known: Packed, unknown: Packed, situation: Situation, least: float = -1.0
    ) -> float:
        """Return the mean result of what is chosen, with the same cards as in `result`."""
        if isinstance(choice, Move):
            return self.result(choice, known, unknown, situation, least)
        return choice.results[known >> choice.place & DIGIT]

    def _choice(self, situation: Situation, own: Packed, unseen: Packed) -> Choice:
        """Return what is best on average over all deals."""
        seen = own | unseen << WIDTH
        choice: Choice | None = situation.choices.get(seen)
        if choice is None:
            pile = unseen % DIGIT - HAND_SIZE
            plan = situation.plan(own, pile)
            choice = LOST
            if plan.moves:
                move = plan.moves[self._best(situation, own, unseen, plan)]
                lead = situation.advanced + move.step - situation.other_advanced
                if move.key:
                    choice = self._endings[move.ending(unseen, situation.known, lead)]
                elif move.action.kind is not _TAKE_HIT:
                    choice = move
            situation.choices[seen] = choice
        return choice

    def _best(self, situation: Situation, own: Packed, unseen: Packed, plan: Plan) -> int:
        """Return the number of the best move: the first of those that are equal."""
        moves, ends, others = plan
        if len(moves) == 1:
            return 0
        best, highest, lead = -1, -2.0, situation.advanced - situation.other_advanced
        endings = self._endings
        for number, step, place, key in ends:
            after = lead + step
            given = key | unseen >> place & DIGIT | (AHEAD if after > 0 else BEHIND if after else 0)
            found = endings[given].results[0]
            if found > highest + CLOSE:
                best, highest = number, found
        if others:
            # Attacks come last, and are often best: what is clearly worse need not be counted to its end.
            latest = situation.latest.get(own, -1)
            order = list(others)
            if latest in order:
                order.remove(latest)
                order.append(latest)
            for number in reversed(order):
                if number > best >= 0 and highest > 1 - CLOSE:
                    continue
                found = self.result(moves[number], 0, unseen, situation, highest - CLOSE)
                if found > highest + CLOSE or (number < best and found >= highest - CLOSE):
                    best, highest = number, max(found, highest)
            situation.latest[own] = best
        return best
