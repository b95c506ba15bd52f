//! Holds the recipes of tunings to their page and to the constants that they tune.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use bayeschess::engine::clock;
use bayeschess::search::constants;

use super::{read, root};

/// The recipes of tunings, by their paths.
fn tunings() -> Vec<(PathBuf, toml::Table)> {
    let folder = fs::read_dir(root().join("training/tune")).expect("a folder of recipes");
    let paths = folder.map(|entry| entry.expect("an entry").path());
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a recipe");
        let recipe = text.parse().expect("TOML");
        (path, recipe)
    };
    let recipes: Vec<(PathBuf, toml::Table)> = paths.map(read).collect();
    assert!(recipes.len() > 1, "{recipes:?}");
    recipes
}

#[test]
fn every_key_of_a_tuning_is_explained() {
    let page = read(Path::new("docs/guide/tune.md"));
    for (path, recipe) in tunings() {
        assert!(recipe.len() > 4, "{}: {recipe:?}", path.display());
        for key in recipe.keys() {
            let forms = [
                format!("`{key}` |"),
                format!("`{key}`, "),
                format!("`{key}.NAME`"),
            ];
            let is_explained = forms.iter().any(|form| page.contains(form));
            assert!(is_explained, "{}: {key}", path.display());
        }
    }
}

#[test]
fn every_tuning_tries_values_of_constants_within_their_range_and_the_one_that_plays() {
    let constants = || constants::ALL.into_iter().chain(clock::CONSTANTS);
    for (path, recipe) in tunings() {
        let options = recipe["options"].as_table().expect("options");
        for (name, option) in options {
            let what = format!("{}: {name}", path.display());
            let constant = constants().find(|constant| constant.name == name);
            let constant = constant.unwrap_or_else(|| panic!("{what} is no constant"));
            let values = option["values"].as_array().expect("values");
            let values: Vec<i32> = values
                .iter()
                .map(|value| value.as_str().and_then(|text| text.parse().ok()))
                .collect::<Option<_>>()
                .unwrap_or_else(|| panic!("{what} has values that are no numbers"));
            let range = constant.least..=constant.most;
            assert!(values.iter().all(|value| range.contains(value)), "{what}");
            assert!(values.contains(&constant.default), "{what}: {values:?}");
        }
    }
    let tuned: BTreeSet<&str> = constants().map(|constant| constant.name).collect();
    assert_eq!(tuned.len(), constants().count(), "two have one name");
}
