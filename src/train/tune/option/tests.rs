//! Tests of the values that are tried.

use super::*;

fn spin(min: i64, max: i64, default: &str) -> DeclaredOption {
    DeclaredOption {
        name: "Strength".to_owned(),
        kind: "spin".to_owned(),
        default: Some(default.to_owned()),
        min: Some(min),
        max: Some(max),
        values: Vec::new(),
    }
}

fn values(option: &TunedOption) -> Vec<&str> {
    option.drawn.values.iter().map(String::as_str).collect()
}

#[test]
fn numbers_are_spread_evenly_and_have_their_start() {
    let plain = TunedOption::of(&spin(0, 200, "100"), &OptionRange::default(), None);
    let plain = plain.expect("a number");
    assert_eq!(values(&plain), ["0", "50", "100", "150", "200"]);
    assert_eq!(plain.start_value(), "100");
    let range = OptionRange {
        from: Some(90),
        to: Some(120),
        levels: Some(3),
        ..OptionRange::default()
    };
    let narrow = TunedOption::of(&spin(0, 200, "100"), &range, Some("117")).expect("a number");
    assert_eq!(values(&narrow), ["90", "105", "117", "120"]);
    assert_eq!((narrow.start, narrow.range), (2, Some([90, 120])));
    let wide = spin(i64::MIN, i64::MAX, "0");
    assert!(TunedOption::of(&wide, &OptionRange::default(), None).is_ok());
}

#[test]
fn checks_and_combos_have_their_words() {
    let check = DeclaredOption {
        name: "Null Move".to_owned(),
        kind: "check".to_owned(),
        default: Some("true".to_owned()),
        ..DeclaredOption::default()
    };
    let check = TunedOption::of(&check, &OptionRange::default(), None).expect("a check");
    assert_eq!((values(&check), check.start), (vec!["false", "true"], 1));
    let combo = DeclaredOption {
        name: "Style".to_owned(),
        kind: "combo".to_owned(),
        default: Some("Normal".to_owned()),
        values: ["Solid", "Normal", "Risky"].map(str::to_owned).to_vec(),
        ..DeclaredOption::default()
    };
    let two = OptionRange {
        values: vec!["risky".to_owned(), "Solid".to_owned()],
        ..OptionRange::default()
    };
    let combo = TunedOption::of(&combo, &two, None).expect("a combo");
    assert_eq!(values(&combo), ["Normal", "Risky", "Solid"]);
    assert_eq!(combo.start_value(), "Normal");
}

#[test]
fn what_cannot_be_tuned_says_why() {
    let none = OptionRange::default();
    let of = |option: &DeclaredOption, range: &OptionRange| {
        TunedOption::of(option, range, None).expect_err("refused")
    };
    let text = DeclaredOption {
        kind: "string".to_owned(),
        ..DeclaredOption::default()
    };
    assert!(of(&text, &none).what.contains("'string'"));
    let outside = OptionRange {
        from: Some(-5),
        ..OptionRange::default()
    };
    assert_eq!(of(&spin(0, 9, "3"), &outside).key, Some("from"));
    let upwards = OptionRange {
        to: Some(10),
        ..OptionRange::default()
    };
    assert_eq!(of(&spin(0, 9, "3"), &upwards).key, Some("to"));
    let many = OptionRange {
        levels: Some(u32::MAX),
        ..OptionRange::default()
    };
    assert_eq!(of(&spin(0, 100, "3"), &many).key, Some("levels"));
    let with_start = OptionRange {
        levels: Some(16),
        ..OptionRange::default()
    };
    let error = of(&spin(0, 100, "3"), &with_start);
    assert_eq!(error.key, Some("levels"));
    assert!(error.what.contains("give levels = 15"), "{error}");
    assert!(of(&spin(4, 4, "4"), &none).what.contains("4 to 4"));
    assert!(of(&spin(0, 4, "five"), &none).what.contains("'five'"));
}

#[test]
fn a_number_without_a_range_is_tried_in_the_range_of_the_recipe_alone() {
    let unbounded = DeclaredOption {
        min: None,
        max: None,
        ..spin(0, 0, "7")
    };
    let error = TunedOption::of(&unbounded, &OptionRange::default(), None);
    let error = error.expect_err("no range");
    assert!(error.what.contains("give 'from' and 'to'"), "{error}");
    let range = OptionRange {
        from: Some(1),
        to: Some(9),
        levels: Some(3),
        ..OptionRange::default()
    };
    let option = TunedOption::of(&unbounded, &range, None).expect("a range");
    assert_eq!(values(&option), ["1", "5", "7", "9"]);
    let named = OptionRange {
        values: vec!["3".to_owned(), "8".to_owned()],
        ..OptionRange::default()
    };
    let option = TunedOption::of(&unbounded, &named, None).expect("values");
    assert_eq!(values(&option), ["3", "7", "8"]);
}

#[test]
fn a_default_that_the_engine_does_not_allow_is_called_its_own() {
    let none = OptionRange::default();
    let combo = |values: &[&str]| DeclaredOption {
        kind: "combo".to_owned(),
        default: Some("Normal".to_owned()),
        values: values.iter().map(|value| (*value).to_owned()).collect(),
        ..DeclaredOption::default()
    };
    for (option, word) in [
        (spin(0, 100, "200"), "'200'"),
        (combo(&["Solid"]), "'Normal'"),
    ] {
        let error = TunedOption::of(&option, &none, None).expect_err("refused");
        assert_eq!(error.key, None);
        assert!(error.what.contains("the engine's own value"), "{error}");
        assert!(error.what.contains(word), "{error}");
    }
    let error = TunedOption::of(&combo(&[]), &none, None).expect_err("refused");
    assert!(error.what.contains("names no values"), "{error}");
    let own = OptionRange {
        start: Some("101".to_owned()),
        ..OptionRange::default()
    };
    let error = TunedOption::of(&spin(0, 100, "200"), &own, None).expect_err("refused");
    assert_eq!(error.key, Some("start"));
    assert!(error.what.starts_with("'101'"), "{error}");
}

#[test]
fn spsa_begins_within_the_range_that_it_may_use() {
    let range = OptionRange {
        from: Some(64),
        to: Some(128),
        ..OptionRange::default()
    };
    let of = |start: &str| {
        let option = TunedOption::of(&spin(0, 200, start), &range, None).expect("a number");
        option.moving(&range)
    };
    for outside in ["16", "129"] {
        let error = of(outside).expect_err("outside");
        assert!(error.what.contains("between 64 and 128"), "{error}");
    }
    for (start, moving) in [("64", vec!["64", "128"]), ("100", vec!["64", "100", "128"])] {
        assert_eq!(values(&of(start).expect("within")), moving);
    }
}
