//! A game at random, for tests that hold something of every position.

use shakmaty::{Chess, Position as _};

/// The positions of a game that goes on from `position` as `choices` say, as far as it goes.
pub(crate) fn random_walk(mut position: Chess, choices: &[u16]) -> Vec<Chess> {
    let mut positions = vec![position.clone()];
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[usize::from(*choice) % moves.len()]);
        positions.push(position.clone());
    }
    positions
}
