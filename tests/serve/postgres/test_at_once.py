"""What several visitors do at once, while each waits for the server: one is first, and nothing is lost."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="needs what a hall on a server needs")
from postgres import Cluster
from serve.hall.visitors import ANNA, BRUNO, CARLA, TERMS, opened, play_on

from engarde_tui.play.live_match import StaleError
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engarde_tui.serve.postgres.suspending import suspendable_task
from engine.game import ABSENCE, Seat

pytestmark = pytest.mark.postgres

Story = Callable[[Hall], Awaitable[None]]


@pytest.fixture
def tell(tmp_path: Path, postgres: Cluster) -> Callable[[Story], None]:
    """Run a story in a hall on a server, whose tasks can wait for it."""

    def telling(story: Story) -> None:
        async def begin() -> None:
            loop = asyncio.get_running_loop()
            loop.set_task_factory(suspendable_task)
            register = Register(tmp_path, postgres.url(postgres.new_database()))
            with closing(Hall(register, absence=0)) as hall:
                await loop.create_task(story(hall))  # type: ignore[arg-type]

        asyncio.run(begin())

    return telling


async def at_once(*doings: Callable[[], object]) -> list[object]:
    """What each returns or raises, begun in this order, none waiting for another."""

    async def one(do: Callable[[], object]) -> object:
        return do()

    return await asyncio.gather(*map(one, doings), return_exceptions=True)


def test_of_two_who_take_the_last_seat_one_has_it_and_the_other_watches(
    tell: Callable[[Story], None],
) -> None:
    async def story(hall: Hall) -> None:
        anna, bruno, carla = (
            hall.admit(*who) for who in (("anna", ANNA), ("bruno", BRUNO), ("carla", CARLA))
        )
        table = hall.create(anna, TERMS, Seat.LEFT)
        found = await at_once(lambda: hall.join(bruno, table.code), lambda: hall.join(carla, table.code))
        assert found == [table, table]
        assert table.seats.names == ("anna", "bruno")
        assert hall.store.view(1).names == ("anna", "bruno")
        seats = await at_once(lambda: table.sit(bruno), lambda: table.sit(carla), lambda: table.sit(anna))
        assert [client.alone for client in seats] == [Seat.RIGHT, None, Seat.LEFT]  # type: ignore[attr-defined]

    tell(story)


def test_a_table_that_is_taken_while_its_host_leaves_goes_on(tell: Callable[[Story], None]) -> None:
    """Whoever comes first decides: the match has begun, or the table is gone."""

    async def story(hall: Hall) -> None:
        for guest_leaves_first in (True, False):
            host, bruno = hall.admit("host", None), hall.admit("bruno", BRUNO)
            table = hall.create(host, TERMS, Seat.LEFT)
            doings = [lambda: hall.dismiss(host), lambda: hall.join(bruno, table.code)]  # noqa: B023
            found = await at_once(*(doings if guest_leaves_first else reversed(doings)))
            refused = [one for one in found if isinstance(one, Refusal)]
            assert [one for one in found if isinstance(one, BaseException)] == refused
            has_begun = table.match.id is not None
            assert has_begun is not bool(refused)
            assert hall.is_open(table) is has_begun
            hall.dismiss(bruno)

    tell(story)


def test_of_an_action_and_a_claim_one_counts(tell: Callable[[Story], None]) -> None:
    async def story(hall: Hall) -> None:
        left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
        play_on(left, right, actions=2)
        match, seat = left.match, left.match.turn
        assert seat is not None
        player, revision = (left, right)[seat], match.revision
        action = player.view.round.legal[0]
        found = await at_once(
            lambda: player.play(action, revision), lambda: match.give_up(seat, ABSENCE), lambda: None
        )
        assert [type(one) for one in found] == [type(None), StaleError, type(None)]
        assert match.revision == revision + 1
        assert hall.store.view(1) == match.view(None)

    tell(story)


def test_of_the_same_action_in_two_windows_one_counts(tell: Callable[[Story], None]) -> None:
    async def story(hall: Hall) -> None:
        left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
        seat = left.match.turn
        assert seat is not None
        player = (left, right)[seat]
        other = player.hall_table.sit(player.visitor)
        action, revision = player.view.round.legal[0], left.match.revision
        found = await at_once(lambda: player.play(action, revision), lambda: other.play(action, revision))
        assert [type(one) for one in found] == [type(None), StaleError]
        assert hall.store.view(1) == left.match.view(None)

    tell(story)


def test_nobody_gets_the_name_of_another_who_comes_at_the_same_time(tell: Callable[[Story], None]) -> None:
    async def story(hall: Hall) -> None:
        guests = await at_once(*[lambda: hall.admit("guest", None)] * 5)
        assert len({guest.name for guest in guests}) == 5  # type: ignore[attr-defined]
        both = await at_once(lambda: hall.admit("dora", ANNA), lambda: hall.admit("Dora", BRUNO))
        assert [isinstance(one, Visitor) and one.member for one in both] == [True, False]
        windows = await at_once(*[lambda: hall.admit("emil", CARLA)] * 3)
        assert len({window.account for window in windows}) == 1  # type: ignore[attr-defined]

    tell(story)
