"""The hall's database: members and their keys, tables and seats, and the matches that are played there.

Times are in seconds since 1970, unless it says otherwise.
"""

from typing import Final

from engarde_tui.serve.hall.name_rules import LOOK
from engarde_tui.storage.schema import Schema
from engarde_tui.storage.store import TABLES

_HALL: Final = """
    CREATE TABLE secret (what TEXT PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE running (seconds REAL NOT NULL, at REAL NOT NULL, missed REAL NOT NULL);
    INSERT INTO running VALUES (0, 0, 0);
    CREATE TABLE notice (text TEXT NOT NULL);
    CREATE TABLE announcement (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        words TEXT NOT NULL
    );
    CREATE TABLE ban (
        who TEXT PRIMARY KEY COLLATE NOCASE,
        since INTEGER NOT NULL,
        reason TEXT NOT NULL DEFAULT '',
        until INTEGER
    );
    CREATE TABLE lately (what TEXT NOT NULL, place TEXT NOT NULL, at REAL NOT NULL);
    CREATE INDEX lately_there ON lately (what, place, at);
"""
"""`running` is for how many `seconds` the hall has run in all, when it said so last, by its database's time
of day, and how many it has `missed`, as `HallTime` says. `notice` has at most one row, what the lobby shows;
`announcement` is what was said to everybody, as `stored_words` writes it. `ban.until` is NULL for ever.
`lately` is when a network did what it may do seldom.
"""

_MEMBERS: Final = f"""
    CREATE TABLE account (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE,
        challenges TEXT NOT NULL DEFAULT 'everybody',
        shows_bouts INTEGER NOT NULL DEFAULT 0,
        alerts TEXT NOT NULL DEFAULT ''
    );
    CREATE INDEX account_by_look ON account ({LOOK.format(name="name")});
    CREATE TABLE account_key (
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        fingerprint TEXT NOT NULL,
        seen INTEGER NOT NULL,
        used INTEGER NOT NULL,
        PRIMARY KEY (account, fingerprint)
    );
    CREATE INDEX account_of_key ON account_key (fingerprint);
    CREATE TABLE key_code (
        name TEXT PRIMARY KEY,
        hash TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        until REAL NOT NULL
    );
    CREATE TABLE settings (key TEXT PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE friend (
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        friend INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        PRIMARY KEY (account, friend)
    ) WITHOUT ROWID;
    CREATE INDEX friend_of_account ON friend (friend);
    CREATE TABLE operator_note (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        text TEXT NOT NULL,
        at INTEGER NOT NULL
    );
    CREATE INDEX note_to_account ON operator_note (account);
"""
"""`account.challenges` is who may challenge the member, 'everybody' or 'nobody'; `shows_bouts`: the results
of daily bouts are shown to everybody; `alerts` has each `AlertChoice`, with a space between two.
`account_key` has when a member came or left last with a key: `seen`, and `used` in the seconds that the hall
had run. `key_code` has the hashes of the codes that let another key own a name. `friend` has whom a member
has marked as one. `operator_note` is what a member has not read yet.
"""

_TABLES: Final = """
    CREATE TABLE hall_table (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        secret TEXT UNIQUE,
        match INTEGER UNIQUE REFERENCES match (id) ON DELETE CASCADE,
        is_rated INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE waiting (
        hall_table INTEGER PRIMARY KEY REFERENCES hall_table (id) ON DELETE CASCADE,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        target INTEGER NOT NULL,
        first TEXT NOT NULL,
        move_time INTEGER NOT NULL,
        time_limit TEXT NOT NULL,
        plays_forced INTEGER NOT NULL,
        word TEXT NOT NULL,
        network TEXT NOT NULL,
        seen INTEGER NOT NULL,
        challenged INTEGER REFERENCES account (id) ON DELETE CASCADE,
        is_declined INTEGER NOT NULL DEFAULT 0,
        guest TEXT NOT NULL,
        side TEXT NOT NULL
    );
    CREATE TABLE seat (
        hall_table INTEGER NOT NULL REFERENCES hall_table (id) ON DELETE CASCADE,
        side TEXT NOT NULL,
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        is_deleted INTEGER NOT NULL DEFAULT 0,
        is_untold INTEGER NOT NULL DEFAULT 0,
        rated_from REAL,
        rated_to REAL,
        PRIMARY KEY (hall_table, side)
    );
    CREATE INDEX seat_of_account ON seat (account);
    CREATE TABLE time_left (
        match INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
        "left" REAL NOT NULL,
        "right" REAL NOT NULL,
        side TEXT,
        ends REAL,
        warns REAL
    );
    CREATE INDEX end_of_time ON time_left (ends);
    CREATE INDEX warning_of_time ON time_left (warns);
    CREATE TABLE sign (
        hall_table INTEGER NOT NULL REFERENCES hall_table (id) ON DELETE CASCADE,
        what TEXT NOT NULL,
        side TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (hall_table, what, side)
    );
"""
"""`hall_table` is where a match is played, and has none while it waits; `kind` is a `Kind`; `is_rated`: the
ratings know the match, whoever deletes it. `waiting` has the terms of a table that waits, its host's word for
the deal, where the host came from and when they were here last; the member `challenged` for whom the free
seat is kept, NULL if it is for anybody, who `is_declined` if the answer was no; and a host who is a `guest`,
with their `side`. `seat` has the members' seats alone: a guest's, or one whose owner has lost the name, is
nobody's; `is_deleted`: the member has deleted the match, another one has not; `is_untold`: the member has not
seen how it ended, or it has not; `rated_from` and `rated_to` are the player's rating before and after it,
NULL if it has changed none. `time_left` is a `TimeLeft`; `warns` is when the player to move is warned, NULL
if that is done; both go by the hall's time. `sign` is what stands at a table besides its match, such as an
offer.
"""

_OF_MATCHES: Final = """
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
    CREATE TABLE bout (
        match INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        day TEXT NOT NULL
    );
    CREATE INDEX bout_of_account ON bout (account);
    CREATE INDEX bout_of_day ON bout (day);
"""
"""`rating` has each member's rating at a game after the last match that was rated, when that was, and the
rounds it rests on. `bout` has the daily bouts that were begun in the hall.
"""

_PROCESSES: Final = """
    CREATE TABLE worker (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        seen REAL NOT NULL,
        machine TEXT NOT NULL
    );
    CREATE TABLE presence (
        worker INTEGER NOT NULL REFERENCES worker (id) ON DELETE CASCADE,
        visit INTEGER NOT NULL,
        text TEXT NOT NULL,
        away TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (worker, visit)
    )
"""
"""What the processes of a hall tell each other. `worker` has each, where its command runs, as host:port, and
when it last said that it runs. `presence` has who is where, as JSON; `away` is why a visit is to end, as
`stored_words` writes it, "" if it is not.
"""

SCHEMA: Final = Schema(
    file="hall.db",
    application_id=0x454E4748,
    tables=f"{TABLES}{_HALL}{_MEMBERS}{_TABLES}{_OF_MATCHES}{_PROCESSES}",
    first=21,
)
"""From here on a step only adds tables, and columns with a default: processes of the version before may be
running on the same database while it is made.
"""
