//! Resolving standard algebraic notation to the legal move, mostly without generating moves.
//!
//! Reading a collection spends most of its time here. For nearly every move only one piece can be meant, it is not
//! pinned, and its side is not in check: then a few bitboard operations find it. All other moves, and all doubtful
//! ones, are left to the rules library.

use shakmaty::san::{San, SanError};
use shakmaty::{Bitboard, Chess, Move, Position as _, Rank, Role, Square, attacks};

/// Returns the legal move that `san` names.
///
/// # Errors
///
/// [`SanError`] if there is none, or more than one.
pub(super) fn resolve(position: &Chess, san: San) -> Result<Move, SanError> {
    match quickly(position, san) {
        Some(chosen) => Ok(chosen),
        None => san.to_move(position),
    }
}

/// Returns the move if it is certain without generating moves, else `None`.
fn quickly(position: &Chess, san: San) -> Option<Move> {
    let San::Normal {
        role,
        file,
        rank,
        capture,
        to,
        promotion: None,
    } = san
    else {
        return None;
    };
    let (board, turn) = (position.board(), position.turn());
    let own = board.by_color(turn);
    let taken = board.role_at(to);
    // Captures en passant are left to the library.
    if own.contains(to) || capture != taken.is_some() || position.checkers().any() {
        return None;
    }
    let occupied = board.occupied();
    let mut origins = own
        & board.by_role(role)
        & match role {
            Role::Pawn => pawn_origins(position, to, capture)?,
            Role::Knight => attacks::knight_attacks(to),
            Role::Bishop => attacks::bishop_attacks(to, occupied),
            Role::Rook => attacks::rook_attacks(to, occupied),
            Role::Queen => attacks::queen_attacks(to, occupied),
            Role::King => return None,
        };
    if let Some(file) = file {
        origins &= Bitboard::from_file(file);
    }
    if let Some(rank) = rank {
        origins &= Bitboard::from_rank(rank);
    }
    let from = origins.single_square()?;
    // A piece with an enemy slider on the line through it and its king may be pinned.
    let sliders = board.bishops() | board.rooks() | board.queens();
    let line = attacks::ray(board.king_of(turn)?, from);
    if (line & sliders & !own).any() {
        return None;
    }
    Some(Move::Normal {
        role,
        from,
        capture: taken,
        to,
        promotion: None,
    })
}

/// Returns the squares from which a pawn may move to `to`.
fn pawn_origins(position: &Chess, to: Square, capture: bool) -> Option<Bitboard> {
    let turn = position.turn();
    if to.rank() == turn.relative_rank(Rank::Eighth) {
        return None;
    }
    if capture {
        return Some(attacks::pawn_attacks(!turn, to));
    }
    let back = turn.fold_wb(-8, 8);
    let one = to.offset(back)?;
    if position.board().role_at(one).is_some() || to.rank() != turn.relative_rank(Rank::Fourth) {
        return Some(one.into());
    }
    Some(one.offset(back)?.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shakmaty::File;

    /// Returns a strategy for arbitrary moves in algebraic notation, legal or not.
    fn word() -> impl Strategy<Value = San> {
        let role = prop::sample::select(Role::ALL.to_vec());
        let file = prop::option::of((0_u32..8).prop_map(File::new));
        let rank = prop::option::of((0_u32..8).prop_map(Rank::new));
        let to = (0_u32..64).prop_map(Square::new);
        let promotion = prop::option::weighted(0.1, Just(Role::Queen));
        (role, file, rank, any::<bool>(), to, promotion).prop_map(
            |(role, file, rank, capture, to, promotion)| San::Normal {
                role,
                file,
                rank,
                capture,
                to,
                promotion,
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn it_is_the_move_that_the_library_finds(
            choices in prop::collection::vec(any::<u16>(), 0..150),
            words in prop::collection::vec(word(), 20..60),
        ) {
            let mut position = Chess::default();
            for choice in choices {
                let legal = position.legal_moves();
                for chosen in &legal {
                    let san = San::from_move(&position, *chosen);
                    prop_assert_eq!(resolve(&position, san).ok(), Some(*chosen), "{}", san);
                }
                for san in &words {
                    let (own, library) = (resolve(&position, *san), san.to_move(&position));
                    prop_assert_eq!(own.ok(), library.ok(), "{}", san);
                }
                let Some(chosen) = legal.get(usize::from(choice) % legal.len().max(1)) else {
                    break;
                };
                position.play_unchecked(*chosen);
            }
        }
    }
}
