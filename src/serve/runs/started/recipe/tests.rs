//! What a form may hold, and that a recipe is the same again.

use super::*;
use serde_json::json;

fn training() -> Value {
    json!({ "title": "x", "start": "initial", "seed": 1, "games": { "number": 8, "nodes": 10 } })
}

fn tuning() -> Value {
    let options =
        json!({ "Contempt": { "from": -20, "to": 20 }, "Level": { "values": ["full", "basic"] } });
    json!({ "engine": "uci:bayeschess uci;Hash=1", "games": 20, "depth": 3, "options": options })
}

#[test]
fn a_recipe_that_names_a_file_is_refused() {
    for (kind, values, key) in [
        (
            StartableKind::Selfplay,
            json!({ "white": "../secret.csv" }),
            "white",
        ),
        (
            StartableKind::Match,
            json!({ "second": "/etc/x.csv:max-win" }),
            "second",
        ),
        (
            StartableKind::Selfplay,
            json!({ "black": "random --db x" }),
            "black",
        ),
    ] {
        let fault = StartableRecipe::read(kind, values).expect_err("refused");
        assert_eq!(fault.key.as_deref(), Some(key), "{fault:?}");
    }
    for (key, place) in [
        ("start", "/start"),
        ("positions.taught_by", "/positions/taught_by"),
    ] {
        let mut values = training();
        values["positions"] = json!({ "teacher": 100, "trust": 0.5, "taught_by": "initial" });
        *values.pointer_mut(place).expect("there") = json!("x.csv");
        let fault = StartableRecipe::read(StartableKind::Train, values).expect_err("refused");
        assert_eq!(fault.key.as_deref(), Some(key), "{fault:?}");
    }
}

fn with(mut recipe: Value, key: &str, value: impl Into<Value>) -> Value {
    recipe[key] = value.into();
    recipe
}

#[test]
fn what_is_no_recipe_is_refused_with_its_key() {
    let mut text_for_number = training();
    text_for_number["games"]["number"] = json!("12a");
    for (kind, values, key) in [
        (StartableKind::Train, json!([]), None),
        (StartableKind::Train, json!({}), None),
        (StartableKind::Train, text_for_number, Some("games.number")),
        (
            StartableKind::Selfplay,
            json!({ "games": 0 }),
            Some("games"),
        ),
        (
            StartableKind::Selfplay,
            json!({ "games": 1e99 }),
            Some("games"),
        ),
        (
            StartableKind::Selfplay,
            json!({ "openings": "/etc/passwd" }),
            Some("openings"),
        ),
        (
            StartableKind::Selfplay,
            json!({ "play_through": 2 }),
            Some("play_through"),
        ),
        (
            StartableKind::Selfplay,
            json!({ "unknown": 2 }),
            Some("unknown"),
        ),
        (StartableKind::Match, json!({ "games": 3 }), Some("games")),
        (
            StartableKind::Tune,
            with(tuning(), "games", 3),
            Some("games"),
        ),
        (
            StartableKind::Tune,
            with(tuning(), "validation_games", 5),
            Some("validation_games"),
        ),
        (
            StartableKind::Tune,
            with(tuning(), "depth", 200),
            Some("depth"),
        ),
        (
            StartableKind::Tune,
            with(tuning(), "openings", "/etc/passwd"),
            Some("openings"),
        ),
        (
            StartableKind::Match,
            json!({ "sprt": { "elo0": 5, "elo1": 5 } }),
            Some("sprt.elo1"),
        ),
    ] {
        let text = values.to_string();
        let fault = StartableRecipe::read(kind, values).expect_err(&text);
        assert_eq!(fault.key.as_deref(), key, "{text}: {}", fault.problem);
    }
}

#[test]
fn a_recipe_is_the_same_again_from_its_values_and_as_toml() {
    for (kind, values) in [
        (
            StartableKind::Selfplay,
            json!({ "games": 20, "alternate": true }),
        ),
        (StartableKind::Train, training()),
        (StartableKind::Match, json!({ "sprt": {} })),
        (StartableKind::Tune, tuning()),
    ] {
        let recipe = StartableRecipe::read(kind, values).expect("valid");
        let again = StartableRecipe::read(kind, recipe.values()).expect("valid");
        assert_eq!(again, recipe);
        let table: toml::Table = toml::from_str(&recipe.toml()).expect("TOML");
        let by_toml = serde_json::to_value(table).expect("JSON");
        assert_eq!(StartableRecipe::read(kind, by_toml), Ok(recipe.clone()));
        let more = recipe.clone().extended(recipe.size() + 2).expect("larger");
        assert_eq!(more.size(), recipe.size() + 2);
    }
}
