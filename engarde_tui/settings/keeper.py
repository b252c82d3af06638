"""Where settings are kept."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from engarde_tui.play.problem import Problem
from engarde_tui.settings.entries import Settings
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
        before = self._saved
        if mine == before:
            return
        try:
            stored = self.save(lambda stored: merged(stored, before, mine))
        except Problem as problem:
            self._failure = problem
            raise Problem(_unsaved(problem)) from problem
        # Other fields stay as this session shows them, whatever another one has saved.
        changed = {name: getattr(stored, name) for name in _changed(before, mine)}
        self.settings = self._saved = replace(mine, **changed)
        self._unread = ()

    def save(self, change: Callable[[Settings], Settings]) -> Settings:
        """Change the stored settings, and return them; raises Problem if that fails."""
        if self._hindrance is not None:
            raise self._hindrance
        return change(self._saved)


def _unsaved(problem: Problem) -> Message:
    return message("the settings cannot be saved, and hold until you leave: {problem}", problem=problem)


def merged(stored: Settings, before: Settings, after: Settings) -> Settings:
    """Return the stored settings with everything that differs between `before` and `after` as it is after.

    Of keys and setups this is each entry. Raises Problem if keys chosen elsewhere forbid these.
    """
    changes: dict[str, Any] = {}
    for name in _changed(before, after):
        new = getattr(after, name)
        if isinstance(new, Mapping):
            new = _merged_entries(getattr(stored, name), getattr(before, name), new)
        changes[name] = new
    if "keys" in changes:
        # Imports Textual.
        from engarde_tui.settings.keys import refusal

        if refused := refusal(changes["keys"]):
            raise Problem(
                message("with the keys that another window has saved, {problem}", problem=refused[1])
            )
    return replace(stored, **changes)


def _changed(before: Settings, after: Settings) -> list[str]:
    """Return the names of the fields that differ."""
    names = (each.name for each in fields(Settings))
    return [name for name in names if getattr(before, name) != getattr(after, name)]


def _merged_entries(
    stored: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the stored entries, with those that were added, changed or removed as they are after."""
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    kept = {name: entry for name, entry in stored.items() if name not in changed}
    return kept | {name: entry for name, entry in after.items() if name in changed}
