//! What a tuning is to find out, as its journal notes it: the recipe, and the options with the values that are tried.

use serde::{Deserialize, Serialize};

use super::option::TunedOption;
use super::recipe::TuneRecipe;
use super::result::TuneResult;

/// What a tuning is to find out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningPlan {
    /// The engine's name by its own word, or that of its file.
    pub engine: String,
    /// The recipe.
    pub recipe: TuneRecipe,
    /// The options with the values that are tried.
    pub options: Vec<TunedOption>,
}

impl TuningPlan {
    /// Returns the names of the options with the values that the engine has without tuning.
    pub fn start(&self) -> Vec<(String, String)> {
        let options = self.options.iter();
        options
            .map(|option| (option.drawn.name.clone(), option.start_value().to_owned()))
            .collect()
    }

    /// Returns the number of games in which these values play those of the start; 0 if nothing differs or the recipe
    /// wants none.
    pub fn validation_games(&self, best: &[(String, String)]) -> u32 {
        if *best == *self.start() {
            0
        } else {
            self.recipe.validation_games
        }
    }

    /// Returns the engine with the best values, as `match` and `tournament` take it.
    pub fn player(&self, result: &TuneResult) -> String {
        let changed = result
            .options
            .iter()
            .filter(|option| option.best != option.start);
        let settings = changed.map(|option| format!(";{}={}", option.name, option.best));
        format!("{}{}", self.recipe.engine, settings.collect::<String>())
    }

    /// Returns a sentence if no tuning can have this plan: it was read from a file that somebody changed.
    pub(super) fn fault(&self) -> Option<String> {
        let wrong = self.options.iter().find(|option| !option.can_be_tuned());
        wrong.map(|option| {
            format!(
                "option {}: it has {} values, and number {} is the start",
                option.drawn.name,
                option.drawn.values.len(),
                option.start
            )
        })
    }
}
