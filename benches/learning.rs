//! How fast cases are counted: from memory, and from SQLite. `cargo bench --bench learning`.
//!
//! One thread. Each figure is the median of five rounds, with the slowest and the fastest beside
//! it. On a machine that does other work at the same time the clock says little, so Linux also
//! tells the rate over the time that this thread had a processor.

#![expect(clippy::print_stdout, reason = "a bench reports to its user")]

use std::fs;
use std::time::Instant;

use bayeschess::bayes::{CountsBuilder, Smoothing};
use bayeschess::heuristic::{Levels, Schema};
use bayeschess::learn::learn;
use bayeschess::model::{class_of, shape_of};
use bayeschess::phase::Phase;
use bayeschess::record::{Case, Game, GameResult, Provenance};
use bayeschess::rng;
use bayeschess::store::{Access, CaseFilter, RunKind, RunSettings, Store, StoredGame};
use rand::RngExt as _;
use shakmaty::{ByColor, Color};

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
    let rounds = (0..ROUNDS).map(|_| {
        let watch = Watch::start();
        let mut tally = CountsBuilder::new(shape.clone());
        for (class, row) in classes.iter().zip(rows.chunks_exact(schema.len())) {
            tally.add(*class, row).expect("it fits");
        }
        assert_eq!(tally.finish().total(), CASES_IN_MEMORY as u64);
        watch.rates(CASES_IN_MEMORY as f64)
    });
    report("from memory", rounds.collect());
}

/// A database of games with six cases each, learned from again and again.
fn from_sqlite() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("bench.db");
    fill(&file);
    let store = Store::open(&file, Access::Read).expect("a database");
    let before = memory::restart_peak();
    let rounds = (0..ROUNDS).map(|_| {
        let watch = Watch::start();
        let learned = learn(
            &store,
            Schema::classic(),
            &CaseFilter::default(),
            Smoothing::LAPLACE,
            &mut |_| {},
        )
        .expect("cases");
        assert_eq!(learned.cases, u64::from(GAMES) * 6);
        watch.rates(learned.cases as f64)
    });
    report("from SQLite", rounds.collect());
    if let (Some(before), Some(peak)) = (before, memory::peak()) {
        let above = peak.saturating_sub(before) as f64 / 1024.0;
        println!("memory: {above:.1} MiB above start while learning from SQLite");
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
        record: Game {
            result: Some(result),
            ..Game::default()
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

/// Cases a second by the clock, and by this thread's share of the processor.
struct Rates {
    clock: f64,
    processor: Option<f64>,
}

/// Both clocks at the start of a round.
struct Watch {
    clock: Instant,
    processor: Option<f64>,
}

impl Watch {
    fn start() -> Self {
        Self {
            clock: Instant::now(),
            processor: seconds_on_processor(),
        }
    }

    fn rates(&self, cases: f64) -> Rates {
        let used = self.processor.zip(seconds_on_processor());
        Rates {
            clock: cases / self.clock.elapsed().as_secs_f64(),
            processor: used.map(|(before, now)| cases / (now - before)),
        }
    }
}

/// How long this thread has run, as Linux tells it.
fn seconds_on_processor() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

fn report(what: &str, rounds: Vec<Rates>) {
    let spread = |mut rates: Vec<f64>| {
        rates.sort_by(f64::total_cmp);
        match rates.as_slice() {
            [slowest, .., fastest] => format!(
                "{:.2} ({:.2} to {:.2})",
                rates[rates.len() / 2] / 1e6,
                slowest / 1e6,
                fastest / 1e6
            ),
            _ => "unknown".to_owned(),
        }
    };
    let processor = spread(rounds.iter().filter_map(|round| round.processor).collect());
    let clock = spread(rounds.into_iter().map(|round| round.clock).collect());
    println!("{what}: million cases/s by the clock {clock}, by processor time {processor}");
}

/// The process's memory as Linux tells it, in KiB; nothing elsewhere.
mod memory {
    use super::fs;

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
