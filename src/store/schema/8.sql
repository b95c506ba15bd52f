-- Version 8. The same views in SQL that DuckDB understands, too, when it attaches the file: it runs views itself, does not see
-- generated columns, and divides whole numbers into fractions.

DROP VIEW level_list;
DROP VIEW score_list;
DROP VIEW case_list;
DROP VIEW all_games;
DROP VIEW game_list;
DROP VIEW collected_list;
DROP VIEW run_list;
DROP VIEW opponent_game_list;
DROP VIEW opponent_list;
DROP VIEW source_list;
DROP VIEW termination_codes;
DROP VIEW result_codes;

-- What the codes mean.
CREATE VIEW result_codes AS
SELECT 0 AS code, '1-0' AS result, CAST(1.0 AS DOUBLE) AS points
UNION ALL SELECT 1, '0-1', CAST(0.0 AS DOUBLE)
UNION ALL SELECT 2, '1/2-1/2', CAST(0.5 AS DOUBLE);

CREATE VIEW termination_codes AS
SELECT 0 AS code, 'checkmate' AS termination
UNION ALL SELECT 1, 'stalemate' UNION ALL SELECT 2, 'repetition' UNION ALL SELECT 3, 'fifty_moves'
UNION ALL SELECT 4, 'insufficient_material' UNION ALL SELECT 5, 'adjudicated_win'
UNION ALL SELECT 6, 'adjudicated_draw' UNION ALL SELECT 7, 'move_limit' UNION ALL SELECT 8, 'resignation'
UNION ALL SELECT 9, 'agreement' UNION ALL SELECT 10, 'time_forfeit' UNION ALL SELECT 11, 'illegal_move'
UNION ALL SELECT 12, 'unknown' UNION ALL SELECT 13, 'engine_crash' UNION ALL SELECT 14, 'engine_stall';

-- One row for each run.
CREATE VIEW run_list AS
SELECT runs.key AS run, runs.kind, runs.version, runs.seed, runs.games_wanted,
       (SELECT count(*) FROM games WHERE games.id >= (runs.id << 32) AND games.id < ((runs.id + 1) << 32))
           AS games,
       runs.levels AS parameters, runs.created, runs.models, runs.settings
FROM runs;

-- One row for each game that this program played.
CREATE VIEW game_list AS
SELECT runs.key AS run, games.id & 4294967295 AS number, games.white, games.black, result_codes.result,
       termination_codes.termination, length(hex(games.moves)) >> 2 AS plies, opponents.name AS opponent,
       games.played_at, games.id AS game, runs.kind, result_codes.points, games.opening_plies,
       verdicts.result AS verdict, games.verdict_ply,
       CASE WHEN games.scores IS NULL THEN 0 ELSE 1 END AS has_scores,
       games.start, games.moves_uci, games.moves_san
FROM games
JOIN runs ON runs.id = (games.id >> 32)
JOIN result_codes ON result_codes.code = games.result
JOIN termination_codes ON termination_codes.code = games.termination
LEFT JOIN result_codes AS verdicts ON verdicts.code = games.verdict_result
LEFT JOIN opponents ON opponents.id = games.opponent;

-- One row for each case: a side of a game in a phase. Levels are packed, three to a byte.
CREATE VIEW case_list AS
SELECT runs.key AS run, (cases.id >> 3) & 4294967295 AS number,
       CASE (cases.id >> 1) & 3 WHEN 0 THEN 'opening' WHEN 1 THEN 'middlegame' ELSE 'endgame' END AS phase,
       CASE cases.id & 1 WHEN 0 THEN 'white' ELSE 'black' END AS side,
       CASE cases.result WHEN 0 THEN 'win' WHEN 1 THEN 'loss' ELSE 'draw' END AS result,
       CAST(CASE cases.result WHEN 0 THEN 1.0 WHEN 1 THEN 0.0 ELSE 0.5 END AS DOUBLE) AS points,
       cases.id >> 3 AS game, cases.levels
FROM cases JOIN runs ON runs.id = (cases.id >> 35);

-- One row for each case and parameter, with its level from 0 to 4. Ask for one parameter at a time.
CREATE VIEW level_list AS
WITH RECURSIVE counted(parameter) AS (
         SELECT 0 UNION ALL SELECT parameter + 1 FROM counted WHERE parameter < 1999
     ),
     -- A third, rounded down: 21846 / 65536 is exact enough below 21845.
     bytes AS (
         SELECT case_list.*, counted.parameter, counted.parameter % 3 AS third,
                substr(hex(case_list.levels), 2 * ((counted.parameter * 21846) >> 16) + 1, 2) AS digits
         FROM case_list
         JOIN counted ON 2 * ((counted.parameter * 21846) >> 16) < length(hex(case_list.levels))
     ),
     numbers AS (
         SELECT bytes.*, 16 * instr('123456789ABCDEF', substr(digits, 1, 1))
                         + instr('123456789ABCDEF', substr(digits, 2, 1)) AS byte
         FROM bytes
     )
SELECT run, number, phase, side, result, points, parameter,
       CASE WHEN byte >= 150 THEN byte - 150
            WHEN byte >= 125 THEN CASE third WHEN 0 THEN ((byte - 125) * 205) >> 10 ELSE (byte - 125) % 5 END
            WHEN third = 0 THEN (byte * 41) >> 10
            WHEN third = 1 THEN ((byte * 205) >> 10) % 5
            ELSE byte % 5 END AS level,
       game
FROM numbers
WHERE byte < 125 OR third = 0 OR (byte < 150 AND third = 1);

-- One row for each scored position of the games that this program played.
CREATE VIEW score_list AS
WITH RECURSIVE counted(game, ply, digits) AS (
         SELECT id, 0, hex(scores) FROM games WHERE scores IS NOT NULL
         UNION ALL
         SELECT game, ply + 1, digits FROM counted WHERE 4 * (ply + 1) < length(digits)
     ),
     numbers AS (
         SELECT game, ply,
                4096 * instr('123456789ABCDEF', substr(digits, 4 * ply + 3, 1))
                + 256 * instr('123456789ABCDEF', substr(digits, 4 * ply + 4, 1))
                + 16 * instr('123456789ABCDEF', substr(digits, 4 * ply + 1, 1))
                + instr('123456789ABCDEF', substr(digits, 4 * ply + 2, 1)) AS word
         FROM counted
     )
SELECT runs.key AS run, game & 4294967295 AS number, ply,
       CASE WHEN word < 32768 THEN word ELSE word - 65536 END AS score, game
FROM numbers JOIN runs ON runs.id = (numbers.game >> 32)
WHERE word <> 32768;

-- The same with words, for people.
CREATE VIEW source_list AS
SELECT sources.id, sources.name, sources.hash, sources.bytes, sources.games, sources.lines,
       (SELECT count(*) FROM collected WHERE collected.source = sources.id) AS sound,
       (SELECT count(*) FROM collected WHERE collected.source = sources.id AND collected.is_first = 1) AS kept,
       sources.rejected, sources.filtered, sources.stray_bytes, sources.added, sources.options,
       sources.settled
FROM sources;

CREATE VIEW opponent_list AS
SELECT opponents.id, opponents.name, opponents.origin, opponents.kind,
       (SELECT count(*) FROM opponent_games WHERE opponent_games.opponent = opponents.id) AS games,
       (SELECT count(*) FROM opponent_games
        WHERE opponent_games.opponent = opponents.id AND opponent_games.source = 'played') AS games_played,
       opponents.first_seen, opponents.last_seen
FROM opponents;

-- One row for each remembered game of an opponent.
CREATE VIEW opponent_game_list AS
SELECT opponents.name AS opponent, opponent_games.source, opponent_games.played_at,
       CASE opponent_games.color WHEN 0 THEN 'white' ELSE 'black' END AS color,
       CASE opponent_games.result WHEN 0 THEN 'win' WHEN 1 THEN 'loss' WHEN 2 THEN 'draw' END AS result,
       CAST(CASE opponent_games.result WHEN 0 THEN 1.0 WHEN 1 THEN 0.0 WHEN 2 THEN 0.5 END AS DOUBLE) AS points,
       opponent_games.objective, opponent_games.opening, opponent_games.moves, opponent_games.plies,
       opponent_games.men, opponent_games.rating, opponent_games.other_rating, opponent_games.population,
       opponent_games.game, opponent_games.habits, opponent_games.losses
FROM opponent_games JOIN opponents ON opponents.id = opponent_games.opponent;

-- One row for each collected game that counts, with the tags that are asked for most.
CREATE VIEW collected_list AS
SELECT sources.name AS source, collected.number,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE (value ->> 0) = 'White') AS white,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE (value ->> 0) = 'Black') AS black,
       result_codes.result, termination_codes.termination,
       length(hex(collected.moves)) >> 2 AS plies, collected.id AS game, result_codes.points,
       (SELECT CASE WHEN trim(value ->> 1) <> '' AND trim(value ->> 1, ' 0123456789') = ''
                         AND length(value ->> 1) < 9
                    THEN nullif(CAST(trim(value ->> 1) AS INTEGER), 0) END
        FROM json_each(collected.tags) WHERE (value ->> 0) = 'WhiteElo') AS white_elo,
       (SELECT CASE WHEN trim(value ->> 1) <> '' AND trim(value ->> 1, ' 0123456789') = ''
                         AND length(value ->> 1) < 9
                    THEN nullif(CAST(trim(value ->> 1) AS INTEGER), 0) END
        FROM json_each(collected.tags) WHERE (value ->> 0) = 'BlackElo') AS black_elo,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE (value ->> 0) = 'Event') AS event,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE (value ->> 0) = 'Site') AS site,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE (value ->> 0) = 'Date') AS date,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE (value ->> 0) = 'Round') AS round,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE (value ->> 0) = 'ECO') AS eco,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE (value ->> 0) = 'TimeControl') AS time_control,
       collected.chess960, CASE WHEN collected.scores IS NULL THEN 0 ELSE 1 END AS has_scores, collected.start,
       collected.moves_uci, collected.moves_san, collected.tags
FROM collected
JOIN sources ON sources.id = collected.source
LEFT JOIN result_codes ON result_codes.code = collected.result
JOIN termination_codes ON termination_codes.code = collected.termination
WHERE collected.is_first = 1;

-- Every game of both kinds, with what both have.
CREATE VIEW all_games AS
SELECT kind, run AS source, number, white, black, result, points, termination, plies, has_scores, start,
       moves_uci, moves_san
FROM game_list
UNION ALL
SELECT 'collected', source, number, white, black, result, points, termination, plies, has_scores, start,
       moves_uci, moves_san
FROM collected_list;
