"""The scoring box: names, lamps, score, and who has just scored."""

import pytest
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.states import ENDINGS, play, staged

from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.lettering import numeral_width, put_numeral
from engarde_tui.widgets.scoring_box import ScoringBox
from engine.en_garde import Seat

SIZES = pytest.mark.parametrize("size", [SMALLEST, LARGE])
NAMES = [("Anna", "Bruno"), ("Maximiliana Wolf", "Bartholomew King"), ("Zoë", "李小龙")]


def line(player: Player) -> str:
    """The line with the names."""
    box = player.drawn(ScoringBox)
    return box[len(box) // 2]


@pytest.mark.by_day(4)
@SIZES
@pytest.mark.parametrize("names", NAMES, ids=lambda names: names[0])
@pytest.mark.parametrize(("score", "target"), [((0, 0), 5), ((2, 4), 5), ((10, 9), 11), ((3, 12), 20)])
async def test_names_lamps_and_score_are_there(
    score: tuple[int, int], target: int, names: tuple[str, str], size: tuple[int, int]
) -> None:
    """A lamp for each round of the target, lit for each round won; no lamps for a high target."""
    async with playing(staged(score=score, target=target, names=names), size) as player:
        assert player.score == f"{names[0]} {score[0]} : {score[1]} {names[1]}"
        lamps = [part for part in line(player).split() if set(part) <= set("●○")]
        left = "●" * score[0] + "○" * (target - score[0])
        right = "○" * (target - score[1]) + "●" * score[1]
        assert lamps == ([left, right] if target <= 11 else [])


@pytest.mark.parametrize(("target", "said"), [(1, "one round"), (3, "first to 3")])
async def test_the_frame_says_how_many_rounds_win(target: int, said: str) -> None:
    async with playing(staged(target=target)) as player:
        assert f" · {said} " in player.drawn(ScoringBox)[0]


@pytest.mark.parametrize("first", Seat, ids=["left", "right"])
async def test_an_arrow_marks_the_fencer_to_act(first: Seat) -> None:
    async with playing(staged(first=first)) as player:
        assert ("► Anna" in line(player), "Bruno ◄" in line(player)) == (
            first is Seat.LEFT,
            first is Seat.RIGHT,
        )


@pytest.mark.by_day(2)
@SIZES
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.reason.value)
async def test_who_has_won_the_round_is_named_beside_the_lamps(ending: object, size: tuple[int, int]) -> None:
    """A hit as a touch; on the winner's side, and nowhere in a drawn round."""
    over = play(ending.before, ending.word)  # type: ignore[attr-defined]
    result = over.round.result
    assert result is not None
    async with playing(over, size) as player:
        left, right = line(player).split(":")
        word = "● TOUCH" if result.reason.value == "hit" else "● ROUND"
        assert (word in left) is (result.winner is Seat.LEFT)
        assert (word in right) is (result.winner is Seat.RIGHT)
        assert "►" not in line(player)
        assert "◄" not in line(player)


@pytest.mark.parametrize("rows", [3, 5])
def test_large_numerals_differ_and_keep_to_their_room(rows: int) -> None:
    drawn = set()
    for number in (*range(10), 10, 99, 120):
        width = numeral_width(number, rows)
        canvas = Canvas(width + 2, rows + 2)
        put_numeral(canvas, 1, 1, number, "plain", rows)
        picture = ["".join(char for char, *_ in row) for row in canvas.rows]
        assert not (picture[0] + picture[-1]).strip()
        assert {(row[0], row[-1]) for row in picture} == {(" ", " ")}
        assert all(row.strip() for row in picture[1:-1])
        drawn.add("\n".join(picture))
    assert len(drawn) == 13
