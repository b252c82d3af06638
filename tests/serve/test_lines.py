"""The hall in lines of words, over SSH."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from lines.talking import ONLY_WORDS
from serve.halls import HallProcess, ssh
from settling import LONGEST

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.attacks.attackers import check_others_are_served, player  # noqa: E402
from serve.line_clients import Liner, liner, more  # noqa: E402

pytestmark = pytest.mark.wire

LAST = "Leave the hall"
"""In the last line of what there is to do."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HallProcess]:
    with HallProcess(tmp_path_factory.mktemp("hall")) as hall:
        yield hall
        hall.check_log()


def check_only_words(player: Liner) -> None:
    """Check that no control sequence, box or Braille pattern was ever sent."""
    for line in player.text.splitlines():
        assert ONLY_WORDS.fullmatch(line), line


@pytest.mark.parametrize(
    ("command", "term", "why"),
    [
        ("plain", "xterm", "Connect without plain"),
        ("plain", None, "Connect without plain"),
        (None, None, "your client brings no terminal"),
        (None, "dumb", "the terminal draws nothing (TERM=dumb)"),
    ],
)
async def test_the_first_line_says_why_it_is_in_lines(
    hall: HallProcess, command: str | None, term: str | None, why: str
) -> None:
    async with liner(hall.port, command=command, term=term) as anna:
        said = await anna.wait_for(LAST)
        assert why in said.splitlines()[0]
        anna.type("quit")
        assert await anna.wait_for_end() == 0
        check_only_words(anna)


async def test_a_member_who_has_chosen_lines_gets_them(hall: HallProcess) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with liner(hall.port, "lina", key=key) as lina:
        await lina.wait_for(LAST)
        lina.type("settings")
        number = re.search(r"(\d+) plain line mode", await lina.wait_for("plain line mode"))
        assert number is not None
        lina.type(number[1], "save")
        await lina.wait_for(LAST)
    async with liner(hall.port, "lina", None, key=key, term="xterm") as lina:
        assert "as your settings say" in (await lina.wait_for(LAST))
        check_only_words(lina)


@pytest.mark.usefixtures("ssh_client")
@pytest.mark.parametrize("typed", ["", "quit\n", "?\nquit"])
def test_what_comes_through_a_pipe_is_done_and_its_end_ends_the_visit(
    hall: HallProcess, tmp_path: Path, typed: str
) -> None:
    answer = subprocess.run(
        ssh(hall, tmp_path, "dora", "-T", "127.0.0.1"),
        input=typed,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert answer.returncode == 0
    assert LAST in answer.stdout


async def test_two_people_play_a_quick_match_in_lines(hall: HallProcess) -> None:
    keys = {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("gerd", "hanna")}
    async with (
        liner(hall.port, "gerd", None, key=keys["gerd"]) as gerd,
        liner(hall.port, "hanna", key=keys["hanna"], source="127.0.0.2") as hanna,
    ):
        await gerd.wait_for(LAST)
        await hanna.wait_for(LAST)
        gerd.type("quick match")
        await gerd.wait_for("Waiting for an opponent")
        hanna.type("quick match")
        players = {"gerd": gerd, "hanna": hanna}
        for one in players.values():
            assert " holds " in await one.wait_for(" holds ")
        await play_to_the_end(players)
        for one in players.values():
            check_only_words(one)


async def play_to_the_end(players: dict[str, Liner]) -> None:
    """Play the first action that is listed, knowing only what is told, until the match is won."""
    done = dict.fromkeys(players, 0)
    for _ in range(2000):
        for name, one in players.items():
            new = one.text[done[name] :]
            asked = max(new.rfind(f"{name} {what}") for what in ("to play. ", "must answer "))
            if "has won the match" in new or "wins the match" in new:
                return
            if new.rfind("Type continue.") > max(asked, new.rfind(" to play. ")):
                done[name] += len(new)
                one.type("continue")
            elif asked >= 0:
                done[name] += len(new)
                one.type("list", "1")
        await more(*players.values())
    raise AssertionError("the match does not end")


async def test_one_plays_in_lines_against_one_at_the_full_screen(hall: HallProcess) -> None:
    async with player(hall, "ida", source="127.0.0.2") as ida, liner(hall.port, "jan") as jan:
        await jan.wait_for(LAST)
        ida.press("n")
        await ida.wait_for("open the table")
        ida.press("\r")
        code = re.search(r"join (\w{6})", await ida.wait_for("Your table"))
        assert code is not None
        jan.type("join by code", code[1], "")
        assert " holds " in await jan.wait_for(" holds ")
        await ida.wait_for(lambda text: "first to 5" in text and "Your table" not in text)
        jan.type("salute", "1")
        await ida.wait_for("Salute!")
        ida.press("s")
        await ida.wait_for("Say something to the table")
        ida.press("2")
        await jan.wait_for("Touché!")
        check_only_words(jan)


async def test_a_code_after_join_leads_to_the_table_in_lines(hall: HallProcess) -> None:
    async with liner(hall.port, "karl", source="127.0.0.2") as karl:
        await karl.wait_for(LAST)
        karl.type("new table", "enter")
        code = re.search(r"code: (\w{6})", await karl.wait_for("In a shell"))
        assert code is not None
        async with liner(hall.port, "lotte", f"join {code[1]}") as lotte:
            await lotte.wait_for(" holds ")
            await karl.wait_for(" holds ")


async def test_a_terminal_that_draws_nothing_is_shown_what_is_typed(hall: HallProcess) -> None:
    async with liner(hall.port, "mona", None, term="dumb") as mona:
        await mona.wait_for(LAST)
        mona.channel.write(b"quix\x7ft\r")
        assert "quix\b \bt\r\n" in await mona.wait_for("t\r\n")
        assert await mona.wait_for_end() == 0


@pytest.mark.parametrize("typed", [b"\x03", b"\x04"])
async def test_ctrl_c_and_ctrl_d_end_the_visit(hall: HallProcess, typed: bytes) -> None:
    async with liner(hall.port, "nele", None, term="dumb") as nele:
        await nele.wait_for(LAST)
        nele.channel.write(typed)
        assert await nele.wait_for_end() == 0


@pytest.mark.parametrize("term", [None, "dumb"])
async def test_a_flood_of_lines_from_somebody_who_reads_nothing_holds_up_nobody(
    hall: HallProcess, term: str | None
) -> None:
    async with liner(hall.port, "otto", None, term=term) as otto:
        await otto.wait_for(LAST)
        otto.channel.pause_reading()
        before = hall.memory
        otto.channel.write(b"?\n" * 200_000)
        await check_others_are_served(hall)
        assert hall.memory - before < 30
    await check_others_are_served(hall)


async def test_what_the_other_does_is_told_as_it_comes(hall: HallProcess) -> None:
    """A call, a draw that is offered, the end, a rematch; nobody has to ask."""
    keys = {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("paul", "rosa")}
    async with (
        liner(hall.port, "paul", key=keys["paul"]) as paul,
        liner(hall.port, "rosa", key=keys["rosa"], source="127.0.0.2") as rosa,
    ):
        await paul.wait_for(LAST)
        await rosa.wait_for(LAST)
        paul.type("new table", "enter")
        code = re.search(r"code: (\w{6})", await paul.wait_for("In a shell"))
        assert code is not None
        paul.type("to the lobby")
        await paul.wait_for(LAST)
        rosa.type("join by code", code[1], "")
        await rosa.wait_for(" holds ")
        await paul.wait_for("Your match against rosa has begun.")
        paul.type("to the table")
        await paul.wait_for(" holds ")
        paul.type("proof")
        await paul.wait_for("The table's code: ")
        await paul.wait_for("commitment")
        paul.type("back", "resign")
        offer = re.search(r"(\d) Offer a draw", await paul.wait_for("Offer a draw"))
        assert offer is not None
        # What is typed ahead of a grave question does not answer it.
        await paul.wait_for("Resign the match")
        paul.type(offer[1])
        await rosa.wait_for("offers a draw")
        rosa.type("resign")
        accept = re.search(r"(\d) Accept", await rosa.wait_for("Accept"))
        assert accept is not None
        rosa.type(accept[1])
        await paul.wait_for("Type continue.")
        await rosa.wait_for("Type continue.")
        paul.type("continue")
        rosa.type("continue")
        await paul.wait_for(" holds ")
        rosa.type("resign")
        resign = re.search(r"(\d) Resign", await rosa.wait_for("Resign the match"))
        assert resign is not None
        rosa.type(resign[1])
        await paul.wait_for("resigned")
        for one in (paul, rosa):
            await one.wait_for("Type continue.")
            one.type("continue")
            await one.wait_for("has won the match", "wins the match")
        rosa.type("rematch")
        await paul.wait_for("rosa wants a rematch")
        paul.type("rematch")
        await paul.wait_for(" holds ")
        await rosa.wait_for(" holds ")
        check_only_words(paul)
        check_only_words(rosa)


async def choose(player: Liner, words: str) -> None:
    """Choose the next line said that has these words, by its number."""
    said = await player.wait_for(words)
    number, _, _ = said.splitlines()[-1].partition(" ")
    player.type(number)


async def test_who_goes_and_comes_back_and_the_time_are_told(hall: HallProcess) -> None:
    keys = {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("sina", "theo")}
    async with liner(hall.port, "sina", key=keys["sina"]) as sina:
        await sina.wait_for(LAST)
        sina.type("new table")
        await choose(sina, "Time limit: none")
        await choose(sina, "The clock: 5 minutes each, plus 3 seconds a turn.")
        await sina.wait_for("clock 5+3")
        sina.type("enter")
        code = re.search(r"code: (\w{6})", await sina.wait_for("In a shell"))
        assert code is not None
        async with liner(hall.port, "theo", key=keys["theo"], source="127.0.0.2") as theo:
            await theo.wait_for(LAST)
            theo.type("join by code", code[1], "")
            await theo.wait_for(" holds ")
            await sina.wait_for("Time left: sina 5:00, theo 5:00")
        await sina.wait_for("theo has lost the connection", "theo is not here")
        async with liner(hall.port, "theo", key=keys["theo"], source="127.0.0.2") as theo:
            await choose(theo, "sina to move")
            await theo.wait_for(" holds ")
            await sina.wait_for("theo is here.")
            check_only_words(theo)
        check_only_words(sina)


async def test_the_match_of_one_who_stays_away_is_claimed_in_lines(tmp_path: Path) -> None:
    keys = {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("willi", "xenia")}
    with HallProcess(tmp_path / "hall", "--absence", "1") as hall:
        async with liner(hall.port, "willi", key=keys["willi"]) as willi:
            await willi.wait_for(LAST)
            async with liner(hall.port, "xenia", key=keys["xenia"], source="127.0.0.2") as xenia:
                await xenia.wait_for(LAST)
                willi.type("quick match")
                await willi.wait_for("Waiting for an opponent")
                xenia.type("quick match")
                for one in (willi, xenia):
                    await one.wait_for(" holds ")
                if "willi to play. " in willi.text:
                    willi.type("list", "1")
                await willi.wait_for("xenia is choosing")
            await willi.wait_for("to claim the match")
            willi.type("claim")
            await choose(willi, "Claim it")
            await willi.wait_for("willi has claimed the match")
            check_only_words(willi)


async def test_the_alerts_are_reached_from_the_settings_by_number(hall: HallProcess) -> None:
    async with liner(hall.port, "ulla", key=asyncssh.generate_private_key("ssh-ed25519")) as ulla:
        await ulla.wait_for(LAST)
        ulla.type("settings")
        await choose(ulla, "choose alerts")
        await ulla.wait_for("it is my turn, at any of my tables: no")


async def test_a_key_without_a_label_is_told_by_its_name_and_what_it_does(hall: HallProcess) -> None:
    async with liner(hall.port, "vera") as vera:
        await vera.wait_for(LAST)
        vera.type("?")
        await vera.wait_for("\npeople: See who is here, your friends, and the ladders\n")
        vera.type("people")
        await vera.wait_for("Here now")
