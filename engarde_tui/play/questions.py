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

    def is_like(self, other: "Question") -> bool:
        """Return whether this asks the same, whatever the words about it."""
        return self.answers[0] == other.answers[0]

    def about(self, text: str) -> "Question":
        """Return the question with these words above its answers."""
        return replace(self, text=text)

    def without(self, *words: str) -> "Question":
        """Return the question without some of its answers."""
        return replace(self, answers=tuple(each for each in self.answers if each.does not in words))


LEAVE: Final = Question(
    "Leave this match?",
    (
        KeyAction("stay", "n,escape", "keep playing", "Stay at the table"),
        KeyAction("menu", "m", "go to the menu", "Leave the match for the menu", "leave-to-menu"),
        KeyAction("quit", "y", "leave the program", "Leave the match and the program", "leave"),
        KeyAction("quit again", "q", "", "Leave the match and the program", "quit", is_shown=False),
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
        KeyAction("stay", "n,escape,q", "keep playing", "Play on", "resign-no"),
        KeyAction("draw", "d", "offer a draw of this round", "Offer a draw of the round", "offer-draw"),
        KeyAction("resign", "y", "resign the match", "Lose the match", "resign-yes"),
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
        KeyAction("stay", "escape,q", "answer later", "Play on; your next action declines it", "draw-later"),
        KeyAction("decline", "n", "decline it", "Decline the draw", "draw-no"),
        KeyAction("accept", "a", "accept it", "Accept the draw: nobody wins the round", "draw-yes"),
        KeyAction("resign", "r", "resign the match", "Lose the match", "draw-resign"),
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
        KeyAction("keep", "n,escape,q", "keep it", "Keep the match", "delete-no"),
        KeyAction("delete", "y", "delete it for good", "Delete the match", "delete-yes"),
    ),
    is_grave=True,
)

REVEAL: Final = Question(
    "Export this match?",
    (
        KeyAction("keep", "n,escape,q", "cancel", "Do not export the match", "reveal-no"),
        KeyAction("export", "y", "export it", "Export the match", "reveal-yes"),
    ),
    message("This match is unfinished: the file will reveal both hands and the draw pile."),
    is_grave=True,
)

SHARE: Final = Question(
    "Share this match",
    (
        KeyAction("", "n,escape,q", "cancel", "Write nothing", "share-no"),
        KeyAction("svg", "p", "an animated picture (SVG)", "Write an animated picture", "share-svg"),
        KeyAction("html", "w", "a page for the browser (HTML)", "Write a page for the browser", "share-html"),
        KeyAction("cast", "a", "a recording (asciinema)", "Write a recording for asciinema", "share-cast"),
    ),
    message("The file shows both hands."),
)
"""As what to write a match that is over."""

DRAWING: Final = Question(
    "Drawing the match…", (KeyAction("cancel", "escape,q", "cancel", "Write nothing", "drawing-cancel"),)
)
"""Shown while the file is made."""

SHARED: Final = Question(
    "Share this match",
    (KeyAction("go on", "space,escape,q", "continue", "Continue, once the file is written", "shared"),),
)
"""Says where the file is, or why there is none."""

PROGRAM: Final = Question(
    "Run this program?",
    (
        KeyAction("leave", "n,escape,q", "cancel", "Leave the match alone", "program-no"),
        KeyAction("person", "p", "let a human play", "Play without the program", "program-person"),
        KeyAction("run", "y", "run it", "Run the program", "program-run"),
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
            "Play against a bot for newcomers, with the rules of the lesson",
            "first-match",
        ),
        KeyAction("learn", "l", "learn the other game", "Ten short exercises at the table"),
        KeyAction("menu", "m,escape,q", "go to the menu", "Go to the menu", "lesson-menu"),
    ),
    cheer="bravo",
)

FORFEIT: Final = Question(
    "Forfeit",
    (KeyAction("go on", "space,escape,q", "continue", "Continue after a forfeit", "forfeit-go-on"),),
)
"""Says that a bot has failed."""

REPLACE_KEYS: Final = Question(
    "Replace your keys?",
    (
        KeyAction("keep", "n,escape,q", "keep them", "Keep the keys", "replace-no"),
        KeyAction("replace", "y", "replace them", "Replace all keys", "replace-yes"),
    ),
    message("You have chosen some keys yourself."),
    is_grave=True,
)

SWAP_KEYS: Final = Question(
    "Swap these keys?",
    (
        KeyAction("keep", "n,escape,q", "leave them as they are", "Swap no keys", "swap-no"),
        KeyAction("swap", "y", "swap them", "Swap the keys", "swap-yes"),
    ),
)

NOT_SAVED: Final = Question(
    "The match cannot be saved",
    (
        KeyAction("again", "t", "try again", "Save again", "problem-again"),
        KeyAction("without", "w", "without saving", "Play without saving", "problem-without"),
        KeyAction("cancel", "escape,q", "cancel", "Give up saving", "problem-cancel"),
    ),
    is_grave=True,
)
"""What to do when a match cannot be read or written."""

QUESTIONS: Final = (
    *(LEAVE, RESIGN, RESIGN_ONLY, DRAW_OFFERED, DELETE, REVEAL, SHARE, DRAWING, SHARED, PROGRAM, FORFEIT),
    *(NOT_SAVED, REPLACE_KEYS, SWAP_KEYS, LESSON_OVER),
)
"""Every question of the program on one's own machine."""
