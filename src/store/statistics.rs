//! What a database holds, in figures: results, terminations, lengths, and how often the
//! adjudicator would have been wrong.

use std::collections::BTreeMap;

use super::codes::DatabaseCode as _;
use super::error::StoreError;
use super::games::{GameFilter, game_row};
use super::open::Store;
use crate::record::{GameResult, Termination};
use crate::units::share;

/// Figures over some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameStatistics {
    /// How many games.
    pub games: u64,
    /// How many cases they left for the learner.
    pub cases: u64,
    /// Moves of both sides, over all games.
    pub plies: u64,
    /// Games by result.
    pub results: BTreeMap<GameResult, u64>,
    /// Games by the way they ended.
    pub terminations: BTreeMap<Termination, u64>,
    /// Games that were played through although the adjudicator had a verdict.
    pub played_through: u64,
    /// Those of them that ended otherwise.
    pub verdicts_wrong: u64,
}

impl GameStatistics {
    /// Plies of a game on average; none without games.
    pub fn mean_plies(&self) -> Option<f64> {
        share(self.plies, self.games)
    }

    /// How many games the adjudicator ended.
    pub fn adjudicated(&self) -> u64 {
        self.terminations
            .iter()
            .filter(|(termination, _)| termination.is_adjudicated())
            .map(|(_, games)| games)
            .sum()
    }

    /// The share of games that the adjudicator ended.
    pub fn adjudicated_share(&self) -> Option<f64> {
        share(self.adjudicated(), self.games)
    }

    /// The share of verdicts that the game then contradicted, among games played through.
    pub fn adjudication_error(&self) -> Option<f64> {
        share(self.verdicts_wrong, self.played_through)
    }
}

impl Store {
    /// The figures of the games that `filter` lets through.
    ///
    /// # Errors
    ///
    /// When the database cannot be read, or holds no run of that key.
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
