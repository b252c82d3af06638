"""A Game of Swords and Shields behind the interface of `engine.game.Game`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final

from engine.bot import Bot, Hint, Level, create
from engine.game import Game, Seat, quote
from engine.message import message
from engine.swords_and_shields.actions import parse_action
from engine.swords_and_shields.board import SEED_DIGITS
from engine.swords_and_shields.bots import LEVELS, REFERENCES
from engine.swords_and_shields.card_file import read_cards
from engine.swords_and_shields.duel import Duel
from engine.swords_and_shields.events import EventKind, Play
from engine.swords_and_shields.options import DEFAULT_PRESET, PRESETS, Options, read_options, write_options
from engine.swords_and_shields.redeal import is_redeal, redealt, with_new_cards
from engine.swords_and_shields.view import DuelView

_DEALT: Final = re.compile(rf"([0-9a-f]{{{SEED_DIGITS}}})(@\S*)?")

_REVEALING: Final = {
    EventKind.BEGAN, EventKind.DREW, EventKind.OPENED, EventKind.SHOWED, EventKind.SHUFFLED, EventKind.TURNED,
}  # fmt: skip
"""The events that reveal a hidden card, or pass the turn."""


def _kinds(play: Play) -> set[EventKind]:
    return {event.kind for event in play.events}


class SwordsAndShields:
    """Implements `engine.game.Game`, which documents the members."""

    name = Options.GAME
    title = "Swords and Shields"
    presets = PRESETS
    default = DEFAULT_PRESET
    target = 1
    levels = LEVELS
    missing_levels: Mapping[str, Level] = {}
    references = REFERENCES
    advisor = "master"

    parse_action = staticmethod(cache(parse_action))
    write_rules = staticmethod(write_options)
    parse_rules = staticmethod(read_options)

    def shuffle(self, source: Random) -> str:
        """Return a seed for all that chance will do, as 32 hexadecimal digits."""
        return f"{source.getrandbits(4 * SEED_DIGITS):0{SEED_DIGITS}x}"

    def derive(self, draw: Callable[[int], bytes]) -> str:
        """Return the first half of one draw as 32 hexadecimal digits."""
        return draw(0).hex()[:SEED_DIGITS]

    def deal(self, rules: Options, dealt: str, first: Seat) -> Duel:
        """Begin a round; raises ValueError if `dealt` is not 32 hexadecimal digits, and what may follow."""
        found = _DEALT.fullmatch(dealt)
        if found is None or not is_redeal(found[2] or ""):
            raise ValueError(
                message(
                    "a deal is {number} digits of 0 to 9 and a to f, not {word}",
                    number=SEED_DIGITS,
                    word=quote(dealt),
                )
            )
        duel = Duel.deal(rules, int(found[1], 16), first)
        return with_new_cards(replace(duel, dealt=dealt)) if found[2] else duel

    def redeal(self, state: Duel, seat: Seat, source: Random) -> str:
        """Return the deal with what `seat` does not know in another order from now on."""
        return redealt(state, seat, source)

    def next_starter(self, ended: Duel) -> Seat:
        """Return the loser's seat; after a draw, the seat that did not begin."""
        assert ended.result is not None
        winner = ended.result.winner
        return ended.first.other if winner is None else winner.other

    def with_cards(self, rules: Options, text: str) -> Options:
        """Return the options with the cards that a file lists; raises CardsError."""
        return replace(rules, cards=read_cards(text))

    def can_undo(self, state: Duel) -> bool:
        """Return whether the last action was of this turn and neither drew, turned over nor showed a card."""
        return state.result is None and bool(state.plays) and not _REVEALING & _kinds(state.plays[-1])

    def bot(self, name: str) -> Bot:
        """Create one of the levels or references."""
        return create(name, LEVELS, "engine.swords_and_shields.bots")

    def hint(self, view: DuelView) -> Hint:
        """Return what the master would play in the turn of `view.seat`."""
        from engine.swords_and_shields.bots.master import hint

        return hint(view)

    def message(self, view: DuelView) -> dict[str, Any]:
        """Return the view as JSON-compatible values, described in docs/swords-and-shields-bots.md."""
        from engine.swords_and_shields.bots.message import message_of

        return message_of(view)


GAME: Final[Game] = SwordsAndShields()
"""A Game of Swords and Shields."""
