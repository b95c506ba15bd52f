//! Habits compared with peers, and the traits among them.
//!
//! All habits whose values the model tells apart are tested together. Those that survive a false-discovery rate of 10 %
//! are traits. Habits depend on each other in both directions (one move counts in several), so the rule is that of
//! Benjamini and Yekutieli.

use serde::Serialize;

use super::direction::TraitDirection;
use super::game::PlayerGame;
use super::lead::{ComparedGame, MeanLead};
use super::positions::{ReportPosition, first_different, positions_of_habit};
use super::stability::TraitStability;
use crate::bayes::{TestDependence, adjusted_p_values};
use crate::style::PeerRanks;
use crate::style::habits::Habit;

/// The false-discovery rate of traits.
pub const FALSE_DISCOVERY_RATE: f64 = 0.1;

/// Minimum number of compared games, for habits to be tested.
const FEWEST_GAMES: usize = 20;

/// A habit of the player compared with peers of the same rating, colour and relative strength.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HabitComparison {
    /// Name of the habit in tables.
    pub habit: &'static str,
    /// What is counted, in words.
    pub question: &'static str,
    /// Direction of the difference.
    pub direction: TraitDirection,
    /// Number of games compared.
    pub games: u64,
    /// Share of peers' games that show less of the habit than a game of the player; 0.5 is usual.
    pub ahead: f64,
    /// The interval that holds the true share with 95 % probability.
    pub ahead_interval_95: [f64; 2],
    /// p-value of the difference, adjusted for the number of habits tested.
    pub adjusted_p: f64,
    /// True if the difference survives the false-discovery rate of 10 %.
    pub is_trait: bool,
}

/// A trait: a habit that differs from peers beyond chance.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerTrait {
    /// The comparison with peers.
    #[serde(flatten)]
    pub comparison: HabitComparison,
    /// How stable the trait is over the player's games.
    pub stability: TraitStability,
    /// Positions that show it, to be played on.
    pub positions: Vec<ReportPosition>,
}

/// Returns every habit that can be compared with peers, in the order of [`Habit::ALL`]; none with fewer than 20 games.
///
/// A habit that has one value in all games is left out: no player could differ from peers in it.
pub(super) fn compare(games: &[ComparedGame], peers: &PeerRanks<'_>) -> Vec<HabitComparison> {
    if games.len() < FEWEST_GAMES {
        return Vec::new();
    }
    let tested: Vec<(Habit, MeanLead)> = Habit::ALL
        .iter()
        .filter(|habit| peers.tells_apart(**habit))
        .map(|habit| (*habit, MeanLead::of(games.iter(), *habit as usize)))
        .collect();
    let p_values: Vec<f64> = tested.iter().map(|(_, lead)| lead.p_value()).collect();
    let adjusted = adjusted_p_values(&p_values, TestDependence::Any);
    tested
        .iter()
        .zip(adjusted)
        .map(|((habit, lead), adjusted_p)| HabitComparison {
            habit: habit.name(),
            question: habit.question(),
            direction: if lead.lead < 0.0 {
                TraitDirection::Less
            } else {
                TraitDirection::More
            },
            games: lead.games,
            ahead: lead.ahead(),
            ahead_interval_95: lead.ahead_interval_95(),
            adjusted_p,
            is_trait: adjusted_p <= FALSE_DISCOVERY_RATE,
        })
        .collect()
}

/// Returns the traits, the greatest difference from peers first.
pub(super) fn traits(
    compared: &[ComparedGame],
    habits: &[HabitComparison],
    games: &[PlayerGame],
) -> Vec<PlayerTrait> {
    let mut traits: Vec<PlayerTrait> = habits
        .iter()
        .filter(|comparison| comparison.is_trait)
        .filter_map(|comparison| {
            let habit = Habit::ALL
                .iter()
                .find(|habit| habit.name() == comparison.habit)?;
            let direction = comparison.direction;
            let shown = positions_of_habit(compared.iter(), *habit, direction, None, games);
            Some(PlayerTrait {
                stability: TraitStability::of(compared, *habit as usize),
                positions: first_different(shown, &[]),
                comparison: comparison.clone(),
            })
        })
        .collect();
    let size = |one: &PlayerTrait| (one.comparison.ahead - 0.5).abs();
    traits.sort_by(|one, other| size(other).total_cmp(&size(one)));
    traits
}

#[cfg(test)]
mod tests;
