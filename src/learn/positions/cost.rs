//! How long learning from positions will take, measured on a few games before it begins.

use std::time::{Duration, Instant};

use super::gather::gather;
use super::plan::{FitPlan, PositionsError};
use super::units::ParameterUnits;
use crate::heuristic::Heuristic;
use crate::store::Store;

/// What took so long tells how long more will take; while it did not, four times as many games are measured.
const ENOUGH: Duration = Duration::from_secs(1);

/// A fit takes so many times as long as reading and settling its positions: 153 s after 66 s for ten million were
/// measured.
const FIT: f64 = 2.3;

/// What learning will take, about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitCostEstimate {
    /// Positions that will be taken from all games.
    pub positions: u64,
    /// Wall time of all of it.
    pub time: Duration,
}

/// What a game costs, in the mean of the first ones.
#[derive(Clone, Copy, Debug)]
struct GameCost {
    /// Wall time in seconds, with as many games worked on at once as will be.
    seconds: f64,
    positions: f64,
}

/// Measures on the first games what it will take to learn by `plan`, which reads `games`; `None` when stopped.
///
/// # Errors
///
/// As [`learn_positions`](super::learn_positions).
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

/// Takes the positions of the first games and throws them away; `None` when stopped.
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
        ..plan.clone()
    };
    loop {
        few.most_games = few.most_games.min(games);
        let begun = Instant::now();
        let gathered = gather(store, &start, &units, &few, &mut |_| ())?;
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
