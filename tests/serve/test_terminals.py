"""What the hall draws for each kind of terminal, and says to a client that has none."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from serve.halls import HallProcess, ssh

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.attacks.attackers import player, run  # noqa: E402
from serve.clients import Player  # noqa: E402
from serve.line_clients import liner  # noqa: E402

pytestmark = pytest.mark.wire

QUESTIONS = (b"\x1b]10;?\x07", b"\x1b]11;?\x07", b"\x1b]4;255;?\x07")
MOUSE_ON, MOUSE_OFF = b"\x1b[?1000h", b"\x1b[?1000l"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HallProcess]:
    with HallProcess(tmp_path_factory.mktemp("hall")) as hall:
        yield hall
        hall.check_log()


@pytest.mark.parametrize(
    ("term", "env", "is_ascii"),
    [
        ("xterm", {}, False),
        ("xterm", {"LANG": "fr_CH.UTF-8"}, False),
        ("xterm", {"LANG": "C.utf8"}, False),
        ("xterm", {"LANG": "C"}, True),
        ("xterm", {"LANG": "fr_CH.ISO-8859-1"}, True),
        ("xterm", {"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),
        ("xterm", {"LANG": "C.UTF-8", "LC_ALL": "POSIX"}, True),
        ("xterm", {"LANG": "C.UTF-8", "LC_ALL": ""}, False),
        ("xterm", {"LANG": "utf" * 100}, False),
        ("vt220", {"LANG": "C.UTF-8"}, True),
    ],
)
async def test_a_terminal_gets_the_characters_that_it_has(
    hall: HallProcess, term: str, env: dict[str, str], is_ascii: bool
) -> None:
    async with player(hall, "anna", term=term, env=env) as anna:
        await anna.settle()
        assert anna.output.isascii() is is_ascii


async def test_characters_and_mouse_are_what_the_player_has_chosen(hall: HallProcess) -> None:
    """At once, and again at the next visit, whatever the terminal says."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with player(hall, "bea", key=key) as bea:
        assert MOUSE_ON in bea.output
        bea.press("s")
        await bea.wait_for("use the mouse")
        bea.press("\x1b[Z", "\x1b[Z", " ", "\x1b[Z", "right")
        await bea.settle()
        before = len(bea.output)
        bea.press("\r")
        await bea.wait_for("Leave the hall")
        await bea.settle()
        assert MOUSE_OFF in bea.output[before:]
        assert bea.text.isascii()
    async with player(hall, "bea", key=key) as bea:
        assert bea.output.isascii()
        assert MOUSE_ON not in bea.output
    async with player(hall, "bea") as guest:
        assert not guest.output.isascii()
        assert MOUSE_ON in guest.output


async def test_a_player_can_choose_more_characters_than_the_terminal_names_and_types_them(
    hall: HallProcess,
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with player(hall, "cleo", key=key, env={"LANG": "C"}) as cleo:
        assert cleo.text.isascii()
        cleo.press("s")
        await cleo.wait_for("use the mouse")
        cleo.press("\x1b[Z", "\x1b[Z", "\x1b[Z", "right", "right", "\r")
        await cleo.wait_for(lambda text: "Leave the hall" in text and "●" not in text and "│" in text)
    async with player(hall, "cleo", key=key, env={"LANG": "fr_CH.ISO-8859-1"}) as cleo:
        cleo.press("n")
        await cleo.wait_for("open the table")
        cleo.press("enter", "w", *"Zürich", "enter")
        await cleo.wait_for("Your word counts in the deal: Zürich")


@pytest.mark.parametrize("word", ["日本", "Zürich"])
async def test_a_word_is_read_in_the_encoding_of_the_clients_locale(hall: HallProcess, word: str) -> None:
    """On the full screen, and in lines."""
    async with AsyncExitStack() as visits:
        gina = await visits.enter_async_context(player(hall, "gina"))
        gina.press("n")
        await gina.wait_for("open the table")
        gina.press("enter")
        code = re.search(r"join (\w{6})", await gina.wait_for("Your table"))
        assert code is not None
        if word == "日本":
            env = {"LANG": "C.UTF-8", "LC_CTYPE": "ja_JP.eucJP"}
            hugo = await visits.enter_async_context(player(hall, "hugo", env=env))
            hugo.press("j", *code[1], "enter")
            await hugo.wait_for("Your word for the deal")
            hugo.channel.write(f"{word}\r".encode("euc_jp"))
        else:
            env = {"LANG": "fr_CH.ISO-8859-1"}
            ines = await visits.enter_async_context(liner(hall.port, "ines", env=env))
            await ines.wait_for("Leave the hall")
            ines.channel.write(f"join by code\n{code[1]}\n{word}\n".encode("iso8859-1"))
        await gina.wait_for(lambda text: "Your table" not in text)
        gina.press("p")
        await gina.wait_for(f": {word}")


async def test_the_screen_becomes_light_once_the_terminal_says_that_its_ground_is_white(
    hall: HallProcess,
) -> None:
    async with player(hall, "emil", term="xterm") as emil:
        await emil.wait_for("Leave the hall")
        assert all(question in emil.output for question in QUESTIONS)
        assert grounds(emil) == {"default"}, "nothing waits for an answer"
        emil.press("\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "\x1b]4;255;rgb:eeee/eeee/eeee\x07")
        await emil.wait_for(lambda _: grounds(emil) >= {"eeeeee"})
        assert "Leave the hall" in emil.text


@pytest.mark.parametrize("term", ["linux", "screen-256color", "vt220"])
async def test_a_terminal_that_would_show_a_question_is_not_asked(hall: HallProcess, term: str) -> None:
    async with player(hall, "fritz", term=term) as fritz:
        await fritz.wait_for("Leave the hall")
        assert not any(question in fritz.output for question in QUESTIONS)


def grounds(player: Player) -> set[str]:
    """Return the grounds of the characters on the screen."""
    return {cell.bg for line in player.drawn for cell in line}


@pytest.mark.usefixtures("ssh_client")
def test_a_client_without_a_terminal_is_answered_in_lines(hall: HallProcess, tmp_path: Path) -> None:
    answer = run(*ssh(hall, tmp_path, "dora", "-T", "127.0.0.1"))
    assert answer.returncode == 0
    assert answer.stdout.startswith("This is the line mode, as your client brings no terminal")
    assert "\x1b" not in answer.stdout


@pytest.mark.usefixtures("ssh_client")
def test_a_client_without_a_keyboard_is_answered_with_a_sentence(hall: HallProcess, tmp_path: Path) -> None:
    answer = run(*ssh(hall, tmp_path, "dora", "-tt", "127.0.0.1"))
    assert answer.returncode == 2
    assert answer.stdout.endswith(
        "The hall needs a keyboard: your client has closed its input (ssh -tt </dev/null?).\n"
    )


async def greets(host: str, port: int) -> bool:
    """Return whether an SSH server answers there."""
    try:
        reader, writer = await asyncio.open_connection(host, port)
    except OSError:
        return False
    greeting = await reader.readline()
    writer.close()
    return greeting.startswith(b"SSH-2.0-")


async def test_the_hall_listens_in_both_families_by_default(hall: HallProcess) -> None:
    assert "event=open host=127.0.0.1,::1 " in hall.log
    assert await greets("127.0.0.1", hall.port)
    assert await greets("::1", hall.port)


async def test_a_hall_listens_where_it_is_told_to(tmp_path: Path) -> None:
    with HallProcess(tmp_path, "--host", "127.0.0.2", "--host", "::1") as hall:
        assert await greets("127.0.0.2", hall.port)
        assert await greets("::1", hall.port)
        assert not await greets("127.0.0.1", hall.port)


def test_no_warning_of_a_library_is_in_the_log(tmp_path: Path) -> None:
    """Not even one from importing asyncssh."""
    tmp_path.joinpath("gssapi.py").write_text("import warnings\nwarnings.warn('an old library')\n")
    command = [sys.executable, "-W", "always", "-m", "engarde_tui"]
    with subprocess.Popen(
        [*command, "serve", "--port", "0", "--data", str(tmp_path / "hall")],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    ) as process:
        assert process.stderr is not None
        first = process.stderr.readline()
        process.terminate()
        second = process.stderr.read()
    assert "event=open" in first
    assert re.fullmatch(r"\S+ level=INFO event=close sessions=0\n", second)
