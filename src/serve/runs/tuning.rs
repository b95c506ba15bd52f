//! Tunings, by their journals.

use super::place::RunPlace;
use super::read_problem::ReadProblem;
use super::wire::{RunDetailsJson, RunKindJson, RunStatusJson, TuningJson};
use crate::train::tune::{TuningFindings, TuningOverview};

/// Reads a tuning by the journal of its games with drawn options.
pub(super) fn read(place: &RunPlace) -> Result<Vec<RunDetailsJson>, ReadProblem> {
    let tuning = TuningOverview::read(&place.path)?;
    let status = RunStatusJson::of(tuning.is_running, tuning.is_complete);
    let mut run = place.run(RunKindJson::Tuning, "", status);
    run.title = Some(tuning.engine.clone());
    run.games = tuning.games;
    run.games_wanted = tuning.games_wanted;
    // The validation is not played if no value is expected to gain.
    let is_validated = tuning.validation.is_some();
    let findings = tuning.findings.as_ref();
    run.may_end_early =
        !is_validated && findings.is_some_and(|findings| findings.plan.recipe.validation_games > 0);
    if let Some(validation) = &tuning.validation {
        run.note_change(validation);
    }
    let settings = findings.map_or_else(
        || serde_json::to_string_pretty(&tuning.settings).ok(),
        |findings| Some(findings.plan.recipe.canonical()),
    );
    Ok(vec![RunDetailsJson {
        settings,
        tuning: tuning.findings.map(found),
        ..RunDetailsJson::of(run)
    }])
}

fn found(findings: TuningFindings) -> TuningJson {
    let TuningFindings {
        plan,
        result,
        faults,
        last_fault,
    } = findings;
    TuningJson {
        trial_games: plan.recipe.games,
        validation_games: plan.recipe.validation_games,
        faults,
        last_fault,
        option_list: result.option_list(),
        player: plan.player(&result),
        recommended: result.is_recommended(),
        engine: plan.engine,
        result,
    }
}
