"""Every binding has an id and a meaning, and is on the list of keys."""

import ast
import importlib
import inspect
from collections.abc import Iterator
from pkgutil import walk_packages

import pytest
from textual.screen import Screen

import engarde_tui
from engarde_tui.play.keys import AT_TABLE, LESSON, TO_TURN, KeyAction
from engarde_tui.play.questions import Question
from engarde_tui.presentation import presentation_of
from engarde_tui.screens.scopes import local_scopes
from engarde_tui.settings.keys import (
    ENDING_A_TURN,
    PRESETS,
    REVEALING,
    UNCHANGEABLE,
    WHILE_TYPING,
    refusal,
)
from engarde_tui.settings.scopes import Scope, conflicts, own_keys
from engarde_tui.terminal.textual_private import OpenScreen
from engine.game import games

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from engarde_tui.serve.hall.keys import HALL_TABLE
from engarde_tui.serve.screens.settings import hall_scopes

PLACES = {"program": local_scopes(), "hall": hall_scopes()}
SCOPES = [*PLACES["program"], *PLACES["hall"]]


def titled(scope: Scope) -> str:
    return f"{scope.title}-{scope.keys[0].id}"


def all_keys() -> Iterator[KeyAction]:
    """Yield all keys of the program."""
    for scope in SCOPES:
        yield from scope.keys


@pytest.mark.parametrize("scope", SCOPES, ids=titled)
def test_every_key_has_an_id_and_says_what_it_does(scope: Scope) -> None:
    assert scope.keys
    assert all(key.id and key.meaning for key in scope.keys)


def test_an_id_stands_for_the_same_keys_everywhere() -> None:
    """So that one line of the list can stand for it."""
    keys: dict[str, set[str]] = {}
    for key in all_keys():
        keys.setdefault(key.id, set()).add(key.keys)
    assert [id for id, found in keys.items() if len(found) > 1] == []


def test_every_binding_of_a_class_is_a_key_in_a_scope() -> None:
    """With an id of its own in its class."""
    listed = {(key.id, key.keys) for key in all_keys()}
    modules = (
        importlib.import_module(module.name)
        for module in walk_packages(engarde_tui.__path__, f"{engarde_tui.__name__}.")
    )
    for module in modules:
        for _, owner in inspect.getmembers(module, inspect.isclass):
            if owner.__module__ == module.__name__:
                own = [(each.id, each.key) for each in vars(owner).get("BINDINGS", ())]
                assert len(dict(own)) == len(own), owner
                assert set(own) <= listed, owner


def test_every_key_and_question_of_the_program_is_in_a_scope() -> None:
    """Wherever it is written: in a module, or as what belongs to a board, a session or a screen."""
    listed = set(all_keys())
    answers = {scope.keys for scope in SCOPES if scope.title == "Questions"}
    found = 0
    for module in walk_packages(engarde_tui.__path__, f"{engarde_tui.__name__}."):
        loaded = importlib.import_module(module.name)
        classes = [vars(owner) for _, owner in inspect.getmembers(loaded, inspect.isclass)]
        for owner in (vars(loaded), *classes):
            for value in owner.values():
                if isinstance(value, Question):
                    assert value.without("quit again").answers in answers or value.answers in answers, value
                elif isinstance(value, tuple) and value and isinstance(value[0], KeyAction):
                    found += 1
                    assert set(value) <= listed, value
    assert found > len(SCOPES) / 2


def test_a_key_means_one_thing_at_a_table() -> None:
    """Of the game, or of what it is played for."""
    for game in games().values():
        board = presentation_of(game.presets[game.default]).board()
        composing = {each for key in board.keys for each in key.keys.split(",")}
        for keys in (LESSON, HALL_TABLE, (*TO_TURN, *AT_TABLE)):
            shared = composing & {each for key in keys for each in key.keys.split(",")}
            assert shared <= {"enter"}, (game.title, shared)


def test_keys_can_be_chosen_on_every_screen() -> None:
    for module in walk_packages(engarde_tui.__path__, f"{engarde_tui.__name__}."):
        for _, owner in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if issubclass(owner, Screen) and owner.__module__ == module.name:
                assert issubclass(owner, OpenScreen), owner


@pytest.mark.by_day(1)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("preset", [{}, *PRESETS.values()], ids=["standard", *PRESETS])
def test_no_ready_choice_has_a_conflict_or_a_key_that_may_not_be(place: str, preset: dict) -> None:
    scopes = PLACES[place]
    assert refusal(preset) is None
    found = {
        (id, found.binding.id)
        for scope in scopes
        for id in scope.by_id
        for found in conflicts(scopes, id, preset)
    }
    assert found == set()


def test_what_the_rules_for_keys_say_of_bindings_is_true() -> None:
    """They are read with the file, before any screen is loaded."""
    own = {key.id: key for key in all_keys()}
    for id, keys in {**REVEALING, **ENDING_A_TURN}.items():
        assert own_keys(own[id]) == keys
    priority = {id for id, key in own.items() if key.is_first}
    assert priority == {*WHILE_TYPING, UNCHANGEABLE}
    for preset in PRESETS.values():
        assert preset.keys() <= own.keys()


def test_every_key_that_a_text_names_is_the_key_of_a_binding() -> None:
    """Texts ask for it by id."""
    ids = {key.id for key in all_keys()}
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
