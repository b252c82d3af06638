"""The inputs and outputs of the master's network.

All inputs are binary and come in blocks, in most of which exactly one is on: "two 3s in hand" is one input,
"three 3s in hand" another. Each constant is where its block starts. Outputs stand for actions.
"""

from itertools import islice
from typing import Final

from engine.en_garde.actions import Action, Kind
from engine.en_garde.drawing import PILE_SIZE, draws, unseen
from engine.en_garde.legal import Phase
from engine.en_garde.rules import CARD_VALUES, COPIES_OF_A_VALUE, HAND_SIZE, PISTE_SQUARES, Rules
from engine.en_garde.view import RoundView
from engine.game import Seat

OFFSETS: Final = range(-5, 6)
"""By how much one card can change the distance: most decisions depend on who can hit there."""

NEVER: Final = 6
"""Stands for the cards drawn since a turn that the fencer has not had."""

REMEMBERED: Final = 2
"""The number of each fencer's latest actions that are inputs."""

_COUNTS: Final = COPIES_OF_A_VALUE + 1

OWN: Final = 0
UNSEEN: Final = OWN + 5 * _COUNTS
DISTANCE: Final = UNSEEN + 5 * _COUNTS
ADVANCED: Final = DISTANCE + PISTE_SQUARES
OTHER_ADVANCED: Final = ADVANCED + PISTE_SQUARES
PILE: Final = OTHER_ADVANCED + PISTE_SQUARES
OTHER_HAND: Final = PILE + PILE_SIZE + 1
OWN_REACH: Final = OTHER_HAND + HAND_SIZE + 1
UNSEEN_REACH: Final = OWN_REACH + len(OFFSETS) * _COUNTS
SINCE: Final = UNSEEN_REACH + len(OFFSETS) * _COUNTS
OTHER_SINCE: Final = SINCE + 5 * (NEVER + 1)
ATTACK_CARD: Final = OTHER_SINCE + 5 * (NEVER + 1)
ATTACK_NUMBER: Final = ATTACK_CARD + 6
INDIRECT: Final = ATTACK_NUMBER + 6
PHASE: Final = INDIRECT + 1
WAITING: Final = PHASE + 4
RULES: Final = WAITING + 1
LATEST: Final = RULES + 5

PHASES: Final = (Phase.TURN, Phase.DEFENCE, Phase.LAST_CHANCE, Phase.LAST_DEFENCE)

ADVANCES: Final = 0
STEPS_BACK: Final = 5
ATTACKS: Final = 10
INDIRECT_ATTACKS: Final = 15
PARRY: Final = 35
EVASIONS: Final = 36
TAKE_HIT: Final = 41
NO_ATTACK: Final = 42
OUTPUTS: Final = 43

INPUTS: Final = LATEST + 2 * REMEMBERED * OUTPUTS

_OWN_TURN: Final = frozenset({Kind.ADVANCE, Kind.STEP_BACK, Kind.ATTACK, Kind.ADVANCE_AND_ATTACK})
_ATTACK: Final = frozenset({Kind.ATTACK, Kind.ADVANCE_AND_ATTACK})


def output_of(action: Action) -> int:
    """Return the output, 0 to 42, that stands for a legal action."""
    step, number = abs(action.step), len(action.blades)
    match action.kind:
        case Kind.ADVANCE:
            return ADVANCES + step - 1
        case Kind.STEP_BACK:
            return STEPS_BACK + step - 1
        case Kind.ATTACK:
            return ATTACKS + number - 1
        case Kind.ADVANCE_AND_ATTACK:
            return INDIRECT_ATTACKS + (step - 1) * (HAND_SIZE - 1) + number - 1
        case Kind.PARRY:
            return PARRY
        case Kind.EVADE:
            return EVASIONS + step - 1
        case Kind.TAKE_HIT:
            return TAKE_HIT
        case Kind.NO_ATTACK:
            return NO_ATTACK


def switches(rules: Rules) -> tuple[bool, ...]:
    """Return the rules that change the play, in the order of their inputs."""
    return (
        rules.parry,
        rules.indirect,
        rules.last_chance,
        rules.cards_decide,
        rules.final_evasion_skips_cards,
    )


def inputs_of(view: RoundView, seat: Seat) -> list[int]:
    """Return the inputs that are on, given what `seat` sees in `view`."""
    other = seat.other
    hand = view.hands[seat] or ()
    own = [hand.count(card) for card in range(6)]
    left = unseen(hand, (play.action for play in view.plays))
    distance = view.distance
    since = cards_since(view)
    on = [OWN + (card - 1) * _COUNTS + own[card] for card in CARD_VALUES]
    on += [UNSEEN + (card - 1) * _COUNTS + left[card] for card in CARD_VALUES]
    on += (
        DISTANCE + distance,
        ADVANCED + view.behind(seat),
        OTHER_ADVANCED + view.behind(other),
        PILE + view.pile,
        OTHER_HAND + view.hand_sizes[other],
    )
    for index, offset in enumerate(OFFSETS):
        if 1 <= distance + offset <= 5:
            on.append(OWN_REACH + index * _COUNTS + own[distance + offset])
            on.append(UNSEEN_REACH + index * _COUNTS + left[distance + offset])
    for start, fencer in ((SINCE, seat), (OTHER_SINCE, other)):
        on += [start + (card - 1) * (NEVER + 1) + since[fencer][card] for card in CARD_VALUES]
    if view.attack is not None:
        blades = view.attack.blades
        on += (ATTACK_CARD + blades[0], ATTACK_NUMBER + len(blades))
        if view.attack.step:
            on.append(INDIRECT)
    on.append(PHASE + PHASES.index(view.phase))
    if view.turn is not seat:
        on.append(WAITING)
    on += [RULES + number for number, switch in enumerate(switches(view.rules)) if switch]
    for index, fencer in enumerate((seat, other)):
        latest = islice((play.action for play in reversed(view.plays) if play.seat is fencer), REMEMBERED)
        start = LATEST + index * REMEMBERED * OUTPUTS
        on += [start + place * OUTPUTS + output_of(action) for place, action in enumerate(latest)]
    return on


def cards_since(view: RoundView) -> tuple[list[int], list[int]]:
    """Return the cards each fencer has drawn since its last turn at each distance: 0 to 5, or `NEVER`.

    The lists are indexed by distance, 1 to 5. A fencer who did not attack at distance 3 and has drawn two
    cards since probably holds few 3s.
    """
    since = ([NEVER] * 6, [NEVER] * 6)
    distance = PISTE_SQUARES - 1
    for (seat, action), drawn in zip(view.plays, draws(view.rules, view.plays), strict=True):
        if action.kind in _OWN_TURN and distance <= 5:
            since[seat][distance] = 0
        distance -= action.step
        for card in CARD_VALUES:
            if since[seat][card] != NEVER:
                since[seat][card] = min(since[seat][card] + drawn, 5)
    return since
