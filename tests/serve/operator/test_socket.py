"""The operator's socket: for the hall's user alone, one at a time, and whatever comes in is answered."""

import asyncio
import logging
import socket
import stat
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from engarde_tui.language import TRANSLATOR, Translator
from engarde_tui.play.problem import Problem
from engarde_tui.serve.operator import listening
from engarde_tui.serve.operator.client import ask, run
from engarde_tui.serve.operator.listening import taking_orders
from engarde_tui.serve.operator.protocol import SOCKET, message_of


async def obey(order: dict[str, Any]) -> str:
    """Say the order; some go wrong."""
    match order.get("order"):
        case "refuse":
            raise Problem("not today")
        case "crash":
            raise RuntimeError("as the test wants it")
    return f"{order}"


async def asked(folder: Path, **order: Any) -> dict[str, Any]:
    return await asyncio.to_thread(ask, folder, order)


async def test_an_order_is_answered_in_one_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with taking_orders(tmp_path, obey):
        assert await asked(tmp_path, order="a\n€") == {"text": "{'order': 'a\\n€'}"}
        assert await asked(tmp_path, order="refuse") == {"problem": "not today"}
        assert "unexpected error" in (await asked(tmp_path, order="crash"))["problem"]
        assert "as the test wants it" in caplog.text
        assert await asked(tmp_path, order="next") == {"text": "{'order': 'next'}"}


@pytest.mark.parametrize(
    "sent", [b"\n", b"hello\n", b"[1]\n", b"\xff\n", b"{", b"x" * 3_000_000 + b"\n", b""]
)
async def test_whatever_comes_in_is_answered(tmp_path: Path, sent: bytes) -> None:
    async with taking_orders(tmp_path, obey):
        reader, writer = await asyncio.open_unix_connection(str(tmp_path / SOCKET))
        writer.write(sent)
        writer.write_eof()
        assert message_of(await reader.readline()) == {"problem": "an order is one line of JSON"}
        writer.close()


async def test_who_says_nothing_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "_SECONDS_TO_ASK", 0.05)
    async with taking_orders(tmp_path, obey):
        reader, writer = await asyncio.open_unix_connection(str(tmp_path / SOCKET))
        assert "problem" in message_of(await reader.readline())
        writer.close()


async def test_the_socket_is_for_its_owner_alone_and_goes_with_the_hall(tmp_path: Path) -> None:
    async with taking_orders(tmp_path, obey):
        assert stat.S_IMODE((tmp_path / SOCKET).stat().st_mode) == 0o600
    assert not (tmp_path / SOCKET).exists()
    with pytest.raises(Problem, match="no hall is open in"):
        await asked(tmp_path, order="status")


async def test_a_socket_that_was_left_behind_is_replaced(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as left:
        left.bind(str(tmp_path / SOCKET))
    async with taking_orders(tmp_path, obey):
        assert await asked(tmp_path, order="status")


async def test_a_socket_that_somebody_listens_to_is_left_alone(tmp_path: Path) -> None:
    async with taking_orders(tmp_path, obey):
        with pytest.raises(Problem, match="another hall takes orders"):
            async with taking_orders(tmp_path, obey):
                pass
        assert await asked(tmp_path, order="status")


async def test_a_folder_with_a_long_name_has_a_socket_too(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    async with taking_orders(folder, obey):
        assert await asked(folder, order="status")
    assert not (folder / SOCKET).exists()


async def test_a_hall_without_a_socket_works_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "engarde.hall"):
        async with taking_orders(tmp_path / "none", obey):
            assert "event=trouble problem=" in caplog.text


async def test_the_command_prints_the_answer_and_a_problem_is_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative file is one of the user's, not of the hall's."""
    monkeypatch.chdir(tmp_path)

    def command(**options: Any) -> int:
        TRANSLATOR.set(Translator())
        return run(Namespace(data=str(tmp_path), command="hall", cancel=None, **options))

    async with taking_orders(tmp_path, obey):
        assert await asyncio.to_thread(command, order="backup", file="copy") == 0
        told = {"order": "backup", "file": f"{tmp_path}/copy", "language": "en"}
        assert capsys.readouterr().out == f"{told}\n"
        with pytest.raises(Problem, match="not today"):
            await asyncio.to_thread(command, order="refuse")
