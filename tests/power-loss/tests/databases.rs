//! Committed games stay, whatever a power cut or a full disk does to the database.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bayeschess::phase::Phase;
use bayeschess::record::{Case, Game, GameResult, Provenance, Tags, Termination};
use bayeschess::store::{Access, GameFilter, RunKind, RunSettings, Store, StoreError, StoredGame};
use bayeschess_power_loss::{Cut, Disk, Event, Failure, Loss, fail, install, mark, recording};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Color, Position as _};

/// Levels of a case, as many as the classic heuristic has.
const LEVELS: u16 = 838;

/// Games of one transaction.
const BATCH: u32 = 4;

/// The layer is one for the whole process, so the tests take turns.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    install();
    fail(Failure::Never);
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn settings() -> RunSettings {
    RunSettings {
        kind: RunKind::Selfplay,
        provenance: Provenance {
            version: "0.1.0".to_owned(),
            seed: 1,
            models: vec!["0123456789abcdef".to_owned()],
            settings: "nodes = 200\nwhite = \"random\"\n".to_owned(),
        },
        levels: LEVELS,
        draws: None,
    }
}

/// A game of random legal moves with two cases, determined by its number.
fn random_game(number: u32) -> StoredGame {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(number));
    let (mut position, mut moves) = (Chess::default(), Vec::new());
    for _ in 0..rng.random_range(10..80) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[rng.random_range(0..legal.len())];
        position.play_unchecked(m);
        moves.push(m);
    }
    let result = GameResult::ALL[rng.random_range(0..3)];
    let cases = [Color::White, Color::Black].map(|side| Case {
        phase: Phase::Opening,
        side,
        levels: (0..LEVELS).map(|_| rng.random_range(0..5)).collect(),
        result: result.seen_by(side),
    });
    StoredGame {
        number,
        record: Game {
            moves,
            opening_plies: 8,
            result: Some(result),
            termination: Termination::MoveLimit,
            tags: Tags::new().with("White", "random").with("Black", "initial"),
            ..Game::default()
        },
        cases: cases.to_vec(),
        opponent: None,
        played_at: None,
    }
}

/// Writes games in batches, from `first` on, and says after each which are committed.
fn write(file: &Path, first: u32, batches: u32) -> Result<u32, (u32, StoreError)> {
    let mut committed = first;
    let mut work = || {
        let mut store = Store::open(file, Access::Create)?;
        let run = store.begin_run(&settings(), 1000)?;
        for batch in 0..batches {
            let begin = first + batch * BATCH;
            let games: Vec<_> = (begin..begin + BATCH).map(random_game).collect();
            store.write_games(&run, &games)?;
            committed = begin + BATCH;
            mark(committed);
        }
        store.close()
    };
    match work() {
        Ok(()) => Ok(committed),
        Err(error) => Err((committed, error)),
    }
}

/// Opens a database as the next command would, and returns the number of its games: those from 0 on without a gap, all
/// sound.
fn sound_games(file: &Path, at: &dyn std::fmt::Debug) -> u32 {
    let store = Store::open(file, Access::Create).unwrap_or_else(|error| panic!("{at:?}: {error}"));
    let report = store
        .verify()
        .unwrap_or_else(|error| panic!("{at:?}: {error}"));
    assert!(report.findings.is_empty(), "{at:?}: {:?}", report.findings);
    let mut numbers = Vec::new();
    store
        .for_each_game(&GameFilter::default(), |_, game| {
            let expected = random_game(game.number);
            assert_eq!(game.record.moves, expected.record.moves, "{at:?}");
            assert_eq!(game.cases, expected.cases, "{at:?}");
            numbers.push(game.number);
            ControlFlow::Continue(())
        })
        .unwrap_or_else(|error| panic!("{at:?}: {error}"));
    numbers.sort_unstable();
    let count = u32::try_from(numbers.len()).expect("few");
    assert_eq!(numbers, (0..count).collect::<Vec<_>>(), "{at:?}");
    count
}

/// What the program had been told before a cut.
fn told(events: &[Event], after: usize) -> u32 {
    let marks = events[..after].iter().rev();
    marks
        .filter_map(|event| match event {
            Event::Mark(committed) => Some(*committed),
            _ => None,
        })
        .next()
        .unwrap_or(0)
}

#[test]
fn committed_games_outlast_a_power_cut_at_every_event() {
    let _turn = alone();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder
        .path()
        .canonicalize()
        .expect("there")
        .join("games.db");
    let events = recording(|| {
        // The second program finds a database that the first one closed, the third one a log that grew.
        assert_eq!(write(&file, 0, 3).expect("written"), 12);
        assert_eq!(write(&file, 12, 12).expect("written"), 60);
    });
    let syncs = events
        .iter()
        .filter(|event| matches!(event, Event::Sync { .. }))
        .count();
    let writes = events
        .iter()
        .filter(|event| matches!(event, Event::Write { .. }))
        .count();
    assert!(writes > 100 && syncs > 10, "{writes} writes, {syncs} syncs");

    let scratch = tempfile::tempdir().expect("a folder");
    let restored = scratch.path().join("restored.db");
    let (mut cuts, mut more) = (0, 0);
    for after in 0..=events.len() {
        let losses = [
            Loss::Everything,
            Loss::Nothing,
            Loss::AtRandom(1),
            Loss::AtRandom(2),
        ];
        for loss in losses {
            let cut = Cut { after, loss };
            Disk::at(&events, cut)
                .restore(&file, &restored)
                .expect("restored");
            let (games, told) = (sound_games(&restored, &cut), told(&events, after));
            assert!(
                games >= told,
                "{cut:?}: {games} games, but {told} were committed"
            );
            more += u32::from(games > told);
            cuts += 1;
        }
    }
    assert!(
        more > 0,
        "games that were written and not told of are there after some cuts"
    );
    println!("{writes} writes, {syncs} syncs, {cuts} cuts: no committed game lost");
}

/// A disk that ignores syncs loses games: the test above can fail.
#[test]
fn a_disk_that_does_not_sync_is_found_out() {
    let _turn = alone();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder
        .path()
        .canonicalize()
        .expect("there")
        .join("games.db");
    let events = recording(|| assert_eq!(write(&file, 0, 3).expect("written"), 12));
    let deaf: Vec<Event> = events
        .into_iter()
        .filter(|event| !matches!(event, Event::Sync { .. }))
        .collect();
    let cut = Cut {
        after: deaf.len(),
        loss: Loss::Everything,
    };
    assert_eq!(Disk::at(&deaf, cut).content(&file), None);
}

#[test]
fn a_disk_that_fills_up_at_any_write_keeps_what_was_committed() {
    let _turn = alone();
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join("whole.db");
    fail(Failure::Never);
    assert_eq!(write(&whole, 0, 4).expect("written"), 16);
    let calls = fail(Failure::Never);
    assert!(calls > 50, "{calls}");
    let (mut refused, mut recovered) = (0, 0);
    for call in 0..calls {
        for failure in [Failure::Once(call), Failure::From(call)] {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("games.db");
            fail(failure);
            let done = write(&file, 0, 4);
            fail(Failure::Never);
            let committed = match done {
                Ok(committed) => committed,
                Err((committed, error)) => {
                    let said = error.to_string();
                    assert!(
                        said.contains("games.db") && said.lines().count() == 1,
                        "{failure:?}: {said}"
                    );
                    refused += 1;
                    committed
                }
            };
            let games = sound_games(&file, &failure);
            assert!(
                games >= committed,
                "{failure:?}: {games} games, but {committed} were committed"
            );
            // With room again the work is finished.
            let rest = (16 - games) / BATCH;
            write(&file, games, rest).unwrap_or_else(|(_, error)| panic!("{failure:?}: {error}"));
            assert_eq!(sound_games(&file, &failure), 16, "{failure:?}");
            recovered += 1;
        }
    }
    assert!(refused > 0);
    println!(
        "{calls} calls, {recovered} disks that filled up, {refused} refusals: no committed game lost"
    );
}
