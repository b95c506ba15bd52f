//! How many positions a second each family evaluates, and how long it takes to compile one.
//!
//! `cargo bench --bench evaluation [GAMES]`: every position of random games, evaluated in the order
//! of the games, so that the pawn table is about as useful as in a search.

use std::hint::black_box;
use std::time::Instant;

use bayeschess::eval::{Evaluator, Outlook, PawnTable, Sum};
use bayeschess::heuristic::{Heuristic, Schema};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Position as _};

/// The longest game in plies.
const PLIES: usize = 120;

/// How often all positions are evaluated.
const ROUNDS: usize = 20;

/// How often each evaluator is compiled.
const COMPILATIONS: u32 = 2_000;

fn positions(games: u64) -> Vec<Chess> {
    let mut positions = Vec::new();
    for game in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(game);
        let mut position = Chess::default();
        for _ in 0..PLIES {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            position.play_unchecked(legal[rng.random_range(0..legal.len())]);
            positions.push(position.clone());
        }
    }
    positions
}

#[expect(clippy::print_stdout, reason = "a bench prints its figures")]
fn main() {
    let games = std::env::args()
        .nth(1)
        .and_then(|games| games.parse().ok())
        .unwrap_or(200);
    let positions = positions(games);
    println!("{} positions", positions.len());
    for schema in Schema::all() {
        let heuristic = Heuristic::initial_of(schema);
        let outlook = Outlook::of(&Chess::default());
        let evaluator = Evaluator::new(&heuristic, outlook);
        let sums: Vec<Sum> = positions.iter().map(|p| evaluator.sum(p)).collect();
        let pawns = &mut PawnTable::new();
        let began = Instant::now();
        for _ in 0..ROUNDS {
            for (position, sum) in positions.iter().zip(&sums) {
                let checkers = position.checkers();
                black_box(evaluator.for_mover(position, *sum, checkers, pawns));
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        let speed = (positions.len() * ROUNDS) as f64 / seconds;
        let began = Instant::now();
        for _ in 0..COMPILATIONS {
            black_box(Evaluator::new(black_box(&heuristic), outlook));
        }
        let compiling = began.elapsed() / COMPILATIONS;
        println!(
            "{:8} {:8.2} million evaluations/s, compiled in {compiling:.1?}",
            schema.name(),
            speed / 1e6
        );
    }
}
