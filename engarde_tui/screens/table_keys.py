"""The keys of a table."""

from typing import Final

from textual.binding import Binding, BindingType

_LIST = Binding.Group("list", compact=True)

LIST_BINDINGS: Final[tuple[BindingType, ...]] = (
    Binding("up", "point(-1)", "list up", group=_LIST, id="up", tooltip="Pick from the list"),
    Binding("down", "point(1)", "list down", group=_LIST, id="down", tooltip="Pick from the list"),
    Binding("enter", "play", "play", id="play", tooltip="Play this action"),
)
"""The keys that pick an action from the list."""


def table_bindings(*composing: BindingType) -> list[BindingType]:
    """Return the keys of a table, including those that compose a turn, in the order of the key bar."""
    return [
        Binding("space", "lift_curtain", "lift the curtain", id="lift", tooltip="Show your hand"),
        Binding(
            "space", "go_on", "continue", id="go-on", tooltip="Continue with the next round or the result"
        ),
        *composing,
        # The key that has just played the last action, and may still be held down.
        Binding(
            "enter",
            "go_on(True)",
            show=False,
            id="end-seen",
            tooltip="Continue, once the end has been seen",
        ),
        Binding("enter", "retry", "try again", id="retry", tooltip="Ask the bot again"),
        Binding("h", "hide", "hide", id="hide", tooltip="Hide your hand"),
        Binding("h", "show", "show", id="show", tooltip="Show your hand again"),
        Binding("i", "hint", "hint", id="hint", tooltip="Ask for a hint; noted in the match result"),
        Binding("u", "undo", "undo", id="undo", tooltip="Undo your last action; noted in the match result"),
        Binding("f", "pace", "pace", id="pace", tooltip="Let bots pause before playing, or play at once"),
    ]
