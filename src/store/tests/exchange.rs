//! Databases merged, exported, imported; and findings of `verify` in damaged ones.

use shakmaty::Color;

use super::*;
use crate::files::Existing;

pub(super) fn filled(file: &Path, seed: u64, numbers: std::ops::Range<u32>) -> Store {
    let mut store = create(file);
    let run = store.begin_run(&settings(seed), 20).expect("a run");
    let games: Vec<_> = numbers.map(legal_game).collect();
    store.write_games(&run, &games).expect("written");
    store
}

/// Returns a random game whose cases are of the phases that it reached.
pub(super) fn legal_game(number: u32) -> StoredGame {
    let mut game = random_game(number);
    let mut position = game.record.start.clone();
    let mut reached = vec![Phase::of(&position)];
    for m in &game.record.moves {
        position.play_unchecked(*m);
        reached.push(Phase::of(&position));
    }
    game.cases.retain(|case| reached.contains(&case.phase));
    game
}

fn user_game(name: &str) -> StoredGame {
    let mut game = legal_game(7);
    game.record.tags = Tags::new()
        .with("White", "learned:max-win")
        .with("Black", name);
    game.cases = Vec::new();
    game.opponent = Some(name.into());
    game
}

/// The memory of a game; the number makes it different from others.
pub(super) fn memory(number: u128) -> OpponentGame {
    OpponentGame {
        fingerprint: number,
        occasion: format!("{number}"),
        source: MemorySource::Learned,
        played_at: None,
        color: Color::White,
        moves: 20,
        plies: 40,
        men: 20,
        opening: Some("1. e4 e5".to_owned()),
        objective: None,
        result: None,
        rating: Some(1500),
        other_rating: None,
        population: None,
        habits: HabitTallies::default(),
        losses: None,
        strength_limit: None,
    }
}

pub(super) fn findings(store: &Store) -> Vec<String> {
    let seen = store.verify().expect("readable");
    seen.findings.iter().map(ToString::to_string).collect()
}

#[test]
fn merging_is_idempotent_and_its_order_makes_no_difference() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    drop(filled(&at("a.db"), 1, 0..6));
    drop(filled(&at("b.db"), 1, 4..9));
    let mut c = filled(&at("c.db"), 2, 0..3);
    c.add_user_game(&settings(3).provenance, user_game("Ann"), Some(memory(1)))
        .expect("stored");
    drop(c);
    let read = |name: &str| Store::open(&at(name), Access::Read).expect("readable");
    let merged = |out: &str, names: [&str; 3]| {
        Store::write_atomically(&at(out), |store| store.merge(&names.map(read))).expect("merged");
        hash(&read(out))
    };
    let forward = merged("forward.db", ["a.db", "b.db", "c.db"]);
    assert_eq!(merged("backward.db", ["c.db", "b.db", "a.db"]), forward);
    assert_eq!(merged("forward.db", ["b.db", "b.db", "a.db"]), forward);
    assert_eq!(findings(&read("forward.db")), [""; 0]);
    assert_eq!(read("forward.db").opponents().expect("one")[0].games, 1);
}

#[test]
fn a_failed_merge_leaves_no_file_and_no_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let a = filled(&at("a.db"), 1, 0..2);
    let mut b = create(&at("b.db"));
    let run = b.begin_run(&settings(1), 20).expect("a run");
    let mut other = legal_game(9);
    other.number = 1;
    b.write_games(&run, &[other]).expect("written");
    drop((a, b));
    let both = || ["a.db", "b.db"].map(|name| Store::open(&at(name), Access::Read).expect("there"));
    let refused = Store::write_atomically(&at("out.db"), |store| store.merge(&both()));
    assert!(matches!(refused, Err(StoreError::Conflict { .. })));
    let mut left: Vec<_> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["a.db", "b.db"]);
}

#[test]
fn csv_comes_back_with_the_same_content() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = filled(&folder.path().join("a.db"), 1, 0..5);
    store
        .add_user_game(
            &settings(3).provenance,
            user_game("Ann, \"the\" Great"),
            None,
        )
        .expect("stored");
    let files = CsvFiles::at(&folder.path().join("out.csv"));
    assert_eq!(
        store.export_csv(&files, Existing::Keep).expect("written"),
        6
    );
    let mut copy = Store::in_memory().expect("memory");
    let written = copy.import_csv(&files).expect("imported");
    assert_eq!((written.new, written.known), (6, 0));
    assert_eq!(hash(&copy), hash(&store));
    assert_eq!(copy.runs().expect("runs").len(), 2);
    assert_eq!(
        copy.opponents().expect("one"),
        store.opponents().expect("one")
    );
    assert_eq!(copy.import_csv(&files).expect("a no-op").known, 6);
}

/// Settings of a run with typed draws, which its text does not say.
fn drawing_settings(seed: u64) -> RunSettings {
    RunSettings {
        draws: Some(RunDraws {
            schema: Some("modern 0123".to_owned()),
            white: LevelDraw::Designed,
            black: LevelDraw::Nothing,
        }),
        ..settings(seed)
    }
}

#[test]
fn the_draws_of_a_run_are_kept_by_export_import_and_merge() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = create(&folder.path().join("a.db"));
    store.begin_run(&drawing_settings(1), 5).expect("a run");
    store.begin_run(&settings(2), 5).expect("an older run");
    let files = CsvFiles::at(&folder.path().join("out.csv"));
    store.export_csv(&files, Existing::Keep).expect("written");
    let mut imported = Store::in_memory().expect("memory");
    imported.import_csv(&files).expect("imported");
    let mut merged = Store::in_memory().expect("memory");
    merged.merge(&[imported]).expect("merged");
    let of = |store: &Store| -> Vec<RunSettings> {
        let runs = store.runs().expect("readable").into_iter();
        runs.map(|run| run.settings).collect()
    };
    assert_eq!(of(&merged), of(&store));
    assert!(of(&merged).contains(&drawing_settings(1)));
    assert_eq!(findings(&merged), [""; 0]);

    // A file of an older version has no such column.
    let text = std::fs::read_to_string(&files.runs).expect("text");
    let mut rows = ::csv::Reader::from_reader(text.as_bytes());
    let mut older = ::csv::Writer::from_path(&files.runs).expect("a file");
    let headers = rows.headers().expect("headers").clone();
    let place = headers.iter().position(|name| name == "draws");
    let rows = rows.records().map(|row| row.expect("a row"));
    for row in std::iter::once(headers.clone()).chain(rows) {
        let kept = row.iter().enumerate().filter(|(n, _)| Some(*n) != place);
        older
            .write_record(kept.map(|(_, cell)| cell))
            .expect("written");
    }
    older.flush().expect("written");
    let mut imported = Store::in_memory().expect("memory");
    imported.import_csv(&files).expect("imported");
    assert!(of(&imported).iter().all(|run| run.draws.is_none()));

    // The same run with its draws, merged in either order, has them.
    imported.merge(&[store]).expect("merged");
    assert_eq!(of(&imported), of(&merged));
}

#[test]
fn draws_that_are_no_draws_are_named_with_their_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = create(&folder.path().join("a.db"));
    store.begin_run(&drawing_settings(1), 5).expect("a run");
    let files = CsvFiles::at(&folder.path().join("out.csv"));
    store.export_csv(&files, Existing::Keep).expect("written");
    let text = std::fs::read_to_string(&files.runs).expect("text");
    std::fs::write(&files.runs, text.replace("designed", "guessed")).expect("written");
    let refused = Store::in_memory().expect("memory").import_csv(&files);
    let refused = refused.expect_err("no draw").to_string();
    assert!(
        refused.contains("draws: ") && refused.contains("guessed"),
        "{refused}"
    );

    store
        .connection
        .execute(
            "UPDATE runs SET draws = replace(draws, 'designed', 'guessed')",
            (),
        )
        .expect("changed");
    let found = findings(&store);
    assert!(found.iter().any(|one| one.contains("guessed")), "{found:?}");
}

#[test]
fn a_wrong_line_is_named_and_nothing_imported() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = filled(&folder.path().join("a.db"), 1, 0..3);
    let files = CsvFiles::at(&folder.path().join("out.csv"));
    store.export_csv(&files, Existing::Keep).expect("written");
    let text = std::fs::read_to_string(&files.cases).expect("text");
    let wrong = text
        .replacen(",white,", ",green,", 2)
        .replacen(",green,", ",white,", 1);
    std::fs::write(&files.cases, wrong).expect("written");
    let mut copy = Store::in_memory().expect("memory");
    let refused = copy
        .import_csv(&files)
        .expect_err("green is not a side")
        .to_string();
    assert!(
        refused.contains("line 4: ") && refused.contains("green"),
        "{refused}"
    );
    assert!(copy.runs().expect("none").is_empty());
}

#[test]
fn verify_finds_every_kind_of_damage() {
    let damages = [
        (
            "UPDATE games SET result = (result + 1) % 3 WHERE number = 1",
            "checksum",
        ),
        ("UPDATE games SET moves = x'0000' WHERE number = 1", "ply 1"),
        (
            "UPDATE games SET termination = 0 WHERE number = 1",
            "no end",
        ),
        (
            "UPDATE cases SET levels = x'FF' WHERE game & 7 = 1",
            "levels",
        ),
        (
            "DELETE FROM cases WHERE game & 7 = 1 AND side = 0",
            "checksum",
        ),
        ("UPDATE runs SET settings = 'nodes = 1'", "its key"),
        ("UPDATE runs SET games_wanted = 2", "its run has 2 games"),
        (
            "UPDATE cases SET id = id | 4 WHERE game & 7 = 1 AND phase = 0",
            "never reached",
        ),
        (
            "PRAGMA foreign_keys = OFF; DELETE FROM games WHERE number = 1",
            "refers to",
        ),
        (
            "PRAGMA foreign_keys = OFF; DELETE FROM runs",
            "belong to a run",
        ),
        (
            "PRAGMA ignore_check_constraints = ON; UPDATE games SET termination = 99",
            "out of range",
        ),
    ];
    for (sql, expected) in damages {
        let mut store = Store::in_memory().expect("memory");
        let run = store.begin_run(&settings(1), 20).expect("a run");
        let games: Vec<_> = (0..3).map(legal_game).collect();
        store.write_games(&run, &games).expect("written");
        assert_eq!(findings(&store), [""; 0]);
        store.connection.execute_batch(sql).expect("damaged");
        let found = findings(&store);
        assert!(
            found.iter().any(|finding| finding.contains(expected)),
            "{sql}: {found:?}"
        );
    }
}

#[test]
fn opponents_are_known_by_their_tidied_names_and_forgotten_for_good() {
    let mut store = Store::in_memory().expect("memory");
    let provenance = settings(3).provenance;
    let first = store
        .add_user_game(&provenance, user_game(" Bobby\n\tF. "), Some(memory(1)))
        .expect("stored");
    let second = store
        .add_user_game(&provenance, user_game("BOBBY F."), Some(memory(1)))
        .expect("stored");
    assert_eq!((first.number, second.number), (0, 1));
    assert_eq!(first.run, second.run);
    let opponents = store.opponents().expect("one");
    assert_eq!(
        (opponents[0].name.as_str(), opponents[0].games),
        ("Bobby F.", 2)
    );
    let before = hash(&store);
    let forgotten = store
        .forget_opponent("bobby f.", ForgetGames::Rename)
        .expect("known");
    assert_eq!((forgotten.games, forgotten.remembered), (2, 2));
    assert!(store.opponents().expect("none").is_empty());
    assert_eq!(hash(&store), before);
    store
        .for_each_game(&GameFilter::default(), |_, game| {
            assert_eq!(game.record.player(Color::Black), "?");
            ControlFlow::Continue(())
        })
        .expect("readable");
    assert!(
        store
            .forget_opponent("bobby f.", ForgetGames::Rename)
            .is_err()
    );
}

/// A program and a person of one name: only the one who is meant is forgotten, with their games.
#[test]
fn a_namesake_is_not_forgotten() {
    let mut store = Store::in_memory().expect("memory");
    let provenance = settings(3).provenance;
    let keys = [OpponentKind::Human, OpponentKind::Computer]
        .map(|kind| OpponentKey::new("Anna", "", kind));
    for (key, number) in keys.iter().zip(1..) {
        let game = StoredGame {
            opponent: Some(key.clone()),
            ..user_game("Anna")
        };
        store
            .add_user_game(&provenance, game, Some(memory(number)))
            .expect("stored");
    }
    // Nothing but the name is known of this one's opponent.
    let nameless = StoredGame {
        opponent: None,
        ..user_game("Anna")
    };
    store
        .add_user_game(&provenance, nameless, None)
        .expect("stored");
    let program = store
        .opponents()
        .expect("two")
        .into_iter()
        .find(|opponent| opponent.kind == OpponentKind::Computer)
        .expect("the program");
    let id = format!("#{}", program.id);
    let meant = store.meant_names(&id).expect("known");
    assert!(meant.means(&keys[1]) && !meant.means(&keys[0]));
    let forgotten = store
        .forget_opponent(&id, ForgetGames::Delete)
        .expect("known");
    assert_eq!((forgotten.games, forgotten.remembered), (1, 1));
    let left = store.opponents().expect("one");
    assert_eq!((left.len(), left[0].games), (1, 1));
    let forgotten = store
        .forget_opponent("anna", ForgetGames::Delete)
        .expect("known");
    assert_eq!((forgotten.games, forgotten.remembered), (2, 1));
}

#[test]
fn the_tally_counts_what_was_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = filled(&folder.path().join("a.db"), 1, 0..10);
    let tally = store.statistics(&GameFilter::default()).expect("readable");
    assert_eq!(
        (tally.games, tally.cases, tally.played_through),
        (10, 46, 2)
    );
    assert_eq!(tally.results.values().sum::<u64>(), 10);
    assert_eq!(tally.adjudicated_share(), Some(0.0));
    let first = store
        .statistics(&GameFilter {
            run: Some(settings(1).key()),
            numbers: Some(0..1),
        })
        .expect("readable");
    assert_eq!(first.plies, random_game(0).record.moves.len() as u64);
}
