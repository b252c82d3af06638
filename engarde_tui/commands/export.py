"""`engarde export`: write a match as a record, or to show it around; or list all matches."""

import argparse
from contextlib import closing, suppress
from os.path import exists

from engarde_tui.arguments import OneLineParser, integer, positive
from engarde_tui.commands.shared import print_lines, store_of
from engarde_tui.language import told, tr
from engarde_tui.output import complain, print_bytes, show_progress
from engarde_tui.play.problem import Problem, UsageError
from engarde_tui.play.replay import Replay
from engarde_tui.play.stored import StoredMatch
from engarde_tui.play.words import score, when
from engarde_tui.storage.files import write_record
from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.storage.store import Store
from engine import record
from engine.message import message
from engine.record import Record


def add_arguments(parser: OneLineParser) -> None:
    """Add what the command is given."""
    parser.add_argument(
        "match",
        nargs="?",
        type=integer,
        metavar=tr("NUMBER"),
        help=tr("its number (default: the finished match played last)"),
    )
    to = parser.add_mutually_exclusive_group()
    to.add_argument("--to", metavar=tr("FILE"), help=tr("write to this new file (default: standard output)"))
    to.add_argument("--svg", metavar=tr("FILE"), help=tr("write an animated picture of it to this new file"))
    to.add_argument(
        "--html",
        metavar=tr("FILE"),
        help=tr("write a page for the browser, with every step, to this new file"),
    )
    to.add_argument("--cast", metavar=tr("FILE"), help=tr("write a recording for asciinema to this new file"))
    parser.add_argument("--round", type=positive, metavar=tr("NUMBER"), help=tr("show only this round of it"))
    to.add_argument("--list", action="store_true", help=tr("list all matches with their numbers instead"))


def run(options: argparse.Namespace) -> int:
    """Write the record of a match, or what shows it, or list all matches."""
    if options.list and options.match is not None:
        raise UsageError(tr("--list lists all matches and takes no number"))
    if options.round is not None and not (options.svg or options.html or options.cast):
        raise UsageError(tr("--round goes with --svg, --html or --cast"))
    with closing(store_of(options)) as store:
        if store.read_only:
            complain(store.read_only)
        if not store.ids() and exists(store.folder / "hall.db"):
            raise Problem(
                message(
                    "{folder} holds a hall: each player reads their own there, or by ssh HALL record NUMBER",
                    folder=store.folder,
                )
            )
        if options.list:
            _list(store)
        else:
            what = _last_finished(store) if options.match is None else store.record(options.match)
            given = {form: getattr(options, form) for form in ("svg", "html", "cast")}
            form, file = next(((form, file) for form, file in given.items() if file is not None), ("", ""))
            if form:
                _share(what, form, file, options.round)
            else:
                _write(what, options.to)
    return 0


def _list(store: Store) -> None:
    ids = store.ids()
    if not ids:
        complain(tr("there are no matches in {folder}", folder=store.folder))
    print_lines(map(_line, ids, store.listed(ids)))


def _write(what: Record, to: str | None) -> None:
    if what.match.winner is None:
        complain(tr("this match is unfinished: the file reveals both hands and the draw pile"))
    if to in (None, "-"):
        # A record is UTF-8 whatever the terminal's encoding.
        print_bytes(record.write(what).encode())
    else:
        write_record(what, to)


def _share(what: Record, form: str, file: str, number: int | None) -> None:
    """Write a match that is over to a file; raises Problem if it is not, or cannot be written."""
    # Here, as these take most of the time of a start, and a record needs neither.
    import asyncio

    from engarde_tui.share.forms import drawn, share

    if what.match.winner is None:
        raise Problem(tr("this match is unfinished: only what is over can be shown around"))
    replay = Replay(what.match)
    if file == "-":
        # In UTF-8 as a file, whatever the terminal's encoding.
        print_bytes(asyncio.run(drawn(replay, form, show_progress, number)).encode())
    else:
        asyncio.run(share(replay, form, file, show_progress, number))


def _last_finished(store: Store) -> Record:
    """Return the finished match played last; an unfinished one would reveal hands without being asked for.

    Raises Problem if there is none.
    """
    for match_id in store.ids():
        with suppress(UnreadableMatchError):
            what = store.record(match_id)
            if what.match.winner is not None:
                return what
    raise Problem(
        tr(
            "there is no finished match in {folder}: give the number of another (see --list)",
            folder=store.folder,
        )
    )


def _line(match_id: int, match: StoredMatch | UnreadableMatchError) -> str:
    if not isinstance(match, StoredMatch):
        return f"{match_id:>5}  {told(match)}"
    if match.winner is not None:
        stands = score(match)
    else:
        stands = tr("{score}, round {number}, in progress", score=score(match), number=match.number)
    return f"{match_id:>5}  {when(match.changed)}  {stands}"
