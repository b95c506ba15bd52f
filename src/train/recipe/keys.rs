//! Every key of a recipe with its meaning, in English and Spanish: the one source for forms and the reference.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// The keys of all kinds of recipes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipeKeys {
    /// Tables of a training.
    pub train: Vec<RecipeTable>,
    /// Tables of self-play.
    pub selfplay: Vec<RecipeTable>,
    /// Tables of a match.
    #[serde(rename = "match")]
    pub between: Vec<RecipeTable>,
    /// Tables of a tuning.
    pub tune: Vec<RecipeTable>,
}

/// A table of a recipe, with its keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipeTable {
    /// Name of the table; empty for the top level.
    pub name: String,
    /// True if leaving out the whole table means something else than its defaults.
    #[serde(default)]
    pub is_optional: bool,
    /// True if a recipe has one such table for each of several names: `[options.NAME]`.
    #[serde(default)]
    pub is_repeated: bool,
    /// Heading in English.
    pub heading: String,
    /// Heading in Spanish.
    pub heading_es: String,
    /// Keys of the table.
    pub keys: Vec<RecipeKey>,
}

/// A key of a recipe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipeKey {
    /// Name within its table.
    pub name: String,
    /// Kind of its value.
    pub value: KeyValue,
    /// Words that may be its value, if it is a choice.
    #[serde(default)]
    pub choices: Vec<String>,
    /// Meaning in English.
    pub meaning: String,
    /// Meaning in Spanish.
    pub meaning_es: String,
}

/// The kind of a key's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyValue {
    /// Any text.
    Text,
    /// One heuristic that is not drawn at random.
    Heuristic,
    /// A heuristic, which may be drawn at random.
    Player,
    /// A whole number.
    Whole,
    /// A number.
    Real,
    /// True or false.
    Truth,
    /// One of some words.
    Choice,
    /// Several words or numbers.
    Several,
}

impl RecipeKeys {
    /// Returns the keys of all kinds of recipes.
    pub fn all() -> &'static Self {
        static KEYS: LazyLock<RecipeKeys> = LazyLock::new(|| {
            #[expect(clippy::expect_used, reason = "a test reads the embedded file")]
            toml::from_str(include_str!("../../../data/recipe-keys.toml")).expect("valid")
        });
        &KEYS
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::train::TrainingRecipe;
    use crate::train::tune::TuneRecipe;

    /// A recipe in which every optional table and key is given.
    const FULL: &str = "title = \"x\"\nstart = \"initial\"\nseed = 1\n\
        [games]\nnumber = 2\nnodes = 1\nplayed_out = true\n\
        [design]\ntables = true\nonce = true\n\
        [positions]\nteacher = 10\ntrust = 0.5\ntaught_by = \"initial\"\n\
        [step]\nrule = \"shrunk\"\ngain = 0.3\nmost = 1.5\nneighbours = 1.0\n\
        [schedule]\ngames = 1.1\nfield = 0.9\nmemory = 2\n\
        [validation.sprt]\nelo0 = 0.0\nelo1 = 5.0\ngames = 100\n\
        [objectives]\ngames = 2\nreach = 1.0\n";

    fn names(table: &toml::Table, around: &str, found: &mut BTreeSet<String>) {
        for (name, value) in table {
            let name = format!("{around}{name}");
            match value.as_table() {
                Some(inner) => names(inner, &format!("{name}."), found),
                None => drop(found.insert(name)),
            }
        }
    }

    #[test]
    fn every_key_of_a_training_is_explained_and_no_other() {
        let recipe: TrainingRecipe = toml::from_str(FULL).expect("a recipe");
        let mut wanted = BTreeSet::new();
        let written: toml::Table = toml::from_str(&recipe.canonical()).expect("TOML");
        names(&written, "", &mut wanted);
        // Keys of other rules.
        wanted.extend(["step.seed".to_owned(), "step.rate".to_owned()]);
        assert_eq!(explained(&RecipeKeys::all().train), wanted);
    }

    /// The names of all keys with their tables; a name between them is left out.
    fn explained(tables: &[RecipeTable]) -> BTreeSet<String> {
        let keys = tables.iter().flat_map(|table| {
            table.keys.iter().map(|key| {
                let dot = if table.name.is_empty() { "" } else { "." };
                format!("{}{dot}{}", table.name, key.name)
            })
        });
        keys.collect()
    }

    #[test]
    fn every_key_of_a_tuning_is_explained_and_no_other() {
        let all = "engine = \"uci:e\"\nmethod = \"spsa\"\ngames = 2\nvalidation_games = 2\nseed = 1\n\
            pairs_per_step = 8\nrate = 0.1\nnodes = 1\ndepth = 1\nmovetime = 1\ntc = \"1\"\n\
            openings = \"random\"\nadjudicate = true\nresign = \"4,600\"\ndraw = \"40,8,10\"\ntime_margin = 1\nmax_plies = 9\n\
            [options.A]\nfrom = 1\nto = 2\nlevels = 2\nvalues = [1]\nstart = 1\n";
        let recipe: TuneRecipe = toml::from_str(all).expect("every key is known");
        let mut wanted = BTreeSet::new();
        let written: toml::Table = toml::from_str(&recipe.canonical()).expect("TOML");
        names(&written, "", &mut wanted);
        let wanted: BTreeSet<String> = wanted
            .iter()
            .map(|name| name.replace("options.A.", "options."))
            .collect();
        assert_eq!(explained(&RecipeKeys::all().tune), wanted);
    }

    #[test]
    fn every_explanation_stands_in_both_languages() {
        let keys = RecipeKeys::all();
        for table in [&keys.train, &keys.selfplay, &keys.between, &keys.tune]
            .into_iter()
            .flatten()
        {
            assert!(!table.heading_es.is_empty() && table.heading != table.heading_es);
            for key in &table.keys {
                let name = &key.name;
                assert!(
                    !key.meaning.is_empty() && key.meaning != key.meaning_es,
                    "{name}"
                );
                assert_eq!(
                    key.value == KeyValue::Choice,
                    !key.choices.is_empty(),
                    "{name}"
                );
            }
        }
    }
}
