//! What there is to beat: the classic recogniser, and saying the same of everybody.
//!
//! May use: L0, `bayes`, `style`.

use super::Gathered;
use super::cases::{Case, Cases, Draws};
use super::leave_out::all_but;
use crate::bayes::Smoothing;
use crate::style::Posterior;
use crate::style::classic::{Evidence, Recogniser, StyleCounts};

/// The classic recogniser, trained on the other players.
pub(super) fn classic(gathered: &[Gathered], draws: &Draws) -> Vec<Cases> {
    let count = |player: &Gathered| {
        let mut counts = StyleCounts::new();
        for seen in player.games.iter().flat_map(|game| &game.classic) {
            counts.add(player.label.style, seen);
        }
        counts
    };
    let own: Vec<StyleCounts> = gathered.iter().map(count).collect();
    let mut cases = Draws::cases(gathered);
    for (place, player) in gathered.iter().enumerate() {
        let mut others = StyleCounts::new();
        for other in all_but(place, gathered) {
            let merged = others.merge(&own[other]);
            debug_assert!(merged.is_ok(), "a count of games fits");
        }
        let recogniser = Recogniser::learn(&others, Smoothing::LAPLACE);
        let evidence: Vec<Evidence> = player
            .games
            .iter()
            .map(|game| recogniser.evidence(&game.classic))
            .collect();
        draws.fill(&mut cases, place, |games| {
            let mut sum = Evidence::default();
            for game in games {
                sum.add(&evidence[*game]);
            }
            Case::new(sum.score(), &sum.posterior())
        });
    }
    cases
}

/// Every style as likely as any other, of everybody.
pub(super) fn base_rate(gathered: &[Gathered], draws: &Draws) -> Vec<Cases> {
    let mut cases = Draws::cases(gathered);
    for place in 0..gathered.len() {
        draws.fill(&mut cases, place, |_| Case::new(0.0, &Posterior::EQUAL));
    }
    cases
}
