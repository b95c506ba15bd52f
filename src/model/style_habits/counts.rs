//! The counts of a style model by habits, in the part of its file below the card.
//!
//! A row of counts is one string of numbers, in which `-7` stands for seven zeros.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bayes::{counts_from_text, counts_to_text};
use crate::files;
use crate::model::habit_cuts::{self, HabitCutsRow};
use crate::style::{
    AttributePairCounts, BackgroundCounts, HabitCounts, PlayerCounts, PopulationNorms, SignLayout,
    StageCounts, Style,
};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    background: String,
    stages: String,
    pairs: String,
    /// The norms of populations, if they were counted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    norms: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    norm_stages: String,
    habits: Vec<HabitCutsRow>,
    players: Vec<PlayerRow>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerRow {
    name: String,
    style: Style,
    cells: String,
    values: String,
}

/// Writes the counts as the lower part of a model's file.
pub(super) fn content(knowledge: &HabitCounts) -> String {
    let [whole, stages] = knowledge.norms().counts();
    let content = Content {
        background: counts_to_text(knowledge.background().counts()),
        stages: counts_to_text(knowledge.stages().counts()),
        pairs: counts_to_text(knowledge.pairs().counts()),
        norms: counts_to_text(whole),
        norm_stages: counts_to_text(stages),
        habits: habit_cuts::rows_of(knowledge.borders()),
        players: knowledge
            .players()
            .iter()
            .map(|(name, player)| PlayerRow {
                name: name.clone(),
                style: player.style(),
                cells: counts_to_text(player.cells()),
                values: counts_to_text(player.values()),
            })
            .collect(),
    };
    toml::to_string(&content).unwrap_or_else(|error| unreachable!("plain rows are TOML: {error}"))
}

/// Reads the counts from the lower part of a model's file.
///
/// # Errors
///
/// The fault of the text.
pub(super) fn knowledge(text: &str) -> Result<HabitCounts, String> {
    let content: Content = files::from_toml(text).map_err(|fault| fault.to_string())?;
    let borders = habit_cuts::borders_of(content.habits)?;
    let layout = SignLayout::new(&borders);
    let background = BackgroundCounts::from_counts(
        counts_from_text(&content.background, "background")?,
        &layout,
    );
    let stages = StageCounts::from_counts(counts_from_text(&content.stages, "stages")?, &layout);
    let pairs = AttributePairCounts::from_counts(
        counts_from_text(&content.pairs, "pairs")?,
        layout.width(),
    )
    .ok_or("pairs: the number of counts does not fit the thresholds")?;
    let norms = PopulationNorms::from_counts(
        counts_from_text(&content.norms, "norms")?,
        counts_from_text(&content.norm_stages, "norm_stages")?,
        &layout,
    );
    let mut players = BTreeMap::new();
    for row in content.players {
        let (cells, values) = (
            counts_from_text(&row.cells, &row.name)?,
            counts_from_text(&row.values, &row.name)?,
        );
        players.insert(
            row.name,
            PlayerCounts::from_counts(row.style, cells, values),
        );
    }
    HabitCounts::from_tables(borders, background, stages, players, pairs, norms)
        .map_err(|error| error.to_string())
}
