//! Estimated duration of learning from positions, measured on a few games before it begins.

use std::time::{Duration, Instant};

use super::gather::gather;
use super::plan::{FitPlan, PositionsError};
use super::row_flow::RowFlow;
use super::units::ParameterUnits;
use crate::heuristic::Heuristic;
use crate::store::Store;

/// Minimum duration of a measurement; shorter ones are repeated with four times as many games.
const ENOUGH: Duration = Duration::from_secs(1);

/// Duration of a fit relative to reading and settling its positions. Measured: 153 s after 66 s for ten million
/// positions.
const FIT: f64 = 2.3;

/// Estimated cost of learning from positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitCostEstimate {
    /// Number of positions that will be sampled from all games.
    pub positions: u64,
    /// Wall-clock time of reading and fitting.
    pub time: Duration,
}

/// Mean cost of a game, measured on the first ones.
#[derive(Clone, Copy, Debug)]
struct GameCost {
    /// Wall-clock time in seconds, with all threads working.
    seconds: f64,
    positions: f64,
}

/// Estimates the cost of learning by `plan`, which reads `games` games; `None` when stopped.
///
/// # Errors
///
/// [`PositionsError`], as [`learn_positions`](super::learn_positions).
pub fn estimate(
    store: &Store,
    start: &Heuristic,
    plan: &FitPlan,
    games: u64,
) -> Result<Option<FitCostEstimate>, PositionsError> {
    let untaught = FitPlan {
        teaching: None,
        ..plan.clone()
    };
    let Some(read) = sample(store, start, &untaught, games)? else {
        return Ok(None);
    };
    let searched = match plan.teaching {
        Some(_) => sample(store, start, plan, games)?,
        None => Some(read),
    };
    Ok(searched.map(|searched| {
        let seconds = games as f64 * (searched.seconds + FIT * read.seconds);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "games times some positions each"
        )]
        let positions = (games as f64 * searched.positions).round() as u64;
        FitCostEstimate {
            positions,
            time: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
        }
    }))
}

/// Samples the positions of the first games and discards them; `None` when stopped.
fn sample(
    store: &Store,
    start: &Heuristic,
    plan: &FitPlan,
    games: u64,
) -> Result<Option<GameCost>, PositionsError> {
    let units = ParameterUnits::of(start.schema());
    let start = units.heuristic(start, &units.weights(start));
    let mut few = FitPlan {
        most_games: plan.threads.max(1) as u64,
        sampled: None,
        ..plan.clone()
    };
    loop {
        few.most_games = few.most_games.min(games);
        let begun = Instant::now();
        let mut flow = RowFlow::of_fit(&few, &start, &units)?;
        gather(store, &mut flow, &few, &mut |_| ())?;
        let (gathered, _) = flow.finish(&few)?;
        let time = begun.elapsed();
        if plan.stop.is_raised() {
            return Ok(None);
        }
        if time >= ENOUGH || few.most_games >= games {
            let taken = (gathered.read.self_play + gathered.read.collected).max(1) as f64;
            let positions = gathered.training.rows() + gathered.held_out.rows();
            return Ok(Some(GameCost {
                seconds: time.as_secs_f64() / taken,
                positions: positions as f64 / taken,
            }));
        }
        few.most_games *= 4;
    }
}
