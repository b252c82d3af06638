"""A forfeited round watched again."""

from tui.harness import playing
from tui.replay.watched import bars
from tui.states import NEAR, staged

from engarde_tui.commands.replay import transcript
from engarde_tui.games.en_garde.review import Reviews
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.screens.replay import Progress
from engine.en_garde import Match


def forfeited(script: str = NEAR) -> Match:
    """A match whose first round was given up, and whose second has begun."""
    match = staged(script=script, left="33345", right="11224").forfeit().next_round()
    return match.play(match.round.legal[0])


async def test_a_forfeited_round_can_be_watched_to_its_end() -> None:
    """The forfeit is a step of its own, told as the end of any round is, and the next round follows."""
    async with playing(Replay(forfeited(), finished_rounds=True)) as player:
        assert "step 0 of 5" in player.drawn(Progress)[0]
        await player.press(*["right"] * 4)
        assert "Anna to play" in player.text
        await player.press("right")
        assert "Bruno wins round 1: Anna could not continue" in player.text
        assert "aster would" not in player.text
        assert player.score == "Anna 0 : 1 Bruno"
        await player.press("left")
        assert "Anna to play" in player.text
        await player.press("down")
        assert "Bruno wins round 1" in player.text
    async with playing(Replay(forfeited(), perspective=Perspective.BOTH)) as player:
        await player.press(*["right"] * 6)
        assert "Bruno begins round 2." in player.text


async def test_the_chance_of_who_forfeits_is_gone() -> None:
    """And the other's is certain."""
    again = Replay(forfeited(), finished_rounds=True)
    for perspective, end in ((Perspective.LEFT, 0.0), (Perspective.RIGHT, 1.0)):
        again.perspective = perspective
        reviews = Reviews(again)
        await reviews.look()
        assert reviews.chances is not None
        assert len(reviews.chances[1]) == 6
        assert reviews.chances[1][-1] == end


async def test_the_bar_of_a_forfeit_is_marked() -> None:
    """It is a state of the round, too."""
    async with playing(Replay(forfeited(), finished_rounds=True)) as player:
        await player.press("end")
        drawn, marked, line = bars(player)
        assert len(drawn) == 6
        assert marked == 5
        assert line.strip().endswith(" before, 0% now")


async def test_a_step_of_a_round_passes_over_a_forfeit_before_the_first_action() -> None:
    """It goes to the next deal."""
    async with playing(Replay(forfeited(""), perspective=Perspective.BOTH)) as player:
        await player.press("right_square_bracket")
        assert "round 2 of 2" in player.drawn(Progress)[0]


def test_the_text_of_a_forfeit_before_the_first_action_names_the_round_once() -> None:
    """As that of any other round."""
    lines = list(transcript(Replay(forfeited(""))))
    assert lines.count("Round 1") == 1
    assert any("Anna could not continue" in line for line in lines)


def test_the_text_of_a_forfeited_round_tells_who_could_not_go_on() -> None:
    """With the score after it."""
    lines = list(transcript(Replay(forfeited())))
    assert "Bruno wins round 1: Anna could not continue. Anna 0 : 1 Bruno" in lines
    assert lines[-1] == "The match is unfinished."
