"""A line to type in, which takes keys in the order in which they were pressed."""

from typing import Any, Final

from textual.binding import BindingsMap
from textual.events import Key
from textual.widgets import Input

_LONGEST: Final = 1000
"""Characters: Textual takes the longer for a key, the more are there."""

_EDITING: Final = BindingsMap(Input.BINDINGS)


class Field(Input):
    """Textual's inserts characters at once, but deletes and moves only after all that is typed already.

    Over a slow line many keys come at once, and their order would be lost.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{"max_length": _LONGEST, **options})

    async def on_key(self, event: Key) -> None:
        """Do at once what edits the line."""
        for binding in _EDITING.key_to_bindings.get(event.key, ()):
            # Only what edits the line: the arrows up and down lead out of it.
            if f"action_{binding.action}" in vars(Input):
                await self.run_action(binding.action)
                event.stop()
                event.prevent_default()
