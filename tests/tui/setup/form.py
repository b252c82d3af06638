"""The form of a new match, filled in by keys."""

import re

from tui.harness import Player

from engarde_tui.games.en_garde.rules_words import HOUSE_RULES, PRESET_LINES, rules_title
from engarde_tui.widgets.form import OneOf
from engine.en_garde import PRESETS

FIELDS = ("game", "opponent", "left", "right", "target", "starter", "preset", *HOUSE_RULES)
"""In the order of the form, against a human."""

FIELDS_ALONE = ("game", "opponent", "level", *FIELDS[2:])
"""Those against a level."""


async def open_setup(player: Player, game: str = "") -> None:
    """From the menu; with a `game` chosen where one is named."""
    await player.press("n")
    assert player.screen_name == "SetupScreen"
    if game:
        await choose_game(player, game)


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
    await go_to(player, rule)
    await player.press("space")


async def choose_game(player: Player, title: str) -> None:
    """Go through the list of games to one of them: there it is chosen."""
    await go_to(player, "preset")
    games, names = player.screen.query_one("#preset", OneOf), list(PRESET_LINES)
    goal = [rules_title(PRESETS[name]) for name in names].index(title)
    if games.chosen is None:
        await player.press("down")
    steps = goal - names.index(games.chosen)
    await player.press(*["down" if steps > 0 else "up"] * abs(steps))
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
