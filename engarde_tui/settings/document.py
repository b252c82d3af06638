"""The settings as text, in TOML: read as far as it can be read, and changed where something is chosen."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from json import dumps
from textwrap import wrap
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engarde_tui.play.problem import Problem, printable
from engarde_tui.settings.entries import ENTRIES, Settings, Setup, entries_of
from engarde_tui.settings.kinds import Check
from engarde_tui.settings.toml import MAX_SIZE, Path, change, changed, entry, mended
from engine.message import Message, message
from engine.names import LOST

_LONGEST_EXCERPT: Final = 40

_WIDTH: Final = 98
"""Columns of remarks."""

_HEAD: Final = """\
# Settings of engarde, in TOML: texts stand in quotes, numbers, true and false do not.
# The program changes what is chosen, and leaves everything else here, also your own remarks.
"""
_KEYS: Final = """\

# Keys that are not the default ones, by what they do: hide = "d", up = "k,up".
[keys]
"""

_ANY: Final = "*"
"""Stands for every name in a table."""

Reason = Message | ValueError


def _check_keys(value: Any) -> tuple[str, ...]:
    # Imports Textual.
    from engarde_tui.settings.keys import parse

    return parse(value)


_CHECKS: Final[Mapping[str, Any]] = {
    **{name: setting.check for name, setting in ENTRIES.items()},
    "keys": {_ANY: _check_keys},
    "setup": {_ANY: {name: setting.check for name, setting in entries_of(Setup).items()}},
}
"""What checks each entry; tables are mappings."""


class Reading(NamedTuple):
    """What a text says."""

    settings: Settings = Settings()
    problems: tuple[Message, ...] = ()
    """What is wrong: entry, value and what to write instead."""
    is_damaged: bool = False
    """Whether writing the settings would lose something that could not be read."""
    text: str = ""
    """The text, without the lines that could not be read."""
    bad: Mapping[Path, Reason] = MappingProxyType({})
    """The entries in it whose values are not allowed, and why."""


def read(data: bytes, defaults: Settings | None = None) -> Reading:
    """Return what a text says; entries that cannot be read have their `defaults`."""
    if len(data) > MAX_SIZE:
        too_long = message("it is longer than {number} bytes", number=MAX_SIZE)
        return Reading(defaults or Settings(), (too_long,), is_damaged=True)
    original = data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
    text, unread = mended(original)
    found = {path: (value, check) for path, value, check in _entries(tomllib.loads(text))}
    values, bad = _checked(found)
    problems = [
        *(_about(line, message("this cannot be read, or is there twice")) for line in unread),
        *(_about(_shown(path, found[path][0]), why) for path, why in bad.items()),
        *(_unheard_of(path) for path, (_, check) in found.items() if check is None),
    ]
    is_damaged = bool(unread or bad) or (LOST in original and LOST.encode() not in data)
    return Reading(_settings(values, defaults or Settings()), tuple(problems), is_damaged, text, bad)


def _checked(found: Mapping[Path, tuple[Any, Check | None]]) -> tuple[dict[Path, Any], dict[Path, Reason]]:
    """Return the settings in a text, and why other entries in it are none."""
    values: dict[Path, Any] = {}
    bad: dict[Path, Reason] = {}
    for path, (value, check) in found.items():
        try:
            if check is not None:
                values[path] = check(value)
        except ValueError as error:
            bad[path] = error
    while keys := {path[1]: chosen for path, chosen in values.items() if path[0] == "keys"}:
        from engarde_tui.settings.keys import refusal

        if (refused := refusal(keys)) is None:
            break
        path = "keys", refused[0]
        bad[path] = refused[1]
        del values[path]
    return values, bad


def _entries(
    values: Mapping[str, Any], checks: Mapping[str, Any] = _CHECKS, above: Path = ()
) -> Iterator[tuple[Path, Any, Check | None]]:
    """Yield each entry with what checks it; None for what this version does not know."""
    for name, value in values.items():
        path = (*above, name)
        check = checks.get(name, checks.get(_ANY))
        if isinstance(value, dict) and not callable(check) and (value or check is not None):
            yield from _entries(value, check or {}, path)
        else:
            yield path, value, _no_table if isinstance(check, dict) else check


def _no_table(value: Any) -> Any:
    raise ValueError(message("a table is needed here"))


def _about(line: str, why: Reason) -> Message:
    """Return what is wrong with a line."""
    line = line.strip()
    excerpt = line if len(line) <= _LONGEST_EXCERPT else f"{line[:_LONGEST_EXCERPT]}…"
    return message("{excerpt} ({reason})", excerpt=printable(excerpt), reason=why)


def _shown(path: Path, value: Any) -> str:
    """Return an entry as somebody may have written it."""
    return f"{'.'.join(path)} = {dumps(value, ensure_ascii=False, default=str)}"


def _unheard_of(path: Path) -> Message:
    return message("there is no setting {name!r}", name=".".join(path)[:_LONGEST_EXCERPT])


def _settings(values: Mapping[Path, Any], defaults: Settings) -> Settings:
    """Return the settings with these values, else the defaults."""
    found: dict[str, Any] = {"keys": {}}
    change(found, values)
    setup = {game: Setup(**each) for game, each in found.pop("setup", {}).items()}
    return replace(defaults, **found, setup=setup)


def values_of(settings: Settings) -> dict[Path, Any]:
    """Return all that settings say, as the file has it."""
    found = {path: value for path, value, _ in _entries(asdict(settings), {}) if value not in (None, {})}
    if settings.keys:
        from engarde_tui.settings.keys import written

        found |= {("keys", action): ",".join(map(written, keys)) for action, keys in settings.keys.items()}
    return found


def rewritten(reading: Reading, changes: Mapping[Path, Any]) -> Reading:
    """Return a reading once some of its values are others, or gone where they are None.

    Its text has the entries that were missing, too. Raises Problem if other keys in it forbid the new ones.
    """
    found, now = tomllib.loads(reading.text), values_of(reading.settings)
    text = "" if reading.text else _HEAD
    for name, setting in ENTRIES.items():
        if name not in found:
            remark = "\n".join(wrap(setting.about, _WIDTH, initial_indent="# ", subsequent_indent="# "))
            text += f"\n{remark}\n{entry(name, now[name,])}"
    text += reading.text + ("" if "keys" in found else _KEYS)
    text = changed(text, {path: now.get(path) for path in reading.bad} | dict(changes))
    after = read(text.encode())
    if after.bad:
        (why, *_) = after.bad.values()
        raise Problem(message("with the keys that another window has saved, {problem}", problem=why))
    return after
