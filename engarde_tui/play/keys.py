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
    id: str
    """What the settings call it, so that a player can choose other keys."""
    meaning: str
    """What help and settings say; remarks, after a semicolon, are left out where there is little room."""
    argument: int | str | bool | None = None
    """What the action is given."""
    group: str = ""
    """The label of all keys with the same group, which the key bar shows as one."""
    is_shown: bool = True
    """Whether the key bar shows it, if it has a label."""
    is_first: bool = False
    """Whether it counts before what is typed into a field."""


APP: Final = (
    KeyAction("help", "question_mark,f1", "help", "help", "Rules and keys"),
    KeyAction("close", "q,escape", "back", "close", "Close this page"),
    KeyAction("quit", "q", "quit", "quit", "Leave the program"),
    KeyAction(
        "quit", "ctrl+q,ctrl+c", "quit", "quit-control", "Leave the program", is_shown=False, is_first=True
    ),
)
"""Everywhere."""

BOUTS: Final = (KeyAction("select", "enter", "play", "play-bout", "Play this bout, or continue it"),)
"""The list of daily bouts."""

DAILY: Final = (
    KeyAction("copy", "y", "copy the card", "copy-card", "Copy your card, to show it around"),
    KeyAction("watch", "w", "watch", "watch", "Replay the match with both hands open"),
    KeyAction("menu", "escape,q", "menu", "to-menu", "Back to the menu"),
)
"""The daily bouts."""

HELP: Final = (
    KeyAction("rules", "r", "rules", "help-rules", "Go to the rules"),
    KeyAction("app.close", "space,question_mark,f1", "", "close-help", "Close this page"),
)
"""The help."""

MATCHES: Final = (
    KeyAction("select", "enter", "open", "open", "Watch a finished match again, continue an unfinished one"),
)
"""The list of past matches."""

HISTORY: Final = (
    KeyAction("watch", "w", "watch", "watch", "Watch the finished rounds"),
    KeyAction("find", "slash", "player", "find", "Filter by player"),
    KeyAction("result", "r", "result", "result", "Filter by result"),
    KeyAction("game", "g", "game", "game", "Filter by game"),
    KeyAction("players", "s", "statistics", "players", "Statistics of the players"),
    KeyAction("export", "e", "export", "export", "Export the match to a file"),
    KeyAction("import", "i", "import", "import", "Import a match from a file"),
    KeyAction("delete", "d", "delete", "delete", "Delete the match for good"),
    KeyAction("leave", "escape,q", "menu", "leave-history", "Back to the menu"),
)
"""The past matches."""

LINE: Final = (KeyAction("submit", "enter", "continue", "input-done", "Take what you have typed"),)
"""A line to type in."""

INPUT: Final = (KeyAction("dismiss", "escape", "cancel", "input-cancel", "Take nothing", ""),)
"""A question answered with a line."""

KEY_LIST: Final = (KeyAction("select", "enter", "new key", "new-key", "Press another key for this line"),)
"""The list of keys."""

KEYS: Final = (
    KeyAction("own_key", "d", "default", "own-key", "Give this line its own key again"),
    KeyAction("preset", "p", "hjkl", "preset-hjkl", "Use h j k l as arrows", "hjkl"),
    KeyAction("reset", "r", "all defaults", "reset-keys", "Give all lines their own keys again"),
)
"""The keys."""

MENU: Final = (
    KeyAction("resume", "c", "continue", "continue", "Continue your last match"),
    KeyAction("new_match", "n", "new match", "new-match", "Play each other at this keyboard"),
    KeyAction("play_alone", "a", "new match vs computer", "play-alone", "Play against the computer"),
    KeyAction("swords", "w", "Swords and Shields", "swords", "Buy cards, build a deck, and duel"),
    KeyAction("daily", "d", "daily bout", "daily", "One try a day against the master, no hints"),
    KeyAction("history", "m", "past matches", "history", "Watch, continue, export, statistics"),
    KeyAction("learn", "l", "learn to play", "learn", "Ten short exercises at the table"),
    KeyAction("puzzle", "p", "puzzles", "puzzle", "Find the best action; one a day for all"),
    KeyAction("settings", "s", "settings", "menu-settings", "Theme, motion, pauses, keys"),
)
"""The menu."""

PLAYERS: Final = (
    KeyAction("app.focus_next", "tab", "other list", "other-list", "Go to the other list"),
    KeyAction("app.focus_next", "right", "", "right", "Go to the other list"),
    KeyAction("app.focus_next", "left", "", "left", "Go to the other list"),
    KeyAction("more", "space", "more", "more-charts", "The next charts, then the first again"),
)
"""The statistics of the players."""

SHARE: Final = KeyAction("share", "e", "share", "share", "Share as a picture, a page or a recording")
"""The end and the replay of a match."""

REPLAY: Final = (
    KeyAction("step", "left", "action", "left", "One action back", -1, "action"),
    KeyAction("step", "right", "action", "right", "One action forward", 1, "action"),
    KeyAction("turn", "up", "turn", "up", "One turn back", -1, "turn"),
    KeyAction("turn", "down", "turn", "down", "One turn forward", 1, "turn"),
    KeyAction("round", "left_square_bracket,pageup", "round", "round-back", "One round back", -1, "round"),
    KeyAction("round", "right_square_bracket,pagedown", "round", "round-on", "One round forward", 1, "round"),
    KeyAction("rewind", "home", "first", "rewind", "The first deal", is_shown=False),
    KeyAction("jump_to_end", "end", "last", "jump-to-end", "The last action", is_shown=False),
    KeyAction("play_or_pause", "space", "auto", "autoplay", "Play automatically, or stop"),
    KeyAction("speed", "s", "speed", "speed", "Slow, normal, fast"),
    KeyAction("perspective", "v", "view", "perspective", "Both hands, left, right, none"),
    KeyAction("play_on", "p", "play on", "play-on", "Play on from here against the computer"),
    SHARE,
    KeyAction("leave", "escape", "", "leave-replay", "Close this page"),
)
"""A replay."""

PLAY_ON: Final = (
    KeyAction("begin", "enter", "begin the match", "begin", "Begin the match", is_first=True),
    KeyAction("app.focus_next", "tab", "next field", "next-field", "Go to the next field"),
    KeyAction("app.focus_next", "down", "", "down", "Go to the next field"),
    KeyAction("app.focus_previous", "up", "", "up", "Go to the field before"),
    KeyAction("cancel", "escape,q", "cancel", "cancel-play-on", "Stay in the replay"),
)
"""The form of a match that is played on from a replay."""

CHOICES: Final = (
    KeyAction("select", "enter", "show it", "show-choice", "Show the marked choice in the replay"),
)
"""The list of choices in a review."""

REVIEW: Final = (
    KeyAction("turn", "left", "rounds", "left", "Show the earlier rounds", -1, "rounds"),
    KeyAction("turn", "right", "rounds", "right", "Show the later rounds", 1, "rounds"),
)
"""A review."""

SETTING_FIELD: Final = (KeyAction("submit", "enter", "save", "save-settings", "Save the settings"),)
"""A field of the settings."""

KEYS_LINK: Final = (KeyAction("screen.keys", "enter", "keys", "open-keys", "Choose other keys"),)
"""The way from the settings to the keys."""

SETTINGS: Final = (
    KeyAction("save", "enter", "save", "save-settings", "Save the settings"),
    KeyAction("app.focus_next", "tab", "next field", "next-field", "Go to the next field"),
    KeyAction("app.focus_next", "down", "", "down", "Go to the next field"),
    KeyAction("app.focus_previous", "up", "", "up", "Go to the field before"),
    KeyAction("cancel", "escape,q", "cancel", "cancel-settings", "Leave everything as it was"),
)
"""The settings."""

SETUP: Final = (
    KeyAction("begin", "enter", "begin the match", "begin", "Begin the match", is_first=True),
    KeyAction("app.focus_next", "tab", "next field", "next-field", "Go to the next field"),
    KeyAction("app.focus_next", "down", "", "down", "Go to the next field"),
    KeyAction("app.focus_previous", "up", "", "up", "Go to the field before"),
    KeyAction("menu", "escape,q", "menu", "to-menu", "Back to the menu"),
    KeyAction("learn", "l", "learn this game", "learn", "Ten short exercises at the table"),
)
"""The form for a new match."""

SETTINGS_APP: Final = (
    KeyAction("settings", "comma,ctrl+comma", "settings", "settings", "Settings", is_shown=False),
)
"""Everywhere, for the settings."""

SHELL: Final = (
    KeyAction("redraw", "ctrl+l", "redraw", "redraw", "Draw the screen again", is_shown=False),
    KeyAction("suspend_process", "ctrl+z", "suspend", "suspend", "Go to the shell", is_shown=False),
)
"""Everywhere, about the terminal."""

ONE_OF: Final = (
    KeyAction("move_in_row", "left", "", "left", "Go one to the left", -1),
    KeyAction("move_in_row", "right", "", "right", "Go one to the right", 1),
    KeyAction("move_in_column", "up", "", "up", "Go one up", -1),
    KeyAction("move_in_column", "down", "", "down", "Go one down", 1),
)
"""A field with choices."""

TICK: Final = (KeyAction("tick", "space", "tick", "tick", "Tick, or not"),)
"""A field that is ticked or not."""

LIST: Final = (
    KeyAction("cursor_up", "up", "", "up", "Go up in the list"),
    KeyAction("cursor_down", "down", "", "down", "Go down in the list"),
)
"""A list."""

SCROLL: Final = (
    KeyAction("scroll_up", "up", "", "up", "Scroll up"),
    KeyAction("scroll_down", "down", "", "down", "Scroll down"),
)
"""What scrolls."""

TO_TURN: Final = (
    KeyAction("lift_curtain", "space", "lift the curtain", "lift", "Lift the curtain, to see your hand"),
    KeyAction("go_on", "space", "continue", "go-on", "Continue with the next round or the result"),
)
"""The table, before those that compose a turn."""

LIST_KEYS: Final = (
    KeyAction("point", "up", "list up", "up", "Pick from the list", -1, "list"),
    KeyAction("point", "down", "list down", "down", "Pick from the list", 1, "list"),
)
"""The list of actions on a board."""

AT_TABLE: Final = (
    # The key that has just played the last action, and may still be held down.
    KeyAction(
        "go_on",
        "enter",
        "continue",
        "end-seen",
        "Continue with the next round or the result",
        True,
        is_shown=False,
    ),
    KeyAction("retry", "enter", "try again", "retry", "Ask the bot again"),
    KeyAction("hide", "h", "hide", "hide", "Hide your hand"),
    KeyAction("show", "h", "show", "show", "Show your hand again"),
    KeyAction("undo", "u", "undo", "undo", "Undo your last action; noted in the match result"),
    KeyAction("pace", "f", "pace", "pace", "Let bots pause before playing, or play at once"),
)
"""The table, after those that compose a turn and those that help."""

HINT: Final = KeyAction("hint", "i", "hint", "hint", "Ask for a hint; noted in the match result")
TALLY: Final = KeyAction("tally", "o", "count", "tally", "Count the unseen cards; noted as a hint")
"""The help that a game may offer."""

MATCH: Final = (
    KeyAction("resign", "x", "resign, draw", "resign", "Resign the match, or offer a draw"),
    KeyAction("read_log", "v", "log", "log", "Read what has happened in this round"),
)
"""The table of a match, besides those of every table."""

LOG: Final = (KeyAction("app.close", "v", "", "close-log", "Close this page"),)
"""The log of a round; space, if it is held down, would lift the curtain below it."""

LESSON: Final = (
    KeyAction(
        "exercise",
        "left_square_bracket",
        "previous exercise",
        "previous-exercise",
        "Go to the previous exercise of the lesson",
        -1,
        "exercise",
    ),
    KeyAction(
        "exercise",
        "right_square_bracket",
        "next exercise",
        "next-exercise",
        "Go to the next exercise of the lesson",
        1,
        "exercise",
    ),
)
"""The table of a lesson, besides those of every table."""

MATCH_OVER: Final = (
    KeyAction("rematch", "r", "rematch", "rematch", "Play again with the same settings"),
    KeyAction("play_next", "n", "next level", "next-level", "Play against the next stronger level"),
    KeyAction("watch", "w", "watch", "watch", "Replay the match with both hands open"),
    KeyAction("copy", "y", "copy the card", "copy-card", "Copy your card, to show it around"),
    SHARE,
    KeyAction("menu", "m", "menu", "menu", "Go to the menu"),
)
"""The end of a match."""

REVIEWED: Final = (KeyAction("review", "c", "review", "review", "See the costliest choices, luck and skill"),)
"""The end and the replay of a match of a game that has reviews."""
