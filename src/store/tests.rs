//! The store: its guarantees, on games of random moves.

mod exchange;
mod look_alikes;
mod memory;
mod same_games;
mod scores;
mod size;

use std::ops::ControlFlow;
use std::path::Path;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Color, Position as _};

use super::*;
use crate::phase::Phase;
use crate::record::{
    AdjudicatorVerdict, Case, Game, GameResult, LevelDraw, PositionScore, Provenance, RunDraws,
    Tags, Termination,
};

const LEVELS: u16 = 838;

/// Returns the settings of a run with this seed.
pub(super) fn settings(seed: u64) -> RunSettings {
    RunSettings {
        kind: RunKind::Selfplay,
        provenance: Provenance {
            version: "0.1.0".to_owned(),
            seed,
            models: vec!["0123456789abcdef".to_owned()],
            settings: "nodes = 200\nwhite = \"random\"\n".to_owned(),
        },
        levels: LEVELS,
        draws: None,
    }
}

/// Returns a game of random legal moves with three cases for each side, determined by its number.
pub(super) fn random_game(number: u32) -> StoredGame {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(number));
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for _ in 0..rng.random_range(10..120) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[rng.random_range(0..legal.len())];
        position.play_unchecked(m);
        moves.push(m);
    }
    let result = GameResult::ALL[rng.random_range(0..3)];
    let mut cases = Vec::new();
    for phase in Phase::ALL {
        for side in [Color::White, Color::Black] {
            cases.push(Case {
                phase,
                side,
                levels: (0..LEVELS).map(|_| rng.random_range(0..5)).collect(),
                result: result.seen_by(side),
            });
        }
    }
    let scores = scores_of(number, moves.len());
    StoredGame {
        number,
        record: Game {
            moves,
            scores,
            opening_plies: 8,
            result: Some(result),
            termination: Termination::MoveLimit,
            verdict: number.is_multiple_of(5).then_some(AdjudicatorVerdict {
                result: GameResult::Draw,
                ply: 9,
            }),
            tags: Tags::new().with("White", "random").with("Black", "initial"),
            ..Game::default()
        },
        cases,
        opponent: None,
        played_at: None,
    }
}

/// Returns scores of all positions but the first eight, for every other game.
fn scores_of(number: u32, moves: usize) -> Vec<Option<PositionScore>> {
    let score = |ply: usize| {
        let centipawns = i16::try_from(ply).unwrap_or(0) * 211 - 9000;
        (ply >= 8).then(|| PositionScore::new(centipawns))
    };
    let moves = if number.is_multiple_of(2) { moves } else { 0 };
    (0..moves).map(score).collect()
}

pub(super) fn create(file: &Path) -> Store {
    Store::open(file, Access::Create).expect("a new database")
}

fn hash(store: &Store) -> String {
    store
        .content_hash(&GameFilter::default())
        .expect("readable")
}

#[test]
fn order_and_repetition_do_not_change_the_content() {
    let games: Vec<_> = (0..12).map(random_game).collect();
    let mut forward = Store::in_memory().expect("memory");
    let run = forward.begin_run(&settings(1), 12).expect("a run");
    forward.write_games(&run, &games).expect("written");

    let mut backward = Store::in_memory().expect("memory");
    backward.begin_run(&settings(2), 1).expect("another run");
    let run = backward.begin_run(&settings(1), 12).expect("a run");
    for game in games.iter().rev() {
        backward
            .write_games(&run, std::slice::from_ref(game))
            .expect("written");
    }
    let again = backward.write_games(&run, &games).expect("a no-op");
    assert_eq!((again.new, again.known), (0, 12));
    assert_eq!(hash(&forward), hash(&backward));
    assert_ne!(hash(&forward), hash(&Store::in_memory().expect("memory")));
}

#[test]
fn a_game_comes_back_as_it_went_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let mut store = create(&file);
    let run = store.begin_run(&settings(1), 3).expect("a run");
    let mut game = random_game(2);
    let fen: shakmaty::fen::Fen = "8/5k2/8/8/8/8/R4K2/8 b - - 3 40".parse().expect("a FEN");
    game.record.start = fen
        .into_position(shakmaty::CastlingMode::Standard)
        .expect("a position");
    game.record.moves.clear();
    game.record.scores.clear();
    store
        .write_games(&run, &[random_game(0), game.clone()])
        .expect("written");
    drop(store);

    let store = Store::open(&file, Access::Read).expect("readable");
    assert_eq!(
        store.missing_numbers(&run, 4).expect("ranges"),
        [1..2, 3..4]
    );
    let mut seen = Vec::new();
    store
        .for_each_game(&GameFilter::default(), |key, game| {
            seen.push((key, game));
            ControlFlow::Continue(())
        })
        .expect("readable");
    assert_eq!(seen.len(), 2);
    for ((key, back), put) in seen.iter().zip([&random_game(0), &game]) {
        assert_eq!(key.number, put.number);
        assert_eq!(back.record, put.record);
        assert_eq!(back.cases, put.cases);
    }
}

#[test]
fn cases_are_counted_by_run_and_number() {
    let mut store = Store::in_memory().expect("memory");
    for seed in [1, 2] {
        let run = store.begin_run(&settings(seed), 5).expect("a run");
        let games: Vec<_> = (0..5).map(random_game).collect();
        store.write_games(&run, &games).expect("written");
    }
    let count = |run, games| {
        store
            .for_each_case(&CaseFilter { run, games }, |_, _, levels| {
                assert_eq!(levels.len(), usize::from(LEVELS));
            })
            .expect("readable")
            .cases
    };
    assert_eq!(count(None, None), 60);
    assert_eq!(count(None, Some(0..2)), 24);
    assert_eq!(count(Some(settings(2).key()), Some(0..2)), 12);
    assert_eq!(count(Some(settings(2).key()), None), 30);
}

#[test]
fn another_game_under_the_same_number_is_refused_and_nothing_written() {
    let mut store = Store::in_memory().expect("memory");
    let run = store.begin_run(&settings(1), 5).expect("a run");
    store.write_games(&run, &[random_game(1)]).expect("written");
    let before = hash(&store);
    let mut other = random_game(3);
    other.number = 1;
    assert!(matches!(
        store.write_games(&run, &[random_game(0), other]),
        Err(StoreError::Conflict { number: 1, .. })
    ));
    assert_eq!(hash(&store), before);
}

#[test]
fn a_case_that_contradicts_its_game_is_refused() {
    let mut store = Store::in_memory().expect("memory");
    let run = store.begin_run(&settings(1), 5).expect("a run");
    let mut game = random_game(0);
    game.cases[0].levels.pop();
    assert!(matches!(
        store.write_games(&run, &[game]),
        Err(StoreError::BadGame { .. })
    ));
    let mut game = random_game(0);
    game.cases.push(game.cases[0].clone());
    assert!(matches!(
        store.write_games(&run, &[game]),
        Err(StoreError::BadGame { .. })
    ));
}

#[test]
fn a_full_disk_keeps_what_was_complete() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let mut store = create(&file);
    let run = store.begin_run(&settings(1), 99).expect("a run");
    store.write_games(&run, &[random_game(0)]).expect("written");
    let before = hash(&store);
    store
        .connection
        .pragma_update(None, "max_page_count", 12)
        .expect("a small disk");
    let many: Vec<_> = (1..99).map(random_game).collect();
    let refused = store.write_games(&run, &many).expect_err("no room");
    assert!(matches!(refused, StoreError::DiskFull(_)), "{refused}");
    assert_eq!(hash(&store), before);
}

#[test]
fn creation_cut_short_is_finished_by_the_next_writer_and_empty_to_a_reader() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    std::fs::write(&file, b"").expect("an empty file");
    assert!(
        Store::open(&file, Access::Read)
            .expect("empty")
            .runs()
            .expect("none")
            .is_empty()
    );
    assert_eq!(std::fs::metadata(&file).expect("there").len(), 0);
    drop(Store::open(&file, Access::Write).expect("finished"));
    drop(Store::open(&file, Access::Read).expect("a database"));

    let half = folder.path().join("half.db");
    let connection = rusqlite::Connection::open(&half).expect("a file");
    connection
        .pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))
        .expect("a first page");
    drop(connection);
    drop(Store::open(&half, Access::Read).expect("empty"));
    drop(create(&half));
}

#[test]
fn readers_are_welcome_while_one_writes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let mut writer = create(&file);
    let run = writer.begin_run(&settings(1), 99).expect("a run");
    let reader = Store::open(&file, Access::Read).expect("a reader");
    writer
        .write_games(&run, &[random_game(0)])
        .expect("written");
    assert_eq!(hash(&reader), hash(&writer));
    assert!(matches!(
        Store::open(&file, Access::Write),
        Err(StoreError::SecondWriter(_))
    ));
}

#[test]
fn one_view_stays_the_same_while_another_writes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let mut writer = create(&file);
    let run = writer.begin_run(&settings(1), 99).expect("a run");
    let reader = Store::open(&file, Access::Read).expect("a reader");
    let (before, after) = reader
        .in_one_view(|reader| {
            let before = hash(reader);
            writer.write_games(&run, &[random_game(0)])?;
            Ok::<_, StoreError>((before, hash(reader)))
        })
        .expect("readable");
    assert_eq!(before, after);
    assert_ne!(hash(&reader), after);
}

#[test]
fn a_scratch_goes_when_it_is_dropped_or_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = || std::fs::read_dir(folder.path()).expect("a folder").count();
    for is_closed in [false, true] {
        let mut store = Store::scratch(folder.path()).expect("a new database");
        let run = store.begin_run(&settings(1), 1).expect("a run");
        store.write_games(&run, &[random_game(0)]).expect("written");
        assert!(store.file().exists());
        assert_eq!(here(), 1);
        if is_closed {
            store.close().expect("closed");
        } else {
            drop(store);
        }
        assert_eq!(here(), 0);
    }
    let missing = Store::scratch(&folder.path().join("none")).expect_err("no folder");
    assert!(missing.to_string().contains("none: "), "{missing}");
}
