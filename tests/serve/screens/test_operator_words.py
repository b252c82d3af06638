"""What the operator writes: a notice in the lobby, and notes to a member."""

from serve.screens.guests import in_hall, settle, sit_down

from engarde_tui.serve.hall.hall import Hall


async def test_a_notice_is_in_every_lobby_and_all_else_fits_too(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno") as (anna, bruno):
        hall.notices.put_up("Cup on Friday at six")
        await settle(anna, bruno)
        for player in (anna, bruno):
            assert "! Cup on Friday at six" in player.text
            assert "Leave the hall" in player.text
        hall.notices.put_up("")
        await settle(anna, bruno)
        assert "Cup on Friday" not in anna.text


async def test_a_note_is_seen_at_once_at_a_table_and_again_until_it_is_read(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        hall.notices.write_note("anna", "Please choose another phrase")
        await settle(anna, bruno)
        assert "Please choose another phrase" in anna.dialog
        assert bruno.screen_name == "HallSession"
        await anna.press("space", "escape")
        assert anna.screen_name == "HallSession", "later"
    async with in_hall(hall, "anna") as (anna,):
        await settle(anna)
        assert "Please choose another phrase" in anna.dialog
        await anna.press("y")
        assert anna.screen_name == "LobbyScreen"
    async with in_hall(hall, "anna") as (anna,):
        await settle(anna)
        assert anna.screen_name == "LobbyScreen"
