"""The themes: what each colour of the style sheets is."""

from dataclasses import replace
from typing import Final

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

_CARD_COLOURS: Final = ("red", "yellow", "green", "blue", "violet")
_ANSI: Final = BUILTIN_THEMES["ansi-dark"]


def _true_colour(
    name: str,
    *,
    dark: bool,
    background: str,
    surface: str,
    text: tuple[str, str],
    fencers: tuple[str, str],
    accent: str,
    error: str,
    cards: tuple[str, str, str, str, str],
    values: tuple[str, str, str, str, str],
    backgrounds: dict[str, str],
    fold: str,
    frame: str,
) -> Theme:
    """Return a theme of 24-bit colours; `text` is plain and dim, `values` the tints of the cards 1 to 5.

    Large backgrounds are almost grey: with 256 colours they become greys, and not the nearest pure colour.
    """
    foreground, dim = text
    # As much of a card's colour in its ground as leaves its words their contrast, with 256 colours too.
    ground, part = (Color.parse(background), 0.15) if dark else (Color(255, 255, 255), 0.08)
    return Theme(
        name=name,
        primary=fencers[0],
        secondary=fencers[1],
        accent=accent,
        error=error,
        warning=accent,
        success=cards[2],
        foreground=foreground,
        background=background,
        surface=surface,
        panel=surface,
        dark=dark,
        variables={
            "text-muted": dim,
            "frame": frame,
            # Cards that stand out from the background need no line beside them.
            "edge": frame if backgrounds["face"] == background else background,
            "fold": fold,
            **{f"card-{colour}": tint for colour, tint in zip(_CARD_COLOURS, cards, strict=True)},
            **{f"card-{value}": tint for value, tint in enumerate(values, 1)},
            "block-cursor-background": accent,
            "block-cursor-foreground": background,
            "block-cursor-text-style": "bold",
            **backgrounds,
            **{
                f"face-{colour}": ground.blend(Color.parse(tint), part).hex.lower()
                for colour, tint in zip(_CARD_COLOURS, cards, strict=True)
            },
        },
    )


SALLE: Final = _true_colour(
    "salle",
    dark=True,
    background="#111316",
    surface="#1b1e24",
    text=("#ecebe7", "#9097a6"),
    fencers=("#7fb2ff", "#ff8f5e"),
    accent="#f2cc6b",
    error="#ff7482",
    cards=("#ff8585", "#e8c95a", "#84d190", "#7fb2f5", "#c8a2f2"),
    values=("#ff8f9c", "#5fc9be", "#a9d16c", "#9db4ff", "#d3a0f0"),
    backgrounds={
        "lit": "#25292f",
        "window": "#323740",
        "banner": "#3f222b",
        "strip": "#363a42",
        "warning": "#4a3038",
        "reach": "#3f4a66",
        "held": "#54638c",
        "face": "#21242b",
        "chosen": "#3b3419",
        "cloth": "#301d24",
    },
    fold="#7d3a4a",
    frame="#4a5266",
)
"""A fencing hall at night."""

DAYLIGHT: Final = _true_colour(
    "daylight",
    dark=False,
    background="#f2f2f1",
    surface="#e6e6e3",
    text=("#23252b", "#565a64"),
    fencers=("#1d58b0", "#a52c00"),
    accent="#7a5200",
    error="#b3132d",
    cards=("#b02a2a", "#7a5c00", "#1f7034", "#1d58b0", "#7a2da8"),
    values=("#b3245a", "#0b6f68", "#4a6a00", "#3550b8", "#7a2da8"),
    backgrounds={
        "lit": "#e6e6e3",
        "window": "#dde1e6",
        "banner": "#ebdedc",
        "strip": "#d4d4d1",
        "warning": "#e8c9c4",
        "reach": "#c3d0e6",
        "held": "#a9bfe3",
        "face": "#fafaf8",
        "chosen": "#fdf0c8",
        "cloth": "#e3c3c6",
    },
    fold="#a0505f",
    frame="#b0b0ab",
)
"""Paper and ink, for bright rooms."""

HIGH_CONTRAST: Final = _true_colour(
    "high-contrast",
    dark=True,
    background="#000000",
    surface="#000000",
    text=("#ffffff", "#c9c9c9"),
    fencers=("#74c7ff", "#ffb37a"),
    accent="#ffe94d",
    error="#ffa3ad",
    cards=("#ffadad", "#ffe94d", "#9af0a8", "#9fd2ff", "#e0c4ff"),
    values=("#ffadb8", "#7fe8dc", "#c8ef8a", "#b9c8ff", "#e8c4ff"),
    backgrounds={
        "lit": "#000000",
        "window": "#000000",
        "banner": "#000000",
        "strip": "#2a2a2a",
        "warning": "#3d1616",
        "reach": "#16304d",
        "held": "#1f456e",
        "face": "#000000",
        "chosen": "#2e2900",
        "cloth": "#301018",
    },
    fold="#ff9db0",
    frame="#9a9a9a",
)
"""Black and white, with contrasts of at least 7 : 1."""

TERMINAL: Final = replace(
    _ANSI,
    name="terminal",
    primary="ansi_bright_blue",
    secondary="ansi_bright_red",
    accent="ansi_magenta",
    variables=_ANSI.variables
    | {
        "text-muted": "ansi_default",
        "fold": "ansi_red",
        "frame": "ansi_default",
        "edge": "ansi_default",
        "card-red": "ansi_bright_red",
        "card-yellow": "ansi_yellow",
        "card-green": "ansi_green",
        "card-blue": "ansi_bright_blue",
        "card-violet": "ansi_magenta",
        # None is one of the fencers' colours.
        "card-1": "ansi_bright_magenta",
        "card-2": "ansi_cyan",
        "card-3": "ansi_green",
        "card-4": "ansi_default",
        "card-5": "ansi_magenta",
        **dict.fromkeys((f"face-{colour}" for colour in _CARD_COLOURS), "transparent"),
        **dict.fromkeys(
            ("lit", "window", "banner", "strip", "warning", "reach", "held", "face", "chosen", "cloth"),
            "transparent",
        ),
        # Reversed rather than coloured, so that the cursor shows without colours too.
        "block-cursor-foreground": "ansi_default",
        "block-cursor-background": "ansi_default",
        "block-cursor-text-style": "bold reverse",
        "input-cursor-foreground": "ansi_default",
        "input-cursor-background": "ansi_default",
        "input-cursor-text-style": "reverse",
    },
)
"""The sixteen colours that the terminal is set to, which nobody knows: those that most show on any ground."""

MONO: Final = replace(
    TERMINAL,
    name="mono",
    primary="ansi_default",
    secondary="ansi_default",
    accent="ansi_default",
    error="ansi_default",
    warning="ansi_default",
    success="ansi_default",
    variables=TERMINAL.variables
    | {name: "ansi_default" for name in TERMINAL.variables if name == "fold" or name.startswith("card-")},
)
"""No colour at all: bold, dim and reversed text."""

THEMES: Final = {theme.name: theme for theme in (SALLE, DAYLIGHT, TERMINAL, HIGH_CONTRAST, MONO)}
"""Every theme by name, in the order of the settings."""


def _in_sixteen(
    theme: Theme,
    ground: str,
    text: str,
    fencers: tuple[str, str],
    accent: str,
    cards: tuple[str, str, str, str, str],
    values: tuple[str, str, str, str, str],
) -> Theme:
    """Return a theme for terminals with sixteen colours, each given by its name."""
    tints = {
        f"card-{name}": tint
        for name, tint in zip((*_CARD_COLOURS, *range(1, 6)), cards + values, strict=True)
    }
    colours = {
        name: f"ansi_{tint}"
        for name, tint in {
            **dict.fromkeys(
                ("text", "text-muted", "frame", "edge", "block-cursor-foreground", "input-cursor-foreground"),
                text,
            ),
            **dict.fromkeys(("block-cursor-background", "input-cursor-background"), ground),
            "fold": fencers[1],
            **tints,
        }.items()
    }
    return replace(
        TERMINAL,
        name=f"{theme.name}-16",
        dark=theme.dark,
        primary=f"ansi_{fencers[0]}",
        secondary=f"ansi_{fencers[1]}",
        accent=f"ansi_{accent}",
        warning=f"ansi_{accent}",
        error=f"ansi_{fencers[1]}",
        background=f"ansi_{ground}",
        foreground=f"ansi_{text}",
        variables=TERMINAL.variables | colours,
    )


_BRIGHT: Final = ("bright_red", "bright_yellow", "bright_green", "bright_blue", "bright_magenta")

_SIXTEEN: Final = {
    SALLE.name: _in_sixteen(
        SALLE,
        "black",
        "white",
        ("bright_blue", "bright_red"),
        "bright_yellow",
        _BRIGHT,
        ("bright_magenta", "bright_cyan", "bright_green", "bright_white", "magenta"),
    ),
    HIGH_CONTRAST.name: _in_sixteen(
        HIGH_CONTRAST,
        "black",
        "bright_white",
        ("bright_cyan", "bright_red"),
        "bright_yellow",
        _BRIGHT,
        ("bright_magenta", "green", "bright_green", "bright_white", "magenta"),
    ),
    # White and not bright white, which not every terminal has as a ground. Only five colours stand out from
    # it everywhere, so that two values have those of the fencers.
    DAYLIGHT.name: _in_sixteen(
        DAYLIGHT,
        "white",
        "black",
        ("blue", "red"),
        "magenta",
        ("red", "yellow", "green", "blue", "magenta"),
        ("red", "black", "bright_black", "blue", "magenta"),
    ),
}
"""What is shown instead of themes with colours of their own where there are only sixteen.

The nearest of the sixteen would be the same one for several cards.
"""

ALL_THEMES: Final = (*THEMES.values(), *_SIXTEEN.values())


def theme_for(name: str, *, has_sixteen: bool, is_light: bool) -> Theme:
    """Return how a theme is shown; any other name is for the one that suits the terminal.

    `has_sixteen` says that it has no more than sixteen colours, `is_light` that its own ground is light.
    """
    if name not in THEMES:
        return TERMINAL if has_sixteen else DAYLIGHT if is_light else SALLE
    return _SIXTEEN.get(name, THEMES[name]) if has_sixteen else THEMES[name]
