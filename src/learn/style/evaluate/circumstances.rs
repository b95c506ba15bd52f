//! Confounding by circumstances: scores of the same player's games in different circumstances.
//!
//! A player's style does not change with colour, the opponent's strength or the opening. As far as the score of the
//! games changes, it measures those circumstances. Every player has the same weight.

use std::collections::BTreeMap;

use super::LabelledPlayer;
use crate::bayes::mean_with_error_95;
use crate::learn::style::LabelledGame;
use crate::style::{HabitEvidence, RelativeStrength, SideCircumstance};

/// Minimum number of a player's games, both in a circumstance and outside it.
const ENOUGH: usize = 20;

/// The difference between games in a circumstance and the same players' other games.
#[derive(Clone, Debug, PartialEq)]
pub struct CircumstanceComparison {
    /// Kind of circumstance: `colour`, `strength`, `opening`, `era`.
    pub kind: &'static str,
    /// Name of the circumstance.
    pub group: String,
    /// Number of players with enough games in it and outside it.
    pub players: usize,
    /// Number of their games in it.
    pub games: usize,
    /// Mean over players of the score in the circumstance minus the score outside it.
    ///
    /// On this scale the typical attacking and the typical defensive player differ by 2.
    pub difference: f64,
    /// Half the width of the 95 % interval, from the variance between players.
    pub error_95: f64,
}

/// Returns the circumstances of a game, by kind and name.
fn groups(game: &LabelledGame) -> [(&'static str, String); 4] {
    let circumstance = game.watched.circumstance;
    let cell = SideCircumstance {
        circumstance,
        color: game.side,
    };
    let strength = match cell.strength() {
        RelativeStrength::Unknown => "Elo unknown",
        RelativeStrength::Stronger => "opponent weaker by 100 Elo or more",
        RelativeStrength::Weaker => "opponent stronger by 100 Elo or more",
        RelativeStrength::Even => "opponent within 100 Elo",
    };
    [
        ("colour", game.side.fold_wb("white", "black").to_owned()),
        ("strength", strength.to_owned()),
        ("opening", format!("{:?}", circumstance.opening)),
        ("era", format!("{:?}", circumstance.era)),
    ]
}

/// Sums over some of a player's games.
#[derive(Clone, Copy, Default)]
struct ScoreSums {
    games: usize,
    score: f64,
}

/// Comparisons of games by circumstance, collected player by player.
#[derive(Debug, Default)]
pub(super) struct CircumstanceTotals {
    /// Differences of players by kind and name, each with the number of games in the circumstance.
    found: BTreeMap<(&'static str, String), Vec<(f64, usize)>>,
}

impl CircumstanceTotals {
    /// Compares one player's games with each other; `scale` converts a difference of game scores to the scale of
    /// styles.
    pub(super) fn add(
        &mut self,
        player: &LabelledPlayer,
        evidence: &[HabitEvidence],
        scale: impl Fn(f64) -> f64,
    ) {
        let mut all = ScoreSums::default();
        let mut by_group: BTreeMap<(&'static str, String), ScoreSums> = BTreeMap::new();
        for (game, evidence) in player.games.iter().zip(evidence) {
            all.games += 1;
            all.score += evidence.attacking.sum;
            for group in groups(game) {
                let sum = by_group.entry(group).or_default();
                sum.games += 1;
                sum.score += evidence.attacking.sum;
            }
        }
        for (group, sum) in by_group {
            let outside = all.games - sum.games;
            if sum.games < ENOUGH || outside < ENOUGH {
                continue;
            }
            let inside = sum.score / sum.games as f64;
            let outside = (all.score - sum.score) / outside as f64;
            self.found
                .entry(group)
                .or_default()
                .push((scale(inside - outside), sum.games));
        }
    }

    /// Returns the mean differences of circumstances with at least two players.
    pub(super) fn finish(self) -> Vec<CircumstanceComparison> {
        self.found
            .into_iter()
            .filter(|(_, players)| players.len() > 1)
            .map(|((kind, group), players)| {
                let steps: Vec<f64> = players.iter().map(|(step, _)| *step).collect();
                let [difference, error_95] = mean_with_error_95(&steps);
                CircumstanceComparison {
                    kind,
                    group,
                    players: players.len(),
                    games: players.iter().map(|(_, games)| games).sum(),
                    difference,
                    error_95,
                }
            })
            .collect()
    }
}
