//! How fast cases are counted: from memory, and from SQLite. `cargo bench --bench learning`.
//!
//! One thread. Each figure is the median of five rounds, with the fastest and the slowest beside
//! it; on a machine that does other work at the same time the median says little.

#![expect(clippy::print_stdout, reason = "a bench reports to its user")]

use std::time::Instant;

use bayeschess::bayes::{Smoothing, Tally};
use bayeschess::heuristic::{Levels, Schema};
use bayeschess::learn::learn;
use bayeschess::model::{class_of, shape_of};
use bayeschess::phase::Phase;
use bayeschess::record::{Case, GameRecord, GameResult, Provenance, Termination};
use bayeschess::rng;
use bayeschess::store::{Access, CaseFilter, RunKind, RunSettings, Store, StoredGame};
use rand::RngExt as _;
use shakmaty::{ByColor, Chess, Color};

const ROUNDS: usize = 5;
const CASES_IN_MEMORY: usize = 100_000;
const GAMES: u32 = 40_000;
const GAMES_A_BATCH: u32 = 1_000;

fn main() {
    from_sqlite();
    from_memory();
}

/// Random rows with random classes, counted again and again.
fn from_memory() {
    let schema = Schema::classic();
    let mut rng = rng::stream(1, "bench learning", 0);
    let shape = shape_of(schema);
    let classes: Vec<usize> = (0..CASES_IN_MEMORY)
        .map(|_| rng.random_range(0..shape.classes()))
        .collect();
    let rows: Vec<u8> = (0..CASES_IN_MEMORY * schema.len())
        .map(|_| rng.random_range(0..5))
        .collect();
    let rates = (0..ROUNDS).map(|_| {
        let begun = Instant::now();
        let mut tally = Tally::new(shape.clone());
        for (class, row) in classes.iter().zip(rows.chunks_exact(schema.len())) {
            tally.add(*class, row).expect("it fits");
        }
        let counts = tally.finish();
        let seconds = begun.elapsed().as_secs_f64();
        assert_eq!(counts.total(), CASES_IN_MEMORY as u64);
        CASES_IN_MEMORY as f64 / seconds
    });
    report("from memory", rates.collect());
}

/// A database of games with six cases each, learned from again and again.
fn from_sqlite() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("bench.db");
    fill(&file);
    let store = Store::open(&file, Access::Read).expect("a database");
    let before = memory::restart_peak();
    let rates = (0..ROUNDS).map(|_| {
        let learned = learn(
            &store,
            Schema::classic(),
            &CaseFilter::default(),
            Smoothing::LAPLACE,
            &mut |_| {},
        )
        .expect("cases");
        assert_eq!(learned.cases, u64::from(GAMES) * 6);
        learned.cases as f64 / learned.time.as_secs_f64()
    });
    report("from SQLite", rates.collect());
    if let (Some(before), Some(peak)) = (before, memory::peak()) {
        let above = peak.saturating_sub(before) as f64 / 1024.0;
        println!("memory        {above:>10.1} MiB above start, learning from SQLite");
    }
}

fn fill(file: &std::path::Path) {
    let mut store = Store::open(file, Access::Create).expect("a database");
    let settings = RunSettings {
        kind: RunKind::Selfplay,
        provenance: Provenance::default(),
        levels: u16::try_from(Schema::classic().len()).expect("838"),
    };
    let run = store.begin_run(&settings, GAMES).expect("a run");
    for first in (0..GAMES).step_by(GAMES_A_BATCH as usize) {
        let games: Vec<StoredGame> = (first..first + GAMES_A_BATCH).map(game).collect();
        store.write_games(&run, &games).expect("written");
    }
}

fn game(number: u32) -> StoredGame {
    let mut rng = rng::stream(1, "bench learning game", u64::from(number));
    let result = GameResult::ALL[rng.random_range(0..3)];
    let mut cases = Vec::new();
    for phase in Phase::ALL {
        for side in [Color::White, Color::Black] {
            cases.push(Case {
                phase,
                side,
                levels: Levels::random(Schema::classic(), &mut rng)
                    .as_bytes()
                    .to_vec(),
                result: result.seen_by(side),
            });
        }
    }
    // The class is what the learner will ask for; a bench must not measure an impossible one.
    assert!(class_of(cases[0].phase, cases[0].result) < 9);
    StoredGame {
        number,
        record: GameRecord {
            start: Chess::default(),
            moves: Vec::new(),
            opening_plies: 0,
            result,
            termination: Termination::Unknown,
            verdict: None,
        },
        cases,
        names: ByColor {
            white: "random".to_owned(),
            black: "random".to_owned(),
        },
        opponent: None,
        played_at: None,
    }
}

fn report(what: &str, mut rates: Vec<f64>) {
    rates.sort_by(f64::total_cmp);
    println!(
        "{what:14}{:>10.2} million cases/s ({:.2} to {:.2} in {ROUNDS} rounds)",
        rates[ROUNDS / 2] / 1e6,
        rates[0] / 1e6,
        rates[ROUNDS - 1] / 1e6
    );
}

/// The process's memory as Linux tells it, in KiB; nothing elsewhere.
mod memory {
    use std::fs;

    /// Forgets the peak so far; returns what is in use now.
    pub fn restart_peak() -> Option<u64> {
        fs::write("/proc/self/clear_refs", "5").ok()?;
        field("VmRSS:")
    }

    pub fn peak() -> Option<u64> {
        field("VmHWM:")
    }

    fn field(name: &str) -> Option<u64> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}
