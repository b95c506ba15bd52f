-- Version 3. With what options a source was read, and what of its counts will not be read again.

-- As on the command line: filters, --salvage; '' for none, null where an older program read it.
ALTER TABLE sources ADD COLUMN options TEXT;

-- Rejected, filtered and stray_bytes of the first `bytes` bytes alone, in one object; null where the
-- counts are all of them.
ALTER TABLE sources ADD COLUMN settled TEXT CHECK (json_valid(settled));

-- A source of which nothing is settled has no text to be known by.
UPDATE sources SET hash = 'unsettled ' || id WHERE bytes = 0;

DROP VIEW source_list;

CREATE VIEW source_list AS
SELECT sources.id, sources.name, sources.hash, sources.bytes, sources.games, sources.lines,
       count(collected.id) AS sound, coalesce(sum(collected.is_first), 0) AS kept,
       sources.rejected, sources.filtered, sources.stray_bytes, sources.added, sources.options,
       sources.settled
FROM sources LEFT JOIN collected ON collected.source = sources.id GROUP BY sources.id;
