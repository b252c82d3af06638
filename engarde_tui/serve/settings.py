"""The settings of a visitor: a member's belong to the key, a guest's end with the session."""

import logging
from collections.abc import Mapping
from typing import Any, Final

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.settings.document import Reading, read, rewritten
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
        reading = read(text.encode("utf-8", "surrogateescape"), _DEFAULTS)
        for problem in reading.problems:
            _LOG.warning("event=settings player=%s problem=%r", self._visitor.name, str(problem))
        return reading

    def save(self, changes: Mapping[tuple[str, ...], Any]) -> Settings:
        """Change these values in the register; if something there is damaged, keep a copy of it."""
        reading = self._read()
        after = rewritten(reading, changes)
        self._register.save_settings(self._visitor.key, after.text, keeps_old=reading.is_damaged)
        return after.settings


def settings_of(visitor: Visitor, register: Register) -> SettingsKeeper:
    """Return the settings of a visitor; guests begin with the defaults."""
    return MemberSettings(register, visitor) if visitor.member else SettingsKeeper(_DEFAULTS)
