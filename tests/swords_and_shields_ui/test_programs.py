"""A program as the opponent at the table."""

import shlex
import sys
from pathlib import Path

from swords_and_shields_ui.duels import choose
from swords_and_shields_ui.test_commands import PROGRAM
from tui.harness import playing

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engine.game import Seat, games
from engine.match import Match
from engine.swords_and_shields import Options


def against(script: str, folder: Path) -> LiveMatch:
    """Return a duel of Anna against a program with this source."""
    program = folder / "rival.py"
    program.write_text(script)
    command = shlex.join([sys.executable, "-I", "-S", str(program)])
    players = Players.parse(games()["swords-and-shields"], "Anna", f"bot:{command}")
    return LiveMatch(Match.new(Options(life=50), players.names, 1, seed=3), players=players)


async def test_a_program_plays_whole_turns_of_several_actions(tmp_path: Path) -> None:
    async with playing(against(PROGRAM, tmp_path)) as player:
        await choose(player, "end")
        plays = [play for play in player.held.round.plays if play.seat is Seat.RIGHT]
        assert len(plays) > 2
        assert str(plays[-1].action) == "end"
        assert player.held.round.turn is Seat.LEFT
        assert "rival" in player.text
        assert "rival's hand" not in player.text


async def test_a_program_that_plays_what_the_rules_forbid_forfeits_the_duel(tmp_path: Path) -> None:
    script = PROGRAM.replace("(wishes + said['legal'][-1:])[0]", "'attack:3:321'")
    async with playing(against(script, tmp_path)) as player:
        await choose(player, "end")
        assert player.question == "Forfeit"
        assert "attack:3:321" in player.dialog
