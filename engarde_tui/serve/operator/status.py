"""The state of a hall, for its operator to read."""

from collections.abc import Iterator, Sequence

from engarde_tui.language import put, tr, tr_count
from engarde_tui.play.words import decimal, score
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
    yield tr("Kept in {database}.", database=hall.register.database.name)
    if others := hall.other_machines:
        yield tr(
            "Open at {machines}, too: the processes and figures below are those of this machine.",
            machines=", ".join(others),
        )
    if drain.is_on:
        yield put(drain.words)
    yield ""
    yield tr("People: {number}", number=len(hall.names))
    yield from _columns([_visitor_cells(hall, visitor) for visitor in hall.visitors])
    yield ""
    tables = [table for table in hall.tables.all if table.waits or table.visitors]
    resting = len(hall.tables.all) - len(tables)
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


def _figures(server: HallServer, seconds_open: float) -> Iterator[str]:
    figures = server.figures
    yield tr(
        "Open for {time} on port {port}. Connections: {connections}. Windows: {windows}.",
        time=_span(seconds_open),
        port=server.port,
        connections=server.connections,
        windows=len(server.sessions),
    )
    if found := figures.latencies(0.5, 0.99, 1):
        median, most, longest = (f"{1000 * seconds:.0f} ms" for seconds in found)
        yield tr(
            "Keys: {keys} answered; of the latest, half within {median}, 99% within {most}, all within"
            " {longest}",
            keys=figures.keys,
            median=median,
            most=most,
            longest=longest,
        )
    yield tr(
        "Longest turn: {longest} of processor; {number} of {long} or more",
        longest=f"{1000 * figures.longest_turn:.0f} ms",
        number=figures.long_turns,
        long=f"{1000 * LONG_TURN:.0f} ms",
    )
    for generation, each in sorted(figures.collections.items()):
        yield tr(
            "Garbage of generation {generation}: {number} collections in {time}, the longest {longest}",
            generation=generation,
            number=each.number,
            time=decimal(f"{each.seconds:.1f} s"),
            longest=f"{1000 * each.longest:.0f} ms",
        )
    # The reasons are those of the log and of the metrics.
    refusals = ", ".join(f"{number} × {reason}" for reason, number in figures.refusals.most_common())
    yield tr("Refused: {refusals}", refusals=refusals) if refusals else tr("Refused: nobody")


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
