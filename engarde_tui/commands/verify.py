"""`engarde verify`: check the actions and decks of a record."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from engarde_tui.arguments import OneLineParser
from engarde_tui.commands.shared import print_lines
from engarde_tui.fair.chain import verify
from engarde_tui.fair.commitment import Check, CommitmentError, Verdict
from engarde_tui.language import said, told, tr
from engarde_tui.play.daily import AT_HOME, deals_of
from engarde_tui.play.day import Bout, recorded_day
from engarde_tui.play.problem import Problem, printable
from engarde_tui.play.words import score
from engarde_tui.presentation import presentation_of
from engarde_tui.storage.files import name_of_given, read_given
from engine.match import Match, MatchView
from engine.record import Record


def add_arguments(parser: OneLineParser) -> None:
    """Add what the command is given."""
    parser.add_argument("file", metavar=tr("FILE"), help=tr("an .engarde record; - is standard input"))


def run(options: argparse.Namespace) -> int:
    """Check a record against the rules and its commitments; return 1 if any is broken.

    Raises Problem if the record cannot be read.
    """
    what = read_given(options.file)
    try:
        checks = verify(what)
    except CommitmentError as error:
        raise Problem(f"{name_of_given(options.file)}: {told(error)}") from None
    print_lines([*_verification(what.match, checks), *_about_daily(what)])
    return int(any(check.verdict is Verdict.BROKEN for check in checks))


def _verification(match: Match, checks: Sequence[Check]) -> Iterator[str]:
    """Yield a line for each round, its check and the score after it, then a summary."""
    for number, check in enumerate(checks, 1):
        found = _found(check)
        after = _after(match.view(None), number)
        if check.commitment:
            yield tr(
                "round {number}: {found} ({commitment}) · {after}",
                number=number,
                found=found,
                commitment=check.commitment,
                after=after,
            )
        else:
            yield tr("round {number}: {found} · {after}", number=number, found=found, after=after)
    verdicts = [check.verdict for check in checks]
    if broken := verdicts.count(Verdict.BROKEN):
        finding = tr(
            "BROKEN: the commitments of {broken} of {rounds} rounds", broken=broken, rounds=len(checks)
        )
    elif Verdict.NONE in verdicts:
        finding = tr("no commitments to check (only matches in a hall or with --word have them)")
    elif Verdict.KEPT not in verdicts:
        finding = tr("no deck can be checked until its round is over")
    else:
        finding = tr("nobody has chosen a deck, if you saw the first commitment before you said your word")
    yield tr("every action is legal; {finding}", finding=finding)


def _found(check: Check) -> str:
    """Return what has come of a check."""
    match check.verdict:
        case Verdict.BROKEN:
            return tr("BROKEN: {fault}", fault=said(check.fault))
        case Verdict.NONE:
            return tr("no commitment")
        case Verdict.KEPT:
            return tr("the deck follows from its link and the words")
        case _:
            return tr("committed, the link is not shown yet")


def _after(view: MatchView[Any], number: int) -> str:
    """Return the score after a round, and why it ended if it was not played to its end."""
    if number > len(view.finished):
        return tr("in progress")
    line = view.finished[number - 1]
    after = score(replace(view, score=line.score))
    if line.result.reason.is_played:
        return after
    why = presentation_of(view.round.rules).why_round_ended(view, line)
    return tr("{score}, {reason}", score=after, reason=why)


def _about_daily(what: Record) -> Iterator[str]:
    """Yield whose decks those of a daily bout are; nothing for any other match."""
    day = recorded_day(what.others)
    if day is None:
        return
    link = dict(what.others).get("Link-0", "")
    if link == deals_of(Bout(day, what.match.rules), AT_HOME).chain.link(0):
        yield tr("daily bout of {day}: these are everybody's decks at home", day=day)
    else:
        yield tr(
            "daily bout of {day}: everybody's decks if the hall has shown the commitment {link}",
            day=day,
            link=printable(link),
        )
