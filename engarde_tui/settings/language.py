"""The language that the settings choose, found at once: to load all of them would delay help and errors."""

import stat
from contextlib import suppress
from pathlib import Path


def language_in(file: Path) -> str:
    """Return the language in a file of settings; "" if it says none, or cannot be read."""
    with suppress(OSError):
        # Reading from a pipe could block.
        if stat.S_ISREG(file.stat().st_mode):
            import tomllib

            from engarde_tui.settings.toml import MAX_SIZE, mended

            with file.open("rb") as settings:
                text, _ = mended(settings.read(MAX_SIZE).decode("utf-8-sig", errors="replace"))
            return str(tomllib.loads(text).get("language", ""))
    return ""
