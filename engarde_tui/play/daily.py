"""The daily bout: one match a day against the bot that gives hints, with the same deals for everybody.

All chance follows from the day, the rules and a secret. A hall has a secret of its own. At home it is the
same for everybody and hides nothing: whoever reads this could compute the deals, and plays without doing so.
"""

import hmac
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, Final

from engarde_tui.fair.chain import Chain, FairDeals
from engarde_tui.header import DAILY
from engarde_tui.play.day import Bout
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engine.bot import PREFIX
from engine.game import game_of, games
from engine.match import Match

AT_HOME: Final = "0" * 64
"""The secret outside of halls."""

_TARGET: Final = 3
"""Rounds to win, where the game's own target is not lower: about ten minutes."""

_REVEALED: Final = 20
"""The number of the link that reveals a day's deals: more rounds are not played."""


def bouts_of(day: date) -> list[Bout]:
    """Return the bouts of a day: one for each published rule set of the games that have bots."""
    return [Bout(day, rules) for game in games().values() if game.levels for rules in game.presets.values()]


def deals_of(bout: Bout, secret: str) -> FairDeals:
    """Return the deals of a bout; `secret` is 64 hexadecimal digits. They must never change."""
    game = game_of(bout.rules)
    message = f"daily {bout.day.isoformat()} {game.name} {game.write_rules(bout.rules)}"
    own = hmac.digest(bytes.fromhex(secret), message.encode(), "sha256").hex()
    return FairDeals(Chain.of(own), ("", ""))


def target_of(rules: Any) -> int:
    """Return the rounds that win a bout."""
    return min(_TARGET, game_of(rules).target)


def live_match_of(bout: Bout, name: str, secret: str) -> LiveMatch:
    """Return a match where `name`, on the left, begins the bout; raises ValueError for a wrong name."""
    game, deals = game_of(bout.rules), deals_of(bout, secret)
    players = Players.parse(game, name, f"{PREFIX}{game.advisor}")
    match = Match.new(bout.rules, players.names, target_of(bout.rules), dealt=deals.deal(game, 1))
    others = (*players.header, (DAILY, bout.day.isoformat()), *deals.lines)
    return LiveMatch(match, players=players, others=others)


def seals(secret: str, days: list[date], today: date) -> Iterator[str]:
    """Yield for each bout of these days its commitment, and the link that reveals its deals once it may.

    That is two days later, as a bout may be finished on the day after it was begun.
    """
    for day in days:
        for bout in bouts_of(day):
            game, chain = game_of(bout.rules), deals_of(bout, secret).chain
            rules = next(name for name, rules in game.presets.items() if rules == bout.rules)
            yield f"{day} {rules} link 0: {chain.link(0)}"
            if today - day >= timedelta(days=2):
                yield f"{day} {rules} link {_REVEALED}: {chain.link(_REVEALED)}"
