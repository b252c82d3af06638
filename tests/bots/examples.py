"""The examples in docs/examples/, as modules."""

import importlib.util
import json
from pathlib import Path
from typing import Any, Final

from bots.positions import seen

import engine
from engine.en_garde import Round
from engine.en_garde.bots.message import message_of

FOLDER: Final = Path(engine.__path__[0]).parent / "docs" / "examples"


def example(name: str) -> Any:
    """Return the module of an example."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sent(state: Round) -> dict[str, Any]:
    """Return what a program that is to act is sent."""
    told: dict[str, Any] = json.loads(json.dumps(message_of(seen(state))))
    return told
