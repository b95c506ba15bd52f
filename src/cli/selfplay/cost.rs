//! The expected time and disk space of a run, printed before it begins.

use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::time::Duration;

use indicatif::{HumanBytes, HumanDuration};

use bayeschess::cancel::CancelFlag;
use bayeschess::selfplay::SelfplayRecipe;
use bayeschess::selfplay::cost::{CostSample, bytes_a_game};

/// From this number of games on the expected time is printed.
const LONG: u32 = 2_000;

/// Prints the expected time and disk space before a long run, and warns of settings that waste half
/// of any run. Returns false if stopped.
pub(super) fn print_estimate(
    games: u32,
    recipe: &SelfplayRecipe,
    threads: NonZeroUsize,
    stop: &CancelFlag,
) -> anyhow::Result<bool> {
    if recipe.plays_each_game_twice() {
        let _ = writeln!(
            io::stderr().lock(),
            "both sides play the same heuristic, so with --alternate each game is played twice, move for move; \
             leave --alternate out"
        );
    }
    if games < LONG {
        return Ok(true);
    }
    let Some(sample) = CostSample::of(recipe, games, threads, stop)? else {
        return Ok(false);
    };
    let drawn = recipe.drawn(0).into_iter().filter(|drawn| *drawn).count() as u64;
    let bytes = bytes_a_game(drawn, recipe.schema().len() as u64) * u64::from(games);
    let seconds = (sample.seconds * f64::from(games)).max(1.0);
    // A closed standard error needs no message.
    let _ = writeln!(
        io::stderr().lock(),
        "{} games: about {} on this machine, less what is there already, and {} of disk",
        games,
        HumanDuration(Duration::from_secs_f64(seconds)),
        HumanBytes(bytes)
    );
    Ok(true)
}
