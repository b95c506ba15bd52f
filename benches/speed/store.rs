//! Writing whole games, and reading cases and the content hash, in a database on disk.

use bayeschess::store::{Access, CaseFilter, GameFilter, Store, StoredGame};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

use crate::random_games;

const GAMES: u32 = 4_000;
const PLIES: usize = 100;
const BATCH: usize = 200;

/// A database of random games in a folder of its own.
struct Written {
    folder: tempfile::TempDir,
}

impl Written {
    fn new(games: &[StoredGame]) -> Self {
        let written = Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
        };
        let mut store = written.open(Access::Create);
        let run = store
            .begin_run(&random_games::settings(), GAMES)
            .expect("a run");
        for batch in games.chunks(BATCH) {
            store.write_games(&run, batch).expect("written");
        }
        store.close().expect("closed");
        written
    }

    fn open(&self, access: Access) -> Store {
        Store::open(&self.folder.path().join("bench.db"), access).expect("a database")
    }
}

/// In batches of 200 games, of at most 4,000 bytes each on disk.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn write(bencher: Bencher) {
    let games = random_games::stored(GAMES, PLIES);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let written = Written::new(&games);
        let file = written.folder.path().join("bench.db");
        let bytes = std::fs::metadata(file).expect("there").len();
        assert!(bytes < u64::from(GAMES) * 4_000, "{bytes} bytes");
        written
    });
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn cases(bencher: Bencher) {
    let written = Written::new(&random_games::stored(GAMES, PLIES));
    let store = written.open(Access::Read);
    let wanted = u64::from(GAMES) * 6;
    bencher.counter(ItemsCount::new(wanted)).bench_local(|| {
        let scanned = store.for_each_case(&CaseFilter::default(), |_, _, levels| {
            black_box(levels);
        });
        assert_eq!(scanned.expect("sound").cases, wanted);
    });
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn content_hash(bencher: Bencher) {
    let written = Written::new(&random_games::stored(GAMES, PLIES));
    let store = written.open(Access::Read);
    let wanted = store.content_hash(&GameFilter::default()).expect("sound");
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let hash = store.content_hash(&GameFilter::default());
        assert_eq!(hash.expect("sound"), wanted);
    });
}
