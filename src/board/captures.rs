//! Tactical moves: captures and promotions to a queen, which quiescence tries first.
//!
//! Generating just these is much cheaper than listing all legal moves and dropping most of them,
//! and most nodes are in quiescence.

use shakmaty::{
    Bitboard, Chess, Color, File, Move, MoveList, Position, Rank, Role, Square, attacks,
};

use super::pawns::push_promotions;
use super::pins::{blockers, unpinned_targets};

/// Returns every legal capture, without those that promote to lesser pieces, and every quiet
/// promotion to a queen. `checkers` are the pieces that give check to the side to move.
pub fn tactical_moves(position: &Chess, checkers: Bitboard) -> MoveList {
    let mut moves = MoveList::new();
    push_tactical_moves(position, checkers, &mut moves);
    moves
}

/// Like [`tactical_moves`], but fills the caller's list, because moving a list costs time.
pub fn push_tactical_moves(position: &Chess, checkers: Bitboard, moves: &mut MoveList) {
    if checkers.any() {
        moves.extend(
            position
                .legal_moves()
                .into_iter()
                .filter(|m| is_tactical(*m)),
        );
        return;
    }
    let board = position.board();
    let us = position.turn();
    let them = position.them();
    let Some(king) = board.king_of(us) else {
        return;
    };
    let pinned = blockers(position, king, !us);
    let mut push = |role: Role, from: Square, attacked: Bitboard| {
        for to in unpinned_targets(from, attacked & them, king, pinned) {
            moves.push(Move::Normal {
                role,
                from,
                capture: board.role_at(to),
                to,
                promotion: None,
            });
        }
    };
    let occupied = board.occupied();
    let last_rank = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
    // From the squares where an enemy pawn on the target would attack, our pawns attack the target.
    let taking = position.our(Role::Pawn) & attacked_by_pawns(them & !last_rank, !us);
    for from in taking {
        push(
            Role::Pawn,
            from,
            attacks::pawn_attacks(us, from) & !last_rank,
        );
    }
    for from in position.our(Role::Knight) {
        push(Role::Knight, from, attacks::knight_attacks(from));
    }
    for from in position.our(Role::Bishop) {
        push(Role::Bishop, from, attacks::bishop_attacks(from, occupied));
    }
    for from in position.our(Role::Rook) {
        push(Role::Rook, from, attacks::rook_attacks(from, occupied));
    }
    for from in position.our(Role::Queen) {
        push(Role::Queen, from, attacks::queen_attacks(from, occupied));
    }
    push_promotions(position, king, pinned, &[Role::Queen], moves);
    push_king_captures(position, king, moves);
    if position.pseudo_legal_ep_square().is_some() {
        moves.extend(position.en_passant_moves());
    }
}

/// Adds the captures by the king of the side to move, which stands on `king`.
#[inline]
fn push_king_captures(position: &Chess, king: Square, moves: &mut MoveList) {
    let board = position.board();
    for to in attacks::king_attacks(king) & position.them() {
        let attackers = board.attacks_to(to, !position.turn(), board.occupied());
        if attackers.is_empty() {
            moves.push(Move::Normal {
                role: Role::King,
                from: king,
                capture: board.role_at(to),
                to,
                promotion: None,
            });
        }
    }
}

/// Returns true if a legal move is tactical: a promotion to a queen, or a capture that does not promote.
pub fn is_tactical(m: Move) -> bool {
    match m.promotion() {
        Some(role) => role == Role::Queen,
        None => m.is_capture(),
    }
}

/// Returns the squares that pawns of `side` on these squares attack.
#[inline]
pub fn attacked_by_pawns(pawns: Bitboard, side: Color) -> Bitboard {
    let (left, right) = side.fold_wb((7, 9), (-9, -7));
    let not_on = |file| pawns & !Bitboard::from_file(file);
    not_on(File::A).shift(left) | not_on(File::H).shift(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::random_walk::random_walk;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn agrees(position: &Chess) -> bool {
        let generated = tactical_moves(position, position.checkers());
        let unique: HashSet<Move> = generated.iter().copied().collect();
        let expected: HashSet<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|m| is_tactical(*m))
            .collect();
        unique.len() == generated.len() && unique == expected
    }

    proptest! {
        #[test]
        fn tactical_moves_are_the_legal_ones(choices in prop::collection::vec(any::<u16>(), 0..200)) {
            for position in random_walk(Chess::default(), &choices) {
                prop_assert!(agrees(&position), "{position:?}");
            }
        }
    }

    #[test]
    fn pins_promotions_and_en_passant() {
        for fen in [
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "8/2P3k1/8/8/8/8/1p4K1/R7 b - - 0 1",
            "3r1r2/4P1k1/8/8/8/8/6K1/8 w - - 0 1",
            "4r1k1/8/8/8/8/4p3/3PR3/4K3 w - - 0 1",
            "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ] {
            let fen: shakmaty::fen::Fen = fen.parse().expect("a valid FEN");
            let position = fen
                .into_position(shakmaty::CastlingMode::Standard)
                .expect("legal");
            assert!(agrees(&position), "{position:?}");
        }
    }
}
