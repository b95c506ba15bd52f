//! The JSON output of `style evaluate`.

use std::collections::BTreeSet;

use bayeschess::bayes::EstimateWithInterval;
use bayeschess::learn::style::PlayerLabel;
use bayeschess::learn::style::evaluate::{LabelledAxes, PopulationScores, StyleMeasures};
use bayeschess::model::StyleModel;
use serde::Serialize;

use super::details::{HabitFamilyJson, LearningPointJson, WithinGroupJson};

#[derive(Serialize)]
pub(super) struct StyleEvaluateJson {
    pub(super) players: usize,
    pub(super) games: usize,
    /// The model that judged; without it every player was judged by the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) model: Option<JudgingModelJson>,
    pub(super) recognisers: Vec<RecogniserJson>,
    /// Area under the ROC curve minus that of the classic recogniser, by number of games.
    pub(super) auc_above_classic: Vec<AucDifferenceJson>,
    /// Results after a number of the player's own moves.
    pub(super) in_progress: Vec<InProgressJson>,
    /// Results for the same players in different circumstances.
    pub(super) within_players: Vec<WithinGroupJson>,
    /// Both axes of the labelled players.
    pub(super) axes: LabelledAxes,
    /// The worth of each group of habits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) ablation: Vec<HabitFamilyJson>,
    /// The learning curve over players and games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) learning_curve: Vec<LearningPointJson>,
    /// Fairness of the recogniser to players who are not masters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) populations: Vec<PopulationScores>,
    /// The players by ascending score.
    pub(super) ranking: Vec<RankedPlayerJson>,
}

/// A model that judged players.
#[derive(Serialize)]
pub(super) struct JudgingModelJson {
    pub(super) checksum: String,
    /// Labelled files of the same name that it learned from.
    pub(super) learned_from: Vec<String>,
}

impl JudgingModelJson {
    pub(super) fn of(model: &StyleModel, players: &[PlayerLabel]) -> Self {
        let is_source = |file: &String| {
            let mut sources = model.card().sources.iter();
            sources.any(|source| source.file == *file)
        };
        let files: BTreeSet<String> = players.iter().map(|player| player.file.clone()).collect();
        Self {
            checksum: model.checksum().to_owned(),
            learned_from: files.into_iter().filter(is_source).collect(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct RecogniserJson {
    pub(super) name: &'static str,
    pub(super) levels: Vec<LevelMeasuresJson>,
}

#[derive(Serialize)]
pub(super) struct LevelMeasuresJson {
    pub(super) games: String,
    #[serde(flatten)]
    pub(super) measures: StyleMeasures,
}

#[derive(Serialize)]
pub(super) struct AucDifferenceJson {
    pub(super) games: String,
    #[serde(flatten)]
    pub(super) difference: EstimateWithInterval,
}

#[derive(Serialize)]
pub(super) struct InProgressJson {
    pub(super) own_moves: u32,
    #[serde(flatten)]
    pub(super) measures: StyleMeasures,
}

#[derive(Serialize)]
pub(super) struct RankedPlayerJson {
    pub(super) player: String,
    pub(super) style: &'static str,
    pub(super) score: f64,
    /// Score from simplifying to complicating.
    pub(super) complicating: Option<f64>,
}
