"""Every key of the program: what it does, and how that is named.

A board and a session have those of a game and of what it is played for; the hall has keys of its own.
"""

from typing import Final, NamedTuple


class KeyAction(NamedTuple):
    """What one or more keys do, or which answer to a question they are."""

    does: str
    """The name of the action, or the word of the answer."""
    keys: str
    """The keys by their names, with commas: "n,escape"."""
    label: str
    """What the key bar says; "" for what it never shows."""
    meaning: str
    """What help and settings say; remarks, after a semicolon, are left out where there is little room."""
    name: str = ""
    """What the settings call it, if not as the action."""
    argument: int | str | bool | None = None
    """What the action is given."""
    group: str = ""
    """The label of all keys with the same group, which the key bar shows as one."""
    is_shown: bool = True
    """Whether the key bar shows it, if it has a label."""
    is_first: bool = False
    """Whether it counts before what is typed into a field."""

    @property
    def id(self) -> str:
        """What the settings call it, so that a player can choose other keys."""
        return self.name or self.does.rpartition(".")[2].replace("_", "-")


APP: Final = (
    KeyAction("help", "question_mark,f1", "help", "Rules and keys"),
    KeyAction("close", "q,escape", "back", "Close this page"),
    KeyAction("quit", "q", "quit", "Leave the program"),
    KeyAction(
        "quit", "ctrl+q,ctrl+c", "quit", "Leave the program", "quit-control", is_shown=False, is_first=True
    ),
)
"""Everywhere."""

BOUTS: Final = (KeyAction("select", "enter", "play", "Play this bout, or continue it", "play-bout"),)
"""The list of daily bouts."""

DAILY: Final = (
    KeyAction("copy", "y", "copy the card", "Copy your card, to show it around", "copy-card"),
    KeyAction("watch", "w", "watch", "Replay the match with both hands open"),
    KeyAction("menu", "escape,q", "menu", "Back to the menu", "to-menu"),
)
"""The daily bouts."""

HELP: Final = (
    KeyAction("rules", "r", "rules", "Go to the rules", "help-rules"),
    KeyAction("app.close", "space,question_mark,f1", "", "Close this page", "close-help"),
)
"""The help."""

MATCHES: Final = (
    KeyAction("select", "enter", "open", "Watch a finished match again, continue an unfinished one", "open"),
)
"""The list of past matches."""

HISTORY: Final = (
    KeyAction("watch", "w", "watch", "Watch the finished rounds"),
    KeyAction("find", "slash", "player", "Filter by player"),
    KeyAction("result", "r", "result", "Filter by result"),
    KeyAction("game", "g", "game", "Filter by game"),
    KeyAction("players", "s", "statistics", "Statistics of the players"),
    KeyAction("export", "e", "export", "Export the match to a file"),
    KeyAction("import", "i", "import", "Import a match from a file"),
    KeyAction("delete", "d", "delete", "Delete the match for good"),
    KeyAction("leave", "escape,q", "menu", "Back to the menu", "leave-history"),
)
"""The past matches."""

LINE: Final = (KeyAction("submit", "enter", "continue", "Take what you have typed", "input-done"),)
"""A line to type in."""

INPUT: Final = (KeyAction("dismiss", "escape", "cancel", "Take nothing", "input-cancel", ""),)
"""A question answered with a line."""

KEY_LIST: Final = (KeyAction("select", "enter", "new key", "Press another key for this line", "new-key"),)
"""The list of keys."""

KEYS: Final = (
    KeyAction("own_key", "d", "default", "Give this line its own key again"),
    KeyAction("preset", "p", "hjkl", "Use h j k l as arrows", "preset-hjkl", "hjkl"),
    KeyAction("reset", "r", "all defaults", "Give all lines their own keys again", "reset-keys"),
)
"""The keys."""

MENU: Final = (
    KeyAction("resume", "c", "continue", "Continue your last match", "continue"),
    KeyAction("new_match", "n", "new match", "Play each other at this keyboard"),
    KeyAction("play_alone", "a", "new match vs computer", "Play against the computer"),
    KeyAction("swords", "w", "Swords and Shields", "Buy cards, build a deck, and duel"),
    KeyAction("daily", "d", "daily bout", "One try a day against the master, no hints"),
    KeyAction("history", "m", "past matches", "Watch, continue, export, statistics"),
    KeyAction("learn", "l", "learn to play", "Ten short exercises at the table"),
    KeyAction("puzzle", "p", "puzzles", "Find the best action; one a day for all"),
    KeyAction("settings", "s", "settings", "Theme, motion, pauses, keys", "menu-settings"),
)
"""The menu."""

PLAYERS: Final = (
    KeyAction("app.focus_next", "tab", "other list", "Go to the other list", "other-list"),
    KeyAction("app.focus_next", "right", "", "Go to the other list", "right"),
    KeyAction("app.focus_next", "left", "", "Go to the other list", "left"),
    KeyAction("more", "space", "more", "The next charts, then the first again", "more-charts"),
)
"""The statistics of the players."""

SHARE: Final = KeyAction("share", "e", "share", "Share as a picture, a page or a recording")
"""The end and the replay of a match."""

REPLAY: Final = (
    KeyAction("step", "left", "action", "One action back", "left", -1, "action"),
    KeyAction("step", "right", "action", "One action forward", "right", 1, "action"),
    KeyAction("turn", "up", "turn", "One turn back", "up", -1, "turn"),
    KeyAction("turn", "down", "turn", "One turn forward", "down", 1, "turn"),
    KeyAction("round", "left_square_bracket,pageup", "round", "One round back", "round-back", -1, "round"),
    KeyAction("round", "right_square_bracket,pagedown", "round", "One round forward", "round-on", 1, "round"),
    KeyAction("rewind", "home", "first", "The first deal", is_shown=False),
    KeyAction("jump_to_end", "end", "last", "The last action", is_shown=False),
    KeyAction("play_or_pause", "space", "auto", "Play automatically, or stop", "autoplay"),
    KeyAction("speed", "s", "speed", "Slow, normal, fast"),
    KeyAction("perspective", "v", "view", "Both hands, left, right, none"),
    KeyAction("play_on", "p", "play on", "Play on from here against the computer"),
    SHARE,
    KeyAction("leave", "escape", "", "Close this page", "leave-replay"),
)
"""A replay."""

FIELDS: Final = (
    KeyAction("app.focus_next", "tab", "next field", "Go to the next field", "next-field"),
    KeyAction("app.focus_next", "down", "", "Go to the next field", "down"),
    KeyAction("app.focus_previous", "up", "", "Go to the field before", "up"),
)
"""From field to field of a form."""

PLAY_ON: Final = (
    KeyAction("begin", "enter", "begin the match", "Begin the match", is_first=True),
    *FIELDS,
    KeyAction("cancel", "escape,q", "cancel", "Stay in the replay", "cancel-play-on"),
)
"""The form of a match that is played on from a replay."""

CHOICES: Final = (
    KeyAction("select", "enter", "show it", "Show the marked choice in the replay", "show-choice"),
)
"""The list of choices in a review."""

REVIEW: Final = (
    KeyAction("turn", "left", "rounds", "Show the earlier rounds", "left", -1, "rounds"),
    KeyAction("turn", "right", "rounds", "Show the later rounds", "right", 1, "rounds"),
)
"""A review."""

SETTING_FIELD: Final = (KeyAction("submit", "enter", "save", "Save the settings", "save-settings"),)
"""A field of the settings."""

KEYS_LINK: Final = (KeyAction("screen.keys", "enter", "keys", "Choose other keys", "open-keys"),)
"""The way from the settings to the keys."""

SETTINGS: Final = (
    KeyAction("save", "enter", "save", "Save the settings", "save-settings"),
    *FIELDS,
    KeyAction("cancel", "escape,q", "cancel", "Leave everything as it was", "cancel-settings"),
)
"""The settings."""

SETUP: Final = (
    KeyAction("begin", "enter", "begin the match", "Begin the match", is_first=True),
    *FIELDS,
    KeyAction("menu", "escape,q", "menu", "Back to the menu", "to-menu"),
    KeyAction("learn", "l", "learn this game", "Ten short exercises at the table"),
)
"""The form for a new match."""

SETTINGS_APP: Final = (KeyAction("settings", "comma,ctrl+comma", "settings", "Settings", is_shown=False),)
"""Everywhere, for the settings."""

SHELL: Final = (
    KeyAction("redraw", "ctrl+l", "redraw", "Draw the screen again", is_shown=False),
    KeyAction("suspend_process", "ctrl+z", "suspend", "Go to the shell", "suspend", is_shown=False),
)
"""Everywhere, about the terminal."""

ONE_OF: Final = (
    KeyAction("move_in_row", "left", "", "Go one to the left", "left", -1),
    KeyAction("move_in_row", "right", "", "Go one to the right", "right", 1),
    KeyAction("move_in_column", "up", "", "Go one up", "up", -1),
    KeyAction("move_in_column", "down", "", "Go one down", "down", 1),
)
"""A field with choices."""

TICK: Final = (KeyAction("tick", "space", "tick", "Tick, or not"),)
"""A field that is ticked or not."""

LIST: Final = (
    KeyAction("cursor_up", "up", "", "Go up in the list", "up"),
    KeyAction("cursor_down", "down", "", "Go down in the list", "down"),
)
"""A list."""

SCROLL: Final = (
    KeyAction("scroll_up", "up", "", "Scroll up", "up"),
    KeyAction("scroll_down", "down", "", "Scroll down", "down"),
)
"""What scrolls."""

TO_TURN: Final = (
    KeyAction("lift_curtain", "space", "lift the curtain", "Lift the curtain, to see your hand", "lift"),
    KeyAction("go_on", "space", "continue", "Continue with the next round or the result"),
)
"""The table, before those that compose a turn."""

LIST_KEYS: Final = (
    KeyAction("point", "up", "list up", "Pick from the list", "up", -1, "list"),
    KeyAction("point", "down", "list down", "Pick from the list", "down", 1, "list"),
)
"""The list of actions on a board."""

AT_TABLE: Final = (
    # The key that has just played the last action, and may still be held down.
    KeyAction(
        "go_on",
        "enter",
        "continue",
        "Continue with the next round or the result",
        "end-seen",
        True,
        is_shown=False,
    ),
    KeyAction("retry", "enter", "try again", "Ask the bot again"),
    KeyAction("hide", "h", "hide", "Hide your hand"),
    KeyAction("show", "h", "show", "Show your hand again"),
    KeyAction("undo", "u", "undo", "Undo your last action; noted in the match result"),
    KeyAction("pace", "f", "pace", "Let bots pause before playing, or play at once"),
)
"""The table, after those that compose a turn and those that help."""

HINT: Final = KeyAction("hint", "i", "hint", "Ask for a hint; noted in the match result")
TALLY: Final = KeyAction("tally", "o", "count", "Count the unseen cards; noted as a hint")
"""The help that a game may offer."""

MATCH: Final = (
    KeyAction("resign", "x", "resign, draw", "Resign the match, or offer a draw"),
    KeyAction("read_log", "v", "log", "Read what has happened in this round", "log"),
)
"""The table of a match, besides those of every table."""

LOG: Final = (KeyAction("app.close", "v", "", "Close this page", "close-log"),)
"""The log of a round; space, if it is held down, would lift the curtain below it."""

LESSON: Final = (
    KeyAction(
        "exercise",
        "left_square_bracket",
        "previous exercise",
        "Go to the previous exercise of the lesson",
        "previous-exercise",
        -1,
        "exercise",
    ),
    KeyAction(
        "exercise",
        "right_square_bracket",
        "next exercise",
        "Go to the next exercise of the lesson",
        "next-exercise",
        1,
        "exercise",
    ),
)
"""The table of a lesson, besides those of every table."""

MATCH_OVER: Final = (
    KeyAction("rematch", "r", "rematch", "Play again with the same settings"),
    KeyAction("play_next", "n", "next level", "Play against the next stronger level", "next-level"),
    KeyAction("watch", "w", "watch", "Replay the match with both hands open"),
    KeyAction("copy", "y", "copy the card", "Copy your card, to show it around", "copy-card"),
    SHARE,
    KeyAction("menu", "m", "menu", "Go to the menu"),
)
"""The end of a match."""

REVIEWED: Final = (KeyAction("review", "c", "review", "See the costliest choices, luck and skill"),)
"""The end and the replay of a match of a game that has reviews."""
