//! Self-play rates: games a second at 200 and 1,000 nodes a move, on one thread and on two.
//!
//! `cargo bench --bench selfplay [-- SECONDS]`, about SECONDS (default 6) for each line. Random
//! heuristics against the initial one, default openings and adjudication, into a database in
//! memory: what `bayeschess selfplay` does but for the disk, which the store's own bench measures.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use bayeschess::heuristic::{Heuristic, Schema};
use bayeschess::model::HeuristicSource;
use bayeschess::search::{Limits, Stop};
use bayeschess::selfplay::{
    AdjudicationThresholds, ColourAssignment, Contender, GameFraction, OpeningSource,
    OtherRunPolicy, RandomOpenings, SelfplayError, SelfplayEvent, SelfplayOutcome, SelfplayPlan,
    SelfplayRecipe, run,
};
use bayeschess::store::Store;
use bayeschess::units::Ply;
use shakmaty::ByColor;

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
        limits: Limits::nodes(nodes),
        openings: OpeningSource::Random(RandomOpenings::default()),
        adjudication: Some(AdjudicationThresholds::default()),
        play_through: GameFraction::DEFAULT,
        max_plies: Ply(400),
    }
}

/// Plays for about `span`.
fn measure(nodes: u64, threads: usize, span: Duration) -> Result<SelfplayOutcome, SelfplayError> {
    let mut store = Store::in_memory()?;
    let plan = SelfplayPlan {
        games: u32::MAX,
        threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
        begin: OtherRunPolicy::Refuse,
    };
    let stop = Stop::new();
    let began = Instant::now();
    run(&mut store, &recipe(nodes), &plan, &stop, &mut |event| {
        if matches!(event, SelfplayEvent::Written { .. }) && began.elapsed() >= span {
            stop.stop();
        }
    })
}

#[expect(
    clippy::print_stdout,
    reason = "a benchmark reports on standard output"
)]
fn main() -> Result<(), SelfplayError> {
    let seconds = std::env::args()
        .find_map(|word| word.parse().ok())
        .unwrap_or(6);
    println!("nodes threads games/s   nodes/s search_share mean_plies adjudicated error");
    for nodes in [200, 1_000] {
        let mut alone = None;
        for threads in [1, 2] {
            let outcome = measure(nodes, threads, Duration::from_secs(seconds))?;
            let rate = outcome.games_per_second();
            let error = outcome.tally.adjudication_error().map_or_else(
                || "-".to_owned(),
                |e| format!("{:.3} ({:.3}-{:.3})", e.share, e.low, e.high),
            );
            println!(
                "{nodes:5} {threads:7} {rate:7.1} {:9.0} {:12.3} {:10.1} {:11.3} {error}",
                outcome.nodes_per_second(),
                outcome.search_share(),
                outcome.tally.mean_plies(),
                outcome.tally.adjudicated_share(),
            );
            let ratio = rate / *alone.get_or_insert(rate);
            if threads > 1 {
                println!("      two threads against one: {ratio:.2}x");
            }
        }
    }
    Ok(())
}
