"""Reiner Knizia's fencing card game *En Garde*: every published edition, and the house rules between them.

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
from engine.en_garde.match import Match
from engine.en_garde.round import Round
from engine.en_garde.rules import PRESETS, Rules
from engine.en_garde.showdown import Reason, Result, Showdown
from engine.en_garde.view import FinishedRound, MatchView, RoundView
from engine.game import IllegalActionError, MalformedActionError, Seat

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
]
