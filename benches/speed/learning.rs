//! Counting cases, from memory and from SQLite.

use bayeschess::bayes::{CountsBuilder, Smoothing};
use bayeschess::heuristic::Schema;
use bayeschess::learn::learn;
use bayeschess::model::shape_of;
use bayeschess::rng;
use bayeschess::store::{Access, CaseFilter, Store};
use divan::Bencher;
use divan::counter::ItemsCount;
use rand::RngExt as _;

use crate::random_games;

const CASES_IN_MEMORY: usize = 100_000;
const GAMES: u32 = 5_000;

/// Random rows with random classes.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn from_memory(bencher: Bencher) {
    let schema = Schema::classic();
    let mut rng = rng::stream(1, "bench learning", 0);
    let shape = shape_of(schema);
    let classes: Vec<usize> = (0..CASES_IN_MEMORY)
        .map(|_| rng.random_range(0..shape.classes()))
        .collect();
    let rows: Vec<u8> = (0..CASES_IN_MEMORY * schema.len())
        .map(|_| rng.random_range(0..5))
        .collect();
    bencher
        .counter(ItemsCount::new(CASES_IN_MEMORY))
        .bench_local(|| {
            let mut tally = CountsBuilder::new(shape.clone());
            for (class, row) in classes.iter().zip(rows.chunks_exact(schema.len())) {
                tally.add(*class, row).expect("it fits");
            }
            assert_eq!(tally.finish().total(), CASES_IN_MEMORY as u64);
        });
}

/// A database of games with six cases each. The memory shown is that of the learner without SQLite.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn from_sqlite(bencher: Bencher) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("bench.db");
    let games = random_games::stored(GAMES, 0);
    let mut store = Store::open(&file, Access::Create).expect("a database");
    let run = store
        .begin_run(&random_games::settings(), GAMES)
        .expect("a run");
    store.write_games(&run, &games).expect("written");
    drop((store, games));
    let store = Store::open(&file, Access::Read).expect("a database");
    let cases = u64::from(GAMES) * 6;
    bencher.counter(ItemsCount::new(cases)).bench_local(|| {
        let learned = learn(
            &store,
            Schema::classic(),
            &CaseFilter::default(),
            Smoothing::LAPLACE,
            &mut |_| {},
        );
        assert_eq!(learned.expect("cases").cases, cases);
    });
}
