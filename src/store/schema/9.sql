-- Version 9. Moves in words with a fifth fewer bytes, and counts of collected games that do not read the games.

-- In games and collected, moves_uci and moves_san now have one letter for the rank that ends a move and the space behind it:
-- S for rank 1, to Z for rank 8. Views put both back; the rows of older versions have no such letter and stay as they are.

-- Few games are copies, so games that count are counted as all games less these.
CREATE INDEX collected_copies ON collected (source, is_first) WHERE is_first = 0;

DROP VIEW source_list;
DROP VIEW all_games;
DROP VIEW game_list;
DROP VIEW collected_list;

-- One row for each game that this program played.
CREATE VIEW game_list AS
SELECT runs.key AS run, games.id & 4294967295 AS number, games.white, games.black, result_codes.result,
       termination_codes.termination, length(hex(games.moves)) >> 2 AS plies, opponents.name AS opponent,
       games.played_at, games.id AS game, runs.kind, result_codes.points, games.opening_plies,
       verdicts.result AS verdict, games.verdict_ply,
       CASE WHEN games.scores IS NULL THEN 0 ELSE 1 END AS has_scores,
       games.start,
       replace(replace(replace(replace(replace(replace(replace(replace(games.moves_uci,
           'S', '1 '), 'T', '2 '), 'U', '3 '), 'V', '4 '), 'W', '5 '), 'X', '6 '), 'Y', '7 '), 'Z', '8 ') AS moves_uci,
       replace(replace(replace(replace(replace(replace(replace(replace(games.moves_san,
           'S', '1 '), 'T', '2 '), 'U', '3 '), 'V', '4 '), 'W', '5 '), 'X', '6 '), 'Y', '7 '), 'Z', '8 ') AS moves_san
FROM games
JOIN runs ON runs.id = (games.id >> 32)
JOIN result_codes ON result_codes.code = games.result
JOIN termination_codes ON termination_codes.code = games.termination
LEFT JOIN result_codes AS verdicts ON verdicts.code = games.verdict_result
LEFT JOIN opponents ON opponents.id = games.opponent;

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
       replace(replace(replace(replace(replace(replace(replace(replace(collected.moves_uci,
           'S', '1 '), 'T', '2 '), 'U', '3 '), 'V', '4 '), 'W', '5 '), 'X', '6 '), 'Y', '7 '), 'Z', '8 ') AS moves_uci,
       replace(replace(replace(replace(replace(replace(replace(replace(collected.moves_san,
           'S', '1 '), 'T', '2 '), 'U', '3 '), 'V', '4 '), 'W', '5 '), 'X', '6 '), 'Y', '7 '), 'Z', '8 ') AS moves_san, collected.tags
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

-- One row for each file that was read.
CREATE VIEW source_list AS
SELECT counted.id, counted.name, counted.hash, counted.bytes, counted.games, counted.lines, counted.sound,
       counted.sound - counted.copies AS kept, counted.rejected, counted.filtered, counted.stray_bytes, counted.added,
       counted.options, counted.settled
FROM (SELECT sources.*,
             (SELECT count(*) FROM collected WHERE collected.source = sources.id) AS sound,
             (SELECT count(*) FROM collected WHERE collected.source = sources.id AND collected.is_first = 0) AS copies
      FROM sources) AS counted;
