"""The settings of a visitor of the hall."""

from collections.abc import Mapping
from typing import ClassVar

from engarde_tui.screens.settings import SettingsScreen
from engarde_tui.settings.entries import Motion


class HallSettingsScreen(SettingsScreen):
    """Leaves out the name, which comes with the key; everybody is here over SSH."""

    HAS_NAME: ClassVar = False
    MOTION: ClassVar[Mapping[str, str]] = {Motion.AUTO: "off", Motion.ON: "on"}
