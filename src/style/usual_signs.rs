//! The expected frequency of each value of each sign among a player's peers.

use super::circumstance::SideCircumstance;
use super::habit_counts::{HabitCounts, UsualFrequencies};
use super::population::{Peers, Population, RatingBand};

/// The expected frequencies of all signs, for any circumstances.
#[derive(Clone, Debug)]
pub struct UsualSigns {
    /// By the rows of [`SideCircumstance::rows`].
    masters: Vec<Vec<f64>>,
    populations: Vec<(Population, UsualFrequencies)>,
}

impl UsualSigns {
    /// Computes the frequencies from counts.
    pub fn new(knowledge: &HabitCounts) -> Self {
        let norms = knowledge.norms();
        Self {
            masters: knowledge.background().expected_signs(),
            populations: norms
                .populations()
                .map(|population| (population, norms.usual(population)))
                .collect(),
        }
    }

    /// Returns the expected frequencies in these circumstances, in the order of the layout.
    ///
    /// If the peers are unknown, they are the mean over masters and all populations.
    pub fn of(&self, cell: SideCircumstance) -> Vec<f64> {
        let [opening, strength] = cell.rows().map(|row| &self.masters[row]);
        let masters: Vec<f64> = opening
            .iter()
            .zip(strength)
            .map(|(one, two)| one + two)
            .collect();
        let Peers { population, band } = cell.peers();
        if population == Some(Population::Masters) {
            return masters;
        }
        let known = self
            .populations
            .iter()
            .find(|(found, _)| Some(*found) == population);
        if let Some((_, usual)) = known {
            return usual.signs(band, cell.strength(), cell.color);
        }
        let mut sum = masters;
        let mut groups = 1.0;
        let sites = self
            .populations
            .iter()
            .filter(|(population, _)| *population != Population::Online);
        for (_, usual) in sites {
            groups += 1.0;
            let signs = usual.signs(RatingBand::UNKNOWN, cell.strength(), cell.color);
            sum.iter_mut().zip(signs).for_each(|(sum, one)| *sum += one);
        }
        sum.iter().map(|value| value / groups).collect()
    }
}
