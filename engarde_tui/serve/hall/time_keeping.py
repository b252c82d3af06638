"""Watch the time limits of a hall's matches: end those whose time is over, warn of little time."""

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.table import Table


def end_overdue(hall: Hall, now: float) -> None:
    """End the matches whose player to move is out of time, `now` by the hall's time.

    Raises Problem if one cannot be ended.
    """
    times, problems = hall.register.times, list[Problem]()
    for match_id, seat in times.overdue(now):
        try:
            table = _table(hall, match_id)
            if table is None or table.time is None:
                # An abandoned one of guests, or with damaged terms: nobody can go on with it.
                times.forget(match_id)
            else:
                table.check_time(seat)
        except Problem as problem:
            problems.append(problem)
    if problems:
        raise problems[0]


def _table(hall: Hall, match_id: int) -> Table | None:
    """Return the table of an unfinished match; None if it has none, or that cannot be read."""
    with with_register():
        stored = hall.register.tables.of_matches([match_id]).get(match_id)
    if stored is not None and stored.row is not None:
        hall.following.find(stored.row)
    return hall.tables.of_match(match_id)


def warn_of_time(hall: Hall, now: float) -> None:
    """Alert who has little time left and is elsewhere, `now` by the hall's time.

    Raises Problem if that cannot be read or noted.
    """
    for match_id, seat in hall.register.times.take_short(now):
        table = _table(hall, match_id)
        # A stored time that is too old warns nobody.
        if table is None or table.time is None or table.time.running is not seat:
            continue
        if table.time.is_short:
            table.warn(seat)
            hall.on_little_time(table, seat)
