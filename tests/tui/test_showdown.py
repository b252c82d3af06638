"""The end of a round and of a match: both hands, how it was decided, the score, and what comes next."""

import gc
import weakref

import pytest
from composition import check_measure
from textual.containers import VerticalScroll
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.scripts import SCRIPTS
from tui.states import ENDINGS, NEAR, Ending, play, staged

from engarde_tui.games.en_garde.widgets.showdown import Verdict
from engarde_tui.screens.match_over import MatchOverScreen
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.score_sheet import ScoreSheet
from engine.en_garde import Match, Reason, Seat

WINDOWS = [(100, 30), (118, 30), LARGE, (200, 60)]


@pytest.mark.by_day(3)
@pytest.mark.parametrize("size", [SMALLEST, LARGE])
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.reason.value)
async def test_every_end_of_a_round_shows_both_hands_and_the_reason(
    ending: Ending, size: tuple[int, int]
) -> None:
    """Steps, verdict, new score, and every card of both."""
    over = play(ending.before, ending.word)
    async with playing(ending.before, size) as player:
        await player.play(ending.word)
        assert player.held == over
        assert player.at_showdown
        title, *inside, _ = (line.strip("╭╮│╰╯─ ") for line in player.drawn(Verdict))
        assert title == ending.verdict
        lacking = ["Bruno had no 3 to parry with."] if ending is ENDINGS[0] else []
        assert [line for line in inside if line] == [*ending.steps, *lacking]
        assert player.score == f"Anna {ending.score[0]} : {ending.score[1]} Bruno"
        assert player.hands == {
            name: tuple(sorted(hand)) for name, hand in zip(over.names, over.round.hands, strict=True)
        }


@pytest.mark.by_day(3)
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.reason.value)
async def test_the_cards_that_were_counted_stand_out(ending: Ending) -> None:
    """By their frame, where cards were compared; nowhere else."""
    async with playing(ending.before) as player:
        await player.play(ending.word)
        round = player.held.round
        counted = round.showdown.cards if round.showdown else None
        assert "".join(hands(player.rows)).count("┃") == 2 * 3 * sum(counted or ())


def hands(rows: list[str]) -> list[str]:
    """The lines of the screen from the hands on."""
    return rows[next(y for y, row in enumerate(rows) if "'s hand" in row) :]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.reason.value)
async def test_the_other_fencer_starts_the_next_round_behind_the_curtain(ending: Ending) -> None:
    """Also after a drawn round; the fencers are back on their ends."""
    async with playing(ending.before) as player:
        await player.play(ending.word)
        await player.press("down", "1", "backspace")
        assert player.at_showdown
        await player.press("space")
        assert player.screen_name == "TableScreen"
        assert player.curtain_is_down
        held = player.held
        assert held.number == 2
        assert held.round.first is held.round.turn is Seat.RIGHT
        assert held.round.positions == (1, 23)
        assert held.score == ending.score
        assert "round 2 · Bruno began" in player.text
        assert "Bruno begins round 2." in player.text
        assert "Bruno, take the keyboard." in player.text


async def test_enter_continues_too_but_not_while_it_is_held_down_after_the_last_action() -> None:
    """The end would be gone before anybody has seen it; whoever waits a moment continues."""
    async with playing(ENDINGS[0].before, curtain_delay=60) as player:
        await player.arm()
        await player.press("space", "down", "enter", "enter", "enter")
        assert player.at_showdown
        await player.arm()
        await player.press("enter")
        assert player.curtain_is_down
        assert player.held.number == 2


async def test_space_continues_at_once() -> None:
    """It has not played the last action."""
    async with playing(ENDINGS[0].before, curtain_delay=60) as player:
        await player.arm()
        await player.press("space", "down", "enter", "space")
        assert player.held.number == 2


@pytest.mark.parametrize("first", Seat, ids=["left", "right"])
async def test_the_starter_alternates(first: Seat) -> None:
    """Whoever started the first round."""
    loser = {first.other.label: "11224"}
    match = staged(script=f"{NEAR} A33", first=first, **loser)
    async with playing(match) as player:
        await player.play("H")
        await player.press("space")
        assert player.held.round.first is first.other
        assert f"round 2 · {player.held.names[first.other]} began" in player.text


@pytest.mark.slow
async def test_the_showdown_of_every_round_is_as_if_it_were_the_first() -> None:
    """Even after a resize."""
    script = SCRIPTS[9]
    size = SMALLEST
    async with playing(script.match, size) as player:
        for words in script.rounds:
            for word in words.split():
                await player.play(word)
            async with playing(player.held, size) as fresh:
                assert player.at_showdown
                assert fresh.at_showdown
                assert player.rows == fresh.rows
            await player.press("space")
            size = SMALLEST if size == LARGE else LARGE
            await player.resize(*size)
        assert player.screen_name == "MatchOverScreen"


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["space q m", "q m"], ids=["from the next round", "from the showdown"])
async def test_a_table_that_was_left_is_freed(keys: str) -> None:
    """It holds both hands, and the hall has many of them; the screen that follows may keep the last one."""
    async with playing(staged(script=f"{NEAR} A33", right="11224")) as player:
        await player.play("H")
        assert player.at_showdown
        left = weakref.ref(player.screen)
        await player.press(*keys.split())
        assert player.screen_name == "MenuScreen"
        await player.press("n")
        gc.collect()
        assert left() is None


def last_hit(target: int = 3, score: tuple[int, int] = (2, 2)) -> Match:
    """Bruno is about to be hit, which wins Anna the match."""
    return staged(script=f"{NEAR} A33", right="11224", target=target, score=score)


async def test_the_last_round_leads_to_the_winner_and_all_rounds() -> None:
    """One line a round: number, score, winner and why; drawn rounds too."""
    match = last_hit()
    over = play(match, "H")
    async with playing(match) as player:
        await player.play("H")
        assert player.score == "Anna 3 : 2 Bruno"
        await player.press("space")
        assert player.screen_name == "MatchOverScreen"
        assert "Anna wins the match" in player.text
        assert player.score == "Anna 3 : 2 Bruno"
        sheet = rounds_listed(player)
        await player.press("end")
        sheet += [row for row in rounds_listed(player) if row not in sheet]
        assert len(over.finished) == 6
        for line, row in zip(over.finished, sheet[1:], strict=True):
            assert row.startswith(f"{line.number}  {line.score[0]:>2} : {line.score[1]:<2}  ")
            winner = line.result.winner
            assert (over.names[winner] if winner is not None else "drawn") in row
        assert sheet[3].split() == ["3", "1", ":", "1", "drawn", "all", "equal"]
        assert sheet[6].split()[4:] == ["Anna", "Bruno", "was", "hit"]


def sheet_of(player: Player) -> str:
    """The rounds that are in sight."""
    return "\n".join(player.drawn(ScoreSheet))


def rounds_listed(player: Player) -> list[str]:
    """The lines of the panel of rounds that are in sight, without its frame and its scroll bar."""
    return [row.strip("│▁▂▃▄▅▆▇ ") for row in player.drawn(VerticalScroll)[1:-1]]


@pytest.mark.parametrize(
    "size", [SMALLEST, *(pytest.param(size, marks=pytest.mark.slow) for size in WINDOWS)]
)
async def test_the_rounds_stand_in_columns_whatever_the_names(size: tuple[int, int]) -> None:
    """Below box and picture, with the same edges as they have; beside the result where there is room."""
    match = staged(script=f"{NEAR} A33", right="11224", target=1, names=("Maximiliana Wolf", "Bo"))
    async with playing(match, size) as player:
        await player.play("H")
        await player.press("space")
        check_measure(player)
        assert player.drawn(ScoreSheet)[1].rstrip() == "  1   1 : 0   Maximiliana Wolf  Bo was hit"
        assert any("─ Result ─" in row and "─ Rounds ─" in row for row in player.rows) == (size[0] >= 118)
        assert "Maximiliana Wolf wins the match" in player.text
        await player.resize(*SMALLEST)
        check_measure(player)


@pytest.mark.slow
@pytest.mark.parametrize("size", WINDOWS)
async def test_rounds_that_do_not_fit_scroll_above_the_keys(size: tuple[int, int]) -> None:
    """Nothing at the end of a long match is out of the window."""
    async with playing(last_hit(target=15, score=(14, 14)), size) as player:
        await player.play("H")
        await player.press("space")
        check_measure(player)
        assert rounds_listed(player)[1].startswith("1 ")
        await player.press("end")
        assert rounds_listed(player)[-1].startswith("30 ")
        assert "r rematch" in player.keys
        assert (
            player.screen.query_one(VerticalScroll).region.bottom <= player.screen.query_one(KeyBar).region.y
        )


async def test_the_right_fencer_wins_as_well() -> None:
    """Nothing is left's alone."""
    match = staged("abacus-basic", NEAR, right="11233", first=Seat.RIGHT, target=1, names=("Cleo", "Dirk"))
    async with playing(match) as player:
        await player.play("A3")
        await player.press("space")
        assert "Dirk wins the match" in player.text
        assert player.score == "Cleo 0 : 1 Dirk"


async def test_a_rematch_has_the_same_settings_and_the_other_starter() -> None:
    """Names, rules, target; the score starts anew, behind the curtain."""
    match = last_hit()
    async with playing(match) as player:
        await player.play("H")
        await player.press("space", "r")
        assert player.screen_name == "TableScreen"
        again = player.held
        assert (again.rules, again.names, again.target) == (match.rules, match.names, match.target)
        assert again.first is again.round.turn is Seat.RIGHT
        assert (again.score, again.number, again.finished) == ((0, 0), 1, ())
        assert player.curtain_is_down


async def test_after_the_match_m_leads_to_the_menu() -> None:
    """And no table is left behind."""
    async with playing(last_hit()) as player:
        await player.play("H")
        await player.press("space", "m")
        assert player.screen_name == "MenuScreen"
        assert not any(isinstance(screen, MatchOverScreen) for screen in player.app.screen_stack)


async def test_a_long_match_can_be_scrolled_through() -> None:
    """More rounds than there are lines."""
    async with playing(last_hit(target=20, score=(19, 18))) as player:
        await player.play("H")
        await player.press("space")
        assert " 1   1 : 0 " in player.text
        assert "20 : 18" not in sheet_of(player)
        await player.press("end")
        assert "20 : 18" in sheet_of(player)


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason.is_played])
def test_every_reason_fencers_have_is_among_the_endings(reason: Reason) -> None:
    """The list of endings above leaves none out."""
    assert reason in {ending.reason for ending in ENDINGS}
