"""Text that can be read in sixteen colours, which are what their terminal makes of them."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

_PARTS: Final = re.compile("[\u2500-\u25ff]+|[^\u2500-\u25ff]+")
"""Marks (lines, blocks, shapes), and text between them."""

_NO_WEIGHT: Final = Style(bold=False, dim=False)


class PlainText(LineFilter):
    """Gives text the plain colour of a theme, and leaves the other colours to marks.

    Bold turns the first eight colours into pale ones in many terminals, so marks are not bold, nor is text
    where black on white would become grey; the same goes for reversed text.
    """

    def __init__(self, text: str, ground: str, *, has_bold: bool) -> None:
        super().__init__()
        self._text, self._ground = Color.parse(text).rich_color, Color.parse(ground).rich_color
        self._has_bold = has_bold

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return one line with plain text."""
        return [part for segment in segments for part in self._parts(segment)]

    def _parts(self, segment: Segment) -> Iterator[Segment]:
        text, style, control = segment
        if control:
            yield segment
            return
        for part in _PARTS.findall(text):
            is_mark = "\u2500" <= part[0] <= "\u25ff"
            yield Segment(
                part, _plain(style or Style.null(), is_mark, self._text, self._ground, self._has_bold)
            )


def plain_text(theme: Theme) -> PlainText:
    """Return the filter of a theme, one for all sessions."""
    return _filter(theme.foreground or "ansi_default", theme.background or "ansi_default", theme.dark)


@cache
def _filter(text: str, ground: str, has_bold: bool) -> PlainText:
    return PlainText(text, ground, has_bold=has_bold)


@lru_cache(1024)
def _plain(style: Style, is_mark: bool, text: RichColor, ground: RichColor, has_bold: bool) -> Style:
    """Return the style of a mark or of text on this ground."""
    back = ground if style.bgcolor is None or style.bgcolor.is_default else style.bgcolor
    front = text if style.color is None or style.color.is_default else style.color
    if is_mark and not style.reverse:
        return style + Style(color=front, bgcolor=back, bold=False)
    if back == ground:
        front = text
    shown = style + Style(color=front, bgcolor=back, dim=False)
    return shown if has_bold and not style.reverse else shown + _NO_WEIGHT
