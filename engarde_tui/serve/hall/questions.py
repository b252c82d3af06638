"""The hall's own questions."""

from typing import Final

from engarde_tui.play.keys import KeyAction
from engarde_tui.play.questions import Question
from engarde_tui.play.stored import StoredMatch
from engarde_tui.play.words import score, when
from engarde_tui.serve.hall.table import SALUTES
from engine.game import TIME

SALUTE: Final = Question(
    "Say something to the table",
    (
        *(
            KeyAction(salute, f"{number}", salute, f"salute-{number}", f"Say: {salute}")
            for number, salute in enumerate(SALUTES, 1)
        ),
        KeyAction("", "escape,q", "cancel", "salute-none", "Say nothing"),
    ),
)
"""What to say; the answer is one of `SALUTES`, or "" for nothing."""

CLAIM: Final = Question(
    "Claim the match?",
    (
        KeyAction("wait", "n,escape,q", "wait", "claim-no", "Keep waiting"),
        KeyAction("claim", "y", "claim it", "claim-yes", "Claim the match"),
    ),
    is_grave=True,
)
"""Whether to claim the match from an absent player."""

CLAIMED: Final = Question(
    "You have lost a match", (KeyAction("seen", "space,escape,q", "continue", "claimed-seen", "Go on"),)
)


def claimed(match: StoredMatch) -> Question:
    """Return what tells a player that their match was claimed by its winner."""
    winner, at = match.winner, when(match.changed)
    assert winner is not None
    if match.finished[-1].reason == TIME:
        return CLAIMED.about(
            f"Your time against {match.names[winner]} ended on {at}. The result is {score(match)}."
        )
    return CLAIMED.about(
        f"{match.names[winner]} claimed it on {at}: it was your move, and you were not at the table."
        f" The result is {score(match)}."
    )


NOTE: Final = Question(
    "The operator of the hall writes to you",
    (
        KeyAction("later", "escape,q", "read it later", "note-later", "See it again at your next visit"),
        KeyAction("read", "y", "I have read it", "note-read", "See it no more"),
    ),
    is_grave=True,
)
"""A note from the operator; only an answer that was meant makes it go."""

LEAVE_HALL: Final = Question(
    "Leave the hall?",
    (
        KeyAction("stay", "n,escape,q", "stay", "hall-stay", "Stay in the hall"),
        KeyAction("quit", "y", "leave the hall", "hall-leave", "End your visit"),
    ),
    is_grave=True,
)
"""Whether to end a visit while a seat or a match waits."""

GO: Final = Question(
    "Leave this match?",
    (
        KeyAction("stay", "n,escape,q", "stay here", "go-no", "Stay in this match"),
        KeyAction("go", "y", "go to the table", "go-yes", "Leave this match"),
    ),
    is_grave=True,
)
"""Whether to leave a match for a table that calls."""

TROUBLE: Final = Question(
    "Not saved",
    (
        KeyAction("again", "t", "try again", "trouble-again", "Save again"),
        KeyAction("cancel", "escape,q", "cancel", "trouble-cancel", "Give up saving"),
    ),
    "The hall cannot save this at the moment, so it does not count yet.",
)
"""Whether to try to save again; the cause is in the log, for whoever runs the hall."""

WITHDRAW: Final = Question(
    "Withdraw this key?",
    (
        KeyAction("keep", "n,escape,q", "keep it", "withdraw-no", "Keep the key"),
        KeyAction("withdraw", "y", "withdraw it", "withdraw-yes", "Let the key own your name no longer"),
    ),
    is_grave=True,
)
"""Whether to withdraw a key from a name."""

HALL_QUESTIONS: Final = (SALUTE, CLAIM, CLAIMED, NOTE, LEAVE_HALL, GO, TROUBLE, WITHDRAW)
"""Every question that only the hall asks."""
