PRAGMA user_version = 7;
PRAGMA application_id = 1162757960;
BEGIN TRANSACTION;
CREATE TABLE ban (who TEXT PRIMARY KEY COLLATE NOCASE, since INTEGER NOT NULL);
INSERT INTO "ban" VALUES('mallory',1700000060);
INSERT INTO "ban" VALUES('203.0.113.0/24',1700000060);
CREATE TABLE "name" (
            name TEXT NOT NULL COLLATE NOCASE, key TEXT NOT NULL, seen INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (name, key)
        );
INSERT INTO "name" VALUES('Bruno','SHA256:bruno',1700000000,0);
INSERT INTO "name" VALUES('anna','SHA256:anna',1700000060,60);
INSERT INTO "name" VALUES('anna','SHA256:anna2',1700000060,60);
CREATE TABLE note (
            name TEXT NOT NULL COLLATE NOCASE, kind TEXT NOT NULL, match INTEGER NOT NULL,
            PRIMARY KEY (name, kind, match)
        ) WITHOUT ROWID
        ;
INSERT INTO "note" VALUES('Bruno','claimed',4);
INSERT INTO "note" VALUES('Bruno','deleted',5);
CREATE TABLE released (name TEXT PRIMARY KEY COLLATE NOCASE, times INTEGER NOT NULL);
INSERT INTO "released" VALUES('anna',1);
CREATE TABLE running (seconds INTEGER NOT NULL);
INSERT INTO "running" VALUES(940);
CREATE TABLE secret (what TEXT PRIMARY KEY, text TEXT NOT NULL);
INSERT INTO "secret" VALUES('Daily','6894510cdf4c61c7d811eace64b70d86e02b15f6e38b4e241851b2071f9706b0');
CREATE TABLE settings (key TEXT PRIMARY KEY, text TEXT NOT NULL);
INSERT INTO "settings" VALUES('SHA256:anna','bell = false
');
CREATE TABLE waiting (secret TEXT PRIMARY KEY, offer TEXT NOT NULL, network TEXT NOT NULL DEFAULT '', seen INTEGER NOT NULL DEFAULT 0);
INSERT INTO "waiting" VALUES('000000000000000000000000000000000000000000000000000000000000000a','{"game": "en-garde", "rules": "abacus-basic", "target": 3, "first": "random", "listed": false, "names": ["", "anna"], "players": ["~", "anna#1"], "move_time": 180, "words": ["", "\u00c9lan"]}','192.0.2.1',1700000820);
INSERT INTO "waiting" VALUES('000000000000000000000000000000000000000000000000000000000000000b','{"game": "en-garde", "rules": "abacus-advanced", "target": 1, "first": "left", "listed": true, "names": ["Bruno", ""], "players": ["Bruno", "~"]}','192.0.2.7',1700000880);
INSERT INTO "waiting" VALUES('000000000000000000000000000000000000000000000000000000000000000c','{"game": "en-garde", "rules": "ferti-advanced", "target": 2, "first": "left", "listed": true, "names": ["~gast", ""], "players": ["~", "~"]}','',1700000940);
CREATE INDEX name_of_key ON name (key);
COMMIT;
