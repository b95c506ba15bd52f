//! The reference of recipes is held to the explanations that the page's forms show.

use std::path::Path;

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

#[test]
fn links_and_code_marks_are_left_out() {
    assert_eq!(plain("the [a `b`](c.md) of `d`"), "the a b of d");
}
