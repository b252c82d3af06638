"""Where keys count: the bindings that work on one screen, and which of them share a key."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engarde_tui.play.keys import KeyAction
from engarde_tui.settings.keys import KeyMap, parse, refusal, replaced


@dataclass(frozen=True)
class Scope:
    """One screen, with all keys that work on it."""

    title: str
    keys: tuple[KeyAction, ...]

    @cached_property
    def by_id(self) -> dict[str, KeyAction]:
        """The keys by id; of those with the same id, the first."""
        found: dict[str, KeyAction] = {}
        for key in self.keys:
            found.setdefault(key.id, key)
        return found


def own_keys(key: KeyAction) -> tuple[str, ...]:
    """Return the keys of an action unless others are chosen."""
    return parse(key.keys)


def live_keys(key: KeyAction, keys: KeyMap) -> tuple[str, ...]:
    """Return the keys of an action, `keys` being those that are chosen."""
    return keys.get(key.id, own_keys(key))


def by_title(scopes: Sequence[Scope]) -> dict[str, dict[str, KeyAction]]:
    """Return each binding once, by its id, under the title of the first scope that has it."""
    listed: dict[str, dict[str, KeyAction]] = {}
    seen: set[str] = set()
    for scope in scopes:
        new = {action: binding for action, binding in scope.by_id.items() if action not in seen}
        listed.setdefault(scope.title, {}).update(new)
        seen |= new.keys()
    return {title: bindings for title, bindings in listed.items() if bindings}


class Conflict(NamedTuple):
    """A binding that shares a key with another one."""

    binding: KeyAction
    key: str
    where: str
    """The title of the screen."""


def conflicts(scopes: Sequence[Scope], action: str, keys: KeyMap) -> list[Conflict]:
    """Return the bindings that would share a key with the one called `action`.

    Those that share one by default never work at the same time, and those with the same meaning do the same:
    they are no conflict.
    """
    found: dict[str, Conflict] = {}
    for scope in scopes:
        if (mine := scope.by_id.get(action)) is None:
            continue
        for other in scope.by_id.values():
            shared = {*live_keys(mine, keys)} & {*live_keys(other, keys)}
            is_same = other.meaning == mine.meaning or {*own_keys(mine)} & {*own_keys(other)}
            if shared and not is_same:
                found.setdefault(other.id, Conflict(other, min(shared), scope.title))
    return list(found.values())


def swap(scopes: Sequence[Scope], action: str, keys: KeyMap, lost: str) -> KeyMap | None:
    """Return `keys` with the key `lost` for each binding that would share one with `action`.

    The result is None if these may not have it, or would share it, too.
    """
    swapped, changed = dict(keys), {action}
    for taken in conflicts(scopes, action, keys):
        swapped[taken.binding.id] = replaced(live_keys(taken.binding, keys), taken.key, lost)
        changed.add(taken.binding.id)
    is_free = not any(conflicts(scopes, each, swapped) for each in changed)
    return swapped if is_free and refusal(swapped) is None else None
