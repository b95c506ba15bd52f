//! Verification of collected games: legal moves, hashes, places in their sources, and the marks of those that count.

use std::ops::ControlFlow;

use rusqlite::Row;

use super::game::FirstCopies;
use super::read::place_of;
use crate::identity::{Fingerprint, GameIdentity, NameCache};
use crate::store::error::StoreError;
use crate::store::open::Store;
use crate::store::verify::VerifyReport;

impl Store {
    /// Checks every source and every collected game and adds the faults to `seen`.
    pub(in crate::store) fn verify_collected(
        &self,
        seen: &mut VerifyReport,
    ) -> Result<(), StoreError> {
        if let Err(error) = self.sources() {
            note_damage(seen, error)?;
        }
        let mut before = None;
        let (mut bytes, mut names) = (Vec::new(), NameCache::default());
        let looked = self.for_each_row("ORDER BY source, number", |row| {
            seen.collected += 1;
            match self.collected_row(row) {
                Ok(game) => {
                    let place = place_of(&game.source, game.number);
                    if Fingerprint::of(&game.record, &mut bytes) != game.fingerprint {
                        seen.note(&place, &"its moves are not those that were written (hash)");
                    }
                    let is_other = |known: GameIdentity| !known.is_of(&game.record, &mut names);
                    if game.identity.is_none_or(is_other) {
                        seen.note(
                            &place,
                            &"its tags and result are not those that it was known by (identity)",
                        );
                    }
                    let order = SourceOrder::of(row).map_err(|error| self.explain(error))?;
                    if let Some(what) = order.fault(before.as_ref()) {
                        seen.note(&place, &what);
                    }
                    before = Some(order);
                }
                Err(error) => note_damage(seen, error)?,
            }
            Ok(ControlFlow::Continue(()))
        });
        if let Err(error) = looked.and_then(|()| self.verify_firsts(seen)) {
            note_damage(seen, error)?;
        }
        Ok(())
    }

    /// Checks that of equal games exactly the first copy counts.
    fn verify_firsts(&self, seen: &mut VerifyReport) -> Result<(), StoreError> {
        let sql = |error| self.explain(error);
        let mut statement = self
            .connection
            .prepare(
                "SELECT fingerprint, identity, is_first, sources.name, number
                 FROM collected NOT INDEXED JOIN sources ON sources.id = source
                 ORDER BY fingerprint, collected.id",
            )
            .map_err(sql)?;
        let mut rows = statement.query(()).map_err(sql)?;
        let mut moves: Vec<u8> = Vec::new();
        let mut firsts = FirstCopies::default();
        while let Some(row) = rows.next().map_err(sql)? {
            let fingerprint: Vec<u8> = row.get(0).map_err(sql)?;
            let identity: Vec<u8> = row.get(1).map_err(sql)?;
            if fingerprint != moves {
                moves = fingerprint;
                firsts = FirstCopies::default();
            }
            let is_first = firsts.insert(&identity);
            if is_first != row.get::<_, bool>(2).map_err(sql)? {
                let name: String = row.get(3).map_err(sql)?;
                let what = if is_first {
                    "it does not count, although no earlier game is the same"
                } else {
                    "it counts, although an earlier game is the same"
                };
                let number = row.get(4).map_err(sql)?;
                seen.note(&place_of(&name, number), &what);
            }
        }
        Ok(())
    }
}

/// Adds damage to the findings; returns any other error.
fn note_damage(seen: &mut VerifyReport, error: StoreError) -> Result<(), StoreError> {
    match error {
        StoreError::Damaged { place, what, .. } => {
            seen.note(&place, &what);
            Ok(())
        }
        other => Err(other),
    }
}

/// The place of a game in its source.
struct SourceOrder {
    source: i64,
    number: i64,
    offset: i64,
    /// Number of settled bytes of the source, and number of games that begin in them.
    settled: (i64, i64),
}

impl SourceOrder {
    fn of(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            source: row.get(16)?,
            number: row.get(1)?,
            offset: row.get(13)?,
            settled: (row.get(14)?, row.get(15)?),
        })
    }

    /// Returns a fault unless games are in the order of their numbers, with the settled ones first.
    fn fault(&self, before: Option<&Self>) -> Option<String> {
        let before = before.filter(|before| before.source == self.source);
        let (bytes, games) = self.settled;
        if self.number < 1 || before.is_some_and(|before| before.offset >= self.offset) {
            return Some(format!(
                "it is said to begin at byte {}, which is not behind the game before it",
                self.offset
            ));
        }
        ((self.number <= games) != (self.offset < bytes)).then(|| {
            format!(
                "it is said to begin at byte {}, but {games} games begin in the first {bytes} bytes",
                self.offset
            )
        })
    }
}
