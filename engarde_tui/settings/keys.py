"""Keys: their names, which of them a binding may have, and bindings with other keys than their own."""

from collections.abc import Mapping
from typing import Final

from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode
from textual.keys import Keys, format_key, key_to_character

from engarde_tui.language import tr_as
from engarde_tui.terminal.textual_private import first_key, key_of_character
from engine.message import Message, message

KeyMap = Mapping[str, tuple[str, ...]]
"""Keys by the id of the binding."""

PRESETS: Final[Mapping[str, KeyMap]] = {
    "hjkl": {
        "left": ("h", "left"),
        "down": ("j", "down"),
        "up": ("k", "up"),
        "right": ("l", "right"),
        # Their own keys are taken now.
        "hide": ("d",),
        "show": ("d",),
        "join": ("c",),
        "learn": ("e",),
    },
}
"""Ready choices of keys."""

RESERVED: Final = {
    "ctrl+q": message("ctrl+q always leaves the program"),
    "ctrl+c": message("ctrl+c always leaves the program"),
    "ctrl+p": message("ctrl+p always opens the palette"),
}
"""Keys that always do the same, so that there is always a way out, and what that is."""

UNCHANGEABLE: Final = "quit-control"
"""The binding of keys that leave the program."""

WHILE_TYPING: Final = frozenset({"begin", "answer-call", "announcements"})
"""Bindings that come before what is typed into a field."""

_AFTER_TYPING: Final = frozenset({"input-done", "input-cancel"})
"""Bindings that end the typing; a key that writes would never reach them."""

_EDITING: Final = frozenset({"backspace", "delete", "left", "right", "home", "end"})
"""Keys that change the text in a field, or move in it."""

REVEALING: Final[KeyMap] = {"lift": ("space",), "go-on": ("space",)}
"""Bindings that show what the last player may not see, or end what both look at, with their own keys."""

ENDING_A_TURN: Final[KeyMap] = {"play": ("enter",), "retry": ("enter",), "hide": ("h",)}
"""Bindings after which the curtain falls or the round ends, with their own keys."""

_MODIFIERS: Final = {"ctrl", "shift", "alt", "super", "hyper", "meta"}
_KNOWN: Final = {key.value for key in Keys}


def parse(value: object) -> tuple[str, ...]:
    """Return the keys that a text lists, by Textual's names; raises ValueError, saying what to write.

    >>> parse("j,down"), parse("?")
    (('j', 'down'), ('question_mark',))
    """
    words = value.split(",") if isinstance(value, str) else []
    if not all(word.strip() for word in words) or not words:
        raise ValueError(message("write keys in quotes, such as {one} or {two}", one='"j"', two='"j,down"'))
    return tuple(dict.fromkeys(_parse_one(word.strip()) for word in words))


def _parse_one(word: str) -> str:
    if len(word) == 1 and word.isprintable():
        return key_of_character(word)
    *modifiers, key = word.split("+")
    is_known = len(key) == 1 or key in _KNOWN or character(key) is not None
    if not (word.isprintable() and set(modifiers) <= _MODIFIERS and key and is_known):
        raise ValueError(message("there is no key {key!r}", key=word[:20]))
    return word


def character(key: str) -> str | None:
    """Return the character that a key writes; None if it writes none."""
    if "+" in key or key in _KNOWN - {"space"}:
        return None
    char = key_to_character(key) or format_key(key)
    return char if len(char) == 1 and char.isprintable() else None


def shown(key: str, *, ascii_only: bool = False) -> str:
    """Return a key as the player reads it: "?", "←", "ctrl+l"; with `ascii_only` "left" for "←"."""
    *modifiers, name = key.split("+")
    sign = format_key(name)
    is_sign = name in _SIGNS and not ascii_only
    held = [_in_words(modifier) or modifier for modifier in modifiers]
    return "+".join([*held, sign if is_sign else _in_words(name) or sign])


_SIGNS: Final = frozenset({"left", "right", "up", "down"})
"""Keys that are shown with the sign on them, where that can be drawn."""


def _in_words(key: str) -> str:
    """Return what people call a key, as short as what is printed on it; "" if it has no words."""
    words = {
        "space": tr_as("key name", "space"),
        "enter": tr_as("key name", "enter"),
        "backspace": tr_as("key name", "bksp"),
        "escape": tr_as("key name", "esc"),
        "tab": tr_as("key name", "tab"),
        "delete": tr_as("key name", "del"),
        "insert": tr_as("key name", "insert"),
        "home": tr_as("key name", "home"),
        "end": tr_as("key name", "end"),
        "pageup": tr_as("key name", "pgup"),
        "pagedown": tr_as("key name", "pgdn"),
        "left": tr_as("key name", "left"),
        "right": tr_as("key name", "right"),
        "up": tr_as("key name", "up"),
        "down": tr_as("key name", "down"),
        "ctrl": tr_as("key name", "ctrl"),
        "shift": tr_as("key name", "shift"),
    }
    return words.get(key, "")


def written(key: str) -> str:
    """Return a key as the file names it: its character, unless that separates keys."""
    char = character(key)
    return key if char in (None, " ", ",") else char


def live_key(node: DOMNode, action: str, keys: KeyMap) -> str:
    """Return the first key of a binding of a node; raises KeyError if it has none of that id."""
    own = first_key(node, action)
    return keys[action][0] if action in keys else own


def refusal(keys: KeyMap) -> tuple[str, Message] | None:
    """Return the id of a binding that may not have its keys, and why; None if all may.

    `keys` are those that are not the default ones.
    """
    for action, chosen in keys.items():
        for key in RESERVED if action == UNCHANGEABLE else chosen:
            if key in RESERVED:
                return action, RESERVED[key]
        if action in WHILE_TYPING | _AFTER_TYPING and any(
            key in _EDITING or character(key) for key in chosen
        ):
            return action, message("this key works while you type: choose one that neither writes nor edits")
    live = {**REVEALING, **ENDING_A_TURN, **keys}
    for reveals in REVEALING:
        for ends in ENDING_A_TURN:
            both = set(live[reveals]) & set(live[ends])
            if both:
                why = _WHY_NOT_BOTH[reveals]._replace(fields={"key": shown(min(both))})
                return reveals if reveals in keys else ends, why
    return None


_WHY_NOT_BOTH: Final = {
    "lift": message("{key} would end a turn and lift the curtain: held down, it would show the next hand"),
    "go-on": message("{key} would end a turn and leave the end of the round: held down, it would skip it"),
}


def replaced(keys: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    """Return keys with another one in the place of `old`, each once."""
    return tuple(dict.fromkeys(new if key == old else key for key in keys))


def remapped(bindings: BindingsMap, keys: KeyMap) -> BindingsMap:
    """Return bindings with the given keys in place of their own, in the same order."""
    found: dict[str, list[Binding]] = {}
    changed: set[str] = set()
    for key, binding in bindings:
        if binding.id is None or binding.id not in keys:
            found.setdefault(key, []).append(binding)
        elif binding.id not in changed:
            # A binding with several keys is here once for each.
            changed.add(binding.id)
            for chosen in keys[binding.id]:
                found.setdefault(chosen, []).append(binding.with_key(chosen))
    return BindingsMap.from_keys(found)
