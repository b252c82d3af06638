"""The settings of a visitor: a member's belong to the key, a guest's end with the session."""

import logging
from collections.abc import Callable
from typing import Final

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.settings.document import Reading, read, write
from engarde_tui.settings.entries import Settings
from engarde_tui.settings.keeper import SettingsKeeper
from engine.message import message

_DEFAULTS: Final = Settings(bell=True)
"""People may look elsewhere while others choose."""

_LOG: Final = logging.getLogger("engarde.hall")


class MemberSettings(SettingsKeeper):
    """Settings in the register, by the member's key."""

    def __init__(self, register: Register, visitor: Visitor) -> None:
        """Read the settings; if they cannot be read, begin with the defaults and a problem."""
        self._register = register
        self._visitor = visitor
        try:
            reading = self._read()
        except Problem as problem:
            why = message("your settings cannot be read, so the defaults hold: {problem}", problem=problem)
            super().__init__(_DEFAULTS, (why,))
            return
        # An entry that only a newer version knows is for whoever runs the hall.
        problems = reading.problems if reading.is_damaged else ()
        told = (message("your settings, {problem}", problem=problem) for problem in problems)
        super().__init__(reading.settings, tuple(told))

    def _read(self) -> Reading:
        """Return what the register has, and log what is wrong; raises Problem if it cannot be read."""
        text = self._register.settings(self._visitor.key)
        reading = read(text.encode("utf-8", "surrogateescape")) if text else Reading(_DEFAULTS)
        for problem in reading.problems:
            _LOG.warning("event=settings player=%s problem=%r", self._visitor.name, str(problem))
        return reading

    def save(self, change: Callable[[Settings], Settings]) -> Settings:
        """Change the settings in the register; if they are damaged, keep a copy of them there."""
        reading = self._read()
        settings = change(reading.settings)
        text = write(settings, reading.unknown)
        self._register.save_settings(self._visitor.key, text, keeps_old=reading.is_damaged)
        return settings


def settings_of(visitor: Visitor, register: Register) -> SettingsKeeper:
    """Return the settings of a visitor; guests begin with the defaults."""
    return MemberSettings(register, visitor) if visitor.member else SettingsKeeper(_DEFAULTS)
