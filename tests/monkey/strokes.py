"""What somebody does at a terminal who does not wait: keys, mouse, pastes, sizes, and the pauses between."""

import asyncio
from itertools import chain
from typing import NamedTuple, Protocol

from hypothesis import strategies as st
from textual import events
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.message import Message
from tui.harness import Player

MOST_COLUMNS, MOST_ROWS = 200, 60

SIZES = (
    (1, 1),
    (2, 1),
    (1, 60),
    (200, 1),
    (20, 5),
    (79, 24),
    (80, 23),
    (80, 24),
    (118, 36),
    (120, 40),
    (200, 60),
)
"""Sizes at which the layout changes, and the extremes."""

OFTEN = (
    *("enter", "space", "escape", "q", "up", "down", "left", "right", "tab"),
    *("y", "n", "h", "i", "m", "u", "question_mark", "backspace"),
)
"""Keys that lead somewhere on most screens."""

OTHER = (
    *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    *"ｑｙｎｉＱＹＮ１２３？［］，　−–İ",
    *"/~.,;:-+*=!\"#$%&'()<>[]{}|@^_`\\",
    *("é", "ß", "日", "🤺", "\u0301", "\u200d"),
    *("home", "end", "pageup", "pagedown", "delete", "insert", "shift+tab", "f1", "f2", "f10", "f35"),
    *("ctrl+a", "ctrl+d", "ctrl+e", "ctrl+g", "ctrl+k", "ctrl+l", "ctrl+o", "ctrl+p", "ctrl+r", "ctrl+s"),
    *("ctrl+u", "ctrl+v", "ctrl+w", "ctrl+x", "ctrl+z", "ctrl+at", "ctrl+backslash", "ctrl+left"),
    *("shift+left", "alt+a", "super+q", "kp_enter", "comma", "ctrl+q", "ctrl+c"),
)
"""All kinds of other keys."""

PASTES = (
    "",
    "q",
    "y",
    "dy",
    "\n",
    "Bruno",
    "/daydreamer\n",
    "~/daisy.engarde\n",
    "日本\t\x1b[A" * 40,
    "x" * 5000,
)

BURST = 20
"""Strokes that come at once, at most."""


class Stroke(Protocol):
    """One thing done at a terminal; its `repr` does it again."""

    async def do(self, player: Player) -> None:
        """Do it, and return at once."""


class Press(NamedTuple):
    """Press a key, by Textual's name or as a character."""

    key: str

    async def do(self, player: Player) -> None:
        """Post the key."""
        player.app.post_message(key_event(self.key))


class Bound(NamedTuple):
    """Press one of the keys that work at this moment."""

    number: int

    async def do(self, player: Player) -> None:
        """Post the key."""
        player.app.post_message(key_event(self.key(player)))

    def key(self, player: Player) -> str:
        """Return the key; escape where none works, as on a screen that is not there yet."""
        screen = player.screen
        keys = sorted(set(screen.active_bindings) - LEAVING if screen.is_mounted else ()) or ["escape"]
        return keys[self.number % len(keys)]


LEAVING = frozenset({"ctrl+q", "ctrl+c"})
"""Keys that work everywhere, and end a run before it has begun."""


class Mouse(NamedTuple):
    """Do something with the mouse on a cell."""

    what: str
    x: int
    y: int

    async def do(self, player: Player) -> None:
        """Post its events."""
        for kind, button in MOUSE[self.what]:
            at = self.x, self.y
            player.app.post_message(kind(None, *at, 0, 0, button, False, False, False, *at))


MOUSE: dict[str, tuple[tuple[type[events.MouseEvent], int], ...]] = {
    "click": ((events.MouseMove, 0), (events.MouseDown, 1), (events.MouseUp, 1)),
    "right click": ((events.MouseDown, 3), (events.MouseUp, 3)),
    "move": ((events.MouseMove, 0),),
    "drag": ((events.MouseDown, 1), (events.MouseMove, 1)),
    "press": ((events.MouseDown, 1),),
    "release": ((events.MouseUp, 1),),
    "scroll up": ((events.MouseScrollUp, 0),),
    "scroll down": ((events.MouseScrollDown, 0),),
}
"""The events, with their buttons, of each thing done with a mouse."""


class Paste(NamedTuple):
    """Paste a text."""

    text: str

    async def do(self, player: Player) -> None:
        """Post it as the terminal brackets it."""
        player.app.post_message(events.Paste(self.text))


class Resize(NamedTuple):
    """Give the window another size."""

    columns: int
    rows: int

    async def do(self, player: Player) -> None:
        """Tell the driver and the app."""
        driver = player.app._driver
        assert driver is not None
        driver._size = size = Size(self.columns, self.rows)
        player.app.post_message(events.Resize(size, size))


class Pause(NamedTuple):
    """Let the program go on for some turns of its loop, and as many milliseconds."""

    turns: int
    milliseconds: int = 0

    async def do(self, player: Player) -> None:
        """Wait."""
        for _ in range(self.turns):
            await asyncio.sleep(0)
        if self.milliseconds:
            await asyncio.sleep(self.milliseconds / 1000)


class Settle(NamedTuple):
    """Wait until the program has nothing left to do."""

    async def do(self, player: Player) -> None:
        """Wait."""
        await player.settle()


class To(NamedTuple):
    """Go on at the terminal of another visitor of the hall, who has this number."""

    number: int

    async def do(self, player: Player) -> None:
        """Nothing: what comes next goes elsewhere."""


Strokes = list[Press | Bound | Mouse | Paste | Resize | Pause | Settle | To]


def key_event(key: str) -> Message:
    """Return the event of a key, by Textual's name or as a character."""
    character = key if len(key) == 1 else " " if key == "space" else None
    return events.Key(_character_to_key(key) if len(key) == 1 else key, character)


def is_input(stroke: object) -> bool:
    """Return whether a stroke reaches the program."""
    return not isinstance(stroke, Pause | Settle | To)


named_keys = st.sampled_from(OFTEN * 5 + OTHER)
"""Keys, by name."""

presses = st.builds(Press, named_keys)
bound = st.builds(Bound, st.integers(0, 40))
clicks = st.builds(
    Mouse,
    st.sampled_from(["click"] * 5 + list(MOUSE)),
    st.integers(0, MOST_COLUMNS - 1) | st.integers(0, 79),
    st.integers(0, MOST_ROWS - 1) | st.integers(0, 23),
)
pastes = st.builds(Paste, st.sampled_from(PASTES))
sizes = st.builds(lambda size: Resize(*size), st.sampled_from(SIZES)) | st.builds(
    Resize, st.integers(1, MOST_COLUMNS), st.integers(1, MOST_ROWS)
)
back_to_size = st.just(Resize(80, 24))
pauses = st.sampled_from(
    [*map(Pause, (1, 2, 3, 5, 8, 13, 30, 100)), Pause(0, 5), Pause(0, 20), *[Settle()] * 3]
)

bursts = st.lists(
    st.one_of(*[presses] * 6, *[bound] * 10, *[clicks] * 3, pastes, sizes, back_to_size),
    min_size=1,
    max_size=BURST,
)


def strokes(least: int, most: int, *, visitors: int = 1) -> st.SearchStrategy[Strokes]:
    """Return so many bursts, each at one visitor's terminal and with a pause after it."""
    whose = st.integers(0, visitors - 1).map(To)
    one = st.tuples(whose, bursts, pauses).map(
        lambda parts: [*([parts[0]] * (visitors > 1)), *parts[1], parts[2]]
    )
    return st.lists(one, min_size=least, max_size=most).map(lambda parts: list(chain(*parts)))


ASKING_ELSEWHERE = frozenset({*"iIｉİ", "ctrl+p"})
"""Keys that ask what another thread, or Textual's palette, answers some time later."""

keys_in_one_burst = st.lists(
    st.sampled_from([key for key in OFTEN * 5 + OTHER if key not in ASKING_ELSEWHERE]),
    min_size=1,
    max_size=BURST,
)
"""Keys that do the same however fast they come."""
