"""Open a hall, as one of its processes."""

from typing import Any

from engarde_tui.serve.hall.following import HallFollowing
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.workers import Workers


def open_hall(
    register: Register,
    machine: str = "",
    visit: tuple[int, int] | None = None,
    worker: int | None = None,
    **options: Any,
) -> Hall:
    """Return the hall of a register, with `options` as `Hall` takes them; the others as `Workers` does.

    Raises Problem if it cannot be read.
    """
    if not register.database.is_shared:
        return Hall(register, **options)
    workers = Workers(register.database, options.get("clock", register.hall_time), machine, visit, worker)
    hall = Hall(register, workers=workers, **options)
    workers.begin(HallFollowing(hall))
    if visit is None:
        hall.withdraw_orphans()
    return hall
