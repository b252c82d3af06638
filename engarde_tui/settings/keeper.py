"""Where settings are kept."""

from dataclasses import replace
from typing import Any

from engarde_tui.settings.entries import Settings


class SettingsKeeper:
    """Settings for this session only; subclasses save them."""

    def __init__(self, settings: Settings | None = None, problems: tuple[str, ...] = ()) -> None:
        """Begin with `settings`, by default the defaults; `problems` say what of them could not be read."""
        self.settings = settings or Settings()
        self.problems = problems

    def change(self, **changes: Any) -> None:
        """Change fields of the settings; raises Problem if the change holds for this session only."""
        before, self.settings = self.settings, replace(self.settings, **changes)
        if self.settings != before:
            self.save(changes)

    def save(self, changes: dict[str, Any]) -> None:
        """Save changes; raises Problem if that fails."""
