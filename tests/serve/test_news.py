"""What changes in the hall's database is told to each process when it concerns it, and nothing else is."""

import asyncio
import json
import socket
from collections.abc import Iterator

import pytest

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")

from settling import LONGEST

from engarde_tui.serve.door import news as news_module
from engarde_tui.serve.door.door import bell_pair
from engarde_tui.serve.door.news import News
from engarde_tui.serve.ringing import ANYTHING, is_news

Line = tuple[socket.socket, socket.socket]


@pytest.fixture
def line() -> Iterator[Line]:
    """The door's end of a line, and the other."""
    ours, theirs = bell_pair()
    theirs.setblocking(False)
    yield ours, theirs
    ours.close()
    theirs.close()


async def heard(line: Line) -> list[str]:
    """The next news at the other end."""
    packet = await asyncio.wait_for(asyncio.get_running_loop().sock_recv(line[1], 65536), LONGEST)
    news: list[str] = json.loads(packet)["news"]
    return news


async def test_who_is_at_a_table_hears_at_once_of_its_moves_and_of_others_back_in_the_lobby(
    line: Line,
) -> None:
    news = News()
    outbox = news.join(line[0])
    outbox.attend([1])
    news.hear(["entry 1", "entry 2", "time_left 2", "ban 192.0.2.1", "entry 2"])
    assert await heard(line) == ["entry 1", "ban 192.0.2.1"]
    news.hear(["entry 3"])
    outbox.attend([3])
    news.hear(["entry 1", "seat 7"])
    assert await heard(line) == ["entry 3", "seat 7"]
    outbox.attend(None)
    assert await heard(line) == ["entry 2", "time_left 2", "entry 1"]


async def test_who_is_in_the_lobby_hears_of_many_moves_together(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news_module, "_LOBBY_SECONDS", 0.2)
    news = News()
    news.join(line[0])
    for number in range(1, 30):
        news.hear([f"entry {number % 3}"])
        await asyncio.sleep(0)
    assert sorted(await heard(line)) == ["entry 0", "entry 1", "entry 2"]


async def test_what_a_process_has_no_room_for_it_hears_later(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    news = News()
    news.join(line[0]).attend([])
    told = {f"seat {number}" for number in range(900)}
    while True:
        try:
            line[0].send(b'{"news": []}')
        except BlockingIOError:
            break
    news.hear(told)
    found = set[str]()
    while found != told:
        found |= set(await heard(line))


async def test_who_makes_up_very_many_news_lets_everybody_look_once_and_not_soon(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news_module, "_CALM_SECONDS", 0.3)
    news = News()
    news.join(line[0]).attend([])
    for number in range(20_000):
        news.hear([f"presence 1 {number}"])
    assert await heard(line) == [ANYTHING]
    with pytest.raises(BlockingIOError):
        line[1].recv(10)


NO_NEWS = [
    *("presence x", "presence 1", "presence 1 2 3", "entry", "entry x", "entry -1", "entry 1e9", "dance 1"),
    *("entry 99999999999999999999", "notice 1", "ENTRY 1", "entry 1\n", "x" * 5000, " ", "ban"),
]


@pytest.mark.parametrize("text", NO_NEWS)
def test_what_only_looks_like_news_is_none(text: str) -> None:
    assert not is_news(text)


@pytest.mark.parametrize("text", ["presence 1 2", "entry 17", "notice", "ban anna", "ban 2001:db8::/48"])
def test_news_of_rows_are_news(text: str) -> None:
    assert is_news(text)
