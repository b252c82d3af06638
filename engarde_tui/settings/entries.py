"""The settings: what a player can choose, and what is chosen by default."""

from dataclasses import dataclass
from enum import StrEnum


class Motion(StrEnum):
    """Whether actions are animated."""

    AUTO = "auto"
    """On, but not over SSH."""
    ON = "on"
    OFF = "off"


@dataclass(frozen=True)
class Settings:
    """Everything a player can choose."""

    motion: Motion = Motion.AUTO
