//! How frequent each value of a habit is among a player's peers in a game in progress.

use super::expectation::at_stage;
use super::habit_counts::{HabitCounts, STAGES};
use super::population::{Population, RatingBand};
use super::sign::{Sign, SignLayout};
use crate::bayes::add_multiple;

/// The frequencies of the values of one side's habits, stage by stage.
type StageRows = Vec<Vec<f64>>;

/// The frequencies among masters, in each population, and among all of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct UsualStages {
    layout: SignLayout,
    populations: Vec<(Population, StageRows)>,
    /// The mean over masters and all populations.
    unknown: StageRows,
}

impl UsualStages {
    /// Computes the frequencies from counts.
    pub(super) fn new(knowledge: &HabitCounts) -> Self {
        let norms = knowledge.norms();
        let mut populations = vec![(Population::Masters, masters(knowledge))];
        for population in norms.populations() {
            let usual = norms.usual(population);
            let rows = (0..STAGES.len()).map(|stage| usual.at_stage(RatingBand::UNKNOWN, stage));
            populations.push((population, rows.map(<[f64]>::to_vec).collect()));
        }
        // `Online` is the sum of the sites, which are counted already.
        let parts = populations
            .iter()
            .filter(|(population, _)| *population != Population::Online);
        let share = 1.0 / parts.clone().count() as f64;
        let unknown = (0..STAGES.len()).map(|stage| {
            let mut mean = vec![0.0; knowledge.layout().habits()];
            for (_, rows) in parts.clone() {
                add_multiple(&mut mean, share, &rows[stage]);
            }
            mean
        });
        Self {
            unknown: unknown.collect(),
            layout: knowledge.layout().clone(),
            populations,
        }
    }

    /// Returns the share of peers' games with this value of a habit after `moves` moves of the player.
    ///
    /// `None` for the signs of a game's end.
    pub(super) fn share(
        &self,
        population: Option<Population>,
        sign: Sign,
        value: usize,
        moves: u32,
    ) -> Option<f64> {
        let habit = match sign {
            Sign::Own(habit) | Sign::Opponent(habit) => Sign::Own(habit),
            Sign::Ending | Sign::MenAtEnd => return None,
        };
        let place = self.layout.values(habit).start + value;
        let known = self
            .populations
            .iter()
            .find(|(found, _)| Some(*found) == population);
        let rows = known.map_or(&self.unknown, |(_, rows)| rows);
        let stages: Option<Vec<f64>> = rows.iter().map(|row| row.get(place).copied()).collect();
        Some(at_stage(&stages?, moves))
    }
}

/// Returns the frequencies among masters, the mean of both colours. A stage that was not counted is like the one before.
fn masters(knowledge: &HabitCounts) -> StageRows {
    let habits = knowledge.layout().habits();
    let mut last = knowledge.background().frequencies()[..habits].to_vec();
    let stage = |stage: usize| {
        let [white, black] = [shakmaty::Color::White, shakmaty::Color::Black]
            .map(|side| knowledge.stages().frequencies(stage, side));
        if let Some((white, black)) = white.zip(black) {
            last = white
                .iter()
                .zip(black)
                .map(|(white, black)| f64::midpoint(*white, black))
                .collect();
        }
        last.clone()
    };
    (0..STAGES.len()).map(stage).collect()
}
