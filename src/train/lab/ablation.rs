//! The ablation: for each feature a match of the engine with it against the engine without it.
//!
//! All matches have the same openings, so that they differ by the feature alone. At fixed nodes or
//! depth a row repeats to the last pair on any number of threads.

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};

use super::feature::Feature;
use super::{LabError, MeasurementLog, recipe_of};
use crate::arena::elo::EloEstimate;
use crate::arena::external::{EngineTimeouts, OutputCheck};
use crate::arena::tournament::{AfterCrash, AfterPanic, gauntlet};
use crate::arena::{
    Entrant, EntrantKind, MatchEnd, MatchScore, ScoreListener, Tournament, TournamentStandings,
    opening_seed,
};
use crate::cancel::CancelFlag;
use crate::heuristic::Heuristic;
use crate::model::HeuristicSource;
use crate::play::GameRules;
use crate::play::time_control::ThinkingLimits;
use crate::play::{Openings, RandomOpenings};
use crate::plot::{Axis, ReferenceLine, RowChart, RowSeries, RowValue};
use crate::search::{SearchSettings, TableSize};
use crate::train::Completion;
use crate::train::result_sheet::SheetRow;
use crate::units::round_to;

/// The features to leave out, and how each is measured.
#[derive(Clone, Debug)]
pub struct Ablation {
    /// The weights of the whole engine.
    pub heuristic: Heuristic,
    /// The features to leave out, one after another.
    pub features: Vec<Feature>,
    /// The search limits for each move.
    pub thinking: ThinkingLimits,
    /// Games for each feature, an even number.
    pub games: u32,
    /// The seed of the openings.
    pub seed: u64,
    /// When a game is over.
    pub rules: GameRules,
}

/// The measured value of one feature; all numbers are from the point of view of the side that has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AblationRow {
    /// The recipe's hash.
    pub recipe: String,
    /// `search`, `evaluation` or, of a feature with parts of either, `both`.
    pub kind: String,
    /// The techniques and terms, with `+` between them.
    pub feature: String,
    /// Games of the match.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs without a point.
    pub pairs_0: u64,
    /// Pairs with half a point.
    pub pairs_half: u64,
    /// Pairs with one point.
    pub pairs_1: u64,
    /// Pairs with one and a half points.
    pub pairs_3_half: u64,
    /// Pairs with both points.
    pub pairs_2: u64,
    /// The share of the points.
    pub score: f64,
    /// Logistic Elo.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub elo_error_95: f64,
    /// Probability that the feature gains, from 0 to 1 (likelihood of superiority).
    pub los: f64,
    /// Games lost on time, of either side.
    pub time_forfeits: u64,
    /// The mean depth of the side that has it, in plies.
    pub depth_with: Option<f64>,
    /// The mean depth of the side without it, in plies.
    pub depth_without: Option<f64>,
    /// How long the match took.
    pub seconds: f64,
}

impl SheetRow for AblationRow {
    fn recipe(&self) -> &str {
        &self.recipe
    }
}

impl AblationRow {
    fn new(recipe: &str, feature: &Feature, sheet: &TournamentStandings) -> Option<Self> {
        let standing = sheet.pairings.first()?;
        let EloEstimate {
            score,
            elo,
            elo_error_95,
            los,
            ..
        } = standing.counts.estimate();
        let [pairs_0, pairs_half, pairs_1, pairs_3_half, pairs_2] = standing.counts.0;
        let [with, without] = &sheet.players[..] else {
            return None;
        };
        let depth = |mean: Option<f64>| mean.map(|mean| round_to(mean, 2));
        Some(Self {
            recipe: recipe.to_owned(),
            kind: feature.kind().to_owned(),
            feature: feature.to_string(),
            games: standing.games(),
            wins: standing.results.wins,
            draws: standing.results.draws,
            losses: standing.results.losses,
            pairs_0,
            pairs_half,
            pairs_1,
            pairs_3_half,
            pairs_2,
            score: round_to(score, 4),
            elo: round_to(elo, 2),
            elo_error_95: round_to(elo_error_95, 2),
            los: round_to(los, 4),
            time_forfeits: with.faults.time_forfeits + without.faults.time_forfeits,
            depth_with: depth(with.conduct.mean_depth()),
            depth_without: depth(without.conduct.mean_depth()),
            seconds: round_to(sheet.elapsed.as_secs_f64(), 3),
        })
    }
}

impl Ablation {
    /// Names the settings, the weights and the program, but not the features: more of them extend
    /// a sheet.
    pub fn recipe(&self) -> String {
        let GameRules {
            margin,
            adjudication,
            by_score,
            max_plies,
        } = &self.rules;
        let settings = [
            "ablation".to_owned(),
            self.thinking.to_string(),
            self.games.to_string(),
            self.seed.to_string(),
            format!("{margin:?} {adjudication:?} {by_score:?} {max_plies:?}"),
        ];
        recipe_of(&self.heuristic, &settings)
    }

    /// Plays the missing matches and adds each to the log at once. `tell` is called with the score after every
    /// pair.
    /// the standing after every pair of games.
    ///
    /// # Errors
    ///
    /// A match that cannot be played, or a sheet that cannot be written.
    pub fn measure(
        &self,
        notebook: &mut MeasurementLog<AblationRow>,
        threads: NonZeroUsize,
        stop: &CancelFlag,
        tell: &mut dyn FnMut(&Feature, &MatchScore),
    ) -> Result<Completion, LabError> {
        let recipe = self.recipe();
        for feature in &self.features {
            let name = feature.to_string();
            if notebook.rows().iter().any(|row| row.feature == name) {
                continue;
            }
            let mut tell_score = ScoreListener(|score: &MatchScore| tell(feature, score));
            let tournament = self.tournament(feature);
            let (sheet, end) = tournament.play(threads, Vec::new(), stop, &mut tell_score)?;
            if end != MatchEnd::Complete {
                return Ok(Completion::Stopped);
            }
            notebook.add(
                AblationRow::new(&recipe, feature, &sheet)
                    .into_iter()
                    .collect(),
            )?;
        }
        Ok(Completion::Complete)
    }

    fn tournament(&self, feature: &Feature) -> Tournament {
        let table = if self.thinking.is_repeatable() {
            TableSize::SMALL
        } else {
            TableSize::DEFAULT
        };
        let names = ["with", "without"];
        let sides = feature.sides(&self.heuristic).into_iter().zip(names);
        let players: Vec<Entrant> = sides
            .map(|((heuristic, techniques), name)| Entrant {
                name: format!("{name} {feature}"),
                thinking: self.thinking,
                kind: EntrantKind::Heuristic {
                    source: HeuristicSource::fixed(heuristic),
                    settings: SearchSettings {
                        table,
                        techniques,
                        ..SearchSettings::default()
                    },
                },
            })
            .collect();
        Tournament {
            event: format!("bayeschess lab ablate: {feature}"),
            pairings: gauntlet(players.len()),
            players,
            rounds: self.games / 2,
            seed: self.seed,
            openings: Openings::random(RandomOpenings::default(), opening_seed(self.seed)),
            rules: self.rules,
            patience: EngineTimeouts::default(),
            check: OutputCheck::Moves,
            after_crash: AfterCrash::default(),
            after_panic: AfterPanic::default(),
            sprt: None,
            wants_pgn: false,
        }
    }

    /// Creates the chart of each feature's gain with its error.
    pub fn chart(&self, rows: &[AblationRow]) -> RowChart {
        let value = |row: &AblationRow| RowValue {
            x: row.elo,
            error: row.elo_error_95,
            is_more: false,
        };
        let series = ["search", "evaluation"].map(|kind| RowSeries {
            name: kind.to_owned(),
            values: rows
                .iter()
                .map(|row| (row.kind == kind).then(|| value(row)))
                .collect(),
        });
        RowChart {
            title: "What each feature is worth".to_owned(),
            subtitle: format!(
                "the engine with it against the engine without it; {}, {} games each, 95 % intervals",
                self.thinking, self.games
            ),
            x_label: "Elo".to_owned(),
            x_axis: Axis::Linear,
            reference: Some(ReferenceLine {
                y: 0.0,
                name: "nothing".to_owned(),
            }),
            names: rows.iter().map(|row| row.feature.clone()).collect(),
            series: series.to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Existing;
    use crate::play::Adjudication;
    use crate::play::score_adjudication::ScoreRules;
    use crate::search::Technique;
    use crate::units::Ply;
    use std::time::Duration;

    fn ablation(features: &[Technique]) -> Ablation {
        Ablation {
            heuristic: Heuristic::initial(),
            features: features.iter().copied().map(Feature::from).collect(),
            thinking: ThinkingLimits {
                nodes: Some(150),
                ..ThinkingLimits::default()
            },
            games: 4,
            seed: 3,
            rules: GameRules {
                margin: Duration::ZERO,
                adjudication: Adjudication::Off,
                by_score: ScoreRules::default(),
                max_plies: Ply(60),
            },
        }
    }

    fn measured(ablation: &Ablation, threads: usize) -> Vec<AblationRow> {
        let mut notebook = MeasurementLog::open(None, "", Existing::Keep).expect("in memory");
        let threads = NonZeroUsize::new(threads).expect("not zero");
        let progress = ablation.measure(&mut notebook, threads, &CancelFlag::new(), &mut |_, _| {});
        assert_eq!(progress.expect("measured"), Completion::Complete);
        let mut rows = notebook.rows().to_vec();
        for row in &mut rows {
            row.seconds = 0.0;
        }
        rows
    }

    #[test]
    fn rows_repeat_on_any_number_of_threads() {
        let ablation = ablation(&[Technique::Quiescence, Technique::MtdF]);
        let rows = measured(&ablation, 1);
        assert_eq!(rows, measured(&ablation, 2));
        let names: Vec<&str> = rows.iter().map(|row| row.feature.as_str()).collect();
        assert_eq!(names, ["quiescence", "mtd-f"]);
        assert!(
            rows.iter()
                .all(|row| row.games == 4 && row.depth_with.is_some())
        );
        assert_eq!(ablation.chart(&rows).names.len(), 2);
    }

    #[test]
    fn a_stopped_match_leaves_no_row_and_more_features_extend_the_sheet() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("ablation.csv");
        let few = ablation(&[Technique::Killers]);
        let open = |ablation: &Ablation| {
            MeasurementLog::open(Some(&file), &ablation.recipe(), Existing::Keep).expect("a sheet")
        };
        let (stop, mut notebook) = (CancelFlag::new(), open(&few));
        let one = NonZeroUsize::MIN;
        let mut stop_at_once = |_: &Feature, _: &MatchScore| stop.stop();
        let progress = few.measure(&mut notebook, one, &stop, &mut stop_at_once);
        assert_eq!(progress.expect("stopped"), Completion::Stopped);
        drop(notebook);
        assert!(open(&few).rows().is_empty());
        let go_on = |ablation: &Ablation| {
            let mut notebook = open(ablation);
            let mut heard = 0;
            let progress = ablation.measure(&mut notebook, one, &CancelFlag::new(), &mut |_, _| {
                heard += 1;
            });
            assert_eq!(progress.expect("measured"), Completion::Complete);
            (notebook.rows().len(), heard)
        };
        assert_eq!(go_on(&few), (1, 2));
        assert_eq!(
            go_on(&ablation(&[Technique::Killers, Technique::History])),
            (2, 2)
        );
    }
}
