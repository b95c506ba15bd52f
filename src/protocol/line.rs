//! Moves and lines in the form of the protocols.

use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position as _};

use crate::board::GameState;
use crate::board::notation::{self, Language};
use crate::engine::WithoutAnswer;
use crate::search::SearchReport;

/// Returns a move by its squares, `e2e4` or `e7e8q`. Castling is the king's two steps, in Chess960 the king taking
/// its own rook.
pub(super) fn coordinates(m: Move, mode: CastlingMode) -> String {
    UciMove::from_move(m, mode).to_string()
}

/// Parses a legal move by its squares. Both notations of castling are accepted where they are unambiguous.
pub(super) fn read_coordinates(position: &Chess, text: &str) -> Option<Move> {
    let uci: UciMove = text.to_ascii_lowercase().parse().ok()?;
    uci.to_move(position).ok()
}

/// Returns what would have been played without the answer to the opponent, as `without that: Qxd4`.
pub(super) fn without_answer(game: &GameState, without: WithoutAnswer) -> String {
    match without {
        WithoutAnswer::Same => "without that: the same move".to_owned(),
        WithoutAnswer::Other(other) => {
            let san = notation::write(game.position(), other, Language::English);
            format!("without that: {san}")
        }
    }
}

/// Returns the principal variation up to the position in which the game is over.
pub(super) fn playable(game: &GameState, report: &SearchReport) -> Vec<Move> {
    let mut game = game.clone();
    let mut line = Vec::new();
    let first = report.best.into_iter();
    for m in first.chain(report.line.iter().skip(1).copied()) {
        let over = !line.is_empty() && game.ending().is_some();
        if over || !game.position().is_legal(m) {
            break;
        }
        game.play(m);
        line.push(m);
    }
    line
}

/// Returns the expected reply to ponder on: legal, and in a game that is not over.
pub(super) fn expected_reply(game: &GameState, report: &SearchReport) -> Option<Move> {
    let mut game = game.clone();
    game.play(report.best?);
    report
        .ponder
        .filter(|reply| game.ending().is_none() && game.position().is_legal(*reply))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn castling_is_read_in_both_forms() {
        let position = fen::read("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").expect("legal");
        for text in ["e1g1", "e1h1", "E1G1"] {
            let m = read_coordinates(&position, text).expect("castling");
            assert!(m.is_castle(), "{text}");
            assert_eq!(coordinates(m, CastlingMode::Standard), "e1g1");
            assert_eq!(coordinates(m, CastlingMode::Chess960), "e1h1");
        }
        assert_eq!(read_coordinates(&position, "e1e3"), None);
        assert_eq!(read_coordinates(&position, "0000"), None);
        assert_eq!(read_coordinates(&position, "P@e4"), None);
    }
}
