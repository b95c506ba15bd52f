//! The content hash: equal if and only if two databases contain the same games and cases.
//!
//! It covers the games in the order of (run, number), with their moves, results and cases. It does not depend on the
//! order of writing, the number of threads, names of files, times and row ids. Run keys determine the order and are
//! not hashed themselves. Collected games follow, if there are any, each once: start and moves, the data that
//! distinguish games with the same moves (players, year, result), and how the game ended. Scores, names of players in
//! self-play and what is remembered of opponents do not count.

use std::ops::ControlFlow;

use super::error::StoreError;
use super::games::GameFilter;
use super::open::Store;

impl Store {
    /// Returns the hash of the games that `filter` selects: 64 hexadecimal digits (BLAKE3). Collected games are
    /// included only with the default filter.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database cannot be read or has no run with that key; [`StoreError::Damaged`] for a game
    /// whose checksum is wrong.
    pub fn content_hash(&self, filter: &GameFilter) -> Result<String, StoreError> {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"bayeschess content 1");
        self.for_each_packed(filter, |run, game, checksum| {
            self.check(run, &game, checksum)?;
            hasher.update(game.digest().as_bytes());
            Ok(ControlFlow::Continue(()))
        })?;
        if *filter == GameFilter::default() {
            self.hash_collected(&mut hasher)?;
        }
        Ok(hasher.finalize().to_hex().to_string())
    }

    /// Adds the distinct collected games of all sources, in an order that follows from the games alone. Games stored
    /// twice count once, but different spellings of one are all included: which of them is the first depends on the
    /// order of reading.
    fn hash_collected(&self, hasher: &mut blake3::Hasher) -> Result<(), StoreError> {
        let sql = |error| self.explain(error);
        // The index of fingerprints would read the pages of the file in random order, which takes far longer than sorting.
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT DISTINCT fingerprint, identity, chess960, coalesce(result, 3), termination
                 FROM collected NOT INDEXED ORDER BY 1, 2, 3, 4, 5",
            )
            .map_err(sql)?;
        let mut rows = statement.query(()).map_err(sql)?;
        while let Some(row) = rows.next().map_err(sql)? {
            let fingerprint: [u8; 16] = row.get(0).map_err(sql)?;
            let identity: Vec<u8> = row.get(1).map_err(sql)?;
            let numbers: [u8; 3] = [
                row.get(2).map_err(sql)?,
                row.get(3).map_err(sql)?,
                row.get(4).map_err(sql)?,
            ];
            hasher.update(b"collected 1");
            hasher.update(&fingerprint);
            hasher.update(&(identity.len() as u64).to_le_bytes());
            hasher.update(&identity);
            hasher.update(&numbers);
        }
        Ok(())
    }
}
