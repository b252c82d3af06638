"""The state of a hall, for its operator to read."""

from collections.abc import Iterator, Sequence

from engarde_tui.play.words import score
from engarde_tui.serve.figures import LONG_TURN
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.operator.drain import Drain
from engarde_tui.serve.ssh.server import HallServer


def status_of_hall(hall: Hall, drain: Drain) -> str:
    """Return who is here and the tables, without any code, key or hand."""
    return "\n".join(_lines(hall, drain))


def status_of_process(server: HallServer, seconds_open: float) -> str:
    """Return the connections and figures of this process."""
    return "\n".join(_figures(server, seconds_open))


def _lines(hall: Hall, drain: Drain) -> Iterator[str]:
    yield f"Kept in {hall.register.database.name}."
    if others := hall.other_machines:
        yield f"Open at {', '.join(others)}, too: the processes and figures below are those of this machine."
    if drain.is_on:
        yield drain.words
    yield ""
    yield f"People: {len(hall.names)}"
    yield from _columns([_visitor_cells(hall, visitor) for visitor in hall.visitors])
    yield ""
    tables = [table for table in hall.tables.all if table.waits or table.visitors]
    resting = len(hall.tables.all) - len(tables)
    yield f"Tables: {len(tables)}, and {resting} adjourned"
    yield from _columns([_table_cells(table) for table in tables])


def _visitor_cells(hall: Hall, visitor: Visitor) -> tuple[str, ...]:
    at = [_title(table) for table in hall.tables.all if visitor in table.visitors]
    return (
        visitor.name,
        visitor.network,
        "member" if visitor.member else "guest",
        f"for {_span(max(hall.register.clock() - visitor.came, 0))}",
        ", ".join(at),
    )


def _title(table: Table) -> str:
    return "a waiting table" if table.match.id is None else f"match {table.match.id}"


def _table_cells(table: Table) -> tuple[str, ...]:
    title = _title(table)
    if table.view is None:
        seat = table.seats.free
        host = "" if seat is None else table.seats.names[seat.other]
        return title, host, "listed" if table.terms.listed else "by code"
    watching = sum(table.seats.of(visitor) is None for visitor in dict.fromkeys(table.visitors))
    return title, score(table.view), f"round {table.view.number}", f"{watching} watching" if watching else ""


def _figures(server: HallServer, seconds_open: float) -> Iterator[str]:
    figures = server.figures
    yield (
        f"Open for {_span(seconds_open)} on port {server.port}. Connections: {server.connections}."
        f" Windows: {len(server.sessions)}."
    )
    if found := figures.latencies(0.5, 0.99, 1):
        median, most, longest = (f"{1000 * seconds:.0f} ms" for seconds in found)
        yield (
            f"Keys: {figures.keys} answered; of the latest, half within {median}, 99% within {most},"
            f" all within {longest}"
        )
    yield (
        f"Longest turn: {1000 * figures.longest_turn:.0f} ms of processor;"
        f" {figures.long_turns} of {1000 * LONG_TURN:.0f} ms or more"
    )
    for generation, each in sorted(figures.collections.items()):
        yield (
            f"Garbage of generation {generation}: {each.number} collections in {each.seconds:.1f} s,"
            f" the longest {1000 * each.longest:.0f} ms"
        )
    refusals = ", ".join(f"{number} × {reason}" for reason, number in figures.refusals.most_common())
    yield f"Refused: {refusals or 'nobody'}"


def _columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths: dict[int, int] = {}
    for row in rows:
        for number, cell in enumerate(row):
            widths[number] = max(widths.get(number, 0), len(cell))
    for row in rows:
        yield f"  {'  '.join(cell.ljust(widths[number]) for number, cell in enumerate(row))}".rstrip()


def _span(seconds: float) -> str:
    """Return a time in words."""
    minutes = int(seconds // 60)
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min" if minutes < 48 * 60 else f"{minutes // 1440} days"
