//! What a form may hold, and that a recipe is the same again.

use super::*;
use crate::train::recipe::ValueFault;
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
        (StartableKind::Train, json!({}), Some("title")),
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
        assert_eq!(fault.key.as_deref(), key, "{text}: {}", fault.text);
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

/// A training in which one place has another value.
fn changed(place: &str, value: Value) -> Value {
    let mut recipe = training();
    recipe["games"]["sides"] = json!("opposed");
    recipe["schedule"] = json!({ "generations": 2, "field": 1.0 });
    recipe["step"] = json!({ "rule": "shrunk", "gain": 0.3, "most": 1.5 });
    *recipe.pointer_mut(place).expect("there") = value;
    recipe
}

/// Holds a recipe's fault to its key, its code and its values; a text stands beside them.
fn refuses(recipe: Value, key: &str, expected: &Value) {
    let fault = StartableRecipe::read(StartableKind::Train, recipe).expect_err(key);
    let mut written = serde_json::to_value(&fault).expect("JSON");
    let written = written.as_object_mut().expect("an object");
    assert_eq!(written.remove("key"), Some(json!(key)), "{fault:?}");
    assert!(written.remove("text").is_some_and(|text| text.is_string()));
    assert_eq!(&json!(written), expected, "{fault:?}");
}

#[test]
fn a_wrong_number_is_a_code_with_values() {
    for (place, value, expected) in [
        ("/games/number", json!("a"), json!({ "code": "wrong_type" })),
        ("/games/number", json!(-2), json!({ "code": "wrong_type" })),
        (
            "/games/number",
            json!(3),
            json!({ "code": "odd", "values": { "value": 3 } }),
        ),
        (
            "/games/nodes",
            json!(0),
            json!({ "code": "too_small", "values": { "value": 0.0, "least": 1.0 } }),
        ),
        (
            "/schedule/field",
            json!(0),
            json!({ "code": "not_above", "values": { "value": 0.0, "above": 0.0, "most": 1.0 } }),
        ),
    ] {
        let key = place.trim_start_matches('/').replace('/', ".");
        refuses(changed(place, value), &key, &expected);
    }
    let out_of_range = StartableRecipe::read(StartableKind::Tune, with(tuning(), "depth", 200));
    let expected = ValueFault::OutOfRange {
        value: 200.0,
        least: 1.0,
        most: 127.0,
    };
    assert_eq!(out_of_range.expect_err("refused").fault, expected);
}

#[test]
fn a_wrong_word_or_key_is_a_code_with_values() {
    let mut no_number = training();
    no_number["games"] = json!({ "nodes": 10 });
    refuses(no_number, "games.number", &json!({ "code": "missing_key" }));
    for (place, value, key, expected) in [
        (
            "/start",
            json!("nobody"),
            "start",
            json!({ "code": "unknown_heuristic", "values": { "name": "nobody" } }),
        ),
        (
            "/start",
            json!("x.csv"),
            "start",
            json!({ "code": "names_file" }),
        ),
        (
            "/games/sides",
            json!("both"),
            "games.sides",
            json!({ "code": "unknown_word", "values": { "word": "both", "known": ["opposed", "apart", "centre"] } }),
        ),
        (
            "/schedule",
            json!({ "weeks": 2 }),
            "schedule.weeks",
            json!({ "code": "unknown_key" }),
        ),
        (
            "/step",
            json!({ "rule": "spsa", "rate": 0.1 }),
            "step.rule",
            json!({ "code": "other" }),
        ),
    ] {
        refuses(changed(place, value), key, &expected);
    }
}
