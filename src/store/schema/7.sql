-- Version 7. What levels the sides of a run drew.

-- {"schema": "classic …", "white": "uniform", "black": "nothing"}; null where an older program began the run.
ALTER TABLE runs ADD COLUMN draws TEXT CHECK (json_valid(draws));
