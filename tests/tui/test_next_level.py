"""After a match won against a level: the next stronger one."""

import re
from itertools import count

import pytest
from bouts import BOUT, played
from tui.harness import SMALLEST, Player, playing
from tui.rivals import Seated, actions, duel
from tui.states import NEAR, staged

from engarde_tui.play.daily import AT_HOME, live_match_of
from engarde_tui.play.players import Players
from engarde_tui.screens.match_over import Champion, Outcome
from engarde_tui.storage.store import Store
from engine.en_garde import Seat
from engine.en_garde.bots import LEVELS
from engine.game import Game, games

WON = {"left": "33345", "right": "11224", "target": 1}
STRONGEST = list(LEVELS)[-1]


async def hit(player: Player) -> None:
    """Hit the opponent, who must take it, and go on to the result."""
    await player.play("A333")
    await player.press("space")
    assert player.screen_name == "MatchOverScreen"


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_whoever_keeps_winning_meets_each_level_up_to_the_strongest(game: Game) -> None:
    """In the same seat, under the same name; beyond the last there is none."""
    for seat in Seat:
        weakest, *others = game.levels
        name, bots = "Anna", [None, weakest] if seat is Seat.LEFT else [weakest, None]
        names = (name, "Rival") if seat is Seat.LEFT else ("Rival", name)
        players = Players(game, names, tuple(bots))
        met = []
        while (players := players.against_next_level()) is not None:
            assert (players.person, players.names[seat]) == (seat, name)
            assert players.names[seat.other] == str(players.bots[seat.other]).capitalize()
            met.append(players.bots[seat.other])
        assert met == others


async def test_the_next_level_is_played_with_the_same_settings(store: Store, seated: Seated) -> None:
    """Begun by the other, who has played already when the table shows; no help has been used yet."""
    seated("H", "+1")
    async with playing(duel(NEAR, level="fencer", **WON), store=store) as player:
        before = player.held
        await player.press("i")
        await hit(player)
        words = " ".join(" ".join(player.drawn(Outcome)).split())
        assert "Rounds after a hint or undo do not count." in words
        assert "n next level" in player.keys
        assert "c review" in player.keys
        await player.press("n")
        assert player.screen_name == "TableScreen"
        after = player.held
        assert after.names == ("Anna", "Duellist")
        assert (after.rules, after.target, after.score) == (before.rules, before.target, (0, 0))
        assert after.first is Seat.RIGHT
        assert actions(player) == "+1"
    assert store.record(2).others == (("Right-Bot", "duellist"),)


async def test_whoever_plays_on_the_right_stays_there(seated: Seated) -> None:
    seated("H", "+1")
    hands = {"left": WON["right"], "right": WON["left"], "target": 1}
    async with playing(duel(NEAR, bot=Seat.LEFT, first=Seat.RIGHT, **hands)) as player:
        await hit(player)
        await player.press("n")
        assert player.held.names == ("Cadet", "Bruno")
        assert player.hands.keys() == {"Bruno"}


async def test_a_player_called_like_the_next_level_can_play_it(seated: Seated) -> None:
    seated("H", "+1")
    async with playing(duel(NEAR, names=("Cadet", "Rival"), **WON)) as player:
        await hit(player)
        await player.press("n")
        assert player.held.names == ("Cadet", "Cadet (bot)")


async def test_after_a_defeat_there_is_only_the_same_level_again(seated: Seated) -> None:
    seated()
    async with playing(duel(NEAR, level="fencer", **WON)) as player:
        await player.press("x", "y", "space")
        assert "Rival wins the match" in player.text
        assert "rematch" in player.keys
        assert "next level" not in player.keys
        await player.press("n")
        assert player.screen_name == "MatchOverScreen"


@pytest.mark.parametrize("level", [STRONGEST, "sh lunge.sh"], ids=["strongest", "program"])
async def test_beyond_the_strongest_level_and_after_a_program_there_is_no_next(
    level: str, seated: Seated
) -> None:
    seated("H")
    async with playing(duel(NEAR, level=level, **WON)) as player:
        await hit(player)
        assert "rematch" in player.keys
        assert "next level" not in player.keys


async def test_between_two_people_there_is_no_next_level() -> None:
    async with playing(staged(script=NEAR, **WON)) as player:
        await player.play("A333", "H")
        await player.press("space")
        assert "rematch" in player.keys
        assert "next level" not in player.keys


async def test_a_daily_bout_that_was_won_leads_to_no_other_level() -> None:
    """Its cards are everybody's, once."""
    bouts = (played(live_match_of(BOUT, "Anna", AT_HOME), seed) for seed in count())
    won = next(bout for bout in bouts if bout.view(None).winner is Seat.LEFT)
    async with playing(won) as player:
        await player.press("space")
        assert "Anna wins the match" in player.text
        assert "copy the card" in player.keys
        assert "next level" not in player.keys


@pytest.mark.parametrize("size", [SMALLEST, (118, 30)])
@pytest.mark.parametrize("winner", Seat)
async def test_a_result_tells_the_rating_and_one_next_step(
    winner: Seat, size: tuple[int, int], store: Store, seated: Seated
) -> None:
    """No touch is called any more, and review and share are among the keys, whoever has won."""
    seated()
    async with playing(duel(NEAR, level="fencer", **WON), size, store=store) as player:
        player.live_match.give_up(winner.other)
        await player.settle()
        await player.press("space")
        assert player.screen_name == "MatchOverScreen"
        assert "ROUND" not in player.text
        rated, step = (
            ("+145, now near Guardsman.", "(press n).")
            if winner is Seat.LEFT
            else ("-42, now near Daydreamer.", "(press c).")
        )
        words = " ".join(" ".join(player.drawn(Outcome)).split())
        assert f"Anna: {rated}" in words
        assert words.count("Next") == 1
        assert step in words
        assert {"c review", "e share"} <= {*re.split(r"\s{2,}", player.keys.strip())}
        assert any("████" in row for row in player.drawn(Champion)) == (size != SMALLEST)
