"""What the master thinks of a match that is watched again."""

from itertools import pairwise

import pytest
from tui.harness import LARGE, SMALLEST, playing
from tui.replay.watched import LAST, SEEN, STATES, bars, replay
from tui.states import ONE_LEFT_AT_3, staged

from engarde_tui.games.en_garde.review import Reviews
from engarde_tui.games.en_garde.review_words import WEAK, criticism
from engarde_tui.games.en_garde.screens.replay import Commentary, Course
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.play.words import percent
from engine.en_garde import Seat, parse_action
from engine.en_garde.bots import judging
from engine.en_garde.bots.judge import chance
from engine.en_garde.bots.judging import Judgement


async def seen(replay: Replay) -> Reviews:
    """What the master thinks of the state shown, once it has thought."""
    reviews = Reviews(replay)
    await reviews.look()
    return reviews


@pytest.mark.by_day(2)
@pytest.mark.parametrize("perspective", Perspective)
async def test_the_master_judges_an_action_only_where_the_hand_it_came_from_may_be_seen(
    perspective: Perspective,
) -> None:
    """From what its player could know then; with no hand open it says nothing."""
    again = replay()
    again.perspective = perspective
    judged = 0
    for before, state in pairwise([STATES[0], *STATES]):
        seat, judgement = before.round.turn, (await seen(again)).judgement
        if state is before or seat is None or seat not in SEEN[perspective]:
            assert judgement is None
        else:
            assert judgement == judging.judge(before.view(seat).round, state.view(seat).round)
            judged += 1
        again.step(1)
    assert bool(judged) == bool(SEEN[perspective])


@pytest.mark.slow
@pytest.mark.parametrize(
    "perspective",
    [pytest.param(each, marks=[] if each is Perspective.LEFT else pytest.mark.slow) for each in Perspective],
)
async def test_the_course_of_a_round_has_a_chance_for_each_of_its_states(perspective: Perspective) -> None:
    """Of the left fencer where both hands are open, of nobody where none is."""
    again = replay()
    again.perspective = perspective
    for state in STATES:
        chances = (await seen(again)).chances
        if not SEEN[perspective]:
            assert chances is None
        else:
            assert chances is not None
            seat, course = chances
            assert seat is SEEN[perspective][0]
            round = [other for other in STATES if other.number == state.number]
            assert course == tuple(chance(other.view(seat).round, seat) for other in round)
            assert again.position_in_round == round.index(state)
        again.step(1)


async def test_what_is_hidden_again_is_not_told() -> None:
    """Even if the master has thought about it."""
    again = replay()
    again.step(1)
    reviews = await seen(again)
    assert reviews.judgement is not None
    assert reviews.chances is not None
    again.perspective = Perspective.NONE
    assert reviews.judgement is None
    assert reviews.chances is None


MOVED = parse_action("+3")
OTHER = parse_action("+4")


@pytest.mark.parametrize(
    ("judgement", "said"),
    [
        (Judgement(Seat.LEFT, MOVED, MOVED, MOVED, True, 0.0, 0.0), "Forced: no other action was legal."),
        (Judgement(Seat.LEFT, MOVED, MOVED, MOVED, False, 0.0, 0.0), "The master would do the same."),
        (Judgement(Seat.LEFT, MOVED, OTHER, OTHER, False, 0.05, 0.1), "The master would advance 4."),
        (Judgement(Seat.LEFT, MOVED, OTHER, OTHER, False, 0.1, 0.0), "▼ Weak: the master would advance 4."),
        (
            Judgement(Seat.LEFT, MOVED, MOVED, MOVED, False, 0.0, -0.2),
            "The master would do the same. Unlucky cards.",
        ),
        (
            Judgement(Seat.LEFT, MOVED, MOVED, MOVED, True, 0.0, 0.3),
            "Forced: no other action was legal. Lucky cards.",
        ),
        (Judgement(Seat.LEFT, MOVED, MOVED, OTHER, False, 0.1, 0.0), "▼ Weak: the master would advance 4."),
        (
            Judgement(Seat.LEFT, MOVED, OTHER, OTHER, False, 0.2, -0.2),
            "▼ Weak: the master would advance 4. Unlucky cards.",
        ),
    ],
)
def test_a_choice_is_told_from_luck(judgement: Judgement, said: str) -> None:
    """Only a weak choice has a mark; what is forced is neither praised nor blamed."""
    assert criticism(judgement) == said


@pytest.mark.slow
async def test_the_master_s_view_is_told_under_what_happened() -> None:
    """In the words of the review, for every action of the match; marked just where the choice was weak."""
    again = replay()
    weak = forced = 0
    async with playing(replay()) as player:
        for _ in range(LAST):
            again.step(1)
            await player.press("right")
            judgement, told = (await seen(again)).judgement, "\n".join(player.drawn(Commentary))
            assert ("▼" in told) == (judgement is not None and judgement.loss >= WEAK)
            if judgement is not None:
                assert criticism(judgement) in told
                assert "%" not in told
                weak += "▼" in told
                forced += "Forced: " in told
    assert weak
    assert forced


async def test_with_no_hand_open_nothing_is_told_of_the_master() -> None:
    """Its view comes from a hand; v takes it away and brings it back."""
    async with playing(replay()) as player:
        await player.press(*["right"] * 4)
        assert "he master would" in player.text
        assert "Anna's chance to win" in player.text
        await player.press("v", "v", "v")
        assert "no hand open" in player.text
        assert "master" not in player.text
        assert "Forced" not in player.text
        assert "chance" not in player.text
        assert "%" not in player.text
        await player.press("v")
        assert "he master would" in player.text


async def test_one_hand_open_tells_only_of_its_own_actions() -> None:
    """The bars are of that fencer as well."""
    async with playing(Replay(STATES[-1], perspective=Perspective.RIGHT)) as player:
        for before in STATES[:8]:
            await player.press("right")
            told = "\n".join(player.drawn(Commentary))
            assert ("aster would" in told or "Forced" in told) == (before.round.turn is Seat.RIGHT)
            assert "Anna's chance" not in player.text
            assert "Bruno's chance to win: " in player.drawn(Course)[0]


@pytest.mark.slow
async def test_the_bars_show_every_state_of_the_round_and_mark_this_one() -> None:
    """As high as the chance was; beside it, how the last action has changed it: no other chance is shown."""
    again = replay()
    async with playing(replay()) as player:
        for state in STATES:
            chances = (await seen(again)).chances
            assert chances is not None
            _, course = chances
            drawn, marked, line = bars(player)
            assert len(drawn) == len(course) == sum(other.number == state.number for other in STATES)
            assert marked == len(state.round.actions)
            now = percent(course[marked])
            changed = f"{percent(course[marked - 1])} before, {now} now" if marked else now
            assert line.strip().endswith(f" {changed}")
            assert player.text.count("%") == 1 + bool(marked)
            heights = ["▁▂▃▅▆▇█".index(bar) for bar in drawn]
            assert [min(int(one * 7), 6) for one in course] == heights
            again.step(1)
            await player.press("right")


@pytest.mark.parametrize("size", [SMALLEST, LARGE])
async def test_the_course_of_a_long_round_fits(size: tuple[int, int]) -> None:
    """No round has more states than there is room for, whatever the names."""
    names = ("Maximiliana Wolf", "Bartholomew King")
    match = staged(script=ONE_LEFT_AT_3, names=names)
    async with playing(Replay(match, perspective=Perspective.BOTH), size) as player:
        await player.press("end")
        drawn, marked, line = bars(player)
        assert len(drawn) == marked + 1 == len(match.round.actions) + 1
        assert line.strip().startswith("Maximiliana Wolf's chance to win: ")
        assert line.strip().endswith("% now")
