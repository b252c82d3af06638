"""Kuhn poker in a real terminal, killed and resumed."""

import sys
from pathlib import Path

import pty_table
import pytest
from pty_terminal import Terminal

from engarde_tui.storage.store import Store
from engine.game import Seat, games
from engine.match import Match
from kuhn.rounds import keys_for

pytestmark = pytest.mark.wire

COMMAND = (sys.executable, str(Path(__file__).with_name("command.py")), *pty_table.COMMAND[1:])


def test_a_match_that_was_killed_goes_on_where_the_screen_had_it(tmp_path: Path) -> None:
    match = Match.new(games()["kuhn"].presets["kuhn"], target=1, seed=7)
    options = ("--data", str(tmp_path))
    with Terminal((*COMMAND, "play", "--game", "kuhn", "--target", "1", "--seed", "7", *options)) as terminal:
        terminal.wait_for("Anna, take the keyboard")
        terminal.wait_for("space lifts")
        terminal.press("space")
        terminal.wait_for(f"Anna's card: {match.round.dealt[Seat.LEFT]}")
        terminal.press(*keys_for(match, "bet"))
        match = match.play(match.round.legal_actions()[1])
        terminal.wait_for("Bruno, take the keyboard")
        terminal.process.kill()
        terminal.process.wait()
    assert Store(tmp_path).record(1).match == match
    with Terminal((*COMMAND, "resume", *options)) as terminal:
        terminal.wait_for("Bruno, take the keyboard")
        assert "Anna bet a chip." in terminal.text
        assert "card:" not in terminal.text
        terminal.wait_for("space lifts")
        terminal.press("space")
        terminal.wait_for(f"Bruno's card: {match.round.dealt[Seat.RIGHT]}")
        terminal.press(*keys_for(match, "call"))
        terminal.wait_for("wins round 1: the higher card")
        terminal.press("space")
        terminal.wait_for("wins the match")
    assert Store(tmp_path).record(1).match.winner is not None
