"""The commands export, import, replay --print and verify."""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from engarde_tui.commands.transcript import transcript
from engarde_tui.match.chain import is_chained, verify
from engarde_tui.match.commitment import Check, CommitmentError, Verdict
from engarde_tui.match.daily import AT_HOME, deals_of
from engarde_tui.match.day import Bout, recorded_day
from engarde_tui.match.problem import Problem, insist_on_regular_file, printable
from engarde_tui.match.replay import Replay
from engarde_tui.match.words import score, when
from engarde_tui.output import print_bytes
from engarde_tui.presentation import presentation_of
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.files import FileError, read_record, read_standard_input, write_record
from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.storage.store import Store
from engarde_tui.terminal.ascii import in_ascii
from engine import record
from engine.match import Match
from engine.record import Record


def print_replay(options: argparse.Namespace) -> int:
    """Print a recorded match as text and return the exit status; raises Problem if it cannot be read."""
    replay = Replay(_read(options.file).match, perspective=options.view)
    return print_lines(transcript(replay), ascii_only=options.ascii)


def export_match(options: argparse.Namespace, store: Store) -> int:
    """Write the record of a match, or list all matches; return the exit status. Raises Problem."""
    if store.read_only:
        print(f"engarde: {printable(store.read_only)}", file=sys.stderr)
    if options.list:
        ids = store.ids()
        if not ids:
            print(f"engarde: there are no matches in {printable(str(store.folder))}", file=sys.stderr)
        return print_lines(_line(store, id) for id in ids)
    what = _last_finished(store) if options.match is None else store.record(options.match)
    if what.match.goes_on:
        print(
            "engarde: this match is unfinished: the file reveals both hands and the draw pile",
            file=sys.stderr,
        )
    if what.match.former_rule:
        print(f"engarde: this version cannot import the file: {what.match.former_rule}", file=sys.stderr)
    if options.to is None:
        # A record is UTF-8 whatever the terminal's encoding.
        print_bytes(record.write(what).encode())
    else:
        write_record(what, options.to)
    return 0


def _last_finished(store: Store) -> Record:
    """Return the finished match played last; an unfinished one would reveal hands without being asked for.

    Raises Problem if there is none.
    """
    for id in store.ids():
        with suppress(UnreadableMatchError):
            what = store.record(id)
            if what.match.winner is not None:
                return what
    raise Problem(f"there is no finished match in {store.folder}: give the number of another (see --list)")


def import_matches(options: argparse.Namespace, store: Store) -> int:
    """Add recorded matches to the store; return the exit status, 1 if any could not be added."""
    for file in options.files:
        if file != "-":
            insist_on_regular_file(Path(os.path.expanduser(file)))
    status = 0
    for file in options.files:
        name = _name(file)
        try:
            what = _read(file)
            print_lines([f"{name}: match {store.add(what)}"])
        except FileError as problem:
            print(f"engarde: {problem}", file=sys.stderr)
            status = 1
        except StoreError as problem:
            print(f"engarde: {name}: {problem}", file=sys.stderr)
            status = 1
    return status


def verify_record(options: argparse.Namespace) -> int:
    """Check a record against the rules and its commitments; return the exit status, 1 if any is broken.

    Raises Problem if the record cannot be read.
    """
    what = _read(options.file)
    try:
        checks = verify(what)
    except CommitmentError as error:
        raise Problem(f"{_name(options.file)}: {error}") from None
    print_lines([*_verification(what.match, checks, by_words=is_chained(what)), *_about_daily(what)])
    return int(any(check.verdict is Verdict.BROKEN for check in checks))


def _verification(match: Match, checks: Sequence[Check], *, by_words: bool) -> Iterator[str]:
    """Yield a line for each round, its check and the score after it, then a summary."""
    kept = "the deck follows from its link and the words" if by_words else "the deck is the one committed to"
    hidden = "link" if by_words else "salt"
    view = match.view(None)
    for number, check in enumerate(checks, 1):
        found = {
            Verdict.KEPT: kept,
            Verdict.BROKEN: f"BROKEN: {check.fault}",
            Verdict.OPEN: f"committed, the {hidden} is not shown yet",
            Verdict.NONE: "no commitment",
        }[check.verdict]
        full = f" ({check.commitment})" if check.commitment else ""
        after = "in progress"
        if number <= len(match.finished):
            line = match.finished[number - 1]
            after = score(replace(view, score=line.score))
            if not line.result.reason.is_played:
                after += f", {presentation_of(view.round.rules).why_round_ended(view, line)}"
        yield f"round {number}: {found}{full} · {after}"
    verdicts = [check.verdict for check in checks]
    if broken := verdicts.count(Verdict.BROKEN):
        said = f"BROKEN: the commitments of {broken} of {len(checks)} rounds"
    elif Verdict.NONE in verdicts:
        said = "no commitments to check (only matches in a hall or with --word have them)"
    elif Verdict.KEPT in verdicts:
        said = (
            "nobody has chosen a deck, if you saw the first commitment before you said your word"
            if by_words
            else "every deck shown is the one committed to, if you saw these commitments at the deal"
        )
    else:
        said = "no deck can be checked until its round is over"
    yield f"every action is legal; {said}"


def _about_daily(what: Record) -> Iterator[str]:
    """Yield whose decks those of a daily bout are; nothing for any other match."""
    day = recorded_day(what.others)
    if day is None:
        return
    link = dict(what.others).get("Link-0", "")
    if link == deals_of(Bout(day, what.match.rules), AT_HOME).chain.link(0):
        yield f"daily bout of {day}: these are everybody's decks at home"
    else:
        yield f"daily bout of {day}: everybody's decks if the hall has shown the commitment {printable(link)}"


def _name(file: str) -> str:
    return "standard input" if file == "-" else printable(file)


def _read(file: str) -> Record:
    return read_standard_input() if file == "-" else read_record(file)


def _line(store: Store, id: int) -> str:
    try:
        match = store.summary(id)
    except UnreadableMatchError as error:
        return f"{id:>5}  {error}"
    progress = (
        ""
        if match.view.winner is not None
        else ", closed"
        if match.is_closed
        else f", round {match.view.number}, in progress"
    )
    return f"{id:>5}  {when(match.changed)}  {score(match.view)}{progress}"


def print_lines(lines: Iterable[str], *, ascii_only: bool = False) -> int:
    """Print lines of text and return the exit status; raises Problem if standard output cannot be written."""
    encoding = sys.stdout.encoding
    ascii_only = ascii_only or "utf" not in encoding.lower()
    text = (f"{in_ascii(line) if ascii_only else line}\n" for line in lines)
    print_bytes(*(line.encode(encoding, "replace") for line in text))
    return 0
