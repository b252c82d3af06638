"""Every key that only the hall has; besides those that every program has."""

from typing import Final

from engarde_tui.play.keys import SETTINGS, KeyAction

HALL_APP: Final = (
    KeyAction(
        "answer_call",
        "ctrl+g",
        "to the table",
        "answer-call",
        "Go to the table where your opponent is waiting",
        is_shown=False,
        is_first=True,
    ),
    KeyAction(
        "announcements",
        "ctrl+n",
        "announcements",
        "announcements",
        "Read what has been announced in the hall",
        is_shown=False,
        is_first=True,
    ),
)
"""Everywhere in the hall."""

ANNOUNCEMENTS: Final = (KeyAction("app.close", "ctrl+n", "", "close-announcements", "Close this page"),)
"""What has been announced; space, if it is held down, would lift a curtain below it."""

ALERTS_LINK: Final = (
    KeyAction("screen.alerts", "enter", "alerts", "open-alerts", "Choose what you are alerted of"),
)
"""The way from the settings to the alerts."""

ALERTS: Final = (
    KeyAction("take", "enter", "done", "take-alerts", "Go back to the settings with these choices"),
    *(key for key in SETTINGS if key.id != "save-settings"),
)
"""The alerts, which are saved with the settings."""

OWN_MATCHES: Final = (KeyAction("export", "e", "record", "export", "How to save the match as a record"),)
"""A visitor's own matches, besides those of past matches."""

PEOPLE: Final = (
    KeyAction("challenge", "c", "challenge", "challenge", "Challenge the marked member to a match"),
    KeyAction("friend", "f", "friend", "friend", "Mark the member as your friend, or no more"),
    KeyAction("add_friend", "a", "add friend", "add-friend", "Mark a friend by name, here or away"),
    KeyAction(
        "show_bouts", "s", "show yours", "show-bouts", "Show your results of daily bouts here, or no more"
    ),
    KeyAction("app.close", "o", "", "close-people", "Close this page"),
)
"""The people of the hall."""

PEOPLE_LIST: Final = (
    KeyAction("screen.turn", "left", "lists", "left", "Show the list before", -1, "lists"),
    KeyAction("screen.turn", "right", "lists", "right", "Show the next list", 1, "lists"),
    KeyAction("select", "enter", "go there", "visit", "Watch the match there, or join the open table"),
)
"""A list of people."""

LOBBY_MENU: Final = (
    KeyAction(
        "new_table",
        "n",
        "new table for two",
        "new-table",
        "Open a table, listed here; a friend can join it by its code",
    ),
    KeyAction(
        "quick_match",
        "g",
        "quick match",
        "quick-match",
        "Play somebody of your strength: join their table, or open one",
    ),
    KeyAction(
        "ask_code", "j", "join by code", "join", "Type the code of a table or of your seat, and go there"
    ),
    KeyAction(
        "join_with_word",
        "w",
        "",
        "join-with-word",
        "Join the marked table, or one by its code, with a word of yours for the deal",
    ),
    KeyAction(
        "play_alone",
        "a",
        "play vs computer",
        "hall-alone",
        "Play against the computer, or somebody beside you at this keyboard",
    ),
    KeyAction(
        "daily",
        "d",
        "daily bout",
        "hall-daily",
        "Play today's match against the master: one try, no hints",
    ),
    KeyAction(
        "play_here",
        "t",
        "",
        "hall-two",
        "Play against somebody beside you; a curtain hides the hands",
    ),
    KeyAction(
        "history",
        "m",
        "your matches",
        "hall-history",
        "Look at your past matches, watch them again, see your statistics",
    ),
    KeyAction(
        "learn",
        "l",
        "learn to play",
        "learn",
        "Learn the game in short exercises at the table, with a teacher",
    ),
    KeyAction(
        "puzzle",
        "p",
        "puzzles",
        "puzzle",
        "Find the one action that wins; one puzzle a day for everybody",
    ),
    KeyAction(
        "own_keys",
        "y",
        "your keys",
        "own-keys",
        "Let a key of another machine own your name, or withdraw one",
    ),
    KeyAction("people", "o", "", "people", "See who is here, your friends, and the ladders"),
    KeyAction("settings", "s", "settings", "menu-settings", "Choose theme, motion, pauses, keys"),
)
"""The lobby."""

LOBBY_BOARD: Final = (
    KeyAction("move", "up", "", "up", "Go up in the list", -1),
    KeyAction("move", "down", "", "down", "Go down in the list", 1),
    KeyAction("move", "pageup", "", "page-up", "Go a page up", -10),
    KeyAction("move", "pagedown", "", "page-down", "Go a page down", 10),
    KeyAction("move", "home", "", "first", "Go to the first line", -9999),
    KeyAction("move", "end", "", "last", "Go to the last line", 9999),
    KeyAction("cross", "left", "", "left", "Go to the tables", False),
    KeyAction("cross", "right", "", "right", "Go to what else there is to do", True),
    KeyAction("choose", "enter", "", "choose", "Do what the marked line says"),
)
"""The lists of the lobby."""

TERMS: Final = (KeyAction("begin", "enter", "open the table", "begin", "Open the table", is_first=True),)
"""The form for a new table, besides those of a new match."""

OWN_KEYS: Final = (
    KeyAction("add", "a", "add a key", "add-key", "Show a code for a key of another machine"),
    KeyAction("withdraw", "x", "withdraw", "withdraw-key", "Let this key own the name no more"),
    KeyAction("challenges", "c", "challenges", "own-challenges", "Let every member challenge you, or nobody"),
)
"""The keys of a visitor's name."""

PROOF: Final = (KeyAction("app.close", "space,p", "", "close-proof", "Close this page"),)
"""The commitments to the decks."""

WAITING: Final = (
    KeyAction("lobby", "m,escape", "to the lobby", "to-lobby", "Go to the lobby; the table stays open"),
    KeyAction("word", "w", "your word", "word", "Say a word from which the deal follows"),
    KeyAction("withdraw", "x", "withdraw the table", "withdraw", "Close the table"),
)
"""A table that waits for an opponent."""

WORD: Final = (KeyAction("dismiss", "escape", "cancel", "word-cancel", "Go back without a word"),)
"""The word for the deal."""

HALL_TABLE: Final = (
    KeyAction("salute", "s", "salute", "salute", "Say a few words to everybody at the table"),
    KeyAction("claim", "c", "claim", "claim", "Win the match against an absent opponent"),
    KeyAction("remind", "r", "remind", "remind", "Remind your opponent to move"),
    KeyAction("menu", "m", "lobby", "menu", "Go to the lobby"),
    KeyAction("adjourn", "m", "adjourn", "adjourn", "Adjourn the match, to continue it later"),
    KeyAction(
        "prove", "p", "codes, proof", "proof", "Show the codes of table and seat, and the decks' proof"
    ),
    KeyAction("watch", "w", "finished rounds", "watch-finished", "Watch the finished rounds again"),
)
"""A table of the hall, besides those of every table."""

HALL_MATCH_OVER: Final = (
    KeyAction("salute", "s", "salute", "last-salute", "Say a few words to everybody at the table"),
)
"""The end of a match in the hall, besides those of every match."""
