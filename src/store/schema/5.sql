-- Version 5. Checksums, by which a change made by another program is found.

-- Of all values of a row; written with it. Eight bytes of BLAKE3, see docs/reference/database.md.
ALTER TABLE runs             ADD COLUMN row_checksum INTEGER;
ALTER TABLE opponents        ADD COLUMN row_checksum INTEGER;
ALTER TABLE opponent_aliases ADD COLUMN row_checksum INTEGER;
ALTER TABLE opponent_games   ADD COLUMN row_checksum INTEGER;
ALTER TABLE games            ADD COLUMN row_checksum INTEGER;
ALTER TABLE cases            ADD COLUMN row_checksum INTEGER;
ALTER TABLE sources          ADD COLUMN row_checksum INTEGER;
ALTER TABLE collected        ADD COLUMN row_checksum INTEGER;

-- Of the rows of a table together, so that a missing row is found too.
CREATE TABLE table_checksums (
    name     TEXT    PRIMARY KEY,
    rows     INTEGER NOT NULL,
    checksum INTEGER NOT NULL                -- sum of the rows' checksums, modulo 2^64
) STRICT, WITHOUT ROWID;
