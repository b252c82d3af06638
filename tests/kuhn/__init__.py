"""Kuhn poker as a guest of the house: two folders and a line, as docs/new-game.md tells, but in the tests."""

from pathlib import Path

import engarde_tui.games
import engine
from engine import game

_HERE = Path(__file__).parent


def move_in() -> None:
    """Let the house have the game, for the rest of this process."""
    if "kuhn" not in game.PACKAGES:
        engine.__path__.append(str(_HERE / "engine"))
        engarde_tui.games.__path__.append(str(_HERE / "games"))
        game.PACKAGES.append("kuhn")


def move_out() -> None:
    """Take it away again."""
    if "kuhn" in game.PACKAGES:
        engine.__path__.remove(str(_HERE / "engine"))
        engarde_tui.games.__path__.remove(str(_HERE / "games"))
        game.PACKAGES.remove("kuhn")
