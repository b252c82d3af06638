"""Settings in the hall belong to the visitor's key; a guest's end with the session."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from serve.engines import ON_A_FILE
from serve.screens.guests import Guest, fail, in_hall, settle, sit_down
from textual.widgets import Input
from tui.setup.form import fill, go_to

from engarde_tui.screens.keys import KeyList
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.settings.document import Reading, rewritten
from engarde_tui.settings.entries import Characters, Motion, Settings, Setup
from engarde_tui.widgets.form import OneOf

KEY = "SHA256:anna"


@contextmanager
def opened(folder: Path) -> Iterator[Hall]:
    """A hall in this folder, as after each start."""
    hall = Hall(Register(folder))
    yield hall
    hall.close()


async def change(guest: Guest, **changes: object) -> None:
    """Change settings in the guest's own session."""
    guest.app.call_later(lambda: guest.app.change_settings(**changes))
    await guest.settle()


def said(guest: Guest) -> str:
    """The whole screen in one line."""
    return " ".join(guest.dialog.split()).lower()


async def choose_theme(guest: Guest, name: str) -> None:
    """From the lobby, and save."""
    await guest.press("s")
    assert guest.screen_name == "HallSettingsScreen"
    themes = guest.screen.query_one("#theme", OneOf)
    await go_to(guest, "theme")
    await guest.press(*["right"] * list(themes.choices).index(name))
    await guest.press("enter")
    assert guest.screen_name == "LobbyScreen"
    assert guest.app.theme == name


async def test_a_members_settings_are_there_again_after_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path) as hall:
        async with in_hall(hall, "anna") as (anna,):
            await choose_theme(anna, "daylight")
            await change(anna, keys={"hint": ("f4",)})
    with opened(tmp_path) as hall:
        async with in_hall(hall, "anna", "bruno") as (anna, bruno):
            assert anna.app.theme == "daylight"
            assert anna.app.settings.keys == {"hint": ("f4",)}
            assert bruno.app.theme == "salle"
            assert bruno.app.settings.keys == {}


async def test_another_name_of_the_same_key_has_the_same_settings(tmp_path: Path) -> None:
    with opened(tmp_path) as hall:
        async with in_hall(hall, "anna") as (anna,):
            await change(anna, theme="mono")
        visitor = hall.admit("annabel", KEY)
        assert visitor.member
        assert "mono" in hall.register.settings(visitor.key)


async def test_a_guests_settings_end_with_the_session(hall: Hall) -> None:
    async with in_hall(hall, "~bruno") as (bruno,):
        await choose_theme(bruno, "daylight")
    async with in_hall(hall, "~bruno") as (bruno,):
        assert bruno.app.theme == "salle"
    assert hall.register.database.select("SELECT * FROM settings") == []


async def test_what_a_member_has_learnt_belongs_to_the_key_and_a_guests_ends_with_the_session(
    hall: Hall,
) -> None:
    async with in_hall(hall, "anna", "~bruno") as guests:
        for guest in guests:
            guest.app.progress.lesson("en-garde", lambda _: 3)
    async with in_hall(hall, "anna", "~bruno") as (anna, bruno):
        assert anna.app.progress.reached.lessons == {"en-garde": 3}
        assert bruno.app.progress.reached.lessons == {}


async def test_two_windows_of_a_member_do_not_undo_each_others_changes(hall: Hall) -> None:
    async with in_hall(hall, "anna", "anna") as (first, second):
        await change(first, theme="mono")
        await change(second, bot_pace=3)
    async with in_hall(hall, "anna") as (anna,):
        assert (anna.app.theme, anna.app.bot_pace) == ("mono", 3)


async def test_two_windows_of_a_member_keep_each_others_keys_and_setups(hall: Hall) -> None:
    async with in_hall(hall, "anna", "anna") as (first, second):
        await change(first, keys={"hint": ("f4",)}, setup={"en-garde": Setup(target=2)})
        await change(second, keys={"undo": ("f5",)}, setup={"swords-and-shields": Setup(target=3)})
        await change(first, keys={"hint": ("f6",)})
    async with in_hall(hall, "anna") as (anna,):
        settings = anna.app.settings
        assert settings.keys == {"hint": ("f6",), "undo": ("f5",)}
        assert settings.setup == {"en-garde": Setup(target=2), "swords-and-shields": Setup(target=3)}


async def test_a_plain_key_opens_them_at_the_table_and_help_names_it(hall: Hall) -> None:
    """The hall has no palette."""
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("?")
        assert ", ctrl+, settings" in said(anna)
        await anna.press("escape", "comma")
        assert anna.screen_name == "HallSettingsScreen"


@pytest.mark.by_day(1)
@pytest.mark.parametrize("motion", Motion)
async def test_the_form_shows_the_stored_motion_and_leaves_it_when_something_else_changes(
    hall: Hall, motion: Motion
) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await change(anna, motion=motion)
        await anna.press("s")
        assert anna.screen.query_one("#motion", OneOf).chosen == motion
        await fill(anna, "bot_pace", "3")
        await anna.press("enter")
        assert (anna.app.settings.motion, anna.app.settings.bot_pace) == (motion, 3)


async def test_the_name_comes_with_the_key_and_cannot_be_chosen(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("s")
        assert "Your name" not in anna.text
        await anna.press("escape", "t")
        await fill(anna, "left", "Mia")
        await fill(anna, "right", "Zoë")
        await anna.press("enter")
        assert anna.screen_name == "TableScreen"
        assert (anna.app.settings.name, anna.app.settings.opponent) == (Settings().name, "Zoë")


async def test_a_table_is_offered_as_the_last_one(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("n")
        await fill(anna, "target", "3")
        await anna.press("enter")
        assert anna.screen_name == "WaitingScreen"
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("n")
        assert anna.screen.query_one("#target").value == "3"


async def test_the_bell_rings_when_the_opponent_has_played_unless_it_is_switched_off(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        bells = anna.bells, bruno.bells
        await anna.press("down", "enter")
        await settle(anna, bruno)
        assert (anna.bells, bruno.bells) == (bells[0], bells[1] + 1)
        await change(anna, bell=False)
        while bruno.scene.in_match >= {"play"}:
            await bruno.press("down", "enter")
            await settle(anna, bruno)
        assert anna.bells == bells[0]


@pytest.mark.slow
async def test_the_keys_of_the_hall_can_be_chosen(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await change(anna, keys={"salute": ("f6",), "new-table": ("w",)})
        await settle(anna)
        assert re.search(r"New table for two +w ", anna.text)
        await anna.press("s")
        anna.screen.query_one("KeysLink").focus()
        await settle(anna)
        await anna.press("enter")
        assert anna.screen_name == "KeysScreen"
        keys = anna.screen.query_one(KeyList)
        assert str(keys.get_option("salute").prompt).endswith("(default: s)")
        assert keys.get_option("trouble-again")
        await anna.press("q", "escape")
        await sit_down(anna, bruno)
        assert "f6 salute" in anna.keys
        assert "s salute" in bruno.keys


async def test_settings_that_cannot_be_saved_hold_for_the_session(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_hall(hall, "anna") as (anna,):
        monkeypatch.setattr(hall.register, "save_settings", fail)
        await anna.press("s")
        await go_to(anna, "theme")
        await anna.press("right", "right", "enter")
        for _ in range(2):
            assert anna.notice.endswith("not be saved, and hold until you leave: the disk is full.")
            assert anna.screen_name == "HallSettingsScreen"
            await anna.press("enter")
        await anna.press("escape")
        assert anna.screen_name == "LobbyScreen"
        assert anna.app.theme == "daylight"


async def test_a_register_that_cannot_be_read_lets_members_in_with_the_defaults(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await change(anna, theme="mono", bot_pace=3)
    with monkeypatch.context() as patch:
        patch.setattr(hall.register, "settings", fail)
        async with in_hall(hall, "anna") as (anna,):
            assert anna.screen_name == "LobbyScreen"
            assert "your settings cannot be read, so the defaults hold: the disk" in said(anna)
            assert anna.app.settings == Settings(bell=True)
            patch.undo()
            await change(anna, theme="daylight")
            assert anna.app.keeper.problems == ()
    async with in_hall(hall, "anna") as (anna,):
        assert (anna.app.theme, anna.app.bot_pace) == ("daylight", 3), "and nothing is lost"


def damage(hall: Hall, line: bytes) -> bytes:
    """Put a line into the stored settings that cannot be read; return them."""
    text = rewritten(Reading(), {("theme",): "mono"}).text.encode().replace(b"[keys]\n", line)
    with hall.register.database.writing() as database:
        database.execute("INSERT OR REPLACE INTO settings VALUES (?, CAST(? AS TEXT))", (KEY, text))
    return text


def stored(hall: Hall) -> dict[str, bytes]:
    """All settings of the register, by key."""
    return dict(hall.register.database.select("SELECT key, CAST(text AS BLOB) FROM settings"))


@ON_A_FILE
async def test_damaged_settings_are_read_as_far_as_possible_logged_and_told(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    damage(hall, b"bell = per\xffhaps\n")
    with caplog.at_level(logging.WARNING, "engarde.hall"):
        async with in_hall(hall, "anna") as (anna,):
            assert anna.app.theme == "mono"
            assert "your settings, bell" in said(anna)
            assert "haps (this cannot be read, or is there twice)." in said(anna)
    (record,) = caplog.records
    assert record.getMessage().startswith("event=settings player=anna problem=")


@ON_A_FILE
async def test_damaged_settings_are_kept_aside_when_a_setting_changes(hall: Hall) -> None:
    first = damage(hall, b"bell = per\xffhaps\n")
    async with in_hall(hall, "anna") as (anna,):
        await change(anna, bot_pace=3)
        await change(anna, bot_pace=4)
        await anna.press("s")
        assert anna.notice == ""
    assert stored(hall).keys() == {KEY, f"{KEY}.broken-1"}
    second = damage(hall, b"name = Mia\n")
    async with in_hall(hall, "anna") as (anna,):
        await change(anna, bot_pace=5)
        assert (anna.app.theme, anna.app.bot_pace) == ("mono", 5)
    rows = stored(hall)
    assert rows.pop(KEY).startswith(b"# Settings of engarde")
    assert rows == {f"{KEY}.broken-1": first, f"{KEY}.broken-2": second}


@ON_A_FILE
async def test_an_entry_of_a_newer_hall_is_not_told_to_the_member(hall: Hall) -> None:
    damage(hall, b"[board]\nwood = 'oak'\n")
    async with in_hall(hall, "anna") as (anna,):
        assert "your settings" not in said(anna)
        await change(anna, bell=True)
    assert stored(hall).keys() == {KEY}


async def test_characters_that_are_chosen_show_at_once_on_every_screen(hall: Hall) -> None:
    """A guest's until the session ends."""
    async with in_hall(hall, "~bruno", "anna") as (bruno, anna):
        await sit_down(anna, bruno)
        for characters, is_ascii in (("ascii", True), ("unicode", False), ("ascii", True)):
            await change(bruno, characters=Characters(characters))
            await settle(anna, bruno)
            # What a line goes through depends on the session that draws it.
            with bruno.app._context():
                assert bruno.text.isascii() is is_ascii
            with anna.app._context():
                assert not anna.text.isascii()
    async with in_hall(hall, "~bruno") as (bruno,):
        assert not bruno.text.isascii()


async def test_the_lobby_says_what_its_keys_do_after_a_setting_has_changed(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await choose_theme(anna, "daylight")
        assert re.search(r"Leave the hall +q", anna.text)


async def test_no_cursor_blinks_over_the_line(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Input.cursor_blink, "_default", True)
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("j")
        assert not anna.screen.query_one(Input).cursor_blink


async def test_there_is_no_shell_to_go_to(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("f1")
        keys = anna.text
        await anna.press("pagedown")
        keys += anna.text
        assert "ctrl+l" in keys
        assert "ctrl+z" not in keys
