"""Players that see what a person in their seat sees, and answer with an action."""

from typing import Final

from engine.bots.bot import Bot, ForfeitError, Opinion

PREFIX: Final = "bot:"
"""How the name of a player that is a bot begins."""

__all__ = ["PREFIX", "Bot", "ForfeitError", "Opinion"]
