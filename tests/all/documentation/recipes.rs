//! The reference of recipes is held to the explanations that the page's forms show.

use std::path::Path;

use bayeschess::train::new_recipe;
use bayeschess::train::recipe::keys::{RecipeKeys, RecipeTable};

use super::read;

/// Returns a line of Markdown without code marks and with links as their text.
fn plain(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line.replace('`', "");
    while let Some((before, after)) = rest.split_once("](") {
        let (outside, inside) = before.rsplit_once('[').unwrap_or((before, ""));
        text.push_str(outside);
        text.push_str(inside);
        rest = after
            .split_once(')')
            .map_or("", |(_, rest)| rest)
            .to_owned();
    }
    text + &rest
}

#[test]
fn the_reference_explains_keys_of_recipes_as_the_form_does() {
    let reference = plain(&read(Path::new("docs/reference/recipes.md")));
    let keys = RecipeKeys::all();
    let missing: Vec<String> = [&keys.train, &keys.tune]
        .into_iter()
        .flatten()
        .filter(|table| !is_written_otherwise(table))
        .flat_map(|table| table.keys.iter().map(move |key| (table, key)))
        .filter(|(_, key)| !reference.contains(&format!("| {} |", key.meaning)))
        .map(|(table, key)| format!("{}.{}: {}", table.name, key.name, key.meaning))
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Tables whose keys stand in one row, or depend on each other.
fn is_written_otherwise(table: &RecipeTable) -> bool {
    ["step", "validation.sprt", "objectives"].contains(&&*table.name)
}

/// Returns the value that a new recipe shows behind `#` for each key, with the name of its table.
fn shown_defaults() -> Vec<(String, String, toml::Value)> {
    let mut table = String::new();
    let mut shown = Vec::new();
    for line in new_recipe().lines() {
        let bare = line.trim_start_matches('#');
        if let Some(name) = bare.strip_prefix('[') {
            name.trim_end_matches(']').clone_into(&mut table);
        }
        let Some((key, value)) = bare.split_once(" = ").filter(|(key, _)| !key.contains(' '))
        else {
            continue;
        };
        if line.starts_with('#') {
            let read: toml::Table = format!("value = {value}").parse().expect("a value");
            shown.push((table.clone(), key.to_owned(), read["value"].clone()));
        }
    }
    shown
}

/// Returns the default of a key in the reference: its column in the table of keys, or after "default" in that of rules.
fn told_default(reference: &str, table: &str, key: &str) -> Option<toml::Value> {
    let heading = if table.is_empty() {
        "### Top level".to_owned()
    } else {
        format!("### [{table}]:")
    };
    let (_, section) = reference.split_once(&heading)?;
    let section = section.split("\n### ").next()?;
    let told = if let Some((_, row)) = section.split_once(&format!("\n| `{key}` | ")) {
        row.split(" |").next()?
    } else {
        let (_, said) = section.split_once(&format!("`{key}`"))?;
        let said = said.split(['`', '|']).next()?;
        let (_, default) = said.split_once("default ")?;
        default.trim_end_matches([' ', ',', ')'])
    };
    let told = told.trim_matches('`');
    let read: toml::Table = format!("value = {told}").parse().ok()?;
    Some(read["value"].clone())
}

#[test]
fn a_new_recipe_shows_the_defaults_of_the_reference() {
    let reference = read(Path::new("docs/reference/recipes.md"));
    let as_number = |value: &toml::Value| value.as_float().or(value.as_integer().map(|n| n as f64));
    let mut without = Vec::new();
    for (table, key, shown) in shown_defaults() {
        let name = format!("{table}.{key}");
        match told_default(&reference, &table, &key) {
            None => without.push(name),
            Some(told) => match (as_number(&shown), as_number(&told)) {
                (Some(shown), Some(told)) => assert!((shown - told).abs() < 1e-12, "{name}"),
                _ => assert_eq!(shown, told, "{name}"),
            },
        }
    }
    // What is shown for these is an example.
    let examples = [
        "positions.teacher",
        "positions.trust",
        "positions.taught_by",
        "step.rule",
        "step.seed",
        "validation.sprt.elo0",
        "validation.sprt.elo1",
        "validation.sprt.games",
        "objectives.games",
        "objectives.reach",
    ];
    assert_eq!(without, examples);
}

#[test]
fn links_and_code_marks_are_left_out() {
    assert_eq!(plain("the [a `b`](c.md) of `d`"), "the a b of d");
}
