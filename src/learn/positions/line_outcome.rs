//! The outcome of the game that a line of positions is from: its result, or one drawn by its score.

use crate::bayes::{OrderedLogit, OrderedOutcome};
use crate::collection::PositionLine;

/// Link from scores to results between people: the curve that lichess.org fitted to its users' games
/// (<https://lichess.org/page/accuracy>), with one draw in twenty at an equal score.
pub(super) const PEOPLE: OrderedLogit = OrderedLogit {
    scale: 271.6,
    margin: 27.2,
};

/// Returns the outcome of a line's game; one that is uncertain is decided by `drawn`, a uniform number from 0 to 1.
pub(super) fn outcome_of(line: &PositionLine, drawn: f64) -> Option<OrderedOutcome> {
    let [low, middle, _] = match (line.points, line.score) {
        (Some(points), _) if (points - 0.5).abs() < 1e-9 => [0.0, 1.0, 0.0],
        (Some(points), _) => [1.0 - points, 0.0, points],
        (None, Some(score)) => PEOPLE.probabilities(f64::from(score.centipawns())),
        (None, None) => return None,
    };
    Some(if drawn < low {
        OrderedOutcome::Low
    } else if drawn < low + middle {
        OrderedOutcome::Middle
    } else {
        OrderedOutcome::High
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::PositionScore;
    use shakmaty::Chess;

    #[test]
    fn results_are_taken_or_drawn_by_the_score() {
        let line = |points, score: Option<i16>| PositionLine {
            position: Chess::default(),
            points,
            score: score.map(PositionScore::new),
        };
        for (points, outcome) in [
            (1.0, OrderedOutcome::High),
            (0.5, OrderedOutcome::Middle),
            (0.0, OrderedOutcome::Low),
        ] {
            for drawn in [0.0, 0.3, 0.999] {
                assert_eq!(
                    outcome_of(&line(Some(points), Some(-900)), drawn),
                    Some(outcome)
                );
            }
        }
        assert_eq!(
            outcome_of(&line(Some(0.6), None), 0.39),
            Some(OrderedOutcome::Low)
        );
        assert_eq!(
            outcome_of(&line(Some(0.6), None), 0.41),
            Some(OrderedOutcome::High)
        );
        let [low, middle, high] = PEOPLE.probabilities(0.0);
        assert!((middle - 0.05).abs() < 0.001 && (low - high).abs() < 1e-9);
        assert_eq!(
            outcome_of(&line(None, Some(0)), 0.5),
            Some(OrderedOutcome::Middle)
        );
        assert_eq!(
            outcome_of(&line(None, Some(32_000)), 0.001),
            Some(OrderedOutcome::High)
        );
        assert_eq!(outcome_of(&line(None, None), 0.5), None);
    }
}
