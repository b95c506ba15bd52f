//! What holds of every evaluation.

use super::*;
use crate::heuristic::{Levels, Schema};
use crate::phase::{ByPhase, Phase};
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, EnPassantMode, FromSetup as _};

fn random_heuristic(seed: u64) -> Heuristic {
    let schema = Schema::classic();
    let mut rng = crate::rng::stream(seed, "test heuristic", 0);
    let levels = ByPhase::new_with(|_| Levels::random(schema, &mut rng));
    Heuristic::from_levels(schema, &levels)
}

fn mirrored(position: &Chess) -> Chess {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.mirror();
    Chess::from_setup(setup, CastlingMode::Standard).expect("a legal mirror image")
}

proptest! {
    #[test]
    fn the_sum_after_each_move_is_the_sum_from_scratch(
        seed in any::<u64>(),
        choices in prop::collection::vec(any::<u16>(), 0..150),
    ) {
        let heuristic = random_heuristic(seed);
        for phase in Phase::ALL {
            let evaluator = Evaluator::new(&heuristic, phase);
            let mut position = Chess::default();
            let mut sum = evaluator.sum(&position);
            for choice in &choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[usize::from(*choice) % moves.len()];
                sum = evaluator.after(sum, position.turn(), m);
                position.play_unchecked(m);
                prop_assert_eq!(sum, evaluator.sum(&position));
            }
        }
    }

    #[test]
    fn a_colour_flip_keeps_the_movers_view_of_the_initial_heuristic(
        choices in prop::collection::vec(any::<u16>(), 0..150),
    ) {
        let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Endgame);
        let mut position = Chess::default();
        for choice in choices {
            prop_assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&mirrored(&position)));
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[usize::from(choice) % moves.len()]);
        }
    }
}

#[test]
fn giving_check_is_worth_its_bonus() {
    let fen: Fen = "4k3/8/8/8/8/8/8/K3R3 b - - 0 40"
        .parse()
        .expect("a valid FEN");
    let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
    let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Endgame);
    // A rook (500, e1: 10), its check (30), and kings on a1 (-30) and e8 (0).
    assert_eq!(
        evaluator.evaluate(&position),
        Score::Heuristic(Centipawns(-510))
    );
    assert_eq!(
        material_balance(&position),
        WhiteScore(Score::Heuristic(Centipawns(500)))
    );
}

#[test]
fn salts_tell_heuristics_and_phases_apart() {
    let salt = |heuristic: &Heuristic, phase| Evaluator::new(heuristic, phase).salt();
    let (initial, random) = (Heuristic::initial(), random_heuristic(1));
    assert_eq!(
        salt(&initial, Phase::Opening),
        salt(&initial, Phase::Middlegame)
    );
    assert_ne!(
        salt(&initial, Phase::Opening),
        salt(&initial, Phase::Endgame)
    );
    assert_ne!(
        salt(&initial, Phase::Opening),
        salt(&random, Phase::Opening)
    );
}
