"""Other keys: chosen on their screen, refused if they are dangerous, and shown wherever keys are named."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from textual.binding import Binding, BindingsMap
from tui.harness import NAMED, Player, playing
from tui.setup.form import focused
from tui.states import NEAR, staged

from engarde_tui.screens.keys import KeyList
from engarde_tui.settings.entries import Settings
from engarde_tui.settings.file import SettingsFile
from engarde_tui.settings.keys import PRESETS, remapped
from engarde_tui.widgets.curtain import Curtain
from engarde_tui.widgets.form import Field
from engine.en_garde import Seat
from engine.match import Match
from engine.swords_and_shields import PRESETS as PRESETS_OF_DUELS

OTHERS = {"lift": ("z",), "play": ("g",), "lay-3": ("w",), "left": ("comma", "left")}


def with_keys(**keys: tuple[str, ...]) -> Settings:
    """Settings in which only a name and keys are chosen; an underscore stands for a hyphen."""
    return chosen_keys({id.replace("_", "-"): chosen for id, chosen in keys.items()})


def chosen_keys(keys: Mapping[str, tuple[str, ...]]) -> Settings:
    """Settings in which only a name and these keys are chosen."""
    return replace(NAMED, keys=keys)


async def open_keys(player: Player) -> None:
    """From the menu."""
    await player.press("s")
    player.screen.query_one("KeysLink").focus()
    await player.settle()
    assert "enter keys" in player.keys
    await player.press("enter")
    assert player.screen_name == "KeysScreen"


async def mark(player: Player, id: str) -> None:
    """Mark the line of a binding."""
    keys = player.screen.query_one(KeyList)
    keys.highlighted = keys.get_option_index(id)
    await player.settle()


def line(player: Player, id: str) -> str:
    """The line of a binding."""
    keys = player.screen.query_one(KeyList)
    return " ".join(str(keys.get_option(id).prompt).split())


def chosen(player: Player) -> Mapping[str, tuple[str, ...]]:
    return player.app.settings.keys


def test_a_changed_key_takes_no_other_binding_with_it() -> None:
    """As Textual's own keymap would: here two share a key, one of them has two, and one has no id."""
    own = BindingsMap(
        [
            Binding("h", "hide", id="hide"),
            Binding("h,f5", "show", id="show"),
            Binding("q", "quit"),
            Binding("i", "hint", id="hint"),
        ]
    )
    found = remapped(own, {"hide": ("q",), "hint": ("h", "i")})
    actions = {key: [each.action for each in bound] for key, bound in found.key_to_bindings.items()}
    assert actions == {"q": ["hide", "quit"], "h": ["show", "hint"], "f5": ["show"], "i": ["hint"]}
    assert own.key_to_bindings.keys() == {"h", "f5", "q", "i"}, "and it stays as it was"


async def test_a_turn_is_played_with_other_keys_only() -> None:
    async with playing(staged(script=NEAR, left="33345"), settings=chosen_keys(OTHERS)) as player:
        await player.press("space")
        assert player.curtain_is_down
        await player.press("z", "3")
        assert player.draft.laid == ()
        await player.press("w", "comma")
        assert player.draft.laid == (3,)
        assert player.draft.forward is False
        await player.press("enter")
        assert player.view.round.turn is Seat.LEFT
        await player.press("g")
        assert player.view.round.plays[-1].seat is Seat.LEFT
        assert player.curtain_is_down


async def test_bar_help_palette_and_texts_name_the_keys_that_are_chosen() -> None:
    async with playing(staged(script=NEAR, left="33345"), settings=chosen_keys(OTHERS)) as player:
        assert "z lifts the curtain" in player.text
        assert player.keys.startswith("z lift the curtain")
        await player.press("z")
        assert "then , or →" in player.text
        assert ",→ direction" in player.keys
        assert "g play" in player.keys
        assert "enter" not in player.text
        await player.press("w", "right")
        assert "Press g to play." in player.text
        commands = {each.title: each.help for each in player.app.get_system_commands(player.screen)}
        assert commands["Play"].endswith("key g")
        await player.press("?")
        listed = " ".join(player.text.split())
        assert "g Play this turn" in listed
        assert ", ← Move left" in listed


async def test_a_click_lifts_the_curtain_whatever_the_key() -> None:
    async with playing(staged(script=NEAR), settings=with_keys(lift=("z",))) as player:
        await player.click_on(Curtain, "z lifts the curtain")
        assert not player.curtain_is_down


async def test_one_of_two_bindings_with_the_same_key_can_have_another() -> None:
    """Hide and show take turns with h."""
    rival = staged(script=NEAR)
    async with playing(rival, settings=with_keys(hide=("d",))) as player:
        await player.press("space", "h")
        assert not player.curtain_is_down
        await player.press("d")
        assert player.curtain_is_down


@pytest.mark.slow
async def test_with_hjkl_one_moves_through_menu_form_table_and_help() -> None:
    async with playing(settings=chosen_keys(PRESETS["hjkl"])) as player:
        await player.press("j", "k", "j", "enter")
        assert player.screen_name == "SetupScreen"
        first = focused(player)
        await player.press("j")
        assert focused(player) != first
        await player.press("escape", *"jjjjjj", "enter")
        assert player.screen_name == "HelpScreen"
        before = player.text
        await player.press("j")
        assert player.text != before
        await player.press("k")
        assert player.text == before
    async with playing(staged(script=NEAR, left="33345"), settings=chosen_keys(PRESETS["hjkl"])) as player:
        await player.press("space", "4", "h")
        assert player.draft.forward is False
        await player.press("d")
        assert player.curtain_is_down
        assert "hl direction" not in player.keys
        await player.press("space", "left", "j", "k")
        assert "hl direction" in player.keys
        assert "d hide" in player.keys


async def test_keys_that_are_chosen_can_still_be_typed_into_a_field() -> None:
    async with playing(settings=with_keys(to_menu=("e",), up=("k", "up"))) as player:
        await player.press("n")
        field = player.screen.query_one("#left", Field)
        field.focus()
        await player.settle()
        assert "e menu" not in player.keys
        await player.press("end", *"eke")
        assert field.value == "Annaeke"
        assert player.screen_name == "SetupScreen"
        await player.press("shift+tab", "e")
        assert player.screen_name == "MenuScreen"


async def test_a_new_key_counts_at_once_and_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    async with playing(settings=path) as player:
        await open_keys(player)
        await mark(player, "hint")
        await player.press("enter")
        assert "Press the new key for: Ask for a hint" in player.dialog
        await player.press("f4")
        assert line(player, "hint").startswith("f4 Ask for a hint")
        assert line(player, "hint").endswith("(default: i)")
        await mark(player, "new-match")
        await player.press("enter", "y", "q", "escape")
        assert re.search(r"New match .* y ", player.text)
        await player.press("y")
        assert player.screen_name == "SetupScreen"
    assert SettingsFile(path).settings.keys == {"hint": ("f4",), "new-match": ("y",)}
    assert 'hint = "f4"' in path.read_text()


async def test_the_first_key_of_several_is_replaced() -> None:
    async with playing() as player:
        await open_keys(player)
        await mark(player, "help")
        await player.press("enter", "f2")
        assert chosen(player) == {"help": ("f2", "f1")}
        assert "f2 help" in player.keys


@pytest.mark.slow
async def test_escape_leaves_the_keys_as_they_were() -> None:
    async with playing() as player:
        await open_keys(player)
        await mark(player, "hint")
        await player.press("enter", "escape")
        for no in ("escape", "n", "enter"):
            await player.press("enter", "u")
            assert "u is taken: Undo your last action (Table)." in player.dialog
            await player.press(no)
            assert player.screen_name == "KeysScreen"
            assert chosen(player) == {}


async def test_a_key_that_is_taken_is_swapped_after_one_question() -> None:
    async with playing() as player:
        await open_keys(player)
        await mark(player, "hint")
        await player.press("enter", "u")
        assert player.dialog.endswith(
            "Swap these keys? u is taken: Undo your last action (Table)."
            " After the swap: u: Ask for a hint i: Undo your last action"
            " ► n Leave them as they are y Swap them"
        )
        await player.press("y")
        assert player.screen_name == "KeysScreen"
        assert chosen(player) == {"hint": ("u",), "undo": ("i",)}
        await player.press("enter", "i", "y")
        assert chosen(player) == {}


@pytest.mark.slow
async def test_a_key_that_two_lines_have_is_swapped_with_both() -> None:
    async with playing() as player:
        await open_keys(player)
        await mark(player, "hint")
        await player.press("enter", "h")
        assert "h is taken: Hide your hand (Table), Show your hand again (Table)." in player.dialog
        assert "h: Ask for a hint i: Hide your hand i: Show your hand again" in player.dialog
        await player.press("y")
        assert chosen(player) == {"hint": ("h",), "hide": ("i",), "show": ("i",)}
        assert player.notice == ""


@pytest.mark.slow
async def test_only_the_key_that_is_taken_is_swapped() -> None:
    """The other keys of the line that had it stay."""
    async with playing() as player:
        await open_keys(player)
        await mark(player, "redraw")
        await player.press("enter", "f1")
        assert "f1 is taken: Rules and keys (Everywhere), Close this page (Help)." in player.dialog
        await player.press("y")
        assert chosen(player) == {
            "redraw": ("f1",),
            "help": ("question_mark", "ctrl+l"),
            "close-help": ("space", "question_mark", "ctrl+l"),
        }


async def test_a_key_that_cannot_be_swapped_is_refused_by_naming_all_that_have_it() -> None:
    """Here another line has the old key on the page of one of them."""
    async with playing() as player:
        await open_keys(player)
        await mark(player, "quit")
        await player.press("enter", "?")
        assert "? is taken: Rules and keys (Everywhere), Close this page (Help)." in player.dialog
        assert "The keys cannot be swapped. Press the new key for: Leave the program" in player.dialog
        await player.press("z")
        assert player.screen_name == "KeysScreen"
        assert chosen(player) == {"quit": ("z",)}


@pytest.mark.slow
async def test_a_swap_that_would_give_a_key_where_it_may_not_be_is_not_offered() -> None:
    """A key that writes would begin the match."""
    async with playing(settings=with_keys(begin=("f5",))) as player:
        await open_keys(player)
        await mark(player, "to-menu")
        await player.press("enter", "x", "enter", "f5")
        assert "f5 is taken: Begin the match (New match). The keys cannot be swapped." in player.dialog


async def test_every_line_that_leaves_the_program_says_where() -> None:
    async with playing() as player:
        await open_keys(player)
        assert line(player, "quit") == "q Leave the program from the menu or a table"
        assert (
            line(player, "quit-control") == "ctrl+q ctrl+c Leave the program from anywhere, even while typing"
        )
        assert line(player, "leave") == "y Leave the match and the program"


async def test_a_key_with_two_meanings_on_a_screen_is_reported() -> None:
    """Two windows can choose such keys, or somebody who edits the file."""
    async with playing(settings=with_keys(hint=("f4",), undo=("f4",), pace=("f5",))) as player:
        await open_keys(player)
        assert player.notice == "! Ask for a hint: f4 is taken: Undo your last action (Table)."
        await mark(player, "undo")
        await player.press("d")
        assert player.notice == ""


async def test_a_key_of_another_screen_is_free() -> None:
    """The menu's key for the daily bout and the table's for hints never meet."""
    async with playing() as player:
        await open_keys(player)
        await mark(player, "hint")
        await player.press("enter", "d")
        assert player.screen_name == "KeysScreen"
        assert chosen(player) == {"hint": ("d",)}


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("id", "key", "why"),
    [
        ("lift", "enter", "Enter would end a turn and lift the curtain"),
        ("lift", "h", "H would end a turn and lift the curtain"),
        ("play", "space", "Space would end a turn and lift the curtain"),
        ("go-on", "enter", "Enter would end a turn and leave the end of the round"),
        ("begin", "b", "This key works while you type: choose one that neither writes nor edits."),
        ("begin", "backspace", "This key works while you type: choose one that neither writes nor edits."),
        ("input-done", "left", "This key works while you type: choose one that neither writes nor edits."),
        ("input-cancel", "x", "This key works while you type: choose one that neither writes nor edits."),
        ("quit-control", "f3", "Ctrl+q always leaves the program."),
    ],
)
async def test_a_dangerous_key_is_refused_with_the_reason(id: str, key: str, why: str) -> None:
    async with playing() as player:
        await open_keys(player)
        await mark(player, id)
        await player.press("enter", key)
        assert why.lower() in player.dialog.lower()
        assert player.screen_name == "PressKey"
        await player.press("escape")
        assert chosen(player) == {}


@pytest.mark.slow
async def test_both_the_curtain_and_the_turn_get_other_keys_if_they_differ() -> None:
    async with playing() as player:
        await open_keys(player)
        await mark(player, "lift")
        await player.press("enter", "z")
        await mark(player, "go-on")
        await player.press("enter", "z")
        await mark(player, "play")
        await player.press("enter", "space")
        assert chosen(player) == {"lift": ("z",), "go-on": ("z",), "play": ("space",)}


async def test_a_line_gets_its_own_key_again() -> None:
    async with playing(settings=with_keys(hint=("f4",), undo=("f5",))) as player:
        await open_keys(player)
        await mark(player, "hint")
        await player.press("d")
        assert chosen(player) == {"undo": ("f5",)}
        assert line(player, "hint").startswith("i Ask for a hint")
        await player.press("d")
        assert chosen(player) == {"undo": ("f5",)}


@pytest.mark.slow
async def test_its_own_key_is_not_given_back_while_another_binding_has_it() -> None:
    async with playing(settings=with_keys(hint=("u",), undo=("i",))) as player:
        await open_keys(player)
        await mark(player, "hint")
        await player.press("d")
        assert player.notice == "! That key is taken: Undo your last action; noted in the match result."
        assert player.bells == 1
        assert chosen(player) == {"hint": ("u",), "undo": ("i",)}


async def test_one_key_chooses_hjkl_and_one_all_defaults() -> None:
    async with playing() as player:
        await open_keys(player)
        await player.press("p")
        assert chosen(player) == PRESETS["hjkl"]
        assert line(player, "hide").startswith("d Hide your hand")
        await player.press("r")
        assert chosen(player) == {}


@pytest.mark.slow
async def test_own_choices_are_not_replaced_without_asking() -> None:
    async with playing(settings=with_keys(hint=("f4",))) as player:
        await open_keys(player)
        for key in ("p", "r"):
            await player.press(key)
            assert "You have chosen some keys yourself." in player.dialog
            await player.press("n")
            assert chosen(player) == {"hint": ("f4",)}
        await player.press("p", "y")
        assert chosen(player) == PRESETS["hjkl"]


@pytest.mark.slow
async def test_an_entry_of_the_file_that_names_no_binding_is_reported() -> None:
    async with playing(settings=with_keys(hdie=("d",))) as player:
        await open_keys(player)
        assert player.notice == "! No keys are called 'hdie'."
    async with playing(settings=chosen_keys(PRESETS["hjkl"])) as player:
        await open_keys(player)
        assert player.notice == "", "though some of them are the hall's"


@pytest.mark.slow
async def test_the_form_says_which_keys_are_chosen() -> None:
    for keys, words in (({}, "standard ·"), (PRESETS["hjkl"], "hjkl ·"), ({"hint": ("f4",)}, "your own ·")):
        async with playing(settings=chosen_keys(keys)) as player:
            await player.press("s")
            assert words in player.text


async def test_keys_chosen_over_the_table_are_named_when_it_shows_again() -> None:
    async with playing(staged(script=NEAR)) as player:
        assert "space lifts the curtain" in player.text
        await player.press("ctrl+comma")
        player.app.change_settings(keys={"lift": ("z",)})
        await player.press("escape")
        assert "z lifts the curtain" in player.text
        await player.press("z")
        assert not player.curtain_is_down


async def test_a_window_too_small_for_the_program_names_the_key_that_leaves_it() -> None:
    async with playing(settings=with_keys(quit=("z",))) as player:
        await player.resize(60, 20)
        assert "press z to quit" in player.text
        await player.press("q")
        assert not player.has_ended
        await player.press("z")
        assert player.has_ended


async def test_the_menu_and_its_questions_name_the_keys_that_are_chosen() -> None:
    keys = {"new-match": ("w",), "stay": ("b", "escape")}
    async with playing(settings=chosen_keys(keys)) as player:
        assert re.search(r"New match .* w ", player.text)
        player.app.change_settings(keys={"new-match": ("x",)})
        await player.settle()
        assert re.search(r"New match .* x ", player.text)
    async with playing(staged(script=NEAR), settings=chosen_keys(keys)) as player:
        await player.press("q")
        assert "b Keep playing" in player.dialog
        await player.press("n")
        assert player.question == "Leave this match?"
        await player.press("b")
        assert player.screen_name == "TableScreen"


async def test_the_second_game_names_the_keys_that_are_chosen() -> None:
    keys = {"list-end": ("z",), "card-1": ("f5",), "up": ("k", "up")}
    match = Match.new(PRESETS_OF_DUELS["quick-duel"], seed=1)
    async with playing(match, settings=chosen_keys(keys)) as player:
        await player.press("space")
        for words in ("Pick a card by its number (f5-5)", "from the list with k and ↓", "z end turn"):
            assert words in player.text
