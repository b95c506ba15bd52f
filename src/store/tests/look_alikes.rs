//! Names that look alike: of one opponent, also where an earlier version made several.

use super::exchange::{findings, memory};
use super::*;

/// A store that remembers a game of `name`, and one of an opponent whom an earlier version stored as `written`.
pub(super) fn with_earlier_spelling(name: &str, written: &str) -> Store {
    let mut store = Store::in_memory().expect("memory");
    for (number, name) in [(1, name), (2, "Zoe")] {
        store
            .learn_game(&name.into(), &memory(number))
            .expect("learned");
    }
    store
        .connection
        .execute(
            "UPDATE opponents SET key = ?1, name = ?2 WHERE key = 'zoe'",
            [written.to_lowercase(), written.to_owned()],
        )
        .expect("written");
    store
}

#[test]
fn names_with_invisible_characters_are_one_opponent() {
    let mut store = Store::in_memory().expect("memory");
    let names = [
        "An\u{200b}na",
        "Anna",
        "\u{feff}ANNA",
        "Anna\u{202e}",
        "An\u{200d}na",
    ];
    for (number, name) in (0..).zip(names) {
        store
            .learn_game(&name.into(), &memory(number))
            .expect("learned");
    }
    let listed = store.opponents().expect("one");
    assert_eq!((listed.len(), listed[0].games), (1, 5));
    assert_eq!(listed[0].name, "Anna");
}

#[test]
fn a_name_that_an_earlier_version_stored_with_invisible_characters_is_found_and_forgotten() {
    let written = "An\u{200b}na\u{202e}";
    let mut store = with_earlier_spelling("Anna", written);
    for name in ["Anna", written] {
        let found = store.find_opponents(name).expect("both");
        let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["Anna", "Anna"], "{name:?}");
    }
    let forgotten = store
        .forget_opponent("Anna", ForgetGames::Rename)
        .expect("known");
    assert_eq!(forgotten.remembered, 2);
    assert!(store.opponents().expect("none").is_empty());
    assert_eq!(findings(&store), [""; 0]);
}
