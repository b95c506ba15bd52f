//! Statistics of a database: results, terminations, lengths, and the error rate of the adjudicator.

use std::collections::BTreeMap;

use super::codes::DatabaseCode as _;
use super::error::StoreError;
use super::games::{GameFilter, game_row};
use super::open::Store;
use crate::record::{GameResult, Termination};
use crate::units::share;

/// The statistics of some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameStatistics {
    /// Number of games.
    pub games: u64,
    /// Number of cases for learning.
    pub cases: u64,
    /// Number of plies of all games.
    pub plies: u64,
    /// Number of games by result.
    pub results: BTreeMap<GameResult, u64>,
    /// Number of games by termination.
    pub terminations: BTreeMap<Termination, u64>,
    /// Number of games played on after the adjudicator's verdict was recorded.
    pub played_through: u64,
    /// Number of these games whose result differed from the verdict.
    pub verdicts_wrong: u64,
}

impl GameStatistics {
    /// Returns the mean length of a game in plies; `None` without games.
    pub fn mean_plies(&self) -> Option<f64> {
        share(self.plies, self.games)
    }

    /// Returns the number of games ended by adjudication.
    pub fn adjudicated(&self) -> u64 {
        self.terminations
            .iter()
            .filter(|(termination, _)| termination.is_adjudicated())
            .map(|(_, games)| games)
            .sum()
    }

    /// Returns the share of games ended by adjudication, 0 to 1; `None` without games.
    pub fn adjudicated_share(&self) -> Option<f64> {
        share(self.adjudicated(), self.games)
    }

    /// Returns the share of recorded verdicts that the game's result contradicted, 0 to 1; `None` without any.
    pub fn adjudication_error(&self) -> Option<f64> {
        share(self.verdicts_wrong, self.played_through)
    }
}

impl Store {
    /// Returns the statistics of the games that `filter` selects.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database cannot be read, or has no run with that key.
    pub fn statistics(&self, filter: &GameFilter) -> Result<GameStatistics, StoreError> {
        let runs = match &filter.run {
            Some(key) => vec![self.known_run(key)?],
            None => self.runs()?,
        };
        let numbers = filter.numbers.clone().unwrap_or(0..u32::MAX);
        let mut tally = GameStatistics::default();
        for run in runs {
            let first = game_row(run.row, numbers.start);
            let end = game_row(run.row, numbers.end);
            self.tally_games(&mut tally, first, end)?;
            tally.cases += self
                .connection
                .prepare_cached("SELECT count(*) FROM cases WHERE id >= ?1 AND id < ?2")
                .and_then(|mut statement| {
                    statement.query_row([first << 3, end << 3], |row| row.get::<_, u64>(0))
                })
                .map_err(|error| self.explain(error))?;
        }
        Ok(tally)
    }

    fn tally_games(
        &self,
        tally: &mut GameStatistics,
        first: i64,
        end: i64,
    ) -> Result<(), StoreError> {
        let sql = |error| self.explain(error);
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT result, termination, count(*), sum(length(moves)) / 2,
                        count(verdict_result), coalesce(sum(verdict_result <> result), 0)
                 FROM games WHERE id >= ?1 AND id < ?2 GROUP BY result, termination",
            )
            .map_err(sql)?;
        let mut rows = statement.query([first, end]).map_err(sql)?;
        while let Some(row) = rows.next().map_err(sql)? {
            let code = |column| row.get::<_, i64>(column).map_err(sql);
            let (result, termination) = GameResult::from_code(code(0)?)
                .zip(Termination::from_code(code(1)?))
                .ok_or_else(|| self.damaged(&"table games", &"no such result or termination"))?;
            let count = |column| row.get::<_, u64>(column).map_err(sql);
            let games = count(2)?;
            tally.games += games;
            tally.plies += count(3)?;
            tally.played_through += count(4)?;
            tally.verdicts_wrong += count(5)?;
            *tally.results.entry(result).or_default() += games;
            *tally.terminations.entry(termination).or_default() += games;
        }
        Ok(())
    }
}
