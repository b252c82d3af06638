BEGIN TRANSACTION;
CREATE TABLE name (name TEXT PRIMARY KEY COLLATE NOCASE, key TEXT NOT NULL);
INSERT INTO "name" VALUES('anna','SHA256:anna');
INSERT INTO "name" VALUES('Clara','SHA256:clara');
CREATE TABLE waiting (secret TEXT PRIMARY KEY, offer TEXT NOT NULL);
INSERT INTO "waiting" VALUES('0000000000000000000000000000000000000000000000000000000000000001','{"rules": {"parry": true, "indirect": true, "last_chance": false, "cards_decide": true, "final_evasion_skips_cards": false, "open_discard": false}, "target": 2, "first": "left", "listed": true, "names": ["anna", ""], "players": ["anna", "~"]}');
INSERT INTO "waiting" VALUES('0000000000000000000000000000000000000000000000000000000000000002','{"rules": {"parry": false, "indirect": false, "last_chance": true, "cards_decide": false, "final_evasion_skips_cards": false, "open_discard": false}, "target": 1, "first": "random", "listed": false, "names": ["", "Clara"], "players": ["~", "Clara"]}');
INSERT INTO "waiting" VALUES('0000000000000000000000000000000000000000000000000000000000000003','{"rules": {"parry": true, "indirect": false, "last_chance": false, "cards_decide": true, "final_evasion_skips_cards": false, "open_discard": false}, "target": 5, "first": "right", "listed": true, "names": ["~bruno", ""], "players": ["~", "~"]}');
COMMIT;
