"""Private names of Textual and asyncssh are used in one file each, and unchanged since they were tested.

A release of theirs may change such a name without a word: then a test here says which, rather than lost keys.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pkgutil import resolve_name, walk_packages
from types import ModuleType

import pytest
from textual.drivers.linux_driver import LinuxDriver

import engarde_tui
from engarde_tui.terminal import choice, driver

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")

TEXTUAL = "engarde_tui.terminal.textual_private"
ASYNCSSH = "engarde_tui.serve.door.asyncssh_private"
PRIVATE = (TEXTUAL, ASYNCSSH)

FOREIGN = ("textual", "rich", "asyncssh")

CALLABLES = {
    "textual.app:App._display": "self, screen, renderable",
    "textual.app:App._fatal_error": "self",
    "textual.app:App._handle_exception": "self, error",
    "textual.app:App._close_messages_no_wait": "self",
    "textual.app:App._check_resize": "self",
    "textual.screen:Screen._compositor_refresh": "self",
    "textual.drivers.linux_driver:LinuxDriver": "app, *, debug=False, mouse=True, size=None",
    "textual.drivers.linux_driver:LinuxDriver.write": "self, data",
    "textual.drivers.linux_driver:LinuxDriver.start_application_mode": "self",
    "textual.drivers.linux_driver:LinuxDriver.stop_application_mode": "self",
    "textual.drivers.linux_driver:LinuxDriver.run_input_thread": "self",
    "textual.drivers.linux_driver:LinuxDriver.close": "self",
    "textual._compositor:Compositor.render_strips": "self, size=None",
    "textual._compositor:CompositorUpdate.render_segments": "self, console",
    "textual._compositor:LayoutUpdate": "strips, region",
    "textual._compositor:ChopsUpdate": "chops, spans, chop_ends",
    "textual.keys:_character_to_key": "character",
    "textual._xterm_parser:XTermParser": "debug=False",
    "textual._xterm_parser:XTermParser._parse_extended_key": "self, sequence",
    "textual._xterm_parser:XTermParser._sequence_to_key_events": "self, sequence, alt=False",
    "textual._xterm_parser:XTermParser.parse_mouse_code": "self, code",
    "rich.cells:_cell_len": "text, unicode_version",
    "rich.cells:split_graphemes": "text, unicode_version='auto'",
    "asyncssh:SSHServerConnection.pause_writing": "self",
    "asyncssh:SSHServerConnection.resume_writing": "self",
    "asyncssh:SSHServerChannel._process_env_request": "self, packet",
    "asyncssh.packet:SSHPacket.get_string": "self",
}
"""Functions with the parameters they had."""

CACHES = ("textual._xterm_parser:XTermParser._parse_extended_key",)

ATTRIBUTES = (
    "textual.app:App._exit",
    "textual.app:App._batch_count",
    "textual.app:App._resize_timer",
    "textual.app:App._disable_notifications",
    "textual.app:App._disable_tooltips",
    "textual.message_pump:MessagePump._pending_message",
    "textual.screen:Screen._compositor",
    "textual.widget:Widget._layout_required",
    "textual.dom:DOMNode._bindings",
    "textual.screen:Screen._binding_chain",
    "asyncssh:SSHServerConnection._transport",
    "asyncssh:SSHServerChannel._env",
)
"""Attributes of these classes' objects."""


def complaint(name: str) -> str:
    """Return what to check when a name has changed."""
    package = name.partition(":")[0].partition(".")[0]
    module = ASYNCSSH if package == "asyncssh" else TEXTUAL
    return f"{package} {version(package)} has another {name} than was tested: see {module}"


@pytest.mark.parametrize("name", CALLABLES)
def test_called_and_overridden_functions_keep_their_signatures(name: str) -> None:
    try:
        parameters = inspect.signature(resolve_name(name)).parameters.values()
    except (ImportError, AttributeError):
        pytest.fail(complaint(name))
    plain = inspect.Signature([each.replace(annotation=inspect.Parameter.empty) for each in parameters])
    assert str(plain) == f"({CALLABLES[name]})", complaint(name)


@pytest.mark.parametrize("name", CACHES)
def test_caches_can_be_cleared(name: str) -> None:
    found = resolve_name(name)
    assert hasattr(found, "cache_clear"), complaint(name)
    assert hasattr(found, "__wrapped__"), complaint(name)


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_attributes_we_use_exist(name: str) -> None:
    owner, _, attribute = name.rpartition(".")
    assert any(attribute in private_names(ancestor) for ancestor in resolve_name(owner).__mro__), complaint(
        name
    )


@pytest.mark.parametrize("sequence", driver._INSTEAD, ids=repr)
def test_what_the_driver_replaces_is_what_textual_writes(sequence: str) -> None:
    assert repr(sequence)[1:-1] in inspect.getsource(LinuxDriver)


def test_all_is_written_with_a_release_whose_frames_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGARDE_PLAIN_TEXTUAL", "off")
    release = tuple(int(part) for part in version("textual").split("."))
    assert choice.writes_changes() is (choice.TESTED[0] <= release < choice.TESTED[1])
    monkeypatch.setattr(choice, "TESTED", ((*release, 1), (9,)))
    assert not choice.writes_changes()


@pytest.mark.slow
def test_no_other_module_uses_a_private_name() -> None:
    own = {name for module in modules() for name in defined(tree(module))} | {
        "_fields",
        "_replace",
        "_asdict",
    }
    assert not [use for module in modules() if module.__name__ not in PRIVATE for use in uses(module, own)]


def test_a_use_of_a_private_name_is_found() -> None:
    """So that the test above cannot succeed by finding nothing."""
    found = [use for name in PRIVATE for use in uses(import_module(name), set())]
    # A mixin overrides names of classes that it does not inherit from.
    found += defined(tree(import_module(TEXTUAL)))
    for used in (*CALLABLES, *ATTRIBUTES):
        name = used.partition(":")[2].rpartition(".")[2]
        if is_private(name):
            assert any(use.endswith(name) for use in found), f"{used} is not used any more"


def modules() -> list[ModuleType]:
    """Return all modules of the interface."""
    found = walk_packages(engarde_tui.__path__, f"{engarde_tui.__name__}.")
    return [import_module(module.name) for module in found]


@cache
def tree(module: ModuleType) -> ast.Module:
    """What is written in a module."""
    return ast.parse(inspect.getsource(module) or "")


def is_private(name: str) -> bool:
    """Return whether a name is private but not a dunder."""
    return name.startswith("_") and not name.startswith("__") and name != "_"


def defined(node: ast.AST) -> Iterator[str]:
    """Yield the private names a piece of code assigns."""
    for part in ast.walk(node):
        match part:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                pass
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                pass
            case _:
                continue
        if is_private(name):
            yield name


@cache
def private_names(owner: type) -> frozenset[str]:
    """Return the private names a class defines for itself and its objects."""
    names = {name for name in vars(owner) if is_private(name)}
    with suppress(OSError, TypeError):
        names.update(defined(ast.parse(textwrap.dedent(inspect.getsource(owner)))))
    return frozenset(names)


def uses(module: ModuleType, own: set[str]) -> Iterator[str]:
    """Yield where a module imports, reads or overrides a private name of others."""
    for node in ast.walk(tree(module)):
        names: list[str] = []
        match node:
            case ast.Import(names=aliases):
                names = [alias.name for alias in aliases]
            case ast.ImportFrom(module=str(origin), names=aliases):
                names = [f"{origin}.{alias.name}" for alias in aliases]
            case ast.Attribute(attr=name) if is_private(name) and name not in own:
                yield f"{module.__name__}:{node.lineno} {name}"
            case ast.keyword(arg=str(name)) if is_private(name) and name not in own:
                yield f"{module.__name__}:{node.lineno} {name}"
            case ast.Call(
                func=ast.Name(id="getattr" | "setattr" | "hasattr" | "delattr"),
                args=[_, ast.Constant(value=str(name)), *_],
            ) if is_private(name) and name not in own:
                yield f"{module.__name__}:{node.lineno} {name}"
        for name in names:
            if name.startswith(FOREIGN) and any(map(is_private, name.split("."))):
                yield f"{module.__name__} {name}"
    for _, owner in inspect.getmembers(module, inspect.isclass):
        if owner.__module__ == module.__name__:
            theirs = (other for other in owner.__mro__ if other.__module__.startswith(FOREIGN))
            for name in frozenset().union(*map(private_names, theirs)) & mentioned(owner):
                yield f"{module.__name__}:{owner.__name__} {name}"


def mentioned(owner: type) -> set[str]:
    """Return the private names a class defines or reads."""
    code = ast.parse(textwrap.dedent(inspect.getsource(owner)))
    asked = {part.attr for part in ast.walk(code) if isinstance(part, ast.Attribute)}
    return {*defined(code), *filter(is_private, asked)}
