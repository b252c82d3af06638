"""Every text can be read in every theme: its contrast with its ground is high enough."""

from pathlib import Path

import pytest
from rich.color import Color as RichColor
from rich.style import Style
from textual.color import Color
from tui.harness import Player, playing
from tui.shelf import stocked
from tui.states import ENDINGS, MIDDLE, NEAR, staged

from engarde_tui.play.replay import Replay
from engarde_tui.terminal.themes import DAYLIGHT, HIGH_CONTRAST, SALLE
from engine.en_garde import Match

LEAST = {SALLE.name: 4.5, DAYLIGHT.name: 4.5, HIGH_CONTRAST.name: 7.0}
"""The least contrast of each theme that has colours of its own."""

FAR_TURN = staged(script=MIDDLE, left="12335", target=5, score=(2, 1))
OVER = ENDINGS[0]
SCREENS: dict[str, tuple[Match | Replay | None, str]] = {
    "menu": (None, ""),
    "setup": (None, "n"),
    "setup refused": (None, "n tab tab tab tab tab tab tab space"),
    "matches": (None, "m down"),
    "statistics": (None, "m s"),
    "curtain": (FAR_TURN, ""),
    "turn": (FAR_TURN, "space 4"),
    "composed turn": (FAR_TURN, "space 3 5"),
    "refusal": (FAR_TURN, "space 4 4"),
    "attack": (staged(script=f"{NEAR} +1A2", right="12345"), "space"),
    "help": (FAR_TURN, "space question_mark"),
    "palette": (FAR_TURN, "space ctrl+p"),
    "question": (FAR_TURN, "space q"),
    "replay": (Replay(staged(script=f"{NEAR} A33")), "right right"),
}


def contrasts(player: Player) -> dict[str, float]:
    """Return the contrast of every word on the screen, or in the dialog that covers it."""
    found: dict[str, float] = {}
    screen = player.screen
    region = screen.children[0].region if screen.is_modal else screen.region
    for strip in screen._compositor.render_strips()[region.y : region.bottom]:
        for text, style, _ in strip.crop(region.x, region.right):
            if any(char.isalnum() for char in text) and style is not None:
                found[text.strip()] = min(contrast(style), found.get(text.strip(), 21))
    return found


def contrast(style: Style) -> float:
    """Return the contrast of a style's text with its ground, 1 to 21."""
    assert style.color is not None
    assert style.bgcolor is not None
    foreground, background = colour(style.color), colour(style.bgcolor)
    if style.dim:
        foreground = foreground.blend(background, 0.5)
    return ratio(foreground, background)


def colour(rich_colour: RichColor) -> Color:
    """Return a colour as Textual's."""
    assert not rich_colour.is_default, "a theme of its own colours leaves none to the terminal"
    return Color.from_rich_color(rich_colour)


def ratio(one: Color, other: Color) -> float:
    """Return the contrast of two colours by the WCAG's formula."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(shade: Color) -> float:
    """Return the relative luminance of a colour, 0 to 1."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shade.normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("name", SCREENS)
async def test_every_text_stands_out_from_its_ground(name: str, tmp_path: Path) -> None:
    start, keys = SCREENS[name]
    async with playing(start, store=None if start else stocked(tmp_path / "matches")) as player:
        await player.press(*keys.split())
        for theme, least in LEAST.items():
            player.app.theme = theme
            await player.settle()
            weak = {text: round(found, 1) for text, found in contrasts(player).items() if found < least}
            assert not weak, theme
