//! Learned weights with their doubt: tables of one generation, the history of one parameter, and models to play with.

use std::path::Path;

use serde::Serialize;

use crate::bayes::half_width_95;
use crate::heuristic::parameter_groups::SideTying;
use crate::heuristic::{Heuristic, Parameter, TablePlace};
use crate::phase::{ByPhase, Phase};
use crate::serve::command::{Problem, ProblemCode};
use crate::serve::learned_player::LearnedPlayer;
use crate::train::{LearnedGeneration, LearnedTables, TrainingOverview};

/// The tables of a generation.
#[derive(Debug, Serialize)]
struct LearnedTablesJson {
    generation: usize,
    generations: usize,
    family: &'static str,
    /// True if both sides share their levels, so that one side stands for both.
    is_tied: bool,
    tables: Vec<LearnedTableJson>,
}

/// A table of weights.
#[derive(Debug, Serialize)]
struct LearnedTableJson {
    name: String,
    is_board: bool,
    cells: Vec<LearnedCellJson>,
}

/// A weight in its table.
#[derive(Debug, Serialize)]
struct LearnedCellJson {
    parameter: String,
    /// Square, number, or empty.
    place: String,
    phases: ByPhase<LearnedWeightJson>,
}

/// A weight in one phase.
#[derive(Clone, Copy, Debug, Serialize)]
struct LearnedWeightJson {
    /// In centipawns, at the start.
    start: i32,
    /// In centipawns, in the model after the generation.
    weight: i32,
    /// Expected points in 100 games for one level more; `None` if weights were fitted.
    effect: Option<f64>,
    effect_error_95: Option<f64>,
    /// Half the width of the interval of a fitted weight, in centipawns; `None` if it was not fitted.
    weight_error_95: Option<f64>,
}

/// A parameter by generation.
#[derive(Debug, Serialize)]
struct ParameterHistoryJson {
    parameter: String,
    points: Vec<ParameterPointJson>,
}

/// A parameter after one generation.
#[derive(Debug, Serialize)]
struct ParameterPointJson {
    generation: usize,
    phases: ByPhase<LearnedWeightJson>,
}

/// The learned tables of a training's folder.
pub(super) struct LearnedRun {
    tables: LearnedTables,
    first: Heuristic,
    is_tied: bool,
}

impl LearnedRun {
    /// Reads the tables of a folder.
    pub fn read(folder: &Path) -> Result<Self, Problem> {
        let storage =
            |error: crate::train::TrainError| Problem::new(ProblemCode::Storage, error.to_string());
        let recipe = TrainingOverview::read(folder).map_err(storage)?.recipe;
        let tables = LearnedTables::read(&recipe, folder).map_err(storage)?;
        let first = tables.model_after(0).ok_or_else(|| {
            Problem::new(ProblemCode::NotLearned, "no generation is finished yet")
        })?;
        Ok(Self {
            tables,
            first,
            is_tied: recipe.design.twins == SideTying::Tied,
        })
    }

    /// Returns the tables after a generation, the last one by default, as JSON.
    pub fn tables(&self, generation: Option<usize>) -> Result<String, Problem> {
        let (number, model, learned) = self.at(generation)?;
        let mut tables: Vec<LearnedTableJson> = Vec::new();
        for (index, parameter) in self.first.schema().parameters().iter().enumerate() {
            if self.is_tied && parameter.side.is_second() || parameter.is_never_used() {
                continue;
            }
            let name = format!("{}{}", parameter.side.prefix(), parameter.table);
            let is_board = matches!(parameter.place, TablePlace::Square(_));
            let cell = LearnedCellJson {
                parameter: parameter.name.clone(),
                place: place_of(parameter),
                phases: self.weights(&model, learned, index),
            };
            let known = tables
                .iter_mut()
                .find(|table| table.name == name && table.is_board == is_board);
            match known {
                Some(table) => table.cells.push(cell),
                None => tables.push(LearnedTableJson {
                    name,
                    is_board,
                    cells: vec![cell],
                }),
            }
        }
        let answer = LearnedTablesJson {
            generation: number,
            generations: self.tables.generations.len(),
            family: self.first.schema().name(),
            is_tied: self.is_tied,
            tables,
        };
        Ok(serde_json::to_string(&answer).unwrap_or_default())
    }

    /// Returns a parameter by generation as JSON.
    pub fn history(&self, parameter: &str) -> Result<String, Problem> {
        let index = self.first.schema().position_of(parameter);
        let index = index.ok_or_else(|| {
            Problem::new(
                ProblemCode::NotLearned,
                "this training has no such parameter",
            )
        })?;
        let point = |(number, learned): (usize, &LearnedGeneration)| {
            let model = self.tables.model_after(number)?;
            Some(ParameterPointJson {
                generation: number,
                phases: self.weights(&model, learned, index),
            })
        };
        let answer = ParameterHistoryJson {
            parameter: parameter.to_owned(),
            points: (1..)
                .zip(&self.tables.generations)
                .filter_map(point)
                .collect(),
        };
        Ok(serde_json::to_string(&answer).unwrap_or_default())
    }

    /// Returns the model after a generation as a player of that name.
    pub fn player(&self, name: &str, generation: Option<usize>) -> Result<LearnedPlayer, Problem> {
        let (number, heuristic, _) = self.at(generation)?;
        Ok(LearnedPlayer {
            name: format!("{name}, generation {number}"),
            heuristic,
        })
    }

    /// Returns a generation, the last one by default, with its number and its model.
    fn at(
        &self,
        generation: Option<usize>,
    ) -> Result<(usize, Heuristic, &LearnedGeneration), Problem> {
        let all = &self.tables.generations;
        let number = generation.unwrap_or(all.len());
        let learned = number.checked_sub(1).and_then(|place| all.get(place));
        self.tables
            .model_after(number)
            .zip(learned)
            .map(|(model, learned)| (number, model, learned))
            .ok_or_else(|| {
                let sentence = format!("give a generation from 1 to {}", all.len());
                Problem::new(ProblemCode::NotLearned, sentence)
            })
    }

    fn weights(
        &self,
        model: &Heuristic,
        learned: &LearnedGeneration,
        index: usize,
    ) -> ByPhase<LearnedWeightJson> {
        ByPhase::new_with(|phase: Phase| {
            let weight = |heuristic: &Heuristic| {
                let weights = &heuristic.weights()[phase];
                weights.get(index).copied().unwrap_or_default()
            };
            let effect = learned.effects[phase].get(index).copied().flatten();
            let deviation = learned.deviations[phase].get(index).copied();
            LearnedWeightJson {
                start: weight(&self.first),
                weight: weight(model),
                effect: effect.map(|effect| 100.0 * effect.slope),
                effect_error_95: effect.map(|effect| half_width_95(100.0 * effect.error)),
                weight_error_95: deviation.map(half_width_95),
            }
        })
    }
}

fn place_of(parameter: &Parameter) -> String {
    match parameter.place {
        TablePlace::Single => String::new(),
        TablePlace::Number(number) => number.to_string(),
        TablePlace::Square(square) => square.to_string(),
    }
}
