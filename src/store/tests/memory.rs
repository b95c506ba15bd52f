//! The memory of opponents: added, removed, shared by processes, forgotten.

use proptest::prelude::*;
use shakmaty::Color;

use super::exchange::{findings, memory};
use super::look_alikes::with_earlier_spelling;
use super::*;

/// A learned game; several of these numbers are records of one game.
fn learned(number: u8) -> OpponentGame {
    let mut game = memory(u128::from(number % 5));
    game.color = Color::from_white(number.is_multiple_of(3));
    game.played_at = match number % 4 {
        0 => None,
        1 => Some("2020".to_owned()),
        day => Some(format!("2020-01-0{day}")),
    };
    game.occasion = format!("{:?}", game.played_at);
    game
}

fn counts(store: &Store, name: &str) -> Vec<OpponentGame> {
    store.remembered_games(&name.into()).expect("readable")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn games_in_any_order_and_split_give_the_same_memory(
        numbers in prop::collection::vec(0..40_u8, 1..12).prop_shuffle(),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut numbers = numbers;
        // Records of one game with a better and a worse date are one game, whichever comes first.
        numbers.retain(|number| number % 4 != 1);
        let mut once = Store::in_memory().expect("memory");
        for number in &numbers {
            once.learn_game(&"Ann".into(), &learned(*number)).expect("learned");
        }
        let mut numbers_again = numbers.clone();
        numbers_again.reverse();
        let (one, two) = numbers_again.split_at(cut.index(numbers_again.len() + 1));
        let mut parts = [Store::in_memory().expect("memory"), Store::in_memory().expect("memory")];
        for (part, numbers) in parts.iter_mut().zip([one, two]) {
            for number in numbers {
                part.learn_game(&"Ann".into(), &learned(*number)).expect("learned");
            }
        }
        let mut joined = Store::in_memory().expect("memory");
        for _ in 0..2 {
            joined.merge(&parts).expect("merged");
        }
        prop_assert_eq!(counts(&joined, "Ann"), counts(&once, "ann"));
    }

    #[test]
    fn adding_and_taking_away_gives_the_same_counts(
        there in prop::collection::btree_set(0..100_u8, 0..8),
        added in 100..200_u8,
    ) {
        let mut store = Store::in_memory().expect("memory");
        for number in &there {
            store.learn_game(&"Ann".into(), &memory(u128::from(*number))).expect("learned");
        }
        let before = store.remembered_opponents().expect("readable");
        let game = memory(u128::from(added));
        prop_assert_eq!(store.learn_game(&"Ann".into(), &game).expect("learned"), LearnedGame::New);
        prop_assert_eq!(store.learn_game(&"Ann".into(), &game).expect("learned"), LearnedGame::Known);
        prop_assert!(store.unlearn_game(&"Ann".into(), &game).expect("taken away"));
        prop_assert!(!store.unlearn_game(&"Ann".into(), &game).expect("gone"));
        if !there.is_empty() {
            prop_assert_eq!(store.remembered_opponents().expect("readable"), before);
        }
        prop_assert_eq!(counts(&store, "Ann").len(), there.len());
    }
}

#[test]
fn a_program_and_a_player_of_one_name_are_two_opponents() {
    let mut store = Store::in_memory().expect("memory");
    let keys = [
        OpponentKey::new("Ann", "", OpponentKind::Unknown),
        OpponentKey::new("Ann", "", OpponentKind::Computer),
        OpponentKey::new("ann", "freechess.org", OpponentKind::Human),
    ];
    for (number, key) in (0..).zip(&keys) {
        store.learn_game(key, &memory(number)).expect("learned");
    }
    for key in &keys {
        assert_eq!(store.remembered_games(key).expect("readable").len(), 1);
    }
    // A client may tell sooner or later that an opponent is a person.
    let person = OpponentKey::new("ANN", "", OpponentKind::Human);
    assert_eq!(store.remembered_games(&person).expect("readable").len(), 1);
    assert_eq!(store.find_opponents("ann").expect("three").len(), 3);
    assert!(store.find_opponents("an").is_err());
    let forgotten = store
        .forget_opponent("Ann", ForgetGames::Rename)
        .expect("known");
    assert_eq!(forgotten.remembered, 3);
    assert!(store.opponents().expect("none").is_empty());
}

#[test]
fn a_merged_spelling_is_the_same_opponent_from_then_on() {
    let mut store = Store::in_memory().expect("memory");
    store
        .learn_game(&"Ann".into(), &memory(1))
        .expect("learned");
    store
        .learn_game(&"Nan".into(), &memory(1))
        .expect("learned");
    store
        .learn_game(&"Nan".into(), &memory(2))
        .expect("learned");
    let find = |store: &Store, name| store.find_opponents(name).expect("known").swap_remove(0);
    let (kept, other) = (find(&store, "Ann"), find(&store, "nan"));
    store.merge_opponents(&kept, &other).expect("merged");
    let merged = find(&store, "NAN");
    assert_eq!((merged.name.as_str(), merged.games), ("Ann", 2));
    assert_eq!(merged.aliases, ["Nan"]);
    store
        .learn_game(&"nan".into(), &memory(3))
        .expect("learned");
    assert_eq!(counts(&store, "Ann").len(), 3);
    let all = store.remembered_opponents().expect("readable");
    let mut copy = Store::in_memory().expect("memory");
    for _ in 0..2 {
        copy.add_remembered(&all).expect("added");
    }
    assert_eq!(copy.remembered_opponents().expect("readable"), all);
    assert_eq!(counts(&copy, "nan").len(), 3);
}

#[test]
fn the_limit_of_strength_goes_with_a_game_into_other_databases_and_files() {
    let limited = OpponentGame {
        source: MemorySource::Played,
        strength_limit: Some("elo 1200".to_owned()),
        ..memory(1)
    };
    let mut store = Store::in_memory().expect("memory");
    store
        .remember_unfinished(&"Ann".into(), &Game::default(), limited)
        .expect("remembered");
    let games = counts(&store, "Ann");
    assert_eq!(games[0].strength_limit.as_deref(), Some("elo 1200"));
    assert_eq!(findings(&store), [""; 0]);
    let mut copy = Store::in_memory().expect("memory");
    copy.merge(&[store]).expect("merged");
    assert_eq!(counts(&copy, "Ann"), games);
    copy.learn_game(&"Bob".into(), &memory(2)).expect("learned");
    let all = copy.remembered_opponents().expect("readable");
    let text = serde_json::to_string(&all).expect("text");
    // Older programs refuse files with what they do not know.
    assert_eq!(text.matches("strength_limit").count(), 1);
    let read: Vec<RememberedOpponent> = serde_json::from_str(&text).expect("opponents");
    assert_eq!(read, all);
}

#[test]
fn a_merged_opponent_of_another_site_is_the_same_one_in_a_copy() {
    let elsewhere = OpponentKey::new("Mike", "freechess.org", OpponentKind::Human);
    let program = OpponentKey::new("Mike", "", OpponentKind::Computer);
    let here = OpponentKey::from("Mike");
    let mut store = Store::in_memory().expect("memory");
    store
        .learn_game(&"Ann".into(), &memory(1))
        .expect("learned");
    store.learn_game(&elsewhere, &memory(2)).expect("learned");
    let find = |store: &Store, name| store.find_opponents(name).expect("known").swap_remove(0);
    let (kept, other) = (find(&store, "Ann"), find(&store, "Mike"));
    store.merge_opponents(&kept, &other).expect("merged");
    store.learn_game(&program, &memory(3)).expect("learned");
    let all = store.remembered_opponents().expect("readable");
    let mut copy = Store::in_memory().expect("memory");
    copy.add_remembered(&all).expect("added");
    assert_eq!(copy.remembered_opponents().expect("readable"), all);
    for store in [&store, &copy] {
        let games = |key: &OpponentKey| store.remembered_games(key).expect("readable").len();
        assert_eq!(
            (games(&elsewhere), games(&program), games(&here)),
            (2, 1, 0)
        );
    }
}

/// A new name elsewhere says that two opponents here are one, whichever database is added to the other.
#[test]
fn an_opponent_renamed_elsewhere_stays_one_opponent() {
    let find = |store: &Store, name| store.find_opponents(name).expect("known").swap_remove(0);
    let mut renamed = Store::in_memory().expect("memory");
    let mut old = Store::in_memory().expect("memory");
    for store in [&mut renamed, &mut old] {
        for number in 1..4 {
            let learned = store.learn_game(&"anna_k".into(), &memory(number));
            learned.expect("learned");
        }
    }
    let anna = renamed.learn_game(&"Anna".into(), &memory(4));
    anna.expect("learned");
    let (kept, other) = (find(&renamed, "Anna"), find(&renamed, "anna_k"));
    renamed.merge_opponents(&kept, &other).expect("merged");
    let all = |store: &Store| store.remembered_opponents().expect("readable");
    let (of_renamed, of_old) = (all(&renamed), all(&old));
    for (store, added, new) in [(&mut old, of_renamed, 1), (&mut renamed, of_old, 0)] {
        let counts = store.add_remembered(&added).expect("added");
        assert_eq!(counts.games.new, new);
        let known = store.opponents().expect("readable");
        let [anna] = known.as_slice() else {
            panic!("{known:?}");
        };
        assert_eq!((anna.name.as_str(), anna.games), ("Anna", 4));
        assert_eq!(anna.aliases, ["anna_k"]);
    }
    assert_eq!(
        all(&old).iter().map(|one| &one.games).collect::<Vec<_>>(),
        all(&renamed)
            .iter()
            .map(|one| &one.games)
            .collect::<Vec<_>>()
    );
}

#[test]
fn a_program_met_under_another_spelling_does_not_make_its_opponent_a_program() {
    let program = OpponentKey::new("Bot", "", OpponentKind::Computer);
    let mut store = Store::in_memory().expect("memory");
    store
        .learn_game(&"Ann".into(), &memory(1))
        .expect("learned");
    store.learn_game(&program, &memory(2)).expect("learned");
    let before = store.remembered_opponents().expect("readable");
    let find = |store: &Store, name| store.find_opponents(name).expect("known").swap_remove(0);
    let (kept, other) = (find(&store, "Ann"), find(&store, "Bot"));
    store.merge_opponents(&kept, &other).expect("merged");
    // The program is met again.
    store.add_remembered(&before).expect("added");
    let merged = find(&store, "Ann");
    assert_eq!(merged.kind, OpponentKind::Unknown);
    store.rename_opponent(&merged, "Anna").expect("renamed");
    for name in ["Ann", "Anna"] {
        assert_eq!(counts(&store, name).len(), 2, "{name}");
    }
}

#[test]
fn an_opponent_whose_key_an_earlier_version_did_not_compose_is_found() {
    let (composed, written) = ("Jos\u{e9}", "Jose\u{301}");
    let mut store = Store::in_memory().expect("memory");
    store
        .learn_game(&written.into(), &memory(1))
        .expect("learned");
    // Earlier versions wrote the letters of keys as those of names.
    store
        .connection
        .execute("UPDATE opponents SET key = ?1", [written.to_lowercase()])
        .expect("written");
    let listed = store.opponents().expect("one");
    assert_eq!(listed[0].name, written);
    for name in [composed, written, "JOS\u{c9}"] {
        assert_eq!(counts(&store, name).len(), 1, "{name}");
        assert_eq!(store.find_opponents(name).expect("known"), listed, "{name}");
    }
    store
        .learn_game(&composed.into(), &memory(2))
        .expect("learned");
    assert_eq!(store.opponents().expect("one").len(), 1);
    store
        .rename_opponent(&listed[0], composed)
        .expect("renamed");
    let renamed = store.find_opponents(written).expect("known");
    assert_eq!((renamed[0].name.as_str(), renamed[0].games), (composed, 2));
    assert_eq!(renamed[0].aliases, [""; 0]);
    assert_eq!(findings(&store), [""; 0]);
}

#[test]
fn opponents_that_earlier_versions_made_of_two_unicode_forms_can_be_merged() {
    let (composed, written) = ("Jos\u{e9}", "Jose\u{301}");
    let mut store = with_earlier_spelling(composed, written);
    let found = store.find_opponents(composed).expect("both");
    assert_eq!(found.len(), 2);
    store.merge_opponents(&found[0], &found[1]).expect("merged");
    let merged = store.find_opponents(written).expect("known");
    assert_eq!((merged.len(), merged[0].games), (1, 2));
    assert_eq!(merged[0].aliases, [""; 0]);
}

#[test]
fn a_database_of_version_3_keeps_its_opponents() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("old.db");
    let connection = rusqlite::Connection::open(&file).expect("a file");
    for step in [
        include_str!("../schema/1.sql"),
        include_str!("../schema/2.sql"),
        include_str!("../schema/3.sql"),
        "INSERT INTO opponents (key, name) VALUES ('ann', 'Ann')",
    ] {
        connection.execute_batch(step).expect("a step");
    }
    connection
        .pragma_update(None, "application_id", 0x4261_4368)
        .expect("ours");
    connection
        .pragma_update(None, "user_version", 3)
        .expect("version 3");
    drop(connection);
    let mut store = Store::open(&file, Access::Share).expect("migrated");
    assert_eq!(store.opponents().expect("one")[0].name, "Ann");
    store
        .learn_game(&"Ann".into(), &memory(1))
        .expect("learned");
    assert_eq!(store.opponents().expect("one")[0].games, 1);
}

#[test]
fn processes_write_in_turns_and_wait_for_a_long_writer_in_the_queue() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    // The right to write, as self-play has it, keeps nobody from adding single games.
    let writer = create(&file);
    let learn = |number| {
        Store::share_or_queue(&file, |store| {
            store.learn_game(&"Ann".into(), &memory(number))
        })
        .expect("kept")
        .1
    };
    assert_eq!(learn(1), GameDestination::Database);
    writer
        .connection
        .execute_batch("BEGIN IMMEDIATE")
        .expect("a long transaction");
    assert_eq!(learn(2), GameDestination::Queue);
    writer.connection.execute_batch("COMMIT").expect("done");
    drop(writer);
    let count = || {
        let store = Store::open(&file, Access::Read).expect("readable");
        counts(&store, "Ann").len()
    };
    assert_eq!(count(), 1);
    assert!(Store::empty_queue(&file).expect("emptied"));
    assert!(!Store::empty_queue(&file).expect("nothing to do"));
    assert_eq!(count(), 2);
}
