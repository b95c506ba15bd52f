//! Recognising an opponent: watching a ply, and the estimate after a move of theirs, for which a
//! player waits inside a game.

use std::sync::Arc;

use bayeschess::opponent::load_styles;
use bayeschess::style::habits::HabitObserver;
use bayeschess::style::{GameObserver, HabitEvidence};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use shakmaty::{Chess, Color, Move};

use crate::random_games;

const GAMES: u64 = 50;

/// So long that late moves are measured too.
const PLIES: usize = 200;

fn games() -> Vec<Vec<Move>> {
    (0..GAMES)
        .map(|seed| random_games::moves(seed, PLIES))
        .collect()
}

#[divan::bench]
fn watch(bencher: Bencher) {
    let games = games();
    let plies: usize = games.iter().map(Vec::len).sum();
    bencher.counter(ItemsCount::new(plies)).bench_local(|| {
        for moves in &games {
            let mut watch = HabitObserver::new(&Chess::default());
            for chosen in moves {
                watch.play(*chosen);
            }
            black_box(watch.shares());
        }
    });
}

/// One sample is one game to its end, with an estimate after every other ply.
#[divan::bench]
fn estimate(bencher: Bencher) {
    let games = games();
    let styles = Arc::new(load_styles("shipped").expect("it ships"));
    let mut next = games.iter().cycle();
    bencher
        .counter(ItemsCount::new(PLIES / 2))
        .with_inputs(|| next.next().expect("games").as_slice())
        .bench_local_values(|moves: &[Move]| {
            let start = Chess::default();
            let mut follower =
                GameObserver::new(&styles, &start, Color::White, HabitEvidence::default());
            let estimates = moves
                .iter()
                .filter_map(|chosen| follower.see(*chosen))
                .count();
            assert!(estimates > 0, "no estimate in {} plies", moves.len());
        });
}
