//! The games of a generation: played into a database of their own, which goes once they have taught.
//!
//! While they are needed it has a name of its own, so that whatever a kill leaves behind is told from
//! games that somebody asked to keep.

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
    self, ColourAssignment, Contender, OpeningSource, OtherRunPolicy, SelfplayPlan, SelfplayTotals,
};
use crate::store::{Access, Store};
use crate::units::Ply;

/// Games between two contenders, as a recipe opens them; each caller adds its seed and its judge.
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

/// The games of a generation: all that could be played.
#[derive(Clone, Copy, Debug)]
pub(super) struct GenerationGames {
    /// What they came to.
    pub(super) tally: SelfplayTotals,
    /// The workers' time, summed over them; games of an interrupted run are taken to have cost as
    /// much as those played now. Nothing where none were.
    pub(super) at_work: Duration,
}

/// Plays what is missing of the first `wanted` games of a recipe; `None` when stopped before all
/// were there.
///
/// # Errors
///
/// Games that cannot be stored.
pub(super) fn play(
    store: &mut Store,
    recipe: &selfplay::SelfplayRecipe,
    (stage, wanted): (TrainingStage, u32),
    means: &RunOptions,
    on_event: &mut dyn FnMut(TrainEvent<'_>),
) -> Result<Option<GenerationGames>, TrainError> {
    let plan = SelfplayPlan {
        games: wanted,
        threads: means.threads,
        begin: OtherRunPolicy::Refuse,
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

/// What a run came to: a game that panicked twice is missing from it, and told; `None` where others are
/// missing, too.
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
    // Workers that play no game may still try those again that the program panicked at.
    let share = match outcome.played {
        0 => 0.0,
        played => f64::from(wanted) / played as f64,
    };
    Some(GenerationGames {
        tally: outcome.tally,
        at_work: outcome.worker_time.mul_f64(share),
    })
}

/// Opens the database whose games will be called `file`, if they are kept.
///
/// # Errors
///
/// As [`Store::open`].
pub(super) fn open(file: &Path) -> Result<Store, TrainError> {
    let working = working(file);
    if file.exists() && !working.exists() {
        // Kept games whose table is gone: they are counted again.
        let _ = fs::rename(file, &working);
    }
    Ok(Store::open(&working, Access::Create)?)
}

/// Whether there are games to learn from again.
pub(super) fn are_left(file: &Path) -> bool {
    working(file).exists() || file.exists()
}

/// Once the games have taught: keeps them as `file`, or removes them. What cannot be moved or removed
/// does no harm, and is tried again by the next run.
pub(super) fn keep_or_remove(file: &Path, means: &RunOptions) {
    let working = working(file);
    if means.keep_games && working.exists() {
        // A kill may have left games in the log beside the database: closing brings them in.
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

fn working(file: &Path) -> PathBuf {
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
