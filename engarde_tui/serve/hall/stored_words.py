"""Words that are stored, or sent to other processes: as JSON, so that each reader gets their own language."""

import json
from contextlib import suppress
from typing import Any

from engine.message import Message


def stored(words: Message) -> str:
    """Return a message as text, for `restored`."""
    return json.dumps(_as_json(words))


def _as_json(words: Message) -> dict[str, Any]:
    fields = {
        name: _as_json(value) if isinstance(value, Message) else value for name, value in words.fields.items()
    }
    return {"text": words.text, "fields": fields, "one": words.one}


def restored(text: str) -> Message:
    """Return the message of a stored text; what is none stays as it is.

    >>> str(restored("bruno: Salute!"))
    'bruno: Salute!'
    """
    with suppress(ValueError, LookupError, TypeError, AttributeError):
        words = _of_json(json.loads(text))
        # It must have the fields that its words name.
        str(words)
        return words
    return Message(text)


def _of_json(found: dict[str, Any]) -> Message:
    fields = {
        str(name): _of_json(value) if isinstance(value, dict) else value
        for name, value in found["fields"].items()
    }
    if not (isinstance(found["text"], str) and isinstance(found["one"], str)):
        raise TypeError("words are text")
    return Message(found["text"], fields, found["one"])
