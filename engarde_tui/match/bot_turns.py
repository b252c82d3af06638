"""The turns of the bots at a table."""

from typing import Final

BOT_PACE: Final = 1.2
"""Seconds that a bot takes for an action at least, so that a person can follow."""
