//! Measurements of the laboratory, by their sheets.

use super::place::RunPlace;
use super::read_problem::ReadProblem;
use super::wire::{EffectJson, RunDetailsJson, RunJson, RunKindJson, RunStatusJson, RungJson};
use crate::files::WriteGuard;
use crate::train::lab::{AblationRow, LadderRow};
use crate::train::result_sheet::ResultSheet;

/// Reads the sheet of `lab ablate`.
pub(super) fn read_ablation(place: &RunPlace) -> Result<Vec<RunDetailsJson>, ReadProblem> {
    let rows: Vec<AblationRow> =
        ResultSheet::look(&place.path).map_err(|error| error.to_string())?;
    let mut run = run(place, RunKindJson::Ablation);
    run.games = rows.iter().map(|row| row.games).sum();
    let effect = |row: &AblationRow| EffectJson {
        feature: row.feature.clone(),
        games: row.games,
        elo: row.elo,
        elo_error_95: row.elo_error_95,
    };
    Ok(vec![RunDetailsJson {
        effects: rows.iter().map(effect).collect(),
        ..RunDetailsJson::of(run)
    }])
}

/// Reads the sheet of `lab ladder`.
pub(super) fn read_ladder(place: &RunPlace) -> Result<Vec<RunDetailsJson>, ReadProblem> {
    let rows: Vec<LadderRow> = ResultSheet::look(&place.path).map_err(|error| error.to_string())?;
    let rung = |row: &LadderRow| RungJson {
        rung: row.rung.clone(),
        depth: row.depth,
        nodes: row.nodes,
        seconds: row.seconds,
        at_least: row.is_more(),
    };
    Ok(vec![RunDetailsJson {
        rungs: rows.iter().map(rung).collect(),
        ..RunDetailsJson::of(run(place, RunKindJson::Ladder))
    }])
}

/// How many rows the measurement will have stands nowhere.
fn run(place: &RunPlace, kind: RunKindJson) -> RunJson {
    let is_running = WriteGuard::is_held(&place.path);
    place.run(kind, "", RunStatusJson::of(is_running, None))
}
