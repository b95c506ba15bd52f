//! The counts of each feature in positions where it can be counted by hand.

use shakmaty::Chess;

use super::board_features::BoardFeatures;
use super::endings::{FULL_FADE, FULL_SCALE, fade, scale};
use super::{ModernEvaluator, recorded};
use crate::board::fen;
use crate::eval::explain::EvaluationStep;
use crate::eval::root_context::RootContext;
use crate::heuristic::modern::layout::*;
use crate::heuristic::{Heuristic, Schema, Term};
use crate::units::Centipawns;

fn position(text: &str) -> Chess {
    fen::read(text).expect("a position")
}

/// The expected counts of one side in a block: index and count, without zeros.
type Counts = &'static [(usize, i32)];

fn counted(position: &Chess, side: usize, block: FeatureBlock) -> Vec<(usize, i32)> {
    let (_, record) = recorded(position);
    let all = [record.features(side), record.attack(side)].concat();
    (0..block.len)
        .map(|place| {
            let here = all
                .iter()
                .filter(|(feature, _)| *feature == block.at(place));
            (place, here.map(|(_, times)| times).sum())
        })
        .filter(|(_, times)| *times != 0)
        .collect()
}

/// A position, the features to count, and the counts of White and Black.
type Row = (&'static str, &'static str, FeatureBlock, Counts, Counts);

fn check(rows: &[Row]) {
    let differ: Vec<String> = rows
        .iter()
        .filter_map(|(text, what, block, white, black)| {
            let position = position(text);
            let found = [0, 1].map(|side| counted(&position, side, *block));
            let expected = [white.to_vec(), black.to_vec()];
            (found != expected).then(|| format!("{what}: {text}: {found:?}, not {expected:?}"))
        })
        .collect();
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn pawn_features_are_counted() {
    let doubled = "4k3/8/8/8/2P5/2P5/8/4K3 w - - 0 1";
    let backward = "4k3/8/8/4p3/2P5/3P4/8/4K3 w - - 0 1";
    let chain = "4k3/8/8/8/3P4/2P1P3/1P6/4K3 w - - 0 1";
    let candidate = "4k3/8/3p4/8/4PP2/8/8/4K3 w - - 0 1";
    #[rustfmt::skip]
    let rows: &[Row] = &[
        (doubled, "doubled", DOUBLED, &[(0, 1)], &[]),
        (doubled, "isolated, not opposed", ISOLATED, &[(1, 2)], &[]),
        (doubled, "a file alone", UNOPPOSED_FILE, &[(0, 1)], &[]),
        ("4k3/2p5/8/8/2P5/8/8/4K3 w - - 0 1", "opposed", ISOLATED, &[(0, 1)], &[(0, 1)]),
        (backward, "backward", BACKWARD, &[(1, 1)], &[]),
        (backward, "isolated beside it", ISOLATED, &[], &[(1, 1)]),
        (chain, "supported", SUPPORTED, &[(0, 1), (1, 1)], &[]),
        (chain, "link of a chain", CHAIN_LINK, &[(0, 1)], &[]),
        (chain, "none beside another", PHALANX, &[], &[]),
        ("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "beside another", PHALANX, &[(0, 2)], &[]),
        (candidate, "a helper for each sentry", CANDIDATE, &[(2, 1)], &[]),
        (candidate, "passed", PASSED, &[(2, 1)], &[]),
    ];
    check(rows);
}

#[test]
fn passed_pawns_are_counted_by_their_path() {
    let watched = "8/8/8/3Pk3/8/8/8/3RK3 w - - 0 1";
    let blocked = "3n3k/3P4/8/8/8/8/8/4K3 w - - 0 1";
    let free = "7k/8/8/1P6/8/8/8/4K3 w - - 0 1";
    #[rustfmt::skip]
    let rows: &[Row] = &[
        (watched, "steps of its king, five at the most", PASSED_OWN_KING, &[(1, 5)], &[]),
        (watched, "steps of the other", PASSED_ENEMY_KING, &[(1, 1)], &[]),
        (watched, "no safe step", PASSED_SAFE_STEP, &[], &[]),
        (watched, "a rook behind it", ROOK_BEHIND_PASSED, &[(0, 1)], &[]),
        (blocked, "blocked", PASSED_BLOCKED, &[(3, 1)], &[]),
        (free, "a safe step", PASSED_SAFE_STEP, &[(1, 1)], &[]),
        (free, "a free path", PASSED_FREE_PATH, &[(1, 1)], &[]),
        (free, "out of the king's square", UNSTOPPABLE, &[(0, 1)], &[]),
        ("2k5/8/8/1P6/8/8/8/4K3 w - - 0 1", "inside of it", UNSTOPPABLE, &[], &[]),
        ("7k/8/8/1PP5/8/8/8/4K3 w - - 0 1", "two together", PASSED_CONNECTED, &[(0, 2)], &[]),
        ("7k/8/8/1PK5/8/8/8/8 w - - 0 1", "a defended step", PASSED_DEFENDED_STEP, &[(1, 1)], &[]),
        ("7k/8/8/1P6/8/1r6/8/6K1 w - - 0 1", "an enemy rook behind it", ENEMY_ROOK_BEHIND_PASSED, &[(0, 1)], &[]),
    ];
    check(rows);
}

#[test]
fn pieces_are_counted_by_where_they_stand() {
    let bishops = "4k3/8/8/8/8/1P6/1B6/4KB2 w - - 0 1";
    #[rustfmt::skip]
    let rows: &[Row] = &[
        (bishops, "two bishops", BISHOP_PAIR, &[(0, 1)], &[]),
        (bishops, "a pawn on the colour of one", BISHOP_PAWNS, &[(0, 1)], &[]),
        (bishops, "the long diagonal", LONG_DIAGONAL, &[(0, 1)], &[]),
        (bishops, "behind a pawn", MINOR_BEHIND_PAWN, &[(0, 1)], &[]),
        (bishops, "steps to their king", BISHOP_KING_DISTANCE, &[(0, 4)], &[]),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "steps to its king", KNIGHT_KING_DISTANCE, &[(0, 4)], &[]),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "two squares", KNIGHT_MOBILITY, &[(2, 1)], &[]),
        ("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "supported", KNIGHT_OUTPOST, &[(1, 1)], &[]),
        ("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", "no outpost", KNIGHT_OUTPOST, &[], &[]),
        ("4k3/8/8/3B4/8/8/8/4K3 w - - 0 1", "not supported", BISHOP_OUTPOST, &[(0, 1)], &[]),
        ("4k3/8/8/8/4P3/4N3/8/4K3 w - - 0 1", "within reach", REACHABLE_OUTPOST, &[(0, 1)], &[]),
        ("4k3/R7/8/8/8/8/8/4K3 w - - 0 1", "king on the eighth", ROOK_SEVENTH, &[(0, 1)], &[]),
        ("8/R7/4k3/8/8/8/8/4K3 w - - 0 1", "nothing there", ROOK_SEVENTH, &[], &[]),
        ("4k3/8/8/8/R7/8/8/R3K3 w - - 0 1", "on a file", ROOKS_DOUBLED, &[(0, 1)], &[]),
        ("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "on a rank", ROOKS_CONNECTED, &[(0, 1)], &[]),
        ("4k3/8/8/8/8/8/5PPP/5KR1 w - - 0 1", "shut in", ROOK_TRAPPED, &[(0, 1)], &[]),
        ("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "may castle", ROOK_TRAPPED, &[], &[]),
    ];
    check(rows);
}

#[test]
fn men_are_counted_beside_each_other_and_rooks_by_whose_pawns_their_files_lack() {
    let seven = "6k1/4p3/8/8/8/8/P4PPP/R2RR1KN w - - 0 1";
    #[rustfmt::skip]
    let rows: &[Row] = &[
        (seven, "a knight with four pawns", KNIGHT_PAWNS, &[(0, -1)], &[]),
        (seven, "three rooks with four pawns", ROOK_PAWNS, &[(0, -3)], &[]),
        (seven, "two beyond the first", MAJOR_REDUNDANCY, &[(0, 2)], &[]),
        (seven, "no pawns", ROOK_OPEN_FILE, &[(0, 1)], &[]),
        (seven, "an enemy pawn", ROOK_HALF_OPEN_FILE, &[(0, 1)], &[]),
        (seven, "an own pawn", ROOK_UNOPPOSED_FILE, &[(0, 1)], &[]),
    ];
    check(rows);
}

#[test]
fn kings_are_counted_by_their_shelter_and_by_who_attacks_them() {
    let sheltered = "6k1/8/8/8/8/6p1/5PPP/6K1 w - - 0 1";
    let two = "5nk1/5ppp/8/6N1/3B4/8/8/6K1 w - - 0 1";
    let queen = "6k1/8/8/8/8/5R2/8/3QK3 w - - 0 1";
    #[rustfmt::skip]
    let rows: &[Row] = &[
        (sheltered, "three pawns", SHELTER, &[(1, 1), (8, 1), (15, 1)], &[(0, 1), (12, 1), (14, 1)]),
        (sheltered, "blocked, on both sides", BLOCKED_STORM, &[(1, 1)], &[(5, 1)]),
        (sheltered, "steps to a pawn", KING_PAWN_DISTANCE, &[(0, 1)], &[(0, 5)]),
        (two, "two attack", ATTACKERS, &[(2, 1)], &[]),
        (two, "which", ATTACKER, &[(0, 1), (1, 1)], &[]),
        (two, "squares beside the king", RING_ATTACK, &[(0, 3)], &[]),
        (two, "without a queen", NO_QUEEN, &[(0, 1)], &[]),
        (two, "a knight defends", KNIGHT_DEFENDER, &[(0, 1)], &[]),
        (two, "no file is open", OPEN_KING_FILE, &[], &[]),
        ("6k1/5ppp/8/6N1/8/8/8/6K1 w - - 0 1", "one alone is none", DANGER_BASE, &[], &[]),
        (queen, "three files are open", OPEN_KING_FILE, &[(0, 3)], &[]),
        (queen, "safe checks", SAFE_CHECK, &[(2, 1), (3, 1)], &[]),
        (queen, "attacks on the flank", FLANK_ATTACK, &[(0, 5)], &[]),
        (queen, "what is held there", FLANK_DEFENCE, &[(0, 5)], &[]),
        ("6k1/5p2/8/8/2B5/8/8/2KQ4 w - - 0 1", "pinned", PINNED_DEFENDER, &[(0, 1)], &[]),
        ("6k1/5ppp/8/7P/6P1/3B4/8/2KQ4 w - - 0 1", "a storm", OPPOSITE_STORM, &[(0, 2)], &[]),
    ];
    check(rows);
}

#[test]
fn threats_are_counted_by_who_attacks_whom() {
    let rook = "4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 1";
    #[rustfmt::skip]
    let rows: &[Row] = &[
        ("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "by a pawn", PAWN_THREAT, &[(0, 1)], &[]),
        ("4k3/8/3n4/8/4P3/8/8/4K3 w - - 0 1", "by its next step", PUSH_THREAT, &[(0, 1)], &[]),
        (rook, "by a knight", MINOR_THREAT, &[(3, 1)], &[]),
        (rook, "nobody defends it", HANGING, &[(0, 1)], &[]),
        ("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "by a rook", ROOK_THREAT, &[(1, 1)], &[]),
        ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "by the king", KING_THREAT, &[(0, 1)], &[]),
        ("3qk3/8/8/8/3N4/8/8/4K3 w - - 0 1", "two squares", QUEEN_KNIGHT_THREAT, &[(0, 2)], &[]),
    ];
    check(rows);
}

#[test]
fn openings_are_counted_by_what_is_still_to_do() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let queen = "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2";
    let blocked = "rnbqkbnr/pppppppp/8/8/8/3BP3/PPPP1PPP/RNBQK1NR w KQkq - 0 3";
    let castled = "r3k2r/8/8/8/8/8/5PPP/5RK1 b kq - 0 1";
    #[rustfmt::skip]
    let rows: &[Row] = &[
        (start, "at home", UNDEVELOPED, &[(0, 4)], &[(0, 4)]),
        (start, "rights", CASTLING_RIGHT, &[(0, 2)], &[(0, 2)]),
        (start, "the queens are at home", EARLY_QUEEN, &[], &[]),
        (start, "eight squares by sixteen men", SPACE, &[(0, 16)], &[(0, 16)]),
        (queen, "before four minor pieces", EARLY_QUEEN, &[(0, 4)], &[]),
        (blocked, "a pawn behind a bishop", BLOCKED_CENTRE, &[(0, 1)], &[]),
        (castled, "castled", CASTLED, &[(0, 1)], &[]),
        (castled, "rights", CASTLING_RIGHT, &[], &[(0, 2)]),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "in the centre for good", CASTLING_LOST, &[(0, 1)], &[(0, 1)]),
    ];
    check(rows);
}

#[test]
fn bare_kings_are_counted_by_edge_nearness_and_corner() {
    let middle = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";
    let corner = "k7/8/1K6/8/8/8/8/5BN1 w - - 0 1";
    #[rustfmt::skip]
    let rows: &[Row] = &[
        (middle, "in the centre", BARE_KING_EDGE, &[], &[]),
        (middle, "four steps away", BARE_KING_NEAR, &[(0, 3)], &[]),
        (corner, "in a corner", BARE_KING_EDGE, &[(0, 6)], &[]),
        (corner, "of the bishop's colour", BARE_KING_CORNER, &[(0, 7)], &[]),
        ("k7/8/1K6/8/8/8/8/6N1 w - - 0 1", "a knight mates nobody", BARE_KING_EDGE, &[], &[]),
    ];
    check(rows);
}

#[test]
fn drawish_endings_count_less_and_all_endings_as_the_fifty_moves_run_out() {
    for (text, expected) in [
        ("4k3/3b4/8/8/3P4/8/3B4/4K3 w - - 0 1", 17),
        ("r3k3/3b4/8/8/3P4/8/3B4/R3K3 w - - 0 1", 40),
        ("k7/8/8/8/P7/8/3B4/4K3 w - - 0 1", 0),
        ("7k/8/8/8/P7/8/3B4/4K3 w - - 0 1", 48),
        ("4k3/4b3/8/8/8/8/8/R3K3 w - - 0 1", 6),
        ("4k1r1/8/8/8/8/8/8/RB2K3 w - - 0 1", 14),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 0),
        ("4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", 0),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", FULL_SCALE),
        ("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1", FULL_SCALE),
    ] {
        let position = position(text);
        assert_eq!(
            scale::<true>(&BoardFeatures::new(&position)),
            expected,
            "{text}"
        );
    }
    for (text, expected) in [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 60", FULL_FADE),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 40 60", FULL_FADE - 40),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 100 90", FULL_FADE / 2),
    ] {
        assert_eq!(
            fade(&BoardFeatures::new(&position(text))),
            expected,
            "{text}"
        );
    }
}

/// So that a match can tell what the knowledge of endings is worth, all of it goes with the term.
#[test]
fn without_the_term_nothing_is_known_of_endings() {
    let bare = position("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    let position = position("4k3/4b3/8/8/8/8/8/R3K3 w - - 40 60");
    let steps = |heuristic: &Heuristic| -> Vec<(EvaluationStep, Centipawns)> {
        let evaluation = ModernEvaluator::new(heuristic, RootContext::of(&position));
        let of_endings = [
            EvaluationStep::Winnable,
            EvaluationStep::Scale,
            EvaluationStep::FiftyMoves,
        ];
        let mut steps = evaluation.explain(&position).steps;
        steps.retain(|(step, value)| of_endings.contains(step) && *value != Centipawns::ZERO);
        steps
    };
    let worth = |heuristic: &Heuristic| {
        let evaluation = ModernEvaluator::new(heuristic, RootContext::of(&bare));
        evaluation.weights[0][BARE_KING_NEAR.at(0)].endgame()
    };
    let whole = Heuristic::initial_of(Schema::modern());
    let without = whole.clone().without(Term::Endings);
    assert_eq!((steps(&whole).len(), steps(&without)), (3, Vec::new()));
    assert!(worth(&whole) > 0);
    assert_eq!(worth(&without), 0);
}
