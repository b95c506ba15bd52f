//! Explains in words why no piece can make a written move.

use shakmaty::{Chess, Position as _, Role};

use super::language::{color_name, role_name};
use super::pattern::MovePattern;

/// Returns why each piece that the pattern may mean cannot make the move; call it only if none can.
pub(super) fn reason(position: &Chess, pattern: MovePattern) -> String {
    if position.legal_moves().is_empty() {
        return "there is no legal move, because the game is over".to_owned();
    }
    let (board, turn) = (position.board(), position.turn());
    match pattern {
        MovePattern::Castle(_) => of_role(position, Role::King),
        MovePattern::Piece {
            role: Role::Pawn,
            to,
            ..
        } if board.by_piece(Role::Pawn.of(turn)).any() => format!("no pawn can go to {to}"),
        MovePattern::Piece { role, .. } => of_role(position, role),
        MovePattern::Squares { from, .. } => match board.piece_at(from) {
            None => format!("there is nothing on {from}"),
            Some(piece) if piece.color != turn => format!(
                "the {} on {from} is {}'s, and {} is to move",
                role_name(piece.role),
                color_name(piece.color),
                color_name(turn)
            ),
            Some(piece) => format!("the {} on {from} has no legal move", role_name(piece.role)),
        },
    }
}

fn of_role(position: &Chess, role: Role) -> String {
    let (turn, name) = (position.turn(), role_name(role));
    match position.board().by_piece(role.of(turn)).count() {
        0 => format!("{} has no {name}", color_name(turn)),
        1 => format!("the {name} has no legal move"),
        _ => format!("no {name} has a legal move"),
    }
}
