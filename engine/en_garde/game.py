"""En Garde behind the interface of `engine.game.Game`."""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any, Final

from engine.bot import Bot, Hint, Level, create
from engine.en_garde.actions import parse_action
from engine.en_garde.bots import LEVELS, REFERENCES
from engine.en_garde.round import FULL_DECK, Round
from engine.en_garde.rules import DEFAULT_PRESET, PRESETS, Rules, parse_rules, write_rules
from engine.en_garde.view import RoundView
from engine.game import Game, Seat
from engine.message import message


class EnGarde:
    """Implements `engine.game.Game`, which documents the members."""

    name = "en-garde"
    title = "En Garde"
    presets = PRESETS
    default = DEFAULT_PRESET
    target = 5
    levels: Mapping[str, Level] = {name: level for name, level in LEVELS.items() if level.is_here}
    missing_levels: Mapping[str, Level] = {name: level for name, level in LEVELS.items() if not level.is_here}
    references = REFERENCES
    advisor = "master"

    # There are few distinct actions, and parsing would take most of the time of reading a record.
    parse_action = staticmethod(cache(parse_action))
    write_rules = staticmethod(write_rules)
    parse_rules = staticmethod(parse_rules)

    def shuffle(self, source: Random) -> str:
        """Return a shuffled deck as 25 digits: left's hand, right's hand, the draw pile."""
        return "".join(map(str, source.sample(FULL_DECK, len(FULL_DECK))))

    def derive(self, draw: Callable[[int], bytes]) -> str:
        """Return the deck sorted by what is drawn for each card: all orders are equally likely."""
        return "".join(str(FULL_DECK[index]) for index in sorted(range(len(FULL_DECK)), key=draw))

    def deal(self, rules: Rules, dealt: str, first: Seat) -> Round:
        """Begin a round; raises ValueError if `dealt` is not the 25 cards as digits."""
        if not (dealt.isascii() and dealt.isdecimal()):
            raise ValueError(message("a deck is {number} digits and nothing else", number=len(FULL_DECK)))
        return Round.deal(rules, tuple(map(int, dealt)), first)

    def redeal(self, state: Round, seat: Seat, source: Random) -> str:
        """Return a deck with the cards that `seat` holds, and those it has not seen in another order."""
        from engine.en_garde.puzzles import fitting_deck

        hand = state.hands[seat]
        deck = fitting_deck(state.rules, state.first, state.actions, hand, source, seat)
        return "".join(map(str, deck))

    def next_starter(self, ended: Round) -> Seat:
        """Return the other seat: the starter alternates every round, drawn ones included."""
        return ended.first.other

    def with_cards(self, rules: Rules, text: str) -> Rules:
        """Raise ValueError: there is one deck."""
        raise ValueError(message("En Garde is always played with the same 25 cards"))

    def can_undo(self, state: Round) -> bool:
        """Return False: actions draw cards or pass the turn."""
        return False

    def bot(self, name: str) -> Bot:
        """Create one of the levels or references."""
        return create(name, LEVELS, "engine.en_garde.bots")

    def hint(self, view: RoundView) -> Hint:
        """Return what the master would play, and its chance to win."""
        from engine.en_garde.bots.judge import Judge

        return Judge(view).hint

    def message(self, view: RoundView) -> dict[str, Any]:
        """Return the view as JSON-compatible values, described in docs/bots.md."""
        from engine.en_garde.bots.message import message_of

        return message_of(view)


GAME: Final[Game] = EnGarde()
