"""What the hall refuses, and what it bears: strangers can reach it, and everybody else plays on meanwhile.

How long the others wait then is measured by tests/benchmarks/attacks.py.
"""

import asyncio
import re
import socket
import struct
import subprocess
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest
from pty_terminal import Terminal
from serve.conftest import OpenHall
from serve.halls import HallProcess, ssh
from settling import LONGEST

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from asyncssh.packet import Boolean, String, UInt32  # noqa: E402
from serve.clients import SECOND_ADDRESS, Player, connect, narrow  # noqa: E402
from serve.floods import FLOODS  # noqa: E402

pytestmark = pytest.mark.wire

LOBBY = "Leave the hall"

MOST_GROWTH = 12.0
"""Megabytes by which one client may make the server grow: a picture of the largest size takes some."""


@pytest.fixture(autouse=True)
async def _still_serves(request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """After whatever was done to the hall it lets the next one in, and has told nothing it should not."""
    if "hall" not in request.fixturenames:
        yield
        return
    hall: HallProcess = request.getfixturevalue("hall")
    before = len(hall.log)
    yield
    async with player(hall, "next", source=SECOND_ADDRESS):
        pass
    hall.check_log(before)


@asynccontextmanager
async def player(hall: HallProcess, name: str = "mallory", **options: object) -> AsyncIterator[Player]:
    """Somebody in the lobby, who hangs up in the end."""
    player = await Player.enter(hall.port, name, **options)
    try:
        await player.wait_for(LOBBY)
        yield player
    finally:
        await player.leave()


async def check_others_are_served(hall: HallProcess) -> None:
    """A player from another address comes, sees what each key does, and goes."""
    async with player(hall, "vera", source=SECOND_ADDRESS) as vera:
        for key in ("down", "up") * 5:
            before = pointed_at(vera.text)
            vera.press(key)
            await vera.wait_for(lambda text, before=before: pointed_at(text) != before)


def pointed_at(text: str) -> list[str]:
    """The line of the lobby that is marked."""
    return [line for line in text.splitlines() if "►" in line]


# What a connection may be used for


def run(*command: str, seconds: float = LONGEST) -> "subprocess.CompletedProcess[str]":
    """Run a real client that is given nothing to read."""
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, check=False
    )


@pytest.mark.usefixtures("ssh_client")
def test_no_command_is_run(hall: HallProcess, tmp_path: Path) -> None:
    done = run(*ssh(hall, tmp_path, "mallory", "127.0.0.1", "ls"))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("Unknown command.")


@pytest.mark.parametrize(
    "command",
    ["", "join", "join a b", "join x;ls", "join $(ls)", "record -1", "record ../1", "JOIN abc", "a\nb"],
)
async def test_no_other_words_are_a_command(hall: HallProcess, command: str) -> None:
    connection = await connect(hall.port, "mallory")
    done = await connection.run(command or " ")
    assert (done.exit_status, done.stdout) == (2, "")
    connection.close()


async def test_the_records_of_others_are_not_told(hall: HallProcess) -> None:
    for key, why in (
        (None, "Guests have no matches of their own: connect with the key you played with.\n"),
        (asyncssh.generate_private_key("ssh-ed25519"), "You have no match number 1.\n"),
    ):
        connection = await connect(hall.port, "mallory", key=key)
        done = await connection.run("record 1")
        assert (done.exit_status, done.stdout, done.stderr) == (1, "", why)
        connection.close()


@pytest.mark.usefixtures("ssh_client")
def test_without_a_terminal_there_is_nothing(hall: HallProcess, tmp_path: Path) -> None:
    assert run(*ssh(hall, tmp_path, "mallory", "-T", "127.0.0.1")).returncode == 255
    done = run(*ssh(hall, tmp_path, "mallory", "-T", "127.0.0.1", "join abc"))
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr


@pytest.mark.usefixtures("ssh_client")
@pytest.mark.parametrize("subsystem", ["sftp", "netconf", "shell"])
def test_there_are_no_subsystems(hall: HallProcess, tmp_path: Path, subsystem: str) -> None:
    done = run(*ssh(hall, tmp_path, "mallory", "-s", "127.0.0.1", subsystem))
    assert done.returncode == 255
    assert "subsystem request failed" in done.stderr


@pytest.mark.usefixtures("ssh_client")
@pytest.mark.parametrize("way", ["-O", "-s"])
def test_no_file_is_copied(hall: HallProcess, tmp_path: Path, way: str) -> None:
    client, *options = ssh(hall, tmp_path, "mallory")
    assert client == "ssh"
    options = [option.replace("-p", "-P") if option == "-p" else option for option in options]
    done = run("scp", way, *options, "127.0.0.1:hall.db", str(tmp_path / "stolen"))
    assert done.returncode != 0
    assert not (tmp_path / "stolen").exists()


@pytest.mark.usefixtures("ssh_client")
def test_nothing_is_reached_through_the_hall(hall: HallProcess, tmp_path: Path) -> None:
    done = run(*ssh(hall, tmp_path, "mallory", "-W", f"127.0.0.1:{hall.port}", "127.0.0.1"))
    assert done.returncode == 255
    assert "SSH-2.0" not in done.stdout


@pytest.mark.usefixtures("ssh_client")
def test_no_proxy_is_opened(hall: HallProcess, tmp_path: Path) -> None:
    """OpenSSH listens on its own side; the way out of the hall's is what it does not get."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    client = subprocess.Popen(
        ssh(hall, tmp_path, "mallory", "-N", "-D", str(port), "127.0.0.1"), stderr=subprocess.DEVNULL
    )
    try:
        proxy = connected(port)
        with proxy:
            proxy.sendall(b"\x05\x01\x00")
            assert proxy.recv(2) == b"\x05\x00"
            proxy.sendall(b"\x05\x01\x00\x01\x7f\x00\x00\x01" + struct.pack(">H", hall.port))
            answer = proxy.recv(100)
            assert b"SSH-2.0" not in answer
            assert proxy.recv(100) == b""
    finally:
        client.kill()
        client.wait()


def connected(port: int) -> socket.socket:
    """A connection to where somebody is going to listen."""
    deadline = time.monotonic() + LONGEST
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=LONGEST)
        except ConnectionRefusedError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


@pytest.mark.usefixtures("ssh_client")
@pytest.mark.parametrize("wanted", ["0:127.0.0.1:22", "/tmp/engarde-socket:127.0.0.1:22"])
def test_the_hall_listens_for_nobody(hall: HallProcess, tmp_path: Path, wanted: str) -> None:
    failure = ("-N", "-o", "ExitOnForwardFailure=yes")
    done = run(*ssh(hall, tmp_path, "mallory", *failure, "-R", wanted, "127.0.0.1"))
    assert done.returncode == 255
    assert "remote port forwarding failed" in done.stderr


async def test_no_socket_file_is_reached_through_the_hall(hall: HallProcess) -> None:
    connection = await connect(hall.port, "mallory")
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.open_unix_connection("/var/run/docker.sock")
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.open_connection("127.0.0.1", hall.port)
    connection.close()


@pytest.mark.parametrize(
    ("request_", "arguments"),
    [
        (b"auth-agent-req@openssh.com", ()),
        (b"x11-req", (Boolean(False), String("MIT-MAGIC-COOKIE-1"), String("00"), UInt32(0))),
        (b"env", (String("PYTHONPATH"), String("/tmp"))),
        (b"env", (String("TEXTUAL_DEBUG"), String("1"))),
        (b"shell", ()),
        (b"exec", (String("ls"),)),
        (b"subsystem", (String("sftp"),)),
        (b"no such thing", ()),
    ],
)
async def test_a_session_is_for_playing_alone(
    hall: HallProcess, request_: bytes, arguments: tuple[bytes, ...]
) -> None:
    """No agent, no X11, no variables of the environment, no second program in the same session."""
    async with player(hall) as mallory:
        assert not await mallory.channel._make_request(request_, *arguments)


async def test_a_connection_has_one_session(hall: HallProcess) -> None:
    async with player(hall) as mallory:
        with pytest.raises(asyncssh.ChannelOpenError):
            await mallory.connection.create_session(asyncssh.SSHClientSession, term_type="xterm")


async def test_variables_of_the_environment_do_nothing(hall: HallProcess) -> None:
    """Whatever they say, the picture is the same, with all its colours."""
    ordinary, told = [], []
    strange = {"TERM": "dumb", "COLUMNS": "20", "LINES": "5", "TEXTUAL_THEME": "dracula", "LANG": "C"}
    for outputs, env in ((ordinary, {}), (told, strange)):
        before = len(hall.log)
        async with player(hall, env=env) as mallory:
            await mallory.settle()
            outputs.append(mallory.drawn)
        hall.wait_for_log("event=leave", after=before)
    assert ordinary == told


async def test_a_terminal_that_cannot_be_drawn_on_is_told_so(hall: HallProcess) -> None:
    mallory = await Player.enter(hall.port, term="dumb")
    assert await mallory.wait_for_end() == 2
    assert b"cannot draw on this terminal (TERM=dumb)" in mallory.output
    assert b"\x1b" not in mallory.output


@pytest.mark.parametrize(
    ("term", "env", "colours"),
    [
        ("xterm-256color", {"NO_COLOR": "1"}, rb""),
        ("vt100", {}, rb""),
        ("xterm", {}, rb"|[349][0-7]|10[0-7]"),
        ("xterm-256color", {}, rb"|[34]8;5;\d+"),
        ("xterm-256color", {"COLORTERM": "truecolor"}, rb"|[34]8;2;\d+;\d+;\d+"),
    ],
)
async def test_a_terminal_gets_the_colours_that_it_has(
    hall: HallProcess, term: str, env: dict[str, str], colours: bytes
) -> None:
    """Also while others have more."""
    async with (
        player(hall, "rich", env={"COLORTERM": "truecolor"}),
        player(hall, "poor", term=term, env=env) as poor,
    ):
        await poor.settle()
        for sequence in set(re.findall(rb"\x1b\[[\d;]*m", poor.output)):
            # Beside the colours there are attributes, and the terminal's own colours.
            code = rb"(?:[01234679]|[34]9" + colours + rb")"
            assert re.fullmatch(rb"\x1b\[(?:" + code + rb"(?:;" + code + rb")*)?m", sequence), sequence


# How much there may be of everything


async def test_one_address_has_so_many_connections_and_others_have_theirs(open_hall: OpenHall) -> None:
    hall = open_hall("--max-per-address", "2")
    async with AsyncExitStack() as stack:
        for _ in range(2):
            await stack.enter_async_context(player(hall))
        with pytest.raises((asyncssh.Error, OSError)):
            await connect(hall.port)
        hall.wait_for_log("event=refused address=127.0.0.1 reason=address")
        async with player(hall, source=SECOND_ADDRESS):
            pass
    async with player(hall):
        pass


async def test_a_full_hall_says_so(open_hall: OpenHall) -> None:
    hall = open_hall("--max-players", "1")
    async with player(hall):
        late = await Player.enter(hall.port, "late")
        assert await late.wait_for_end() == 1
        assert "The hall is full at the moment. Try again later." in late.text
    hall.wait_for_log("event=leave")
    async with player(hall):
        pass


@pytest.mark.usefixtures("ssh_client")
def test_a_client_offers_only_so_many_keys(hall: HallProcess, tmp_path: Path) -> None:
    offers = []
    for number in range(15):
        path = tmp_path / f"key{number}.pub"
        path.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_public_key())
        offers += ["-i", str(path)]
    before = len(hall.log)
    command = list(ssh(hall, tmp_path, "mallory", *offers, "-tt", "127.0.0.1"))
    command[command.index("PubkeyAuthentication=no")] = "PubkeyAuthentication=yes"
    assert run(*command).returncode == 255
    hall.wait_for_log("reason='attempts'", after=before)


async def test_who_does_not_log_in_is_sent_away(open_hall: OpenHall) -> None:
    hall = open_hall(login_seconds=0.5)
    reader, writer = await asyncio.open_connection("127.0.0.1", hall.port)
    assert (await reader.readline()).startswith(b"SSH-2.0-")
    await asyncio.wait_for(reader.read(), LONGEST)
    writer.close()


async def test_who_logs_in_and_asks_for_nothing_is_sent_away(open_hall: OpenHall) -> None:
    # The time must do for a player to come, however busy the machine is.
    hall = open_hall(login_seconds=5)
    async with player(hall) as waiting:
        connection = await connect(hall.port)
        await asyncio.wait_for(connection.wait_closed(), LONGEST)
        hall.wait_for_log("reason='nothing asked for'")
        waiting.press("down")
        assert not waiting.gone.is_set()


async def test_who_presses_no_key_for_long_is_sent_away_and_told(open_hall: OpenHall) -> None:
    hall = open_hall(idle_minutes=1 / 60)
    idle = await Player.enter(hall.port)
    assert await idle.wait_for_end() == 0
    assert "Disconnected after a long time without a key." in idle.text


# Who somebody is


def names_shown(text: str) -> str:
    """Who the lobby says that one is."""
    found = re.search(r"(\S+) · \d+ here", text)
    assert found is not None, text
    return found[1]


async def test_a_key_that_was_only_shown_proves_nothing(
    hall: HallProcess, tmp_path: Path, ssh_client: None
) -> None:
    """`ssh -i victim.pub` asks about the victim's key, cannot sign, and then comes in without one."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with player(hall, "victim", key=key) as victim:
        assert names_shown(victim.text) == "victim"
    public = tmp_path / "victim.pub"
    public.write_bytes(key.export_public_key())
    with Terminal(ssh(hall, tmp_path, "victim", "-tt", "127.0.0.1", key=public)) as terminal:
        assert names_shown(terminal.wait_for(LOBBY)) == "~victim"
        assert "Your matches" not in terminal.text


async def test_a_name_belongs_to_the_key_that_took_it_first(hall: HallProcess) -> None:
    first, second = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    async with player(hall, "clara", key=first) as clara:
        assert names_shown(clara.text) == "clara"
    for name in ("clara", "CLARA"):
        async with player(hall, name, key=second) as other:
            assert names_shown(other.text) == f"~{name}"
            await other.wait_for("belongs to another key")
    async with player(hall, "Clara", key=first) as clara:
        assert names_shown(clara.text) == "clara"


STRANGE = {
    "escape": "\x1b]0;owned\x07\x1b[31mred",
    "newline": "anna\nevent=crash",
    "long": "x" * 1000,
    "c1": "\x9b31mred",
    "right to left": "\u202eanna",
    "cyrillic": "\u0430nna",
    "guest": "~anna",
    "markup": "[red]anna[/]",
    "option": "-oProxyCommand=ls",
    "empty": "",
    "path": "../../etc",
}
"""What may come from outside where a name or a code belongs."""


def check_output(*players: Player) -> None:
    """No terminal has got a sequence that no picture needs."""
    for player in players:
        # This one is Textual's own: which shape the mouse's pointer has.
        text = player.output.decode().replace("\x1b]22;default\x07", "")
        assert not re.search("[\x80-\x9f\u202e]", text)
        assert not re.search("\x1b[^[]", text), "more than colours and places of the cursor"
        assert set(re.findall("\x1b\\[[?\\d;$]*([^?\\d;$])", text)) <= set("hlmHGKJp")
        assert not re.search("[\x00-\x06\x0e-\x1a\x1c-\x1f]", text)


@pytest.mark.parametrize("name", STRANGE.values(), ids=STRANGE)
async def test_a_name_is_nothing_but_letters(hall: HallProcess, name: str) -> None:
    """Whoever comes with another one is a guest of another name, if anybody, for all who see it."""
    async with player(hall, "vera", source=SECOND_ADDRESS) as vera:
        try:
            mallory = await Player.enter(hall.port, name)
        except asyncssh.Error:
            return
        await mallory.wait_for(LOBBY)
        shown = names_shown(mallory.text)
        assert re.fullmatch(r"~[A-Za-z0-9_-]{1,15}", shown)
        mallory.press("n")
        await mallory.wait_for("Press enter to open the table")
        mallory.press("enter")
        await vera.wait_for(f"Join {shown}")
        check_output(vera, mallory)
        await mallory.leave()
        await vera.wait_for(lambda text: f"Join {shown}" not in text)


def typed(text: str) -> str:
    return text


def pasted(text: str) -> str:
    return f"\x1b[200~{text}\x1b[201~"


@pytest.mark.parametrize("way", [typed, pasted])
async def test_what_comes_into_a_field_is_nothing_but_letters(
    hall: HallProcess, way: Callable[[str], str]
) -> None:
    """The code that is asked for, the names and the target of a match."""
    texts = [way(text[:100].replace("\n", " ")) for text in STRANGE.values()]
    async with player(hall) as mallory:
        mallory.press("j")
        await mallory.wait_for("Code of a table")
        mallory.press(*texts)
        await mallory.settle()
        mallory.press("enter")
        await mallory.wait_for("No table has the code")
        mallory.press("t")
        await mallory.wait_for("Press enter to begin")
        for text in texts:
            for _ in range(4):
                mallory.press("\t", text)
        await mallory.settle()
        check_output(mallory)


async def test_what_is_typed_ahead_goes_where_it_belongs(hall: HallProcess) -> None:
    """Over a slow line many keys come at once, and characters in halves."""
    async with player(hall) as mallory:
        for number in range(5):
            mallory.channel.write(f"jzz{number}".encode())
            for half in "é".encode():
                mallory.channel.write(bytes([half]))
                await asyncio.sleep(0)
            mallory.channel.write(b"z\r")
            await mallory.wait_for(f"No table has the code 'zz{number}éz'")


# Floods


@pytest.mark.parametrize("flood", FLOODS)
async def test_a_flood_holds_nobody_up(hall: HallProcess, flood: str) -> None:
    async with player(hall) as mallory:
        before = hall.memory
        FLOODS[flood](mallory)
        await check_others_are_served(hall)
        assert hall.memory - before < MOST_GROWTH


@pytest.mark.slow
async def test_many_who_come_and_go_need_no_memory(open_hall: OpenHall) -> None:
    """However quickly; each has come to have a table, which takes a few megabytes."""
    hall = open_hall()

    async def visit(name: str) -> None:
        async with player(hall, name) as visitor:
            visitor.press("n")
            await visitor.wait_for("Press enter to open the table")
            visitor.press("enter")
            await visitor.wait_for("Waiting for an opponent")

    for number in range(12):
        await visit(f"first{number}")
    before = hall.memory
    for number in range(15):
        await visit(f"second{number}")
    assert hall.memory - before < 2 * MOST_GROWTH


async def test_the_picture_is_right_after_a_giant_window(hall: HallProcess) -> None:
    async with player(hall) as mallory:
        await mallory.settle()
        shown, before = mallory.text, hall.memory
        for columns, rows in ((65535, 65535), (0, 0), (2**32 - 1, 2**32 - 1), (1, 1), (80, 24)):
            mallory.channel.change_terminal_size(columns, rows)
            await mallory.settle()
        mallory.press("\x0c")
        await mallory.wait_for(shown.__eq__)
        mallory.press("\x1b[48;99999;99999;1;1t", "\x0c")
        await mallory.settle()
        await mallory.wait_for(shown.__eq__)
        assert hall.memory - before < MOST_GROWTH


@pytest.mark.parametrize("size", [(65535, 65535), (0, 0), (1, 1)])
async def test_a_terminal_can_have_any_size_from_the_start(hall: HallProcess, size: tuple[int, int]) -> None:
    before = hall.memory
    mallory = await Player.enter(hall.port, size=size)
    await mallory.settle()
    assert hall.memory - before < MOST_GROWTH
    mallory.picture.screen.resize(24, 80)
    mallory.channel.change_terminal_size(80, 24)
    await mallory.wait_for(LOBBY)
    await mallory.leave()


def stop_line(mallory: Player) -> Callable[[], None]:
    """The client reads nothing that comes, answers included."""
    mallory.connection._transport.pause_reading()
    return mallory.connection._transport.resume_reading


def stop_channel(mallory: Player) -> Callable[[], None]:
    """The client reads, but lets the terminal get nothing."""
    mallory.channel.pause_reading()
    return mallory.channel.resume_reading


@pytest.mark.parametrize("stop", [stop_line, stop_channel])
async def test_who_does_not_read_costs_nothing_and_sees_the_right_picture_later(
    hall: HallProcess, stop: Callable[[Player], Callable[[], None]]
) -> None:
    window = 2**30 if stop is stop_line else 2**16
    async with player(hall, window=window, sock=narrow(hall.port), local_addr=None) as mallory:
        mallory.channel.change_terminal_size(300, 100)
        mallory.picture.screen.resize(100, 300)
        await mallory.settle()
        memory = hall.memory
        go_on = stop(mallory)
        # Each of them is a picture of 30 kB.
        mallory.press(*["\x0c"] * 15)
        await check_others_are_served(hall)
        assert hall.memory - memory < MOST_GROWTH
        mallory.press("down")
        mallory.channel.change_terminal_size(80, 24)
        go_on()
        await mallory.settle()
        mallory.picture.screen.resize(24, 80)
        shown = mallory.text
        assert "►Join by code" in shown
        mallory.press("\x0c")
        await mallory.settle()
        assert mallory.text == shown


@pytest.mark.parametrize(("said", "addresses"), [(b"", 1), (b"", 10), (b"SSH-2.0-stop\r\n", 10)])
async def test_connections_that_stop_half_way_hold_nobody_up(
    open_hall: OpenHall, said: bytes, addresses: int
) -> None:
    """200 of them, from one address or from several; in the end all are closed."""
    hall = open_hall(login_seconds=5)
    streams = []
    for number in range(200):
        source = f"127.0.0.{3 + number % addresses}"
        reader, writer = await asyncio.open_connection("127.0.0.1", hall.port, local_addr=(source, 0))
        writer.write(said)
        streams.append((reader, writer))
    await check_others_are_served(hall)
    for reader, writer in streams:
        with suppress(ConnectionError):
            await asyncio.wait_for(reader.read(), LONGEST)
        writer.close()
    async with player(hall, source="127.0.0.3"):
        pass
