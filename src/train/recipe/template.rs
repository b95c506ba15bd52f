//! A recipe to begin with: a first training, with every other key beside its meaning.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::keys::{RecipeKeys, RecipeTable};
use super::{Method, PositionLearning, Schedule, TrainingRecipe, Validation};
use crate::heuristic::LevelDesign;
use crate::learn::trial::UpdateRule;

/// The recipe of a first training.
const FIRST: &str = include_str!("../../../training/first.toml");

/// Values of keys that have no default. Together with the defaults of the other keys in their table they can be
/// trained.
const EXAMPLES: &str = "\
[positions]
teacher = 2000
trust = 0.8
taught_by = \"modern:initial\"
[step]
seed = 1
[validation.sprt]
elo0 = 0.0
elo1 = 10.0
games = 4000
[objectives]
games = 24000
reach = 0.25
";

/// Keys of `[step]` that its default rule does not have.
const OF_OTHER_RULES: [&str; 2] = ["seed", "rate"];

/// Returns the text of a recipe that can be run as it is.
///
/// It is that of a first training. Every key stands below its meaning; those at their defaults stand behind `#`,
/// with the default as value, or an example where there is none. Keys of other rules stand behind `##`.
pub fn new_recipe() -> String {
    let read = |text: &str| text.parse::<Table>().unwrap_or_default();
    let (chosen, defaults, examples) = (read(FIRST), defaults(), read(EXAMPLES));
    let mut text = "\
# A recipe for 'bayeschess train'. It can be run as it is; --plan says how long that takes.
# Every key stands below its meaning. Remove the # before a key to set it, and that before
# the [name] of its table; what is shown behind # is the default, or an example where a key
# has none. Keys behind ## go with another rule than the one that is shown.
"
    .to_owned();
    for table in &RecipeKeys::all().train {
        let [chosen, defaults, examples] =
            [&chosen, &defaults, &examples].map(|all| table_at(all, &table.name));
        let others: &[&str] = if table.name == "step" {
            &OF_OTHER_RULES
        } else {
            &[]
        };
        add_table(&mut text, table, chosen, &[defaults, examples], others);
    }
    text
}

/// Returns the defaults of all keys that have one, as the types give them.
fn defaults() -> Table {
    let Ok(mut recipe) = toml::from_str::<TrainingRecipe>(FIRST) else {
        return Table::new();
    };
    recipe.schedule = Schedule::default();
    recipe.validation = Validation::default();
    recipe.positions = Some(PositionLearning::default());
    recipe.step = Some(Method::default().usual_step());
    let mut all = recipe.canonical().parse::<Table>().unwrap_or_default();
    // Canonical text leaves these out at their defaults.
    let LevelDesign { tables, once, .. } = recipe.design;
    let schedule = recipe.schedule;
    let mut left_out = vec![
        ("games", "played_out", recipe.games.played_out.into()),
        ("design", "tables", tables.into()),
        ("design", "once", once.into()),
        ("schedule", "games", schedule.games.into()),
        ("schedule", "field", schedule.field.into()),
        ("schedule", "memory", schedule.memory.into()),
    ];
    for method in Method::ALL {
        match method.usual_step() {
            UpdateRule::Shrunk { neighbours, .. } => {
                left_out.push(("step", "neighbours", neighbours.into()));
            }
            UpdateRule::Spsa { rate } => left_out.push(("step", "rate", rate.into())),
            _ => {}
        }
    }
    for (table, key, value) in left_out {
        if let Some(table) = all.get_mut(table).and_then(Value::as_table_mut) {
            table.insert(key.to_owned(), value);
        }
    }
    all
}

/// Returns the table with this name, whose parts are separated by dots.
fn table_at<'a>(root: &'a Table, name: &str) -> Option<&'a Table> {
    let mut parts = name.split('.').filter(|part| !part.is_empty());
    parts.try_fold(root, |table, part| table.get(part)?.as_table())
}

/// Adds a table: keys with a chosen value as they are, the others behind a mark with the first value found in `shown`.
/// The mark of `others`, which do not go with the keys that are shown, is another one.
pub(in crate::train) fn add_table(
    text: &mut String,
    table: &RecipeTable,
    chosen: Option<&Table>,
    shown: &[Option<&Table>],
    others: &[&str],
) {
    // Writing to a string cannot fail.
    if !table.name.is_empty() {
        let off = if chosen.is_some() { "" } else { "#" };
        let _ = write!(text, "\n# {}\n{off}[{}]\n", table.heading, table.name);
    }
    for key in &table.keys {
        let of = |table: Option<&'_ Table>| table.and_then(|table| table.get(&key.name)).cloned();
        let (off, value) = match of(chosen) {
            Some(value) => ("", Some(value)),
            None if others.contains(&key.name.as_str()) => {
                ("##", shown.iter().copied().find_map(of))
            }
            None => ("#", shown.iter().copied().find_map(of)),
        };
        if let Some(value) = value {
            let _ = write!(text, "\n# {}\n{off}{} = {value}\n", key.meaning, key.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn read(text: &str) -> TrainingRecipe {
        toml::from_str(text).expect("a recipe")
    }

    #[test]
    fn the_recipe_is_that_of_a_first_training() {
        assert_eq!(read(&new_recipe()), read(FIRST));
    }

    #[test]
    fn every_key_stands_there_once_and_can_be_set() {
        let text = new_recipe();
        let is_key = |line: &&str| {
            let line = line.trim_start_matches('#');
            line.starts_with('[')
                || line
                    .split_once(" = ")
                    .is_some_and(|(name, _)| !name.contains(' '))
        };
        let keys = RecipeKeys::all().train.iter().map(|table| table.keys.len());
        let lines: Vec<&str> = text.lines().filter(is_key).collect();
        let tables = lines.iter().filter(|line| line.contains('[')).count();
        assert_eq!(lines.len() - tables, keys.sum::<usize>(), "{text}");
        assert_eq!(tables, RecipeKeys::all().train.len() - 1);
        let all: Vec<&str> = lines
            .iter()
            .map(|line| line.trim_start_matches('#'))
            .collect();
        all.join("\n").parse::<Table>().expect("TOML");
    }

    /// Returns the new recipe with everything set in the table of that name.
    fn with_all_of(name: &str) -> String {
        let header = format!("[{name}]");
        let mut is_within = name.is_empty();
        let lines = new_recipe();
        let lines = lines.lines().map(|line| {
            let bare = line.strip_prefix('#').unwrap_or(line);
            if bare.starts_with('[') {
                is_within = bare == header;
            }
            let is_text = bare.starts_with([' ', '#']);
            let line = if is_within && !is_text { bare } else { line };
            format!("{line}\n")
        });
        lines.collect()
    }

    #[test]
    fn every_table_can_be_set_as_a_whole() {
        for table in &RecipeKeys::all().train {
            let text = with_all_of(&table.name);
            let recipe = TrainingRecipe::parse(Path::new("new.toml"), &text);
            let recipe = recipe.unwrap_or_else(|error| panic!("[{}]: {error}", table.name));
            let set: Table = text.parse().expect("TOML");
            let set = table_at(&set, &table.name).expect("the table");
            for key in &table.keys {
                let is_of_another_rule =
                    table.name == "step" && OF_OTHER_RULES.contains(&&*key.name);
                assert_ne!(
                    set.contains_key(&key.name),
                    is_of_another_rule,
                    "{}.{}",
                    table.name,
                    key.name
                );
            }
            if !table.is_optional {
                assert_eq!(recipe, read(FIRST), "[{}]", table.name);
            }
        }
    }

    #[test]
    fn shown_defaults_are_those_of_the_types() {
        let positions = read(&with_all_of("positions")).positions.expect("set");
        assert_eq!(
            PositionLearning {
                teacher: None,
                trust: None,
                taught_by: None,
                ..positions
            },
            PositionLearning::default()
        );
        let step = read(&with_all_of("step")).step.expect("set");
        assert_eq!(step, Method::Trial.usual_step());
        let UpdateRule::Spsa { rate } = Method::Spsa.usual_step() else {
            panic!("SPSA has a rate");
        };
        assert!(new_recipe().contains(&format!("\n##rate = {rate}\n")));
    }
}
