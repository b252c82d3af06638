"""The hall's screens: lobby, waiting table, table, and what two visitors see of each other, without SSH."""

import gc
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from textual.events import Key
from textual.strip import Strip
from tui.harness import SMALLEST, Player
from tui.states import NEAR, deck_for

from engarde_tui.match.problem import Problem
from engarde_tui.match.scene import Scene
from engarde_tui.serve.app import ColorSystem, HallApp
from engarde_tui.serve.hall.events import TableChanged
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.table import SALUTES, HallTable
from engarde_tui.serve.screens.navigator import HallNews
from engarde_tui.serve.screens.table import HallTableScreen
from engarde_tui.storage.store import Store
from engine.en_garde import Match, Seat, parse_action


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """One in which nobody has to wait to claim a match."""
    hall = Hall(Store(tmp_path / "hall"), Register(tmp_path / "hall"), absence=0)
    yield hall
    hall.close()


class Guest(Player):
    """A player with the own app in the hall."""

    app: HallApp

    async def settle(self) -> None:
        """In the context of this session, not of the one that was begun last."""
        with self.app._context():
            await super().settle()

    async def leave(self) -> None:
        """Go without a word, as a lost line does."""
        self.app.visitor.lost = True
        self.app.exit()
        with self.app._context():
            await self.app._shutdown()


@asynccontextmanager
async def in_hall(
    hall: Hall,
    *names: str,
    code: str = "",
    size: tuple[int, int] = SMALLEST,
    colors: ColorSystem | None = "truecolor",
) -> AsyncIterator[list[Guest]]:
    """Each name in a session of its own; those with a ~ come without a key."""
    async with AsyncExitStack() as stack:
        players = []
        for name in names:
            key = None if name.startswith("~") else f"SHA256:{name}"
            visitor = hall.admit(name.removeprefix("~"), key)
            app = HallApp(hall, visitor, colors, lambda *_: None, code, address="host", curtain_delay=0)
            await stack.enter_async_context(app.run_test(size=size))
            stack.callback(hall.dismiss, visitor)
            players.append(Guest(app))
            await players[-1].settle()
        yield players


async def settle(*players: Guest) -> None:
    """What one does reaches the others."""
    for player in (*players, *players):
        await player.settle()


async def sit_down(host: Guest, guest: Guest) -> None:
    """`host` opens a table and `guest` joins it."""
    await host.press("n", "enter")
    await guest.press("up", "up", "up", "up", "up", "up", "up", "up", "home", "enter")
    await settle(host, guest)


async def play_round(hall: Hall, left: Guest, right: Guest) -> AsyncIterator[HallTable]:
    """To the end of the round, with a stop after each action."""
    (table,) = hall.own_tables(left.app.visitor)
    while (view := table.view) is not None and view.round.result is None:
        await (left, right)[view.round.turn or Seat.LEFT].press("down", "enter")
        await settle(left, right)
        yield table


async def end_round(hall: Hall, left: Guest, right: Guest) -> HallTable:
    """To the end of the round, as both see it then."""
    (table,) = hall.own_tables(left.app.visitor)
    match = table.match.open()
    while match.turn is not None:
        match.play(match.view(match.turn).round.legal[0])
    await settle(left, right)
    return table


async def test_a_table_is_opened_and_joined_from_the_lobby(hall: Hall) -> None:
    """Who has opened it is called to it by the bell."""
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n")
        assert "anna sits on the" in anna.text
        await anna.press("enter")
        assert "Waiting for an opponent: from the lobby, or by this code" in anna.text
        code = re.search(r"ssh -t NAME@host join (\w{6})", anna.text)
        assert code is not None
        await bruno.settle()
        assert "►Join anna: Ferti advanced, first to 5, you sit on the right" not in bruno.text
        assert "Join anna: Ferti advanced, first to 5, you sit on the right" in bruno.text
        await bruno.press("home", "enter")
        await settle(anna, bruno)
        assert anna.bells == 1
        assert "anna's hand" in anna.text
        assert "bruno's hand" not in anna.text
        assert "bruno's hand" in bruno.text
        assert "anna's hand" not in bruno.text


async def test_a_hidden_table_is_found_by_its_code_only(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n", "tab", "tab", "right", "enter")
        assert "by this code only" in anna.text
        await bruno.settle()
        assert "Join anna" not in bruno.text
        await bruno.press("j")
        await bruno.write("zzzzzz")
        await bruno.press("enter")
        assert bruno.notice == "! No table has the code 'zzzzzz'."
        await bruno.press("j")
        (table,) = hall.own_tables(anna.app.visitor)
        await bruno.write(table.code.upper())
        await bruno.press("enter")
        assert "bruno's hand" in bruno.text


async def test_what_one_plays_the_other_sees_and_is_told_who_chooses(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        assert anna.notice.startswith("This deck's commitment: ")
        assert anna.notice == bruno.notice
        await anna.press("down", "enter")
        await settle(bruno)
        assert re.search("anna advanced [1-5]", bruno.text)
        assert "bruno to play" in bruno.text
        assert anna.notice == "bruno is choosing."
        assert "direction" not in anna.keys
        await anna.press("1", "down", "enter")
        assert "bruno to play" in bruno.text


async def test_what_happens_in_one_turn_is_told_a_session_at_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it is, and however many have done it; what is shown is what there is by then."""
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        (table,) = hall.own_tables(anna.app.visitor)
        told: list[TableChanged | None] = []
        look = HallTableScreen.on_hall_news

        def note(screen: HallTableScreen, news: HallNews) -> None:
            if screen is anna.screen:
                told.append(news.at(table))
            look(screen, news)

        monkeypatch.setattr(HallTableScreen, "on_hall_news", note)
        match = table.match.open()
        for _ in range(2):
            match.play(match.view(match.turn).round.legal[0])
        table.salute(bruno.app.visitor, SALUTES[0])
        await settle(anna)
        assert told == [TableChanged(table.code, "bruno: Salute!")]
        assert anna.notice.startswith("bruno: Salute!")
        assert re.search("bruno advanced [1-5]", anna.text)
        told.clear()
        await anna.press("down", "enter")
        await settle(anna, bruno)
        assert told == [TableChanged(table.code)]


async def test_who_comes_to_watch_disturbs_no_turn_that_is_being_composed(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await sit_down(anna, bruno)
        await settle(carla)
        await anna.press("down")
        before = anna.text
        assert "Press enter to play." in anna.notice
        await carla.press("home", "enter")
        await settle(anna)
        assert "You are watching" in carla.notice
        assert anna.text == before
        await anna.press("enter")
        assert anna.notice == "bruno is choosing."


@pytest.mark.parametrize(("seconds", "wait"), [(20, "20 seconds"), (90, "90 seconds"), (180, "3 minutes")])
async def test_who_leaves_is_told_how_long_the_match_cannot_be_claimed(
    hall: Hall, seconds: float, wait: str
) -> None:
    hall.absence = seconds
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("q")
        assert f"an opponent who waits {wait} for you can claim the match" in anna.dialog


async def test_who_is_gone_is_named_and_the_match_can_be_claimed(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        assert "claim" not in anna.keys
        await anna.press("c")
        await bruno.leave()
        await settle(anna)
        assert "bruno has lost the connection; the seat is kept. Press c to claim the match" in anna.notice
        await anna.press("c")
        assert "bruno has not come back. Claim the match and win?" in anna.dialog
        await anna.press("y")
        assert "bruno did not come back to the match." in anna.text
        assert "anna 5 : 0 bruno" in anna.text
        await anna.press("space")
        assert "anna wins the match" in anna.text


async def test_who_comes_back_goes_on_where_it_was(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("down", "enter")
        await bruno.leave()
        async with in_hall(hall, "bruno") as (again,):
            assert "Your seat: anna 0 : 0 bruno, round 1, opponent there" in again.text
            await again.press("enter")
            await settle(anna)
            assert "bruno to play" in again.text
            assert again.notice.startswith("This deck's commitment: ")
            assert anna.notice == "bruno is choosing."
            await again.press("down", "enter")
            await settle(anna)
            assert "anna to play" in anna.text


async def test_a_guest_is_told_the_code_that_leads_back(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno") as (anna, bruno):
        assert "You are the guest ~bruno" in bruno.notice
        await sit_down(anna, bruno)
        found = re.search(r"Your seat's code: (\w{12})", bruno.notice)
        assert found is not None
        assert "code" not in anna.notice
        await bruno.press("q")
        assert f"Your seat's code: {found[1]}. The seat is kept, but" in bruno.dialog
        await bruno.press("n")
        await bruno.leave()
        assert bruno.app.parting_words == [
            f"Your seat against anna is kept: ssh -t bruno@host join {found[1]}"
        ]
        assert anna.app.parting_words == []
        async with in_hall(hall, "~carla", code=found[1]) as (again,):
            assert "~bruno's hand" in again.text


async def test_a_guest_is_told_the_code_also_where_nobody_waits(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno") as (anna, bruno):
        await anna.press("n", "enter", "m")
        await settle(bruno)
        await bruno.press("home", "enter")
        assert re.match(
            r"Your seat's code: \w{12}\. anna is not here; the seat is kept\. You can keep playing, or press"
            r" m for the lobby\.",
            bruno.notice,
        )


async def test_after_a_rematch_a_guest_gets_back_by_the_new_code_and_by_the_old_one(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        (table,) = hall.own_tables(anna.app.visitor)
        table.match.open().give_up(Seat.RIGHT)
        await settle(anna, bruno)
        await anna.press("space", "r")
        await bruno.press("space", "r")
        await settle(anna, bruno)
        (new,) = hall.own_tables(bruno.app.visitor)
        assert new is not table
        await bruno.leave()
        (words,) = bruno.app.parting_words
        assert words.endswith(f" join {new.seats.code(Seat.RIGHT)}")
        for code in (table.seats.code(Seat.RIGHT), new.seats.code(Seat.RIGHT)):
            async with in_hall(hall, "~carla", code=code) as (again,):
                assert "~bruno's hand" in again.text
                assert "round 1" in again.text


async def test_who_looks_on_sees_no_hand_and_watches_finished_rounds(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await sit_down(anna, bruno)
        await settle(carla)
        await carla.press("home", "enter")
        assert "You are watching; the hands are hidden. anna is choosing." in carla.notice
        async for _ in play_round(hall, anna, bruno):
            await carla.settle()
            assert "'s hand" not in carla.text
        assert carla.screen_name == "HallTableScreen"
        await carla.press("1", "enter", "u", "i", "h", "c", "space")
        assert carla.screen_name == "HallTableScreen"
        await carla.press("w")
        assert carla.screen_name == "ReplayScreen"
        assert "anna's hand" in carla.text
        assert "bruno's hand" in carla.text


async def test_who_looks_on_is_told_who_has_gone(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno", "carla") as (anna, bruno, carla):
        await sit_down(anna, bruno)
        await settle(carla)
        await carla.press("home", "enter")
        await bruno.leave()
        await settle(carla)
        assert carla.notice == (
            "You are watching; the hands are hidden. ~bruno has lost the connection;"
            " a guest needs the seat's code to come back, not the table's."
        )
        await anna.press("m")
        await settle(carla)
        assert "anna is not here, ~bruno has lost the connection;" in carla.notice


async def test_a_round_goes_on_for_both_when_one_goes_on(hall: Hall) -> None:
    """The other one still looks at the showdown, with deck and salt, as long as wanted."""
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        async for table in play_round(hall, anna, bruno):
            proof = table.proofs[0]
        assert anna.at_showdown
        assert bruno.at_showdown
        assert f"Deck {proof.deck} salt {proof.salt}" in anna.text
        await anna.press("space")
        await settle(bruno)
        assert anna.notice.endswith(table.proofs[1].commitment)
        assert bruno.at_showdown
        await bruno.press("p")
        assert proof.commitment in bruno.text
        await bruno.press("space", "space")
        assert bruno.screen_name == "HallTableScreen"
        assert "round 2" in bruno.text


async def test_at_a_showdown_nothing_can_be_done_or_known_of_the_next_round(hall: Hall) -> None:
    """Which the other one has begun: no key, no click, and no card of it in the program."""
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        table = await end_round(hall, anna, bruno)
        await anna.press("space")
        await anna.press("down", "enter")
        await settle(anna, bruno)
        assert table.view is not None
        before, state = bruno.text, table.view
        assert state.round.turn is Seat.RIGHT
        await bruno.press(*"12345ahiufcmw", "up", "down", "left", "right", "enter", "backspace", "escape")
        for y in range(SMALLEST[1] - 2):
            # Nothing that can be clicked on is narrower.
            for x in range(0, SMALLEST[0], 3):
                await bruno.click(x, y)
        assert bruno.text == before
        assert bruno.bells == 0
        assert table.view == state
        scenes = [
            value
            for widget in bruno.screen.walk_children(with_self=True)
            for value in vars(widget).values()
            if isinstance(value, Scene)
        ]
        assert scenes
        assert {view.number for scene in scenes for view in (scene.view, scene.before) if view} == {1}


async def test_no_showdown_is_skipped_in_a_second_window(hall: Hall) -> None:
    """Two rounds have ended while one window still shows the first one's."""
    async with in_hall(hall, "anna", "bruno", "anna") as (first, bruno, second):
        await sit_down(first, bruno)
        await settle(second)
        await second.press("home", "enter")
        await end_round(hall, first, bruno)
        await settle(second)
        await second.press("space")
        await bruno.press("space")
        table = await end_round(hall, second, bruno)
        await first.settle()
        assert "Round 2" not in first.text
        await first.press("space")
        assert first.at_showdown
        assert f"Deck {table.proofs[1].deck} salt {table.proofs[1].salt}" in first.notice
        assert table.view is not None
        assert table.view.number == 2, "it was not this window's turn to deal"


async def test_who_is_at_a_showdown_hears_that_the_other_has_gone_on(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await end_round(hall, anna, bruno)
        await anna.press("space")
        await settle(bruno)
        assert bruno.notice.startswith("anna is in the next round")


async def two_windows(hall: Hall, first: Guest, bruno: Guest, second: Guest) -> HallTable:
    """A table at which the player on the left has two windows."""
    await sit_down(first, bruno)
    await settle(second)
    await second.press("home", "enter")
    await settle(first, bruno, second)
    return next(table for table in hall.own_tables(first.app.visitor) if table.visitors)


def deal(monkeypatch: pytest.MonkeyPatch, deck: list[int]) -> None:
    """Let all matches begin with this deck, and with the left fencer."""
    new = Match.new
    monkeypatch.setattr("engarde_tui.serve.hall.offer.starting_seat", lambda *_: Seat.LEFT)
    monkeypatch.setattr(Match, "new", lambda *what, **more: new(*what, **more, dealt="".join(map(str, deck))))


async def test_an_action_of_two_windows_is_played_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter in both before either hears of the other: a parry, after which it is still the player's turn."""
    before = f"{NEAR} +1 A2"
    deal(monkeypatch, deck_for(before, left="2"))
    async with in_hall(hall, "anna", "bruno", "anna") as (first, bruno, second):
        table = await two_windows(hall, first, bruno, second)
        for word in before.split():
            table.match.open().play(parse_action(word))
        await settle(first, second, bruno)
        await first.press("2")
        await second.press("2")
        for window in (first, second):
            window.app.post_message(Key("enter", None))
        await settle(first, second, bruno)
        assert table.view is not None
        assert " ".join(str(play.action) for play in table.view.round.plays) == f"{before} P2"
        assert first.app.farewell == second.app.farewell == ""


def fail(*_: object) -> None:
    """As a disk does that is full."""
    raise Problem("the disk is full")


async def test_what_could_not_be_kept_is_not_played_in_the_others_turn(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be legal there too."""
    deal(monkeypatch, deck_for("+1 +1 +1", left="1"))
    async with in_hall(hall, "anna", "bruno", "anna") as (first, bruno, second):
        table = await two_windows(hall, first, bruno, second)

        with monkeypatch.context() as broken:
            journal = table.match.open().saver._journal
            assert journal is not None
            broken.setattr(journal, "write", fail)
            await first.press("1", "right", "enter")
            assert first.screen_name == "TroubleQuestion"
        await second.press("1", "right", "enter")
        await settle(first, second, bruno)
        await first.press("t")
        await settle(first, second, bruno)
        assert table.view is not None
        assert [play.seat for play in table.view.round.plays] == [Seat.LEFT]
        assert first.app.farewell == ""


async def end_match(hall: Hall, left: Guest, right: Guest) -> HallTable:
    """Both see the winner."""
    (table,) = hall.own_tables(left.app.visitor)
    table.match.open().give_up(Seat.RIGHT)
    await settle(left, right)
    for player in (left, right):
        await player.press("space")
        assert player.screen_name == "HallMatchOverScreen"
    await settle(left, right)
    return table


async def test_nobody_is_torn_out_of_a_replay_by_a_rematch(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await sit_down(anna, bruno)
        await settle(carla)
        await carla.press("home", "enter")
        table = await end_match(hall, anna, bruno)
        await settle(carla)
        await carla.press("w")
        await anna.press("r", "w")
        await bruno.press("r")
        await settle(anna, bruno, carla)
        assert carla.screen_name == anna.screen_name == "ReplayScreen"
        for watching in (anna, carla):
            await watching.press("escape")
        await settle(anna, bruno, carla)
        assert isinstance(carla.screen, HallTableScreen)
        assert isinstance(anna.screen, HallTableScreen)
        assert carla.screen._hall_table is anna.screen._hall_table is table.successor


async def test_the_lobby_tells_who_would_like_to_play_again(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await end_match(hall, anna, bruno)
        await bruno.press("m")
        await anna.press("r")
        await settle(anna, bruno)
        assert "anna wants a rematch" in " ".join(bruno.text.split())
        await anna.press("m")
        await settle(anna, bruno)
        assert "wants a rematch" not in bruno.text


async def test_a_window_left_at_a_showdown_opens_no_match_that_is_over(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "anna") as (first, bruno, second):
        await two_windows(hall, first, bruno, second)
        table = await end_match(hall, first, bruno)
        for player in (first, bruno):
            await player.press("r")
        await settle(first, bruno)
        assert table.successor is not None
        table.successor.match.open().give_up(Seat.RIGHT)
        await settle(first, bruno)
        for player in (first, bruno):
            await player.press("space", "m")
        await settle(first, bruno)
        await second.press("space")
        await settle(second)
        assert second.screen_name == "HallMatchOverScreen"
        assert "Your rematch is already over." in second.notice


async def test_a_table_that_cannot_be_withdrawn_stays(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("n", "enter")
        assert anna.screen_name == "WaitingScreen"

        with monkeypatch.context() as broken:
            broken.setattr(hall.register, "remove_waiting", fail)
            await anna.press("x")
            assert anna.screen_name == "TroubleQuestion"
            assert len(hall.own_tables(anna.app.visitor)) == 1
        await anna.press("t")
        assert anna.screen_name == "LobbyScreen"
        assert hall.own_tables(anna.app.visitor) == []
        assert list(hall.register.waiting()) == []


async def test_a_showdown_can_be_left_when_the_opponent_has_gone(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await end_round(hall, anna, bruno)
        await bruno.leave()
        await settle(anna)
        assert "bruno has lost the connection" in anna.notice
        await anna.press("q", "m")
        assert anna.screen_name == "LobbyScreen"


async def test_a_salute_is_read_at_the_table(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("s", "2")
        await settle(bruno)
        assert anna.notice == bruno.notice
        both = r"anna: Touché! · This deck's commitment: \w{64}"
        assert re.fullmatch(both, anna.notice), "both stay in view"
        await anna.press("s", "1")
        assert anna.notice == "! A moment, please."


async def test_a_salute_can_be_said_and_read_when_a_round_has_ended(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await end_round(hall, anna, bruno)
        await bruno.press("s", "3")
        await settle(anna)
        assert anna.at_showdown
        assert bruno.at_showdown
        assert anna.notice == bruno.notice == "bruno: Well fenced!"
        await bruno.press("s", "1")
        assert bruno.notice == "! A moment, please."


async def test_the_last_salute_stays_when_who_said_it_goes_on(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n", "tab", "backspace", "1", "enter")
        await bruno.press("home", "enter")
        await settle(anna, bruno)
        table = await end_round(hall, anna, bruno)
        assert table.is_over
        await anna.press("s", "3")
        await settle(bruno)
        await anna.press("space")
        await settle(bruno)
        assert anna.screen_name == "HallMatchOverScreen"
        assert bruno.notice == "anna: Well fenced!"


async def test_who_is_in_the_lobby_hears_that_the_match_was_claimed(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await bruno.press("q", "m")
        await settle(anna)
        await anna.press("c", "y")
        await settle(bruno)
        assert bruno.notice == "anna 5 : 0 bruno: bruno stayed away."
        assert "Your seat" not in bruno.text


async def test_the_hall_speaks_of_the_lobby_and_not_of_a_menu_or_a_program(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno", size=(100, 70)) as (anna, bruno):
        await anna.press("n")
        assert "enter open the table" in anna.text
        assert "esc lobby" in anna.text
        await anna.press("f1")
        assert "Back to the lobby" in anna.text
        await anna.press("escape", "escape", "f1")
        assert "Leave the hall" in anna.text
        await anna.press("escape", "a", "enter", "q")
        assert "You can continue it from your matches." in anna.dialog
        assert "y leave the hall m to the lobby" in anna.dialog
        await bruno.press("t", "enter", "space", "q")
        assert "A guest's match is not saved." in bruno.dialog


async def test_no_program_is_run_and_no_file_touched_in_the_hall(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("a", "tab")
        await anna.press(*["backspace"] * 20)
        await anna.write("bot:cat")
        assert "The bots here are novice, fencer, master" in anna.notice
        await anna.press("enter")
        assert anna.screen_name == "SetupScreen"
        await anna.press("escape", "m", "e", "i", "d")
        assert anna.screen_name == "HallHistoryScreen"
        assert "import" not in anna.keys
        assert "delete" not in anna.keys


async def test_a_match_against_the_computer_is_kept_for_a_member(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        anna.app.bot_pace = 0
        await anna.press("a", "enter")
        await anna.press("down", "enter")
        assert "anna" in anna.text
        await anna.press("q", "m", "m")
        assert "1 of 1" in anna.text
        await anna.press("enter")
        assert anna.screen_name == "TableScreen"


async def test_a_guest_has_no_matches_of_others(hall: Hall) -> None:
    async with in_hall(hall, "~anna") as (anna,):
        assert "Your matches" not in anna.text
        await anna.press("m")
        assert anna.screen_name == "LobbyScreen"


async def test_programs_have_their_style_rules_in_common(hall: Hall) -> None:
    """Of all screens that both have seen; anna has been at one more."""
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        rules = {id(rule) for rule in anna.app.stylesheet.rules}
        assert rules > {id(rule) for rule in bruno.app.stylesheet.rules}


def strips() -> int:
    """How many pieces of lines there are in this process."""
    return sum(isinstance(thing, Strip) for thing in gc.get_objects())


@pytest.mark.parametrize("colors", ["truecolor", None])
async def test_what_has_been_drawn_is_no_garbage(hall: Hall, colors: ColorSystem | None) -> None:
    """Else a pass through all sessions would have to find it."""
    async with in_hall(hall, "anna", "bruno", colors=colors) as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("down", "enter")
        await settle(bruno)
        gc.collect()
        gc.disable()
        try:
            before = strips()
            await bruno.press("down", "down", "enter")
            await settle(anna, bruno)
            assert strips() <= before
        finally:
            gc.enable()
