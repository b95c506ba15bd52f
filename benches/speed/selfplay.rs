//! Self-play at 200 and 1,000 nodes a move, on one thread and on two: random heuristics against the
//! initial one, default openings and adjudication, into a database in memory.

use std::num::NonZeroUsize;

use bayeschess::heuristic::{Heuristic, Schema};
use bayeschess::model::HeuristicSource;
use bayeschess::search::{CancelFlag, SearchLimits};
use bayeschess::selfplay::{
    AdjudicationThresholds, ColourAssignment, Contender, GameFraction, OpeningSource,
    OtherRunPolicy, RandomOpenings, SelfplayPlan, SelfplayRecipe, run,
};
use bayeschess::store::{GameFilter, Store};
use bayeschess::units::Ply;
use divan::Bencher;
use divan::counter::ItemsCount;
use shakmaty::ByColor;

const GAMES: u32 = 100;

fn recipe(nodes: u64) -> SelfplayRecipe {
    SelfplayRecipe {
        seed: 1,
        contenders: ByColor {
            white: Contender {
                name: "initial".to_owned(),
                source: HeuristicSource::fixed(Heuristic::initial()),
            },
            black: Contender {
                name: "random".to_owned(),
                source: HeuristicSource::Random(Schema::classic()),
            },
        },
        colours: ColourAssignment::Alternate,
        limits: SearchLimits::nodes(nodes),
        openings: OpeningSource::Random(RandomOpenings::default()),
        adjudication: Some(AdjudicationThresholds::default()),
        play_through: GameFraction::DEFAULT,
        max_plies: Ply(400),
    }
}

/// Plays the games and returns the hash of what was stored.
fn play(nodes: u64, threads: usize) -> String {
    let mut store = Store::in_memory().expect("a database");
    let plan = SelfplayPlan {
        games: GAMES,
        threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
        begin: OtherRunPolicy::Refuse,
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
