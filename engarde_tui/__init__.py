"""Duels in the terminal: draws views of the engine's state and turns keys into actions."""

__version__ = "0.1.0"
