"""Rounds for hypothesis, all played from a deal, so that every state is reachable."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from hypothesis import strategies as st
from staging import ALL_RULES, FULL_DECK

from engine.en_garde import Action, Round, Rules, Seat


class Playthrough(NamedTuple):
    """A round, finished or not, from the deal to its last state."""

    rules: Rules
    deck: Sequence[int]
    first: Seat
    states: list[Round]

    @property
    def last(self) -> Round:
        """The last state."""
        return self.states[-1]

    @property
    def actions(self) -> list[Action]:
        """The actions played."""
        return [play.action for play in self.last.plays]

    def unknown_to(self, observer: Seat | None) -> list[int]:
        """Return the indices in the deck of the cards that `observer` has neither held nor seen played."""
        hands = (list(range(5)), list(range(5, 10)))
        drawn = 10
        for before, after in pairwise(self.states):
            assert before.turn is not None
            hand = hands[before.turn]
            for card in after.plays[-1].action.cards:
                hand.remove(next(index for index in hand if self.deck[index] == card))
            number = len(before.draw_pile) - len(after.draw_pile)
            hand.extend(range(drawn, drawn + number))
            drawn += number
        hidden = [index for seat in Seat if seat is not observer for index in hands[seat]]
        return [*hidden, *range(drawn, 25)]


def playthrough(rules: Rules, deck: Sequence[int], first: Seat, choices: Sequence[int]) -> Playthrough:
    """Play a round in which each choice picks a legal action, up to its end or the last choice.

    A negative choice picks an attack or a parry if there is one: purely random play has too few of them.
    """
    states = [Round.deal(rules, deck, first)]
    for choice in choices:
        legal = states[-1].legal_actions()
        if not legal:
            break
        blades = tuple(action for action in legal if action.blades)
        wanted = blades if choice < 0 and blades else legal
        states.append(states[-1].play(wanted[choice % len(wanted)]))
    return Playthrough(rules, deck, first, states)


# Half of the rounds can reach their end: no round has more than 26 actions.
_choices = st.integers(-60, 59)
playthroughs: st.SearchStrategy[Playthrough] = st.builds(
    playthrough,
    rules=st.sampled_from(ALL_RULES),
    deck=st.permutations(FULL_DECK),
    first=st.sampled_from(Seat),
    choices=st.lists(_choices, max_size=16) | st.lists(_choices, min_size=26, max_size=26),
)

observers: st.SearchStrategy[Seat | None] = st.sampled_from([*Seat, None])
