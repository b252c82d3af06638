"""The commands that need no screen: export, import, and a replay as text."""

import argparse
import os
import sys
from collections.abc import Iterable

from engarde_tui.ascii import in_ascii
from engarde_tui.files import read_record, read_standard_input, write_record
from engarde_tui.problem import Problem
from engarde_tui.replay import Perspective, Replay
from engarde_tui.store import Store, UnreadableMatchError
from engarde_tui.transcript import transcript
from engarde_tui.words import score, when
from engine.en_garde import record
from engine.en_garde.record import Record


def print_replay(options: argparse.Namespace) -> int:
    """Write a recorded match as text to the standard output; answers the exit status."""
    replay = Replay(_read(options.file).match)
    replay.perspective = Perspective(options.view)
    return _print(transcript(replay), ascii_only=options.ascii)


def export_match(options: argparse.Namespace, store: Store) -> int:
    """Write the record of a match, or list them all; answers the exit status. Raises Problem."""
    ids = store.ids()
    if options.list:
        return _print(_line(store, id) for id in ids)
    if not ids:
        raise Problem(f"there are no matches in {store.folder}")
    what = store.record(ids[0] if options.match is None else options.match)
    if what.match.winner is None:
        print("engarde: this match goes on: its record holds both hands and the draw pile", file=sys.stderr)
    if options.to is None:
        return _print(record.write(what).splitlines())
    write_record(what, options.to)
    return 0


def import_matches(options: argparse.Namespace, store: Store) -> int:
    """Add recorded matches to the store; answers the exit status, 1 where any could not be added."""
    status = 0
    for file in options.files:
        try:
            print(f"{file}: match {store.add(_read(file))}")
        except Problem as problem:
            print(f"engarde: {problem}", file=sys.stderr)
            status = 1
    return status


def _read(file: str) -> Record:
    return read_standard_input() if file == "-" else read_record(file)


def _line(store: Store, id: int) -> str:
    try:
        match = store.summary(id)
    except UnreadableMatchError as error:
        return f"{id:>5}  {error}"
    goes_on = "" if match.view.winner is not None else f", round {match.view.number} goes on"
    return f"{id:>5}  {when(match.changed)}  {score(match.view)}{goes_on}"


def _print(lines: Iterable[str], *, ascii_only: bool = False) -> int:
    """Write lines to the standard output, until whoever reads them has had enough."""
    ascii_only = ascii_only or "utf" not in sys.stdout.encoding.lower()
    try:
        for line in lines:
            print(in_ascii(line) if ascii_only else line)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python would complain once more when it closes the standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
