"""Where keys count: the bindings that work on one screen, and which of them share a key."""

from collections.abc import Iterator, Sequence
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


def conflicts(scopes: Sequence[Scope], action: str, keys: KeyMap) -> Iterator[Conflict]:
    """Yield each binding that would share a key with the one called `action`.

    Those that share one by default never work at the same time, and those with the same meaning do the same:
    they are no conflict.
    """
    found: set[str] = set()
    for scope in scopes:
        if action not in scope.by_id:
            continue
        own = own_keys(scope.by_id[action])
        live = keys.get(action, own)
        for other, binding in scope.by_id.items():
            theirs = own_keys(binding)
            shared = set(live) & set(keys.get(other, theirs))
            is_same = binding.meaning == scope.by_id[action].meaning
            if other not in found and shared and not (is_same or set(own) & set(theirs)):
                found.add(other)
                yield Conflict(binding, min(shared), scope.title)


def swap(scopes: Sequence[Scope], action: str, keys: KeyMap, lost: str) -> KeyMap | None:
    """Return `keys` with the key `lost` for each binding that would share one with `action`.

    The result is None if these may not have it, or would share it, too.
    """
    swapped, changed = dict(keys), {action}
    for taken in conflicts(scopes, action, keys):
        other = str(taken.binding.id)
        swapped[other] = replaced(keys.get(other, own_keys(taken.binding)), taken.key, lost)
        changed.add(other)
    is_free = not any(any(conflicts(scopes, each, swapped)) for each in changed)
    return swapped if is_free and refusal(swapped) is None else None
