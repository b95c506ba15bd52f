//! Position keys: 64-bit Zobrist hashes kept up to date move by move.
//!
//! The key of a position is shakmaty's `Zobrist64` with the en-passant file counted only when the
//! capture is legal: equal keys mean a repeated position in the sense of the rules of chess (FIDE
//! Laws 9.2.2). Keys of Polyglot books use the same random numbers, but count other en-passant files.

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Move, Piece, Position, Role, Square};

/// Computes the key of a position from scratch.
pub fn key_of(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// Returns the key after `m` is played in `before` (whose key is `key`), giving `after`.
#[inline]
pub fn key_after(key: u64, before: &Chess, m: Move, after: &Chess) -> u64 {
    complete_key(partial_key_after(key, before, m), before, after)
}

/// Returns the key after `m` in `before` (whose key is `key`), as far as it is known without
/// playing `m`.
#[inline]
pub fn partial_key_after(key: u64, before: &Chess, m: Move) -> u64 {
    let us = before.turn();
    let change = match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            let captured = capture.map_or(0, |captured| piece(!us, captured, to));
            piece(us, role, from) ^ piece(us, promotion.unwrap_or(role), to) ^ captured
        }
        Move::EnPassant { from, to } => en_passant_change(us, from, to),
        Move::Castle { king, rook } => castling_change(us, king, rook),
        // Drops do not exist in standard chess.
        Move::Put { role, to } => piece(us, role, to),
    };
    key ^ Zobrist64::zobrist_for_white_turn().0 ^ en_passant(before) ^ change
}

/// Returns by what a capture en passant changes the key; apart, as it is rare.
#[cold]
fn en_passant_change(us: Color, from: Square, to: Square) -> u64 {
    let captured = Square::from_coords(to.file(), from.rank());
    piece(us, Role::Pawn, from) ^ piece(us, Role::Pawn, to) ^ piece(!us, Role::Pawn, captured)
}

/// Returns by what castling changes the key, but for the rights; apart, as it is rare.
#[cold]
fn castling_change(us: Color, king: Square, rook: Square) -> u64 {
    let side = CastlingSide::from_king_side(king < rook);
    let [king_to, rook_to] = [side.king_to_file(), side.rook_to_file()]
        .map(|file| Square::from_coords(file, king.rank()));
    piece(us, Role::King, king)
        ^ piece(us, Role::King, king_to)
        ^ piece(us, Role::Rook, rook)
        ^ piece(us, Role::Rook, rook_to)
}

/// Completes a [partial key](partial_key_after) of `after` with the castling rights lost and the en
/// passant file.
#[inline]
pub fn complete_key(ahead: u64, before: &Chess, after: &Chess) -> u64 {
    ahead ^ rights_change(before, after) ^ en_passant(after)
}

/// Returns the key after the side to move passes; it must not be in check.
pub fn key_after_pass(key: u64, before: &Chess) -> u64 {
    key ^ Zobrist64::zobrist_for_white_turn().0 ^ en_passant(before)
}

/// Returns by what a key changes if `piece` goes from one of two squares to the other, capturing nothing.
pub fn change_of_step(piece: Piece, one: Square, other: Square) -> u64 {
    let [one, other] = [one, other].map(|square| Zobrist64::zobrist_for_piece(square, piece).0);
    one ^ other ^ Zobrist64::zobrist_for_white_turn().0
}

fn piece(color: Color, role: Role, square: Square) -> u64 {
    Zobrist64::zobrist_for_piece(square, Piece { color, role }).0
}

fn rights_change(before: &Chess, after: &Chess) -> u64 {
    let (before, after) = (before.castles(), after.castles());
    if before.castling_rights() == after.castling_rights() {
        return 0;
    }
    let mut change = 0;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if before.has(color, side) != after.has(color, side) {
                change ^= Zobrist64::zobrist_for_castling_right(color, side).0;
            }
        }
    }
    change
}

#[inline]
fn en_passant(position: &Chess) -> u64 {
    match position.maybe_ep_square() {
        None => 0,
        Some(_) => legal_en_passant(position),
    }
}

/// Returns the part of the key after a double step of a pawn; such moves are rare.
#[cold]
fn legal_en_passant(position: &Chess) -> u64 {
    position.legal_ep_square().map_or(0, |square| {
        Zobrist64::zobrist_for_en_passant_file(square.file()).0
    })
}
