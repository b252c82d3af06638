"""What the lesson of En Garde says about odds and cards left is counted."""

import re
from collections import Counter
from itertools import pairwise, permutations
from typing import NamedTuple

import pytest

from engarde_tui.games.en_garde.lesson import LESSON
from engarde_tui.progress.lesson import Step
from engine.en_garde import Match, Round, Seat, parse_action
from engine.en_garde.bots.counting import knowledge
from engine.en_garde.bots.motives import Why, motives
from engine.en_garde.round import FULL_DECK
from engine.en_garde.rules import PISTE_SQUARES


def reached(title: str, step: int) -> tuple[Match, Step]:
    """The position before a step of an exercise, done right so far."""
    exercise = next(each for each in LESSON.exercises if each.title == title)
    match = exercise.begin(("Anna", "Maestro"))
    for done in exercise.steps[:step]:
        for word in (done.right[0], *done.reply):
            match = match.play(parse_action(word))
    return match, exercise.steps[step]


def texts(step: Step) -> list[str]:
    return [step.idea, step.task, step.otherwise, *step.wrong.values()]


class Claim(NamedTuple):
    """A hand of the opponent with so many cards of a value, in percent."""

    title: str
    card: int
    number: int
    said: int


CLAIMS = [
    Claim("Several equal cards", 4, 1, 71),
    Claim("Several equal cards", 4, 2, 21),
    Claim("Dangerous distances", 5, 1, 82),
    Claim("Dangerous distances", 3, 1, 89),
]


@pytest.mark.parametrize("claim", CLAIMS)
def test_what_is_said_of_the_other_hand_is_counted(claim: Claim) -> None:
    match, _ = reached(claim.title, 0)
    odds = knowledge(match.view(Seat.LEFT).round).chance(claim.card, claim.number)
    assert f"{odds:.0%}" == f"{claim.said}%"


def test_a_dangerous_distance_is_named_with_the_odds_of_a_hit_despite_the_cards_to_parry_with() -> None:
    """As the reasons count them; the right distance, like those behind, is beyond every card."""
    match, step = reached("Dangerous distances", 0)
    view = match.view(Seat.LEFT).round
    for action in view.legal:
        answer, distance = step.answer(action), view.distance - action.step
        hits = [reason for reason in motives(view, action) if reason.why is Why.HIT]
        if hits:
            assert hits[0].cards == (distance,)
            says = f"Distance {distance}: you have no {distance} to parry with, so one {distance} hits, and "
            # A reason also counts that the next card drawn may parry.
            assert answer == f"{says}{knowledge(view).chance(distance, 1):.0%} of hands hold one."
        else:
            assert distance > 5
            assert answer in ("", step.otherwise)
            assert match.round.rules.indirect is False


def test_what_is_said_of_the_last_card_is_counted_over_all_hidden_cards() -> None:
    match, step = reached("The last card (no advance and attack here)", 0)
    before: Round = match.round
    own, other, pile = before.hands[0], before.hands[1], before.draw_pile
    hidden = [*other, *pile]
    deals = set(permutations(hidden))
    wins: Counter[str] = Counter()
    for deal in deals:
        cards = tuple(sorted(deal[:5]))
        dealt = before._replace(hands=(own, cards), draw_pile=deal[5:])
        for action in before.legal:
            result = dealt.play(action).result
            assert result is not None
            wins[str(action)] += result.winner is Seat.LEFT
    odds = {str(action): wins[str(action)] / len(deals) for action in before.legal}
    assert odds.pop("+4") == 1
    assert {word: share for word, share in odds.items() if share} == {"+2": 2 / 6, "+5": 1 / 6}
    assert "only 33%" in step.wrong["+2"]
    assert "only 17%" in step.wrong["+5"]
    assert Counter(hidden)[4] == 2
    assert Counter(hidden)[2] == 1


def test_the_ground_of_the_last_card_is_as_the_squares_are() -> None:
    match, step = reached("The last card (no advance and attack here)", 0)
    left, right = match.round.positions
    assert f"here {left - 1} : {PISTE_SQUARES - right}." in step.idea
    assert "Maestro leads on ground" in step.task
    assert left - 1 < PISTE_SQUARES - right


def test_what_the_other_hand_lacked_is_what_it_held() -> None:
    match, _ = reached("Several equal cards", 0)
    assert match.round.hands[Seat.RIGHT].count(4) == 1
    (learnt,) = (each.learnt for each in LESSON.exercises if each.title == "Several equal cards")
    assert learnt.startswith("Maestro had one 4, and needed two.")


def test_what_is_safe_only_for_now_is_said_to_be_so_before_and_after() -> None:
    """From 6 on no card reaches, until the rules let a turn advance and attack."""
    dangers, following = next(pair for pair in pairwise(LESSON.exercises) if pair[1].rules.indirect)
    assert not dangers.rules.indirect
    assert "from 6 on none does yet." in dangers.steps[0].idea
    assert following.steps[0].idea.startswith("From 6 on you were safe until now.")


def test_every_percentage_of_the_lesson_is_counted_here() -> None:
    said = [
        int(share)
        for exercise in LESSON.exercises
        for text in (exercise.learnt, *(text for step in exercise.steps for text in texts(step)))
        for share in re.findall(r"(\d+)%", text)
    ]
    assert set(said) == {claim.said for claim in CLAIMS} | {33, 17}


def test_equal_cards_that_are_kept_make_the_opponent_helpless() -> None:
    """Two 3s may be in the other hand when they are kept, one when they strike back."""
    for step, left in ((0, 2), (1, 1), (2, 1)):
        match, _ = reached("Keep equal cards", step)
        assert knowledge(match.view(Seat.LEFT).round).unseen[3] == left


def test_no_value_is_dealt_more_than_five_times() -> None:
    for exercise in LESSON.exercises:
        assert tuple(sorted(map(int, exercise.dealt))) == FULL_DECK
