"""The settings as text: one entry a line, read as far as it can be read."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from operator import itemgetter
from typing import Any, Final, NamedTuple

from engarde_tui.play.problem import printable
from engarde_tui.settings.entries import (
    ENTRIES,
    SETUP_ENTRIES,
    Settings,
    Setup,
    check_keys,
)
from engine.message import Message, message

MAX_SIZE: Final = 100_000
"""Bytes; longer text is no settings."""

_LONGEST_EXCERPT: Final = 40

_HEAD: Final = (
    "Settings of engarde: one entry a line. Texts stand in quotes, numbers, true and false do not.\n"
    "The program writes this file when a setting changes. It keeps all entries, but no other comments."
)
_KEYS: Final = 'Keys that are not the default ones, by what they do: hide = "d", up = "k,up".'
_SETUP: Final = "How {} was set up last."

Path = tuple[str, ...]


class Unknown(NamedTuple):
    """A line with an entry that this version does not know; it may be of a newer one."""

    section: Path
    text: str


class Reading(NamedTuple):
    """What a text says."""

    settings: Settings = Settings()
    problems: tuple[Message, ...] = ()
    """What is wrong: line, value and what to write instead."""
    is_damaged: bool = False
    """Whether writing the settings would lose something that could not be read."""
    unknown: tuple[Unknown, ...] = ()


def read(data: bytes) -> Reading:
    """Return what a text says; entries that cannot be read are left at their defaults."""
    if len(data) > MAX_SIZE:
        too_long = message("it is longer than {number} bytes", number=MAX_SIZE)
        return Reading(problems=(too_long,), is_damaged=True)
    return _Reader(data).reading()


def _parsed(text: str) -> dict[str, Any]:
    """Return what a text in TOML says; raises ValueError if it is none."""
    # Takes 5 ms to import, and is not needed as long as there is no file.
    import tomllib

    return tomllib.loads(text)


class _Reader:
    """Reads line by line, so that one bad line spoils no other."""

    def __init__(self, data: bytes) -> None:
        self._found: dict[Path, tuple[int, Any]] = {}
        """Checked values by path, each with its line."""
        self._problems: list[tuple[int, Message]] = []
        """Each after its line."""
        self._unknown: list[Unknown] = []
        self._is_damaged = False
        section: Path | None = ()
        for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
            section = self._read_line(number, line.removesuffix(b"\r"), section)

    def _read_line(self, number: int, line: bytes, section: Path | None) -> Path | None:
        """Read one line, and return the table that the next one belongs to; None if that is unclear."""
        try:
            text = line.decode()
            values = _parsed(text)
        except (ValueError, RecursionError):
            self._complain(number, line.decode(errors="replace"), message("this cannot be read"))
            return None if line.lstrip().startswith(b"[") else section
        if text.lstrip().startswith("["):
            section = _section(values)
            if section is None:
                self._complain(number, text, message("there are no lists of tables here"))
            return section
        if section is not None and values:
            self._take(number, text, section, dict(_flat(values)))
        return section

    def _take(self, number: int, text: str, section: Path, values: Mapping[Path, Any]) -> None:
        paths = [(*section, *path) for path in values]
        if not any(map(_is_known, paths)):
            self._unknown.append(Unknown(section, text))
            self._problems.append((number, _unheard_of(paths[0])))
            return
        for path, value in zip(paths, values.values(), strict=True):
            if not _is_known(path):
                self._complain(number, text, _unheard_of(path))
            elif path in self._found:
                first = self._found[path][0]
                self._complain(number, text, message("line {line} has set this already", line=first))
            else:
                try:
                    self._found[path] = number, _check(path, value)
                except ValueError as error:
                    self._complain(number, text, error)

    def _complain(self, number: int, text: str, why: Message | ValueError) -> None:
        text = text.strip()
        excerpt = text if len(text) <= _LONGEST_EXCERPT else f"{text[:_LONGEST_EXCERPT]}…"
        problem = message("{excerpt} ({reason})", excerpt=printable(excerpt), reason=why)
        self._problems.append((number, problem))
        self._is_damaged = True

    def reading(self) -> Reading:
        """Return everything that was found."""
        keys = self._keys()
        own = {path[0]: value for path, (_, value) in self._found.items() if len(path) == 1}
        setups: dict[str, dict[str, Any]] = {}
        for path, (_, value) in self._found.items():
            if path[0] == "setup":
                setups.setdefault(path[1], {})[path[2]] = value
        settings = Settings(
            **own,
            keys=keys,
            setups={game: Setup(**values) for game, values in setups.items()},
        )
        unknown = tuple(self._unknown)
        if unknown and not _is_toml(write(settings, unknown)):
            unknown, self._is_damaged = (), True
        problems = tuple(
            message("line {line}: {problem}", line=number, problem=problem)
            for number, problem in sorted(self._problems, key=itemgetter(0))
        )
        return Reading(settings, problems, self._is_damaged, unknown)

    def _keys(self) -> dict[str, tuple[str, ...]]:
        """Return the keys, without those that a binding may not have."""
        found = {path[1]: values for path, values in self._found.items() if path[0] == "keys"}
        if not found:
            return {}
        from engarde_tui.settings.keys import refusal

        keys = {action: chosen for action, (_, chosen) in found.items()}
        while refused := refusal(keys):
            action, why = refused
            self._complain(found[action][0], f'{action} = "{",".join(keys.pop(action))}"', why)
        return keys


def _unheard_of(path: Path) -> Message:
    return message("there is no setting {name!r}", name=".".join(path)[:_LONGEST_EXCERPT])


def _section(values: Mapping[str, Any]) -> Path | None:
    """Return the path of a line like `[setup.en-garde]`; None for a list of tables."""
    path: Path = ()
    inner: Any = values
    while isinstance(inner, dict) and inner:
        ((name, inner),) = inner.items()
        path += (name,)
    return path if isinstance(inner, dict) else None


def _flat(values: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Yield every value of nested tables after its path."""
    for name, value in values.items():
        if isinstance(value, dict) and value:
            yield from (((name, *path), inner) for path, inner in _flat(value))
        else:
            yield (name,), value


def _is_toml(text: str) -> bool:
    try:
        _parsed(text)
    except (ValueError, RecursionError):
        return False
    return True


def _is_known(path: Path) -> bool:
    match path:
        case (entry,):
            return entry in ENTRIES
        case ("keys", _):
            return True
        case ("setup", _, entry):
            return entry in SETUP_ENTRIES
    return False


def _check(path: Path, value: Any) -> Any:
    """Return the setting of a known path; raises ValueError if the value is not allowed."""
    match path:
        case (entry,):
            return ENTRIES[entry].check(value)
        case ("keys", _):
            return check_keys(value)
        case _:
            return SETUP_ENTRIES[path[-1]](value)


def write(settings: Settings, unknown: tuple[Unknown, ...] = ()) -> str:
    """Return the text of all settings, each with its comment, and of the unknown entries."""
    lines = [*_comment(_HEAD)]
    for name, entry in ENTRIES.items():
        lines += ["", *_comment(entry.comment), f"{name} = {_value(getattr(settings, name))}"]
    sections: dict[Path, list[str]] = {(): lines, ("keys",): ["", *_comment(_KEYS), "[keys]"]}
    if settings.keys:
        from engarde_tui.settings.keys import written

        for action, chosen in settings.keys.items():
            sections["keys",].append(f"{_bare(action)} = {_value(','.join(map(written, chosen)))}")
    for game, setup in settings.setups.items():
        sections["setup", game] = ["", *_comment(_SETUP.format(game)), f"[setup.{_bare(game)}]"]
        values = {each.name: getattr(setup, each.name) for each in fields(setup)}
        sections["setup", game] += [f"{name} = {_value(value)}" for name, value in values.items() if value]
    for line in unknown:
        sections.setdefault(line.section, ["", f"[{'.'.join(map(_bare, line.section))}]"]).append(line.text)
    return "\n".join(line for section in sections.values() for line in section) + "\n"


def _comment(text: str) -> Iterator[str]:
    return (f"# {line}" for line in text.splitlines())


def _value(value: object) -> str:
    if isinstance(value, str):
        return _quoted(value)
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _quoted(text: str) -> str:
    escaped = (c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in text)
    return f'"{"".join(escaped)}"'


def _bare(name: str) -> str:
    """Return a name as it is written before `=`: in quotes unless it is a plain word."""
    return name if name.isascii() and name.replace("-", "").replace("_", "").isalnum() else _quoted(name)
