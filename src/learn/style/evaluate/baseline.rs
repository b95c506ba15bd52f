//! Baselines to compare with: the classic recogniser, and equal probabilities for every player.

use super::LabelledPlayer;
use super::leave_out::others;
use super::predictions::{SampledGames, StylePrediction, StylePredictions};
use crate::bayes::Smoothing;
use crate::style::Posterior;
use crate::style::classic::{ClassicCounts, ClassicEvidence, ClassicRecogniser};

/// Returns the predictions of the classic recogniser, trained on the other players.
pub(super) fn classic(gathered: &[LabelledPlayer], draws: &SampledGames) -> Vec<StylePredictions> {
    let count = |player: &LabelledPlayer| {
        let mut counts = ClassicCounts::new();
        for seen in player.games.iter().flat_map(|game| &game.classic) {
            counts.add(player.label.style, seen);
        }
        counts
    };
    let own: Vec<ClassicCounts> = gathered.iter().map(count).collect();
    let mut cases = SampledGames::cases(gathered);
    for (place, player) in gathered.iter().enumerate() {
        let mut counts = ClassicCounts::new();
        for other in others(place, gathered) {
            let merged = counts.merge(&own[other]);
            debug_assert!(merged.is_ok(), "a count of games fits");
        }
        let recogniser = ClassicRecogniser::learn(&counts, Smoothing::LAPLACE);
        let evidence: Vec<ClassicEvidence> = player
            .games
            .iter()
            .map(|game| recogniser.evidence(&game.classic))
            .collect();
        draws.fill(&mut cases, place, |games| {
            let mut sum = ClassicEvidence::default();
            for game in games {
                sum.add(&evidence[*game]);
            }
            StylePrediction::new(sum.score(), &sum.posterior())
        });
    }
    cases
}

/// Returns equal probabilities of all styles for every player.
pub(super) fn base_rate(
    gathered: &[LabelledPlayer],
    draws: &SampledGames,
) -> Vec<StylePredictions> {
    let mut cases = SampledGames::cases(gathered);
    for place in 0..gathered.len() {
        draws.fill(&mut cases, place, |_| {
            StylePrediction::new(0.0, &Posterior::EQUAL)
        });
    }
    cases
}
