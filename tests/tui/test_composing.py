"""Composing a turn: laid cards show, refused keys say why, and only enter plays."""

import random
import re
from dataclasses import replace

import pytest
from table_seen import CARD
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.states import MIDDLE, NEAR, ONE_LEFT_AT_3, random_rounds, staged

from engarde_tui.games.en_garde.widgets.choices import Choices
from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.piles import DrawPile
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.play.words import sentence
from engarde_tui.widgets.curtain import Curtain
from engarde_tui.widgets.key_bar import KeyBar
from engine.en_garde import PRESETS, Match, Seat, parse_action, why_illegal
from engine.en_garde.actions import advance, attack, step_back

KEYS = ("1", "2", "3", "4", "5", "left", "right", "a", "up", "down", "backspace")


def near(left: str = "33345") -> Match:
    """Anna on 11, Bruno on 14, Anna to play with room behind her."""
    return staged(script=NEAR, left=left)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("preset", PRESETS)
async def test_random_keys_compose_only_what_is_legal_and_play_nothing(preset: str) -> None:
    """In random states, each key changes the draft or rings the bell; exactly the laid cards are marked."""
    chance = random.Random(preset)
    for state in chance.sample(list(random_rounds(PRESETS[preset], 6, seed=3)), 3):
        match = replace(Match.new(PRESETS[preset]), round=state)
        async with playing(match) as player:
            await player.press("space")
            for _ in range(10):
                before, bells = player.draft, player.bells
                await player.press(chance.choice(KEYS))
                draft = player.draft
                assert player.held == match
                assert any(action.cards[: len(draft.laid)] == draft.laid for action in state.legal)
                assert draft.chosen is None or draft.chosen in state.legal
                if player.bells > bells:
                    assert draft == before
                    assert player.notice.startswith("!")
                else:
                    assert not player.notice.startswith("!")
                _, upper, *_, lower = player.drawn(Hand)
                picked = [card for card in CARD.finditer(upper) if "▲" in lower[slice(*card.span())]]
                assert [int(card[1]) for card in picked] == sorted(draft.shown)


@pytest.mark.by_day(5)
@pytest.mark.parametrize(
    ("left", "keys", "why"),
    [
        ("33345", "2", "There is no 2 in your hand."),
        ("33345", "3 4", "A 4 does not reach Bruno: distance 3."),
        ("33345", "3 3 3 3", "You hold three 3s."),
        ("33345", "5 right", "A 5 would carry you past Bruno: distance 3."),
        ("11245", "1 1", "A 1 does not reach Bruno: distance 2 after the advance."),
        ("11245", "1 2 2", "You hold one 2."),
        ("12245", "a", "No direct attack: pick the card to advance with first."),
        ("14455", "a", "You have nothing to attack or parry with."),
        ("33345", "backspace", "You have not picked anything."),
        ("33345", "enter", "Pick a card, or pick from the list."),
        ("33345", "3 enter", "Attack with one 3 or step back 3? Choose with ← or →."),
    ],
)
async def test_a_refused_key_rings_the_bell_and_says_why(left: str, keys: str, why: str) -> None:
    """The last key is refused and changes nothing."""
    async with playing(near(left)) as player:
        *first, refused = keys.split()
        await player.press("space", *first)
        before = player.draft
        assert player.bells == 0
        await player.press(refused)
        assert player.bells == 1
        assert player.notice == f"! {why}"
        assert player.draft == before
        assert player.held == near(left)


@pytest.mark.parametrize("size", [(80, 24), (80, 30), LARGE], ids=str)
async def test_the_title_of_the_hand_keeps_its_place_whatever_is_picked(size: tuple[int, int]) -> None:
    """Picked cards are marked by an arrow, and lifted where there is a row for it."""
    async with playing(staged(script=NEAR, left="11235"), size) as player:
        await player.press("space")
        title, *before = player.drawn(Hand)
        assert title.startswith("Anna's hand")
        await player.press("1", "2")
        assert player.drawn(Hand)[0] == title
        lifted = [int(card[1]) for card in CARD.finditer(player.drawn(Hand)[1])]
        assert lifted == ([1, 1, 2, 3, 5] if size == SMALLEST else [1, 2])
        assert "".join(player.drawn(Hand)).count("▲") == 2
        assert "▲" not in "".join(before)


async def test_no_line_of_the_list_moves_while_a_turn_is_composed() -> None:
    async with playing(near("11335")) as player:
        await player.press("space")
        assert player.drawn(Choices)[0].strip() == "attack with one 3"
        await player.press("3")
        assert player.drawn(Choices)[0].strip() == "attack with one 3"
        await player.press("3")
        assert player.drawn(Choices)[0].strip() == "► attack with two 3s"


async def test_the_notice_is_the_engine_s_own_text() -> None:
    """The sentence is the view's, about the intended action."""
    async with playing(near("33345")) as player:
        await player.press("space")
        view = player.held.round.view(Seat.LEFT)
        for keys, action in (("2", advance(2)), ("3 1", attack(1, 2)), ("3 3 3 3", attack(3, 4))):
            await player.press(*keys.split())
            assert player.notice == f"! {sentence(str(why_illegal(view, action)))}"
            await player.press(*["backspace"] * 3)
    async with playing(staged(left="12345")) as player:
        await player.press("space", "4", "left")
        assert (
            player.notice
            == f"! {sentence(str(why_illegal(player.held.round.view(Seat.LEFT), step_back(4))))}"
        )


async def test_an_advance_shows_where_it_leads_before_it_is_played() -> None:
    """A mark under the landing square, the new distance and a sentence; the fencer does not move."""
    match = staged(script=MIDDLE, left="12335")
    async with playing(match) as player:
        await player.press("space", "3", "right")
        assert player.notice == "Advance to square 13, distance 8 to 5. Press enter to play."
        assert_mark_under(player, 13)
        assert measured(player) == 5
        assert player.held == match
        await player.press("5")
        preview = "Advance to square 13, distance 8 to 5, then attack with one 5."
        assert player.notice == f"{preview} Press enter to play."
        assert player.held == match
        await player.press("enter")
        assert player.held == match.play(parse_action("+3A5"))


async def test_the_right_fencer_s_arrow_forward_points_left() -> None:
    """Arrows are directions on the screen."""
    match = staged(script=NEAR, first=Seat.RIGHT, right="12334")
    async with playing(match) as player:
        await player.press("space", "2", "left")
        assert player.notice.startswith("Advance to square 11, distance 3 to 1.")
        assert_mark_under(player, 11)
        await player.press("backspace", "2", "right")
        assert player.notice.startswith("Step back to square 15, distance 3 to 5.")
        assert_mark_under(player, 15)
        assert measured(player) == 5


async def test_a_pointed_line_shows_the_same_preview_as_laid_cards() -> None:
    """Highlighting a line of the list needs no laid card."""
    async with playing(staged(script=MIDDLE, left="12335")) as player:
        await player.press("space", "3", "right", "5")
        by_cards = [measured(player), player.notice, player.drawn(Hand)]
        assert_mark_under(player, 13)
        await player.press(*["backspace"] * 3)
        place = player.draft.legal.index(parse_action("+3A5")) + 1
        await player.press(*["down"] * place)
        assert [measured(player), player.notice, player.drawn(Hand)] == by_cards
        assert_mark_under(player, 13)


async def test_every_square_within_reach_shows_its_card() -> None:
    """Before any card is laid: forward and backward, but not onto or past the opponent."""
    async with playing(near("12345")) as player:
        await player.press("space")
        reach = {12: "1›", 13: "2›", 10: "‹1", 9: "‹2", 8: "‹3", 7: "‹4", 6: "‹5"}
        strip = player.drawn(Piste)[-3]
        shown = {square: strip[column(player, square) - 1 : column(player, square) + 2] for square in reach}
        assert {square: words.strip("▔•·") for square, words in shown.items()} == reach


async def test_ambiguous_cards_need_a_direction() -> None:
    """A 3 at distance 3 attacks or steps back."""
    match = near("33345")
    async with playing(match) as player:
        await player.press("space", "3", "enter", "enter")
        assert player.held == match
        assert player.bells == 2
        await player.press("left", "enter")
        assert player.held == match.play(parse_action("-3"))


async def test_all_lays_every_card_of_the_distance() -> None:
    """Space, a, enter: the strongest attack."""
    match = near("33345")
    async with playing(match) as player:
        await player.press("space", "a")
        assert player.notice == "Attack with three 3s. Press enter to play."
        assert "".join(player.drawn(Choices)).count("►") == 1
        await player.press("enter")
        assert player.held == match.play(parse_action("A333"))


async def test_the_list_names_what_fits_and_shrinks_with_every_card() -> None:
    """Attacks first, and around both ends."""
    async with playing(near("33345")) as player:
        await player.press("space")
        assert listed(player) == [
            "attack with one 3",
            "attack with two 3s",
            "attack with three 3s",
            "step back 3",
            "step back 4",
            "step back 5",
        ]
        await player.press("3")
        assert listed(player)[-1] == "step back 3"
        await player.press("3")
        assert listed(player) == ["► attack with two 3s", "attack with three 3s"]
        await player.press("down", "down", "down")
        assert listed(player) == ["► attack with two 3s", "attack with three 3s"]


async def test_a_list_too_long_for_its_room_scrolls_with_the_marked_line() -> None:
    """It says how many lines are below, and that there are some above."""
    match = staged(script=MIDDLE, left="12345")
    legal = match.round.legal
    async with playing(match) as player:
        await player.press("space")
        hidden = len(legal) - len(player.drawn(Choices)[1:])
        assert hidden > 0
        assert player.drawn(Choices)[0].endswith(f" ▼{hidden}  ")
        for _ in legal:
            await player.press("down")
            assert sum(line.startswith("►") for line in listed(player)) == 1
        assert "▼" not in "".join(player.drawn(Choices))
        assert player.drawn(Choices)[0].endswith(f" ▲{hidden}  ")


@pytest.mark.parametrize(("script", "is_offered"), [(NEAR, True), (f"{NEAR} A3", False)])
async def test_a_direction_is_offered_only_where_one_is_needed(script: str, is_offered: bool) -> None:
    """A direct attack can only be parried or taken."""
    async with playing(staged(script=script, left="12345", right="12344")) as player:
        await player.press("space")
        assert ("direction" in player.keys) is is_offered


async def test_escape_clears_the_draft() -> None:
    """Cards, way and cursor."""
    async with playing(near("33345")) as player:
        await player.press("space")
        before = player.unmarked
        await player.press("3", "right", "3", "down", "escape")
        assert player.draft.is_empty
        assert player.text == before


async def test_a_new_turn_starts_with_an_empty_draft() -> None:
    """The draft is cleared after playing."""
    async with playing(near("33345")) as player:
        await player.press("space", "4", "left", "enter", "space")
        assert player.draft.is_empty
        assert not CARD.search(player.drawn(Hand)[0])


async def test_a_single_legal_answer_needs_no_card() -> None:
    """Enter takes the hit if nothing else is possible; the list says why."""
    match = staged(script=f"{NEAR} A33", right="11224")
    async with playing(match) as player:
        await player.press("space")
        assert listed(player)[0] == "► take the hit"
        assert "two 3s parry: you hold no 3" in player.text
        await player.press("enter")
        assert player.held == match.play(parse_action("H"))


async def test_the_last_chance_can_be_let_pass_from_the_list() -> None:
    """The only action with neither a card nor a direction."""
    match = staged("abacus-advanced", f"{ONE_LEFT_AT_3} -1", right="12334")
    async with playing(match) as player:
        await player.press("space")
        assert "Bruno: last chance" in player.text
        assert "end" in "".join(player.drawn(DrawPile))
        await player.press("up")
        assert "► let the last chance pass" in player.text
        await player.press("enter")
        assert player.held == match.play(parse_action("N"))


async def test_the_mouse_picks_cards_and_puts_them_back() -> None:
    """A click on a lying card lays it, on a standing one takes the last back."""
    async with playing(near("33345")) as player:
        await player.press("space")
        await player.click_on(Hand, "╭4")
        assert player.draft.laid == (4,)
        await player.click_on(Hand, "┏4")
        assert player.draft.laid == ()


async def test_the_mouse_is_refused_with_the_same_words() -> None:
    """A square nobody can reach, and one's own."""
    async with playing(near("14455")) as player:
        await player.press("space")
        await player.click(column(player, 22), player.find(Piste, "22")[0][1])
        assert player.notice == "! No card takes you to square 22."
        await player.click(column(player, 14), player.find(Piste, "14")[0][1])
        assert player.notice == "! You have nothing to attack or parry with."
        assert player.bells == 2


@pytest.mark.parametrize(("first", "arrow", "way"), [(Seat.LEFT, "→", "right"), (Seat.RIGHT, "←", "left")])
async def test_a_card_that_could_parry_or_evade_parries_unless_its_direction_is_chosen(
    first: Seat, arrow: str, way: str
) -> None:
    """Enter parries; the arrow away from the attack evades, and the frame says so."""
    match = staged(script=f"{NEAR} +1A2", first=first, left="12345", right="12345")
    for keys, says, word in (
        ([], f"Parry with one 2. Or press {arrow} to evade. Press enter to play.", "P2"),
        ([way], "Step back to square ", "R2"),
    ):
        async with playing(match) as player:
            await player.press("space", "2", *keys)
            assert player.notice.startswith(says)
            assert ("to evade" in player.notice) is (word == "P2")
            await player.press("enter")
            assert player.held == match.play(parse_action(word))


@pytest.mark.parametrize("keys", ["a", "2 left"])
async def test_a_parry_that_lacks_a_card_says_so(keys: str) -> None:
    """Whichever key asks for it; the list says it, too, in full."""
    match = staged(script=f"{NEAR} +1A22", right="12345")
    async with playing(match) as player:
        await player.press("space")
        assert "two 2s parry: you hold one 2" in player.text
        await player.press(*keys.split())
        assert player.notice == "! Two 2s parry: you hold one 2."


@pytest.mark.parametrize("size", [SMALLEST, LARGE])
async def test_a_click_on_a_key_of_the_key_bar_presses_it(size: tuple[int, int]) -> None:
    """All of them, at the table."""
    match = near("33345")
    async with playing(match, size) as player:
        await player.click_on(KeyBar, "lift")
        assert player.view.round.seat is Seat.LEFT
        await player.click_on(KeyBar, "all")
        assert player.draft.laid == (3, 3, 3)
        await player.click_on(KeyBar, "unpick")
        assert player.draft.laid == (3, 3)
        await player.click_on(KeyBar, "hide")
        assert player.view.round.seat is None
        await player.click_on(KeyBar, "help")
        assert player.screen_name == "HelpScreen"
        await player.click_on(KeyBar, "back")
        await player.click_on(KeyBar, "quit")
        assert player.question == "Leave this match?"


async def test_behind_the_curtain_no_key_of_the_table_does_anything() -> None:
    """Keys neither compose nor ring, and the curtain stays down."""
    match = near("33345")
    async with playing(match) as player:
        before = player.text
        await player.press(*KEYS, "enter", "h")
        await player.click(*player.find(Piste, "12")[0])
        assert player.text == before
        assert player.bells == 0
        assert player.held == match


@pytest.mark.parametrize("by_mouse", [False, True])
async def test_the_curtain_cannot_be_lifted_until_its_delay_is_over(by_mouse: bool) -> None:
    """A stray key of the previous player shows no hand; after the delay it does, and the curtain says so."""
    async with playing(near("33345"), curtain_delay=3600) as player:
        assert not player.scene.is_armed
        assert "First let go of all keys." in player.text
        assert "space lifts the curtain" not in player.text
        await (player.click_on(Curtain, "take the keyboard") if by_mouse else player.press("space"))
        assert player.view.round.seat is None
        await player.arm()
        assert "space lifts the curtain" in player.text
        await (player.click_on(Curtain, "take the keyboard") if by_mouse else player.press("space"))
        assert player.view.round.seat is Seat.LEFT


async def test_every_curtain_has_its_own_delay() -> None:
    """Also the one that falls after a turn, and the one of the hide key."""
    async with playing(near("33345"), curtain_delay=3600) as player:
        for keys in (["h"], ["4", "left", "enter"]):
            await player.arm()
            await player.press("space")
            assert player.view.round.seat is not None
            await player.press(*keys)
            assert not player.scene.is_armed
            await player.press("space")
            assert player.view.round.seat is None


def listed(player: Player) -> list[str]:
    """The lines of the list, without the title above it and the explanations below."""
    lines = [line.strip() for line in player.drawn(Choices)]
    return [line for line in lines if line and not line.startswith(("·", "Actions"))]


def column(player: Player, square: int) -> int:
    """The column in the middle of a square at 80 columns."""
    margin = (80 - 3 * 23) // 2
    return margin + 3 * (square - 1) + 1


def measure(player: Player) -> str:
    """The line under the numbers of the squares, with the distance."""
    return player.drawn(Piste)[-1]


def assert_mark_under(player: Player, square: int) -> None:
    """The mark of the landing square stands under it, and nowhere else."""
    assert [x for x, char in enumerate(measure(player)) if char == "▲"] == [column(player, square)]


def measured(player: Player) -> int:
    """The distance that is told beside the measure, or on it."""
    (distance,) = re.findall(r"distance (\d+)", measure(player))
    return int(distance)
