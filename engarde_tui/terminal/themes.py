"""The two themes: true colours, and the terminal's own sixteen."""

from dataclasses import replace

from textual.theme import BUILTIN_THEMES, Theme

RICH = Theme(
    name="engarde",
    primary="#7fb2ff",
    secondary="#ff9a6c",
    accent="#f2cc6b",
    error="#ff6b78",
    warning="#f2cc6b",
    success="#8fd694",
    foreground="#e6e1d6",
    background="#14181f",
    surface="#1b212b",
    dark=True,
    variables={
        "cloth": "#6b2f3d",
        "card-red": "#ff7a7a",
        "card-yellow": "#e8c95a",
        "card-green": "#7fce8a",
        "card-blue": "#79aef5",
        "card-violet": "#c49bf0",
    },
)

PLAIN = replace(
    BUILTIN_THEMES["ansi-dark"],
    name="engarde-ansi",
    primary="ansi_cyan",
    secondary="ansi_magenta",
    accent="ansi_yellow",
    variables=BUILTIN_THEMES["ansi-dark"].variables
    | {
        "cloth": "ansi_red",
        "card-red": "ansi_red",
        "card-yellow": "ansi_yellow",
        "card-green": "ansi_green",
        "card-blue": "ansi_blue",
        "card-violet": "ansi_magenta",
        # Reversed rather than coloured, so that the cursor shows without colours too.
        "block-cursor-foreground": "ansi_default",
        "block-cursor-background": "ansi_default",
        "block-cursor-text-style": "bold reverse",
        "input-cursor-foreground": "ansi_default",
        "input-cursor-background": "ansi_default",
        "input-cursor-text-style": "reverse",
    },
)
