-- Version 6. Scores of positions, moves in words, and views for people and other programs.

-- Of the position before each move, as the search that chose the move gave it: two bytes, signed, the low one first;
-- centipawns from White's point of view, 32,000 less the plies for a mate, -32,768 for no score. Null without scores.
ALTER TABLE games     ADD COLUMN scores BLOB CHECK (length(scores) = length(moves));
ALTER TABLE collected ADD COLUMN scores BLOB CHECK (length(scores) = length(moves));

-- The moves once more, separated by spaces: coordinates (UCI) and algebraic notation (SAN), without move numbers.
ALTER TABLE games     ADD COLUMN moves_uci TEXT;
ALTER TABLE games     ADD COLUMN moves_san TEXT;
ALTER TABLE collected ADD COLUMN moves_uci TEXT;
ALTER TABLE collected ADD COLUMN moves_san TEXT;

-- What the codes mean.
CREATE VIEW result_codes AS
SELECT column1 AS code, column2 AS result, column3 AS points
FROM (VALUES (0, '1-0', 1.0), (1, '0-1', 0.0), (2, '1/2-1/2', 0.5));

CREATE VIEW termination_codes AS
SELECT column1 AS code, column2 AS termination
FROM (VALUES (0, 'checkmate'), (1, 'stalemate'), (2, 'repetition'), (3, 'fifty_moves'),
             (4, 'insufficient_material'), (5, 'adjudicated_win'), (6, 'adjudicated_draw'),
             (7, 'move_limit'), (8, 'resignation'), (9, 'agreement'), (10, 'time_forfeit'),
             (11, 'illegal_move'), (12, 'unknown'), (13, 'engine_crash'), (14, 'engine_stall'));

-- One row for each run.
CREATE VIEW run_list AS
SELECT runs.key AS run, runs.kind, runs.version, runs.seed, runs.games_wanted,
       (SELECT count(*) FROM games WHERE games.id >= runs.id << 32 AND games.id < (runs.id + 1) << 32)
           AS games,
       runs.levels AS parameters, runs.created, runs.models, runs.settings
FROM runs;

DROP VIEW game_list;

-- One row for each game that this program played.
CREATE VIEW game_list AS
SELECT runs.key AS run, games.number, games.white, games.black, result_codes.result,
       termination_codes.termination, length(games.moves) / 2 AS plies, opponents.name AS opponent,
       games.played_at, games.id AS game, runs.kind, result_codes.points, games.opening_plies,
       verdicts.result AS verdict, games.verdict_ply, games.scores IS NOT NULL AS has_scores,
       games.start, games.moves_uci, games.moves_san
FROM games
JOIN runs ON runs.id = games.run
JOIN result_codes ON result_codes.code = games.result
JOIN termination_codes ON termination_codes.code = games.termination
LEFT JOIN result_codes AS verdicts ON verdicts.code = games.verdict_result
LEFT JOIN opponents ON opponents.id = games.opponent;

-- One row for each collected game that counts, with the tags that are asked for most.
CREATE VIEW collected_list AS
SELECT sources.name AS source, collected.number,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE value ->> 0 = 'White') AS white,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE value ->> 0 = 'Black') AS black,
       result_codes.result, termination_codes.termination,
       length(collected.moves) / 2 AS plies, collected.id AS game, result_codes.points,
       (SELECT nullif(CAST(value ->> 1 AS INTEGER), 0) FROM json_each(collected.tags)
        WHERE value ->> 0 = 'WhiteElo') AS white_elo,
       (SELECT nullif(CAST(value ->> 1 AS INTEGER), 0) FROM json_each(collected.tags)
        WHERE value ->> 0 = 'BlackElo') AS black_elo,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE value ->> 0 = 'Event') AS event,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE value ->> 0 = 'Site') AS site,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE value ->> 0 = 'Date') AS date,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE value ->> 0 = 'Round') AS round,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE value ->> 0 = 'ECO') AS eco,
       (SELECT value ->> 1 FROM json_each(collected.tags) WHERE value ->> 0 = 'TimeControl')
           AS time_control,
       collected.chess960, collected.scores IS NOT NULL AS has_scores, collected.start,
       collected.moves_uci, collected.moves_san, collected.tags
FROM collected
JOIN sources ON sources.id = collected.source
LEFT JOIN result_codes ON result_codes.code = collected.result
JOIN termination_codes ON termination_codes.code = collected.termination
WHERE collected.is_first;

-- Every game of both kinds, with what both have.
CREATE VIEW all_games AS
SELECT kind, run AS source, number, white, black, result, points, termination, plies, has_scores, start,
       moves_uci, moves_san
FROM game_list
UNION ALL
SELECT 'collected', source, number, white, black, result, points, termination, plies, has_scores, start,
       moves_uci, moves_san
FROM collected_list;

-- One row for each case: a side of a game in a phase.
CREATE VIEW case_list AS
SELECT runs.key AS run, cases.game & 4294967295 AS number,
       CASE cases.phase WHEN 0 THEN 'opening' WHEN 1 THEN 'middlegame' ELSE 'endgame' END AS phase,
       CASE cases.side WHEN 0 THEN 'white' ELSE 'black' END AS side,
       CASE cases.result WHEN 0 THEN 'win' WHEN 1 THEN 'loss' ELSE 'draw' END AS result,
       CASE cases.result WHEN 0 THEN 1.0 WHEN 1 THEN 0.0 ELSE 0.5 END AS points,
       cases.game, cases.levels
FROM cases JOIN runs ON runs.id = cases.game >> 32;

-- One row for each case and parameter, with its level from 0 to 4. Ask for one parameter at a time.
CREATE VIEW level_list AS
WITH RECURSIVE counted(parameter) AS (
         SELECT 0 UNION ALL SELECT parameter + 1 FROM counted WHERE parameter < 1999
     ),
     bytes AS (
         SELECT case_list.*, counted.parameter, hex(substr(case_list.levels, counted.parameter / 3 + 1, 1)) AS digits
         FROM case_list JOIN counted ON counted.parameter / 3 < length(case_list.levels)
     ),
     numbers AS (
         SELECT bytes.*, 16 * instr('123456789ABCDEF', substr(digits, 1, 1))
                         + instr('123456789ABCDEF', substr(digits, 2)) AS byte
         FROM bytes
     )
SELECT run, number, phase, side, result, points, parameter,
       CASE WHEN byte < 125 THEN byte / CASE parameter % 3 WHEN 0 THEN 25 WHEN 1 THEN 5 ELSE 1 END % 5
            WHEN byte < 150 THEN (byte - 125) / CASE parameter % 3 WHEN 0 THEN 5 ELSE 1 END % 5
            ELSE byte - 150 END AS level,
       game
FROM numbers
WHERE byte < 125 OR parameter % 3 = 0 OR (byte < 150 AND parameter % 3 = 1);

-- One row for each scored position of the games that this program played.
CREATE VIEW score_list AS
WITH RECURSIVE counted(game, ply, plies, digits) AS (
         SELECT id, 0, length(scores) / 2, hex(scores) FROM games WHERE scores IS NOT NULL
         UNION ALL
         SELECT game, ply + 1, plies, digits FROM counted WHERE ply + 1 < plies
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
FROM numbers JOIN runs ON runs.id = numbers.game >> 32
WHERE word <> 32768;

-- One row for each remembered game of an opponent.
CREATE VIEW opponent_game_list AS
SELECT opponents.name AS opponent, opponent_games.source, opponent_games.played_at,
       CASE opponent_games.color WHEN 0 THEN 'white' ELSE 'black' END AS color,
       CASE opponent_games.result WHEN 0 THEN 'win' WHEN 1 THEN 'loss' WHEN 2 THEN 'draw' END AS result,
       CASE opponent_games.result WHEN 0 THEN 1.0 WHEN 1 THEN 0.0 WHEN 2 THEN 0.5 END AS points,
       opponent_games.objective, opponent_games.opening, opponent_games.moves, opponent_games.plies,
       opponent_games.men, opponent_games.rating, opponent_games.other_rating, opponent_games.population,
       opponent_games.game, opponent_games.habits, opponent_games.losses
FROM opponent_games JOIN opponents ON opponents.id = opponent_games.opponent;
