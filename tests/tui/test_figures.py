"""The drawings of the fencers: complete, in half blocks, and standing on their front foot."""

from itertools import product

import pytest

from engarde_tui.games.en_garde.widgets.fencers import put_fencers
from engarde_tui.games.en_garde.widgets.figures import LARGE, MEDIUM, SMALL, FigureSize, Pointing, Pose
from engarde_tui.games.en_garde.widgets.stances import Stance
from engarde_tui.terminal.canvas import Canvas

SIZES = (SMALL, MEDIUM, LARGE)
ALL = pytest.mark.parametrize(
    ("size", "pose"), [pytest.param(*each, id=f"{each[0].name}-{each[1]}") for each in product(SIZES, Pose)]
)


@ALL
def test_a_drawing_is_as_high_as_its_size_and_has_rows_of_one_length(size: FigureSize, pose: Pose) -> None:
    rows = size.figure(pose).rows
    assert len(rows) == size.height
    assert len({len(row) for row in rows}) == 1


@ALL
def test_a_drawing_is_made_of_half_blocks(size: FigureSize, pose: Pose) -> None:
    assert set("".join(size.figure(pose).rows)) <= set("▀▄█▌▐ ")


@ALL
def test_a_fencer_stands_on_the_front_foot(size: FigureSize, pose: Pose) -> None:
    for figure in (size.figure(pose), size.figure(pose).mirrored):
        assert figure.rows[-1][figure.foot] != " "


@ALL
def test_a_blade_begins_at_the_hand(size: FigureSize, pose: Pose) -> None:
    """In or beside a drawn cell."""
    for figure in (size.figure(pose), size.figure(pose).mirrored):
        x, y = figure.blade
        near = [row[max(x - 1, 0) : x + 2] for row in figure.rows[max(y - 1, 0) : y + 2]]
        assert "".join(near).strip() or figure.pointing is Pointing.NONE


@ALL
def test_a_mirrored_drawing_faces_the_other_way_and_mirrored_twice_is_the_same(
    size: FigureSize, pose: Pose
) -> None:
    figure = size.figure(pose)
    assert figure.mirrored != figure
    assert figure.mirrored.mirrored == figure
    assert figure.mirrored.pointing is figure.pointing
    for row, mirrored in zip(figure.rows, figure.mirrored.rows, strict=True):
        assert (row.count("▌"), row.count("▐")) == (mirrored.count("▐"), mirrored.count("▌"))


@ALL
def test_a_blade_stays_between_the_top_of_the_picture_and_the_floor(size: FigureSize, pose: Pose) -> None:
    """In two rows at least, if it is raised or lowered; also where nothing is left above the fencers."""
    canvas = Canvas(8 * size.back, size.height + 2)
    put_fencers(canvas, size, size.height, int, (Stance(3 * size.back, pose), Stance(5 * size.back, pose)))
    rows = ["".join(char for char, _, _ in row) for row in canvas.rows]
    assert not "".join(rows[size.height :]).strip()
    if size.figure(pose).pointing in (Pointing.RISING, Pointing.UPRIGHT, Pointing.FALLING):
        assert sum(bool(set(row) & set("│╱╲╳")) for row in rows) >= 2


@pytest.mark.parametrize("distance", range(1, 6))
@pytest.mark.parametrize(("size", "cell"), [(SMALL, 3), (MEDIUM, 4), (LARGE, 5)])
def test_sparks_fly_from_where_a_parry_meets_the_attack(size: FigureSize, cell: int, distance: int) -> None:
    """In every such distance, and from the left as from the right."""
    here = 3 * size.back
    for poses in ((Pose.LUNGE, Pose.PARRY), (Pose.PARRY, Pose.LUNGE)):
        canvas = Canvas(8 * size.back, size.height)
        left, right = (
            Stance(square, pose, pose is Pose.LUNGE)
            for square, pose in zip((here, here + distance * cell), poses, strict=True)
        )
        put_fencers(canvas, size, size.height, int, (left, right), sparks=1)
        assert sum(char == "*" for row in canvas.rows for char, _, _ in row) == 1


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_every_pose_is_drawn_differently(size: FigureSize) -> None:
    assert len({size.figure(pose).rows for pose in Pose}) == len(Pose)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_a_size_says_how_much_room_a_guard_needs_behind_the_front_foot(size: FigureSize) -> None:
    assert size.figure(Pose.GUARD).foot == size.back


@pytest.mark.parametrize("distance", [1, 2])
@pytest.mark.parametrize(("size", "cell"), [(SMALL, 3), (MEDIUM, 4), (LARGE, 5)])
def test_close_by_the_blades_of_attack_and_guard_meet(size: FigureSize, cell: int, distance: int) -> None:
    """Once, from the left as from the right."""
    for poses in ((Pose.LUNGE, Pose.GUARD), (Pose.GUARD, Pose.LUNGE)):
        canvas = Canvas(8 * size.back, size.height)
        left, right = (
            Stance(square, pose, pose is Pose.LUNGE)
            for square, pose in zip((0, distance), poses, strict=True)
        )

        def column(square: float) -> int:
            return 4 * size.back + round(square * cell)

        put_fencers(canvas, size, size.height, column, (left, right))
        assert sum(char == "╳" for row in canvas.rows for char, _, _ in row) == 1
