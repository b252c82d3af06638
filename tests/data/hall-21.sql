BEGIN TRANSACTION;
CREATE TABLE account (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE,
        challenges TEXT NOT NULL DEFAULT 'everybody',
        shows_bouts INTEGER NOT NULL DEFAULT 0,
        alerts TEXT NOT NULL DEFAULT ''
    );
INSERT INTO "account" VALUES(1,'anna','everybody',0,'');
INSERT INTO "account" VALUES(2,'Clara','everybody',0,'');
CREATE TABLE account_key (
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        fingerprint TEXT NOT NULL,
        seen INTEGER NOT NULL,
        used INTEGER NOT NULL,
        PRIMARY KEY (account, fingerprint)
    );
INSERT INTO "account_key" VALUES(1,'SHA256:anna',1796000000,0);
INSERT INTO "account_key" VALUES(2,'SHA256:clara',1796000000,0);
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
CREATE TABLE bout (
        match INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        day TEXT NOT NULL
    );
CREATE TABLE entry (
        match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (match, number)
    ) WITHOUT ROWID;
CREATE TABLE friend (
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        friend INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        PRIMARY KEY (account, friend)
    ) WITHOUT ROWID;
CREATE TABLE hall_table (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        secret TEXT UNIQUE,
        match INTEGER UNIQUE REFERENCES match (id) ON DELETE CASCADE,
        is_rated INTEGER NOT NULL DEFAULT 0
    );
INSERT INTO "hall_table" VALUES(1,'listed','0000000000000000000000000000000000000000000000000000000000000001',NULL,0);
INSERT INTO "hall_table" VALUES(2,'by-code','0000000000000000000000000000000000000000000000000000000000000002',NULL,0);
CREATE TABLE key_code (
        name TEXT PRIMARY KEY,
        hash TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        until REAL NOT NULL
    );
CREATE TABLE lately (what TEXT NOT NULL, place TEXT NOT NULL, at REAL NOT NULL);
CREATE TABLE match (id INTEGER PRIMARY KEY AUTOINCREMENT, header TEXT NOT NULL);
CREATE TABLE mistake (
        id INTEGER PRIMARY KEY,
        puzzle TEXT NOT NULL UNIQUE,
        played TEXT NOT NULL,
        solved INTEGER NOT NULL
    );
CREATE TABLE progress (who TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE notice (text TEXT NOT NULL);
CREATE TABLE operator_note (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        text TEXT NOT NULL,
        at INTEGER NOT NULL
    );
CREATE TABLE presence (
        worker INTEGER NOT NULL REFERENCES worker (id) ON DELETE CASCADE,
        visit INTEGER NOT NULL,
        text TEXT NOT NULL,
        away TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (worker, visit)
    );
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
CREATE TABLE running (seconds REAL NOT NULL, at REAL NOT NULL, missed REAL NOT NULL);
INSERT INTO "running" VALUES(0,0,0);
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
INSERT INTO "seat" VALUES(1,'left',1,0,1,NULL,NULL);
INSERT INTO "seat" VALUES(2,'right',2,0,1,NULL,NULL);
CREATE TABLE secret (what TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE settings (key TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE sign (
        hall_table INTEGER NOT NULL REFERENCES hall_table (id) ON DELETE CASCADE,
        what TEXT NOT NULL,
        side TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (hall_table, what, side)
    );
CREATE TABLE summary (
        match INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
        entry INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        begun TEXT NOT NULL,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        left_name TEXT NOT NULL,
        right_name TEXT NOT NULL,
        target INTEGER NOT NULL,
        round INTEGER NOT NULL,
        results TEXT NOT NULL,
        left_bot TEXT,
        right_bot TEXT,
        day TEXT,
        helped_in INTEGER,
        imported INTEGER NOT NULL,
        branch TEXT,
        first TEXT NOT NULL,
        turn TEXT,
        checksum INTEGER NOT NULL
    );
CREATE TABLE time_left (
        match INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
        "left" REAL NOT NULL,
        "right" REAL NOT NULL,
        side TEXT,
        ends REAL,
        warns REAL
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
INSERT INTO "waiting" VALUES(1,'en-garde','ferti-advanced',2,'left',0,'',0,'','',4102444800,NULL,0,'','');
INSERT INTO "waiting" VALUES(2,'en-garde','abacus-basic',1,'random',0,'',0,'','',4102444800,NULL,0,'','');
CREATE TABLE worker (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        seen REAL NOT NULL,
        machine TEXT NOT NULL
    );
CREATE INDEX account_by_look ON account (replace(replace(replace(replace(lower(name), '_', ''), '-', ''), '0', 'o'), '1', 'l'));
CREATE INDEX account_of_key ON account_key (fingerprint);
CREATE INDEX friend_of_account ON friend (friend);
CREATE INDEX lately_there ON lately (what, place, at);
CREATE INDEX note_to_account ON operator_note (account);
CREATE INDEX seat_of_account ON seat (account);
CREATE INDEX end_of_time ON time_left (ends);
CREATE INDEX warning_of_time ON time_left (warns);
CREATE INDEX bout_of_account ON bout (account);
CREATE INDEX bout_of_day ON bout (day);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('account',2);
INSERT INTO "sqlite_sequence" VALUES('hall_table',2);
COMMIT;
PRAGMA application_id = 1162757960;
PRAGMA user_version = 21;
