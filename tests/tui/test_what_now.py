"""The words above the hand: who is to act, what happened, what to do; and where they are without a hand."""

from dataclasses import replace

import pytest
from textual.widget import Widget
from tui.harness import LARGE, Player, playing
from tui.rivals import Seated, duel
from tui.states import ENDINGS, MIDDLE, NEAR, ONE_LEFT_AT_3, play, staged

from engarde_tui.games.en_garde.widgets.piles import DrawPile
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.widgets.turn_words import TurnWords
from engarde_tui.games.en_garde.words import last_turn
from engarde_tui.widgets.action_list import ActionList
from engarde_tui.widgets.curtain import Curtain
from engarde_tui.widgets.score_sheet import ScoreSheet
from engarde_tui.widgets.scoring_box import ScoringBox
from engine.en_garde import Match

LAST_CHANCE = staged("abacus-advanced", f"{ONE_LEFT_AT_3} -1", right="12334")


@pytest.mark.parametrize(
    ("match", "title"),
    [
        (staged(), "Anna to play"),
        (staged(script=f"{NEAR} A33", right="12345"), "Bruno must answer"),
        (LAST_CHANCE, "Bruno: last chance"),
    ],
    ids=["turn", "defence", "last chance"],
)
async def test_the_frame_names_the_player_to_act_and_what_for(match: Match, title: str) -> None:
    async with playing(match) as player:
        await player.press("space")
        assert player.drawn(TurnWords)[0].strip("╭╮─ ") == title


async def test_a_large_window_explains_the_marks_on_the_piste_where_there_are_any() -> None:
    """Not while an attack must be answered, nor at the end of a round."""
    legend = "· from here you can hit  • and you hold the card"
    async with playing(staged(script=NEAR, left="33345", right="11224"), LARGE) as player:
        await player.press("space")
        assert legend in player.drawn(TurnWords)[0]
        await player.press("a", "enter", "space")
        assert "must answer" in player.text
        assert legend not in player.text
    async with playing(staged(script=NEAR)) as player:
        await player.press("space")
        assert legend not in player.text


async def test_the_last_turn_stands_above_what_to_do() -> None:
    match = staged(script=NEAR, left="33345")
    async with playing(match) as player:
        await player.press("space")
        assert player.told == last_turn(match.view(None)) == "Bruno advanced 4."
        assert player.notice.startswith("Pick a card")
        await player.press("2")
        assert player.told == "Bruno advanced 4."
        assert player.notice == "! There is no 2 in your hand."


async def test_a_message_of_two_lines_leaves_the_last_turn_in_sight() -> None:
    match = staged(script=ONE_LEFT_AT_3)
    async with playing(match) as player:
        await player.press("space")
        assert player.notice.startswith("One card is left: your turn draws it and ends the round.")
        assert player.notice.endswith("Pick a card, or pick from the list.")
        assert player.told == last_turn(match.view(None))


async def test_of_a_long_last_turn_only_the_names_are_cut() -> None:
    """Parried, advanced and attacked: more than a line with the longest name."""
    match = staged(script=f"{NEAR} A33 P33 +1A22", names=("Anna", "Wilhelmina Zirke"))
    async with playing(match) as player:
        await player.press("space")
        assert last_turn(match.view(None)).startswith("Wilhelmina Zirke parries with two 3s, then ")
        assert player.told.startswith("Wilhelm")
        assert player.told.endswith(" parries with two 3s, then advances 1 and attacks with two 2s.")


async def test_a_composed_turn_takes_the_place_of_the_last_one_until_it_is_taken_back() -> None:
    async with playing(staged(script=MIDDLE, left="12335")) as player:
        await player.press("space", "3", "right")
        assert player.notice == "Advance to square 13, distance 8 to 5. Press enter to play."
        assert "Bruno" not in "".join(player.drawn(TurnWords))
        await player.press("escape")
        assert player.told == "Bruno advanced 1."


async def test_heavy_brackets_stand_around_what_enter_would_play() -> None:
    """A shape, so that it shows without colours too."""
    async with playing(staged(script=MIDDLE, left="12335")) as player:
        await player.press("space", "3")
        assert not set("".join(player.drawn(TurnWords))) & set("┏┓┃┗┛")
        await player.press("right")
        first, *between, last = player.drawn(TurnWords)
        assert (first[:2], first[-2:], last[:2], last[-2:]) == ("┏━", "━┓", "┗━", "━┛")
        assert all(row[0] == row[-1] == "┃" for row in between)


@pytest.mark.parametrize("size", [(80, 24), (80, 30), (118, 30), (120, 40), (200, 60)], ids=str)
async def test_the_curtain_covers_what_is_below_the_piste_and_nothing_else_moves(
    size: tuple[int, int],
) -> None:
    async with playing(staged(script=NEAR), size) as player:
        assert player.curtain_is_down
        curtain = player.screen.query_one(Curtain).region
        above = [player.screen.query_one(widget).region for widget in (ScoringBox, Piste)]
        await player.press("space")
        words, lower = player.screen.query_one(TurnWords).region, player.screen.query_one("#lower").region
        assert (curtain.y, curtain.bottom) == (words.y, lower.bottom)
        assert [player.screen.query_one(widget).region for widget in (ScoringBox, Piste)] == above


@pytest.mark.parametrize("size", [(80, 24), (80, 30), (118, 30), (120, 40), (200, 60)], ids=str)
async def test_everything_but_the_fencers_has_one_left_and_one_right_edge(size: tuple[int, int]) -> None:
    async with playing(staged(script=NEAR), size) as player:
        edges = [_edges(player, Curtain)]
        await player.press("space")
        edges += [_edges(player, ScoringBox), _edges(player, TurnWords)]
        first, last = DrawPile, ActionList if size[0] < 118 else ScoreSheet
        left, right = (player.screen.query_one(widget).region for widget in (first, last))
        # What has no frame begins and ends where the words in frames do; the list is wider by one at 80.
        edges.append((left.x - 2, right.right + (2 if size[0] > 80 else 1)))
        assert len(set(edges)) == 1


def _edges(player: Player, widget: type[Widget]) -> tuple[int, int]:
    """Return the first and the last column of what a widget shows in its first row."""
    region = player.screen.query_one(widget).region
    row = "".join(player.drawn(widget)[:1])
    return region.x + len(row) - len(row.lstrip()), region.x + len(row.rstrip())


async def test_what_is_said_behind_the_curtain_stands_on_it() -> None:
    async with playing(staged(script=NEAR)) as player:
        player.table.say("Something has happened.")
        await player.settle()
        assert "Something has happened." in "".join(player.drawn(Curtain))
        assert player.notice == "Something has happened."
        player.table.refuse("nothing can be done about it")
        await player.settle()
        assert player.notice == "! Nothing can be done about it."


async def test_what_was_said_before_the_curtain_fell_does_not_stand_on_it(seated: Seated) -> None:
    """It may name cards."""
    seated("-1")
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.press("i")
        assert player.notice.startswith("Hint: ")
        await player.press("h")
        assert player.curtain_is_down
        assert player.notice == ""
        assert "Master" not in player.text


async def test_what_is_said_when_a_round_is_over_stands_below_the_verdict() -> None:
    ending = ENDINGS[0]
    async with playing(play(ending.before, ending.word)) as player:
        assert player.notice == ""
        player.table.say("Bruno: Well fenced!")
        await player.settle()
        assert player.notice == "Bruno: Well fenced!"
        player.table.refuse("wait a moment " * 20)
        await player.settle()
        assert player.notice.startswith("! Wait a moment wait a moment")


async def test_a_hint_stays_inside_its_frame_in_a_narrower_window() -> None:
    """Its title says one thing: how often it is played."""
    async with playing(staged(script=MIDDLE, left="12335", right="23445"), (160, 48)) as player:
        await player.press("space", "i")
        often, chance = player.scene.message.edges
        edges = f"{often}; {'or else, ' * 9}", f"{chance}, {'or else, ' * 5}"
        player.table.scene = replace(player.scene, message=player.scene.message._replace(edges=edges))
        for size in ((160, 48), (80, 24)):
            await player.resize(*size)
            first, *_, last = (row.strip() for row in player.drawn(TurnWords))
            assert first.startswith("┏━ The master plays this")
            assert (first[-2:], last[:2], last[-2:]) == ("━┓", "┗━", "━┛")
            assert "Anna to play" not in first
