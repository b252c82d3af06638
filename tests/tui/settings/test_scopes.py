"""Every binding has an id and a meaning, and is on the list of keys."""

import ast
import importlib
import inspect
from collections.abc import Iterator, Sequence
from pkgutil import walk_packages

import pytest
from textual.binding import Binding
from textual.screen import Screen

import engarde_tui
from engarde_tui.app import EngardeApp
from engarde_tui.screens.scopes import local_scopes
from engarde_tui.settings.keys import (
    ENDING_A_TURN,
    PRESETS,
    REVEALING,
    UNCHANGEABLE,
    WHILE_TYPING,
    declared,
    refusal,
)
from engarde_tui.settings.scopes import Scope, conflicts, own_keys
from engarde_tui.terminal.textual_private import RemappedKeys

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from engarde_tui.serve.app import HallApp
from engarde_tui.serve.screens.scopes import hall_scopes

PLACES = {"program": local_scopes(EngardeApp), "hall": hall_scopes(HallApp)}
SCOPES = [*PLACES["program"], *PLACES["hall"]]


def titled(scope: Scope) -> str:
    return f"{scope.title}-{next(iter(scope.bindings))}"


def classes(scopes: Sequence[Scope]) -> set[type]:
    """Return the classes whose keys count there, with their bases."""
    return {
        base
        for scope in scopes
        for owner in scope.owners
        if isinstance(owner, type)
        for base in owner.__mro__
    }


def bindings(scopes: Sequence[Scope]) -> Iterator[Binding]:
    """Yield all bindings of the program."""
    own = [each for each in classes(scopes) if each.__module__.startswith(engarde_tui.__name__)]
    others = [owner for scope in scopes for owner in scope.owners if not isinstance(owner, type)]
    for owner in (*own, *others):
        yield from (each for each in declared(owner) if each.id is not None)


@pytest.mark.parametrize("scope", SCOPES, ids=titled)
def test_every_binding_has_an_id_of_its_own_and_says_what_it_does(scope: Scope) -> None:
    for owner in scope.owners:
        declared = vars(owner).get("BINDINGS", ()) if isinstance(owner, type) else owner
        own = [each for each in declared if isinstance(each, Binding)]
        ids = [binding.id for binding in own]
        assert all(ids)
        assert len(set(ids)) == len(ids)
        assert all(binding.tooltip for binding in own)
        assert all(binding.description or not binding.show for binding in own)


def test_an_id_stands_for_the_same_keys_everywhere() -> None:
    """So that one line of the list can stand for it."""
    keys: dict[str, set[str]] = {}
    for binding in bindings(SCOPES):
        keys.setdefault(str(binding.id), set()).add(binding.key)
    assert [id for id, found in keys.items() if len(found) > 1] == []


def test_every_class_with_bindings_is_in_a_scope() -> None:
    modules = (
        importlib.import_module(module.name)
        for module in walk_packages(engarde_tui.__path__, f"{engarde_tui.__name__}.")
    )
    missing = {
        owner
        for module in modules
        for _, owner in inspect.getmembers(module, inspect.isclass)
        if owner.__module__ == module.__name__ and owner.__dict__.get("BINDINGS")
    } - classes(SCOPES)
    assert missing == set()


def test_keys_can_be_chosen_on_every_screen() -> None:
    for module in walk_packages(engarde_tui.__path__, f"{engarde_tui.__name__}."):
        for _, owner in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if issubclass(owner, Screen) and owner.__module__ == module.name:
                assert issubclass(owner, RemappedKeys), owner


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("preset", [{}, *PRESETS.values()], ids=["standard", *PRESETS])
def test_no_ready_choice_has_a_conflict_or_a_key_that_may_not_be(place: str, preset: dict) -> None:
    scopes = PLACES[place]
    assert refusal(preset) is None
    found = {
        (id, found.binding.id)
        for scope in scopes
        for id in scope.bindings
        for found in conflicts(scopes, id, preset)
    }
    assert found == set()


def test_what_the_rules_for_keys_say_of_bindings_is_true() -> None:
    """They are read with the file, before any screen is loaded."""
    own = {str(binding.id): binding for binding in bindings(SCOPES)}
    for id, keys in {**REVEALING, **ENDING_A_TURN}.items():
        assert own_keys(own[id]) == keys
    priority = {id for id, binding in own.items() if binding.priority}
    assert priority == {*WHILE_TYPING, UNCHANGEABLE}
    for preset in PRESETS.values():
        assert preset.keys() <= own.keys()


def test_every_key_that_a_text_names_is_the_key_of_a_binding() -> None:
    """Texts ask for it by id."""
    ids = {str(binding.id) for binding in bindings(SCOPES)}
    named = set()
    for module in walk_packages(engarde_tui.__path__, f"{engarde_tui.__name__}."):
        source = inspect.getsource(importlib.import_module(module.name)) or "pass"
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(func=ast.Name(id="key_of"), args=[ast.Constant(value=str(id))]):
                    named.add(id)
                case ast.Call(
                    func=ast.Attribute(attr="key" | "main_key"), args=[ast.Constant(value=str(id))]
                ):
                    named.add(id)
    assert {"play", "begin", "lift"} <= named
    assert named <= ids
