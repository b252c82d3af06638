"""Reiner Knizia's fencing card game *En Garde*: all published editions, and house rules.

>>> from engine.en_garde import PRESETS, Round, Seat
>>> deck = [int(card) for card in "1123445412535543524132132"]
>>> state = Round.deal(PRESETS["ferti-advanced"], deck=deck, first=Seat.LEFT)
>>> [str(action) for action in state.legal_actions()]
['+1', '+2', '+3', '+4']
>>> state.play(parse_action("+4")).positions
(5, 23)
"""

from engine.en_garde.actions import Action, Kind, Play, parse_action
from engine.en_garde.legal import Phase
from engine.en_garde.refusal import why_illegal
from engine.en_garde.round import Round
from engine.en_garde.rules import PRESETS, Rules
from engine.en_garde.showdown import Reason, Showdown
from engine.en_garde.view import RoundView
from engine.game import IllegalActionError, MalformedActionError, Result, Seat
from engine.match import FinishedRound, Match
from engine.match import MatchView as AnyMatchView

MatchView = AnyMatchView[RoundView]
"""A match of En Garde as one seat sees it."""

__all__ = [
    "PRESETS",
    "Action",
    "FinishedRound",
    "IllegalActionError",
    "Kind",
    "MalformedActionError",
    "Match",
    "MatchView",
    "Phase",
    "Play",
    "Reason",
    "Result",
    "Round",
    "RoundView",
    "Rules",
    "Seat",
    "Showdown",
    "parse_action",
    "why_illegal",
]
