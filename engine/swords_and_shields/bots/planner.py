"""Plans a turn: a beam search over steps to the end of the turn."""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from engine.swords_and_shields.actions import END, Action, Kind
from engine.swords_and_shields.bots.guess import guess
from engine.swords_and_shields.bots.steps import steps, take
from engine.swords_and_shields.bots.trial import Trial
from engine.swords_and_shields.bots.value import LOST, Judge
from engine.swords_and_shields.view import DuelView


class Plan(NamedTuple):
    """A way to play a turn to its end."""

    value: float
    actions: tuple[Action, ...]
    """What to do before the end; empty is to end at once."""
    end: Trial
    """How things stand then."""

    @property
    def action(self) -> Action:
        """The action to begin with."""
        return self.actions[0] if self.actions else END


def best_action(view: DuelView, judge: Judge, width: int, depth: int, source: Random) -> Action:
    """Return the first action of the best plan for the turn of the player whose view this is."""
    if len(view.legal) == 1:
        return view.legal[0]
    found = turn_plans(view, judge, width, depth, source)
    return found[0].action if found[0].action in view.legal else view.legal[-1]


def turn_plans(view: DuelView, judge: Judge, width: int, depth: int, source: Random) -> list[Plan]:
    """Return plans for the rest of the turn, the best first.

    To let a whole turn pass is no plan while anything else can be done: two who wait for each other would
    wait to the last turn.
    """
    found = plans(Trial.of(guess(view, source)), judge, width, depth)
    begins = not view.plays or view.plays[-1].action.kind is Kind.END
    if begins and not found[0].actions and len(found) > 1:
        del found[0]
    return found


def plans(start: Trial, judge: Judge, width: int, depth: int) -> list[Plan]:
    """Return plans for the turn of a trial, the best first; each ends in another position.

    Of all positions after 1, 2 … steps, `width` are searched on; a plan has `depth` steps at most, plus
    those that an effect needs.
    """
    seat = start.player
    worths = judge.worths(start)
    found: list[Plan] = []
    seen: set[tuple[object, ...]] = set()
    level = [Plan(0.0, (), start)]
    if start.pending is None:
        found.append(Plan(judge.value(start, seat, worths), (), start))
    number = 0
    while level and number < 2 * depth:
        number += 1
        after: list[Plan] = []
        for plan in level:
            for step in steps(plan.end):
                trial = take(plan.end, step)
                key = _key(trial)
                if key in seen:
                    continue
                seen.add(key)
                after.append(Plan(judge.value(trial, seat, worths), (*plan.actions, *step), trial))
        after.sort(key=lambda plan: -plan.value)
        found += [plan for plan in after if plan.end.pending is None]
        if after and after[0].value == -LOST:
            break
        level = [plan for plan in after if not plan.end.is_over][:width]
        if number >= depth:
            level = [plan for plan in level if plan.end.pending is not None]
    found.sort(key=lambda plan: -plan.value)
    return found


def _key(trial: Trial) -> tuple[object, ...]:
    """Return what tells positions of one turn apart, whatever the order of the hand and the places."""
    player = trial.player
    return (
        frozenset(_counted(trial.hands[player])),
        frozenset(_counted(trial.displays[player])),
        tuple(trial.displays[player.other]),
        tuple(trial.shop),
        tuple(trial.life),
        trial.pending,
        trial.can_clear,
        trial.has_attacked,
        trial.has_revenge,
        tuple(len(discard) for discard in trial.discards),
        trial.discards[player][-1] if trial.discards[player] else None,
        len(trial.shop_discard),
        len(trial.hands[player.other]),
    )


def _counted(items: Iterable[object]) -> list[tuple[object, int]]:
    counts: dict[object, int] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return list(counts.items())
