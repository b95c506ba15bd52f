//! The games of a generation: played into a database of their own, which is removed after learning.
//!
//! While the games are needed, the database has another name. So the remains of a killed run can be told from games
//! kept at the user's request.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use shakmaty::ByColor;

use super::error::TrainError;
use super::event::{TrainEvent, TrainingStage};
use super::options::RunOptions;
use super::recipe::{MAX_PLIES, TrainingRecipe};
use crate::play::{GameFraction, RandomOpenings};
use crate::search::SearchLimits;
use crate::selfplay::{
    self, ColourAssignment, Contender, OpeningSource, SelfplayPlan, SelfplayTotals,
};
use crate::store::{Access, Store};
use crate::units::Ply;

/// Returns a self-play recipe for two contenders with the openings of `recipe`; callers set seed and adjudication.
pub(super) fn between(
    (contenders, colours): (ByColor<Contender>, ColourAssignment),
    nodes: u64,
    recipe: &TrainingRecipe,
) -> selfplay::SelfplayRecipe {
    let openings = RandomOpenings {
        plies: Ply(recipe.games.opening_plies),
        ..RandomOpenings::default()
    };
    selfplay::SelfplayRecipe {
        seed: recipe.seed,
        contenders,
        colours,
        limits: SearchLimits::nodes(nodes),
        openings: OpeningSource::Random(openings),
        adjudication: None,
        play_through: GameFraction::NONE,
        max_plies: MAX_PLIES,
    }
}

/// The totals and cost of a generation's games.
#[derive(Clone, Copy, Debug)]
pub(super) struct GenerationGames {
    /// Totals of the games, including those of earlier runs.
    pub(super) tally: SelfplayTotals,
    /// Workers' time, summed. Games of an interrupted run are assumed to cost as much as those played now; zero if
    /// none were.
    pub(super) at_work: Duration,
}

/// Plays the missing ones of the first `wanted` games of a recipe; `None` when stopped before that.
///
/// # Errors
///
/// [`TrainError`] if the games cannot be played or stored.
pub(super) fn play(
    store: &mut Store,
    recipe: &selfplay::SelfplayRecipe,
    (stage, wanted): (TrainingStage, u32),
    means: &RunOptions,
    on_event: &mut dyn FnMut(TrainEvent<'_>),
) -> Result<Option<GenerationGames>, TrainError> {
    let plan = SelfplayPlan {
        threads: means.threads,
        ..SelfplayPlan::new(wanted)
    };
    let outcome = selfplay::run(store, recipe, &plan, &means.stop, &mut |event| {
        if let selfplay::SelfplayEvent::Begun { tally, .. }
        | selfplay::SelfplayEvent::Written { tally } = event
        {
            on_event(TrainEvent::Playing {
                stage,
                tally,
                wanted,
            });
        }
    })?;
    Ok(played(&outcome, (stage, wanted), on_event))
}

/// Returns the totals of a run, `None` if it was stopped. Games that panicked twice are missing from them and
/// reported.
fn played(
    outcome: &selfplay::SelfplayOutcome,
    (stage, wanted): (TrainingStage, u32),
    on_event: &mut dyn FnMut(TrainEvent<'_>),
) -> Option<GenerationGames> {
    if outcome.stopped {
        return None;
    }
    if outcome.lost > 0 {
        on_event(TrainEvent::Lost {
            stage,
            games: outcome.lost,
        });
    }
    // A run without new games still takes time for repeating those that panicked; that time is not scaled.
    let share = match outcome.played {
        0 => 0.0,
        played => f64::from(wanted) / played as f64,
    };
    Some(GenerationGames {
        tally: outcome.tally,
        at_work: outcome.worker_time.mul_f64(share),
    })
}

/// Opens the working database of the games that will be kept as `file`, if they are kept.
///
/// # Errors
///
/// [`TrainError`] as for [`Store::open`].
pub(super) fn open(file: &Path) -> Result<Store, TrainError> {
    let working = working(file);
    if file.exists() && !working.exists() {
        // Games were kept but their table is gone: they are counted again.
        let _ = fs::rename(file, &working);
    }
    Ok(Store::open(&working, Access::Create)?)
}

/// Returns true if there are games, so that learning can be repeated.
pub(super) fn are_left(file: &Path) -> bool {
    working(file).exists() || file.exists()
}

/// Keeps the games as `file` after learning, or removes them. Failures do no harm: the next run tries again.
pub(super) fn keep_or_remove(file: &Path, means: &RunOptions) {
    let working = working(file);
    if means.keep_games && working.exists() {
        // A kill may have left games in the write-ahead log: closing the database checkpoints it.
        let closed = Store::open(&working, Access::Create).and_then(Store::close);
        if closed.is_ok() {
            let _ = fs::rename(&working, file);
        }
        return;
    }
    for ending in ["db.lock", "db-wal", "db-shm", "db"] {
        let _ = fs::remove_file(working.with_extension(ending));
    }
}

/// Returns the name of the database while its games are needed.
pub(super) fn working(file: &Path) -> PathBuf {
    file.with_extension("playing.db")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::RunKey;

    #[test]
    fn a_game_that_panics_is_missing_and_the_training_goes_on() {
        let mut outcome = selfplay::SelfplayOutcome {
            run: RunKey(String::new()),
            tally: SelfplayTotals::default(),
            played: 98,
            lost: 2,
            stopped: false,
            effort: selfplay::SearchEffort::default(),
            worker_time: Duration::from_secs(98),
            elapsed: Duration::from_secs(49),
            content_hash: String::new(),
        };
        let mut told = Vec::new();
        let mut hear = |event: TrainEvent<'_>| {
            if let TrainEvent::Lost { stage, games } = event {
                told.push((stage, games));
            }
        };
        let third = TrainingStage::Generation(2);
        let games = played(&outcome, (third, 100), &mut hear).expect("all that can be had");
        assert_eq!(games.at_work, Duration::from_secs(100));
        outcome.played = 0;
        let games = played(&outcome, (third, 100), &mut hear).expect("all that can be had");
        assert_eq!(games.at_work, Duration::ZERO, "nothing to go by");
        outcome.stopped = true;
        assert!(played(&outcome, (third, 100), &mut hear).is_none());
        assert_eq!(told, [(third, 2), (third, 2)]);
    }
}
