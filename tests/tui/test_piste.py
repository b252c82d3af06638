"""The piste: fencers face to face at distance 1, and the shaded squares from which an attack reaches."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import combinations

import pytest
from tui.fencing import WINDOWS, are_drawn, standing
from tui.harness import Player, playing
from tui.rivals import Holding, duel
from tui.shelf import renamed
from tui.states import ENDINGS, MIDDLE, NEAR, play, random_rounds, staged

from engarde_tui.games.en_garde.rules_words import SCREEN_IN_SHORT
from engarde_tui.games.en_garde.widgets.figures import Pose
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.widgets.scale import scale_for
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.terminal.canvas import Canvas
from engine.en_garde import PRESETS, Match, Phase, Round, RoundView, Seat, parse_action
from engine.en_garde.legal import direct_attacks
from engine.en_garde.rules import CARD_VALUES, PISTE_SQUARES

SQUARES = range(1, PISTE_SQUARES + 1)
SIZES = pytest.mark.parametrize("size", WINDOWS, ids="{0[0]}x{0[1]}".format)


async def stand(player: Player, **changes: object) -> RoundView:
    """Show the round with some of it changed, as no match would come to it; return its view."""
    view = player.view
    round = replace(view.round, **changes)
    player.table.scene = replace(player.scene, view=replace(view, round=round))
    await player.settle()
    return round


def column(player: Player, square: int) -> int:
    """The first column of a square."""
    cell = scale_for(player.app.size).cell
    return (player.app.size.width - cell * PISTE_SQUARES) // 2 + (square - 1) * cell


# --- distance 1 ---


@asynccontextmanager
async def at_distance_1(size: tuple[int, int]) -> AsyncIterator[Player]:
    """Both fencers on guard face to face, Bruno to play."""
    async with playing(staged(script=f"{NEAR} +2"), size) as player:
        await player.press("space")
        yield player


@SIZES
async def test_at_distance_1_both_fencers_stand_before_each_other_on_every_square(
    size: tuple[int, int],
) -> None:
    """Whole but for a toe at the ends of the piste."""
    async with at_distance_1(size) as player:
        for square in SQUARES[:-1]:
            positions = (square, square + 1)
            await stand(player, positions=positions)
            cells = standing((Pose.CLOSE, Pose.CLOSE), positions, player.app.size)
            assert are_drawn(cells, player.drawn(Piste))
            beyond = [(x, y) for x, y in cells if not 0 <= x < size[0]]
            lowest = max(y for _, y in cells)
            assert all(x in (-1, size[0]) and y == lowest for x, y in beyond)


@SIZES
async def test_at_distance_1_bodies_do_not_overlap(size: tuple[int, int]) -> None:
    async with at_distance_1(size) as player:
        window = player.app.size
        there = standing((Pose.CLOSE, Pose.CLOSE), (11, 12), window)
        apart = standing((Pose.CLOSE, Pose.CLOSE), (5, 18), window)
        assert len(there) == len(apart)


@SIZES
async def test_at_distance_1_the_blades_cross_on_every_square(size: tuple[int, int]) -> None:
    """Each begins on its own side and ends on the other's, as high as the heads, and covers no face."""
    async with at_distance_1(size) as player:
        for square in SQUARES[:-1]:
            await stand(player, positions=(square, square + 1))
            rows = player.drawn(Piste)
            left, right = (
                [(y, row.index(char)) for y, row in enumerate(rows) for char in (blade, "╳") if char in row]
                for blade in "╱╲"
            )
            assert len(left) == len(right) > 1
            (top, left_top), (bottom, left_bottom) = min(left), max(left)
            (_, right_top), (_, right_bottom) = min(right), max(right)
            assert left_bottom < right_bottom
            assert left_top > right_top
            assert bottom - top == len(left) - 1, "without a gap"
            first_body_row = next(y for y, row in enumerate(rows) if "█" in row)
            assert top <= first_body_row + 1
            bodies = standing((Pose.CLOSE, Pose.CLOSE), (square, square + 1), player.app.size)
            covered = [cell for cell in bodies if (cell[1], cell[0]) in (*left, *right)]
            assert len(covered) <= 2, "at most the two hands"


# --- what a fencer who is hit looks like at the end of the piste ---


@SIZES
@pytest.mark.parametrize("loser", Seat, ids=["left", "right"])
async def test_a_fencer_who_is_hit_at_the_end_of_the_piste_keeps_head_and_body(
    loser: Seat, size: tuple[int, int]
) -> None:
    script = f"{NEAR} A33 H"
    match = staged(script=script, first=loser.other, **{loser.label: "11224"})
    async with playing(match, size) as player:
        before = sum(row.count("█") for row in player.drawn(Piste))
        await stand(player, positions=(1, 4) if loser is Seat.LEFT else (20, 23))
        assert sum(row.count("█") for row in player.drawn(Piste)) == before


# --- the reach ---


def backgrounds(player: Player, kind: str) -> set[int]:
    """The squares that lie on a kind of ground, in every cell and row of them."""
    scale = scale_for(player.app.size)
    rows = player.screen.query_one(Piste)._canvas.rows
    strip = rows[len(rows) - 2 - scale.strip : len(rows) - 2]
    found = {
        square: {
            background
            for row in strip
            for _, _, background in row[column(player, square) : column(player, square) + scale.cell]
        }
        for square in SQUARES
    }
    assert all(len(kinds) == 1 for kinds in found.values())
    return {square for square, kinds in found.items() if kinds == {kind}}


def marks(player: Player, mark: str) -> set[int]:
    """The squares with a mark."""
    cell = scale_for(player.app.size).cell
    row = player.drawn(Piste)[-3]
    return {square for square in SQUARES if mark in row[column(player, square) :][:cell]}


def arrows(player: Player) -> dict[int, str]:
    """What stands on the squares that a card leads to: the card, and on which side they are."""
    cell = scale_for(player.app.size).cell
    row = player.drawn(Piste)[-3]
    shown = {square: row[column(player, square) :][:cell].strip(" ▔•·") for square in SQUARES}
    return {square: words for square, words in shown.items() if set(words) & set("‹›")}


def landings(state: Round) -> dict[int, str]:
    """The same as the engine lets the player to act move."""
    seat = state.turn
    assert seat is not None
    forward = 1 if seat is Seat.LEFT else -1
    moves = {state.positions[seat] + forward * action.step: action.step for action in state.legal_actions()}
    return {
        square: f"{abs(step)}›" if forward * step > 0 else f"‹{abs(step)}"
        for square, step in moves.items()
        if step
    }


def attacks(state: Round) -> set[int]:
    """Return the squares from which the player to act could attack with a card of the hand."""
    seat = state.turn
    assert seat is not None
    distances = {
        square: state.positions[1] - square if seat is Seat.LEFT else square - state.positions[0]
        for square in SQUARES
    }
    return {
        square
        for square, distance in distances.items()
        if distance > 0 and direct_attacks(state.hands[seat], distance, state.rules.parry)
    }


TURNS = [
    state
    for preset in PRESETS
    for state in random_rounds(PRESETS[preset], 3, seed=11)
    if state.phase is Phase.TURN
][::4]


async def test_every_mark_on_the_piste_is_explained_in_the_help() -> None:
    explained, words = " ".join(map(str, SCREEN_IN_SHORT)), {"░": "hatched squares", "‹": "4›"}
    async with playing(staged(script=MIDDLE, left="11335")) as player:
        await player.press("space")
        marks = set(player.drawn(Piste)[-3]) - set(" ▔▀12345")
        assert marks == {"░", "·", "•", "┃", "›", "‹"}
        assert all(words.get(mark, mark) in explained for mark in marks)


@pytest.mark.slow
@SIZES
async def test_the_shaded_squares_are_those_from_which_the_engine_lets_one_attack(
    size: tuple[int, int],
) -> None:
    """Brightly where the hand holds the card, else where it could; for either seat.

    Each has a mark, also where a card leads.
    """
    seats = set()
    for state in TURNS[:: len(TURNS) // 6]:
        async with playing(replace(Match.new(state.rules), round=state), size) as player:
            await player.press("space")
            held = attacks(state)
            every_card = state._replace(hands=(CARD_VALUES, CARD_VALUES))
            reach = attacks(every_card)
            assert backgrounds(player, "held") == held
            assert backgrounds(player, "reach") == reach - held
            own = set() if scale_for(player.app.size).strip > 1 else {*state.positions}
            assert arrows(player) == landings(state)
            assert marks(player, "•") == held - own
            assert marks(player, "·") == reach - held - own
            seats.add(state.turn)
    assert seats == set(Seat)


@SIZES
async def test_the_reach_ends_at_the_opponent_and_at_the_edge_of_the_piste(size: tuple[int, int]) -> None:
    async with playing(staged(script=MIDDLE, left="11335"), size) as player:
        await player.press("space")
        await stand(player, positions=(1, 4))
        assert backgrounds(player, "held") == {1, 3}
        assert backgrounds(player, "reach") == {2}
        await stand(player, positions=(20, 23))
        assert backgrounds(player, "held") == {18, 20, 22}
        assert backgrounds(player, "reach") == {19, 21}


def assert_unshaded(player: Player) -> None:
    """No square tells of any card."""
    assert arrows(player) == {}
    assert backgrounds(player, "held") == backgrounds(player, "reach") == set()
    assert marks(player, "•") == marks(player, "·") == set()


@SIZES
async def test_behind_the_curtain_no_square_is_shaded(size: tuple[int, int]) -> None:
    """Not even after it has been lifted and has fallen again."""
    async with playing(staged(script=NEAR, left="33345"), size) as player:
        assert_unshaded(player)
        await player.press("space")
        assert backgrounds(player, "held") == {9, 10, 11}
        await player.press("h")
        assert player.curtain_is_down
        assert_unshaded(player)


@SIZES
async def test_where_no_hand_is_open_no_square_is_shaded(size: tuple[int, int]) -> None:
    """Nor for a spectator of a match, who sees the same view as a replay without hands."""
    async with playing(Replay(staged(script=MIDDLE), perspective=Perspective.NONE), size) as player:
        for _ in range(5):
            assert player.screen.query_one(Piste).view.round.seat is None
            assert_unshaded(player)
            await player.press("right")


async def test_a_replay_shades_only_by_the_hand_that_is_open() -> None:
    """Also in the other fencer's turn."""
    match = staged(script=NEAR, left="33345", right="11224")
    async with playing(Replay(match, perspective=Perspective.LEFT)) as player:
        await player.press("end")
        assert backgrounds(player, "held") == {9, 10, 11}
        await player.press("left")
        round = player.screen.query_one(Piste).view.round
        assert round.turn is Seat.RIGHT
        assert backgrounds(player, "held") <= {round.positions[1] - card for card in round.hands[0] or ()}


async def test_while_an_attack_must_be_answered_no_square_is_shaded() -> None:
    async with playing(staged(script=f"{NEAR} A33", right="12345")) as player:
        await player.press("space")
        assert player.hand == (1, 2, 3, 4, 5)
        assert_unshaded(player)


async def test_while_a_bot_thinks_the_reach_is_that_of_the_person(held: Holding) -> None:
    held("-1")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        await player.play("-5")
        round = player.view.round
        assert round.turn is Seat.RIGHT
        expected = {round.positions[1] - card for card in round.hand}
        assert backgrounds(player, "held") == expected


async def test_when_the_round_is_over_no_square_is_shaded() -> None:
    """Though both hands are open."""
    ending = ENDINGS[3]
    async with playing(play(ending.before, ending.word)) as player:
        assert player.at_showdown
        assert len(player.hands) == 2
        assert_unshaded(player)


# --- distance and ground ---


@pytest.mark.by_day(1)
@SIZES
@pytest.mark.parametrize(
    ("hint", "step", "words"),
    [("", 0, "distance {}"), ("+1", 1, "hint: distance {}"), ("A3", 0, "hint: attack at {}")],
    ids=["no hint", "a move", "an attack"],
)
async def test_distance_and_ground_are_told_wherever_the_fencers_stand(
    hint: str, step: int, words: str, size: tuple[int, int]
) -> None:
    """As they will be, if a hint leads elsewhere; who leads on ground only where there is room for a name."""
    names = ("Wilhelmina Groot", "Montgomery Blunt")
    async with playing(renamed(staged(script=NEAR, left="13345"), names), size) as player:
        await player.press("space")
        piste, scene = player.screen.query_one(Piste), player.scene
        draft = scene.draft.with_hint(parse_action(hint)) if hint else scene.draft
        for left, right in combinations(SQUARES, 2):
            if left + step == right:
                continue
            round = replace(scene.view.round, positions=(left, right))
            player.table.scene = replace(scene, view=replace(scene.view, round=round), draft=draft)
            canvas = Canvas(*piste.size)
            piste.draw(canvas)
            told = "".join(char for char, *_ in canvas.rows[-1])
            gained = left + step - 1, PISTE_SQUARES - right
            assert f" {words.format(right - left - step)} " in told
            assert re.search(rf" ground {gained[0]} : {gained[1]}[ ,]", told)
            leads = re.search(r", (.+) leads ", told)
            assert not leads or leads[1] == names[gained[0] < gained[1]]
        player.table.scene = scene


async def test_who_leads_on_ground_is_told_by_name() -> None:
    """Nobody does at the first deal, and on equal ground."""
    for script, told in (
        ("", "distance 22 · ground 0 : 0"),
        ("+5", "distance 17 · ground 5 : 0, Anna leads"),
        ("+2 +2", "distance 18 · ground 2 : 2"),
        ("+2 +3", "distance 17 · ground 2 : 3, Bruno leads"),
    ):
        async with playing(staged(script=script)) as player:
            assert f" {told} " in player.drawn(Piste)[-1]


# --- where the draft leads ---


@SIZES
async def test_a_second_figure_shows_where_a_move_leads_unless_it_would_run_into_the_first(
    size: tuple[int, int],
) -> None:
    """Of one square only the mark below the piste tells."""
    async with playing(staged(script=MIDDLE, left="12345"), size) as player:
        await player.press("space")
        empty = drawn_cells(player)
        for card in "12":
            await player.press(card, "left")
            assert (drawn_cells(player) > empty) is (card == "2")
            assert "▲" in player.drawn(Piste)[-1]
            await player.press("escape")


def drawn_cells(player: Player) -> int:
    """How many cells are not blank, above the measure."""
    return sum(char != " " for row in player.drawn(Piste)[:-1] for char in row)
