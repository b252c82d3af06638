"""The form of a new match, filled in by keys."""

import re

from tui.harness import Player

from engarde_tui.games.en_garde.rules_words import (
    HOUSE_RULES,
    PRESET_LINES,
    PRESETS_IN_SIGHT,
    rules_title,
)
from engarde_tui.widgets.form import OneOf
from engine.en_garde import PRESETS

FIELDS = ("game", "opponent", "left", "right", "target", "starter", "preset", "more", "variant", *HOUSE_RULES)
"""In the order of the form, against a human, with all rules in sight."""

FIELDS_ALONE = ("game", "opponent", "level", *FIELDS[2:])
"""Those against a level."""


async def open_setup(player: Player, game: str = "") -> None:
    """From the menu, with all rules in sight; with a `game` chosen where one is named."""
    await player.press("n")
    assert player.screen_name == "SetupScreen"
    await unfold(player)
    if game:
        await choose_game(player, game)


async def unfold(player: Player) -> None:
    """Have all rules in sight."""
    if "[ ] more rules…" in player.text:
        first = focused(player)
        await go_to(player, "more")
        await player.press("space")
        await go_to(player, str(first))


async def go_to(player: Player, field: str) -> None:
    """From wherever; that the keys lead there is a test of its own."""
    (widget,) = [widget for widget in player.screen.focus_chain if field in (widget.id, widget.name)]
    widget.focus()
    await player.settle()
    assert focused(player) == field


def focused(player: Player) -> str | None:
    """The field that has the focus."""
    widget = player.screen.focused
    return widget and (widget.id or widget.name)


async def fill(player: Player, field: str, text: str) -> None:
    """Type into a field, in place of what is there."""
    await go_to(player, field)
    await player.press("end", "ctrl+u", *text)


async def tick(player: Player, rule: str) -> None:
    """Change one house rule."""
    await unfold(player)
    await go_to(player, rule)
    await player.press("space")


async def choose_game(player: Player, title: str) -> None:
    """Go through the list that has a game: there it is chosen."""
    await unfold(player)
    name = next(name for name in PRESET_LINES if rules_title(PRESETS[name]) == title)
    listed = "preset" if name in PRESETS_IN_SIGHT else "variant"
    await go_to(player, listed)
    games = player.screen.query_one(f"#{listed}", OneOf)
    names = list(games.choices)
    goal = names.index(name)
    if games.chosen is None:
        await player.press("right")
    steps = goal - names.index(games.chosen)
    await player.press(*["right" if steps > 0 else "left"] * abs(steps))
    assert f"►(●) {title} " in player.text


def shown_presets(player: Player) -> list[str]:
    """The games that are marked as chosen."""
    titles = [rules_title(rules) for rules in PRESETS.values()]
    return [title for title in titles if f"(●) {title} " in player.text]


def shown_rules(player: Player) -> dict[str, bool]:
    """The house rules as they are ticked."""
    marks = {text: mark == "x" for mark, text in re.findall(r"\[([ x])\] (.*?)(?=  |\n)", player.text)}
    return {name: marks[str(text)] for name, text in HOUSE_RULES.items()}


async def assert_enter_only_rings(player: Player) -> None:
    """The form stays as it is."""
    before, bells = player.text, player.bells
    await player.press("enter")
    assert player.bells == bells + 1
    assert player.screen_name == "SetupScreen"
    assert player.text == before


def where(player: Player, text: str) -> tuple[int, int]:
    """Where a text last begins on the screen."""
    y = max(y for y, row in enumerate(player.rows) if text in row)
    return player.rows[y].index(text), y
