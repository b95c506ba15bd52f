//! Random games, for tests of a property in every position.

use shakmaty::{Chess, Position as _};

/// Returns the positions of a game from `position` that `choices` pick, until the game or the
/// choices end.
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
