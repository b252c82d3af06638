"""Every key has a name and an explanation; bar, help and palette agree."""

import re
from itertools import takewhile

import pytest
from textual import events
from textual.binding import ActiveBinding
from textual.widgets import Input
from tui.harness import Player, playing
from tui.rivals import Seated, duel
from tui.states import NEAR, staged

from engarde_tui.games.en_garde.rules_words import rules_in_short, rules_title
from engarde_tui.play.words import capital
from engarde_tui.widgets.key_bar import KeyBar
from engine.en_garde import PRESETS, Seat
from engine.match import Match
from engine.swords_and_shields import PRESETS as DUELS

PLACES = {
    "menu": [],
    "setup": ["n"],
    "curtain": [],
    "turn": ["space"],
    "showdown": [],
    "match over": [],
}


async def go_to(player: Player, place: str) -> None:
    """From the start of what `started` has begun."""
    if place in ("showdown", "match over"):
        await player.play("H")
        await player.press(*["space"] * (place == "match over"))
    else:
        await player.press(*PLACES[place])


def started(place: str):
    """The program at its menu, or at a table."""
    if place in ("menu", "setup"):
        return playing()
    if place in ("showdown", "match over"):
        return playing(staged(script=f"{NEAR} A33", right="11224", target=1 if place == "match over" else 5))
    return playing(staged(script=NEAR, left="33345"))


LARGEST = (200, 80)
"""A window that shows all of a page."""


def panel(player: Player, title: str) -> list[str]:
    """The lines inside the frame with this title, as far as they are on the screen."""
    (top,) = [y for y, row in enumerate(player.rows) if f" {title} " in row]
    left = player.rows[top].rindex("╭", 0, player.rows[top].index(f" {title} "))
    right = player.rows[top].index("╮", left)
    rows = (row[left + 1 : right] for row in player.rows[top + 1 :])
    return [row.strip() for row in takewhile(lambda row: "─" not in row, rows) if row.strip()]


def shown(player: Player) -> list[ActiveBinding]:
    """The bindings that are alive and to be shown."""
    return [
        active
        for active in player.screen.active_bindings.values()
        if active.enabled and active.binding.show and active.binding.description
    ]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("place", PLACES)
async def test_the_help_lists_exactly_the_keys_that_are_alive(place: str) -> None:
    """Each key once, with its explanation, even if the bar omits it; no key that does nothing."""
    async with started(place) as player:
        await go_to(player, place)
        alive = [
            active
            for active in player.screen.active_bindings.values()
            if active.enabled and (active.binding.show or active.binding.tooltip)
        ]
        await player.app.run_action("help")
        await player.settle()
        assert player.screen_name == "HelpScreen"
        await player.resize(*LARGEST)
        listed = keys_in_help(player)
        expected = {
            player.app.get_key_display(active.binding): active.binding.tooltip
            or capital(active.binding.description)
            for active in alive
        }
        assert listed == expected


def keys_in_help(player: Player) -> dict[str, str]:
    """Key and explanation of every line of the section of keys, the headings and the mouse aside."""
    keys = {}
    for line in takewhile(lambda line: not line.startswith("click"), panel(player, "Keys")):
        names, *meanings = re.split(r"  +", line, maxsplit=1)
        keys.update(dict.fromkeys(names.split(" "), meanings[0]) if meanings else {})
    return keys


async def test_the_help_has_the_headings_of_the_settings() -> None:
    """Each above its keys, those of the game by its name."""
    async with started("turn") as player:
        await go_to(player, "turn")
        await player.app.run_action("help")
        await player.settle()
        await player.resize(*LARGEST)
        lines = [re.split(r"  +", line)[0] for line in panel(player, "Keys")]
        places = [
            lines.index(line) for line in ("En Garde", "1 2 3 4 5", "Table", "h", "Everywhere", "ctrl+l")
        ]
        assert places == sorted(places)


async def test_the_help_has_no_heading_of_another_screen(seated: Seated) -> None:
    """Keys that are there, too, stand below the own one."""
    seated()
    async with playing(duel(NEAR, left="33345", right="11224", target=1)) as player:
        player.live_match.give_up(Seat.RIGHT)
        await player.settle()
        await player.press("space")
        await player.resize(*LARGEST)
        await player.press("question_mark")
        lines = [re.split(r"  +", line)[0] for line in panel(player, "Keys")]
        heads = [line for line in lines if line in {scope.title for scope in player.app.scopes}]
        assert heads == ["End of a match", "Everywhere"]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("place", [place for place in PLACES if place != "menu"])
async def test_the_key_bar_shows_every_key_that_is_alive(place: str) -> None:
    """Each on its own, or as one of its group."""
    async with started(place) as player:
        await go_to(player, place)
        for active in shown(player):
            group = active.binding.group
            assert (group.description if group else active.binding.description) in player.keys
        assert "…" not in player.keys


@pytest.mark.parametrize("size", [(80, 24), (118, 24), (118, 36), (200, 60)])
async def test_the_key_bar_has_room_for_all_keys_in_every_window(
    size: tuple[int, int], seated: Seated
) -> None:
    """Against a computer there are most."""
    seated("-1")
    async with playing(duel(NEAR, left="33345", right="11224"), size) as player:
        await player.play("-3")
        for active in shown(player):
            group = active.binding.group
            assert (group.description if group else active.binding.description) in player.keys


@pytest.mark.by_day(2)
@pytest.mark.parametrize("place", PLACES)
async def test_the_palette_offers_what_the_keys_do_and_nothing_else(place: str) -> None:
    """Especially no theme, no screenshot and no list of widgets."""
    async with started(place) as player:
        await go_to(player, place)
        commands = {command.title for command in player.app.get_system_commands(player.screen)}
        keys = {capital(active.binding.description) for active in shown(player)}
        assert commands == keys | {"Settings"}, "not every terminal has the key for them"


async def test_behind_the_curtain_the_palette_offers_only_to_lift_it() -> None:
    """And what holds everywhere."""
    async with started("curtain") as player:
        await player.press("ctrl+p")
        assert player.screen_name == "Palette"
        for command in ("Lift the curtain", "Help", "Quit"):
            assert command in player.text
        titles = {command.title for command in player.app.get_system_commands(player.table)}
        assert titles == {"Lift the curtain", "Help", "Quit", "Settings"}


async def test_a_command_of_the_palette_does_what_its_key_does() -> None:
    """Chosen by typing and enter."""
    async with started("turn") as player:
        await player.press("space", "ctrl+p", *"hide", "enter")
        assert player.screen_name == "TableScreen"
        assert player.curtain_is_down


async def test_lifting_by_the_palette_waits_for_the_delay_as_well() -> None:
    """No way around it."""
    async with playing(staged(script=NEAR), curtain_delay=3600) as player:
        await player.press("ctrl+p", *"lift", "enter")
        assert player.screen_name == "TableScreen"
        assert player.curtain_is_down


@pytest.mark.by_day(2)
@pytest.mark.parametrize("preset", PRESETS)
async def test_the_help_shows_the_rules_of_the_current_game(preset: str) -> None:
    """The title and every point."""
    async with playing(staged(preset)) as player:
        await player.press("question_mark")
        await player.resize(*LARGEST)
        shown = " ".join(" ".join(panel(player, f"Rules: {rules_title(PRESETS[preset])}")).split())
        assert shown == " ".join(f"• {point}" for point in rules_in_short(PRESETS[preset]))


@pytest.mark.by_day(3)
@pytest.mark.parametrize(
    ("place", "back"),
    [
        ("menu", "escape"),
        ("curtain", "space"),
        ("turn", "question_mark"),
        ("turn", "f1"),
        ("showdown", "space"),
        ("match over", "escape"),
    ],
)
async def test_the_help_closes_to_the_screen_below(place: str, back: str) -> None:
    """By any key that one would press."""
    async with started(place) as player:
        await go_to(player, place)
        before = player.unmarked
        await player.press("question_mark")
        assert player.screen_name == "HelpScreen"
        await player.press(back)
        assert player.text == before


@pytest.mark.slow
async def test_the_help_scrolls_to_its_end() -> None:
    """By the keys one would press."""
    for keys in (["end"], ["pagedown"] * 4, ["down"] * 40):
        async with started("turn") as player:
            await player.press("question_mark")
            assert "gained more ground wins" not in player.text
            await player.press(*keys)
            assert "gained more ground wins" in player.text


async def test_the_help_opens_on_the_keys_and_leads_to_the_rules_with_one_more() -> None:
    """Whoever looks something up at the table has read the rules."""
    async with started("turn") as player:
        await player.press("question_mark")
        assert player.rows[0].startswith("╭─ Keys ─")
        assert "r rules" in player.keys
        await player.press("r")
        assert any(row.startswith("╭─ Rules: Ferti advanced ─") for row in player.rows)
        assert "Hit the other fencer to win the round" in player.text


async def test_the_key_of_the_rules_can_be_typed_ahead() -> None:
    """Before the help has been drawn."""
    async with started("turn") as player:
        for key, character in (("question_mark", "?"), ("r", "r")):
            player.app.post_message(events.Key(key, character))
        await player.settle()
        assert any(row.startswith("╭─ Rules: Ferti advanced ─") for row in player.rows)


async def test_where_the_help_fits_no_key_leads_to_the_rules() -> None:
    """They are in sight."""
    async with started("turn") as player:
        await player.resize(*LARGEST)
        await player.press("question_mark")
        assert "Rules: Ferti advanced" in player.text
        assert "rules" not in player.keys


async def test_help_on_top_of_the_help_is_not_possible() -> None:
    """One escape is enough."""
    async with started("turn") as player:
        await player.press("f1", "f1", "f1", "f1", "f1")
        assert player.screen_name == "HelpScreen"
        assert len(player.app.screen_stack) == 3
        await player.press("escape")
        assert player.screen_name == "TableScreen"


async def test_arrows_move_through_the_menu() -> None:
    """The lesson is the first line, a new match the second, the rules the last but one."""
    async with started("menu") as player:
        await player.press("end", "up", "enter")
        assert player.screen_name == "HelpScreen"
        await player.press("escape", "home", "down", "down", "enter")
        assert player.screen_name == "SetupScreen"
        assert "Anna against Novice. Press enter to begin." in player.notice
        await player.press("escape", "down", "enter")
        assert "Anna against Bruno at this keyboard. Press enter to begin." in player.notice


async def test_a_starts_a_match_against_the_computer() -> None:
    """Against a good match for a newcomer, unless another is chosen."""
    async with started("menu") as player:
        await player.press("a")
        assert "(●) a good match for you" in player.text
        assert "Anna against Novice. Press enter to begin." in player.notice


async def test_redraw_changes_nothing_visible() -> None:
    """It is for a terminal that something else has written over."""
    async with started("turn") as player:
        before = player.text
        await player.press("ctrl+l")
        assert player.text == before


async def test_an_input_handles_keys_in_order() -> None:
    """Even if many come at once, as over a slow connection."""
    async with playing() as player:
        await player.press("n", "tab", "tab", "tab")
        for key in ("backspace", "1", "2", "backspace", "home", "3"):
            character = key if len(key) == 1 else None
            player.app.post_message(events.Key(key, character))
        await player.settle()
        assert player.screen.query_one("#target", Input).value == "31"


@pytest.mark.parametrize(
    "match", [staged(), Match.new(DUELS["quick-duel"], seed=1)], ids=["en garde", "second game"]
)
async def test_the_key_that_plays_is_quiet_until_there_is_something_to_play(match: Match) -> None:
    """It could only say why not; what it plays is marked in the list."""
    async with playing(match) as player:
        await player.press("space")
        assert ink_in_key_bar(player, "enter play") == "dim"
        await player.press("down")
        assert ink_in_key_bar(player, "enter play") == "plain"
        assert "►" in player.text
        await player.press("escape")
        assert ink_in_key_bar(player, "enter play") == "dim"


def ink_in_key_bar(player: Player, text: str) -> str:
    """The foreground of the first letter of a text in the key bar."""
    ((x, y),) = player.find(KeyBar, text)
    bar = player.screen.query_one(KeyBar)
    _, foreground, _ = bar._canvas.rows[y - bar.region.y][x - bar.region.x]
    return foreground


@pytest.mark.parametrize("width", [80, 90, 100, 110])
async def test_the_bar_breaks_into_lines_of_like_length(width: int) -> None:
    """Else one key would stand alone below all others."""
    async with playing(staged(script=NEAR), (width, 24)) as player:
        await player.press("space")
        first, second = (line.split("  ") for line in map(str.strip, player.drawn(KeyBar)))
        assert abs(len(first) - len(second)) <= 2
        assert len(second) > 1
