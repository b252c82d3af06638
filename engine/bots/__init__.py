"""Computer players, which see only what a human in their seat would see."""

from typing import Final

from engine.bots.bot import Bot, ForfeitError, Opinion

PREFIX: Final = "bot:"
"""Begins the name of a player that is a bot."""

__all__ = ["PREFIX", "Bot", "ForfeitError", "Opinion"]
