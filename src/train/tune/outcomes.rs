//! What the games of a tuning gave: the outcome of each pair, and the counts of each option.

use shakmaty::Color;

use crate::arena::game_summary::GameSummary;
use crate::arena::{MatchEnd, OptionDraws, TournamentStandings};
use crate::record::SideResult;

/// The outcome of one pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PairOutcome {
    /// Number of the pair, which determines the drawn values.
    pub pair: u32,
    /// Half points of the first player, 0 to 4.
    pub half_points: u8,
}

impl PairOutcome {
    /// Returns the outcome of two games; the first player has White in the first of them.
    pub fn of(games: [&GameSummary; 2]) -> Self {
        let [first, second] = games;
        let results = [
            first.result.seen_by(Color::White),
            second.result.seen_by(Color::Black),
        ];
        Self {
            pair: first.game / 2,
            half_points: results.map(SideResult::half_points).iter().sum(),
        }
    }

    /// Returns the first player's share of the points beyond one half, −0.5 to 0.5.
    pub fn lead(self) -> f64 {
        f64::from(self.half_points) / 4.0 - 0.5
    }
}

/// The outcomes of all pairs.
#[derive(Clone, Debug, Default)]
pub struct TuneOutcomes {
    pairs: Vec<PairOutcome>,
}

impl TuneOutcomes {
    /// Adds a pair.
    pub fn add(&mut self, outcome: PairOutcome) {
        self.pairs.push(outcome);
    }

    /// Returns the pairs, in the order in which they were added.
    pub fn pairs(&self) -> &[PairOutcome] {
        &self.pairs
    }

    /// Counts the outcomes of each option by the values of both players.
    pub fn count(&self, draws: &OptionDraws, seed: u64) -> Vec<OptionCounts> {
        let options = draws.options().iter();
        let mut counts: Vec<_> = options
            .map(|option| OptionCounts::new(option.values.len()))
            .collect();
        for outcome in &self.pairs {
            let levels = draws.levels(seed, outcome.pair);
            for (option, levels) in counts.iter_mut().zip(levels) {
                option.add(levels, outcome.half_points);
            }
        }
        counts
    }
}

/// What the games of one part of a tuning gave.
#[derive(Clone, Debug)]
pub struct TuningGames {
    /// Outcomes of the pairs.
    pub outcomes: TuneOutcomes,
    /// Standings of both players.
    pub standings: TournamentStandings,
    /// Reason why the games ended.
    pub end: MatchEnd,
}

/// How often one value of an option met another, by outcome; counts of several runs add up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionCounts {
    values: usize,
    /// For each value of the first player, each of the second: pairs by the first player's half points.
    cells: Vec<[u64; 5]>,
}

impl OptionCounts {
    /// Creates empty counts of an option with this number of values.
    pub fn new(values: usize) -> Self {
        Self {
            values,
            cells: vec![[0; 5]; values * values],
        }
    }

    /// Returns the number of values.
    pub const fn values(&self) -> usize {
        self.values
    }

    /// Adds a pair of games.
    pub fn add(&mut self, levels: [usize; 2], half_points: u8) {
        let [first, second] = levels;
        let cell = self.cells.get_mut(first * self.values + second);
        if let Some(count) = cell.and_then(|cell| cell.get_mut(usize::from(half_points))) {
            *count += 1;
        }
    }

    /// Returns each pair of values that met, with the outcomes.
    pub fn meetings(&self) -> impl Iterator<Item = ([usize; 2], &[u64; 5])> {
        self.cells
            .iter()
            .enumerate()
            .map(|(place, cell)| ([place / self.values, place % self.values], cell))
    }
}
