//! The games of a generation: played into a database of their own, which goes once they have taught.
//!
//! While they are needed it has a name of its own, so that whatever a kill leaves behind is told from
//! games that somebody asked to keep.
//!
//! May use: L0, `store`, `search`, `selfplay`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use shakmaty::ByColor;

use super::error::TrainError;
use super::event::{Event, Stage};
use super::recipe::{MAX_PLIES, Recipe};
use super::run::Means;
use crate::search::Limits;
use crate::selfplay::{
    self, Begin, Colours, Contender, OpeningSource, Plan, RandomOpenings, Share, Tally,
};
use crate::store::{Access, Store};
use crate::units::Ply;

/// Games between two contenders, as a recipe opens them; each caller adds its seed and its judge.
pub(super) fn between(
    (contenders, colours): (ByColor<Contender>, Colours),
    nodes: u64,
    recipe: &Recipe,
) -> selfplay::Recipe {
    let openings = RandomOpenings {
        plies: Ply(recipe.games.opening_plies),
        ..RandomOpenings::default()
    };
    selfplay::Recipe {
        seed: recipe.seed,
        contenders,
        colours,
        limits: Limits::nodes(nodes),
        openings: OpeningSource::Random(openings),
        adjudication: None,
        play_through: Share::NONE,
        max_plies: MAX_PLIES,
    }
}

/// The games of a generation: all that could be played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Games {
    /// What they came to.
    pub(super) tally: Tally,
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
    recipe: &selfplay::Recipe,
    (stage, wanted): (Stage, u32),
    means: &Means,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<Option<Games>, TrainError> {
    let plan = Plan {
        games: wanted,
        threads: means.threads,
        begin: Begin::GoOn,
    };
    let outcome = selfplay::run(store, recipe, &plan, &means.stop, &mut |event| {
        if let selfplay::Event::Begun { tally, .. } | selfplay::Event::Written { tally } = event {
            on_event(Event::Playing {
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
    outcome: &selfplay::Outcome,
    (stage, wanted): (Stage, u32),
    on_event: &mut dyn FnMut(Event<'_>),
) -> Option<Games> {
    if outcome.stopped {
        return None;
    }
    if outcome.lost > 0 {
        on_event(Event::Lost {
            stage,
            games: outcome.lost,
        });
    }
    // Workers that play no game may still try those again that the program panicked at.
    let share = match outcome.played {
        0 => 0.0,
        played => f64::from(wanted) / played as f64,
    };
    Some(Games {
        tally: outcome.tally,
        at_work: outcome.at_work.mul_f64(share),
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
pub(super) fn put_away(file: &Path, means: &Means) {
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
        let mut outcome = selfplay::Outcome {
            run: RunKey(String::new()),
            tally: Tally::default(),
            played: 98,
            lost: 2,
            stopped: false,
            effort: selfplay::game::Effort::default(),
            at_work: Duration::from_secs(98),
            elapsed: Duration::from_secs(49),
            content_hash: String::new(),
        };
        let mut told = Vec::new();
        let mut hear = |event: Event<'_>| {
            if let Event::Lost { stage, games } = event {
                told.push((stage, games));
            }
        };
        let third = Stage::Generation(2);
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
