"""The command `engarde arena`: measure two bots against each other, with a progress bar."""

import argparse
import json
import os
import signal
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from typing import Any, Final

from engarde_tui.arguments import OneLineParser, add_game_options, chosen_game, integer, positive
from engarde_tui.commands.shared import print_lines
from engarde_tui.language import told, tr, tr_count
from engarde_tui.paths import whole
from engarde_tui.play.players import bot_of, check_bot
from engarde_tui.play.problem import Problem, UsageError
from engarde_tui.play.words import decimal, percent
from engarde_tui.storage.measured import MeasuredFile
from engine.arena import Meeting, Pairing, match_odds, meet
from engine.bot import PREFIX
from engine.game import Game, game_of, games


def add_arguments(parser: OneLineParser) -> None:
    """Add what the command is given."""
    house = next(iter(games().values()))
    for position in ("first", "second"):
        parser.add_argument(
            position,
            metavar=tr("BOT"),
            help=tr(
                "{bots}, or the command of a program (docs/bots.md)",
                bots=", ".join((*house.levels, *house.references)),
            ),
        )
    parser.add_argument(
        "--rounds",
        type=_even,
        default=1000,
        metavar=tr("N"),
        help=tr("rounds to play, an even number (default: %(default)s)"),
    )
    add_game_options(parser)
    parser.add_argument(
        "--seed",
        type=integer,
        default=1,
        metavar=tr("N"),
        help=tr("give the same result for the same number (default: 1)"),
    )
    parser.add_argument(
        "--processes",
        type=positive,
        metavar=tr("N"),
        help=tr("number of processes (default: one per core)"),
    )
    parser.add_argument(
        "--save",
        metavar=tr("FILE"),
        help=tr("keep the results in this file as they come; the same command continues with it"),
    )
    parser.add_argument("--json", action="store_true", help=tr("print all results as JSON"))


def _even(text: str) -> int:
    if positive(text) % 2:
        raise argparse.ArgumentTypeError(
            tr("{text!r} is odd: each deal is played twice, with seats swapped", text=text)
        )
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Measure the two bots of the options."""
    try:
        game, rules = chosen_game(options)
        for position in ("first", "second"):
            word = getattr(options, position)
            bot = bot_of(game, word if bot_of(game, word) is not None else f"{PREFIX}{word}")
            check_bot(bot or "", game, arena=True)
            setattr(options, position, bot)
    except ValueError as error:
        raise UsageError(told(error)) from None
    return _play(options, game, rules)


def _play(options: argparse.Namespace, game: Game, rules: Any) -> int:
    """Play the rounds, print the results and return the exit status.

    After an interruption it prints what has been measured, if anything, and returns 128 and the signal's
    number. Raises Problem if a process dies, or if the working folder is gone.
    """
    # Each process begins in the folder of this one.
    whole(os.curdir)
    pairing = Pairing(options.first, options.second, rules, options.rounds // 2, options.seed)
    _on_signals(_end)
    file = None if options.save is None else MeasuredFile(options.save, pairing)
    status, parts = 0, [] if file is None else list(file.chunks.values())
    try:
        _measure(pairing, options.processes, file, parts)
    except ChildProcessError as error:
        raise Problem(told(error)) from None
    except SystemExit as end:
        status = int(end.code or 0)
        if not parts:
            return status
    finally:
        # Whoever presses ctrl+c twice wants to see the results too.
        _on_signals(lambda *_: None)
        if file is not None:
            file.close()
    figures = figures_of(game.write_rules(rules), pairing, Meeting.of(parts))
    figures |= {"planned": 2 * pairing.deals, "interrupted": bool(status)}
    # Whoever hangs up may take standard output along.
    with suppress(Problem) if status else nullcontext():
        print_lines([json.dumps(figures, indent=2) if options.json else table(figures)])
    return status


_SUMMED: Final = 1000
"""Deals after which they are summed up: each by itself takes ten times the memory."""


def _measure(
    pairing: Pairing, processes: int | None, file: MeasuredFile | None, parts: list[Meeting]
) -> None:
    """Play what is not in the file; add each deal to `parts` and to the file as soon as it is over."""
    # Here, because help and wrong usage do without.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    rounds = sum(part.rounds for part in parts)
    with (
        Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress,
        closing(meet(pairing, processes, () if file is None else file.chunks.keys())) as deals,
    ):
        task = progress.add_task(
            f"{pairing.first} - {pairing.second}", total=2 * pairing.deals, completed=rounds
        )
        for number, deal in enumerate(deals, 1):
            # A signal can come between any two of these lines, but leaves no deal half added.
            parts.append(deal)
            if number % _SUMMED == 0:
                parts[-_SUMMED:] = [Meeting.of(parts[-_SUMMED:])]
            if file is not None:
                file.add(deal)
            progress.advance(task, deal.rounds)


def _on_signals(handler: Callable[[int, object], None]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # A signal already ignored, as by nohup, stays ignored.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _end(number: int, _: object) -> None:
    """End the measuring, and with it the worker processes."""
    raise SystemExit(128 + number)


def figures_of(preset: str, pairing: Pairing, meeting: Meeting) -> dict[str, Any]:
    """Return the results as plain values: shares from 0 to 1, results from -1 to 1, with 95% margins."""
    (won, won_margin), (drawn, drawn_margin), (lost, lost_margin) = (
        meeting.share(result) for result in (1, 0, -1)
    )
    result, margin = meeting.result
    figures: dict[str, Any] = {
        "rules": preset,
        "seed": pairing.seed,
        "rounds": meeting.rounds,
        "won": meeting.count(1),
        "drawn": meeting.count(0),
        "lost": meeting.count(-1),
        "won_share": won,
        "won_margin": won_margin,
        "drawn_share": drawn,
        "drawn_margin": drawn_margin,
        "lost_share": lost,
        "lost_margin": lost_margin,
        "result": result,
        "result_margin": margin,
        "match": _match(game_of(pairing.rules).target, *meeting.decided),
        "bots": [],
    }
    for who, name in enumerate((pairing.first, pairing.second)):
        median, p99 = meeting.latency(who)
        figures["bots"].append(
            {
                "name": name,
                "decisions": len(meeting.times[who]),
                "decisions_per_second": meeting.decisions_per_second(who),
                "median_ms": 1000 * median,
                "p99_ms": 1000 * p99,
                "longest_ms": 1000 * max(meeting.times[who], default=0.0),
                "forfeits": dict(meeting.forfeits[who]),
            }
        )
    return figures


def _match(target: int, share: float, margin: float) -> dict[str, Any]:
    """Return the odds of a match to `target` rounds, and the ends of their 95% interval."""
    low, high = (match_odds(share + way * margin, target) for way in (-1, 1))
    return {"target": target, "odds": match_odds(share, target), "low": low, "high": high}


_MOST_REASONS: Final = 3
"""Number of forfeit reasons listed; the rest are summed up."""


def _short(name: str) -> str:
    return name if len(name) < 24 else f"…{name[-22:]}"


def _share(figures: dict[str, Any], what: str) -> str:
    return f"{percent(figures[f'{what}_share'], 1)} ± {percent(figures[f'{what}_margin'], 1)}"


def _whole(number: float) -> str:
    return decimal(f"{number:,.0f}")


def _latency(milliseconds: float) -> str:
    return f"{decimal(f'{milliseconds:.3f}'):>12} ms"


def _match_line(first: str, match: dict[str, Any]) -> str:
    return tr(
        "{name} would win {odds} ({low} to {high}) of matches to {target}",
        name=first,
        **{name: percent(match[name], 1) for name in ("odds", "low", "high")},
        target=match["target"],
    )


def table(figures: dict[str, Any]) -> str:
    """Return the figures as a table for people."""
    first, second = (bot["name"] for bot in figures["bots"])
    if figures["interrupted"]:
        rounds = tr(
            "interrupted after {rounds} of {planned} rounds",
            rounds=_whole(figures["rounds"]),
            planned=_whole(figures["planned"]),
        )
    else:
        rounds = tr_count(
            "{rounds} round", "{rounds} rounds", figures["rounds"], rounds=_whole(figures["rounds"])
        )
    played = tr(
        "{first} against {second}, {rules}, {rounds}, seed {seed}",
        first=first,
        second=second,
        rules=figures["rules"],
        rounds=rounds,
        seed=figures["seed"],
    )
    shares = tr(
        "{name} won {won}, drew {drawn}, lost {lost}",
        name=first,
        **{name: _share(figures, name) for name in ("won", "drawn", "lost")},
    )
    mean = tr(
        "mean result {result} (won 1, drawn 0, lost -1; 95%)",
        result=decimal(f"{figures['result']:+.3f} ± {figures['result_margin']:.3f}"),
    )
    decisions, speed, median = tr("decisions"), tr("per second"), tr("median")
    lines = [
        played,
        f"  {shares}",
        f"  {mean}",
        f"  {_match_line(first, figures['match'])}",
        "",
        f"  {'':<24}{decisions:>12}{speed:>12}{median:>15}{'p99':>15}",
    ]
    for bot in figures["bots"]:
        lines.append(
            f"  {_short(bot['name']):<24}{_whole(bot['decisions']):>12}"
            f"{_whole(bot['decisions_per_second']):>12}{_latency(bot['median_ms'])}{_latency(bot['p99_ms'])}"
        )
        forfeits = sorted(bot["forfeits"].items(), key=lambda item: -item[1])
        told_of = [
            tr("forfeited {number}: {reason}", number=number, reason=why)
            for why, number in forfeits[:_MOST_REASONS]
        ]
        if len(forfeits) > _MOST_REASONS:
            more = sum(number for _, number in forfeits[_MOST_REASONS:])
            told_of.append(tr("forfeited {number} more", number=more))
        lines += [f"    {line}" for line in told_of]
    return "\n".join(lines)
