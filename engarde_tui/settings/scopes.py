"""Where keys count: the bindings that work on one screen, and which of them share a key."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from textual.binding import Binding

from engarde_tui.settings.keys import KeyMap, declared, parse, refusal, replaced


@dataclass(frozen=True)
class Scope:
    """One screen, with all classes whose bindings work on it."""

    title: str
    owners: tuple["type | Sequence[Binding]", ...]
    """Classes, and the keys of what is no class of its own."""

    @cached_property
    def bindings(self) -> dict[str, Binding]:
        """The bindings by id; of those with the same id, the first."""
        found: dict[str, Binding] = {}
        for owner in self.owners:
            for binding in declared(owner):
                if binding.id is not None:
                    found.setdefault(binding.id, binding)
        return found


def own_keys(binding: Binding) -> tuple[str, ...]:
    """Return the keys of a binding unless others are chosen."""
    return parse(binding.key)


def by_title(scopes: Sequence[Scope]) -> dict[str, dict[str, Binding]]:
    """Return each binding once, by its id, under the title of the first scope that has it."""
    listed: dict[str, dict[str, Binding]] = {}
    seen: set[str] = set()
    for scope in scopes:
        new = {id: binding for id, binding in scope.bindings.items() if id not in seen}
        listed.setdefault(scope.title, {}).update(new)
        seen |= new.keys()
    return {title: bindings for title, bindings in listed.items() if bindings}


class Conflict(NamedTuple):
    """A binding that shares a key with another one."""

    binding: Binding
    key: str
    where: str
    """The title of the screen."""


def conflicts(scopes: Sequence[Scope], id: str, keys: KeyMap) -> Iterator[Conflict]:
    """Yield each binding that would share a key with the one called `id`.

    Those that share one by default never work at the same time, and those with the same meaning do the same:
    they are no conflict.
    """
    found: set[str] = set()
    for scope in scopes:
        if id not in scope.bindings:
            continue
        own = own_keys(scope.bindings[id])
        live = keys.get(id, own)
        for other, binding in scope.bindings.items():
            theirs = own_keys(binding)
            shared = set(live) & set(keys.get(other, theirs))
            is_same = binding.tooltip == scope.bindings[id].tooltip
            if other not in found and shared and not (is_same or set(own) & set(theirs)):
                found.add(other)
                yield Conflict(binding, min(shared), scope.title)


def swap(scopes: Sequence[Scope], id: str, keys: KeyMap, lost: str) -> KeyMap | None:
    """Return `keys` with the key `lost` for each binding that would share one with the one called `id`.

    The result is None if these may not have it, or would share it, too.
    """
    swapped, changed = dict(keys), {id}
    for taken in conflicts(scopes, id, keys):
        other = str(taken.binding.id)
        swapped[other] = replaced(keys.get(other, own_keys(taken.binding)), taken.key, lost)
        changed.add(other)
    is_free = not any(any(conflicts(scopes, each, swapped)) for each in changed)
    return swapped if is_free and refusal(swapped) is None else None
