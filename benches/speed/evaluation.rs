//! Evaluating the positions of random games with each family, and compiling an evaluator.

use bayeschess::eval::{Evaluator, PawnTable, PieceSquareSum, RootContext};
use bayeschess::heuristic::{Heuristic, Schema};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use shakmaty::{Chess, Position as _};

use crate::random_games;

const GAMES: u64 = 200;
const PLIES: usize = 120;

/// The positions come in the order of the games, so that the pawn table is about as useful as in a
/// search.
#[divan::bench(args = ["classic", "modern"])]
fn positions(bencher: Bencher, family: &str) {
    let positions = random_games::positions(GAMES, PLIES);
    let heuristic = Heuristic::initial_of(Schema::by_name(family).expect("a family"));
    let evaluator = Evaluator::new(&heuristic, RootContext::of(&Chess::default()));
    let sums: Vec<PieceSquareSum> = positions
        .iter()
        .map(|position| evaluator.sum(position))
        .collect();
    let evaluate = |position: &Chess, sum: PieceSquareSum, pawns: &mut PawnTable| {
        i64::from(
            evaluator
                .for_mover(position, sum, position.checkers(), pawns)
                .0,
        )
    };
    let wanted: i64 = positions
        .iter()
        .zip(&sums)
        .map(|(position, sum)| evaluate(position, *sum, &mut PawnTable::new()))
        .sum();
    let mut pawns = PawnTable::new();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            let mut total = 0;
            for (position, sum) in positions.iter().zip(&sums) {
                total += black_box(evaluate(position, *sum, &mut pawns));
            }
            assert_eq!(
                total, wanted,
                "the pawn table changes what positions are worth"
            );
        });
}

#[divan::bench(args = ["classic", "modern"])]
fn compilation(bencher: Bencher, family: &str) {
    let heuristic = Heuristic::initial_of(Schema::by_name(family).expect("a family"));
    let context = RootContext::of(&Chess::default());
    bencher.bench_local(|| Evaluator::new(black_box(&heuristic), context));
}
