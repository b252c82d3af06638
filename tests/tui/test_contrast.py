"""Every text can be read in every theme, with any number of colours, on any ground of a terminal's own."""

from collections import defaultdict
from pathlib import Path

import pytest
from rich.style import Style
from textual.color import Color
from tui.harness import Player, playing
from tui.palettes import KINDS, SYSTEMS, Kind
from tui.shelf import stocked
from tui.states import ENDINGS, MIDDLE, NEAR, staged

from engarde_tui.play.replay import Replay
from engarde_tui.terminal.themes import DAYLIGHT, HIGH_CONTRAST, MONO, TERMINAL, THEMES
from engine.en_garde import Match

LEAST = {name: 7.0 if name == HIGH_CONTRAST.name else 4.5 for name in THEMES}
"""The least contrast of text in each theme."""

CARDS = [f"card-{value}" for value in range(1, 6)]
FENCERS = ["primary", "secondary"]

FAR_TURN = staged(script=MIDDLE, left="12335", target=5, score=(2, 1))
OVER = ENDINGS[0]
SCREENS: dict[str, tuple[Match | Replay | None, str]] = {
    "menu": (None, ""),
    "composed turn": (FAR_TURN, "space 3 5"),
    "help": (FAR_TURN, "space question_mark"),
    "replay": (Replay(staged(script=f"{NEAR} A33")), "right right"),
    "setup": (None, "n"),
    "setup refused": (None, "n tab tab tab tab tab tab tab space"),
    "matches": (None, "m down"),
    "statistics": (None, "m s"),
    "curtain": (FAR_TURN, ""),
    "turn": (FAR_TURN, "space 4"),
    "refusal": (FAR_TURN, "space 4 4"),
    "attack": (staged(script=f"{NEAR} +1A2", right="12345"), "space"),
    "palette": (FAR_TURN, "space ctrl+p"),
    "question": (FAR_TURN, "space q"),
}


async def weak_words(player: Player) -> dict[tuple[str, str, str], dict[str, float]]:
    """Return the words that cannot be read, and their contrast, by theme, colours and kind of terminal."""
    weak = {}
    for theme, least in LEAST.items():
        for colours in SYSTEMS:
            player.app.use_colors(colours)  # type: ignore[arg-type]
            player.app.show_theme(theme)
            await player.settle()
            words = styles_of_words(player)
            for name, kind in kinds(colours):
                found = {
                    word: min(round(ratio(*kind.seen(style, colours)), 1) for style in styles)
                    for word, styles in words.items()
                }
                if few := {word: contrast for word, contrast in found.items() if contrast < least}:
                    weak[theme, colours, name] = few
    return weak


def kinds(colours: str) -> list[tuple[str, Kind]]:
    """Return the kinds of terminals that have so many colours, by name."""
    return [(name, kind) for name, kind in KINDS.items() if kind.has(colours)]


def styles_of_words(player: Player) -> dict[str, set[Style]]:
    """Return the styles of every word on the screen, or in the dialog that covers it."""
    found: defaultdict[str, set[Style]] = defaultdict(set)
    screen = player.screen
    region = screen.children[0].region if screen.is_modal else screen.region
    with player.app._context():
        strips = screen._compositor.render_strips()[region.y : region.bottom]
    for strip in strips:
        for text, style, _ in strip.crop(region.x, region.right):
            if any(char.isalnum() for char in text) and style is not None:
                found[text.strip()].add(style)
    return found


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


@pytest.mark.by_day(3)
@pytest.mark.parametrize("name", SCREENS)
async def test_every_text_stands_out_from_its_ground(name: str, tmp_path: Path) -> None:
    start, keys = SCREENS[name]
    async with playing(start, store=None if start else stocked(tmp_path / "matches")) as player:
        await player.press(*keys.split())
        assert not await weak_words(player)


@pytest.mark.by_day(3)
@pytest.mark.parametrize("colours", SYSTEMS)
@pytest.mark.parametrize("theme", [name for name in THEMES if name != MONO.name])
async def test_the_five_values_of_cards_are_told_apart(theme: str, colours: str) -> None:
    """Mono has no colours; there as everywhere the numerals tell."""
    async with playing(FAR_TURN) as player:
        player.app.use_colors(colours)  # type: ignore[arg-type]
        player.app.show_theme(theme)
        await player.settle()
        ground = player.screen.background_colors[1]
        styles = [
            Style.from_color(Color.parse(player.app.theme_variables[card]).rich_color, ground.rich_color)
            for card in CARDS
        ]
        for name, kind in kinds(colours):
            seen = [kind.seen(style, colours) for style in styles]
            assert len(set(seen)) == len(CARDS), name
            # A numeral is large. Colours that suit any ground are told by their edges only.
            least = 1.9 if theme == TERMINAL.name else 2.7
            assert min(ratio(*each) for each in seen) >= least, name


@pytest.mark.by_day(3)
@pytest.mark.parametrize("colours", SYSTEMS)
@pytest.mark.parametrize("theme", [name for name in THEMES if name != MONO.name])
async def test_no_card_has_the_colour_of_a_fencer(theme: str, colours: str) -> None:
    """Only five of sixteen colours stand out from white: there they are those of the cards."""
    async with playing(FAR_TURN) as player:
        player.app.use_colors(colours)  # type: ignore[arg-type]
        player.app.show_theme(theme)
        await player.settle()
        cards, fencers = (
            {Style(color=Color.parse(player.app.theme_variables[name]).rich_color) for name in names}
            for names in ([*CARDS, "frame"], FENCERS)
        )
        if (theme, colours) == (DAYLIGHT.name, "standard"):
            assert fencers < cards
            return
        for name, kind in kinds(colours):
            seen, others = ({kind.seen(style, colours)[0] for style in styles} for styles in (cards, fencers))
            assert len(others) == len(FENCERS), name
            assert not seen & others, name
