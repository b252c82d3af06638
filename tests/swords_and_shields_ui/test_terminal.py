"""Duels in a real terminal: begun from the command line, killed, resumed and played to their end."""

from pathlib import Path

import pytest
from pty_table import COMMAND, stored
from pty_terminal import Terminal, wait_until
from swords_and_shields_ui.duels import keys_for, played, soonest

from engine.game import games
from engine.match import Match

pytestmark = pytest.mark.wire

PLAY = ("play", "--game", "swords-and-shields", "--rules", "quick-duel", "--target", "1", "--seed", "7")


def begun() -> Match:
    """Return the match that `PLAY` begins."""
    return Match.new(games()["swords-and-shields"].presets["quick-duel"], target=1, seed=7)


def sit_down(terminal: Terminal, name: str) -> None:
    """Lift the curtain for a player."""
    terminal.wait_for(f"{name}, take the keyboard")
    terminal.wait_for("space lifts")
    terminal.press("space")
    terminal.wait_for(f"{name}'s hand")


def test_a_duel_that_was_killed_goes_on_where_the_screen_had_it(tmp_path: Path) -> None:
    options, match = ("--data", str(tmp_path)), begun()
    with Terminal((*COMMAND, *PLAY, *options)) as terminal:
        sit_down(terminal, "Anna")
        for word in (soonest(match), "end"):
            terminal.press(*keys_for(match, word))
            match = played(match, word)
        terminal.wait_for("Bruno, take the keyboard")
        assert "'s hand" not in terminal.text
        terminal.process.kill()
        terminal.process.wait()
    assert stored(tmp_path) == [match]
    with Terminal((*COMMAND, "resume", *options)) as terminal:
        terminal.wait_for("Bruno, take the keyboard")
        assert "'s hand" not in terminal.text
        sit_down(terminal, "Bruno")
        terminal.press(*keys_for(match, "end"))
        terminal.wait_for("Anna, take the keyboard")
    assert stored(tmp_path) == [played(match, "end")]


def test_a_duel_against_a_bot_is_played_in_a_large_window(tmp_path: Path) -> None:
    command = (*COMMAND, *PLAY, "--right", "bot:novice", "--data", str(tmp_path))
    with Terminal(command, columns=120, rows=40) as terminal:
        terminal.wait_for("Anna to play")
        terminal.wait_for("Anna's hand")
        terminal.press("t", "enter")
        wait_until(lambda: [match.round.number for match in stored(tmp_path)] == [3])
        terminal.wait_for("Anna to play")
        assert "Novice's hand" not in terminal.text
        terminal.press("q")
        terminal.wait_for("Leave the program")
    (match,) = stored(tmp_path)
    assert str(match.round.actions[0]) == "end"
    assert match.names == ("Anna", "Novice")
