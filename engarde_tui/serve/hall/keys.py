"""Every key that only the hall has; besides those that every program has."""

from typing import Final

from engarde_tui.play.keys import SETTINGS, KeyAction

HALL_APP: Final = (
    KeyAction(
        "answer_call",
        "ctrl+g",
        "to the table",
        "Go to the table where your opponent is waiting",
        is_shown=False,
        is_first=True,
    ),
    KeyAction(
        "announcements",
        "ctrl+n",
        "announcements",
        "Read what has been announced in the hall",
        is_shown=False,
        is_first=True,
    ),
)
"""Everywhere in the hall."""

ANNOUNCEMENTS: Final = (KeyAction("app.close", "ctrl+n", "", "Close this page", "close-announcements"),)
"""What has been announced; space, if it is held down, would lift a curtain below it."""

ALERTS_LINK: Final = (
    KeyAction("screen.alerts", "enter", "alerts", "Choose what you are alerted of", "open-alerts"),
)
"""The way from the settings to the alerts."""

ALERTS: Final = (
    KeyAction("take", "enter", "done", "Go back to the settings with these choices", "take-alerts"),
    *(key for key in SETTINGS if key.id != "save-settings"),
)
"""The alerts, which are saved with the settings."""

OWN_MATCHES: Final = (KeyAction("export", "e", "record", "How to save the match as a record"),)
"""A visitor's own matches, besides those of past matches."""

PEOPLE: Final = (
    KeyAction("challenge", "c", "challenge", "Challenge the marked member to a match"),
    KeyAction("friend", "f", "friend", "Mark the member as your friend, or no more"),
    KeyAction("add_friend", "a", "add friend", "Mark a friend by name, here or away"),
    KeyAction("show_bouts", "s", "show yours", "Show your results of daily bouts here, or no more"),
    KeyAction("app.close", "o", "", "Close this page", "close-people"),
)
"""The people of the hall."""

PEOPLE_LIST: Final = (
    KeyAction("screen.turn", "left", "lists", "Show the list before", "left", -1, "lists"),
    KeyAction("screen.turn", "right", "lists", "Show the next list", "right", 1, "lists"),
    KeyAction("select", "enter", "go there", "Watch the match there, or join the open table", "visit"),
)
"""A list of people."""

LOBBY_MENU: Final = (
    KeyAction(
        "new_table", "n", "new table for two", "Open a table, listed here; a friend can join it by its code"
    ),
    KeyAction(
        "quick_match", "g", "quick match", "Play somebody of your strength: join their table, or open one"
    ),
    KeyAction(
        "ask_code", "j", "join by code", "Type the code of a table or of your seat, and go there", "join"
    ),
    KeyAction(
        "join_with_word",
        "w",
        "",
        "Join the marked table, or one by its code, with a word of yours for the deal",
    ),
    KeyAction(
        "play_alone",
        "a",
        "play vs computer",
        "Play against the computer, or somebody beside you at this keyboard",
        "hall-alone",
    ),
    KeyAction(
        "daily", "d", "daily bout", "Play today's match against the master: one try, no hints", "hall-daily"
    ),
    KeyAction(
        "play_here", "t", "", "Play against somebody beside you; a curtain hides the hands", "hall-two"
    ),
    KeyAction(
        "history",
        "m",
        "your matches",
        "Look at your past matches, watch them again, see your statistics",
        "hall-history",
    ),
    KeyAction(
        "learn", "l", "learn to play", "Learn the game in short exercises at the table, with a teacher"
    ),
    KeyAction("puzzle", "p", "puzzles", "Find the one action that wins; one puzzle a day for everybody"),
    KeyAction("own_keys", "y", "your keys", "Let a key of another machine own your name, or withdraw one"),
    KeyAction("people", "o", "", "See who is here, your friends, and the ladders"),
    KeyAction("settings", "s", "settings", "Choose theme, motion, pauses, keys", "menu-settings"),
)
"""The lobby."""

LOBBY_BOARD: Final = (
    KeyAction("move", "up", "", "Go up in the list", "up", -1),
    KeyAction("move", "down", "", "Go down in the list", "down", 1),
    KeyAction("move", "pageup", "", "Go a page up", "page-up", -10),
    KeyAction("move", "pagedown", "", "Go a page down", "page-down", 10),
    KeyAction("move", "home", "", "Go to the first line", "first", -9999),
    KeyAction("move", "end", "", "Go to the last line", "last", 9999),
    KeyAction("cross", "left", "", "Go to the tables", "left", False),
    KeyAction("cross", "right", "", "Go to what else there is to do", "right", True),
    KeyAction("choose", "enter", "", "Do what the marked line says"),
)
"""The lists of the lobby."""

TERMS: Final = (KeyAction("begin", "enter", "open the table", "Open the table", is_first=True),)
"""The form for a new table, besides those of a new match."""

OWN_KEYS: Final = (
    KeyAction("add", "a", "add a key", "Show a code for a key of another machine", "add-key"),
    KeyAction("withdraw", "x", "withdraw", "Let this key own the name no more", "withdraw-key"),
    KeyAction("challenges", "c", "challenges", "Let every member challenge you, or nobody", "own-challenges"),
)
"""The keys of a visitor's name."""

PROOF: Final = (KeyAction("app.close", "space,p", "", "Close this page", "close-proof"),)
"""The commitments to the decks."""

WAITING: Final = (
    KeyAction("lobby", "m,escape", "to the lobby", "Go to the lobby; the table stays open", "to-lobby"),
    KeyAction("word", "w", "your word", "Say a word from which the deal follows"),
    KeyAction("withdraw", "x", "withdraw the table", "Close the table"),
)
"""A table that waits for an opponent."""

WORD: Final = (KeyAction("dismiss", "escape", "cancel", "Go back without a word", "word-cancel"),)
"""The word for the deal."""

HALL_TABLE: Final = (
    KeyAction("salute", "s", "salute", "Say a few words to everybody at the table"),
    KeyAction("claim", "c", "claim", "Win the match against an absent opponent"),
    KeyAction("remind", "r", "remind", "Remind your opponent to move"),
    KeyAction("menu", "m", "lobby", "Go to the lobby"),
    KeyAction("adjourn", "m", "adjourn", "Adjourn the match, to continue it later"),
    KeyAction(
        "prove", "p", "codes, proof", "Show the codes of table and seat, and the decks' proof", "proof"
    ),
    KeyAction("watch", "w", "finished rounds", "Watch the finished rounds again", "watch-finished"),
)
"""A table of the hall, besides those of every table."""

HALL_MATCH_OVER: Final = (
    KeyAction("salute", "s", "salute", "Say a few words to everybody at the table", "last-salute"),
)
"""The end of a match in the hall, besides those of every match."""
