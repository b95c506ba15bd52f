//! Patience: whether another iteration is worth its time.
//!
//! The planned time is shortened where the best move has stood for long and took most of the work,
//! and stretched where it wavers or its value falls, never past the hard limit.

use std::time::Duration;

use shakmaty::Move;

use super::limits::Limits;
use crate::score::Score;

/// What the last iterations said.
#[derive(Debug, Default)]
pub(super) struct Patience {
    best: Option<Move>,
    /// For how many iterations the best move has stood.
    steady: u8,
    value: Option<i32>,
    /// By how much the value fell in the last iteration, in centipawns.
    fall: i32,
}

impl Patience {
    /// Hears the result of an iteration.
    pub(super) fn hear(&mut self, best: Move, value: i32) {
        self.steady = if self.best == Some(best) {
            self.steady.saturating_add(1)
        } else {
            0
        };
        self.best = Some(best);
        // Half of what it fell before still counts.
        let fall = self.value.map_or(0, |before| before - value);
        self.fall = (fall + self.fall / 2).clamp(-50, 100);
        self.value = Some(value);
    }

    /// Whether the time planned is used up; `share` is the best move's share of all nodes.
    pub(super) fn is_over(&self, elapsed: Duration, limits: &Limits, share: f64) -> bool {
        let Some(soft) = limits.soft else {
            return false;
        };
        match limits.hard {
            Some(hard) if soft < hard => elapsed >= soft.mul_f64(self.stretch(share)).min(hard),
            _ => elapsed >= soft,
        }
    }

    /// By what the planned time is multiplied. None of the constants is fitted; they keep the mean
    /// near one.
    fn stretch(&self, share: f64) -> f64 {
        let steadiness = 1.25 - 0.06 * f64::from(self.steady.min(8));
        let work = 1.7 - 1.1 * share.clamp(0.0, 1.0);
        let fall = (1.0 + f64::from(self.fall) / 100.0).clamp(0.8, 1.7);
        steadiness * work * fall
    }
}

/// Whether a mate was found that ends the search: the one asked for, or one that looking further
/// is not going to shorten. Twice its depth, because what is selective about the search hides nearer
/// mates until an iteration is deep enough to look at every move.
pub(super) fn is_settled(score: Score, depth: u16, limits: &Limits) -> bool {
    let wanted = match (score, limits.mate) {
        (Score::MateIn(ply), Some(wanted)) => ply.0.div_ceil(2) <= wanted,
        _ => false,
    };
    let proved = match score {
        Score::MateIn(ply) | Score::MatedIn(ply) => {
            2 * ply.0 <= depth && (limits.nodes.is_some() || limits.soft.is_some())
        }
        Score::Heuristic(_) => false,
    };
    wanted || proved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Ply;
    use shakmaty::{Chess, Position as _};

    #[test]
    fn a_steady_choice_takes_less_time_than_a_wavering_one() {
        let moves = Chess::default().legal_moves();
        let limits = Limits {
            soft: Some(Duration::from_millis(100)),
            hard: Some(Duration::from_millis(400)),
            ..Limits::default()
        };
        let (mut steady, mut wavering) = (Patience::default(), Patience::default());
        for turn in 0..8 {
            steady.hear(moves[0], 20);
            wavering.hear(moves[turn], 20 - 15 * i32::try_from(turn).unwrap_or(0));
        }
        let at = Duration::from_millis(90);
        assert!(steady.is_over(at, &limits, 0.9));
        assert!(!wavering.is_over(at, &limits, 0.2));
        assert!(wavering.is_over(Duration::from_millis(400), &limits, 0.2));
    }

    #[test]
    fn a_mate_ends_the_search_when_it_was_asked_for_or_looked_beyond() {
        let mate = Score::MateIn(Ply(7));
        let wanted = Limits {
            mate: Some(4),
            ..Limits::default()
        };
        assert!(is_settled(mate, 3, &wanted));
        let bounded = Limits::nodes(1_000);
        assert!(!is_settled(mate, 13, &bounded));
        assert!(is_settled(mate, 14, &bounded));
        assert!(!is_settled(mate, 14, &Limits::depth(20)));
        assert!(!is_settled(Score::DRAW, 100, &bounded));
    }

    #[test]
    fn an_exact_time_is_neither_shortened_nor_stretched() {
        let mut patience = Patience::default();
        for _ in 0..8 {
            patience.hear(Chess::default().legal_moves()[0], 20);
        }
        let limits = Limits::time(Duration::from_millis(100));
        assert!(!patience.is_over(Duration::from_millis(99), &limits, 1.0));
        assert!(patience.is_over(Duration::from_millis(100), &limits, 0.0));
    }
}
