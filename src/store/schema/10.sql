-- Version 10. At what strength this program played the games that it remembers.

-- The limit of its strength, such as 'elo 1200', 'depth 4' or 'nodes 450'; 'changed' where it changed during the game. Null at full
-- strength, and in games that were learned or that an older program remembered.
ALTER TABLE opponent_games ADD COLUMN strength_limit TEXT;

DROP VIEW opponent_game_list;

-- One row for each remembered game of an opponent.
CREATE VIEW opponent_game_list AS
SELECT opponents.name AS opponent, opponent_games.source, opponent_games.played_at,
       CASE opponent_games.color WHEN 0 THEN 'white' ELSE 'black' END AS color,
       CASE opponent_games.result WHEN 0 THEN 'win' WHEN 1 THEN 'loss' WHEN 2 THEN 'draw' END AS result,
       CAST(CASE opponent_games.result WHEN 0 THEN 1.0 WHEN 1 THEN 0.0 WHEN 2 THEN 0.5 END AS DOUBLE) AS points,
       opponent_games.objective, opponent_games.opening, opponent_games.moves, opponent_games.plies,
       opponent_games.men, opponent_games.rating, opponent_games.other_rating, opponent_games.population,
       opponent_games.game, opponent_games.habits, opponent_games.losses, opponent_games.strength_limit
FROM opponent_games JOIN opponents ON opponents.id = opponent_games.opponent;
