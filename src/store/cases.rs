//! Fast reading of cases: in the order of row ids, without a join and without an allocation for each row.

use std::ops::Range;

use super::codes::DatabaseCode as _;
use super::error::StoreError;
use super::games::game_row;
use super::levels;
use super::open::Store;
use super::run::RunKey;
use crate::phase::Phase;
use crate::record::SideResult;

/// A filter of cases; the default selects all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseFilter {
    /// Run of the cases; `None` for all runs.
    pub run: Option<RunKey>,
    /// Range of game numbers within each run, such as `0..200` for the first two hundred; `None` for all.
    pub games: Option<Range<u32>>,
}

/// Numbers of cases and games read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CasesRead {
    /// Number of cases.
    pub cases: u64,
    /// Number of games that they belong to.
    pub games: u64,
}

impl Store {
    /// Passes every case to `take`: its phase, its result for its side, its levels (0 to 4 each). Returns the numbers
    /// of cases and games.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unknown`] for a run that is missing; [`StoreError::Damaged`] for a case that this program did
    /// not write.
    pub fn for_each_case(
        &self,
        filter: &CaseFilter,
        mut take: impl FnMut(Phase, SideResult, &[u8]),
    ) -> Result<CasesRead, StoreError> {
        let numbers = filter.games.clone().unwrap_or(0..u32::MAX);
        let (first, last) = match &filter.run {
            None => (i64::MIN, i64::MAX),
            Some(key) => {
                let run = self.known_run(key)?.row;
                let end = game_row(run, numbers.end);
                (game_row(run, numbers.start) << 3, (end << 3) - 1)
            }
        };
        let sql = |error| self.explain(error);
        let mut statement = self
            .connection
            .prepare_cached("SELECT id, result, levels FROM cases WHERE id BETWEEN ?1 AND ?2")
            .map_err(sql)?;
        let mut rows = statement.query([first, last]).map_err(sql)?;
        let mut unpacked = Vec::with_capacity(1024);
        let mut seen = CasesRead::default();
        let mut last_game = None;
        while let Some(row) = rows.next().map_err(sql)? {
            let id: i64 = row.get(0).map_err(sql)?;
            let number = u32::try_from(id >> 3 & i64::from(u32::MAX)).unwrap_or(u32::MAX);
            if !numbers.contains(&number) {
                continue;
            }
            let (phase, result) = Phase::from_code(id >> 1 & 3)
                .zip(SideResult::from_code(row.get(1).map_err(sql)?))
                .ok_or_else(|| self.damaged_case(id, &"no such phase or result"))?;
            let packed = row.get_ref(2).map_err(sql)?.as_blob();
            packed
                .ok()
                .and_then(|packed| levels::unpack(packed, &mut unpacked).ok())
                .ok_or_else(|| self.damaged_case(id, &levels::InvalidPacking))?;
            take(phase, result, &unpacked);
            // The cases of a game are adjacent, since the id ends with phase and side.
            seen.games += u64::from(last_game.replace(id >> 3) != Some(id >> 3));
            seen.cases += 1;
        }
        Ok(seen)
    }

    fn damaged_case(&self, id: i64, what: &dyn std::fmt::Display) -> StoreError {
        self.damaged(&format_args!("case {id} (table cases)"), what)
    }

    /// Returns the run with that key, or an error if it is missing.
    pub(super) fn known_run(&self, key: &RunKey) -> Result<super::run::Run, StoreError> {
        self.run(key)?.ok_or_else(|| StoreError::Unknown {
            file: self.file.clone(),
            what: "run",
            name: key.to_string(),
            list: "db info",
        })
    }
}
