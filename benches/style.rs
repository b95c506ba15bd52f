//! What recognising an opponent costs: a ply watched, and a belief after a move of his.
//! `cargo bench --bench style [GAMES]`.
//!
//! Random games of up to two hundred plies, so that late moves are measured too. The belief after a move
//! is what a player waits for inside a game; its slowest hundredth stands beside the median.

#![expect(clippy::print_stdout, reason = "a bench reports to its user")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use bayeschess::engine::load_styles;
use bayeschess::style::habits::HabitObserver;
use bayeschess::style::{GameObserver, HabitEvidence};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Color, Move, Position as _};

/// The longest game in plies.
const PLIES: usize = 200;

fn game(seed: u64) -> Vec<Move> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for _ in 0..PLIES {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let chosen = legal[rng.random_range(0..legal.len())];
        position.play_unchecked(chosen);
        moves.push(chosen);
    }
    moves
}

fn main() {
    let games = std::env::args()
        .find_map(|word| word.parse().ok())
        .unwrap_or(500);
    let games: Vec<Vec<Move>> = (0..games).map(game).collect();
    let plies: usize = games.iter().map(Vec::len).sum();
    let began = Instant::now();
    for moves in &games {
        let mut watch = HabitObserver::new(&Chess::default());
        for chosen in moves {
            watch.play(*chosen);
        }
        black_box(watch.shares());
    }
    let each = began.elapsed().as_secs_f64() * 1e9 / plies.max(1) as f64;
    println!("{plies} plies watched, {each:.0} ns each");
    let styles = Arc::new(load_styles("shipped").expect("it ships"));
    let mut taken: Vec<f64> = Vec::new();
    for moves in &games {
        let start = Chess::default();
        let mut follower =
            GameObserver::new(&styles, &start, Color::White, HabitEvidence::default());
        for chosen in moves {
            let began = Instant::now();
            let belief = black_box(follower.see(*chosen));
            if belief.is_some() {
                taken.push(began.elapsed().as_secs_f64() * 1e6);
            }
        }
    }
    taken.sort_by(f64::total_cmp);
    // The belief that is slower than so many of a hundred.
    let at = |percent: usize| {
        let place = (taken.len() * percent / 100).min(taken.len().saturating_sub(1));
        taken.get(place).copied().unwrap_or(0.0)
    };
    println!(
        "{} beliefs after a move: median {:.1} µs, 99 of 100 within {:.1} µs, the slowest {:.1} µs",
        taken.len(),
        at(50),
        at(99),
        at(100)
    );
}
