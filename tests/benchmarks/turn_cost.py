"""The bytes that the program writes for keys and turns of a seeded match."""

import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pty_table import COMMAND
from pty_terminal import Terminal

from engine.en_garde import Action, Kind
from engine.game import Seat, games
from engine.match import Match

_LONGEST_PICTURE = 0.25
"""Seconds after which a movement shows its next picture, or is over."""


class Costs(NamedTuple):
    """Bytes that the program writes."""

    start: int
    """Up to the first curtain."""
    keys: list[int]
    """For each key that composes an action."""
    actions: list[int]
    """For enter, which plays an action; between two people the curtain may fall."""
    turns: list[int]
    """From curtain to curtain: it lifts, actions are composed and played, it falls."""

    @property
    def key(self) -> float:
        """The median of the keys."""
        return statistics.median(self.keys)

    @property
    def action(self) -> float:
        """The median of the actions."""
        return statistics.median(self.actions)

    @property
    def turn(self) -> float:
        """The median of the turns."""
        return statistics.median(self.turns)


def _compose(match: Match, action: Action) -> list[str]:
    """Return the keys of an action of En Garde: its cards, then the arrow for the direction."""
    keys = [str(card) for card in action.cards]
    if action.kind in (Kind.ADVANCE_AND_ATTACK, Kind.TAKE_HIT, Kind.NO_ATTACK):
        return keys or ["up"]
    forward = action.kind in (Kind.ADVANCE, Kind.ATTACK, Kind.PARRY)
    return [*keys, "right" if forward == (match.round.turn is Seat.LEFT) else "left"]


def _pick(match: Match, action: object) -> list[str]:
    """Return the keys that lead to an action in the list of all of them."""
    return ["down"] * (match.round.legal_actions().index(action) + 1)


_KEYS: Mapping[str, Callable[[Match, Any], list[str]]] = {"en-garde": _compose, "swords-and-shields": _pick}


def play(
    game: str,
    turns: int,
    size: tuple[int, int] = (80, 24),
    environment: Mapping[str, str] | None = None,
    *,
    moves: bool = False,
    program: Sequence[str] = COMMAND,
) -> Costs:
    """Play random turns of a seeded match; return their costs, with movements if it `moves`.

    `program` is the command `engarde` that answers.
    """
    rules = games()[game].presets["full-duel" if game == "swords-and-shields" else "ferti-advanced"]
    choose = random.Random(5).choice
    match = Match.new(rules, target=99, seed=7)
    command = (*program, "play", "--game", game, "--seed", "7", "--target", "99")
    motion = {"NO_MOTION": "" if moves else "1"}
    with Terminal(command, *size, {**motion, **(environment or {})}) as terminal:

        def cost(key: str) -> int:
            before = len(terminal.output)
            terminal.press(key)
            terminal.settle()
            if moves and key == "enter":
                terminal.rest(_LONGEST_PICTURE)
            return len(terminal.output) - before

        terminal.wait_for("space lifts")
        terminal.settle()
        costs = Costs(len(terminal.output), [], [], [])
        while len(costs.turns) < turns:
            seat, turn = match.round.turn, cost("space")
            while match.round.turn is seat:
                action = choose(match.round.legal_actions())
                keys = [cost(key) for key in _KEYS[game](match, action)]
                costs.keys.extend(keys)
                costs.actions.append(cost("enter"))
                turn += sum(keys) + costs.actions[-1]
                match = match.play(action)
            if match.round.result is None:
                costs.turns.append(turn)
            else:
                cost("space")
                match = match.next_round()
    return costs
