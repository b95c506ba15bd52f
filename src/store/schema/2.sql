-- Version 2. Games of collections, beside the games that this program played.

-- What was read, known again by its text and not by its name.
CREATE TABLE sources (
    id       INTEGER PRIMARY KEY,
    name     TEXT    NOT NULL,               -- as it was given; of an archive also the file in it
    hash     TEXT    NOT NULL UNIQUE,        -- BLAKE3 of the first `bytes` bytes of its text, unpacked
    bytes    INTEGER NOT NULL CHECK (bytes >= 0),
    games    INTEGER NOT NULL CHECK (games >= 0),     -- that begin in these bytes, good and bad
    lines    INTEGER NOT NULL CHECK (lines >= 0),
    rejected TEXT    NOT NULL CHECK (json_valid(rejected)),   -- games refused, by reason
    filtered TEXT    NOT NULL CHECK (json_valid(filtered)),   -- games not asked for, by filter
    stray_bytes INTEGER NOT NULL CHECK (stray_bytes >= 0),    -- text that belongs to no game
    added    TEXT    NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

-- Every sound game of every source, also one that another source has too: so that a source can be
-- taken away again and nothing else changes. Games are counted where is_first is 1.
CREATE TABLE collected (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,     -- the order in which they came
    source      INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    number      INTEGER NOT NULL,            -- in its source, from 1
    offset      INTEGER NOT NULL,            -- the byte at which it begins there
    fingerprint BLOB    NOT NULL CHECK (length(fingerprint) = 16),  -- of its start and moves
    identity    BLOB    NOT NULL,            -- what tells it from other games with the same moves
    is_first    INTEGER NOT NULL CHECK (is_first IN (0, 1)),
    start       TEXT,                        -- FEN; null for the usual position
    chess960    INTEGER NOT NULL CHECK (chess960 IN (0, 1)),
    moves       BLOB    NOT NULL CHECK (length(moves) % 2 = 0),     -- two bytes a move
    result      INTEGER CHECK (result BETWEEN 0 AND 2),             -- 1-0, 0-1, draw; null for *
    termination INTEGER NOT NULL CHECK (termination BETWEEN 0 AND 14),
    tags        TEXT    NOT NULL CHECK (json_valid(tags)),          -- [["White", "…"], …]
    UNIQUE (source, number)
) STRICT;

CREATE INDEX collected_by_fingerprint ON collected (fingerprint);

-- How often a source was read, and how, for the record.
CREATE VIEW source_list AS
SELECT sources.id, sources.name, sources.hash, sources.bytes, sources.games,
       count(collected.id) AS sound, coalesce(sum(collected.is_first), 0) AS kept,
       sources.rejected, sources.filtered, sources.stray_bytes, sources.added
FROM sources LEFT JOIN collected ON collected.source = sources.id GROUP BY sources.id;
