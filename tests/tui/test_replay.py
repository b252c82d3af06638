"""A match watched again: every step, from every perspective, in words that agree with the board."""

import asyncio
from itertools import pairwise

import pytest
from settling import LONGEST
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.scripts import SCRIPTS
from tui.shelf import states
from tui.states import NEAR, ONE_LEFT_AT_3, staged

from engarde_tui.commands.transcript import transcript
from engarde_tui.games.en_garde.review import Review, Reviews
from engarde_tui.games.en_garde.screens.replay import Commentary, Course
from engarde_tui.games.en_garde.widgets.cards import SMALL
from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.words import WEAK, criticism, last_action
from engarde_tui.match.problem import Problem
from engarde_tui.match.replay import Perspective, Replay
from engarde_tui.match.words import percent
from engarde_tui.screens.replay import SPEEDS, Progress, ReplayScreen
from engine.en_garde import Match, Seat, parse_action
from engine.en_garde.bots.master import chance, opinion
from engine.en_garde.bots.values import values

SCRIPT = SCRIPTS[4]
"""Two rounds, with indirect attacks, parries and an evasion."""
STATES = tuple(states(SCRIPT))
LAST = len(STATES) - 1


SEEN = {
    Perspective.BOTH: tuple(Seat),
    Perspective.LEFT: (Seat.LEFT,),
    Perspective.RIGHT: (Seat.RIGHT,),
    Perspective.NONE: (),
}
"""Whose hands a perspective shows."""


def replay() -> Replay:
    """From the beginning."""
    return Replay(STATES[-1])


def test_a_replay_walks_through_every_state_and_back() -> None:
    """And stays at the ends."""
    again = replay()
    assert again.last == LAST
    for state in STATES:
        assert again.view.round.plays == state.round.plays
        assert again.view.score == state.score
        again.step(1)
    assert again.position == LAST
    for place in reversed(range(LAST)):
        again.step(-1)
        assert again.position == place
    again.step(-1)
    assert again.position == 0


@pytest.mark.parametrize("perspective", Perspective)
def test_a_perspective_shows_its_hands_and_no_other(perspective: Perspective) -> None:
    """Until the round is over: then both fencers have seen both hands."""
    again = replay()
    again.perspective = perspective
    for state in STATES:
        open_seats = SEEN[perspective]
        if state.round.result is not None and perspective is not Perspective.NONE:
            open_seats = tuple(Seat)
        hands = tuple(state.round.hands[seat] if seat in open_seats else None for seat in Seat)
        assert again.view.round.hands == hands
        again.step(1)


def test_a_step_of_a_turn_keeps_a_parry_and_what_follows_together() -> None:
    """Forward and backward stop at the same places: where the other fencer is to act, and at every deal."""
    stops = [
        place
        for place, (before, state) in enumerate(pairwise([STATES[0], *STATES]))
        if not state.round.actions or state.round.turn is not before.round.turn
    ]
    assert len(stops) < len(STATES)
    again = replay()
    forward = [0]
    while again.position < LAST:
        again.step_turn(1)
        forward.append(again.position)
    assert forward == stops
    backward = [again.position]
    while again.position:
        again.step_turn(-1)
        backward.append(again.position)
    assert backward == stops[::-1]


def test_a_step_of_a_round_goes_from_deal_to_deal() -> None:
    """Back goes to the deal of the same round first; forward from the last round goes to the end."""
    deals = [place for place, state in enumerate(STATES) if not state.round.actions]
    again = replay()
    again.step_round(1)
    assert again.position == deals[1]
    again.step(3)
    again.step_round(-1)
    assert again.position == deals[1]
    again.step_round(-1)
    assert again.position == 0
    again.jump_to_end()
    again.step_round(1)
    assert again.position == LAST
    again.rewind()
    assert again.position == 0


def test_only_the_finished_rounds_of_a_match_that_goes_on_can_be_watched() -> None:
    """Nobody may see the hands of the round being played."""
    going_on = STATES[-2]
    again = Replay(going_on, finished_rounds=True)
    assert again.rounds == 1
    again.jump_to_end()
    assert again.view.round.result is not None
    with pytest.raises(Problem, match="no round of this match is finished yet"):
        Replay(STATES[3], finished_rounds=True)


def back_count(player: Player, seat: Seat) -> int:
    """Cards of a hand that lie face down on the screen."""
    hand = next(hand for hand in player.screen.query(Hand) if hand._seat is seat)
    return str(hand._canvas.rows[2]).count("▒") // (SMALL.width - 2)


async def test_every_action_is_told_and_shown_on_the_board() -> None:
    """Forward with the right arrow, through the whole match."""
    async with playing(replay()) as player:
        for place, state in enumerate(STATES):
            told = "\n".join(player.drawn(Commentary))
            if state.round.result is None:
                assert last_action(state.view(None)) in told
                assert f"squares {state.round.positions[0]} and {state.round.positions[1]}" in told
            else:
                assert f"wins round {state.number}" in told
            assert f"step {place} of {LAST}" in player.drawn(Progress)[0]
            assert player.screen.query_one(Piste).view.round.positions == state.round.positions
            await player.press("right")


async def test_v_goes_through_the_perspectives() -> None:
    """Both hands, left, right, none, and both again."""
    async with playing(replay()) as player:
        for left, right, said in (
            (0, 0, "both hands"),
            (0, 5, "left hand"),
            (5, 0, "right hand"),
            (5, 5, "no hand"),
            (0, 0, "both hands"),
        ):
            assert said in player.drawn(Progress)[0]
            assert (back_count(player, Seat.LEFT), back_count(player, Seat.RIGHT)) == (left, right)
            await player.press("v")


async def test_turns_rounds_and_ends_have_keys() -> None:
    """Down and up, the brackets or the page keys, home and end."""
    async with playing(replay()) as player:

        async def place_after(*keys: str) -> int:
            await player.press(*keys)
            return int(player.drawn(Progress)[0].split("step ")[1].split()[0])

        again = replay()
        again.step_turn(1)
        assert await place_after("down") == again.position
        assert await place_after("up") == 0
        again.rewind()
        again.step_round(1)
        assert await place_after("right_square_bracket") == again.position
        assert await place_after("left_square_bracket") == 0
        assert await place_after("pagedown") == again.position
        assert await place_after("pageup") == 0
        assert await place_after("end") == LAST
        assert await place_after("home") == 0


def tick(player: Player) -> None:
    """Let the time for one action pass."""
    assert isinstance(player.screen, ReplayScreen)
    timer = player.screen._timer
    assert timer is not None
    player.screen._play_step()


async def test_autoplay_goes_on_by_itself_and_stops_at_the_end() -> None:
    """Space begins and stops it; at the end it begins again."""
    async with playing(replay()) as player:
        await player.press("space")
        assert "playing, normal speed" in player.drawn(Progress)[0]
        for _ in range(LAST):
            tick(player)
        await player.settle()
        assert f"step {LAST} of {LAST}" in player.drawn(Progress)[0]
        assert "stopped" in player.drawn(Progress)[0]
        await player.press("space")
        assert f"step 0 of {LAST}" in player.drawn(Progress)[0]
        await player.press("space")
        assert "stopped" in player.drawn(Progress)[0]


STEPS = ["left", "right", "up", "down", "left_square_bracket", "right_square_bracket", "home", "end"]


@pytest.mark.parametrize("key", STEPS)
async def test_any_step_stops_autoplay(key: str) -> None:
    """Whoever goes by hand is not carried on; other keys let it play."""
    async with playing(replay()) as player:
        await player.press("right", "right", "space")
        tick(player)
        await player.press("v", "s")
        assert "playing" in player.drawn(Progress)[0]
        await player.press(key)
        assert "stopped" in player.drawn(Progress)[0]
        assert isinstance(player.screen, ReplayScreen)
        assert player.screen._timer is None


async def test_s_changes_the_speed_of_autoplay() -> None:
    """Three speeds, round and round, also while it plays."""
    async with playing(replay()) as player:
        await player.press("space")
        seen = []
        for _ in range(4):
            assert isinstance(player.screen, ReplayScreen)
            timer = player.screen._timer
            assert timer is not None
            seen.append((player.drawn(Progress)[0].split("playing, ")[1].split()[0], timer._interval))
            await player.press("s")
        assert seen == [("normal", 1.5), ("fast", 0.5), ("slow", 3.0), ("normal", 1.5)]
        assert dict(seen) == SPEEDS


async def test_escape_leaves_a_replay_that_the_program_began_with() -> None:
    """There is nothing under it."""
    async with playing(replay()) as player:
        await player.press("escape")
        assert player.app._exit


@pytest.mark.parametrize("size", [SMALLEST, LARGE, (118, 36), (200, 60)])
async def test_a_replay_fits_every_window(size: tuple[int, int]) -> None:
    """Both hands whole, whatever the names."""
    match = staged(script=NEAR, names=("Maximiliana Wolf", "Bartholomew King"))
    async with playing(Replay(match), size) as player:
        await player.press("end")
        for hand in player.screen.query(Hand):
            assert hand.size.width >= len("Maximiliana Wolf's hand")
            cards = str(hand._canvas.rows[1])
            assert cards.count("╭") == cards.count("╮") == 5
        assert all(len(row.rstrip()) <= size[0] for row in player.rows)


def test_a_match_that_goes_on_shows_no_hand_unless_asked() -> None:
    """Somebody may still want to play it."""
    assert Replay(STATES[-2]).perspective is Perspective.NONE
    assert Replay(STATES[-2], perspective=Perspective.LEFT).perspective is Perspective.LEFT
    assert replay().perspective is Perspective.BOTH


async def test_q_stops_watching_and_nothing_else() -> None:
    """As in any viewer; behind the replay there is the program."""
    async with playing(staged(script=f"{NEAR} A33", right="11224", target=1)) as player:
        await player.play("H")
        await player.press("space", "w", "q")
        assert player.screen_name == "MatchOverScreen"
        assert not player.app._exit


async def test_autoplay_goes_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The timer itself plays on; here it has no time to lose."""
    monkeypatch.setitem(SPEEDS, "normal", 0.001)
    async with playing(replay()) as player:
        await player.press("space")
        async with asyncio.timeout(LONGEST):
            while f"step {LAST} of" not in player.drawn(Progress)[0]:
                await asyncio.sleep(0.001)
        await player.settle()
        assert "stopped" in player.drawn(Progress)[0]


# What the master thinks of it


@pytest.mark.parametrize("perspective", Perspective)
def test_the_master_judges_an_action_only_where_the_hand_it_came_from_may_be_seen(
    perspective: Perspective,
) -> None:
    """From what its player could know then; with no hand open it says nothing."""
    again = replay()
    again.perspective = perspective
    judged = 0
    for before, state in pairwise([STATES[0], *STATES]):
        seat, review = before.round.turn, Reviews(again).review
        if state is before or seat is None or seat not in SEEN[perspective]:
            assert review is None
        else:
            view, played = before.view(seat).round, state.round.actions[-1]
            thought = opinion(view)
            choice = max(thought.odds, key=thought.odds.__getitem__)
            assert review is not None
            assert (review.seat, review.played, review.choice) == (seat, played, choice)
            best, value = values(view, (choice, played))
            assert review.loss == max(best - value, 0)
            assert review.is_forced == (len(view.legal) == 1)
            change = chance(state.view(seat).round, seat) - thought.chance
            drew = len(state.round.draw_pile) < len(before.round.draw_pile)
            assert review.luck == (change + review.loss if drew else 0)
            judged += 1
        again.step(1)
    assert bool(judged) == bool(SEEN[perspective])


@pytest.mark.parametrize("perspective", Perspective)
def test_the_course_of_a_round_has_a_chance_for_each_of_its_states(perspective: Perspective) -> None:
    """Of the left fencer where both hands are open, of nobody where none is."""
    again = replay()
    again.perspective = perspective
    for state in STATES:
        if not SEEN[perspective]:
            assert Reviews(again).chances is None
        else:
            assert Reviews(again).chances is not None
            seat, course = Reviews(again).chances
            assert seat is SEEN[perspective][0]
            round = [other for other in STATES if other.number == state.number]
            assert course == tuple(chance(other.view(seat).round, seat) for other in round)
            assert again.position_in_round == round.index(state)
        again.step(1)


MOVED = parse_action("+3")
OTHER = parse_action("+4")


@pytest.mark.parametrize(
    ("review", "said"),
    [
        (Review(Seat.LEFT, MOVED, MOVED, True, 0.0, 0.0), "Forced: no other action was legal."),
        (Review(Seat.LEFT, MOVED, MOVED, False, 0.0, 0.0), "The master would do the same."),
        (Review(Seat.LEFT, MOVED, OTHER, False, 0.05, 0.1), "The master would advance 4."),
        (Review(Seat.LEFT, MOVED, OTHER, False, 0.1, 0.0), "▼ Weak: the master would advance 4."),
        (Review(Seat.LEFT, MOVED, MOVED, False, 0.0, -0.2), "The master would do the same. Unlucky cards."),
        (Review(Seat.LEFT, MOVED, MOVED, True, 0.0, 0.3), "Forced: no other action was legal. Lucky cards."),
        (
            Review(Seat.LEFT, MOVED, OTHER, False, 0.2, -0.2),
            "▼ Weak: the master would advance 4. Unlucky cards.",
        ),
    ],
)
def test_a_choice_is_told_from_luck(review: Review, said: str) -> None:
    """Only a weak choice has a mark; what is forced is neither praised nor blamed."""
    assert criticism(review) == said


async def test_the_master_s_view_is_told_under_what_happened() -> None:
    """In the words of the review, for every action of the match; marked just where the choice was weak."""
    again = replay()
    weak = forced = 0
    async with playing(replay()) as player:
        for _ in range(LAST):
            again.step(1)
            await player.press("right")
            review, told = Reviews(again).review, "\n".join(player.drawn(Commentary))
            assert ("▼" in told) == (review is not None and review.loss >= WEAK)
            if review is not None:
                assert criticism(review) in told
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


def bars(player: Player) -> tuple[str, int, str]:
    """The bars as they are drawn, which of them is marked, and what is said beside them."""
    (row,) = player.screen.query_one(Course)._canvas.rows
    drawn = [(char, ink) for char, ink in row if char in "▁▂▃▅▆▇█"]
    (marked,) = [place for place, (_, ink) in enumerate(drawn) if ink == "pointed"]
    return "".join(char for char, _ in drawn), marked, str(player.drawn(Course)[0])


async def test_the_bars_show_every_state_of_the_round_and_mark_this_one() -> None:
    """As high as the chance was; beside it, how the last action has changed it: no other chance is shown."""
    again = replay()
    async with playing(replay()) as player:
        for state in STATES:
            assert Reviews(again).chances is not None
            _, course = Reviews(again).chances
            drawn, marked, line = bars(player)
            assert len(drawn) == len(course) == sum(other.number == state.number for other in STATES)
            assert marked == len(state.round.actions)
            before = f"{percent(course[marked - 1])} → " if marked else ""
            assert line.strip().endswith(f" {before}{percent(course[marked])}")
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
        assert line.strip().endswith("%")


# A round that was forfeited


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
        assert "1/5" in player.text
        await player.press("left")
        assert "Anna to play" in player.text
        await player.press("down")
        assert "Bruno wins round 1" in player.text
    async with playing(Replay(forfeited(), perspective=Perspective.BOTH)) as player:
        await player.press(*["right"] * 6)
        assert "Bruno begins round 2." in player.text


def test_the_chance_of_who_forfeits_is_gone() -> None:
    """And the other's is certain."""
    again = Replay(forfeited(), finished_rounds=True)
    for perspective, end in ((Perspective.LEFT, 0.0), (Perspective.RIGHT, 1.0)):
        again.perspective = perspective
        assert Reviews(again).chances is not None
        assert len(Reviews(again).chances[1]) == 6
        assert Reviews(again).chances[1][-1] == end


async def test_the_bar_of_a_forfeit_is_marked() -> None:
    """It is a state of the round, too."""
    async with playing(Replay(forfeited(), finished_rounds=True)) as player:
        await player.press("end")
        drawn, marked, line = bars(player)
        assert len(drawn) == 6
        assert marked == 5
        assert line.strip().endswith(" → 0%")


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
