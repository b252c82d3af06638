"""How the fencers stand: in every situation of a round, and drawn so on the piste."""

import pytest
from tui.fencing import WINDOWS, are_drawn, standing
from tui.harness import playing
from tui.states import ENDINGS, NEAR, play, staged

from engarde_tui.games.en_garde.widgets.figures import Pose
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.widgets.stances import stances
from engine.en_garde import Match, Seat

CARDS, DISTANCE, DRAW = (ENDINGS[number] for number in (3, 4, 5))

SITUATIONS: dict[str, tuple[Match, Pose, Pose]] = {
    "before the first action": (staged(), Pose.SALUTE, Pose.SALUTE),
    "after the first action": (staged(script="+5"), Pose.GUARD, Pose.GUARD),
    "before the first action of a later round": (staged(score=(1, 0)), Pose.GUARD, Pose.GUARD),
    "left attacks": (staged(script=f"{NEAR} A33", right="12345"), Pose.LUNGE, Pose.GUARD),
    "right attacks": (
        staged(script=f"{NEAR} A33", first=Seat.RIGHT, left="12345"),
        Pose.GUARD,
        Pose.LUNGE,
    ),
    "left advances and attacks": (staged(script=f"{NEAR} +1A2", right="12345"), Pose.LUNGE, Pose.GUARD),
    "right has parried": (play(staged(script=f"{NEAR} A33", right="13345"), "P33"), Pose.LUNGE, Pose.PARRY),
    "the turn after the parry": (staged(script=f"{NEAR} A33 P33 -1"), Pose.GUARD, Pose.GUARD),
    "right has evaded": (staged(script=f"{NEAR} +1A2 R1"), Pose.GUARD, Pose.EVADE),
    "left has evaded": (staged(script=f"{NEAR} +1A2 R1", first=Seat.RIGHT), Pose.EVADE, Pose.GUARD),
    "after the evasion": (staged(script=f"{NEAR} +1A2 R1 -1"), Pose.GUARD, Pose.GUARD),
    "at distance 1": (staged(script=f"{NEAR} +2"), Pose.CLOSE, Pose.CLOSE),
    "an attack at distance 1": (staged(script=f"{NEAR} +2 A1", right="12345"), Pose.GUARD, Pose.LUNGE),
    "right is hit": (staged(script=f"{NEAR} A33 H", right="11224"), Pose.LUNGE, Pose.HIT),
    "left is hit": (
        staged(script=f"{NEAR} A33 H", first=Seat.RIGHT, left="11224"),
        Pose.HIT,
        Pose.LUNGE,
    ),
    "right has more cards": (play(CARDS.before, CARDS.word), Pose.DEFEAT, Pose.VICTORY),
    "left has advanced further": (play(DISTANCE.before, DISTANCE.word), Pose.VICTORY, Pose.DEFEAT),
    "nobody wins": (play(DRAW.before, DRAW.word), Pose.GUARD, Pose.GUARD),
    "left gives up": (staged(script=NEAR).forfeit(), Pose.DEFEAT, Pose.VICTORY),
}

CLOSE_BY = {
    "left advances and attacks": (Pose.LUNGE, Pose.CLOSE),
    "an attack at distance 1": (Pose.CLOSE, Pose.THRUST),
}
"""How two fencers are drawn of whom one is near enough to meet the blade that comes."""


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_poses_tell_what_happens(situation: str) -> None:
    """To everybody the same; whoever lunges thrusts, and nobody else."""
    match, left, right = SITUATIONS[situation]
    for seat in (None, *Seat):
        round = match.view(seat).round
        standing = stances(round, is_new=not match.finished)
        assert [stance.pose for stance in standing] == [left, right]
        assert [stance.square for stance in standing] == list(round.positions)
        assert [stance.is_thrusting for stance in standing] == [pose is Pose.LUNGE for pose in (left, right)]


def test_every_pose_at_the_table_is_among_the_situations() -> None:
    """An advance is seen only in movement; a thrust is how a lunge is drawn close by."""
    shown = {pose for _, *poses in SITUATIONS.values() for pose in poses}
    assert shown == set(Pose) - {Pose.ADVANCE, Pose.THRUST}


@pytest.mark.by_day(5)
@pytest.mark.parametrize("size", WINDOWS, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("situation", SITUATIONS)
async def test_both_fencers_are_drawn_in_their_poses_with_the_front_foot_on_their_square(
    situation: str, size: tuple[int, int]
) -> None:
    match, *poses = SITUATIONS[situation]
    async with playing(match, size) as player:
        drawn = CLOSE_BY.get(situation, poses)
        expected = standing(drawn, match.round.positions, player.app.size)
        assert are_drawn(expected, player.drawn(Piste))
