"""What the program's own screens take of what is typed, and how they are left."""

from typing import Any, cast

from textual import events
from textual.await_complete import AwaitComplete
from textual.keys import key_to_character
from textual.screen import Screen

from engarde_tui.terminal.forms import forms_of
from engarde_tui.terminal.textual_private import OpenScreen, key_of_character


class OwnScreen(OpenScreen):
    """Mixin for the program's own screens; one that is left gets nothing more: its widgets may be gone."""

    _dismissal: tuple[Any] | None = None
    """The result to leave it with, once no other screen lies on it."""
    covered_rows = 0
    """The last rows of the window over which something lies that is no part of this screen."""

    @property
    def is_ready(self) -> bool:
        """Whether all is there that the screen shows at first; until then keys wait, but those that leave."""
        return True

    def takes(self, event: events.Event) -> bool:
        """Return whether to handle a key, click or paste now; else it does nothing."""
        return True

    def meant(self, event: events.Key) -> events.Key:
        """Return a key in the first of its forms that is bound or written here; as it is if none is.

        What is bound, but not allowed now, keeps its form: held down, a `P` that has ended a turn must not
        become the `p` that lifts the curtain.
        """
        *held, name = event.key.split("+")
        others = forms_of(event.character or key_to_character(name) or "")
        if others and not self._knows(event):
            for character in others:
                key = "+".join((*held, key_of_character(character)))
                other = events.Key(key, event.character and character)
                other.time = event.time
                if self._knows(other):
                    return other
        return event

    def _knows(self, event: events.Key) -> bool:
        """Return whether a key is bound here, or goes into a field."""
        return any(
            event.key in bindings.key_to_bindings or node.check_consume_key(event.key, event.character)
            for node, bindings in self.known_keys
        )

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Leave the screen with a result, once no other one lies on it; do nothing if it has been left."""
        screen = cast(Screen[Any], self)
        if self.is_left or screen.app.screen is not screen:
            self._dismissal = (result,)
            return cast(AwaitComplete, AwaitComplete.nothing())  # type: ignore[no-untyped-call]
        return cast(AwaitComplete, super().dismiss(result))  # type: ignore[misc]

    def on_screen_resume(self) -> None:
        """Suit the window before all is styled; leave, if that was asked for under another screen."""
        screen = cast(Screen[Any], self)
        app = screen.app
        for most, breakpoints in zip(
            app.size, (app.HORIZONTAL_BREAKPOINTS, app.VERTICAL_BREAKPOINTS), strict=True
        ):
            # Textual does so later, and styles all again.
            screen.add_class(*[name for least, name in breakpoints or () if least <= most][-1:], update=False)
        if self._dismissal is not None:
            self.dismiss(*self._dismissal)
