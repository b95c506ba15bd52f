//! Runs of self-play in a database.

use super::place::RunPlace;
use super::read_problem::ReadProblem;
use super::wire::{RunDetailsJson, RunKindJson, RunResultsJson, RunStatusJson};
use crate::files::WriteGuard;
use crate::store::{RunKind, RunProgress, run_progress};

/// Digits of a run's key that tell it apart in a name.
const DIGITS: usize = 8;

/// Reads the runs of self-play of a database; games against users are no run.
pub(super) fn read(place: &RunPlace) -> Result<Vec<RunDetailsJson>, ReadProblem> {
    let mut runs = run_progress(&place.path)?;
    runs.retain(|run| run.run.settings.kind == RunKind::Selfplay);
    let is_written = !runs.is_empty() && WriteGuard::is_held(&place.path);
    let is_alone = runs.len() == 1;
    let details = |progress: &RunProgress| {
        let run = &progress.run;
        let wanted = u64::from(run.games_wanted);
        let games = progress.games();
        let status = RunStatusJson::of(is_written, Some(games >= wanted));
        let mut listed = place.run(RunKindJson::Selfplay, &run.key.0, status);
        (listed.games, listed.games_wanted) = (games, Some(wanted));
        if !is_alone {
            let key = run.key.0.get(..DIGITS).unwrap_or(&run.key.0);
            listed.title = Some(key.to_owned());
        }
        RunDetailsJson {
            settings: Some(run.settings.provenance.settings.clone()),
            results: Some(RunResultsJson {
                white_wins: progress.white_wins,
                draws: progress.draws,
                black_wins: progress.black_wins,
            }),
            ..RunDetailsJson::of(listed)
        }
    };
    Ok(runs.iter().map(details).collect())
}
