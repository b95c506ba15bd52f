//! The blocks of the modern family: names, terms, whether sides have separate parameters, and
//! initial values.

use std::ops::Range;

use shakmaty::Square;

use super::layout::{self, FeatureBlock, PhaseValues};
use super::{squares, values};
use crate::heuristic::parameter::TablePlace;
use crate::heuristic::term::Term;

/// Whether the side that searches and its opponent have separate parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SideParameters {
    /// One parameter for both.
    Alike,
    /// One for each, because the feature is a matter of style.
    Apart,
}

/// How the features of a block are named.
#[derive(Clone, Copy, Debug)]
enum FeatureLabels {
    /// By one name.
    One(&'static str),
    /// By a name and a word behind it.
    Words(&'static str, &'static [&'static str]),
    /// By words alone.
    Bare(&'static [&'static str]),
    /// By a name and a number, from 0.
    Counted(&'static str),
    /// By a name and a rank, from this one.
    Ranks(&'static str, usize),
    /// By a name, a pair of files counted from the edge, and a rank or none.
    Shelters(&'static str),
    /// By piece and square.
    Squares,
    /// By square, pawns from the second rank to the seventh.
    PawnSquares,
}

/// A block with its description.
pub(super) struct NamedBlock {
    pub(super) block: FeatureBlock,
    pub(super) term: Term,
    pub(super) sides: SideParameters,
    labels: FeatureLabels,
    pub(super) values: &'static [PhaseValues],
}

/// The pieces of [`layout::PIECE_SQUARE`].
const PIECES: [&str; 5] = ["knight", "bishop", "rook", "queen", "king"];

/// The four distances of a file from the edge.
const FILES: [&str; 4] = ["a_or_h", "b_or_g", "c_or_f", "d_or_e"];

impl NamedBlock {
    /// The table and place of each of its features.
    pub(super) fn labels(&self) -> Vec<(String, TablePlace)> {
        let len = self.block.len;
        let single = |name: String| (name, TablePlace::Single);
        let numbered = |name: &str, numbers: Range<usize>| -> Vec<(String, TablePlace)> {
            (0..)
                .skip(numbers.start)
                .take(numbers.len())
                .map(|number| (name.to_owned(), TablePlace::Number(number)))
                .collect()
        };
        match self.labels {
            FeatureLabels::One(name) => vec![single(name.to_owned())],
            FeatureLabels::Words(name, words) => words
                .iter()
                .map(|word| single(format!("{name}_{word}")))
                .collect(),
            FeatureLabels::Bare(words) => words
                .iter()
                .map(|word| single((*word).to_owned()))
                .collect(),
            FeatureLabels::Counted(name) => numbered(name, 0..len),
            FeatureLabels::Ranks(name, first) => {
                numbered(&format!("{name}_rank"), first..first + len)
            }
            FeatureLabels::Shelters(name) => FILES
                .iter()
                .flat_map(|files| {
                    let none = single(format!("{name}_{files}_file_none"));
                    let ranks = numbered(&format!("{name}_{files}_file_rank"), 2..8);
                    std::iter::once(none).chain(ranks)
                })
                .collect(),
            FeatureLabels::Squares => PIECES
                .iter()
                .flat_map(|piece| Square::ALL.map(|square| on_square(piece, square)))
                .collect(),
            FeatureLabels::PawnSquares => Square::ALL[8..56]
                .iter()
                .map(|square| on_square("pawn", *square))
                .collect(),
        }
    }
}

fn on_square(piece: &str, square: Square) -> (String, TablePlace) {
    (piece.to_owned(), TablePlace::Square(square))
}

const fn entry(
    block: FeatureBlock,
    term: Term,
    labels: FeatureLabels,
    values: &'static [PhaseValues],
) -> NamedBlock {
    NamedBlock {
        block,
        term,
        sides: SideParameters::Alike,
        labels,
        values,
    }
}

const fn apart(
    block: FeatureBlock,
    term: Term,
    labels: FeatureLabels,
    values: &'static [PhaseValues],
) -> NamedBlock {
    NamedBlock {
        sides: SideParameters::Apart,
        ..entry(block, term, labels, values)
    }
}

use FeatureLabels::{Bare, Counted, One, PawnSquares, Ranks, Shelters, Squares, Words};

/// Every block in the order of the features.
#[rustfmt::skip]
pub(super) static BLOCKS: &[NamedBlock] = &[
    entry(layout::PIECE, Term::Material, Bare(&["pawn", "knight", "bishop", "rook", "queen"]), &values::PIECE),
    entry(layout::PAWN_SQUARE, Term::Squares, PawnSquares, &squares::PAWN),
    entry(layout::PIECE_SQUARE, Term::Squares, Squares, &squares::PIECES),
    apart(layout::KNIGHT_MOBILITY, Term::Mobility, Counted("knight_mobility"), &values::KNIGHT_MOBILITY),
    apart(layout::BISHOP_MOBILITY, Term::Mobility, Counted("bishop_mobility"), &values::BISHOP_MOBILITY),
    apart(layout::ROOK_MOBILITY, Term::Mobility, Counted("rook_mobility"), &values::ROOK_MOBILITY),
    apart(layout::QUEEN_MOBILITY, Term::Mobility, Counted("queen_mobility"), &values::QUEEN_MOBILITY),
    entry(layout::DOUBLED, Term::Pawns, One("doubled_pawn"), &values::DOUBLED),
    entry(layout::ISOLATED, Term::Pawns, Words("isolated_pawn", &["opposed", "unopposed"]), &values::ISOLATED),
    entry(layout::BACKWARD, Term::Pawns, Words("backward_pawn", &["opposed", "unopposed"]), &values::BACKWARD),
    entry(layout::UNOPPOSED_FILE, Term::Pawns, One("unopposed_file"), &values::UNOPPOSED_FILE),
    entry(layout::CHAIN_LINK, Term::Pawns, One("pawn_chain_link"), &values::CHAIN_LINK),
    entry(layout::PHALANX, Term::Pawns, Ranks("pawn_phalanx", 2), &values::PHALANX),
    entry(layout::SUPPORTED, Term::Pawns, Ranks("supported_pawn", 3), &values::SUPPORTED),
    entry(layout::CANDIDATE, Term::Pawns, Ranks("candidate_pawn", 2), &values::CANDIDATE),
    entry(layout::PASSED, Term::PassedPawns, Ranks("passed_pawn", 2), &values::PASSED),
    entry(layout::PASSED_OWN_KING, Term::PassedPawns, Ranks("passed_pawn_king_distance", 4), &values::PASSED_OWN_KING),
    entry(layout::PASSED_ENEMY_KING, Term::PassedPawns, Ranks("passed_pawn_enemy_king_distance", 4), &values::PASSED_ENEMY_KING),
    entry(layout::PASSED_BLOCKED, Term::PassedPawns, Ranks("passed_pawn_blocked", 4), &values::PASSED_BLOCKED),
    entry(layout::PASSED_SAFE_STEP, Term::PassedPawns, Ranks("passed_pawn_safe_step", 4), &values::PASSED_SAFE_STEP),
    entry(layout::PASSED_FREE_PATH, Term::PassedPawns, Ranks("passed_pawn_free_path", 4), &values::PASSED_FREE_PATH),
    entry(layout::PASSED_DEFENDED_STEP, Term::PassedPawns, Ranks("passed_pawn_defended_step", 4), &values::PASSED_DEFENDED_STEP),
    entry(layout::PASSED_CONNECTED, Term::PassedPawns, One("passed_pawns_connected"), &values::PASSED_CONNECTED),
    entry(layout::ROOK_BEHIND_PASSED, Term::PassedPawns, One("rook_behind_passed_pawn"), &values::ROOK_BEHIND_PASSED),
    entry(layout::ENEMY_ROOK_BEHIND_PASSED, Term::PassedPawns, One("enemy_rook_behind_passed_pawn"), &values::ENEMY_ROOK_BEHIND_PASSED),
    entry(layout::UNSTOPPABLE, Term::PassedPawns, One("unstoppable_pawn"), &values::UNSTOPPABLE),
    entry(layout::KNIGHT_PAWNS, Term::Imbalance, One("knight_with_pawns"), &values::KNIGHT_PAWNS),
    entry(layout::ROOK_PAWNS, Term::Imbalance, One("rook_with_pawns"), &values::ROOK_PAWNS),
    entry(layout::MAJOR_REDUNDANCY, Term::Imbalance, One("further_major_piece"), &values::MAJOR_REDUNDANCY),
    entry(layout::BISHOP_PAIR, Term::MinorPieces, One("bishop_pair"), &values::BISHOP_PAIR),
    entry(layout::BISHOP_PAWNS, Term::MinorPieces, One("bishop_pawn_on_its_colour"), &values::BISHOP_PAWNS),
    entry(layout::LONG_DIAGONAL, Term::MinorPieces, One("bishop_on_long_diagonal"), &values::LONG_DIAGONAL),
    entry(layout::MINOR_BEHIND_PAWN, Term::MinorPieces, One("minor_piece_behind_pawn"), &values::MINOR_BEHIND_PAWN),
    entry(layout::KNIGHT_KING_DISTANCE, Term::MinorPieces, One("knight_king_distance"), &values::KNIGHT_KING_DISTANCE),
    entry(layout::BISHOP_KING_DISTANCE, Term::MinorPieces, One("bishop_king_distance"), &values::BISHOP_KING_DISTANCE),
    entry(layout::KNIGHT_OUTPOST, Term::Outposts, Words("knight_outpost", &["bare", "supported"]), &values::KNIGHT_OUTPOST),
    entry(layout::BISHOP_OUTPOST, Term::Outposts, Words("bishop_outpost", &["bare", "supported"]), &values::BISHOP_OUTPOST),
    entry(layout::REACHABLE_OUTPOST, Term::Outposts, One("knight_outpost_reachable"), &values::REACHABLE_OUTPOST),
    entry(layout::ROOK_OPEN_FILE, Term::Rooks, One("rook_on_open_file"), &values::ROOK_OPEN_FILE),
    entry(layout::ROOK_HALF_OPEN_FILE, Term::Rooks, One("rook_on_half_open_file"), &values::ROOK_HALF_OPEN_FILE),
    entry(layout::ROOK_UNOPPOSED_FILE, Term::Rooks, One("rook_on_unopposed_file"), &values::ROOK_UNOPPOSED_FILE),
    entry(layout::ROOK_SEVENTH, Term::Rooks, One("rook_on_seventh_rank"), &values::ROOK_SEVENTH),
    entry(layout::ROOKS_DOUBLED, Term::Rooks, One("rooks_doubled"), &values::ROOKS_DOUBLED),
    entry(layout::ROOKS_CONNECTED, Term::Rooks, One("rooks_connected"), &values::ROOKS_CONNECTED),
    entry(layout::ROOK_TRAPPED, Term::Rooks, One("rook_trapped_by_king"), &values::ROOK_TRAPPED),
    apart(layout::SHELTER, Term::Shelter, Shelters("shelter"), &values::SHELTER),
    apart(layout::STORM, Term::Shelter, Shelters("storm"), &values::STORM),
    apart(layout::BLOCKED_STORM, Term::Shelter, Ranks("blocked_storm", 2), &values::BLOCKED_STORM),
    apart(layout::KING_PAWN_DISTANCE, Term::Shelter, One("king_pawn_distance"), &values::KING_PAWN_DISTANCE),
    apart(layout::ATTACKERS, Term::Attack, Counted("king_attackers"), &values::ATTACKERS),
    apart(layout::ATTACKER, Term::Attack, Words("king_attack", &["knight", "bishop", "rook", "queen"]), &values::ATTACKER),
    apart(layout::RING_ATTACK, Term::Attack, One("king_ring_attack"), &values::RING_ATTACK),
    apart(layout::RING_WEAK, Term::Attack, One("king_zone_weak_square"), &values::RING_WEAK),
    apart(layout::SAFE_CHECK, Term::Attack, Words("safe_check", &["knight", "bishop", "rook", "queen"]), &values::SAFE_CHECK),
    apart(layout::UNSAFE_CHECK, Term::Attack, One("unsafe_check"), &values::UNSAFE_CHECK),
    apart(layout::FLANK_ATTACK, Term::Attack, One("king_flank_attack"), &values::FLANK_ATTACK),
    apart(layout::FLANK_DEFENCE, Term::Attack, One("king_flank_defence"), &values::FLANK_DEFENCE),
    apart(layout::NO_QUEEN, Term::Attack, One("attack_without_queen"), &values::NO_QUEEN),
    apart(layout::KNIGHT_DEFENDER, Term::Attack, One("attack_on_knight_defender"), &values::KNIGHT_DEFENDER),
    apart(layout::OPEN_KING_FILE, Term::Attack, One("open_file_at_king"), &values::OPEN_KING_FILE),
    apart(layout::OPPOSITE_STORM, Term::Attack, One("opposite_castling_storm"), &values::OPPOSITE_STORM),
    apart(layout::PINNED_DEFENDER, Term::Attack, One("pinned_defender"), &values::PINNED_DEFENDER),
    apart(layout::DANGER_BASE, Term::Attack, One("king_attack_base"), &values::DANGER_BASE),
    apart(layout::PAWN_THREAT, Term::Threats, Words("threat_by_pawn_on", &["knight", "bishop", "rook", "queen"]), &values::PAWN_THREAT),
    apart(layout::MINOR_THREAT, Term::Threats, Words("threat_by_minor_piece_on", &["pawn", "knight", "bishop", "rook", "queen"]), &values::MINOR_THREAT),
    apart(layout::ROOK_THREAT, Term::Threats, Words("threat_by_rook_on", &["pawn", "knight", "bishop", "queen"]), &values::ROOK_THREAT),
    apart(layout::KING_THREAT, Term::Threats, One("threat_by_king"), &values::KING_THREAT),
    apart(layout::HANGING, Term::Threats, One("hanging_man"), &values::HANGING),
    apart(layout::PUSH_THREAT, Term::Threats, One("threat_by_pawn_push"), &values::PUSH_THREAT),
    apart(layout::QUEEN_KNIGHT_THREAT, Term::Threats, One("knight_move_on_queen"), &values::QUEEN_KNIGHT_THREAT),
    apart(layout::QUEEN_SLIDER_THREAT, Term::Threats, One("slider_move_on_queen"), &values::QUEEN_SLIDER_THREAT),
    apart(layout::RESTRICTED, Term::Threats, One("restricted_square"), &values::RESTRICTED),
    entry(layout::SPACE, Term::Space, One("space"), &values::SPACE),
    entry(layout::CONTROL, Term::Space, One("square_controlled_alone"), &values::CONTROL),
    entry(layout::UNDEVELOPED, Term::Development, One("undeveloped_minor_piece"), &values::UNDEVELOPED),
    entry(layout::CASTLED, Term::Development, One("castled_king"), &values::CASTLED),
    entry(layout::CASTLING_RIGHT, Term::Development, One("castling_right"), &values::CASTLING_RIGHT),
    entry(layout::CASTLING_LOST, Term::Development, One("castling_lost"), &values::CASTLING_LOST),
    entry(layout::EARLY_QUEEN, Term::Development, One("early_queen"), &values::EARLY_QUEEN),
    entry(layout::BLOCKED_CENTRE, Term::Development, One("blocked_centre_pawn"), &values::BLOCKED_CENTRE),
    entry(layout::TEMPO, Term::Tempo, One("tempo"), &values::TEMPO),
    entry(layout::CHECK, Term::Check, One("check"), &values::CHECK),
    entry(layout::BARE_KING_EDGE, Term::Endings, One("bare_king_at_edge"), &values::BARE_KING_EDGE),
    entry(layout::BARE_KING_NEAR, Term::Endings, One("bare_king_near_king"), &values::BARE_KING_NEAR),
    entry(layout::BARE_KING_CORNER, Term::Endings, One("bare_king_in_bishops_corner"), &values::BARE_KING_CORNER),
    entry(layout::WINNABLE, Term::Endings, Words("winnable", &["by_pawn", "on_both_wings", "pawns_alone", "always"]), &values::WINNABLE),
];
