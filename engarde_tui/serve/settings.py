"""The settings of a visitor: a member's belong to the key, a guest's end with the session."""

import logging
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from engarde_tui.match.problem import Problem
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.settings.document import Reading, read, write
from engarde_tui.settings.entries import Settings
from engarde_tui.settings.keeper import SettingsKeeper

_DEFAULTS: Final = Settings(bell=True)
"""People may look elsewhere while others choose."""

_LOG: Final = logging.getLogger("engarde.hall")


class MemberSettings(SettingsKeeper):
    """Settings in the register, by the member's key."""

    def __init__(self, register: Register, visitor: Visitor) -> None:
        """Read the settings; raises Problem if the register cannot be read."""
        self._register = register
        self._visitor = visitor
        super().__init__(self._read().settings)

    def _read(self) -> Reading:
        """Return what the register has; what is wrong with it is for whoever runs the hall."""
        text = self._register.settings(self._visitor.key)
        reading = read(text.encode("utf-8", "surrogateescape")) if text else Reading(_DEFAULTS)
        for problem in reading.problems:
            _LOG.warning("event=settings player=%s problem=%r", self._visitor.name, problem)
        return reading

    def save(self, changes: dict[str, Any]) -> None:
        """Change these entries, and leave all others as another session may have changed them."""
        reading = self._read()
        settings = replace(reading.settings, **changes)
        self._register.save_settings(self._visitor.key, write(settings, reading.unknown))


def settings_of(visitor: Visitor, register: Register) -> SettingsKeeper:
    """Return the settings of a visitor; guests begin with the defaults."""
    if visitor.member:
        # The register has logged the problem; the visitor can play all the same.
        with suppress(Problem):
            return MemberSettings(register, visitor)
    return SettingsKeeper(_DEFAULTS)
