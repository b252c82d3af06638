"""The hall's database: members and their keys, tables and seats, and the matches that are played there."""

from functools import partial
from typing import Final

from engarde_tui.serve.hall.former import former_files, join_files, name_games
from engarde_tui.serve.hall.name_rules import LOOK
from engarde_tui.storage.journal import END
from engarde_tui.storage.schema import Schema

PATIENCE: Final = 0.05
"""Seconds to wait for a locked file; short, because all players wait too."""

_TO_ONE_FILE: Final = (
    """
    CREATE TABLE IF NOT EXISTS name (name TEXT PRIMARY KEY COLLATE NOCASE, key TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS waiting (secret TEXT PRIMARY KEY, offer TEXT NOT NULL);
    """,
    name_games,
    "CREATE TABLE settings (key TEXT PRIMARY KEY, text TEXT NOT NULL)",
    """
    CREATE TABLE note (
        name TEXT NOT NULL COLLATE NOCASE, kind TEXT NOT NULL, match INTEGER NOT NULL,
        PRIMARY KEY (name, kind, match)
    ) WITHOUT ROWID
    """,
    # A name has several keys, and is free again after a time. OR IGNORE: in a damaged file a name can be
    # missing.
    """
    CREATE TABLE name_key (
        name TEXT NOT NULL COLLATE NOCASE, key TEXT NOT NULL, seen INTEGER NOT NULL,
        PRIMARY KEY (name, key)
    );
    INSERT OR IGNORE INTO name_key SELECT name, key, strftime('%s', 'now') FROM name;
    DROP TABLE name;
    ALTER TABLE name_key RENAME TO name;
    CREATE INDEX name_of_key ON name (key);
    CREATE TABLE released (name TEXT PRIMARY KEY COLLATE NOCASE, times INTEGER NOT NULL);
    CREATE TABLE ban (who TEXT PRIMARY KEY COLLATE NOCASE, since INTEGER NOT NULL);
    ALTER TABLE waiting ADD COLUMN network TEXT NOT NULL DEFAULT '';
    ALTER TABLE waiting ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    UPDATE waiting SET seen = strftime('%s', 'now')
    """,
    "CREATE TABLE secret (what TEXT PRIMARY KEY, text TEXT NOT NULL)",
    # In seconds: how long the hall has run in all, and had run when a key was last used.
    """
    CREATE TABLE running (seconds INTEGER NOT NULL);
    INSERT INTO running VALUES (0);
    ALTER TABLE name ADD COLUMN used INTEGER NOT NULL DEFAULT 0
    """,
)
"""The steps from when the matches lay in a file of their own."""

_TABLES: Final = """
    ALTER TABLE waiting RENAME TO former_waiting;
    CREATE TABLE account (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE
    );
    CREATE TABLE account_key (
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        fingerprint TEXT NOT NULL,
        seen INTEGER NOT NULL,
        used INTEGER NOT NULL,
        PRIMARY KEY (account, fingerprint)
    );
    CREATE INDEX account_of_key ON account_key (fingerprint);
    CREATE TABLE hall_table (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        secret TEXT UNIQUE,
        match INTEGER UNIQUE REFERENCES match (id) ON DELETE CASCADE
    );
    CREATE TABLE waiting (
        hall_table INTEGER PRIMARY KEY REFERENCES hall_table (id) ON DELETE CASCADE,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        target INTEGER NOT NULL,
        first TEXT NOT NULL,
        move_time INTEGER NOT NULL,
        word TEXT NOT NULL,
        network TEXT NOT NULL,
        seen INTEGER NOT NULL
    );
    CREATE TABLE seat (
        hall_table INTEGER NOT NULL REFERENCES hall_table (id) ON DELETE CASCADE,
        side TEXT NOT NULL,
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        is_deleted INTEGER NOT NULL DEFAULT 0,
        is_untold INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (hall_table, side)
    );
    CREATE INDEX seat_of_account ON seat (account)
"""
"""`hall_table` is where a match is played, and has none while it waits; `kind` is a `Kind`.

`waiting` has the terms of a table that waits, its host's word for the deal, where the host came from and when
they were here last, in seconds since 1970. `seat` has the members' seats alone: a guest's, or one whose owner
has lost the name, is nobody's. `is_deleted`: the member has deleted the match, another one has not.
`is_untold`: the member has not seen how the match ended, or it has not ended. `account_key` has when a member
came or left last with a key: in seconds since 1970, and in those that the hall had run.
"""

_PEOPLE: Final = f"""
    CREATE INDEX account_by_look ON account ({LOOK.format(name="name")});
    CREATE TABLE rating (
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        game TEXT NOT NULL,
        value REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        rounds INTEGER NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (account, game)
    ) WITHOUT ROWID;
    ALTER TABLE hall_table ADD COLUMN is_rated INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE ban ADD COLUMN reason TEXT NOT NULL DEFAULT '';
    ALTER TABLE ban ADD COLUMN until INTEGER;
    CREATE TABLE notice (text TEXT NOT NULL);
    CREATE TABLE operator_note (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        text TEXT NOT NULL,
        at INTEGER NOT NULL
    );
    CREATE INDEX note_to_account ON operator_note (account)
"""
"""How strong members are, what the operator tells them, and an index by `name_rules.look`.

`rating` has each member's rating at a game after the last match that was rated, when that was (in seconds
since 1970), and the rounds it rests on; `hall_table.is_rated`: the ratings know the match, whoever deletes
it. `ban.until` is when a ban ends, NULL for never, in seconds since 1970. `notice` has at most one row, what
the lobby shows; `operator_note` is what a member has not read yet.
"""


_TIME_LIMITS: Final = """
    ALTER TABLE waiting ADD COLUMN time_limit TEXT NOT NULL DEFAULT '';
    ALTER TABLE waiting ADD COLUMN plays_forced INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE time_left (
        match INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
        "left" REAL NOT NULL,
        "right" REAL NOT NULL,
        side TEXT,
        ends REAL
    );
    CREATE INDEX end_of_time ON time_left (ends)
"""
"""`waiting.time_limit` is a `TimeLimit` as text, "" for none. `time_left` is a `TimeLeft` of a match."""


_RESULTS: Final = f"""
    UPDATE seat SET is_untold = 1 WHERE hall_table IN (
        SELECT id FROM hall_table WHERE kind <> 'alone'
        AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.match = hall_table.match AND text = '{END}')
    )
"""
"""Who plays an unfinished match at a table is to be told of its end; until here only claims were told."""


_CHALLENGES: Final = """
    ALTER TABLE waiting ADD COLUMN challenged INTEGER REFERENCES account (id) ON DELETE CASCADE;
    ALTER TABLE waiting ADD COLUMN is_declined INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE account ADD COLUMN challenges TEXT NOT NULL DEFAULT 'everybody'
"""
"""`waiting.challenged` is the member for whom the free seat is kept, NULL if it is for anybody.

`is_declined`: that member has declined, and the host has not been told. `account.challenges` is who may
challenge the member, 'everybody' or 'nobody'.
"""


_WHO_IS_HERE: Final = """
    ALTER TABLE seat ADD COLUMN rated_from REAL;
    ALTER TABLE seat ADD COLUMN rated_to REAL;
    CREATE TABLE friend (
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        friend INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        PRIMARY KEY (account, friend)
    ) WITHOUT ROWID;
    CREATE INDEX friend_of_account ON friend (friend);
    CREATE TABLE bout (
        match INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        day TEXT NOT NULL
    );
    CREATE INDEX bout_of_account ON bout (account);
    CREATE INDEX bout_of_day ON bout (day);
    ALTER TABLE account ADD COLUMN shows_bouts INTEGER NOT NULL DEFAULT 0
"""
"""What members may know of each other.

`seat.rated_from` and `rated_to` are the rating of the seat's player before and after the match, NULL if the
match has not changed it. `friend` has whom a member has marked as a friend. `bout` has the daily bouts that
were begun in the hall; `account.shows_bouts`: the member shows their results to everybody.
"""
_ALERTS: Final = """
    ALTER TABLE account ADD COLUMN alerts TEXT NOT NULL DEFAULT ''
"""
"""`account.alerts` is what the member is alerted of: each `AlertChoice`, with a space between two."""
_WARNINGS: Final = """
    ALTER TABLE time_left ADD COLUMN warns REAL;
    CREATE INDEX warning_of_time ON time_left (warns)
"""
"""`time_left.warns` is when the player to move is warned, in seconds since 1970; NULL if that is done."""


_WORKERS: Final = """
    CREATE TABLE worker (id INTEGER PRIMARY KEY AUTOINCREMENT, seen REAL NOT NULL);
    CREATE TABLE presence (
        worker INTEGER NOT NULL REFERENCES worker (id) ON DELETE CASCADE,
        visit INTEGER NOT NULL,
        text TEXT NOT NULL,
        away TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (worker, visit)
    );
    CREATE TABLE sign (
        hall_table INTEGER NOT NULL REFERENCES hall_table (id) ON DELETE CASCADE,
        what TEXT NOT NULL,
        side TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (hall_table, what, side)
    );
    CREATE TABLE announcement (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, at INTEGER NOT NULL);
    CREATE TABLE wrong_code (place TEXT NOT NULL, at REAL NOT NULL);
    CREATE INDEX wrong_code_of_place ON wrong_code (place, at);
    CREATE TABLE key_code (
        name TEXT PRIMARY KEY,
        hash TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        until REAL NOT NULL
    );
    ALTER TABLE waiting ADD COLUMN guest TEXT NOT NULL DEFAULT '';
    ALTER TABLE waiting ADD COLUMN side TEXT NOT NULL DEFAULT ''
"""
"""What the processes of a hall tell each other, where it has several.

`worker` has each process, and when it last said that it runs, in seconds since 1970. `presence` has who is
where, as JSON; `away` is why a visit is to end, "" if it is not. `sign` is what stands at a table besides its
match, such as an offer. `wrong_code` has when a network entered one; `key_code` the hashes of the codes that
let another key own a name. `waiting.guest` and `side` are the host's, who is a guest.
"""


_MACHINES: Final = """
    ALTER TABLE worker ADD COLUMN machine TEXT NOT NULL DEFAULT ''
"""
"""`worker.machine` is where the command of the process runs, as host:port; "" of an earlier version."""


_LANGUAGES: Final = """
    ALTER TABLE announcement ADD COLUMN words TEXT NOT NULL DEFAULT '';
    ALTER TABLE presence ADD COLUMN away_words TEXT NOT NULL DEFAULT '';
    ALTER TABLE sign ADD COLUMN words TEXT NOT NULL DEFAULT ''
"""
"""What is said, as `stored_words` writes it; "" if an earlier version has written the English alone."""


# From here on a step only adds tables, and columns with a default: processes of the version before may be
# running on the same database while it is made.


def schema(*, disowns_unknown: bool = False) -> Schema:
    """Return the schema; `disowns_unknown` as in `Register`."""
    return Schema(
        file="hall.db",
        application_id=0x454E4748,
        migrations=(
            *_TO_ONE_FILE,
            partial(join_files, tables=_TABLES, disowns_unknown=disowns_unknown),
            _PEOPLE,
            _TIME_LIMITS,
            _RESULTS,
            _CHALLENGES,
            _WHO_IS_HERE,
            _ALERTS,
            _WORKERS,
            _WARNINGS,
            _MACHINES,
            _LANGUAGES,
        ),
        unmarked=frozenset({"name", "waiting"}),
        shared=False,
        around=former_files,
    )
