"""The page of the people: who is here, and what can be done about them; friends in the lobby."""

import re

import pytest
from bouts import BOUT, NOON, played
from composition import check_composed
from serve.hall.visitors import Clock, opened, own_matches
from serve.screens.guests import TERMS, fail, in_hall, settle, sit_down

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.presentation import full_title
from engarde_tui.serve.hall.hall import Hall
from engine.en_garde import Seat

BOUT_TITLE = full_title(BOUT.rules)

NOTICE = (
    "The cup begins on Friday at six o'clock sharp; whoever wants to play writes to the operator before"
    " Thursday noon, with a name and a game. There will be cheese."
)


def lines(text: str) -> list[str]:
    """What the list says, without marks and frames."""
    rows = [row.strip("│► ") for row in text.splitlines() if re.match(r"\s*│", row)]
    return [" ".join(row.split()) for row in rows][1:]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_who_is_here_and_what_they_do_is_one_key_away(
    hall: Hall, clock: Clock, size: tuple[int, int]
) -> None:
    async with in_hall(hall, "anna", "bruno", "carla", "~dora", "emil", size=size) as (anna, *others):
        bruno, carla, dora, emil = others
        await sit_down(bruno, carla)
        await settle(dora)
        await dora.press("home", "enter")
        await emil.press("a", "enter")
        clock.now += 700
        await anna.press("o")
        check_composed(anna)
        assert lines(anna.text) == [
            "bruno plays carla 0 : 0, Ferti advanced 10 min",
            "carla plays bruno 0 : 0, Ferti advanced 10 min",
            "~dora watches bruno 0 : 0 carla, Ferti adva… 10 min",
            "emil plays the computer 10 min",
            "anna (you) is in the lobby",
        ]
        await anna.press("o")
        assert anna.screen_name == "LobbyScreen"


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("keys", "does"),
    [
        ("l", "takes a lesson"),
        ("p", "solves a puzzle"),
        ("a enter", "plays the computer"),
        ("a enter q m", "is in the lobby"),
        ("t enter", "plays at one keyboard"),
        ("s", "is in the lobby"),
    ],
)
async def test_what_somebody_does_alone_is_told(hall: Hall, keys: str, does: str) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await bruno.press(*keys.split())
        await anna.press("o")
        assert lines(anna.text)[0] == f"bruno {does}"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_more_people_than_fit_scroll_above_what_is_said(hall: Hall, size: tuple[int, int]) -> None:
    hall.notices.put_up(NOTICE)
    for number in range(60):
        hall.admit(f"member_{number:03}", f"SHA256:{number}")
    async with in_hall(hall, "anna", size=size) as (anna,):
        await anna.press("o")
        check_composed(anna)
        assert "member_000" in anna.text
        assert anna.notice == f"The operator of the hall: {NOTICE}"
        await anna.press("end")
        assert "►anna (you)" in anna.text
        assert "member_000" not in anna.text
        assert "q back" in anna.keys


async def test_the_page_follows_who_comes_and_goes_and_keeps_the_mark(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        bruno, _, dora = (hall.admit(name, f"SHA256:{name}") for name in ("bruno", "carla", "dora"))
        await anna.press("o", "down")
        assert re.search("►carla", anna.text)
        hall.dismiss(bruno)
        hall.dismiss(dora)
        hall.admit("emil", "SHA256:emil")
        await settle(anna)
        assert [line.split()[0] for line in lines(anna.text)] == ["carla", "emil", "anna"]
        assert re.search("►carla", anna.text)


async def test_enter_watches_a_match_and_says_where_there_is_none(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla", "dora") as (anna, bruno, carla, _):
        await sit_down(bruno, carla)
        await anna.press("o", "end", "up", "enter")
        assert anna.notice == "! There is no table to go to."
        await anna.press("home", "enter")
        assert anna.screen_name == "HallSession"
        assert "You are watching" in anna.text


async def test_c_challenges_the_marked_member_with_the_form(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "~carla") as (anna, bruno, _):
        await anna.press("o", "c")
        assert anna.screen_name == "TableTermsScreen"
        assert "Press enter to challenge bruno." in anna.text
        await anna.press("enter")
        await settle(anna, bruno)
        assert "Waiting for bruno" in anna.text
        assert "anna challenges you" in bruno.line
        await anna.press("m", "o", "c")
        assert "You have challenged bruno already" in anna.notice
        await anna.press("down", "c")
        assert "choose a member" in anna.notice


async def test_a_friend_has_a_mark_and_comes_first_here_and_in_the_lobby(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla", size=(120, 40)) as (anna, bruno, carla):
        hall.create(bruno.app.visitor, TERMS, Seat.LEFT)
        hall.create(carla.app.visitor, TERMS, Seat.LEFT)
        dora, emil, fritz = (hall.admit(name, f"SHA256:{name}") for name in ("dora", "emil", "fritz"))
        opened(hall, dora, emil)
        opened(hall, carla.app.visitor, fritz)
        await settle(anna)
        await anna.press("o", "down", "f")
        assert anna.notice == "carla is marked as your friend. Nobody else is told."
        assert lines(anna.text)[0].startswith("★ carla plays fritz")
        await anna.press("q")
        assert re.search(r"Here now.*│ ★ carla, anna \(you\),", anna.text, re.DOTALL)
        assert anna.text.index("Join ★ carla") < anna.text.index("Join bruno")
        assert anna.text.index("★ carla 0 : 0 fritz") < anna.text.index("dora 0 : 0")
        assert "★" not in bruno.text + carla.text
        await anna.press("o", "f")
        assert anna.notice == "carla is no longer marked."
        assert "★" not in anna.text
        for visitor in (dora, emil, fritz):
            hall.dismiss(visitor)


async def test_friends_who_are_away_are_listed_too_and_can_be_unmarked(hall: Hall) -> None:
    bruno = hall.register.names.claim("SHA256:bruno", "bruno")
    async with in_hall(hall, "anna") as (anna,):
        hall.friends.mark(anna.app.visitor, bruno)
        await anna.press("o", "end")
        assert lines(anna.text) == ["anna (you) is in the lobby", "★ bruno away"]
        await anna.press("f")
        assert lines(anna.text) == ["anna (you) is in the lobby"]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_a_friend_can_be_named_who_is_away_or_in_no_list(hall: Hall, size: tuple[int, int]) -> None:
    hall.register.names.claim("SHA256:bruno", "Bruno")
    async with in_hall(hall, "anna", size=size) as (anna,):
        await anna.press("o", "a")
        assert "Type the name of a member, who may be away." in anna.text
        for typed, why in (
            ("nobody", "Nobody owns the name nobody."),
            ("~guest", "Nobody owns the name ~guest."),
            ("ANNA", "You cannot mark yourself."),
        ):
            await anna.press(*typed, "enter")
            assert why in anna.text
            await anna.press(*["backspace"] * len(typed))
        await anna.press(*"bruno", "enter")
        assert anna.screen_name == "PeopleScreen"
        check_composed(anna)
        assert anna.notice == "Bruno is marked as your friend. Nobody else is told."
        assert lines(anna.text) == ["anna (you) is in the lobby", "★ Bruno away"]
        await anna.press("a", *"bruno", "enter")
        assert "Bruno is your friend already." in anna.text
        await anna.press("escape")
        assert anna.screen_name == "PeopleScreen"
        assert lines(anna.text) == ["anna (you) is in the lobby", "★ Bruno away"]


@pytest.mark.slow
async def test_members_who_are_here_and_no_friends_are_offered_as_friends(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla", "~dora") as (anna, *_):
        await anna.press("o", "f", "a")
        assert "Here now: carla." in anna.text
        await anna.press("c", "right", "enter")
        assert lines(anna.text)[:2] == ["★ bruno is in the lobby", "★ carla is in the lobby"]


async def test_a_friend_who_cannot_be_saved_is_said_where_the_name_was_typed(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, _):
        await anna.press("o", "a", *"bruno")
        with monkeypatch.context() as patched:
            patched.setattr(hall.register.database, "writing", fail)
            await anna.press("enter")
        assert "The disk is full." in anna.text
        await anna.press("enter")
        assert "★ bruno" in anna.text


async def test_guests_see_who_is_here_and_are_offered_nothing_for_members(hall: Hall) -> None:
    async with in_hall(hall, "~anna", "bruno") as (anna, _):
        await anna.press("o")
        assert "bruno is in the lobby" in lines(anna.text)
        assert not {"c", "f", "a"} & set(anna.keys.split())
        await anna.press("f", "c", "a")
        assert anna.screen_name == "PeopleScreen"


@pytest.mark.parametrize("size", [(80, 24), (80, 30), (120, 40)], ids=str)
async def test_a_long_notice_leaves_who_is_here_and_can_be_read_in_full(
    hall: Hall, size: tuple[int, int]
) -> None:
    async with in_hall(hall, "anna", "bruno", size=size) as (anna, _):
        hall.notices.put_up(NOTICE)
        await settle(anna)
        check_composed(anna)
        assert "! The cup begins on Friday at six" in anna.text
        assert "Here now" in anna.text
        assert "o: people, ladders" in anna.text
        assert ("o: read it" in anna.text) is (size == (80, 24))
        if size != (80, 24):
            assert NOTICE in anna.dialog
        await anna.press("o")
        assert anna.notice == f"The operator of the hall: {NOTICE}"
        await anna.press("q")
        hall.notices.put_up("Cup on Friday")
        await settle(anna)
        assert "! Cup on Friday " in anna.text
        assert "read it" not in anna.text


@pytest.mark.slow
async def test_results_of_daily_bouts_are_shown_of_members_who_agree(hall: Hall) -> None:
    hall.store.now = lambda: NOON
    async with in_hall(hall, "anna", "bruno", "~carla") as (anna, bruno, carla):
        for player in (anna, carla):
            await player.press("o", "left")
            assert "Daily bouts" in player.text
            assert "Nobody who shows results has finished a bout yet." in player.text
        assert carla.notice == "Members who agree have their results shown here."
        assert anna.notice == "Your results are not shown to everybody here: s shows them."
        await anna.press("s")
        assert anna.notice == "Your results are shown to everybody here: s hides them."
        await anna.press("o", "d", "enter")
        assert "daily bout 2026-11-23" in anna.text
        await bruno.press("o")
        assert "anna plays the daily bout" in lines(bruno.text)
        await bruno.press("left")
        assert "Nobody who shows results" in bruno.text, "it is not over"
        await anna.press("q", "m")
        resumed = own_matches(hall, "anna").resume(1)
        match = played(LiveMatch(resumed.record.match, resumed.journal, others=resumed.record.others))
        match.close()
        won = "lost" if match.view(None).winner else "won"
        score = "{} : {}".format(*match.view(None).score)
        await bruno.press("o", "o", "left")
        assert lines(bruno.text) == [f"anna today {BOUT_TITLE} {won} {score}"]
        await bruno.press("f")
        assert lines(bruno.text) == [f"★ anna today {BOUT_TITLE} {won} {score}"]
        await anna.press("o", "left", "s")
        await bruno.press("o", "o", "left")
        assert "Nobody who shows results" in bruno.text
