"""`engarde verify`: check the actions and decks of a record."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engarde_tui.arguments import OneLineParser
from engarde_tui.commands.shared import print_lines
from engarde_tui.fair.chain import is_chained, verify
from engarde_tui.fair.commitment import Check, CommitmentError, Verdict
from engarde_tui.play.daily import AT_HOME, deals_of
from engarde_tui.play.day import Bout, recorded_day
from engarde_tui.play.problem import Problem, printable
from engarde_tui.play.words import score
from engarde_tui.presentation import presentation_of
from engarde_tui.storage.files import name_of_given, read_given
from engine.match import Match
from engine.record import Record


def add_arguments(parser: OneLineParser) -> None:
    """Add what the command is given."""
    parser.add_argument("file", metavar="FILE", help="an .engarde record; - is standard input")


def run(options: argparse.Namespace) -> int:
    """Check a record against the rules and its commitments; return 1 if any is broken.

    Raises Problem if the record cannot be read.
    """
    what = read_given(options.file)
    try:
        checks = verify(what)
    except CommitmentError as error:
        raise Problem(f"{name_of_given(options.file)}: {error}") from None
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
        finding = f"BROKEN: the commitments of {broken} of {len(checks)} rounds"
    elif Verdict.NONE in verdicts:
        finding = "no commitments to check (only matches in a hall or with --word have them)"
    elif Verdict.KEPT in verdicts:
        finding = (
            "nobody has chosen a deck, if you saw the first commitment before you said your word"
            if by_words
            else "every deck shown is the one committed to, if you saw these commitments at the deal"
        )
    else:
        finding = "no deck can be checked until its round is over"
    yield f"every action is legal; {finding}"


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
