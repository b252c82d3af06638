"""`engarde replay`: watch a recorded match, or print it as plain text."""

import argparse
from collections.abc import Iterator

from engarde_tui.arguments import OneLineParser
from engarde_tui.commands.shared import print_lines, show
from engarde_tui.language import tr
from engarde_tui.play.problem import UsageError
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.play.words import score
from engarde_tui.presentation import match_title, presentation_of, verdict


def add_arguments(parser: OneLineParser) -> None:
    """Add what the command is given."""
    parser.add_argument(
        "file", metavar=tr("FILE"), help=tr("an .engarde record; - is standard input, for --print")
    )
    parser.add_argument("--print", action="store_true", help=tr("print it as plain text instead"))
    parser.add_argument(
        "--view",
        choices=[str(each) for each in Perspective],
        help=tr("whose cards to show: %(choices)s (default: both if the match is finished, else none)"),
    )


def run(options: argparse.Namespace) -> int:
    """Show or print a record; raises Problem if it cannot be read."""
    from engarde_tui.storage.files import read_given, read_record

    perspective = None if options.view is None else Perspective(options.view)
    if options.print:
        replay = Replay.of(read_given(options.file), perspective=perspective)
        print_lines(transcript(replay), ascii_only=options.ascii)
        return 0
    if options.file == "-":
        raise UsageError(tr("standard input can be replayed only with --print"))
    return show(options, Replay.of(read_record(options.file), perspective=perspective))


def transcript(replay: Replay) -> Iterator[str]:
    """Yield every action in words, the state after it, and the hands that the perspective shows.

    First of all, where the match was played on from, if it was.
    """
    replay.rewind()
    view = replay.view
    words = presentation_of(view.round.rules)
    yield match_title(view)
    yield from filter(None, [replay.origin])
    while True:
        view = replay.view
        if not view.round.plays and view.round.result is None:
            yield from ("", tr("Round {number}", number=view.number))
        yield ""
        yield from words.state_in_words(view)
        if view.round.result is not None:
            yield tr("{verdict}. {score}", verdict=verdict(view), score=score(view))
        if replay.position == replay.last:
            break
        replay.step(1)
    if view.winner is not None:
        yield from ("", tr("{name} wins the match.", name=view.names[view.winner]))
    else:
        yield from ("", tr("The match is unfinished."))
