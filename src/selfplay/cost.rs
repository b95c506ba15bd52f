//! Estimated time and disk space of games, measured on a few of them before a long run begins.

use std::num::NonZeroUsize;

use super::recipe::SelfplayRecipe;
use super::run::{SelfplayError, SelfplayPlan, run};
use crate::cancel::CancelFlag;
use crate::store::Store;

/// Number of games played to measure, enough for about one second at 200 nodes a move.
const SAMPLE: u32 = 256;

/// The mean cost of a few games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostSample {
    /// Wall-clock time of a game in seconds, with all threads playing.
    pub seconds: f64,
    /// Number of nodes searched in a game.
    pub nodes: f64,
}

impl CostSample {
    /// Plays the first games of `recipe`, at most `SAMPLE` of `games`, and discards them; `None` when stopped.
    ///
    /// # Errors
    ///
    /// [`SelfplayError`] for games that cannot be played.
    pub fn of(
        recipe: &SelfplayRecipe,
        games: u32,
        threads: NonZeroUsize,
        stop: &CancelFlag,
    ) -> Result<Option<Self>, SelfplayError> {
        let plan = SelfplayPlan {
            threads,
            ..SelfplayPlan::new(SAMPLE.min(games))
        };
        let mut store = Store::in_memory()?;
        let outcome = run(&mut store, recipe, &plan, stop, &mut |_| {})?;
        let played = outcome.played.max(1) as f64;
        Ok((!outcome.stopped).then(|| Self {
            seconds: outcome.elapsed.as_secs_f64() / played,
            nodes: outcome.effort.nodes.0 as f64 / played,
        }))
    }
}

/// Returns the bytes of a game in the database, with its index, its scores, its moves in words, and its cases.
/// Measured: 3.67 MB for 1,000 games of 125 plies with both sides drawn from the classic family's 838 parameters;
/// adjudicated games are shorter and take less.
pub const fn bytes_a_game(drawn_sides: u64, levels: u64) -> u64 {
    1_300 + 920 * drawn_sides * levels / 838
}
