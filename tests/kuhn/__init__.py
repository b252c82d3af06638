"""Kuhn poker, a whole game in two folders and one line as in docs/new-game.md, but kept in the tests."""

from pathlib import Path

import engarde_tui.games
import engine
from engine import game

_HERE = Path(__file__).parent


def move_in() -> None:
    """Add the game to `games()`."""
    if "kuhn" not in game.PACKAGES:
        engine.__path__.append(str(_HERE / "engine"))
        engarde_tui.games.__path__.append(str(_HERE / "games"))
        game.PACKAGES.append("kuhn")


def move_out() -> None:
    """Remove the game from `games()`."""
    if "kuhn" in game.PACKAGES:
        engine.__path__.remove(str(_HERE / "engine"))
        engarde_tui.games.__path__.remove(str(_HERE / "games"))
        game.PACKAGES.remove("kuhn")
