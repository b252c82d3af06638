"""Keys as data: what a key does, and how that is named."""

from typing import NamedTuple


class KeyAction(NamedTuple):
    """What one or more keys do at the table, or which answer to a question they are."""

    does: str
    """The name of the action, or the word of the answer."""
    keys: str
    """The keys by their names, with commas: "n,escape"."""
    label: str
    """What the key bar says; "" for what it never shows."""
    id: str
    """What the settings call it, so that a player can choose other keys."""
    meaning: str
    """What help and settings say."""
    argument: int | str | bool | None = None
    """What the action is given."""
    group: str = ""
    """The label of all keys with the same group, which the key bar shows as one."""
    is_shown: bool = True
    """Whether the key bar shows it."""
