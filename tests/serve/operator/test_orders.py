"""What the operator orders, and what the hall does then."""

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from serve.hall.visitors import ANNA, BRUNO, BY_CODE, CARLA, TERMS, Clock, heard_on, opened, play_on
from serve.operator.conftest import Door

from engarde_tui.play.problem import Problem
from engarde_tui.serve.door.limits import Limits
from engarde_tui.serve.door.places import Places
from engarde_tui.serve.hall.events import Announced, Noted, SentAway, VisitorEvent
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engarde_tui.serve.operator.drain import next_time
from engarde_tui.serve.operator.orders import Orders
from engine.en_garde import Seat

HERE, THERE = "192.0.2.1", "192.0.2.2"


def sent_away(hall: Hall, *visitors: Visitor) -> list[str]:
    """Who is sent away from now on; they leave at once."""
    gone: list[str] = []

    def follow(visitor: Visitor) -> None:
        def hear(event: VisitorEvent) -> None:
            if isinstance(event, SentAway):
                gone.append(f"{visitor.name}: {event.why}")
                hall.dismiss(visitor)

        hall.bus.subscribe(visitor.topic, hear)

    for visitor in visitors:
        follow(visitor)
    return gone


async def test_the_status_tells_who_is_here_and_what_is_played_and_no_secret(
    hall: Hall, door: Door, orders: Orders, clock: Clock
) -> None:
    anna, bruno = hall.admit("anna", ANNA, HERE), hall.admit("bruno", None, THERE)
    left, right = opened(hall, anna, bruno)
    play_on(left, right, actions=3)
    table = left.hall_table
    table.sit(hall.admit("carla", CARLA, THERE))
    waiting = hall.create(anna, BY_CODE, Seat.LEFT)
    clock.now += 3700
    door.refusals = {"flood": 1, "address": 12}
    text = await orders.obey({"order": "status"})
    assert "Open for 1 h 1 min on port 2222. Connections: 3. Windows: 2 of 100." in text
    assert re.search(r"anna +192.0.2.1 +member +for 1 h 1 min +match 1\n", text)
    assert re.search(r"~bruno +192.0.2.2 +guest +for 1 h 1 min +match 1\n", text)
    assert re.search(r"match 1 +anna 0 : 0 ~bruno +round 1 +1 watching\n", text)
    assert re.search(r"a waiting table +anna +by code\n", text)
    assert "Refused: 12 × address, 1 × flood" in text
    secrets = [table.code, waiting.code, table.secret, waiting.secret, ANNA, CARLA]
    secrets += [each.seats.code(seat) for each in (table, waiting) for seat in Seat]
    assert not any(secret in text for secret in secrets)


async def test_an_empty_hall_has_a_status_too(orders: Orders) -> None:
    text = await orders.obey({"order": "status"})
    assert "People: 0" in text
    assert "Refused: nobody" in text


async def test_an_announcement_reaches_everybody_and_nothing_else_in_it_does(
    hall: Hall, orders: Orders
) -> None:
    visitors = (hall.admit("anna", ANNA), hall.admit("bruno", None))
    heard = [heard_on(hall, visitor.topic) for visitor in visitors]
    said = await orders.obey({"order": "announce", "text": "at  six: a\u0301 cup\u200cs " + "x" * 300})
    assert said == "Announced to 2 people."
    for events in heard:
        (event,) = events
        assert isinstance(event, Announced)
        assert str(event.words).startswith("The operator of the hall: at six: \u00e1 cup\u200cs xxx")
        assert len(str(event.words)) < 240
    for text in ("", " ", "\u3164 \u2800", "\x1b[2J", 7, None):
        with pytest.raises(Problem):
            await orders.obey({"order": "announce", "text": text})


async def test_who_is_kicked_leaves_with_all_windows_and_may_come_back(hall: Hall, orders: Orders) -> None:
    visitors = [hall.admit("anna", ANNA), hall.admit("anna", ANNA), hall.admit("bruno", None)]
    gone = sent_away(hall, *visitors)
    assert await orders.obey({"order": "kick", "name": "ANNA"}) == "anna has been sent away."
    assert [words.partition(":")[0] for words in gone] == ["anna", "anna"]
    assert hall.names == ["~bruno"]
    assert hall.admit("anna", ANNA).member
    with pytest.raises(Problem, match="nobody called 'dora' is here"):
        await orders.obey({"order": "kick", "name": "dora"})


def reopened(hall: Hall, folder: Path, url: str, clock: Clock) -> Hall:
    """The hall after a restart."""
    hall.close()
    return Hall(Register(folder, url, clock=clock), clock=clock)


async def test_a_banned_name_stays_away_with_all_its_keys_also_after_a_restart(
    hall: Hall, orders: Orders, folder: Path, database_url: str, clock: Clock
) -> None:
    visitors = [hall.admit("anna", ANNA, HERE), hall.admit("other", ANNA, HERE), hall.admit("bruno", BRUNO)]
    gone = sent_away(hall, *visitors)
    assert await orders.obey({"order": "ban", "who": "Anna"}) == "anna is banned. Sent away: anna, other."
    assert len(gone) == 2
    again = reopened(hall, folder, database_url, clock)
    try:
        for name, key in (("anna", ANNA), ("new", ANNA), ("anna", None), ("ANNA", CARLA)):
            with pytest.raises(Refusal, match="banned"):
                again.admit(name, key)
        assert again.admit("bruno", BRUNO).member
        with pytest.raises(Refusal, match="not banned"):
            again.register.bans.remove("bruno")
        assert again.register.bans.remove("ANNA") == "anna"
        assert again.admit("anna", ANNA).member
        assert again.register.bans.listed == []
    finally:
        again.close()


async def test_a_ban_of_a_name_that_nobody_owns_holds_and_says_so(hall: Hall, orders: Orders) -> None:
    said = await orders.obey({"order": "ban", "who": "nobody9"})
    assert said == "nobody9 is banned. Nobody owns that name: check how it is spelt."
    with pytest.raises(Refusal, match="banned"):
        hall.admit("nobody9", ANNA)
    assert "Nobody owns" not in await orders.obey({"order": "ban", "who": "192.0.2.9"})


@pytest.mark.parametrize(
    ("banned", "refused", "let_in"),
    [
        ("192.0.2.1", ["192.0.2.1"], ["192.0.2.2", "2001:db8::/64"]),
        ("192.0.2.0/24", ["192.0.2.1", "192.0.2.2"], ["192.0.3.1"]),
        ("2001:db8::17", ["2001:db8::/64"], ["2001:db8:0:1::/64", "192.0.2.1"]),
        ("2001:db8::/48", ["2001:db8::/64", "2001:db8:0:1::/64"], ["2001:db8:1::/64"]),
    ],
)
async def test_a_banned_network_is_refused_before_it_logs_in(
    hall: Hall, orders: Orders, banned: str, refused: list[str], let_in: list[str]
) -> None:
    server = Places(Limits(), hall.register.bans)
    await orders.obey({"order": "ban", "who": banned})
    assert {server.refusal(network) for network in refused} == {"banned"}
    assert {server.refusal(network) for network in let_in} == {""}
    (listed,) = (await orders.obey({"order": "bans"})).splitlines()
    await orders.obey({"order": "unban", "who": listed})
    assert {server.refusal(network) for network in refused} == {""}
    assert await orders.obey({"order": "bans"}) == "Nobody is banned."


async def test_the_log_tells_what_an_order_has_done(
    hall: Hall, orders: Orders, caplog: pytest.LogCaptureFixture
) -> None:
    hall.admit("anna", ANNA, HERE)
    with caplog.at_level("INFO", "engarde.hall"):
        await orders.obey({"order": "ban", "who": "anna"})
    assert "event=order order=ban said='anna is banned. Sent away: anna.'" in caplog.messages


@pytest.mark.by_day(3)
@pytest.mark.parametrize("who", ["~bruno", "", "an na", "192.0.2.300", "\x1b[2J", "1/2/3", None])
async def test_only_a_name_or_an_address_can_be_banned(orders: Orders, who: Any) -> None:
    with pytest.raises(Problem) as caught:
        await orders.obey({"order": "ban", "who": who})
    assert str(caught.value).isprintable()


async def test_a_released_name_belongs_to_the_next_key(hall: Hall, orders: Orders) -> None:
    anna = hall.admit("anna", ANNA)
    gone = sent_away(hall, anna)
    assert "The name anna is free" in await orders.obey({"order": "release", "name": "anna"})
    assert gone == ["anna: The name anna is free again: connect once more."]
    assert hall.admit("anna", BRUNO).member
    assert not hall.admit("anna", ANNA).member
    with pytest.raises(Problem, match="nobody owns the name dora"):
        await orders.obey({"order": "release", "name": "dora"})
    await orders.obey({"order": "ban", "who": "anna"})
    with pytest.raises(Problem, match="lift the ban first"):
        await orders.obey({"order": "release", "name": "anna"})


async def test_a_hall_that_drains_opens_no_table_and_ends_with_the_last_visitor(
    hall: Hall, door: Door, orders: Orders
) -> None:
    anna = hall.admit("anna", ANNA)
    heard = heard_on(hall, anna.topic)
    said = await orders.obey({"order": "drain"})
    assert said == "The hall closes when everybody has left: there are no new tables. 1 person here."
    (announced,) = heard
    assert isinstance(announced, Announced)
    assert str(announced.words) == (
        "The hall closes when everybody has left: there are no new tables. Every match is saved."
    )
    assert [*hall.notices.announced] == heard, "who comes later can read it, too"
    with pytest.raises(Refusal, match="there are no new tables"):
        hall.create(anna, TERMS, Seat.LEFT)
    assert "there are no new tables" in await orders.obey({"order": "status"})
    assert not door.stop.is_set()
    hall.dismiss(anna)
    await door.stop.wait()


async def test_a_hall_ends_at_its_time_although_somebody_is_there(
    hall: Hall, door: Door, orders: Orders, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that goes a minute at each look: everybody is told again five minutes and one minute before."""
    heard = heard_on(hall, hall.admit("anna", ANNA).topic)
    now = datetime(2026, 5, 1, 20, 15, tzinfo=UTC).timestamp()

    class Later(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            nonlocal now
            now += 1
            return datetime.fromtimestamp(now, UTC)

    monkeypatch.setattr("engarde_tui.serve.operator.drain._LOOK_SECONDS", 0)
    monkeypatch.setattr("engarde_tui.serve.operator.drain.datetime", Later)
    monkeypatch.setattr("engarde_tui.serve.operator.orders.datetime", Later)
    said = await orders.obey({"order": "drain", "minutes": 10})
    assert said.startswith("The hall closes in 10 minutes: there are no new tables. It closes sooner if")
    await door.stop.wait()
    minutes = [
        re.findall(r"in (\d+) minute", str(event.words)) for event in heard if isinstance(event, Announced)
    ]
    assert minutes == [["10"], ["5"], ["1"]]


async def test_a_drain_can_be_taken_back(hall: Hall, door: Door, orders: Orders) -> None:
    anna = hall.admit("anna", ANNA)
    with pytest.raises(Problem, match="not about to close"):
        await orders.obey({"order": "drain", "cancel": True})
    await orders.obey({"order": "drain", "minutes": 30})
    await orders.obey({"order": "drain", "cancel": True})
    hall.create(anna, TERMS, Seat.LEFT)
    hall.dismiss(anna)
    await asyncio.sleep(0)
    assert not door.stop.is_set()
    assert "no new tables" not in await orders.obey({"order": "status"})


@pytest.mark.parametrize(
    ("clock_time", "day", "hour"), [("20:16", 1, 20), ("20:15", 2, 20), ("00:00", 2, 0), ("9:05", 2, 9)]
)
def test_a_time_of_the_day_is_the_next_one(clock_time: str, day: int, hour: int) -> None:
    found = next_time(clock_time, datetime(2026, 5, 1, 20, 15, 30, tzinfo=UTC))
    assert (found.day, found.hour) == (day, hour)


@pytest.mark.by_day(5)
@pytest.mark.parametrize(
    "order",
    [
        {},
        {"order": "dance"},
        {"order": ["status"]},
        {"order": "kick"},
        {"order": "drain", "at": "25:00"},
        {"order": "drain", "at": 7},
        {"order": "drain", "minutes": 0},
        {"order": "drain", "minutes": 10**9},
        {"order": "drain", "minutes": True},
        {"order": "backup", "file": "relative"},
    ],
    ids=str,
)
async def test_an_order_that_makes_no_sense_is_a_problem(orders: Orders, order: dict[str, Any]) -> None:
    with pytest.raises(Problem) as caught:
        await orders.obey(order)
    assert str(caught.value).isprintable()


async def test_a_ban_with_a_reason_and_an_end_is_told_listed_and_ends_by_itself(
    hall: Hall, orders: Orders, folder: Path, database_url: str, clock: Clock
) -> None:
    anna = hall.admit("anna", ANNA)
    gone = sent_away(hall, anna)
    said = await orders.obey({"order": "ban", "who": "anna", "reason": "foul words", "time": "2h"})
    assert re.fullmatch(r"anna is banned until 1970-01-01 .*: foul words. Sent away: anna.", said)
    assert re.fullmatch(r"anna: .* banned you until 1970-01-01 .*: foul words", *gone)
    assert re.fullmatch(r"anna until 1970-01-01 .*: foul words", await orders.obey({"order": "bans"}))
    again = reopened(hall, folder, database_url, clock)
    try:
        with pytest.raises(Refusal, match=r"banned you until 1970-01-01 .*: foul words"):
            again.admit("anna", ANNA)
        clock.now += 7201
        assert again.admit("anna", ANNA).member
        assert again.register.bans.listed == []
    finally:
        again.close()


@pytest.mark.by_day(3)
@pytest.mark.parametrize("time", ["7", "d", "0d", "-1d", "99999w", "7 days", 7])
async def test_a_ban_has_no_senseless_end(orders: Orders, time: Any) -> None:
    with pytest.raises(Problem, match="no time such as"):
        await orders.obey({"order": "ban", "who": "anna", "time": time})


async def test_a_notice_stays_over_a_restart_until_it_is_cleared(
    hall: Hall, orders: Orders, folder: Path, database_url: str, clock: Clock
) -> None:
    assert await orders.obey({"order": "notice"}) == "The lobby shows no notice."
    await orders.obey({"order": "notice", "text": "Cup  on Friday"})
    assert await orders.obey({"order": "notice"}) == "The lobby shows: Cup on Friday"
    again = reopened(hall, folder, database_url, clock)
    assert again.register.operator_words.notice == "Cup on Friday"
    again.notices.put_up("")
    last = reopened(again, folder, database_url, clock)
    assert last.register.operator_words.notice == ""
    last.close()


async def test_a_note_waits_for_its_member(hall: Hall, orders: Orders) -> None:
    anna = hall.admit("anna", ANNA)
    heard = heard_on(hall, anna.topic)
    said = await orders.obey({"order": "note", "name": "Anna", "text": "Well played!"})
    assert said == "anna sees the note at once."
    assert heard == [Noted()]
    assert anna.account is not None
    (note,) = hall.register.operator_words.unread(anna.account)
    assert note.text == "Well played!"
    hall.dismiss(anna)
    assert "at the next visit" in await orders.obey({"order": "note", "name": "anna", "text": "Again"})
    assert "2 unread notes" in await orders.obey({"order": "members"})
    with pytest.raises(Problem, match="nobody owns the name dora"):
        await orders.obey({"order": "note", "name": "dora", "text": "Hello"})


async def test_the_members_are_listed_without_their_keys(hall: Hall, orders: Orders) -> None:
    assert await orders.obey({"order": "members"}) == "The hall has no members."
    hall.admit("bruno", BRUNO)
    hall.dismiss(hall.admit("anna", ANNA))
    await orders.obey({"order": "ban", "who": "anna", "reason": "foul words"})
    heads, anna, bruno = (await orders.obey({"order": "members"})).splitlines()
    assert heads.split() == ["name", "keys", "matches", "last", "here"]
    assert re.fullmatch(r"anna +1 +0 +1970-01-01 .* banned: foul words", anna)
    assert re.fullmatch(r"bruno +1 +0 +now", bruno)
