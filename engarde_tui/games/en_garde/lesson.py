"""The lesson of En Garde: ten exercises, from the first step to the last card."""

from typing import Final

from engarde_tui.progress.lesson import Exercise, Lesson, Step
from engine.en_garde import PRESETS, Rules
from engine.en_garde.stacking import stacked

_STANDARD: Final = PRESETS["ferti-standard"]
_ADVANCED: Final = PRESETS["ferti-advanced"]


def _exercise(
    title: str,
    opening: str,
    *steps: Step,
    hands: tuple[str, str],
    learnt: str,
    pile: str = "",
    rules: Rules = _STANDARD,
) -> Exercise:
    """Return an exercise after an opening, with these hands and these cards to draw next."""
    left, right = hands
    dealt = "".join(map(str, stacked(opening, left, right, pile)))
    return Exercise(title, rules, dealt, steps, learnt, tuple(opening.split()))


_MOVE: Final = _exercise(
    "Move",
    "",
    Step(
        idea="You are {you}, on the left. Hit Maestro, on the right, and the round is yours. A card moves "
        "you forward or back by its value.",
        task="Advance with your 5. Press {lay-5}, then {right}, then {play}.",
        right=("+5",),
        otherwise="That goes forward, too. But take the 5: it goes furthest.",
        reply=("+4",),
    ),
    Step(
        idea="After every turn you draw back up to five cards. {seen}The numbers on the piste show where "
        "each of your cards takes you: 4› forward, ‹1 back.",
        task="Now step back with any card. Pick it, then press {left}, then {play}.",
        right=("-1", "-2", "-3", "-4", "-5"),
        otherwise="That goes forward. This time go back. Pick a card, then press {left}.",
    ),
    hands=("12455", "13445"),
    pile="32",
    learnt="One card a turn, then a new one for it. Nobody may pass the other or leave the piste. {seen}Its "
    "ends are shaded; ground is how far each has come.",
)

_DISTANCE: Final = _exercise(
    "Distance",
    "+4 +4 +5 +1",
    Step(
        idea="The distance between you is 8. {seen}The line under the piste measures it. A card hits "
        "only at the distance equal to its value: a 3 hits at 3.",
        task="Bring the distance down to 3. Pick a card, then press {right}, then {play}.",
        right=("+5",),
        otherwise="Going back makes the distance longer. Go forward: 8 minus what is 3?",
        wrong={
            "+1": "8 minus 1 leaves 7. Which card leaves 3?",
            "+2": "8 minus 2 leaves 6. Which card leaves 3?",
            "+4": "8 minus 4 leaves 4. Which card leaves 3?",
        },
    ),
    hands=("12455", "22345"),
    learnt="Distance 3: now every 3 hits, yours and Maestro's. {seen}From the dotted squares one card "
    "reaches Maestro; where the dot is large, you hold that card.",
)

_ATTACK: Final = _exercise(
    "Attack",
    "+5 +5 +5 +4",
    Step(
        idea="The distance is 3, and you hold a 3, so it hits now. {seen}The dagger on its edge marks it. "
        "Attacking costs the card, but you stay where you are.",
        task="Attack with your 3. Press {lay-3}, then {right} towards Maestro, then {play}.",
        right=("A3",),
        otherwise="That only moves you. Attack. Press {lay-3}, then {right}, then {play}.",
        reply=("H",),
    ),
    hands=("12345", "11224"),
    learnt="A hit, and the round is over! With a 3, Maestro could have parried: an equal card stops an "
    "attack. Both hands are shown now.",
)

_SEVERAL: Final = _exercise(
    "Several equal cards",
    "+5 +5 +5 +3",
    Step(
        idea="Maestro may parry, with as many 4s as you attack with. 71% of the hands Maestro could be "
        "holding contain a 4, only 21% two of them.",
        task="Attack with both 4s. Press {lay-4} {lay-4}, or {all} for all that hit, then {play}.",
        right=("A44",),
        otherwise="Distance 4 is right: stay, and attack with both 4s.",
        wrong={
            "A4": "One 4 is parried by one 4: 71% of hands can. Add the other one: only 21% can parry both."
        },
        reply=("H",),
    ),
    hands=("12445", "12334"),
    learnt="Maestro had one 4, and needed two. Three equal cards can never be parried: there are only five "
    "of each value.",
)

_PARRY: Final = _exercise(
    "Parry",
    "+5 +5 +5 +4 +1 A2",
    Step(
        idea="Maestro attacks with one 2. Parry with as many cards of that value; if you cannot, you are hit "
        "and lose the round.",
        task="Parry with your 2. Press {lay-2}, then {play}.",
        right=("P2",),
        otherwise="Parry the attack with one 2.",
    ),
    Step(
        idea="After a parry it is your turn at once, before you draw. Maestro still stands at distance 2, "
        "and you have another 2.",
        task="Strike back with your 2. Press {lay-2}, then {right}, then {play}.",
        right=("A2",),
        otherwise="You could move, but Maestro is within reach: strike back with your other 2.",
        reply=("H",),
    ),
    hands=("12234", "11345"),
    learnt="Parry and strike back in one turn: fencers call that a riposte. Without another 2 "
    "you could still have moved.",
)

_KEEP: Final = _exercise(
    "Keep equal cards",
    "+4 +4 +5 +2",
    Step(
        idea="You hold three 3s: go where they count. At distance 3 you are safe with them, as Maestro has "
        "two at most.",
        task="Bring the distance from 7 to 3 without playing a 3.",
        right=("+4",),
        otherwise="None of your equal cards counts there. Bring the distance to 3.",
        wrong={"+3": "That spends a 3, and distance 4 is no place for the others. Keep all three."},
        reply=("A3",),
    ),
    Step(
        idea="Maestro attacks with one 3. Now you see what the others are for: one parries, and two are left "
        "to strike back.",
        task="Parry with one 3. Press {all}, then {play}.",
        right=("P3",),
        otherwise="Parry the attack with one 3.",
    ),
    Step(
        idea="Four 3s have been seen: yours, and the one that attacked. Maestro has one more at most, and "
        "cannot parry two.",
        task="Strike back with both 3s. Press {all}, then {play}.",
        right=("A33",),
        otherwise="You could move, but two 3s hit now, whatever Maestro holds.",
        wrong={"A3": "One 3 could still be parried: one is unseen. Two cannot."},
        reply=("H",),
    ),
    hands=("13334", "12345"),
    learnt="Equal cards both parry and attack: save them. Only the top discard shows: remember the rest. In "
    "a match, {tally} counts them; that is noted as a hint.",
)

_DANGER: Final = _exercise(
    "Dangerous distances",
    "+4 +4 +5 +2",
    Step(
        idea="From 1 to 5 one card hits you, unless you can parry it; from 6 on none does yet. What counts "
        "is where your turn ends.",
        task="Come closer, but stay where Maestro cannot hit you. The distance is 7.",
        right=("+1",),
        otherwise="Safe, but it gives up ground. You can come closer and still be out of reach.",
        wrong={
            "+2": "Distance 5: you have no 5 to parry with, so one 5 hits, and 82% of hands hold one.",
            "+4": "Distance 3: you have no 3 to parry with, so one 3 hits, and 89% of hands hold one.",
        },
        reply=("+2",),
    ),
    Step(
        idea="At distance 6 whoever comes closer enters the other's reach first. Maestro has come to 4, and "
        "it is your turn.",
        task="You know what to do.",
        right=("A44",),
        otherwise="Do not go: Maestro has walked into your reach. Attack with both 4s.",
        wrong={"A4": "One 4 may be parried. Attack with both."},
        reply=("H",),
    ),
    hands=("12244", "11235"),
    pile="1",
    learnt="Keep out of reach, or be ready to parry; let the other one come. Before you end a turn, ask what "
    "hits you there.",
)

_ADVANCE_AND_ATTACK: Final = _exercise(
    "Advance and attack",
    "+5 +2 +5 +1 +4 -3",
    Step(
        idea="From 6 on you were safe until now. But in one turn you may advance with one card, then attack "
        "with cards equal to the new distance: 8 minus 3 is 5.",
        task="Advance 3 and attack with both 5s. Press {lay-3} {lay-5} {lay-5}, then {play}.",
        right=("+3A55",),
        otherwise="That only moves you. Advance and attack. Press {lay-3} {lay-5} {lay-5}, then {play}.",
        wrong={
            "+3A5": "One 5 may be parried. Add the other one: {lay-3} {lay-5} {lay-5}.",
            "+5A3": "That attacks, too, but one 3 may be parried. Use both 5s: {lay-3} {lay-5} {lay-5}.",
        },
        reply=("H",),
    ),
    hands=("12355", "12335"),
    rules=_ADVANCED,
    learnt="So distances up to 10 are dangerous, but from 6 on it takes the right two cards: one to advance, "
    "and one to attack with.",
)

_EVADE: Final = _exercise(
    "Evade",
    "+5 +5 +3 +1 +2 +2A44",
    Step(
        idea="Maestro has advanced and attacks with two 4s; you hold only one. You can step back from such "
        "an attack with any card. That ends your turn.",
        task="Evade with any card. Pick it, then press {left}, then {play}.",
        right=("R1", "R2", "R3", "R4", "R5"),
        otherwise="Evade with any card. Pick it, then press {left}.",
    ),
    hands=("12345", "12355"),
    rules=_ADVANCED,
    learnt="A direct attack, one without an advance, can only be parried. If a card could do both, "
    "{play} parries; press {left} first to evade.",
)

_LAST_CARD: Final = _exercise(
    "The last card (no advance and attack here)",
    "+4 +3 -2 +2 +1 -5 +1 +3 +5 -1 -3 +4 +1 +3",
    Step(
        idea="After your turn the last card is drawn and the round ends. Whoever holds more cards equal to "
        "the distance wins; if equal, more ground, here 7 : 9.",
        task="Maestro leads on ground. Choose the distance at which your hand counts most.",
        right=("+4",),
        otherwise="No card counts beyond distance 5, and Maestro leads on ground: you would lose.",
        wrong={
            "+2": "Distance 4: you have one 4; two are unseen. That wins only 33% of the time.",
            "+5": "Distance 1: you have no 1. That wins only 17% of the time.",
        },
    ),
    hands=("22455", "12345"),
    pile="4",
    learnt="At distance 2 you had two 2s, and only one other was left: that had to win. Watch the pile, and "
    "plan its last card.",
)

LESSON: Final = Lesson(
    _ADVANCED,
    (
        _MOVE,
        _DISTANCE,
        _ATTACK,
        _SEVERAL,
        _PARRY,
        _KEEP,
        _DANGER,
        _ADVANCE_AND_ATTACK,
        _EVADE,
        _LAST_CARD,
    ),
    farewell="You know the whole game now, from the first step to the last card. Next comes a match: the "
    "novice sees hits and parries, and not much else. Then the menu has puzzles, a bout a day, and stronger "
    "levels.",
)
