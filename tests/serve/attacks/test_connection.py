"""What a connection may be used for: playing, and nothing else."""

import re
import socket
import struct
import subprocess
import time
from pathlib import Path

import pytest
from serve.halls import HallProcess, ssh
from settling import LONGEST

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from asyncssh.packet import Boolean, String, UInt32  # noqa: E402
from serve.attacks.attackers import player, run  # noqa: E402
from serve.clients import Player, connect  # noqa: E402

pytestmark = pytest.mark.wire


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
    key = asyncssh.generate_private_key("ssh-ed25519")
    guest = "Guests have no matches of their own: connect with the key you played with.\n"
    for why in (guest, "You have no match number 1.\n"):
        connection = await connect(hall.port, "mallory", key=key)
        done = await connection.run("record 1")
        assert (done.exit_status, done.stdout, done.stderr) == (1, "", why)
        connection.close()
        mallory = await Player.enter(hall.port, "mallory", key)
        await mallory.wait_for("mallory (you)")
        await mallory.leave()


@pytest.mark.usefixtures("ssh_client")
def test_without_a_terminal_there_are_only_lines(hall: HallProcess, tmp_path: Path) -> None:
    for command in ([], ["join abc"]):
        done = run(*ssh(hall, tmp_path, "mallory", "-T", "127.0.0.1", *command))
        assert done.returncode == 0
        assert "brings no terminal" in done.stdout
        assert "\x1b" not in done.stdout


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
    strange = {"TERM": "dumb", "COLUMNS": "20", "LINES": "5", "TEXTUAL_THEME": "dracula", "LC_TIME": "C"}
    for outputs, env in ((ordinary, {}), (told, strange)):
        async with player(hall, env=env) as mallory:
            await mallory.settle()
            outputs.append(mallory.drawn)
    assert ordinary == told


async def test_a_terminal_that_cannot_be_drawn_on_gets_lines(hall: HallProcess) -> None:
    mallory = await Player.enter(hall.port, term="dumb")
    await mallory.wait_for(lambda _: b"Leave the hall" in mallory.output)
    mallory.channel.write(b"quit\r")
    assert await mallory.wait_for_end() == 0
    assert b"TERM=dumb" in mallory.output
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
            # Beside the colours there are attributes and their ends, and the terminal's own colours.
            code = rb"(?:[01234679]|2[2-9]|[34]9" + colours + rb")"
            assert re.fullmatch(rb"\x1b\[(?:" + code + rb"(?:;" + code + rb")*)?m", sequence), sequence
