//! `bayeschess model diff` for two style models: the players whose games differ.

use std::collections::BTreeMap;

use bayeschess::model::{AnyStyleModel, StyleSource};
use serde::Serialize;

use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;

#[derive(Serialize)]
struct StyleDiffJson {
    before: String,
    after: String,
    changed: usize,
    moves: Vec<StyleChangeJson>,
}

/// A player whose number of games differs.
#[derive(Serialize)]
struct StyleChangeJson {
    file: String,
    style: &'static str,
    before: u64,
    after: u64,
}

/// Compares two style models by their checksums, and their players by the number of games.
pub(super) fn diff(
    before: &str,
    after: &str,
    rows: usize,
    json: JsonFlag,
) -> anyhow::Result<RunStatus> {
    let (first, second) = (AnyStyleModel::load(before)?, AnyStyleModel::load(after)?);
    let is_same = first.checksum() == second.checksum();
    let mut changes = changes(sources(&first), sources(&second));
    let difference = StyleDiffJson {
        before: first.checksum().to_owned(),
        after: second.checksum().to_owned(),
        changed: changes.len(),
        moves: {
            changes.truncate(rows);
            changes
        },
    };
    if json.json {
        print_json(&difference)?;
    } else {
        print(&text(&difference, is_same))?;
    }
    Ok(if is_same {
        RunStatus::Success
    } else {
        RunStatus::Findings
    })
}

fn sources(model: &AnyStyleModel) -> &[StyleSource] {
    match model {
        AnyStyleModel::Classic(table) => &table.card().sources,
        AnyStyleModel::Habits(model) => &model.card().sources,
    }
}

/// The players whose games differ, the largest difference first.
fn changes(before: &[StyleSource], after: &[StyleSource]) -> Vec<StyleChangeJson> {
    let mut games: BTreeMap<(&str, &'static str), [u64; 2]> = BTreeMap::new();
    for (sources, place) in [(before, 0), (after, 1)] {
        for source in sources {
            let player = (source.file.as_str(), source.style.name());
            games.entry(player).or_default()[place] += source.games;
        }
    }
    let mut changes: Vec<StyleChangeJson> = games
        .into_iter()
        .filter(|(_, [before, after])| before != after)
        .map(|((file, style), [before, after])| StyleChangeJson {
            file: file.to_owned(),
            style,
            before,
            after,
        })
        .collect();
    changes.sort_by_key(|change| std::cmp::Reverse(change.before.abs_diff(change.after)));
    changes
}

fn text(difference: &StyleDiffJson, is_same: bool) -> String {
    if is_same {
        return "the models are the same\n".to_owned();
    }
    let text = format!(
        "style model {} and {} differ, by the games of {} players\n",
        difference.before, difference.after, difference.changed
    );
    let mut table = TextTable::new(&["file", "style"], &["games before", "after"]);
    for change in &difference.moves {
        table.row(&[&change.file, &change.style, &change.before, &change.after]);
    }
    text + &table.to_string()
}
