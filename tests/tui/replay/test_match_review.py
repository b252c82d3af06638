"""The review of a match: its costliest choices, and luck and skill."""

import re

import pytest
from composition import check_measure
from speaking import speaking
from tui.harness import LARGE, SMALLEST, playing
from tui.replay.watched import STATES, replay
from tui.states import NEAR, staged

from engarde_tui.games.en_garde.review import MOST_NAMED, MatchReview, Reviews
from engarde_tui.games.en_garde.review_words import WEAK, costly_choices, luck_and_skill
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.screens.review import Choices, LuckAndSkill
from engine.en_garde import Seat
from engine.en_garde.bots.result_breakdown import ResultBreakdown

WINDOWS = [LARGE, (200, 60)]
NAMES = ("Anna", "Bruno")


async def test_the_costliest_choices_of_each_fencer_are_named_the_worst_first() -> None:
    """At most three, none that is not weak, each with its position in the replay."""
    again = replay()
    found = await Reviews(again).match(lambda number, last: None)
    assert len(found.choices) == sum(len(state.round.actions) for state in STATES if state.round.result)
    for seat in Seat:
        costly = found.costliest(seat, WEAK)
        losses = [each.judgement.loss for each in costly]
        own = [each.judgement.loss for each in found.choices if each.judgement.seat is seat]
        assert losses == sorted((loss for loss in own if loss >= WEAK), reverse=True)[:MOST_NAMED]
        for each in costly:
            assert STATES[each.position].round.plays[-1] == (seat, each.judgement.played)
            assert STATES[each.position].number == each.number
            assert STATES[each.position - 1].view(seat).round == each.before
    assert any(group.choices for group in costly_choices(NAMES, found, Seat.LEFT))
    assert [group.name for group in costly_choices(NAMES, found, Seat.RIGHT)] == ["Bruno", "Anna"]


async def test_the_rounds_that_were_played_to_their_end_are_accounted_for() -> None:
    """Neither a round in progress nor a forfeited one."""
    reviews = Reviews(replay())
    assert list((await reviews.match(lambda number, last: None)).breakdowns) == [1, 2]
    given_up = staged(script=NEAR).forfeit().next_round()
    found = await Reviews(Replay(given_up, perspective=Perspective.BOTH)).match(lambda number, last: None)
    assert not found.breakdowns
    assert len(found.choices) == len(NEAR.split())
    (line,) = luck_and_skill(NAMES, found.breakdowns, Seat.LEFT)
    assert line.label == "No round was played to its end."


def test_what_is_shown_adds_up_to_what_was_won() -> None:
    """Digit by digit, for both sides, however the figures are rounded."""
    breakdowns = {
        1: ResultBreakdown(0.5, 0.1249, 0.1249, -0.1249, 0.3751),
        4: ResultBreakdown(0.5, -0.204, -0.004, -0.296, 0.004),
    }
    for side, won in ((Seat.LEFT, ["50%", "100%", "0%"]), (Seat.RIGHT, ["50%", "0%", "100%"])):
        heads, *parts, result = luck_and_skill(NAMES, breakdowns, side)
        assert heads.figures == ["average", "1", "4"]
        assert result == (f"Won by {NAMES[side]}", won)
        for column in range(3):
            points = [int(part.figures[column].removesuffix("%")) for part in parts]
            assert f"{sum(points)}%" == won[column]


@pytest.mark.slow
async def test_a_choice_is_looked_at_in_the_replay() -> None:
    """c opens the review, enter shows the marked choice, as the replay shows it."""
    async with playing(replay()) as player:
        await player.press("c")
        assert player.screen_name == "ReviewScreen"
        found = await Reviews(replay()).match(lambda number, last: None)
        worst = found.costliest(Seat.LEFT, WEAK)[0]
        assert "Luck and skill: Anna's chance to win each round" in player.text
        assert "Won by Anna" in player.text
        await player.press("enter")
        assert player.screen_name == "ReplayScreen"
        assert f"step {worst.position} of" in player.text
        assert "▼ Weak" in player.text
        await player.press("c", "q")
        assert f"step {worst.position} of" in player.text


async def test_with_a_hand_hidden_there_is_no_review() -> None:
    """Nor before a round is finished."""
    async with playing(replay()) as player:
        await player.press("v", "c")
        assert player.screen_name == "ReplayScreen"
    async with playing(Replay(staged(script=NEAR), perspective=Perspective.BOTH)) as player:
        await player.press("c")
        assert player.screen_name == "ReplayScreen"


async def test_after_a_match_the_review_is_one_key_away() -> None:
    """The choice opens over it, and closing that leads back."""
    match = staged(script=f"{NEAR} -4 +4 A3", left="33345", right="11224", target=1)
    async with playing(match) as player:
        await player.play("H")
        await player.press("space")
        assert player.screen_name == "MatchOverScreen"
        await player.press("c")
        assert player.screen_name == "ReviewScreen"
        assert "Won by Anna" in player.text
        assert "Better: " in player.text
        await player.press("enter")
        assert player.screen_name == "ReplayScreen"
        await player.press("q")
        assert player.screen_name == "ReviewScreen"
        await player.press("q")
        assert player.screen_name == "MatchOverScreen"


@pytest.fixture
def twelve_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a review find twelve rounds won, and no costly choice."""
    breakdowns = {number: ResultBreakdown(0.5, 0.1, 0.1, 0.2, 0.1) for number in range(1, 13)}

    async def match(self: Reviews, report: object) -> MatchReview:
        return MatchReview((), breakdowns)

    monkeypatch.setattr(Reviews, "match", match)


@pytest.mark.usefixtures("twelve_rounds")
async def test_no_round_of_a_long_match_is_out_of_reach() -> None:
    """The last ones that fit show first, and which they are; left and right turn to the others."""
    async with playing(replay()) as player:
        await player.press("c")
        words, heads, *_, result = player.drawn(LuckAndSkill)
        assert heads.split() == [*["rounds", "4", "to", "12", "of", "12", "average"], *map(str, range(4, 13))]
        assert result.split() == ["Won", "by", "Anna", "100%", *["100%"] * 9]
        assert words.rstrip().startswith("Each column adds up: chance before the deal, ")
        await player.press("right")
        assert player.drawn(LuckAndSkill)[1] == heads
        await player.press(*["left"] * 5)
        assert "rounds 1 to 9 of 12" in player.text
        await player.press("right")
        assert "rounds 2 to 10 of 12" in player.text


@pytest.mark.slow
@pytest.mark.usefixtures("twelve_rounds")
@pytest.mark.parametrize("size", WINDOWS)
async def test_a_wide_window_shows_more_rounds(size: tuple[int, int]) -> None:
    async with playing(replay(), size) as player:
        await player.press("c")
        heads = player.drawn(LuckAndSkill)[1]
        assert heads.split() == ["average", *map(str, range(1, 13))]


@pytest.mark.parametrize(
    "size", [SMALLEST, *(pytest.param(size, marks=pytest.mark.slow) for size in WINDOWS)]
)
async def test_a_review_uses_the_width_of_the_window(size: tuple[int, int]) -> None:
    """Both parts have the same edges; the marked choice stays marked when the window changes."""
    widest = min(size[0], 130)
    async with playing(replay(), size) as player:
        await player.press("c", "down")
        check_measure(player)
        texts = [row.strip(" │┃►").rstrip("▁▂▃▄▅▆▇ ") for row in player.drawn(Choices)]
        assert texts[0] == "Anna"
        assert max(map(len, texts)) > min(widest - 30, 85)
        marked = player.screen.query_one(Choices).highlighted_option
        assert marked is not None
        for other in (SMALLEST, *WINDOWS):
            await player.resize(*other)
            check_measure(player)
            again = player.screen.query_one(Choices).highlighted_option
            assert again is not None
            assert again.id == marked.id
            assert any("►" in row for row in player.drawn(Choices))


@pytest.mark.parametrize("language", ["de", "fi"])
async def test_the_figures_of_rounds_stand_apart_where_a_space_is_before_the_percent_sign(
    language: str,
) -> None:
    with speaking(language):
        async with playing(replay()) as player:
            await player.press("c")
            assert "100 %" in player.text
            assert not re.search(r"%\d", player.text)
