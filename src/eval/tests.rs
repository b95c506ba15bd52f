//! Properties of every evaluation.

use super::*;
use crate::board::fen;
use crate::board::random_walk::random_walk;
use crate::heuristic::{Levels, Schema};
use crate::phase::{ByPhase, Phase};
use proptest::prelude::*;
use shakmaty::{CastlingMode, EnPassantMode, FromSetup as _};

fn random_heuristic(seed: u64) -> Heuristic {
    random_heuristic_of(Schema::classic(), seed)
}

pub(super) fn random_heuristic_of(schema: &'static Schema, seed: u64) -> Heuristic {
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
        for (schema, phase) in Schema::all().into_iter().flat_map(|s| Phase::ALL.map(|p| (s, p))) {
            let evaluator = Evaluator::new(&random_heuristic_of(schema, seed), phase);
            let mut position = Chess::default();
            let mut sum = evaluator.sum(&position);
            for choice in &choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[usize::from(*choice) % moves.len()];
                sum = evaluator.sum_after(sum, position.turn(), m);
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

/// Positions with few pieces, where passed pawns, bare kings and scales matter.
pub(super) const ENDGAMES: [&str; 7] = [
    "8/5k2/3p4/1p1P1p2/pP3P2/P2K4/8/8 w - - 0 40",
    "8/8/1P6/5k2/8/2K5/6p1/8 b - - 0 60",
    "8/2b5/1p3k2/p7/P1B2P2/1P2K3/8/8 w - - 10 50",
    "8/8/3k4/8/8/2NB4/4K3/8 w - - 30 90",
    "4r1k1/1P3p2/6p1/7p/7P/5PP1/1R4K1/8 b - - 0 45",
    "2r3k1/5ppp/8/1q6/8/1P2Q3/P4PPP/3R2K1 w - - 3 30",
    "8/6k1/8/P7/2B5/8/4K3/8 w - - 0 70",
];

fn position_of(text: &str) -> Chess {
    fen::read(text).expect("a position")
}

/// The positions of a game that is played by `choices` from one of several starts.
pub(super) fn wander(start: usize, choices: &[u16]) -> Vec<Chess> {
    let position = ENDGAMES
        .get(start)
        .map_or_else(Chess::default, |fen| position_of(fen));
    random_walk(position, choices)
}

fn context(opening: u8, own: Color) -> RootContext {
    RootContext {
        phase: Phase::Middlegame,
        opening,
        own,
        side_bonus: Centipawns::ZERO,
    }
}

proptest! {
    /// What is own to one side is own to the other when the colours are exchanged.
    #[test]
    fn a_colour_flip_keeps_the_movers_view_of_any_modern_heuristic(
        seed in any::<u64>(),
        start in 0..=ENDGAMES.len(),
        opening in 0..=RootContext::WHOLE_OPENING,
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        let heuristic = random_heuristic_of(Schema::modern(), seed);
        let white = Evaluator::new(&heuristic, context(opening, Color::White));
        let black = Evaluator::new(&heuristic, context(opening, Color::Black));
        for position in wander(start, &choices) {
            prop_assert_eq!(white.evaluate(&position), black.evaluate(&mirrored(&position)));
        }
    }

    /// The lines of an explanation add up to their blend, and its steps to the evaluation.
    #[test]
    fn an_explanation_adds_up_to_the_evaluation(
        seed in any::<u64>(),
        start in 0..=ENDGAMES.len(),
        opening in 0..=RootContext::WHOLE_OPENING,
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        for schema in Schema::all() {
            let heuristic = random_heuristic_of(schema, seed);
            let evaluator = Evaluator::new(&heuristic, context(opening, Color::Black));
            for position in wander(start, &choices) {
                let explanation = evaluator.explain(&position);
                let value = explanation.value().for_mover(position.turn());
                prop_assert_eq!(value, evaluator.evaluate(&position));
                let blended = explanation.sum().blended(explanation.mix.share());
                let (step, first) = explanation.steps[0];
                prop_assert_eq!(step, explain::EvaluationStep::Blend);
                prop_assert!((blended.trunc() - f64::from(first.0)).abs() < 0.01);
            }
        }
    }

    /// A searcher's pawn table changes no value, whatever filled it before.
    #[test]
    fn the_pawn_table_never_lies(
        seed in any::<u64>(),
        start in 0..=ENDGAMES.len(),
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        let evaluators = [seed, seed ^ 1].map(|seed| {
            let heuristic = random_heuristic_of(Schema::modern(), seed);
            Evaluator::new(&heuristic, Phase::Middlegame)
        });
        let table = &mut PawnTable::new();
        for position in wander(start, &choices) {
            for evaluator in &evaluators {
                let sum = evaluator.sum(&position);
                let value = evaluator.for_mover(&position, sum, position.checkers(), table);
                prop_assert_eq!(Score::Heuristic(value), evaluator.evaluate(&position));
            }
        }
    }
}

#[test]
fn giving_check_is_worth_its_bonus() {
    let position = position_of("4k3/8/8/8/8/8/8/K3R3 b - - 0 40");
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

fn with_bonus(own: Color, bonus: i32, position: &Chess) -> RootContext {
    RootContext {
        own,
        side_bonus: Centipawns(bonus),
        ..RootContext::of(position)
    }
}

/// The evaluation in centipawns for White, with that bonus for `own`.
fn for_white(heuristic: &Heuristic, context: RootContext, position: &Chess) -> i32 {
    let value = Evaluator::new(heuristic, context).evaluate(position);
    let Centipawns(value) = value.for_white(position.turn()).0.centipawns_or(0);
    value
}

proptest! {
    #[test]
    fn a_side_bonus_fades_to_its_half_and_is_opposite_for_the_other_side(
        seed in any::<u64>(),
        start in 0_usize..9,
        choices in prop::collection::vec(any::<u16>(), 0..80),
        bonus in -300..=300,
    ) {
        // Learned tables may weigh the sides differently, so both roots are seen with weights that do not.
        let heuristics = [
            random_heuristic(seed),
            Heuristic::initial_of(Schema::modern()),
        ];
        for position in wander(start, &choices) {
            for heuristic in &heuristics {
                let value = |own, bonus| {
                    for_white(heuristic, with_bonus(own, bonus, &position), &position)
                };
                let context = RootContext::of(&position);
                let share = match Evaluator::new(heuristic, context).explain(&position).mix {
                    explain::PhaseMix::Blended(share) => share,
                    explain::PhaseMix::Alone(Phase::Endgame) => 0,
                    explain::PhaseMix::Alone(_) => Explanation::WHOLE,
                };
                let whole = Explanation::WHOLE;
                let tapered = (bonus * share + bonus / 2 * (whole - share)) / whole;
                let plain = value(Color::White, 0);
                prop_assert_eq!(value(Color::Black, 0), plain);
                prop_assert_eq!(value(Color::White, bonus), plain + tapered);
                prop_assert_eq!(value(Color::Black, bonus), plain - tapered);
            }
        }
    }
}

#[test]
fn values_with_a_side_bonus_have_keys_of_their_own() {
    let position = Chess::default();
    for heuristic in [
        Heuristic::initial(),
        Heuristic::initial_of(Schema::modern()),
    ] {
        let evaluator = |own, bonus| Evaluator::new(&heuristic, with_bonus(own, bonus, &position));
        let plain = evaluator(Color::White, 0);
        let salts = [
            plain.salt(),
            evaluator(Color::White, 40).salt(),
            evaluator(Color::Black, 40).salt(),
            evaluator(Color::White, 20).salt(),
        ];
        for (place, salt) in salts.iter().enumerate() {
            assert!(!salts[..place].contains(salt));
        }
        assert_eq!(evaluator(Color::White, 0).salt(), plain.salt());
        assert!(plain.is_valid_for(RootContext::of(&position)));
        assert!(!plain.is_valid_for(with_bonus(Color::White, 40, &position)));
    }
}
