"""What the planner tries is what the rules allow."""

from collections import Counter
from random import Random

from swords_and_shields.bots.duels import duels, seen

from engine.swords_and_shields import Card, Duel, Kind
from engine.swords_and_shields.bots.guess import guess
from engine.swords_and_shields.bots.steps import Step, steps, take
from engine.swords_and_shields.bots.trial import BLANKS, Trial

STATES = tuple(duel for duel in duels(12, every=13) if duel.turn is not None)


def trial_of(duel: Duel) -> Trial:
    """Return a trial of what the player to act sees."""
    return Trial.of(guess(seen(duel), Random(1)))


def after(duel: Duel, step: Step) -> Duel:
    """Return the duel after the actions of a step, or its end if it comes before."""
    for action in step:
        if duel.turn is not None:
            duel = duel.play(action)
    return duel


def test_every_step_is_legal() -> None:
    for duel in STATES:
        for step in steps(trial_of(duel)):
            after(duel, step)


def test_every_kind_of_action_that_is_legal_is_among_the_steps_but_the_end() -> None:
    for duel in STATES:
        found = {action.kind for step in steps(trial_of(duel)) for action in step}
        assert {action.kind for action in duel.legal_actions()} - found <= {Kind.END}


def test_every_card_that_can_be_bought_or_used_now_is_tried() -> None:
    for duel in STATES:
        tried = [step[0] for step in steps(trial_of(duel)) if len(step) == 1]
        legal = duel.legal_actions()
        uses = {action for action in legal if action.kind is Kind.USE}
        assert uses <= set(tried)
        for action in legal:
            if action.kind is Kind.BUY:
                wanted = duel.shop[action.number - 1]
                bought = [duel.shop[step[-1].number - 1] for step in steps(trial_of(duel)) if is_bought(step)]
                assert wanted in bought


def is_bought(step: Step) -> bool:
    """Return whether the step is a purchase."""
    return step[-1].kind is Kind.BUY


def test_a_trial_of_a_step_leads_to_the_same_life_points_and_displays() -> None:
    for duel in STATES:
        trial = trial_of(duel)
        for step in steps(trial):
            real, tried = after(duel, step), take(trial, step)
            assert tuple(tried.life) == real.life
            if real.turn is not None:
                assert tuple(map(tuple, tried.displays)) == real.displays
                assert len(tried.hands[duel.player]) == len(real.hands[duel.player]) or not known(tried)


def known(trial: Trial) -> bool:
    """Return whether the hand holds no blanks."""
    return not any(card in BLANKS for card in trial.hands[trial.player])


def test_what_is_drawn_or_comes_into_the_shop_stays_unknown() -> None:
    drawn = emptied = 0
    for duel in STATES:
        trial = trial_of(duel)
        before = Counter[Card](trial.hands[trial.player])
        for step in steps(trial):
            tried = take(trial, step)
            if step[-1].kind is Kind.DRAW:
                new = Counter[Card](tried.hands[trial.player]) - before
                assert set(new) <= BLANKS
                drawn += 1
            elif step[-1].kind is Kind.BUY:
                assert tried.shop[step[-1].number - 1] is None
                emptied += 1
    assert drawn
    assert emptied


def test_a_step_leaves_the_trial_it_begins_with_alone() -> None:
    for duel in STATES[:20]:
        trial = trial_of(duel)
        before = repr(sorted(vars(trial.copy()).items(), key=str))
        for step in steps(trial):
            take(trial, step)
        assert repr(sorted(vars(trial).items(), key=str)) == before
