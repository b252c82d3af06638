"""The settings of a visitor of the hall."""

from typing import ClassVar

from engarde_tui.screens.settings import SettingsScreen


class HallSettingsScreen(SettingsScreen):
    """Leaves out the name, which comes with the key."""

    HAS_NAME: ClassVar = False
