"""An action of a duel is seen: in short, public frames that no key waits for."""

from itertools import pairwise

import pytest
from swords_and_shields_ui.duels import choose, played, staged
from swords_and_shields_ui.twins import states
from tui.harness import Player, playing

from engarde_tui.games.swords_and_shields.widgets.life_box import LifeBox
from engarde_tui.games.swords_and_shields.widgets.movement import Moment, movement
from engarde_tui.games.swords_and_shields.widgets.shop import Shop
from engarde_tui.games.swords_and_shields.widgets.side import Side
from engarde_tui.widgets.moving import LONGEST, MovingWidget
from engine.game import Seat
from engine.match import Match

ATTACK = staged("h1b", "s8y", other_lies="h4g", life=(50, 50))
"""A sword that breaks a shield and wounds."""
PURCHASE = staged("h1b", "s2r", shop="s2y h4g s5b h3x s8y")


def moments(before: Match, after: Match, seat: Seat | None = None) -> list[Moment]:
    """Return what is shown on the way between two states."""
    return [frame.picture for frame in movement(before.round.view(seat), after.round.view(seat))]


def is_moving(player: Player) -> bool:
    """Return whether anything moves at the table."""
    return any(widget.picture is not None for widget in player.table.query(MovingWidget))


def test_an_attack_lights_the_sword_and_the_shields_then_the_points_fall_step_by_step() -> None:
    after = played(ATTACK, "attack:1:1")
    first, *others = moments(ATTACK, after)
    assert first.lit == {(Seat.LEFT, 1), (Seat.RIGHT, 1)}
    assert first.round.displays == ATTACK.round.displays
    assert first.round.life == (50, 50)
    life = [50, *(moment.round.life[1] for moment in others), after.round.life[1]]
    assert len(set(life)) > 2
    assert life == sorted(life, reverse=True)
    assert all(moment.hurt == {Seat.RIGHT} for moment in others if not moment.broken)


def test_a_shield_cracks_where_it_lies_then_its_owner_is_cut_while_the_points_fall() -> None:
    _, crack, broken, cut, *falling = moments(ATTACK, played(ATTACK, "attack:1:1"))
    assert (crack.is_begun, broken.is_begun, cut.is_begun) == (True, False, True)
    assert crack.broken == broken.broken == {(Seat.RIGHT, 1)}
    assert broken.round.displays == ATTACK.round.displays
    assert falling
    for moment in (cut, *falling):
        assert moment.cut == {Seat.RIGHT}
        assert not moment.broken
        assert moment.round.displays[1][0].card is None


@pytest.mark.parametrize(
    ("before", "action"),
    [
        (staged("h1b", "s1y"), "attack:1"),
        (staged("h1b", "s4y", other_lies="h4g"), "attack:1:1"),
        (PURCHASE, "buy:1:1"),
    ],
    ids=["one point lost", "only a shield broken", "a purchase"],
)
def test_everything_seen_takes_a_quarter_to_half_a_second(before: Match, action: str) -> None:
    frames = movement(before.round.view(None), played(before, action).round.view(None))
    assert 0.25 <= round(sum(frame.seconds for frame in frames), 3) <= 0.5


def test_points_that_a_duff_costs_are_no_cut() -> None:
    before = staged("ds-2 h1b")
    shown = moments(before, played(before, "lay:ds-2:1"))
    assert any(moment.hurt for moment in shown)
    assert not any(moment.cut for moment in shown)


def test_a_sword_that_strikes_back_is_lit_too() -> None:
    before = staged("h1b", "s8y", other_lies="h4g - s2y")
    first, *others = moments(before, played(before, "attack:1:1"))
    assert first.lit == {(Seat.LEFT, 1), (Seat.RIGHT, 1), (Seat.RIGHT, 3)}
    assert others[-1].hurt == others[-1].cut == set(Seat)


def test_a_purchase_lights_the_card_and_what_pays_then_its_place_is_empty() -> None:
    lit, empty = moments(PURCHASE, played(PURCHASE, "buy:1:1"))
    assert lit.lit == {(None, 1), (Seat.LEFT, 1)}
    assert lit.round.shop == PURCHASE.round.shop
    assert empty.round.shop[0] is None


def test_a_card_that_is_laid_out_is_lit_on_its_place() -> None:
    after = played(PURCHASE, "lay:h1b:2")
    (lit,) = moments(PURCHASE, after)
    assert lit.lit == {(Seat.LEFT, 2)}
    assert lit.round.displays == after.round.displays


@pytest.mark.parametrize("seed", range(3))
def test_every_seat_sees_the_same_movement(seed: int) -> None:
    for before, after in pairwise(states(seed)):
        if before.number == after.number:
            shown = {
                tuple(
                    (
                        each.lit,
                        each.hurt,
                        each.broken,
                        each.cut,
                        each.round.life,
                        each.round.displays,
                        each.round.shop,
                    )
                    for each in moments(before, after, seat)
                )
                for seat in (None, *Seat)
            }
            assert len(shown) == 1


@pytest.mark.parametrize("seed", range(3))
def test_a_movement_shows_no_more_of_the_hands_than_the_view_it_leads_to(seed: int) -> None:
    for before, after in pairwise(states(seed)):
        for seat in (None, *Seat):
            view = after.round.view(seat)
            assert all(moment.round.hands == view.hands for moment in moments(before, after, seat))


def test_no_movement_leads_back_or_into_another_game() -> None:
    after = played(ATTACK, "attack:1:1")
    assert moments(after, ATTACK) == []
    assert moments(played(PURCHASE, "end"), after) == []


async def test_the_purchase_is_seen_in_the_shop_and_any_key_finishes_it_and_counts() -> None:
    async with playing(PURCHASE, no_motion=False) as player:
        await choose(player, "buy:1:1")
        shop = player.screen.query_one(Shop)
        assert "▀▀█▌" in player.drawn(Shop)[1]
        assert sum(frame.seconds for frame in shop._frames) < LONGEST
        await player.press("t")
        assert not is_moving(player)
        assert "▌" not in player.drawn(Shop)[1]
        assert player.notice.startswith("End your turn")


async def test_a_crack_and_a_cut_are_drawn_and_a_broken_shield_is_named_until_the_next_key() -> None:
    async with playing(ATTACK, no_motion=False) as player:
        await choose(player, "attack:1:1")
        theirs = player.screen.query(Side).first()
        seen = []
        while theirs.picture is not None:
            seen.append("\n".join(player.rows[theirs.region.y : theirs.region.bottom]))
            theirs.show_next()
            await player.settle()
        assert sum("╲" in each for each in seen) == 2
        assert sum("▀▄" in each or "▄▀" in each for each in seen) >= 2
        assert "╲" not in player.text
        assert "┆  broken  ┆" in player.text
        await player.press("o")
        assert "broken" not in player.text


async def test_the_points_fall_in_the_box_until_they_are_those_of_the_game() -> None:
    async with playing(ATTACK, no_motion=False) as player:
        await choose(player, "attack:1:1")
        box = player.screen.query_one(LifeBox)
        seen = ["".join(player.drawn(LifeBox))]
        while box.picture is not None:
            box.show_next()
            await player.settle()
            seen.append("".join(player.drawn(LifeBox)))
        assert "50 LP" in seen[0].split("◆", 1)[1]
        assert f"{player.held.round.life[1]} LP" in seen[-1]
        assert len(set(seen)) > 2
        still = player.drawn(LifeBox)
        box.redraw()
        await player.settle()
        assert still == player.drawn(LifeBox)


async def test_nothing_moves_without_motion_or_while_choosing() -> None:
    async with playing(PURCHASE) as player:
        await choose(player, "buy:1:1")
        assert not is_moving(player)
    async with playing(PURCHASE, no_motion=False) as player:
        await player.press("space", "b", "down", "escape")
        assert not is_moving(player)
