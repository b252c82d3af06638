"""The hall's own questions."""

from typing import Final

from engarde_tui.language import put, tr
from engarde_tui.play.keys import KeyAction
from engarde_tui.play.questions import Question
from engarde_tui.play.words import score, when
from engarde_tui.serve.hall.results import Result
from engarde_tui.serve.hall.table import SALUTES
from engine.game import ABSENCE, RESIGNATION, TIME
from engine.message import message

SALUTE: Final = Question(
    "Say something to the table",
    (
        KeyAction(SALUTES[0], "1", "Salute!", "Say: Salute!", "salute-1"),
        KeyAction(SALUTES[1], "2", "Touché!", "Say: Touché!", "salute-2"),
        KeyAction(SALUTES[2], "3", "Well fenced!", "Say: Well fenced!", "salute-3"),
        KeyAction("", "escape,q", "cancel", "Say nothing", "salute-none"),
    ),
)
"""What to say; the answer is one of `SALUTES`, or "" for nothing."""

CLAIM: Final = Question(
    "Claim the match?",
    (
        KeyAction("wait", "n,escape,q", "wait", "Keep waiting", "claim-no"),
        KeyAction("claim", "y", "claim it", "Claim the match", "claim-yes"),
    ),
    is_grave=True,
)
"""Whether to claim the match from an absent player."""

_SEEN: Final = KeyAction("seen", "space,escape,q", "continue", "Go on", "claimed-seen")

LOST: Final = Question("You have lost a match", (_SEEN,))
WON: Final = Question("You have won a match", (_SEEN,))

_HOW_LOST: Final = {
    ABSENCE: message("{winner} claimed it on {at}: it was your move, and you were not at the table."),
    RESIGNATION: message("You resigned against {winner} on {at}."),
    TIME: message("Your time against {winner} ended on {at}."),
}
_HOW_WON: Final = {
    ABSENCE: message("You claimed it from {loser} on {at}."),
    RESIGNATION: message("{loser} resigned on {at}."),
    TIME: message("The time of {loser} ended on {at}."),
}
"""How a match was won or lost, by the reason of its last round."""

_LOST_LAST_ROUND: Final = message("{winner} won the last round on {at}.")
_WON_LAST_ROUND: Final = message("You won the last round against {loser} on {at}.")
"""How a match was lost or won that was played to its end."""


def result_told(result: Result) -> Question:
    """Return what tells a player of a result that they have not seen."""
    match, winner = result.match, result.match.winner
    assert winner is not None
    question, words, played = (
        (WON, _HOW_WON, _WON_LAST_ROUND) if winner is result.seat else (LOST, _HOW_LOST, _LOST_LAST_ROUND)
    )
    how = words.get(match.finished[-1].reason, played)
    fields = {"winner": match.names[winner], "loser": match.names[winner.other], "at": when(match.changed)}
    sentences = [put(how._replace(fields=fields)), tr("The result is {score}.", score=score(match))]
    if result.change is not None:
        sentences.append(tr("Your rating: {rating}.", rating=result.change))
    return question.about(" ".join(sentences))


CHALLENGE: Final = Question(
    "A challenge",
    (
        KeyAction("later", "escape,q", "answer later", "Be called no more in this visit", "challenge-later"),
        KeyAction("decline", "n", "decline it", "Decline the challenge", "challenge-no"),
        KeyAction("accept", "y", "accept it", "Begin the match", "challenge-yes"),
    ),
    is_grave=True,
)
"""How to answer a challenge."""

DECLINED: Final = Question(
    "Your challenge is declined",
    (KeyAction("seen", "space,escape,q", "continue", "Take the challenge away", "declined-seen"),),
)
"""Tells that a challenge was declined."""

NOTE: Final = Question(
    "The operator of the hall writes to you",
    (
        KeyAction("later", "escape,q", "read it later", "See it again at your next visit", "note-later"),
        KeyAction("read", "y", "I have read it", "See it no more", "note-read"),
    ),
    is_grave=True,
)
"""A note from the operator; only an answer that was meant makes it go."""

LEAVE_HALL: Final = Question(
    "Leave the hall?",
    (
        KeyAction("stay", "n,escape,q", "stay", "Stay in the hall", "hall-stay"),
        KeyAction("quit", "y", "leave the hall", "End your visit", "hall-leave"),
    ),
    is_grave=True,
)
"""Whether to end a visit while a seat or a match waits."""

GO: Final = Question(
    "Leave this match?",
    (
        KeyAction("stay", "n,escape,q", "stay here", "Stay in this match", "go-no"),
        KeyAction("go", "y", "go to the table", "Leave this match", "go-yes"),
    ),
    is_grave=True,
)
"""Whether to leave a match for a table that calls."""

TROUBLE: Final = Question(
    "Not saved",
    (
        KeyAction("again", "t", "try again", "Save again", "trouble-again"),
        KeyAction("cancel", "escape,q", "cancel", "Give up saving", "trouble-cancel"),
    ),
    message("The hall cannot save this at the moment, so it does not count yet."),
)
"""Whether to try to save again; the cause is in the log, for whoever runs the hall."""

WITHDRAW: Final = Question(
    "Withdraw this key?",
    (
        KeyAction("keep", "n,escape,q", "keep it", "Keep the key", "withdraw-no"),
        KeyAction("withdraw", "y", "withdraw it", "Let the key own your name no longer", "withdraw-yes"),
    ),
    is_grave=True,
)
"""Whether to withdraw a key from a name."""

HALL_QUESTIONS: Final = (
    SALUTE,
    CLAIM,
    LOST,
    WON,
    CHALLENGE,
    DECLINED,
    NOTE,
    LEAVE_HALL,
    GO,
    TROUBLE,
    WITHDRAW,
)
"""Every question that only the hall asks."""
