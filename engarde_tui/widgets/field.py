"""An input that handles keys in the order they were pressed."""

from typing import Any, Final, cast

from textual.binding import BindingsMap
from textual.events import Key
from textual.widgets import Input

_LONGEST: Final = 1000
"""Characters: Textual takes longer per key the more there are."""

_EDITING: Final = BindingsMap(Input.BINDINGS)


class Field(Input):
    """Textual's Input inserts characters at once but handles editing keys after all queued characters.

    Over a slow line many keys arrive at once, and their order would be lost.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{"max_length": _LONGEST, **options})

    def on_mount(self) -> None:
        """Let the cursor blink only where that sends nothing over a line."""
        self.cursor_blink = self.cursor_blink and not cast(Any, self.app).is_remote

    async def on_key(self, event: Key) -> None:
        """Handle editing keys at once."""
        for binding in _EDITING.key_to_bindings.get(event.key, ()):
            # Only actions of Input itself: up and down leave the field.
            if f"action_{binding.action}" in vars(Input):
                await self.run_action(binding.action)
                event.stop()
                event.prevent_default()
