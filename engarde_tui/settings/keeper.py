"""Where settings are kept."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engarde_tui.play.problem import Problem
from engarde_tui.settings.document import values_of
from engarde_tui.settings.entries import Settings
from engarde_tui.settings.toml import Path
from engine.message import Message, message


class SettingsKeeper:
    """Settings for this session only; subclasses save them, beside what other sessions save."""

    def __init__(
        self,
        settings: Settings | None = None,
        problems: tuple[Message, ...] = (),
        hindrance: Problem | None = None,
    ) -> None:
        """Begin with `settings`, by default the defaults; `problems` say what of them could not be read.

        A `hindrance` is why nothing can be saved.
        """
        self.settings = settings or Settings()
        self._saved = self.settings
        """The settings as this session last read or saved them."""
        self._unread = problems
        self._hindrance = hindrance
        self._failure = hindrance
        """Why the settings are not saved; None if they are."""

    @property
    def problems(self) -> tuple[Message, ...]:
        """What could not be read, and why the settings could not be saved."""
        return self._unread if self._failure is None else (*self._unread, _unsaved(self._failure))

    def change(self, **changes: Any) -> None:
        """Change fields of the settings, and save all that is not saved.

        Raises Problem if that fails: the settings hold for this session only.
        """
        self.settings = mine = replace(self.settings, **changes)
        self._failure = self._hindrance
        before, after = values_of(self._saved), values_of(mine)
        changed = {path: after.get(path) for path in before | after if before.get(path) != after.get(path)}
        if not changed:
            return
        try:
            stored = self.save(changed)
        except Problem as problem:
            self._failure = problem
            raise Problem(_unsaved(problem)) from problem
        # Other fields stay as this session shows them, whatever another one has saved.
        self.settings = self._saved = replace(mine, **{path[0]: getattr(stored, path[0]) for path in changed})
        self._unread = ()

    def save(self, changes: Mapping[Path, Any]) -> Settings:
        """Change what is stored by these values alone, and return it; raises Problem if that fails."""
        if self._hindrance is not None:
            raise self._hindrance
        return self.settings


def _unsaved(problem: Problem) -> Message:
    return message("the settings cannot be saved, and hold until you leave: {problem}", problem=problem)
