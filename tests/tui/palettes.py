"""What terminals make of a style: their palettes, and the colours of their own."""

from dataclasses import dataclass

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

Palette = tuple[str, ...]

XTERM: Palette = (
    "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
    "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
)  # fmt: skip
LINUX: Palette = (
    "#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
    "#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff",
)  # fmt: skip
"""The colours of VGA cards; of Linux's console, but also of PuTTY and others."""

_LEVELS = (0, 95, 135, 175, 215, 255)
"""The shares of red, green and blue in the 216 colours after the first sixteen."""

SYSTEMS = {
    "standard": ColorSystem.STANDARD,
    "256": ColorSystem.EIGHT_BIT,
    "truecolor": ColorSystem.TRUECOLOR,
}


@dataclass(frozen=True)
class Kind:
    """A terminal, as its user has set it."""

    palette: Palette
    ground: str
    text: str
    brightens_bold: bool = False
    """Whether bold text in one of the first eight colours has the bright one."""
    is_console: bool = False
    """Whether it brightens its own colour of text too, and has no bright grounds and no more colours."""

    def has(self, colours: str) -> bool:
        """Return whether it has so many colours."""
        return colours == "standard" or not self.is_console

    def seen(self, style: Style, colours: str) -> tuple[Color, Color]:
        """Return the colours of text and ground that are seen of a style, of so many colours."""
        front, back = (
            None if each is None else each.downgrade(SYSTEMS[colours])
            for each in (style.color, style.bgcolor)
        )
        if style.reverse:
            front, back = back or RichColor.default(), front or RichColor.default()
            text, ground = self._colour(front, self.ground), self._colour(back, self.text)
        else:
            text, ground = self._colour(front, self.text), self._colour(back, self.ground)
        is_named = front is not None and front.number in range(8)
        if style.bold and (self.is_console or (self.brightens_bold and is_named)):
            text = self._brightened(text)
        if back is not None and self.is_console and back.number in range(8, 16):
            ground = Color.parse(self.palette[back.number - 8])
        return text.blend(ground, 0.5) if style.dim else text, ground

    def _brightened(self, colour: Color) -> Color:
        number = self.palette.index(colour.hex.lower()) if colour.hex.lower() in self.palette else 8
        return Color.parse(self.palette[number | 8])

    def _colour(self, colour: RichColor | None, own: str) -> Color:
        if colour is None or colour.is_default:
            return Color.parse(own)
        if colour.triplet is not None:
            return Color(*colour.triplet)
        number = colour.number
        assert number is not None
        if number < 16:
            return Color.parse(self.palette[number])
        if number >= 232:
            return Color(*[8 + 10 * (number - 232)] * 3)
        red, rest = divmod(number - 16, 36)
        return Color(*(_LEVELS[level] for level in (red, *divmod(rest, 6))))


class AsSeen(LineFilter):
    """Draws what is seen in a terminal of a kind, with so many colours: pictures have all colours."""

    def __init__(self, kind: Kind, colours: str) -> None:
        super().__init__()
        self._kind, self._colours = kind, colours

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return one line as it is seen."""
        return [
            segment if segment.control else Segment(segment.text, self._seen(segment.style or Style.null()))
            for segment in segments
        ]

    def _seen(self, style: Style) -> Style:
        text, ground = self._kind.seen(style, self._colours)
        shape = Style(bold=style.bold, underline=style.underline, italic=style.italic)
        return shape + Style.from_color(text.rich_color, ground.rich_color)


KINDS = {
    "xterm on white": Kind(XTERM, "#ffffff", "#000000", brightens_bold=True),
    "xterm on black": Kind(XTERM, "#000000", "#ffffff", brightens_bold=True),
    "xterm on white, bold as it is": Kind(XTERM, "#ffffff", "#000000"),
    "VGA colours on white": Kind(LINUX, "#ffffff", "#000000", brightens_bold=True),
    "VGA colours on black": Kind(LINUX, "#000000", "#aaaaaa", brightens_bold=True),
    "Linux console": Kind(LINUX, "#000000", "#aaaaaa", is_console=True),
}
