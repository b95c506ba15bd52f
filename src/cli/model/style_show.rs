//! `bayeschess model show` for a style model: its players.

use bayeschess::model::{StyleModel, StyleSource};
use serde::Serialize;

use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use crate::cli::style::norms::{PopulationJson, populations, populations_text};
use crate::cli::text_table::TextTable;

#[derive(Serialize)]
struct StyleModelJson<'a> {
    model: &'a str,
    schema: &'a str,
    version: &'a str,
    games: u64,
    sources: &'a [StyleSource],
    /// What is usual among players who are no masters, if it was counted.
    norms: Vec<PopulationJson>,
}

/// Shows the players that a style model was trained on.
///
/// # Errors
///
/// When standard output fails.
pub(super) fn show(model: &StyleModel, json: JsonFlag) -> anyhow::Result<RunStatus> {
    let card = model.card();
    let shown = StyleModelJson {
        model: model.checksum(),
        schema: &card.schema,
        version: &card.version,
        games: card.games,
        sources: &card.sources,
        norms: populations(model.knowledge().norms()),
    };
    if json.json {
        print_json(&shown)?;
    } else {
        print(&text(&shown))?;
    }
    Ok(RunStatus::Success)
}

fn text(shown: &StyleModelJson<'_>) -> String {
    let mut text = format!(
        "style model {} ({}), trained on {} games of {} players with version {}\n\n",
        shown.model,
        shown.schema,
        shown.games,
        shown.sources.len(),
        shown.version
    );
    let mut table = TextTable::new(&["file", "style"], &["games", "halved"]);
    for source in shown.sources {
        table.row(&[&source.file, &source.style, &source.games, &source.halved]);
    }
    text += &table.to_string();
    if !shown.norms.is_empty() {
        text += "\ncompared with their peers:\n";
        text += &populations_text(&shown.norms);
    }
    text
}
