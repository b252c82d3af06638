"""`engarde play`: start a match at once."""

import argparse
import random
from typing import TYPE_CHECKING

from engarde_tui.arguments import (
    LEVELS,
    OneLineParser,
    add_game_options,
    add_pace_option,
    chosen_game,
    integer,
)
from engarde_tui.commands.shared import insist_on_terminal, login, settings, show
from engarde_tui.language import told, tr
from engarde_tui.output import print_text
from engarde_tui.play.bot_match import BotMatch
from engarde_tui.play.live_match import STARTERS, LiveMatch, starting_seat
from engarde_tui.play.players import Players
from engarde_tui.play.problem import UsageError
from engine.bot import PREFIX
from engine.game import Seat, games
from engine.match import Match
from engine.message import message

if TYPE_CHECKING:
    from engarde_tui.fair.chain import FairDeals


def add_arguments(parser: OneLineParser) -> None:
    """Add what the command is given."""
    house = next(iter(games().values()))
    add_game_options(parser)
    left = tr(
        "the left player: a name, {prefix}LEVEL ({levels}), or {prefix}COMMAND for your own program"
        " (default: your name)",
        prefix=PREFIX,
        levels=LEVELS,
    )
    right = tr(
        "the right player: a name, {prefix}LEVEL ({levels}), or {prefix}COMMAND for your own program"
        " (default: {name})",
        prefix=PREFIX,
        levels=LEVELS,
        name="%(default)s",
    )
    parser.add_argument("--left", metavar=tr("NAME"), help=left)
    parser.add_argument("--right", default="Bruno", metavar=tr("NAME"), help=right)
    parser.add_argument(
        "--target",
        type=integer,
        metavar=tr("N"),
        help=tr("rounds to win (default: {number}, or the game's own)", number=house.target),
    )
    parser.add_argument(
        "--first",
        default="left",
        choices=STARTERS,
        help=tr("who begins the first round (default: %(default)s)"),
    )
    add_pace_option(parser)
    chance = parser.add_mutually_exclusive_group()
    chance.add_argument(
        "--seed", type=integer, metavar=tr("N"), help=tr("deal the same cards for the same number")
    )
    chance.add_argument(
        "--word",
        nargs="?",
        const="",
        metavar=tr("WORD"),
        help=tr(
            "let the cards follow from your word too, so that the program cannot choose them; if you leave"
            " WORD out, it is asked for once the program is committed (docs/fairness.md)"
        ),
    )


def run(options: argparse.Namespace) -> int:
    """Start the match that the options describe."""
    source = random.SystemRandom() if options.seed is None else random.Random(options.seed)
    first = starting_seat(options.first, source)
    keeper = settings()
    try:
        game, rules = chosen_game(options)
        own = keeper.settings.name or login() or keeper.settings.player
        left = own if options.left is None else options.left
        players = Players.parse(game, left, options.right, bots_only=True)
        target = game.target if options.target is None else options.target
        if None not in players.bots and options.word is not None:
            raise ValueError(message("--word is a word of a player: bots give none"))
        match, others = Match.new(rules, players.names, target, first, options.seed), players.header
        if options.word is not None:
            deals = fair_deals(options, Seat.LEFT if players.person is None else players.person)
            match = Match.new(rules, players.names, target, first, dealt=deals.deal(game, 1))
            others = (*others, *deals.lines)
    except ValueError as error:
        raise UsageError(told(error)) from None
    if None not in players.bots:
        return show(options, BotMatch(match, players), keeper=keeper)
    return show(options, LiveMatch(match, players=players, others=others), keeper=keeper)


def fair_deals(options: argparse.Namespace, seat: Seat) -> "FairDeals":
    """Print the commitment to a new chain, and return its deals with the word of `seat`.

    Ask for the word if it is "". Raises ValueError if it is not a word, UsageError without a terminal.
    """
    # Here, because hashing takes 5 ms to load, and most matches at home do without.
    from engarde_tui.fair.chain import Chain, FairDeals, clean_word
    from engarde_tui.fair.commitment import new_secret

    word = clean_word(options.word)
    insist_on_terminal(options)
    chain = Chain.of(new_secret())
    commitment = tr("The commitment to the cards: {link}", link=chain.link(0))
    print_text(f"{commitment}\n")
    word = word or clean_word(_typed())
    return FairDeals(chain, ("", word) if seat else (word, ""))


def _typed() -> str:
    """Return the line typed on the terminal, "" at its end."""
    try:
        return input(tr("Your word for the deal: "))
    except EOFError:
        return ""
