"""The file of the settings: read as far as possible, copied first if damaged, replaced as a whole."""

import errno
import os
import shutil
import stat
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from engarde_tui.play.problem import Problem, printable
from engarde_tui.settings.document import Reading, read, rewritten
from engarde_tui.settings.entries import Settings
from engarde_tui.settings.keeper import SettingsKeeper
from engarde_tui.settings.toml import MAX_SIZE
from engine.message import Message, message


def _reason(error: OSError) -> Message | str:
    """Return why a file cannot be used: in our words or those of the system."""
    reason: Message | str = error.args[1] if len(error.args) > 1 else str(error)
    return reason


class SettingsFile(SettingsKeeper):
    """Settings in a file that the player may also edit."""

    def __init__(self, path: Path) -> None:
        """Read the settings; a file that cannot be read gives the defaults and a problem."""
        self.path = path
        try:
            reading = self._read()
        except OSError as error:
            reading = Reading(problems=(message("it cannot be read: {reason}", reason=_reason(error)),))
        super().__init__(reading.settings, tuple(self._about(problem) for problem in reading.problems))

    def _about(self, problem: Message) -> Message:
        return message("{file}, {problem}", file=printable(self.path.name), problem=problem)

    def _read(self) -> Reading:
        """Return what the file says; raises OSError if it cannot be read."""
        try:
            is_regular = stat.S_ISREG(self.path.stat().st_mode)
        except FileNotFoundError:
            return Reading()
        if not is_regular:
            raise OSError(errno.EINVAL, message("it is not a regular file"))
        with self.path.open("rb") as file:
            return read(file.read(MAX_SIZE + 1))

    def save(self, changes: Mapping[tuple[str, ...], Any]) -> Settings:
        """Change these values in the file, and leave all else in it as it is now.

        If something in the file could not be read, a copy of it is set aside first.
        """
        try:
            reading = self._read()
            after = rewritten(reading, changes)
            if reading.is_damaged:
                self._set_aside()
            self._replace(after.text)
        except OSError as error:
            raise Problem(message("{file}: {reason}", file=self.path, reason=_reason(error))) from error
        return after.settings

    def _set_aside(self) -> None:
        """Copy the file to one with a new name beside it."""
        for number in count(1):
            aside = self.path.with_name(f"{self.path.name}.broken-{number}")
            with suppress(FileExistsError), aside.open("xb") as copy:
                with self.path.open("rb") as file:
                    shutil.copyfileobj(file, copy)
                return

    def _replace(self, text: str) -> None:
        """Replace the file, whatever happens meanwhile, by one with this text."""
        # The file may be a link to where the player keeps such files.
        target = self.path.resolve()
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with NamedTemporaryFile(
            "w", encoding="utf-8", dir=target.parent, prefix=f"{target.name}.", delete=False
        ) as file:
            try:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
                os.replace(file.name, target)
            except BaseException:
                os.unlink(file.name)
                raise
