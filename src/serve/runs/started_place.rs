//! A run that the page started, read by what its command has written so far.

use std::path::PathBuf;

use super::place::{RunFileKind, RunPlace};
use super::read_problem::ReadProblem;
use super::started::{StartableKind, StartedRun};
use super::wire::{RunDetailsJson, RunKindJson, RunStatusJson};
use super::{database, journal, training, tuning};
use crate::train::TrainingOverview;
use crate::train::tune::TRIAL_JOURNAL;

/// Reads the run of a folder with a note. It has one identity from its start on, whatever files are there.
pub(super) fn read(place: &RunPlace) -> Result<Vec<RunDetailsJson>, ReadProblem> {
    let run = StartedRun::read(&place.path)?;
    let within = |file: &str| RunPlace {
        path: place.path.join(file),
        ..place.clone()
    };
    let found = match run.recipe.kind() {
        StartableKind::Selfplay => of_file(&within("games.db"), database::read)?,
        StartableKind::Match => of_file(&within("match.journal"), journal::read_tournament)?,
        StartableKind::Train if TrainingOverview::is_in(&place.path) => training::read(place)?,
        StartableKind::Train => Vec::new(),
        StartableKind::Tune => of_file(&within(TRIAL_JOURNAL), tuning::read)?,
    };
    let kind = match run.recipe.kind() {
        StartableKind::Selfplay => RunKindJson::Selfplay,
        StartableKind::Match => RunKindJson::Match,
        StartableKind::Train => RunKindJson::Training,
        StartableKind::Tune => RunKindJson::Tuning,
    };
    let id = place.run(kind, "", RunStatusJson::Stopped);
    let details = found.into_iter().next().map_or_else(
        || {
            let mut listed = id.clone();
            listed.games_wanted = match run.recipe.kind() {
                // Validations come on top, which are known with the first file.
                StartableKind::Train | StartableKind::Tune => None,
                StartableKind::Selfplay | StartableKind::Match => {
                    Some(u64::from(run.recipe.size()))
                }
            };
            RunDetailsJson {
                settings: Some(run.recipe.toml()),
                ..RunDetailsJson::of(listed)
            }
        },
        |mut details| {
            details.run.id.clone_from(&id.id);
            details
        },
    );
    Ok(vec![details])
}

/// Reads a file that may not be there yet, or be empty.
fn of_file(
    place: &RunPlace,
    reader: fn(&RunPlace) -> Result<Vec<RunDetailsJson>, ReadProblem>,
) -> Result<Vec<RunDetailsJson>, ReadProblem> {
    let is_begun = place.path.metadata().is_ok_and(|file| file.len() > 0);
    if is_begun {
        reader(place)
    } else {
        Ok(Vec::new())
    }
}

/// Returns the place of a folder with a note that can be read.
pub(super) fn of(path: PathBuf, name: String) -> RunPlace {
    RunPlace {
        path,
        name,
        kind: RunFileKind::Started,
    }
}
