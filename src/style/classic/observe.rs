//! Observes the classic attributes of a position, for one side.

use shakmaty::{Bitboard, Chess, Color, File, Move, Position as _, Rank};

use super::attribute::{ClassicObservation, FirstMove, KingWings};
use crate::board::game::GameState;

/// Returns the squares beyond a side's third rank.
fn beyond_third(side: Color) -> Bitboard {
    [
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ]
    .into_iter()
    .map(|rank| Bitboard::from_rank(side.relative_rank(rank)))
    .fold(Bitboard::EMPTY, |squares, rank| squares | rank)
}

/// Returns a file and its neighbours.
fn around(file: File) -> Bitboard {
    [file.offset(-1), Some(file), file.offset(1)]
        .into_iter()
        .flatten()
        .map(Bitboard::from_file)
        .fold(Bitboard::EMPTY, |squares, file| squares | file)
}

/// Observes `side` in the current position of a game; `None` before its first move. Cheap: it looks at one board.
pub fn observe(game: &GameState, side: Color) -> Option<ClassicObservation> {
    observe_now(game.start(), game.moves(), game.position(), side)
}

/// Observes `side` in a game given by its start, its moves and its current position.
pub fn observe_now(
    start: &Chess,
    moves: &[Move],
    position: &Chess,
    side: Color,
) -> Option<ClassicObservation> {
    let first_own = usize::from(start.turn() != side);
    let first = *moves.get(first_own)?;
    let from_usual_start = *start == Chess::default();
    look(
        position,
        side,
        from_usual_start.then(|| FirstMove::of(side, first)),
    )
}

/// The observations of `side` in a game, one after each of its own moves.
///
/// This is the original's "every different board of every game" (§5.2.3), of which it counted 41 a
/// game.
pub fn observe_game(start: &Chess, moves: &[Move], side: Color) -> Vec<ClassicObservation> {
    let from_usual_start = *start == Chess::default();
    let mut position = start.clone();
    let mut first_move = None;
    let mut seen = Vec::with_capacity(moves.len() / 2 + 1);
    for &chosen in moves {
        let mover = position.turn();
        if mover == side && from_usual_start {
            first_move.get_or_insert_with(|| FirstMove::of(side, chosen));
        }
        position.play_unchecked(chosen);
        if mover == side {
            seen.extend(look(&position, side, first_move));
        }
    }
    seen
}

/// Looks at a board; `None` when a king is missing, which no game of chess allows.
fn look(
    position: &Chess,
    side: Color,
    first_move: Option<FirstMove>,
) -> Option<ClassicObservation> {
    let board = position.board();
    let own_king = board.king_of(side)?;
    let enemy_king = board.king_of(!side)?;
    let advanced = board.by_color(side) & beyond_third(side);
    // The king is no attacker: with it the table of pieces is further from the printed one.
    let pieces = advanced & !board.pawns() & !board.kings();
    let pawns = advanced & board.pawns() & around(enemy_king.file());
    Some(ClassicObservation {
        first_move,
        castling: KingWings::of(own_king, enemy_king),
        pieces: at_most(pieces.count(), 4),
        pawns: at_most(pawns.count(), 3),
    })
}

/// Returns a count as a byte, `most` if it is larger.
fn at_most(count: usize, most: u8) -> u8 {
    u8::try_from(count).unwrap_or(most).min(most)
}
