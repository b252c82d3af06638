"""The state of a hall, for its operator to read."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engarde_tui.language import put, tr, tr_count
from engarde_tui.play.words import score
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.operator.drain import Drain


def status_of_hall(hall: Hall, drain: Drain) -> str:
    """Return who is here and the tables, without any code, key or hand."""
    return "\n".join(_lines(hall, drain))


def status_of_door(figures: Mapping[str, Any], seconds_open: float) -> str:
    """Return the connections, processes and refusals, as the door has counted them."""
    if not figures:
        return tr("The door does not answer.")
    connections = tr(
        "Open for {time} on port {port}. Connections: {connections}. Windows: {windows} of {places}.",
        time=_span(seconds_open),
        port=figures["port"],
        connections=figures["connections"],
        windows=figures["windows"],
        places=figures["places"],
    )
    counted = sorted(figures["refusals"].items(), key=lambda each: -each[1])
    # The reasons are those of the log.
    refusals = ", ".join(f"{number} × {reason}" for reason, number in counted)
    told = tr("Refused: {refusals}", refusals=refusals) if refusals else tr("Refused: nobody")
    return f"{connections}\n{told}"


def _lines(hall: Hall, drain: Drain) -> Iterator[str]:
    yield tr("Kept in {database}.", database=hall.register.database.name)
    if others := hall.other_machines:
        yield tr(
            "Open at {machines}, too: the figures below are those of this machine.",
            machines=", ".join(others),
        )
    if drain.is_on:
        yield put(drain.words)
    yield ""
    yield tr("People: {number}", number=len(hall.names))
    yield from _columns([_visitor_cells(hall, visitor) for visitor in hall.visitors])
    yield ""
    tables = [table for table in hall.tables.all if table.waits or table.visitors]
    resting = len(hall.register.tables.rows()) - sum(not table.is_over for table in tables)
    yield tr("Tables: {number}, and {adjourned} adjourned", number=len(tables), adjourned=resting)
    yield from _columns([_table_cells(table) for table in tables])


def _visitor_cells(hall: Hall, visitor: Visitor) -> tuple[str, ...]:
    at = [_title(table) for table in hall.tables.all if visitor in table.visitors]
    return (
        visitor.name,
        visitor.network,
        tr("member") if visitor.member else tr("guest"),
        tr("for {time}", time=_span(max(hall.register.clock() - visitor.came, 0))),
        ", ".join(at),
    )


def _title(table: Table) -> str:
    return tr("a waiting table") if table.match.id is None else tr("match {number}", number=table.match.id)


def _table_cells(table: Table) -> tuple[str, ...]:
    title = _title(table)
    if table.summary is None:
        seat = table.seats.free
        host = "" if seat is None else table.seats.names[seat.other]
        return title, host, tr("listed") if table.terms.listed else tr("by code")
    watching = sum(table.seats.of(visitor) is None for visitor in dict.fromkeys(table.visitors))
    watchers = tr_count("{number} watching", "{number} watching", watching) if watching else ""
    return title, score(table.summary), tr("round {number}", number=table.summary.number), watchers


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
        return tr("{number} min", number=minutes)
    if minutes < 48 * 60:
        return tr("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
    return tr_count("{number} day", "{number} days", minutes // 1440)
