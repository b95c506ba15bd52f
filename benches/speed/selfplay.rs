//! Self-play at 200 and 1,000 nodes a move, on one thread and on two: random heuristics against the
//! initial one, default openings and adjudication, into a database in memory.

use std::num::NonZeroUsize;

use bayeschess::cancel::CancelFlag;
use bayeschess::search::SearchLimits;
use bayeschess::selfplay::{ColourAssignment, SelfplayPlan, SelfplayRecipe, run};
use bayeschess::store::{GameFilter, Store};
use divan::Bencher;
use divan::counter::ItemsCount;

const GAMES: u32 = 100;

fn recipe(nodes: u64) -> SelfplayRecipe {
    SelfplayRecipe {
        colours: ColourAssignment::Alternate,
        limits: SearchLimits::nodes(nodes),
        ..SelfplayRecipe::default()
    }
}

/// Plays the games and returns the hash of what was stored.
fn play(nodes: u64, threads: usize) -> String {
    let mut store = Store::in_memory().expect("a database");
    let plan = SelfplayPlan {
        threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
        ..SelfplayPlan::new(GAMES)
    };
    let outcome = run(
        &mut store,
        &recipe(nodes),
        &plan,
        &CancelFlag::new(),
        &mut |_| {},
    );
    assert_eq!(outcome.expect("played").tally.games, u64::from(GAMES));
    let hash = store.content_hash(&GameFilter::default());
    hash.expect("sound")
}

/// The items are games. The same games are played on any number of threads.
#[divan::bench(args = [(200, 1), (200, 2), (1_000, 1), (1_000, 2)], sample_count = 5, sample_size = 1)]
fn games(bencher: Bencher, (nodes, threads): (u64, usize)) {
    let wanted = play(nodes, 1);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        assert_eq!(play(nodes, threads), wanted);
    });
}
