"""The settings of a new match: what is shown is what is played, and what cannot be played is said at once."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste
from textual.screen import Screen
from textual.widgets import Input
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.shelf import begun, stocked
from tui.states import staged

from engarde_tui.app import EngardeApp
from engarde_tui.games.en_garde.words import HOUSE_RULES, PRESET_LINES, rules_title
from engarde_tui.screens import setup
from engarde_tui.storage.store import Store
from engarde_tui.widgets.form import OneOf
from engine.en_garde import PRESETS, Rules, Seat
from engine.en_garde.bots import LEVELS

FIELDS = ("left", "right", "target", "opponent", "preset", *HOUSE_RULES, "starter")
"""In the order of the form."""


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
    return {name: marks[text] for name, text in HOUSE_RULES.items()}


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_preset_sets_its_house_rules_and_is_played(preset: str) -> None:
    """Ticks, title and the match itself agree."""
    async with playing() as player:
        await open_setup(player)
        rules = PRESETS[preset]
        await choose_game(player, rules_title(rules))
        assert shown_rules(player) == {name: getattr(rules, name) for name in HOUSE_RULES}
        assert player.notice.startswith(f"{rules_title(rules)}: ")
        await player.press("enter")
        assert player.held.rules == rules


@pytest.mark.parametrize("preset", PRESETS)
async def test_house_rules_that_make_a_preset_press_it(preset: str) -> None:
    """Ticked one by one, in an order in which every step can be played."""
    async with playing() as player:
        await open_setup(player)
        goal = PRESETS[preset]
        for rule in ("final_evasion_skips_cards", "indirect", "parry", "last_chance", "cards_decide"):
            if not getattr(goal, rule) and shown_rules(player)[rule]:
                await tick(player, rule)
        for rule in ("parry", "cards_decide", "indirect", "last_chance", "final_evasion_skips_cards"):
            if getattr(goal, rule) and not shown_rules(player)[rule]:
                await tick(player, rule)
        assert shown_presets(player) == [rules_title(goal)]
        await player.press("enter")
        assert player.held.rules == goal


async def test_house_rules_that_are_no_preset_press_none_and_are_played() -> None:
    """Both in the form and in the match."""
    async with playing() as player:
        await open_setup(player, "Ferti advanced")
        await tick(player, "cards_decide")
        assert shown_presets(player) == []
        assert player.notice.startswith("House rules: ")
        await player.press("enter")
        house = Rules(
            parry=True, indirect=True, last_chance=False, cards_decide=False, final_evasion_skips_cards=False
        )
        assert player.held.rules == house
        assert "House rules" in player.text


async def test_a_preset_can_be_pressed_again_after_house_rules() -> None:
    """The one that was pressed at first too."""
    async with playing() as player:
        await open_setup(player, "Ferti advanced")
        await tick(player, "last_chance")
        assert shown_presets(player) == []
        await choose_game(player, "Ferti advanced")
        assert shown_presets(player) == ["Ferti advanced"]
        assert shown_rules(player)["last_chance"] is False


async def test_never_are_two_presets_pressed() -> None:
    """House rules make one preset, then another is chosen."""
    async with playing() as player:
        await open_setup(player, "Ferti advanced")
        await tick(player, "indirect")
        assert shown_presets(player) == ["Ferti standard"]
        await choose_game(player, "Abacus standard")
        assert player.text.count("(●)") == 3, "one opponent, one game and one starter"
        assert shown_presets(player) == ["Abacus standard"]


async def test_the_open_discard_pile_goes_with_any_game() -> None:
    """Choosing a preset leaves it as it is, and it does not unpress the preset."""
    async with playing() as player:
        await open_setup(player, "Ferti advanced")
        await tick(player, "open_discard")
        assert shown_presets(player) == ["Ferti advanced"]
        await choose_game(player, "Abacus standard")
        assert shown_rules(player)["open_discard"]
        assert player.notice.startswith("Abacus standard, open discards: ")
        await player.press("enter")
        assert player.held.rules.open_discard
        assert player.held.rules.last_chance


CLASHES = {
    "an advance and attack that could not be parried": ["parry"],
    "an exception from a rule that is off": ["final_evasion_skips_cards", "cards_decide"],
}


@pytest.mark.parametrize("clash", CLASHES)
async def test_rules_that_clash_are_refused_with_the_engine_s_words(clash: str) -> None:
    """No preset is pressed, and enter rings the bell and begins nothing."""
    async with playing() as player:
        await open_setup(player, "Ferti advanced")
        for rule in CLASHES[clash]:
            await tick(player, rule)
        assert player.notice.startswith("! ")
        assert " needs " in player.notice
        assert shown_presets(player) == []
        await assert_enter_only_rings(player)
        await tick(player, CLASHES[clash][-1])
        assert not player.notice.startswith("!")


@pytest.mark.parametrize("clash", CLASHES)
async def test_why_rules_clash_is_told_to_the_end(clash: str) -> None:
    """Nothing of it is cut off in the smallest window."""
    async with playing() as player:
        await open_setup(player, "Ferti advanced")
        for rule in CLASHES[clash]:
            await tick(player, rule)
        assert player.notice == f"! {why_rules_clash(player)}"


def why_rules_clash(player: Player) -> str:
    """What the engine says of the rules as they are ticked, with the names of the form."""
    with pytest.raises(ValueError, match="needs") as refusal:
        Rules(**shown_rules(player))
    text = str(refusal.value)
    for name, words in HOUSE_RULES.items():
        text = text.replace(repr(name), f'"{words}"')
    return f"{text}."


async def assert_enter_only_rings(player: Player) -> None:
    """The form stays as it is."""
    before, bells = player.text, player.bells
    await player.press("enter")
    assert player.bells == bells + 1
    assert player.screen_name == "SetupScreen"
    assert player.text == before


@pytest.mark.parametrize(
    ("field", "text", "why"),
    [
        ("left", "", "A name needs at least one character."),
        ("left", "   ", "A name needs at least one character."),
        (
            "left",
            "abcdefghijklmnopq",
            "A name has at most 16 characters, 'abcdefghijklmnop'… has 17.",
        ),
        ("right", "Anna", "The two players need different names, not 'Anna' twice."),
        ("right", " Anna ", "The two players need different names, not 'Anna' twice."),
        ("target", "0", "The target is 1 to 99 rounds, not 0."),
        ("target", "00", "The target is 1 to 99 rounds, not 0."),
        ("target", "x", "The rounds to win must be a number from 1 to 99."),
        ("target", "-1", "The rounds to win must be a number from 1 to 99."),
        ("target", "", "The rounds to win must be a number from 1 to 99."),
        ("target", "²", "The rounds to win must be a number from 1 to 99."),
    ],
)
async def test_a_field_that_cannot_be_played_says_so_at_once(field: str, text: str, why: str) -> None:
    """Enter rings the bell until it is put right."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, field, text)
        assert player.notice == f"! {why}"
        await assert_enter_only_rings(player)
        await fill(player, field, {"left": "Cleo", "right": "Dirk", "target": "7"}[field])
        assert not player.notice.startswith("!")
        await player.press("enter")
        assert player.screen_name == "TableScreen"


async def test_the_third_digit_of_a_target_is_not_typed() -> None:
    """There is no room for it."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "target", "100")
        await player.press("enter")
        assert player.held.target == 10


@pytest.mark.parametrize("pasted", ["A\x07B", "A\x1b[2J", "A\u200bB", "\u202eanna"])
async def test_a_name_with_control_characters_is_refused(pasted: str) -> None:
    """They would write on the terminal of both."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "left", "")
        player.app.post_message(Paste(pasted))
        await player.settle()
        assert player.screen.query_one("#left", Input).value == pasted
        assert player.notice == "! A name can only contain printable characters."
        await assert_enter_only_rings(player)


@pytest.mark.parametrize(("steps", "seat"), [(0, Seat.LEFT), (1, Seat.RIGHT)])
async def test_the_starter_that_is_chosen_begins(steps: int, seat: Seat) -> None:
    """Left or right, and the score track and the curtain say so."""
    async with playing() as player:
        await open_setup(player)
        await go_to(player, "starter")
        await player.press(*["right"] * steps, "enter")
        assert player.held.first is seat
        assert f"{player.held.names[seat]} begins round 1." in player.text


@pytest.mark.parametrize("seat", Seat, ids=["left", "right"])
async def test_lots_are_drawn_when_the_match_begins(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the system's randomness, which can make either begin."""
    seed = next(seed for seed in range(99) if random.Random(seed).choice(list(Seat)) is seat)
    monkeypatch.setattr(setup, "SystemRandom", lambda: random.Random(seed))
    async with playing() as player:
        await open_setup(player)
        await go_to(player, "starter")
        await player.press("right", "right", "enter")
        assert player.held.first is seat


async def test_enter_begins_with_what_is_shown() -> None:
    """From any field, and at once with everything as it is."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "left", "Jürgen")
        await fill(player, "right", "李小龙")
        await fill(player, "target", "3")
        await player.press("enter")
        match = player.held
        assert (match.names, match.target, match.first) == (("Jürgen", "李小龙"), 3, Seat.LEFT)
        assert match.seed is None, "a match that is not asked for by number is dealt by the system"
        assert player.curtain_is_down
        assert "first to 3" in player.text


async def test_tab_goes_through_every_field_and_around() -> None:
    """Forward, and back with shift."""
    async with playing() as player:
        await open_setup(player)
        forward = []
        for _ in FIELDS:
            forward.append(focused(player))
            await player.press("tab")
        assert tuple(forward) == FIELDS
        assert focused(player) == "left"
        await player.press("shift+tab")
        assert focused(player) == "starter"


async def test_down_and_up_move_through_names_and_house_rules() -> None:
    """Inside a list of games they choose one."""
    async with playing() as player:
        await open_setup(player)
        await player.press("down", "down")
        assert focused(player) == "target"
        await player.press("up")
        assert focused(player) == "right"
        await go_to(player, "indirect")
        await player.press("down")
        assert focused(player) == "last_chance"
        await player.press("up", "up")
        assert focused(player) == "parry"


async def test_down_alone_reaches_every_field_and_up_too() -> None:
    """A player who does not think of tab can set everything."""
    async with playing() as player:
        await open_setup(player)
        reached = {focused(player)}
        for _ in range(30):
            await player.press("down")
            reached.add(focused(player))
        assert reached == set(FIELDS)
        for _ in range(30):
            await player.press("up")
            reached.discard(focused(player))
        assert not reached


async def test_escape_goes_back_to_the_menu() -> None:
    """And from there the setup begins anew."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "left", "Cleo")
        await player.press("escape")
        assert player.screen_name == "MenuScreen"
        await open_setup(player)
        assert player.screen.query_one("#left", Input).value == "Anna"


async def test_the_mouse_sets_everything_too() -> None:
    """A game, a house rule, a starter, and the key that begins."""
    async with playing() as player:
        await open_setup(player)
        for text in ("Abacus advanced  ", "open discard pile", "right    "):
            await player.click(*where(player, text))
        await player.click(*where(player, "begin the match"))
        match = player.held
        assert match.rules.open_discard
        assert match.rules.final_evasion_skips_cards
        assert match.first is Seat.RIGHT


def where(player: Player, text: str) -> tuple[int, int]:
    """Where a text last begins on the screen."""
    y = max(y for y, row in enumerate(player.rows) if text in row)
    return player.rows[y].index(text), y


async def choose_opponent(player: Player, opponent: str) -> None:
    """In the row of opponents, wherever it stands."""
    await go_to(player, "opponent")
    row = player.screen.query_one("#opponent", OneOf)
    opponents = list(row.choices)
    steps = opponents.index(opponent) - opponents.index(row.chosen)
    await player.press(*["right" if steps > 0 else "left"] * abs(steps))
    assert f"(●) {opponent}" in player.text


@pytest.mark.parametrize("level", LEVELS)
async def test_a_level_takes_the_right_seat(level: str) -> None:
    """Its name is told before the match begins; the person sits on the left without a curtain."""
    async with playing() as player:
        await open_setup(player)
        await choose_opponent(player, level)
        assert player.screen.query_one("#right", Input).value == level.capitalize()
        assert f"Anna against {level.capitalize()}. Press enter to begin." in player.notice
        await player.press("enter")
        assert player.held.names == ("Anna", level.capitalize())
        assert player.table._table._players.bots == (None, level)
        assert player.table._place.alone is Seat.LEFT
        assert not player.curtain_is_down


async def test_a_person_takes_the_seat_of_a_level_again() -> None:
    """Under the name that was there at first, and with the curtain between the two."""
    async with playing() as player:
        await open_setup(player)
        await choose_opponent(player, "fencer")
        await choose_opponent(player, "master")
        await choose_opponent(player, "human")
        assert player.screen.query_one("#right", Input).value == "Bruno"
        assert "Anna against Bruno. Press enter" in player.notice
        await player.press("enter")
        assert player.table._table._players.bots == (None, None)
        assert player.curtain_is_down


async def test_a_bot_can_be_typed_into_the_left_seat() -> None:
    """It begins, and has played."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "left", "bot:master")
        assert "Master against Bruno. Press enter to begin." in player.notice
        await player.press("enter")
        assert player.held.names == ("Master", "Bruno")
        assert player.table._table._players.bots == ("master", None)
        assert player.held.round.plays[0].seat is Seat.LEFT
        assert player.held.round.turn is Seat.RIGHT


async def test_a_program_can_be_typed_too() -> None:
    """It is called as its file is; nothing is run before the match begins."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "right", "bot:sh my_bots/lunge.sh --fast")
        assert "Anna against lunge. Press enter to begin." in player.notice


CHOICE = "choose bot:novice, bot:fencer, bot:master"


@pytest.mark.parametrize(
    ("left", "right", "why"),
    [
        ("Anna", "bot:nonsense", f"There is no bot 'nonsense': {CHOICE}, or give the command of a program."),
        ("Anna", "bot:", f"There is no bot '': {CHOICE}, or give the command of a program."),
        ("Anna", "bot:threshold", f"bot:threshold plays in the arena only: {CHOICE}, or a command."),
        ("Anna", "bot:'", '"\'" is not a command: No closing quotation.'),
        (
            "bot:master",
            "bot:novice",
            "At least one player must be human: use engarde arena to play two bots.",
        ),
    ],
)
async def test_a_bot_that_cannot_be_seated_says_so_at_once(left: str, right: str, why: str) -> None:
    """Enter rings the bell."""
    async with playing() as player:
        await open_setup(player)
        for field, text in (("left", left), ("right", right)):
            player.screen.query_one(f"#{field}", Input).value = text
        await player.settle()
        assert player.notice == f"! {why}"
        await assert_enter_only_rings(player)


async def test_a_level_can_be_typed_by_its_name_and_is_marked_as_the_opponent() -> None:
    """Whoever writes "master" means the bot; a program is none of the row's choices."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "right", "master")
        assert "(●) master" in player.text
        assert "Anna against Master. Press enter to begin." in player.notice
        await fill(player, "right", "bot:sh lunge.sh")
        assert player.screen.query_one("#opponent", OneOf).chosen is None
        await fill(player, "right", "Masterful")
        assert "(●) human" in player.text
        await player.press("enter")
        assert player.held.names == ("Anna", "Masterful")


async def test_the_human_name_comes_back_after_a_bot() -> None:
    """As it was typed last."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "right", "Cleo")
        await choose_opponent(player, "novice")
        assert player.screen.query_one("#right", Input).value == "Novice"
        await choose_opponent(player, "human")
        assert player.screen.query_one("#right", Input).value == "Cleo"


async def test_the_games_go_from_the_easiest_to_the_whole() -> None:
    """Each has at least as many rules as the one before; the first says where to start."""
    rules = [[getattr(PRESETS[name], rule) for rule in HOUSE_RULES] for name in PRESET_LINES]
    assert sorted(rules, key=sum) == rules
    async with playing() as player:
        await open_setup(player)
        shown = [player.text.index(f") {rules_title(PRESETS[name])} ") for name in PRESET_LINES]
        assert shown == sorted(shown)
        assert "(●) Abacus basic     start here: " in player.text


async def test_a_newcomer_starts_with_the_easiest_game() -> None:
    """Whether nothing is kept or nothing has been played yet."""
    async with playing() as player:
        await open_setup(player)
        await player.press("enter")
        assert player.held.rules == PRESETS["abacus-basic"]


async def test_the_form_begins_with_the_rules_played_last(tmp_path: Path) -> None:
    """Presets and house rules; where the last match cannot be read, with the easiest."""
    store = stocked(tmp_path / "data")
    async with playing(store=store) as player:
        await open_setup(player)
        assert shown_presets(player) == ["Ferti advanced"]
    house = Rules(
        parry=True, indirect=False, last_chance=True, cards_decide=False, final_evasion_skips_cards=False
    )
    id = begun(store, staged(house))
    async with playing(store=store) as player:
        await open_setup(player)
        assert shown_presets(player) == []
        assert player.notice.startswith("House rules: ")
    store.database.connection().execute("UPDATE entry SET text = 'A9' WHERE match = ?", (id,))
    async with playing(store=store) as player:
        await open_setup(player)
        assert shown_presets(player) == ["Abacus basic"]
    async with playing(store=Store(tmp_path / "new")) as player:
        await open_setup(player)
        assert shown_presets(player) == ["Abacus basic"]


async def test_what_is_pointed_at_is_what_is_chosen() -> None:
    """In every row and list, whatever key leads there; a click too."""
    async with playing() as player:
        await open_setup(player)
        for keys in (["tab"] * 3, ["right"], ["down"], ["down"], ["down"], ["up"], ["shift+tab"], ["left"]):
            await player.press(*keys)
            pointed = [row for row in player.rows if "►" in row]
            assert len(pointed) == 1
            assert "►(●) " in pointed[0]
        await player.click(*where(player, "Ferti standard  "))
        assert "►(●) Ferti standard" in player.text


async def test_up_and_down_pass_a_row_without_changing_it() -> None:
    """Only left and right move through a row: who walks down to a list below has the same opponent."""
    async with playing() as player:
        await open_setup(player)
        await player.press(*["down"] * 4)
        assert focused(player) == "preset"
        assert "(●) human" in player.text


@pytest.mark.parametrize("size", [SMALLEST, LARGE])
@pytest.mark.parametrize("key", ["n", "a"])
async def test_the_first_frame_is_the_settled_one(
    size: tuple[int, int], key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every word whole and one choice lit in each row from the first painting on."""
    frames: list[list[str]] = []
    paint = EngardeApp._display

    def look(app: EngardeApp, screen: Screen[Any], renderable: Any) -> None:
        if isinstance(screen, setup.SetupScreen) and renderable is not None:
            strips = screen._compositor.render_strips()
            frames.append(["".join(segment.text for segment in strip) for strip in strips])
        paint(app, screen, renderable)

    monkeypatch.setattr(EngardeApp, "_display", look)
    async with playing(size=size) as player:
        await player.press(key)
        assert frames[0] == player.rows
