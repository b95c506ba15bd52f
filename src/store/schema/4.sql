-- Version 4. What is remembered of opponents, game by game.

-- Where they play: a site such as freechess.org; '' for this computer. The key holds it too, behind a tab.
ALTER TABLE opponents ADD COLUMN origin TEXT NOT NULL DEFAULT '';

-- A program is another opponent than a person of the same name; its key ends with a tab and 'computer'.
ALTER TABLE opponents ADD COLUMN kind TEXT NOT NULL DEFAULT 'unknown'
    CHECK (kind IN ('unknown', 'human', 'computer'));

-- Other spellings of an opponent, merged by the user's word.
CREATE TABLE opponent_aliases (
    key      TEXT    PRIMARY KEY,            -- as in opponents
    name     TEXT    NOT NULL,
    opponent INTEGER NOT NULL REFERENCES opponents (id) ON DELETE CASCADE
) STRICT;

-- One row for each remembered game of an opponent. What is known of them is the sum of these rows.
CREATE TABLE opponent_games (
    id           INTEGER PRIMARY KEY,
    opponent     INTEGER NOT NULL REFERENCES opponents (id) ON DELETE CASCADE,
    fingerprint  BLOB    NOT NULL CHECK (length(fingerprint) = 16),  -- of its start and moves
    occasion     TEXT    NOT NULL,           -- tells it from other games with the same moves
    source       TEXT    NOT NULL CHECK (source IN ('played', 'learned')),
    game         INTEGER REFERENCES games (id) ON DELETE SET NULL,   -- where it is stored, if it is
    played_at    TEXT,                       -- time or date, UTC; null if unknown
    color        INTEGER NOT NULL CHECK (color IN (0, 1)),           -- the opponent's: white, black
    moves        INTEGER NOT NULL CHECK (moves >= 0),                -- the opponent's
    plies        INTEGER NOT NULL CHECK (plies >= 0),
    men          INTEGER NOT NULL CHECK (men >= 0),                  -- on the board at the end
    opening      TEXT,                       -- the first four plies; null from another start
    objective    TEXT,                       -- what was played for against them, in most moves
    result       INTEGER CHECK (result BETWEEN 0 AND 2),             -- won, lost, drawn by the other side
    rating       INTEGER,                    -- theirs, if known
    other_rating INTEGER,                    -- the other side's, if known
    population   TEXT,                       -- who they are compared with, if known
    habits       TEXT    NOT NULL CHECK (json_valid(habits)),        -- {"own": {"habit": [happened, chances]}, "other": …}
    losses       TEXT    CHECK (json_valid(losses)),                 -- for the estimate of strength
    UNIQUE (opponent, fingerprint, color, occasion)
) STRICT;

CREATE INDEX opponent_games_of_game ON opponent_games (game) WHERE game IS NOT NULL;

-- The same with words, for people.
CREATE VIEW opponent_list AS
SELECT opponents.id, opponents.name, opponents.origin, opponents.kind,
       count(opponent_games.id) AS games,
       count(opponent_games.id) FILTER (WHERE opponent_games.source = 'played') AS games_played,
       opponents.first_seen, opponents.last_seen
FROM opponents LEFT JOIN opponent_games ON opponent_games.opponent = opponents.id
GROUP BY opponents.id;
