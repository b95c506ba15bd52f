//! What a tuning is to find out, as its journal notes it: the recipe, and the options with the values that are tried.

use serde::{Deserialize, Serialize};

use super::method::TuneMethod;
use super::option::TunedOption;
use super::outcomes::TuneOutcomes;
use super::recipe::TuneRecipe;
use super::result::TuneResult;
use super::spsa::SpsaPath;
use crate::arena::external::EngineSpec;
use crate::arena::external::engine_line::DeclaredOption;
use crate::train::recipe::{RecipeFault, ValueFault};

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

impl TuneRecipe {
    /// Returns the options to be tuned with their values, of those that the engine declares.
    ///
    /// # Errors
    ///
    /// [`RecipeFault`] for an option that the engine does not have, or that cannot be tuned as the recipe says.
    pub fn tuned_options(
        &self,
        engine: &EngineSpec,
        declared: &[DeclaredOption],
    ) -> Result<Vec<TunedOption>, RecipeFault> {
        let wrong = |key, fault, what| RecipeFault { key, fault, what };
        let mut options: Vec<TunedOption> = Vec::new();
        for (name, asked) in &self.options {
            let is_it = |known: &str| known.eq_ignore_ascii_case(name);
            let key = format!("options.{name}");
            if let Some(twin) = options.iter().find(|option| is_it(&option.drawn.name)) {
                let twin = &twin.drawn.name;
                let what = format!("the option {twin} is there twice; name it once");
                return Err(wrong(key, ValueFault::Other, what));
            }
            let Some(found) = declared.iter().find(|option| is_it(&option.name)) else {
                let known: Vec<String> =
                    declared.iter().map(|option| option.name.clone()).collect();
                let listed = known.join(", ");
                let what = format!("the engine has no option '{name}'; it has: {listed}");
                let word = name.clone();
                return Err(wrong(key, ValueFault::UnknownWord { word, known }, what));
            };
            let fixed = engine.options.iter().find(|(set, _)| is_it(set));
            let fixed = fixed.and_then(|(_, value)| value.as_deref());
            let option =
                TunedOption::of(found, asked, fixed).and_then(|option| match self.method {
                    TuneMethod::Trial => Ok(option),
                    TuneMethod::Spsa => option.moving(asked),
                });
            let option = option.map_err(|error| {
                let key = error
                    .key
                    .map_or(key.clone(), |last| format!("{key}.{last}"));
                wrong(key, error.fault, format!("option {name}: {}", error.what))
            })?;
            options.push(option);
        }
        Ok(options)
    }
}

impl TuningPlan {
    /// Evaluates the outcomes of the pairs played so far, by the method of the recipe.
    pub fn result(&self, outcomes: &TuneOutcomes) -> TuneResult {
        let (options, seed) = (&self.options, self.recipe.seed);
        match self.recipe.spsa() {
            None => TuneResult::of(options, outcomes, seed),
            Some(settings) => {
                let path = SpsaPath::replayed(options, settings, seed, outcomes);
                TuneResult::of_path(options, &path, outcomes)
            }
        }
    }

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
        let asked = &self.recipe.options;
        let has_own_start = |name: &str| {
            let mut same = asked
                .iter()
                .filter(|(key, _)| key.eq_ignore_ascii_case(name));
            same.any(|(_, range)| range.start.is_some())
        };
        let needed = result
            .options
            .iter()
            .filter(|option| option.best != option.start || has_own_start(&option.name));
        let settings = needed.map(|option| {
            let [name, value] = [&option.name, &option.best].map(|text| in_notation(text));
            // Some names are settings of the match; behind `option.` all are the engine's.
            format!(";option.{name}={value}")
        });
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

/// Returns a text as the users' notation of an engine takes it: a semicolon or a quote stands between quotes.
fn in_notation(text: &str) -> String {
    text.chars().fold(String::new(), |mut written, letter| {
        match letter {
            ';' | '"' => written.extend(['\'', letter, '\'']),
            '\'' => written.push_str("\"'\""),
            _ => written.push(letter),
        }
        written
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::DrawnOption;
    use crate::train::tune::OptionKind;
    use crate::train::tune::OptionRange;

    #[test]
    fn a_start_that_the_recipe_gave_is_named_and_the_engine_s_own_is_not() {
        let mut recipe = TuneRecipe::first("uci:./engine");
        let given = OptionRange {
            start: Some("50".to_owned()),
            ..OptionRange::default()
        };
        recipe.options.insert("given".to_owned(), given);
        recipe
            .options
            .insert("Own".to_owned(), OptionRange::default());
        let option = |name: &str| TunedOption {
            drawn: DrawnOption {
                name: name.to_owned(),
                values: vec!["50".to_owned(), "60".to_owned()],
            },
            kind: OptionKind::Choice,
            start: 0,
            range: None,
        };
        let plan = TuningPlan {
            engine: "Engine".to_owned(),
            recipe,
            options: vec![option("Given"), option("Own")],
        };
        let result = TuneResult::of(&plan.options, &TuneOutcomes::default(), 1);
        assert_eq!(plan.player(&result), "uci:./engine;option.Given=50");
    }

    #[test]
    fn the_best_values_can_be_read_whatever_the_options_are_called() {
        let named = ["Semi;colon", "It's", "A \"b\"", "Plain", "depth", "name"];
        let plan = TuningPlan {
            engine: "Engine".to_owned(),
            recipe: TuneRecipe::first("uci:./engine --flag;Threads=1"),
            options: named
                .map(|name| TunedOption {
                    drawn: DrawnOption {
                        name: name.to_owned(),
                        values: vec!["0".to_owned(), "x;'\"".to_owned()],
                    },
                    kind: OptionKind::Choice,
                    start: 0,
                    range: None,
                })
                .to_vec(),
        };
        let mut result = TuneResult::of(&plan.options, &TuneOutcomes::default(), 1);
        for option in &mut result.options {
            option.best = "x;'\"".to_owned();
        }
        let best = TuneRecipe::first(&plan.player(&result));
        let (spec, _) = best.player().expect("it can be read");
        let mut settings = spec.options.into_iter();
        assert_eq!(
            settings.next(),
            Some(("Threads".to_owned(), Some("1".to_owned())))
        );
        let expected = named.map(|name| (name.to_owned(), Some("x;'\"".to_owned())));
        assert_eq!(settings.collect::<Vec<_>>(), expected);
    }
}
