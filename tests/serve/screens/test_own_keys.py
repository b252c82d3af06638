"""The keys of a name: added by a code from another window, withdrawn from the list."""

import re

import pytest
from serve.screens.guests import in_hall, settle

from engarde_tui.serve.hall.hall import Hall

OTHER = "SHA256:other"


@pytest.mark.slow
async def test_a_key_is_added_by_the_code_and_withdrawn_from_the_list(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~anna") as (anna, guest):
        await anna.press("y")
        assert "The keys of anna" in anna.text
        assert "you came with it" in anna.text
        await anna.press("a")
        code = re.search(r"ssh anna\+key@host key (\w{12})", anna.notice)
        assert code is not None
        guest.app.visitor.key = OTHER
        await guest.press("j")
        await guest.write(code[1])
        await guest.press("enter")
        assert guest.notice == "Your key now owns the name anna: leave, and connect as anna."
        assert hall.admit("anna", OTHER).member
        await anna.press("?", "q")
        assert OTHER in anna.text
        listed = [key.fingerprint for key in hall.own_keys.listed(anna.app.visitor)]
        await anna.press("home", *["down"] * listed.index(OTHER), "x")
        assert f"{OTHER} will no longer own the name anna." in anna.dialog
        await anna.press("y")
        await settle(anna)
        assert anna.notice == "The key is withdrawn."
        assert OTHER not in anna.text
        assert not hall.admit("anna", OTHER).member
        await anna.press("x")
        assert anna.notice.startswith("! This is the key you came with")


async def test_a_guest_has_no_keys_to_look_at(hall: Hall) -> None:
    async with in_hall(hall, "~anna") as (guest,):
        assert "Your keys" not in guest.text
        await guest.press("y")
        assert guest.screen_name == "LobbyScreen"


async def test_a_code_for_a_key_says_so_to_who_has_none(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno") as (anna, guest):
        code = hall.own_keys.code_for(anna.app.visitor)
        await guest.press("j")
        await guest.write(code)
        await guest.press("enter")
        assert "This code is for a key: connect with the key" in guest.dialog
