"""Questions to a player: what is asked, and each answer with its keys."""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple


class Answer(NamedTuple):
    """One answer to a question."""

    word: str
    """What the question is answered with."""
    keys: str
    """Its keys, as a `Binding` names them."""
    label: str
    id: str
    """The id of its keys, by which a player chooses others."""
    meaning: str
    is_listed: bool = True
    """Whether it is shown; one that is not repeats one that is."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked; of the answers the harmless one comes first."""

    heading: str
    answers: tuple[Answer, ...]
    text: str = ""
    is_grave: bool = False
    """Whether an answer gives up or reveals something: then no key counts that came before the question."""
    choices: tuple[tuple[str, str], ...] = ()
    """Further answers without keys, before the others: each word with its label."""

    def about(self, text: str) -> "Question":
        """Return the question with these words above its answers."""
        return replace(self, text=text)

    def without(self, *words: str) -> "Question":
        """Return the question without some of its answers."""
        return replace(self, answers=tuple(each for each in self.answers if each.word not in words))


LEAVE: Final = Question(
    "Leave this match?",
    (
        Answer("stay", "n,escape", "keep playing", "stay", "Stay at the table"),
        Answer("menu", "m", "go to the menu", "leave-to-menu", "Leave the match for the menu"),
        Answer("quit", "y", "leave the program", "leave", "Leave the match and the program"),
        Answer("quit again", "q", "", "quit", "Leave the match and the program", is_listed=False),
    ),
    is_grave=True,
)
"""Whether to leave an unfinished match; `q` again only where nothing is lost: it may be held down."""

LEAVE_LESSON: Final = replace(LEAVE, heading="Leave this lesson?")

DELETE: Final = Question(
    "Delete this match?",
    (
        Answer("keep", "n,escape,q", "keep it", "delete-no", "Keep the match"),
        Answer("delete", "y", "delete it for good", "delete-yes", "Delete the match"),
    ),
    is_grave=True,
)

REVEAL: Final = Question(
    "Export this match?",
    (
        Answer("keep", "n,escape,q", "cancel", "reveal-no", "Do not export the match"),
        Answer("export", "y", "export it", "reveal-yes", "Export the match"),
    ),
    "This match is unfinished: the file will reveal both hands and the draw pile.",
    is_grave=True,
)

PROGRAM: Final = Question(
    "Run this program?",
    (
        Answer("leave", "n,escape,q", "cancel", "program-no", "Leave the match alone"),
        Answer("person", "p", "let a human play", "program-person", "Play without the program"),
        Answer("run", "y", "run it", "program-run", "Run the program"),
    ),
    is_grave=True,
)
"""Whether to run the program of a stored match: the match may come from somebody else."""

WHICH_LESSON: Final = Question(
    "Which game?", (Answer("", "escape,q", "cancel", "lessons-cancel", "Open no lesson"),)
)

LESSON_OVER: Final = Question(
    "You have finished the lesson",
    (
        Answer(
            "play",
            "p",
            "play a first match against the novice",
            "first-match",
            "Play against a bot for newcomers, with the rules of the lesson",
        ),
        Answer("menu", "m,escape,q", "go to the menu", "lesson-menu", "Go to the menu"),
    ),
)

FORFEIT: Final = Question(
    "Forfeit",
    (Answer("go on", "space,escape,q", "continue", "forfeit-go-on", "Continue after a forfeit"),),
)
"""Says that a bot has failed."""

REPLACE_KEYS: Final = Question(
    "Replace your keys?",
    (
        Answer("keep", "n,escape,q", "keep them", "replace-no", "Keep the keys"),
        Answer("replace", "y", "replace them", "replace-yes", "Replace all keys"),
    ),
    "You have chosen some keys yourself.",
    is_grave=True,
)

SWAP_KEYS: Final = Question(
    "Swap these keys?",
    (
        Answer("keep", "n,escape,q", "leave them as they are", "swap-no", "Swap no keys"),
        Answer("swap", "y", "swap them", "swap-yes", "Swap the keys"),
    ),
)

NOT_SAVED: Final = Question(
    "The match cannot be saved",
    (
        Answer("again", "t", "try again", "problem-again", "Save again"),
        Answer("set aside", "s", "new file", "problem-new-file", "Save in a new file"),
        Answer("without", "w", "without saving", "problem-without", "Play without saving"),
        Answer("cancel", "escape,q", "cancel", "problem-cancel", "Give up saving"),
    ),
    is_grave=True,
)
"""What to do when a match cannot be read or written; a new file only in place of a damaged one."""

NEW_FILE: Final = "Or start a new file: it gets the whole match, and the damaged one is renamed."

QUESTIONS: Final = (
    *(LEAVE, DELETE, REVEAL, PROGRAM, FORFEIT, NOT_SAVED),
    *(REPLACE_KEYS, SWAP_KEYS, WHICH_LESSON, LESSON_OVER),
)
"""Every question of the program on one's own machine."""
