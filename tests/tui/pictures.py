"""Pictures of screens as text: the rows, the style of each cell by a letter, and what each letter means.

A colour of the theme is named, so that whoever changes it changes one line: in the table of themes.
"""

from collections.abc import Awaitable, Callable, Iterator
from itertools import chain
from pathlib import Path
from string import ascii_letters, digits
from zlib import crc32

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.pilot import Pilot
from textual.strip import Strip
from textual.theme import Theme
from tui.harness import SMALLEST, Player

from engarde_tui.app import EngardeApp

Lead = Callable[[Player], Awaitable[None]]

LETTERS = ascii_letters + digits
"""Signs for styles; a full stop is the empty background."""

GENERAL = ("accent", "error", "secondary", "primary", "surface", "background", "foreground")
"""Colours that a theme has beside its variables; of two names for one colour the later one is told."""

SHAPES = ("bold", "dim", "italic", "underline", "reverse", "strike")


class TextPicture(SingleFileSnapshotExtension):
    """A picture in a file of its own."""

    _file_extension = "txt"
    _write_mode = WriteMode.TEXT


def named_colours(theme: Theme) -> dict[str, str]:
    """Return a theme's colours by name."""
    shown = theme.to_color_system().generate() | theme.variables
    return {name: value for name in (*theme.variables, *GENERAL) if (value := shown[name].lower())[0] == "#"}


def drawn(rows: list[Strip], theme: Theme) -> str:
    """Return a picture as text."""
    names = {value: name for name, value in named_colours(theme).items()}
    cells = [list(_cells(row, names)) for row in rows]
    letters = _letters(set(chain.from_iterable(cells)))
    parts = [
        [row.text for row in rows],
        ["".join(map(letters.__getitem__, row)) for row in cells],
        sorted(f"{letter} {style}" for style, letter in letters.items()),
    ]
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts) + "\n"


def _letters(styles: set[str]) -> dict[str, str]:
    """Return a letter for each style, mostly the same one whatever others there are."""
    found = {"on background": "."}
    for style in sorted(styles - found.keys()):
        first = crc32(style.encode()) % len(LETTERS)
        found[style] = next(each for each in LETTERS[first:] + LETTERS if each not in found.values())
    return found


def _cells(row: Strip, names: dict[str, str]) -> Iterator[str]:
    """Yield the style of each cell in words."""
    for segment in row:
        style = segment.style or Style.null()
        for character in segment.text:
            yield from [_words(style, names, character)] * cell_len(character)


def _words(style: Style, names: dict[str, str], character: str) -> str:
    back = f"on {_name(style.bgcolor, names)}"
    if character == " " and not (style.reverse or style.underline or style.strike):
        return back
    shapes = (shape for shape in SHAPES if getattr(style, shape))
    return " ".join((_name(style.color, names), back, *shapes))


def _name(colour: Color | None, names: dict[str, str]) -> str:
    return "default" if colour is None else names.get(colour.name, colour.name)


class SamePicture:
    """Leads the program to a state and compares its picture.

    One that is new or has changed is also drawn, in a folder: look at it before accepting it.
    """

    def __init__(self, snapshot: SnapshotAssertion, folder: Path, name: str) -> None:
        self._snapshot = snapshot.use_extension(TextPicture)
        self._folder = folder
        self._name = name

    def __call__(self, app: EngardeApp, lead: str | Lead = "", size: tuple[int, int] = SMALLEST) -> bool:
        """Press keys, or let `lead` do more, and return whether the picture is the one that is kept."""
        same = []

        async def look(pilot: Pilot[None]) -> None:
            await led(app, lead)
            same.append(self._snapshot == drawn(Player(app).picture, app.current_theme))
            if self._has_changed():
                self._folder.mkdir(exist_ok=True)
                app.save_screenshot(f"{self._name}.svg", str(self._folder))
            app.exit()

        app.run(headless=True, size=size, auto_pilot=look)
        return same == [True]

    def _has_changed(self) -> bool:
        last = self._snapshot.executions[self._snapshot.num_executions - 1]
        return last.recalled_data != last.asserted_data


async def led(app: EngardeApp, lead: str | Lead) -> None:
    """Let somebody at the keyboard press keys, or do what `lead` says."""
    player = Player(app)
    await player.settle()
    if isinstance(lead, str):
        await player.press(*lead.split())
    else:
        await lead(player)
