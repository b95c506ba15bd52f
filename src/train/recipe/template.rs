//! A recipe to begin with: a first training, with every other key beside its meaning.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::TrainingRecipe;
use super::keys::{KeyValue, RecipeKey, RecipeKeys, RecipeTable};

/// A training of ten minutes.
const FIRST: &str = include_str!("../../../training/first.toml");

/// Returns the text of a recipe that can be run as it is.
///
/// It is that of a first training. Every key stands below its meaning; those at their defaults stand behind `#`,
/// with the default as value, or an example where there is none.
pub fn new_recipe() -> String {
    let chosen = FIRST.parse::<Table>().unwrap_or_default();
    let all = toml::from_str::<TrainingRecipe>(FIRST).map(|recipe| recipe.canonical());
    let all = all.unwrap_or_default().parse::<Table>().unwrap_or_default();
    let mut text = "\
# A recipe for 'bayeschess train'. It can be run as it is: ten minutes on a laptop.
# Every key stands below its meaning. Remove the # before a key to set it; what is
# shown behind # is the default, or an example where a key has none.
"
    .to_owned();
    for table in &RecipeKeys::all().train {
        let chosen = table_at(&chosen, &table.name);
        let all = table_at(&all, &table.name);
        add_table(&mut text, table, chosen, all);
    }
    text
}

/// Returns the table with this name, whose parts are separated by dots.
fn table_at<'a>(root: &'a Table, name: &str) -> Option<&'a Table> {
    let mut parts = name.split('.').filter(|part| !part.is_empty());
    parts.try_fold(root, |table, part| table.get(part)?.as_table())
}

fn add_table(text: &mut String, table: &RecipeTable, chosen: Option<&Table>, all: Option<&Table>) {
    if !table.name.is_empty() {
        let off = if chosen.is_some() { "" } else { "#" };
        let _ = write!(text, "\n# {}\n{off}[{}]\n", table.heading, table.name);
    }
    for key in &table.keys {
        let find = |table: Option<&Table>| table.and_then(|table| table.get(&key.name)).cloned();
        let (off, value) = match find(chosen) {
            Some(value) => ("", value),
            None => ("#", find(all).unwrap_or_else(|| example(key))),
        };
        let _ = write!(text, "\n# {}\n{off}{} = {value}\n", key.meaning, key.name);
    }
}

/// A value for a key that has no default.
fn example(key: &RecipeKey) -> Value {
    match key.value {
        KeyValue::Text => Value::from(""),
        KeyValue::Heuristic | KeyValue::Player => Value::from("initial"),
        KeyValue::Whole => Value::from(1),
        KeyValue::Real => Value::from(1.0),
        KeyValue::Truth => Value::from(false),
        KeyValue::Choice => {
            let first = key.choices.first();
            Value::from(first.map_or("", String::as_str))
        }
        KeyValue::Several => Value::Array(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recipe_is_that_of_a_first_training() {
        let read = |text: &str| toml::from_str::<TrainingRecipe>(text).expect("a recipe");
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
}
