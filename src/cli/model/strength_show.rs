//! `bayeschess model show` for a strength model: its scales.

use std::path::Path;

use bayeschess::model::{StrengthModel, StrengthModelCard, StyleTableError, is_strength_model};
use serde::Serialize;

use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use crate::cli::style::strength::{ScaleCountsJson, scales, scales_text};

/// The name of the strength model that ships with the program.
const SHIPPED: &str = "strength";

#[derive(Serialize)]
struct StrengthModelJson<'a> {
    model: &'a str,
    #[serde(flatten)]
    card: &'a StrengthModelCard,
    scales: Vec<ScaleCountsJson>,
}

/// Loads a strength model; `None` if the name means another kind of model.
pub(super) fn load(name: &str) -> Result<Option<StrengthModel>, StyleTableError> {
    if name == SHIPPED {
        return StrengthModel::shipped().map(Some);
    }
    let file = Path::new(name);
    if is_strength_model(file) {
        StrengthModel::load(file).map(Some)
    } else {
        Ok(None)
    }
}

/// Shows the scales of a strength model.
pub(super) fn show(model: &StrengthModel, json: JsonFlag) -> anyhow::Result<RunStatus> {
    let card = model.card();
    let shown = StrengthModelJson {
        model: &card.checksum,
        card,
        scales: scales(model.counts()),
    };
    if json.json {
        print_json(&shown)?;
    } else {
        print(&format!(
            "strength model {}, counted from {} sides of games with version {}, {} nodes for each position\n\n{}",
            card.checksum,
            card.sides,
            card.version,
            card.nodes,
            scales_text(&shown.scales)
        ))?;
    }
    Ok(RunStatus::Success)
}
