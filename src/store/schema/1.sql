-- Version 1. Everything a person needs to read a database with the plain sqlite3 shell stands here.

-- One row for each set of settings under which games were played.
CREATE TABLE runs (
    id           INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 268435455),
    key          TEXT    NOT NULL UNIQUE,    -- derived from the settings: the same run on every machine
    kind         TEXT    NOT NULL CHECK (kind IN ('selfplay', 'play')),
    settings     TEXT    NOT NULL,           -- canonical TOML
    seed         TEXT    NOT NULL,           -- unsigned 64 bits, decimal
    version      TEXT    NOT NULL,           -- of the program that began the run
    models       TEXT    NOT NULL CHECK (json_valid(models)),   -- checksums, a JSON array
    levels       INTEGER NOT NULL CHECK (levels BETWEEN 0 AND 65535),  -- parameters of one case
    games_wanted INTEGER NOT NULL CHECK (games_wanted >= 0),
    created      TEXT    NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

-- The people and programs that played against this one.
CREATE TABLE opponents (
    id         INTEGER PRIMARY KEY,
    key        TEXT NOT NULL UNIQUE,         -- the name, tidied and in small letters
    name       TEXT NOT NULL,                -- as last written
    first_seen TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    last_seen  TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

-- A game's id says its run and its number, so that a game can stand here only once.
CREATE TABLE games (
    id             INTEGER PRIMARY KEY,
    run            INTEGER NOT NULL GENERATED ALWAYS AS (id >> 32) VIRTUAL REFERENCES runs (id),
    number         INTEGER NOT NULL GENERATED ALWAYS AS (id & 4294967295) VIRTUAL,
    start          TEXT,                     -- FEN; null for the usual position
    moves          BLOB    NOT NULL CHECK (length(moves) % 2 = 0),  -- two bytes a move
    opening_plies  INTEGER NOT NULL CHECK (opening_plies BETWEEN 0 AND 65535),
    result         INTEGER NOT NULL CHECK (result BETWEEN 0 AND 2), -- 1-0, 0-1, draw
    termination    INTEGER NOT NULL CHECK (termination BETWEEN 0 AND 12),
    verdict_result INTEGER CHECK (verdict_result BETWEEN 0 AND 2),  -- noted, not carried out
    verdict_ply    INTEGER CHECK (verdict_ply BETWEEN 0 AND 65535),
    white          TEXT    NOT NULL,
    black          TEXT    NOT NULL,
    opponent       INTEGER REFERENCES opponents (id) ON DELETE SET NULL,
    played_at      TEXT,                     -- of games against users
    checksum       INTEGER NOT NULL,         -- of the game and its cases
    CHECK ((verdict_result IS NULL) = (verdict_ply IS NULL))
) STRICT;

CREATE INDEX games_of_opponent ON games (opponent) WHERE opponent IS NOT NULL;

-- A case's id says its game, phase and side. The levels are packed, three to a byte.
CREATE TABLE cases (
    id     INTEGER PRIMARY KEY CHECK ((id >> 1) & 3 < 3),
    game   INTEGER NOT NULL GENERATED ALWAYS AS (id >> 3) VIRTUAL REFERENCES games (id),
    phase  INTEGER NOT NULL GENERATED ALWAYS AS ((id >> 1) & 3) VIRTUAL,  -- opening, middlegame, endgame
    side   INTEGER NOT NULL GENERATED ALWAYS AS (id & 1) VIRTUAL,         -- white, black
    result INTEGER NOT NULL CHECK (result BETWEEN 0 AND 2),               -- win, loss, draw
    levels BLOB    NOT NULL
) STRICT;

-- The same with words, for people.
CREATE VIEW game_list AS
SELECT runs.key AS run, games.number, games.white, games.black,
       CASE games.result WHEN 0 THEN '1-0' WHEN 1 THEN '0-1' ELSE '1/2-1/2' END AS result,
       CASE games.termination
           WHEN 0 THEN 'checkmate' WHEN 1 THEN 'stalemate' WHEN 2 THEN 'repetition'
           WHEN 3 THEN 'fifty_moves' WHEN 4 THEN 'insufficient_material'
           WHEN 5 THEN 'adjudicated_win' WHEN 6 THEN 'adjudicated_draw' WHEN 7 THEN 'move_limit'
           WHEN 8 THEN 'resignation' WHEN 9 THEN 'agreement' WHEN 10 THEN 'time_forfeit'
           WHEN 11 THEN 'illegal_move' ELSE 'unknown' END AS termination,
       length(games.moves) / 2 AS plies, opponents.name AS opponent, games.played_at
FROM games JOIN runs ON runs.id = games.run LEFT JOIN opponents ON opponents.id = games.opponent;
