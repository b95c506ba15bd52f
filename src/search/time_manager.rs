//! Time manager: decides whether another iteration is worth its time ([`Technique::Patience`]).
//!
//! The planned time is shortened if the best move is stable and took most of the nodes. It is stretched if the best
//! move changes or its value falls, but never past the hard limit.
//!
//! [`Technique::Patience`]: super::techniques::Technique::Patience

use std::time::Duration;

use shakmaty::Move;

use super::limits::{SearchLimits, TimeLimits};
use super::search_constant::SearchConstant;
use crate::score::Score;

/// Part of the planned time after the best move has changed, in hundredths.
pub(super) static STEADY_START: SearchConstant = SearchConstant::new("SteadyStart", 125, 90, 180);

/// How much less for each iteration with the same best move, eight at most, in hundredths.
pub(super) static STEADY_STEP: SearchConstant = SearchConstant::new("SteadyStep", 6, 0, 10);

/// Part of the planned time if the best move took hardly any of the nodes, in hundredths.
pub(super) static WORK_START: SearchConstant = SearchConstant::new("WorkStart", 170, 110, 260);

/// How much less if it took all of them, in hundredths.
pub(super) static WORK_SHARE: SearchConstant = SearchConstant::new("WorkShare", 110, 0, 200);

/// How much more if the value fell by a pawn, in hundredths.
pub(super) static FALL_SHARE: SearchConstant = SearchConstant::new("FallShare", 100, 0, 300);

/// The best moves and values of the iterations so far.
#[derive(Debug, Default)]
pub(super) struct TimeManager {
    best: Option<Move>,
    /// For how many iterations the best move has stayed the same.
    steady: u8,
    value: Option<i32>,
    /// How much the value fell, in centipawns: in the last iteration, plus half of what it had fallen before.
    fall: i32,
}

impl TimeManager {
    /// Records the result of an iteration.
    pub(super) fn record(&mut self, best: Move, value: i32) {
        self.steady = if self.best == Some(best) {
            self.steady.saturating_add(1)
        } else {
            0
        };
        self.best = Some(best);
        // Half of the earlier fall still counts.
        let fall = self.value.map_or(0, |before| before - value);
        self.fall = (fall + self.fall / 2).clamp(-50, 100);
        self.value = Some(value);
    }

    /// Returns what a completed iteration says about time.
    ///
    /// `share` is the best move's share of all nodes; `sure` is true if there is one legal move or a proved
    /// mate.
    pub(super) fn decision(&self, elapsed: Duration, share: f64, sure: bool) -> TimeDecision {
        TimeDecision {
            elapsed,
            stretch: self.stretch(share),
            sure,
        }
    }

    /// Returns the factor by which the planned time is multiplied. The constants are not fitted; they keep the
    /// mean near 1.
    fn stretch(&self, share: f64) -> f64 {
        let steady = i32::from(self.steady.min(8));
        let steadiness = hundredths(STEADY_START.get() - STEADY_STEP.get() * steady);
        let saved = hundredths(WORK_SHARE.get()) * share.clamp(0.0, 1.0);
        let work = hundredths(WORK_START.get()) - saved;
        let fall = 1.0 + hundredths(FALL_SHARE.get()) * hundredths(self.fall);
        steadiness * work.max(0.0) * fall.clamp(0.8, 1.7)
    }
}

fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

/// What a completed iteration says about time; applied to whichever clock is running.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeDecision {
    /// When the iteration was completed, from the start of the search.
    elapsed: Duration,
    stretch: f64,
    sure: bool,
}

impl TimeDecision {
    /// The decision without the technique: the planned time is not changed.
    pub(super) const fn unstretched(elapsed: Duration, sure: bool) -> Self {
        Self {
            elapsed,
            stretch: 1.0,
            sure,
        }
    }

    /// Returns true if the planned time was used up when the iteration was completed. An exact time is neither
    /// shortened nor stretched.
    pub(super) fn is_over(&self, span: TimeLimits) -> bool {
        if span.soft < span.hard {
            let planned = span.soft.mul_f64(self.stretch).min(span.hard);
            self.sure || self.elapsed >= planned
        } else {
            self.elapsed >= span.soft
        }
    }
}

/// Returns true if a mate was found that ends the search: the length asked for, or, within limits, a
/// [proved](is_proved) one.
pub(super) fn is_settled(score: Score, depth: u16, limits: &SearchLimits) -> bool {
    let bounded = limits.nodes.or(limits.nodes_after_first).is_some() || limits.soft.is_some();
    let wanted = match (score, limits.mate) {
        (Score::MateIn(ply), Some(wanted)) => ply.0.div_ceil(2) <= wanted,
        _ => false,
    };
    wanted || bounded && is_proved(score, depth)
}

/// Returns true if a mate was found that a deeper search will hardly shorten: the depth is twice its length.
///
/// Selective techniques can hide nearer mates until an iteration is deep enough to search every move.
pub(super) fn is_proved(score: Score, depth: u16) -> bool {
    match score {
        Score::MateIn(ply) | Score::MatedIn(ply) => 2 * ply.0 <= depth,
        Score::Heuristic(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Ply;
    use shakmaty::{Chess, Position as _};

    #[test]
    fn a_steady_choice_takes_less_time_than_a_wavering_one() {
        let moves = Chess::default().legal_moves();
        let span = TimeLimits {
            soft: Duration::from_millis(100),
            hard: Duration::from_millis(400),
        };
        let (mut steady, mut wavering) = (TimeManager::default(), TimeManager::default());
        for turn in 0..8 {
            steady.record(moves[0], 20);
            wavering.record(moves[turn], 20 - 15 * i32::try_from(turn).unwrap_or(0));
        }
        let at = Duration::from_millis(90);
        assert!(steady.decision(at, 0.9, false).is_over(span));
        assert!(!wavering.decision(at, 0.2, false).is_over(span));
        assert!(wavering.decision(at, 0.2, true).is_over(span));
        let late = Duration::from_millis(400);
        assert!(wavering.decision(late, 0.2, false).is_over(span));
    }

    #[test]
    fn without_patience_the_planned_time_is_as_it_is() {
        let span = TimeLimits {
            soft: Duration::from_millis(100),
            hard: Duration::from_millis(400),
        };
        let over = |elapsed, sure| {
            TimeDecision::unstretched(Duration::from_millis(elapsed), sure).is_over(span)
        };
        assert!(!over(99, false));
        assert!(over(100, false));
        assert!(over(1, true));
    }

    #[test]
    fn a_mate_ends_the_search_when_it_was_asked_for_or_looked_beyond() {
        let mate = Score::MateIn(Ply(7));
        let wanted = SearchLimits {
            mate: Some(4),
            ..SearchLimits::default()
        };
        assert!(is_settled(mate, 3, &wanted));
        let bounded = SearchLimits::nodes(1_000);
        assert!(!is_settled(mate, 13, &bounded));
        assert!(is_settled(mate, 14, &bounded));
        assert!(!is_settled(mate, 14, &SearchLimits::depth(20)));
        assert!(!is_settled(Score::DRAW, 100, &bounded));
    }

    #[test]
    fn an_exact_time_is_neither_shortened_nor_stretched() {
        let mut patience = TimeManager::default();
        for _ in 0..8 {
            patience.record(Chess::default().legal_moves()[0], 20);
        }
        let limits = SearchLimits::time(Duration::from_millis(100));
        let span = TimeLimits::of(&limits).expect("it has a limit");
        let decision =
            |elapsed, share| patience.decision(Duration::from_millis(elapsed), share, true);
        assert!(!decision(99, 1.0).is_over(span));
        assert!(decision(100, 0.0).is_over(span));
    }
}
