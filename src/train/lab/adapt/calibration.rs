//! Finds the nodes at which an opponent is as strong as our engine: a logistic regression over games at several
//! nodes.
//!
//! The expected score against an opponent is taken to be logistic in the logarithm of its nodes; a draw counts half.

use std::cmp::Ordering;
use std::convert::Infallible;
use std::num::NonZeroUsize;

use shakmaty::Color;

use super::arms::FIXED_POLICIES;
use super::design::AdaptationTrial;
use super::player_set::TrialPlayers;
use super::styles::TrialFold;
use super::worker::{GamePlace, TrialWorker};
use crate::bayes::{LogisticCurve, SlopePrior, half_width_95};
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

/// The prior of the slope, in log-odds for twice the opponent's nodes. Games of this engine at different nodes show
/// about 200 Elo for a doubling.
const SLOPE: SlopePrior = SlopePrior {
    mean: -200.0 / ELO_PER_LOGIT,
    precision: 16.0,
};

/// Games of one opponent at several nodes: doublings of its present nodes, and our score.
type ScoredNodes = Vec<(f64, f64)>;

/// Plays games without contempt against an opponent, and estimates the nodes at which both are equal.
///
/// `None` when stopped, and for an engine whose nodes are not limited. The first eighth is played around the present
/// nodes, the rest around those that it suggests.
pub fn calibrate(
    trial: &AdaptationTrial,
    players: &TrialPlayers,
    (fold, opponent): (TrialFold, usize),
    threads: NonZeroUsize,
    stop: &CancelFlag,
) -> Option<CalibrationRow> {
    let present = players.opponents(fold)[opponent].nodes(trial.nodes)? as f64;
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
                let nodes = present * doublings(number).exp2();
                worker.set_nodes(place, whole(nodes), stop);
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
        centre = LogisticCurve::fit(&scores, SLOPE)
            .even_point()
            .clamp(-3.0, 3.0);
    }
    if stop.is_raised() {
        return None;
    }
    let curve = LogisticCurve::fit(&scores, SLOPE);
    Some(CalibrationRow {
        elo: ELO_PER_LOGIT * curve.intercept,
        equal_error_95: half_width_95(ELO_PER_LOGIT * curve.even_point_error),
        elo_per_doubling: -ELO_PER_LOGIT * curve.slope,
        equal_permille: 1000.0 * present / trial.nodes as f64 * centre.exp2(),
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
