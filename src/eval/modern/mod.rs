//! The modern family's evaluation: some forty terms, blended between the phases of a game.
//!
//! # Blending
//!
//! The [`RootContext`] at the root of a search says how much of the opening is left, so each search has
//! one set of weights between opening and middlegame. Inside the tree every position blends those with
//! the endgame's by the pieces that are left. The endgame value is first adjusted by how winnable the
//! position is and scaled down if it is drawish. The whole fades as the fifty-move rule comes nearer.
//!
//! # Terms of the earlier programs, and where they are
//!
//! | term | source | here |
//! |---|---|---|
//! | balance of material | all of them | `Term::Material` |
//! | centralised pieces, knight in the centre | 2005 §3.2.1, 1987 opening 5 | `Term::Squares` |
//! | doubled pawns | 2005, 1987 in all phases, 2013 differential | `doubled_pawn` |
//! | advanced pawns, centre pawns before rim pawns | 2005 | `pawn_…`, `passed_pawn_rank_…` |
//! | pieces threatened | 2005 | `Term::Threats` |
//! | mobility | 2005, 2013 dynamic | `Term::Mobility` |
//! | development, minor pieces on the first rank | 2005, 1987 opening 3, middlegame 8 | `undeveloped_minor_piece` |
//! | queen at home, few pieces developed before it | 1987 opening 4, 2005 | `early_queen` |
//! | rook on the seventh rank | 2005, 1987 endgame 4 | `rook_on_seventh_rank` |
//! | protected pawns, chains | 2005, 1987 opening 2, middlegame 6, endgame 6 | `supported_pawn_…`, `pawn_chain_link` |
//! | passed pawns | 2005 | `Term::PassedPawns` |
//! | files with pawns of one side | 1987 middlegame 7, endgame 7 | `unopposed_file` |
//! | doubled rooks, rooks on one rank | 2005, 1987 middlegame 3 and 4, endgame 3 | `rooks_doubled`, `rooks_connected` |
//! | rook on a file without enemy pawns | 1987 middlegame 1, endgame 1 | `rook_on_open_file`, `rook_on_unopposed_file` |
//! | rook on a file without pawns of its own | 2005, 1987 middlegame 2, endgame 2 | `rook_on_open_file`, `rook_on_half_open_file` |
//! | rook behind an advanced pawn | 2005 | `rook_behind_passed_pawn` |
//! | castling, king moved before it | 2005 | `castled_king`, `castling_right`, `castling_lost` |
//! | safety of the king, pawn shield | 2005, 2013 differential | `Term::Shelter`, `Term::Attack` |
//! | bishop pair | 2005, 2013 differential | `bishop_pair` |
//! | check | 2005 | `Term::Check`, `safe_check_…` |
//! | mate | 2005 | the search; `Term::Endings` leads to it |
//! | squares controlled alone | 2013 spatial | `square_controlled_alone`, `space` |
//! | the king in the centre of an endgame | 2013 differential | `king_…` squares of the endgame |
//!
//! 2005: Fernández, *BayesChess*; 1987: the thesis with three evaluation functions, chapter III;
//! 2013: *Joli*, §4.4.3.

mod board_features;
mod bonuses;
mod endings;
mod feature_record;
mod feature_sink;
mod imbalance;
mod king;
mod linear;
mod passed;
mod pawns;
pub(super) mod phase_pair;
mod pieces;
mod side;
mod space;
mod stages;
#[cfg(test)]
mod tests;
mod threats;

use std::sync::atomic::{AtomicU64, Ordering};

use shakmaty::{Bitboard, Chess, Color, Piece, Position as _, Role, Square};

use super::explain::{Explanation, PhaseMix, TermContribution, TermValue};
use super::pawn_table::{PawnEntry, PawnKey, PawnTable};
use super::piece_square::{PieceSquareSum, PieceSquareValues, color_index, role_index};
use super::root_context::RootContext;
use crate::heuristic::modern::layout::{FEATURES, PAWN_SQUARE, PIECE, PIECE_SQUARE};
use crate::heuristic::modern::{FeatureParameters, TECHNIQUE};
use crate::heuristic::{Heuristic, Term};
use crate::phase::Phase;
use crate::units::Centipawns;
use board_features::{BoardFeatures, ByColorIndex, PAWN};
use bonuses::{BonusByShare, PhaseBonuses};
use feature_record::FeatureRecord;
use feature_sink::{FeatureSink, FeatureWeights, WeightedSum};
use phase_pair::PhasePair;

// Shares are shown in the units in which they are computed.
const _: () = assert!(endings::MIDDLEGAME == Explanation::WHOLE);

/// What the modern evaluation needs besides the piece-square sum.
#[derive(Clone, Debug)]
pub(super) struct ModernEvaluator {
    weights: Box<FeatureWeights>,
    /// Whether knowledge of endings is on: mating a bare king, drawish scales, the fifty-move fade.
    endings: bool,
    opening: u8,
    own: Color,
    bonuses: Box<PhaseBonuses>,
    /// The value of a piece by role, in centipawns.
    worth: [i32; 6],
    /// Identifies these weights in pawn tables: no two compilations share it.
    number: u64,
    salt: u64,
}

impl ModernEvaluator {
    /// Compiles the weights of a modern heuristic.
    pub(super) fn new(heuristic: &Heuristic, context: RootContext) -> Self {
        static COMPILED: AtomicU64 = AtomicU64::new(1);
        let endings = heuristic.has_weight_of(Term::Endings);
        let weights = compile(heuristic, context, endings);
        let worth = Role::ALL.map(|role| {
            let value = value_of(&weights[0], role);
            i32::midpoint(value.middlegame(), value.endgame())
        });
        Self {
            bonuses: Box::new(PhaseBonuses::new(&weights, bonus(context))),
            weights,
            endings,
            opening: context.opening,
            own: context.own,
            worth,
            number: COMPILED.fetch_add(1, Ordering::Relaxed),
            salt: salt_of(heuristic, context.own),
        }
    }

    /// The contribution of each piece to the sum for White: its value and its square's.
    pub(super) fn piece_square_values(&self) -> PieceSquareValues {
        let mut values = [[[0; 64]; 6]; 2];
        for color in Color::ALL {
            let weights = &self.weights[color_index(color)];
            for role in Role::ALL {
                for square in Square::ALL {
                    let worth = piece_value(weights, color, role, square);
                    let worth = if color.is_white() { worth } else { -worth };
                    values[color_index(color)][role_index(role)][square.to_usize()] = worth.0;
                }
            }
        }
        values
    }

    pub(super) fn is_valid_for(&self, context: RootContext) -> bool {
        self.opening == context.opening
            && self.own == context.own
            && self.bonuses.side == BonusByShare::new(bonus(context))
    }

    pub(super) const fn salt(&self) -> u64 {
        self.salt
    }

    pub(super) const fn worth(&self, role: Role) -> i32 {
        self.worth[role_index(role)]
    }

    /// The evaluation in centipawns for the side to move.
    pub(super) fn for_mover(
        &self,
        position: &Chess,
        sum: PieceSquareSum,
        checkers: Bitboard,
        pawns: &mut PawnTable,
    ) -> i32 {
        let mut features = BoardFeatures::new(position);
        let [white, black] = &features.by_role;
        let key = PawnKey::new([white[PAWN], black[PAWN]], features.king, self.number);
        let entry = pawns.entry(
            key,
            |entry| self.fill_pawns(&features, entry),
            |entry| self.fill_kings(&features, entry),
        );
        features.passed = entry.passed;
        features.span = entry.span;
        let structure = entry.structure + entry.shelter;
        let mut total = WeightedSum::new(&self.weights);
        terms(&mut features, &mut total);
        let value = PhasePair(sum.0) + structure + total.sum();
        let stages = self.stages(&features, value, checkers);
        let turn = position.turn();
        let bonus = self.bonuses.side.at(stages.share);
        stages.for_mover(turn) + if turn.is_white() { bonus } else { -bonus }
    }

    /// The evaluation term by term.
    pub(super) fn explain(&self, position: &Chess) -> Explanation {
        let (features, record) = recorded(position);
        let by_term = record.by_term(&self.weights);
        let sum = by_term
            .values()
            .fold(PhasePair::ZERO, |sum, [white, black]| sum + *white - *black);
        let stages = self.stages(&features, sum, position.checkers());
        let lines = by_term
            .into_iter()
            .map(|(term, [white, black])| TermContribution {
                term,
                white: term_value(white),
                black: term_value(black),
            });
        Explanation {
            family: "modern",
            lines: lines.collect(),
            mix: PhaseMix::Blended(stages.share),
            steps: stages.steps().to_vec(),
            turn: position.turn(),
        }
    }

    /// Fills in what depends on pawns alone.
    #[cold]
    fn fill_pawns(&self, features: &BoardFeatures<'_>, entry: &mut PawnEntry) {
        let mut total = WeightedSum::new(&self.weights);
        (entry.passed, entry.span) = count_pawn_features(features, &mut total);
        entry.structure = total.sum();
    }

    /// Fills in what depends on pawns and kings alone.
    #[cold]
    fn fill_kings(&self, features: &BoardFeatures<'_>, entry: &mut PawnEntry) {
        let mut total = WeightedSum::new(&self.weights);
        count_king_features(features, &mut total);
        entry.shelter = total.sum();
    }
}

/// A position with a record of every feature in it.
fn recorded(position: &Chess) -> (BoardFeatures<'_>, FeatureRecord) {
    let mut features = BoardFeatures::new(position);
    let mut record = FeatureRecord::default();
    for (square, piece) in position.board() {
        count_piece(piece, square, &mut record);
    }
    (features.passed, features.span) = count_pawn_features(&features, &mut record);
    count_king_features(&features, &mut record);
    terms(&mut features, &mut record);
    (features, record)
}

/// Counts all features of pawns alone; returns the passed pawns, and the squares that each side's
/// pawns can ever attack.
fn count_pawn_features(
    features: &BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
) -> (Bitboard, ByColorIndex<Bitboard>) {
    let passed =
        pawns::structure::<true>(features, sink) | pawns::structure::<false>(features, sink);
    let span = [
        pawns::span::<true>(features.by_role[0][PAWN]),
        pawns::span::<false>(features.by_role[1][PAWN]),
    ];
    (passed, span)
}

/// Counts all features of kings among pawns.
fn count_king_features(features: &BoardFeatures<'_>, sink: &mut impl FeatureSink) {
    pawns::around_king::<true>(features, sink);
    pawns::around_king::<false>(features, sink);
}

/// Counts the value of a piece and of its square.
fn count_piece(piece: Piece, square: Square, sink: &mut impl FeatureSink) {
    let relative = piece.color.fold_wb(square, square.flip_vertical());
    let value = (piece.role != Role::King).then(|| PIECE.at(role_index(piece.role)));
    for feature in value
        .into_iter()
        .chain(square_feature(piece.role, relative))
    {
        match piece.color {
            Color::White => sink.add::<true>(feature, 1),
            Color::Black => sink.add::<false>(feature, 1),
        }
    }
}

/// Counts the features of every term except those of pawns and kings alone.
#[inline]
fn terms(features: &mut BoardFeatures<'_>, sink: &mut impl FeatureSink) {
    imbalance::imbalance::<true>(features, sink);
    imbalance::imbalance::<false>(features, sink);
    pieces::pieces::<true>(features, sink);
    pieces::pieces::<false>(features, sink);
    let features = &*features;
    king::attack::<true>(features, sink);
    king::attack::<false>(features, sink);
    threats::threats::<true>(features, sink);
    threats::threats::<false>(features, sink);
    passed::passed::<true>(features, sink);
    passed::passed::<false>(features, sink);
    space::space::<true>(features, sink);
    space::space::<false>(features, sink);
    space::development::<true>(features, sink);
    space::development::<false>(features, sink);
    endings::bare_king::<true>(features, sink);
    endings::bare_king::<false>(features, sink);
}

/// The bonus for the side that searches, for White.
const fn bonus(context: RootContext) -> PhasePair {
    let [middlegame, endgame] = context.bonus_for_white();
    PhasePair::new(middlegame, endgame)
}

fn term_value(pair: PhasePair) -> TermValue {
    TermValue {
        middlegame: Centipawns(pair.middlegame()),
        endgame: Centipawns(pair.endgame()),
    }
}

/// Compiles the weights of each side's features: a mix of opening and middlegame, and the endgame.
fn compile(heuristic: &Heuristic, context: RootContext, endings: bool) -> Box<FeatureWeights> {
    let places = FeatureParameters::get();
    let weights = heuristic.weights();
    let whole = i32::from(RootContext::WHOLE_OPENING);
    let share = i32::from(context.opening);
    let mut compiled = Box::new([[PhasePair::ZERO; FEATURES]; 2]);
    for color in Color::ALL {
        for (feature, pair) in compiled[color_index(color)].iter_mut().enumerate() {
            let place = places.of(feature, color, context.own);
            let [opening, middlegame, endgame] = Phase::ALL.map(|phase| weights[phase][place]);
            let early = (opening * share + middlegame * (whole - share)) / whole;
            *pair = PhasePair::new(early, endgame);
        }
        for (feature, [early, late]) in least_weights(endings) {
            let pair = &mut compiled[color_index(color)][*feature];
            *pair = PhasePair::new(pair.middlegame().max(*early), pair.endgame().max(*late));
        }
    }
    compiled
}

/// The lower limits of weights, if knowledge of endings is on.
fn least_weights(endings: bool) -> &'static [(usize, [i32; 2])] {
    if endings { &*TECHNIQUE } else { &[] }
}

/// The contribution of a piece from its own side's point of view: its value and its square's.
fn piece_value(
    weights: &[PhasePair; FEATURES],
    color: Color,
    role: Role,
    square: Square,
) -> PhasePair {
    let relative = color.fold_wb(square, square.flip_vertical());
    square_feature(role, relative).map_or(PhasePair::ZERO, |feature| {
        value_of(weights, role) + weights[feature]
    })
}

/// The value of a piece; a king has none.
fn value_of(weights: &[PhasePair; FEATURES], role: Role) -> PhasePair {
    match role {
        Role::King => PhasePair::ZERO,
        _ => weights[PIECE.at(role_index(role))],
    }
}

/// The feature of a piece on a square, seen from its own side; `None` for squares where pawns
/// cannot stand.
fn square_feature(role: Role, square: Square) -> Option<usize> {
    let square = square.to_usize();
    match role {
        Role::Pawn if (8..56).contains(&square) => Some(PAWN_SQUARE.at(square - 8)),
        Role::Pawn => None,
        _ => Some(PIECE_SQUARE.at((role_index(role) - 1) * 64 + square)),
    }
}

/// Returns a salt that depends on the heuristic, and on the side only if its weights distinguish sides. It does not
/// depend on the share of the opening, so that table entries of one move serve in the next.
fn salt_of(heuristic: &Heuristic, own: Color) -> u64 {
    let digest = heuristic.digest();
    if heuristic.distinguishes_sides() && own.is_black() {
        digest.rotate_left(32)
    } else {
        digest
    }
}
