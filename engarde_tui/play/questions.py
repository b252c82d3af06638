"""Questions to a player: what is asked, and each answer with its keys."""

from dataclasses import dataclass, replace
from typing import Final

from engarde_tui.play.keys import KeyAction
from engine.message import Message, message


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked; of the answers the harmless one comes first.

    Heading and answers are English, and put into a language where they are shown, as a message is; the words
    given to `about` and the labels of `choices` have been before.
    """

    heading: str
    answers: tuple[KeyAction, ...]
    text: Message | str = ""
    is_grave: bool = False
    """Whether an answer gives up or reveals something, and its key may have been meant for something else.

    Then no key counts that came before the question.
    """
    counts_ahead: tuple[str, ...] = ()
    """The words of the answers whose own keys count all the same, as long as no player has moved them."""
    cheer: str = ""
    """A word in large letters above all others."""
    choices: tuple[tuple[str, str], ...] = ()
    """Further answers without keys, before the others: each word with its label."""

    def about(self, text: str) -> "Question":
        """Return the question with these words above its answers."""
        return replace(self, text=text)

    def without(self, *words: str) -> "Question":
        """Return the question without some of its answers."""
        return replace(self, answers=tuple(each for each in self.answers if each.does not in words))


LEAVE: Final = Question(
    "Leave this match?",
    (
        KeyAction("stay", "n,escape", "keep playing", "stay", "Stay at the table"),
        KeyAction("menu", "m", "go to the menu", "leave-to-menu", "Leave the match for the menu"),
        KeyAction("quit", "y", "leave the program", "leave", "Leave the match and the program"),
        KeyAction("quit again", "q", "", "quit", "Leave the match and the program", is_shown=False),
    ),
    is_grave=True,
    counts_ahead=("stay", "menu", "quit"),
)
"""Whether to leave an unfinished match; `q` again only where nothing is lost: it may be held down."""

LEAVE_LESSON: Final = Question(
    "Leave this lesson?", LEAVE.answers, is_grave=True, counts_ahead=LEAVE.counts_ahead
)

RESIGN: Final = Question(
    "Resign or offer a draw?",
    (
        KeyAction("stay", "n,escape,q", "keep playing", "resign-no", "Play on"),
        KeyAction("draw", "d", "offer a draw of this round", "offer-draw", "Offer a draw of the round"),
        KeyAction("resign", "y", "resign the match", "resign-yes", "Lose the match"),
    ),
    is_grave=True,
    counts_ahead=("stay", "draw", "resign"),
)
"""Whether to resign the match or to offer a draw."""

RESIGN_ONLY: Final = Question(
    "Resign?", RESIGN.answers, is_grave=True, counts_ahead=RESIGN.counts_ahead
).without("draw")
"""Whether to resign the match, where no draw can be offered."""

DRAW_OFFERED: Final = Question(
    "A draw?",
    (
        KeyAction("stay", "escape,q", "answer later", "draw-later", "Play on; your next action declines it"),
        KeyAction("decline", "n", "decline it", "draw-no", "Decline the draw"),
        KeyAction("accept", "a", "accept it", "draw-yes", "Accept the draw: nobody wins the round"),
        KeyAction("resign", "r", "resign the match", "draw-resign", "Lose the match"),
    ),
    is_grave=True,
    counts_ahead=("stay", "decline", "accept", "resign"),
)
"""How to answer the offer of a draw.

One key leads to this and to `RESIGN`, as an offer comes and goes: no key typed ahead ends anything in both.
"""

DELETE: Final = Question(
    "Delete this match?",
    (
        KeyAction("keep", "n,escape,q", "keep it", "delete-no", "Keep the match"),
        KeyAction("delete", "y", "delete it for good", "delete-yes", "Delete the match"),
    ),
    is_grave=True,
)

REVEAL: Final = Question(
    "Export this match?",
    (
        KeyAction("keep", "n,escape,q", "cancel", "reveal-no", "Do not export the match"),
        KeyAction("export", "y", "export it", "reveal-yes", "Export the match"),
    ),
    message("This match is unfinished: the file will reveal both hands and the draw pile."),
    is_grave=True,
)

SHARE: Final = Question(
    "Share this match",
    (
        KeyAction("", "n,escape,q", "cancel", "share-no", "Write nothing"),
        KeyAction("svg", "p", "an animated picture (SVG)", "share-svg", "Write an animated picture"),
        KeyAction("html", "w", "a page for the browser (HTML)", "share-html", "Write a page for the browser"),
        KeyAction("cast", "a", "a recording (asciinema)", "share-cast", "Write a recording for asciinema"),
    ),
    message("The file shows both hands."),
)
"""As what to write a match that is over."""

DRAWING: Final = Question(
    "Drawing the match…", (KeyAction("cancel", "escape,q", "cancel", "drawing-cancel", "Write nothing"),)
)
"""Shown while the file is made."""

SHARED: Final = Question(
    "Share this match",
    (KeyAction("go on", "space,escape,q", "continue", "shared", "Continue, once the file is written"),),
)
"""Says where the file is, or why there is none."""

PROGRAM: Final = Question(
    "Run this program?",
    (
        KeyAction("leave", "n,escape,q", "cancel", "program-no", "Leave the match alone"),
        KeyAction("person", "p", "let a human play", "program-person", "Play without the program"),
        KeyAction("run", "y", "run it", "program-run", "Run the program"),
    ),
    is_grave=True,
)
"""Whether to run the program of a stored match: the match may come from somebody else."""

LESSON_OVER: Final = Question(
    "You have finished the lesson",
    (
        KeyAction(
            "play",
            "p",
            "play a first match against the novice",
            "first-match",
            "Play against a bot for newcomers, with the rules of the lesson",
        ),
        KeyAction("learn", "l", "learn the other game", "learn", "Ten short exercises at the table"),
        KeyAction("menu", "m,escape,q", "go to the menu", "lesson-menu", "Go to the menu"),
    ),
    cheer="bravo",
)

FORFEIT: Final = Question(
    "Forfeit",
    (KeyAction("go on", "space,escape,q", "continue", "forfeit-go-on", "Continue after a forfeit"),),
)
"""Says that a bot has failed."""

REPLACE_KEYS: Final = Question(
    "Replace your keys?",
    (
        KeyAction("keep", "n,escape,q", "keep them", "replace-no", "Keep the keys"),
        KeyAction("replace", "y", "replace them", "replace-yes", "Replace all keys"),
    ),
    message("You have chosen some keys yourself."),
    is_grave=True,
)

SWAP_KEYS: Final = Question(
    "Swap these keys?",
    (
        KeyAction("keep", "n,escape,q", "leave them as they are", "swap-no", "Swap no keys"),
        KeyAction("swap", "y", "swap them", "swap-yes", "Swap the keys"),
    ),
)

NOT_SAVED: Final = Question(
    "The match cannot be saved",
    (
        KeyAction("again", "t", "try again", "problem-again", "Save again"),
        KeyAction("without", "w", "without saving", "problem-without", "Play without saving"),
        KeyAction("cancel", "escape,q", "cancel", "problem-cancel", "Give up saving"),
    ),
    is_grave=True,
)
"""What to do when a match cannot be read or written."""

QUESTIONS: Final = (
    *(LEAVE, RESIGN, RESIGN_ONLY, DRAW_OFFERED, DELETE, REVEAL, SHARE, DRAWING, SHARED, PROGRAM, FORFEIT),
    *(NOT_SAVED, REPLACE_KEYS, SWAP_KEYS, LESSON_OVER),
)
"""Every question of the program on one's own machine."""
