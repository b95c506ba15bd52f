//! Finds the nodes at which an opponent is as strong as our engine: a logistic regression over games at several
//! nodes.
//!
//! The expected score against an opponent is taken to be logistic in the logarithm of its nodes (Hosmer and
//! Lemeshow, *Applied Logistic Regression*, 3rd ed. 2013, §1.2); a draw counts half.

use std::cmp::Ordering;
use std::convert::Infallible;
use std::num::NonZeroUsize;

use shakmaty::Color;

use super::arms::FIXED_POLICIES;
use super::design::AdaptationTrial;
use super::player_set::TrialPlayers;
use super::pool::TrialFold;
use super::worker::{GamePlace, TrialWorker};
use crate::bayes::half_width_95;
use crate::cancel::CancelFlag;
use crate::play::pool::{PoolMessage, play_all};
use crate::units::ELO_PER_LOGIT;

/// The opponent's nodes at which games are played, in thousandths of the present ones.
const STEPS: [u64; 5] = [800, 900, 1000, 1111, 1250];

/// The strength of one opponent, as its games show it.
#[derive(Clone, Copy, Debug)]
pub struct CalibrationRow {
    /// Our Elo above the opponent at its present nodes.
    pub elo: f64,
    /// Half the width of the 95 % interval of the Elo at the nodes that make both equal.
    pub equal_error_95: f64,
    /// Elo for twice the nodes.
    pub elo_per_doubling: f64,
    /// The nodes, in thousandths of ours, that make the opponent as strong as we are.
    pub equal_permille: f64,
}

/// The prior of the slope: its mean, in log-odds for twice the opponent's nodes, and its precision. Games of this
/// engine at different nodes show about 200 Elo for a doubling.
const SLOPE: (f64, f64) = (-200.0 / ELO_PER_LOGIT, 16.0);

/// Games of one opponent at several nodes: doublings of its present nodes, and our score.
type ScoredNodes = Vec<(f64, f64)>;

/// Plays games without contempt against an opponent, and estimates the nodes at which both are equal; `None` when
/// stopped. The first eighth is played around the present nodes, the rest around those that it suggests.
pub fn calibrate(
    trial: &AdaptationTrial,
    players: &TrialPlayers,
    (fold, opponent): (TrialFold, usize),
    threads: NonZeroUsize,
    stop: &CancelFlag,
) -> Option<CalibrationRow> {
    let permille = players.opponents(fold)[opponent].nodes_permille as f64;
    let first = trial.games / 8;
    let mut scores = ScoredNodes::new();
    let mut centre = 0.0;
    for numbers in [0..first, first..trial.games] {
        let openings = trial.openings(fold);
        let doublings = |number: u32| {
            let step = STEPS[number as usize / 2 % STEPS.len()] as f64 / 1000.0;
            centre + step.log2()
        };
        let played = play_all(
            std::slice::from_ref(&numbers),
            threads,
            stop,
            || TrialWorker::new(trial, players),
            |worker, number| {
                let opening = openings.opening(number / 2);
                let place = GamePlace {
                    fold,
                    opponent,
                    opening: &opening,
                    side: Color::from_white(number % 2 == 0),
                };
                let nodes = trial.nodes as f64 * permille / 1000.0 * doublings(number).exp2();
                worker.set_nodes(place, whole(nodes));
                let game = worker.fixed(place, FIXED_POLICIES[0].answer, stop)?;
                Some((doublings(number), f64::from(game.half_points) / 2.0))
            },
            |message| {
                if let PoolMessage::Done(score) = message {
                    scores.push(score);
                }
                Ok::<(), Infallible>(())
            },
        );
        let Ok(_) = played;
        // In one order on any number of threads.
        scores.sort_unstable_by(|one, other| one.partial_cmp(other).unwrap_or(Ordering::Equal));
        let (level, slope, _) = logistic_regression(&scores);
        centre = (-level / slope).clamp(-3.0, 3.0);
    }
    if stop.is_raised() {
        return None;
    }
    let (level, slope, error) = logistic_regression(&scores);
    Some(CalibrationRow {
        elo: ELO_PER_LOGIT * level,
        equal_error_95: half_width_95(ELO_PER_LOGIT * error),
        elo_per_doubling: -ELO_PER_LOGIT * slope,
        equal_permille: permille * centre.exp2(),
    })
}

fn whole(nodes: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a positive number of nodes"
    )]
    let whole = nodes.round() as u64;
    whole
}

/// Returns the log-odds at 0, their change per unit, and the standard error of the point where they are 0, by
/// Newton's method.
fn logistic_regression(points: &ScoredNodes) -> (f64, f64, f64) {
    let (mut level, mut slope) = (0.0, SLOPE.0);
    let mut error = f64::INFINITY;
    for _ in 0..20 {
        // A weak prior keeps the intercept finite if all games are won. The information matrix: intercept,
        // both, slope.
        let mut information = [0.01, 0.0, SLOPE.1];
        let mut gradient = [-0.01 * level, SLOPE.1 * (SLOPE.0 - slope)];
        for (doublings, score) in points {
            let expected = 1.0 / (1.0 + (-(level + slope * doublings)).exp());
            let weight = expected * (1.0 - expected);
            information[0] += weight;
            information[1] += weight * doublings;
            information[2] += weight * doublings * doublings;
            gradient[0] += score - expected;
            gradient[1] += (score - expected) * doublings;
        }
        let [of_level, both, of_slope] = information;
        let determinant = of_level * of_slope - both * both;
        level += (of_slope * gradient[0] - both * gradient[1]) / determinant;
        slope += (of_level * gradient[1] - both * gradient[0]) / determinant;
        let equal = -level / slope;
        let variance = of_slope - 2.0 * both * equal + of_level * equal * equal;
        error = (variance / determinant).sqrt();
    }
    (level, slope, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logistic_curve_comes_back() {
        let curve = |x: f64| 1.0 / (1.0 + (-(0.3 - 0.8 * x)).exp());
        let points: Vec<(f64, f64)> = (-20..=20)
            .map(|step| f64::from(step) / 20.0)
            .flat_map(|x| std::iter::repeat_n((x, curve(x)), 200))
            .collect();
        let (level, slope, error) = logistic_regression(&points);
        assert!((level - 0.3).abs() < 0.01 && (slope + 0.8).abs() < 0.02);
        assert!(error > 0.0 && error < 0.05);
    }
}
