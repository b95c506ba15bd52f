//! Where the habits of a game stand among those of peers.
//!
//! The value of a habit is compared with the values that peers show in the same circumstances: the *lead* is the share
//! of peers' games that show less, minus the share that show more. A player without traits has a mean lead of 0,
//! whatever the habit and its thresholds. Source: I. D. J. Bross, "How to use ridit analysis", *Biometrics* 14 (1958),
//! pp. 18-38; the lead is twice a ridit, minus 1.

use super::habit_counts::HabitCounts;
use super::habits::Habit;
use super::population::{Peers, Population, RatingBand};
use super::sign::{Sign, SignLayout};
use super::sign_values::SignValues;
use super::usual_signs::UsualSigns;

/// Minimum number of counted sides of games in a rating band, for players to be compared with it.
const FEWEST_SIDES: u64 = 200;

/// The rank of one habit of one game among the games of peers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PeerRank {
    /// Share of peers' games with less of the habit minus the share with more, from −1 to 1.
    pub lead: f64,
    /// Variance of the lead of a peer's game.
    pub peer_variance: f64,
}

/// Ranks the habits of games among those of peers.
#[derive(Clone, Debug)]
pub struct PeerRanks<'a> {
    knowledge: &'a HabitCounts,
    layout: SignLayout,
    usual: UsualSigns,
}

impl<'a> PeerRanks<'a> {
    /// Prepares the frequencies of habits among peers.
    pub fn new(knowledge: &'a HabitCounts) -> Self {
        Self {
            layout: knowledge.layout().clone(),
            usual: UsualSigns::new(knowledge),
            knowledge,
        }
    }

    /// Returns the number of counted sides of games of these peers; `None` if they are too few, or the peers are
    /// unknown.
    pub fn sides(&self, peers: Peers) -> Option<u64> {
        let population = peers.population?;
        if population == Population::Masters {
            return Some(self.knowledge.background().sides());
        }
        let is_rated = peers.band != RatingBand::UNKNOWN;
        let sides = self.knowledge.norms().peer_sides(population, peers.band);
        (is_rated && sides >= FEWEST_SIDES).then_some(sides)
    }

    /// Returns true if the thresholds give the habit more than one value. Otherwise all games rank alike.
    pub fn tells_apart(&self, habit: Habit) -> bool {
        self.layout.values(Sign::Own(habit)).len() > 1
    }

    /// Returns the rank of each of the player's habits in a game, in the order of [`Habit::ALL`].
    pub fn of(&self, reading: &SignValues) -> Vec<PeerRank> {
        let usual = self.usual.of(reading.cell);
        let rank = |habit: &Habit| {
            let sign = Sign::Own(*habit);
            reading.value(sign).map_or_else(PeerRank::default, |value| {
                rank_of(value, &usual[self.layout.values(sign)])
            })
        };
        Habit::ALL.iter().map(rank).collect()
    }
}

/// Returns the rank of a value, given how often peers show each value.
fn rank_of(value: usize, usual: &[f64]) -> PeerRank {
    let total: f64 = usual.iter().map(|share| share.max(0.0)).sum();
    if total <= 0.0 {
        return PeerRank::default();
    }
    let share = |place: usize| usual.get(place).map_or(0.0, |share| share.max(0.0) / total);
    let lead = |value: usize| -> f64 {
        let below: f64 = (0..value).map(share).sum();
        let above: f64 = (value + 1..usual.len()).map(share).sum();
        below - above
    };
    PeerRank {
        lead: lead(value),
        peer_variance: (0..usual.len())
            .map(|value| share(value) * lead(value).powi(2))
            .sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_peer_leads_by_nothing_and_more_is_never_less(
            usual in prop::collection::vec(0.0_f64..1.0, 1..5),
        ) {
            let total: f64 = usual.iter().sum();
            prop_assume!(total > 1e-6);
            let ranks: Vec<PeerRank> = (0..usual.len()).map(|value| rank_of(value, &usual)).collect();
            let mean: f64 = ranks.iter().zip(&usual).map(|(rank, share)| rank.lead * share / total).sum();
            prop_assert!(mean.abs() < 1e-9);
            prop_assert!(ranks.is_sorted_by(|one, next| one.lead <= next.lead + 1e-12));
            for rank in &ranks {
                prop_assert!(rank.lead.abs() <= 1.0 + 1e-12);
                // A lead lies within −1 to 1, and that of many values is uniform with variance 1/3.
                prop_assert!(rank.peer_variance <= 1.0 / 3.0 + 1e-9 && rank.peer_variance >= 0.0);
            }
        }
    }

    #[test]
    fn what_peers_never_show_leads_all_of_them() {
        let rank = rank_of(1, &[1.0, 0.0]);
        assert!((rank.lead - 1.0).abs() < 1e-12 && rank.peer_variance < 1e-12);
        assert_eq!(rank_of(0, &[0.0, 0.0]), PeerRank::default());
    }
}
