//! The positions and searches of the compliance test.

use std::fmt;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Move, Position as _};

use crate::board::GameState;

/// Lines after which an engine must still answer `isready`.
pub(super) const POSITIONS: [&str; 5] = [
    "ucinewgame",
    "position startpos",
    "position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27",
    "position startpos moves e2e4 e7e5",
    "debug on",
];

/// The middlegame position of fastchess's compliance test.
const MIDDLEGAME: &str = "3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27";

/// A position and the `go` line for its search.
#[derive(Clone, Debug)]
pub(super) struct ScriptedSearch {
    position: String,
    go: String,
    game: GameState,
    /// Moves that may be played; empty if any legal one may.
    only: Vec<String>,
}

impl ScriptedSearch {
    fn new(fen: Option<&str>, moves: &[&str], go: &str) -> Self {
        let start = fen.and_then(|fen| {
            let fen: Fen = fen.parse().ok()?;
            fen.into_position(CastlingMode::Standard).ok()
        });
        let mut game = start.map_or_else(GameState::new, GameState::from_position);
        for word in moves {
            let uci: Option<UciMove> = word.parse().ok();
            if let Some(m) = uci.and_then(|uci| uci.to_move(game.position()).ok()) {
                game.play(m);
            }
        }
        let mut position = fen.map_or_else(
            || "position startpos".to_owned(),
            |fen| format!("position fen {fen}"),
        );
        if !moves.is_empty() {
            position = format!("{position} moves {}", moves.join(" "));
        }
        Self {
            position,
            go: go.to_owned(),
            game,
            only: Vec::new(),
        }
    }

    fn only(mut self, moves: &[&str]) -> Self {
        self.only = moves.iter().map(|&word| word.to_owned()).collect();
        self
    }

    pub(super) fn position(&self) -> &str {
        &self.position
    }

    pub(super) fn go(&self) -> &str {
        &self.go
    }

    pub(super) const fn game(&self) -> &GameState {
        &self.game
    }

    /// Returns true if the position has no legal move.
    pub(super) fn is_over(&self) -> bool {
        self.game.position().legal_moves().is_empty()
    }

    /// Returns true if `best` is an allowed move. In a position without a legal move any word is accepted, since
    /// engines differ (`0000`, `(none)`).
    pub(super) fn is_answered_by(&self, best: &str) -> bool {
        if self.is_over() {
            return !best.is_empty();
        }
        let uci: Option<UciMove> = best.parse().ok();
        let Some(m) = uci.and_then(|uci| uci.to_move(self.game.position()).ok()) else {
            return false;
        };
        self.only.is_empty() || self.only.contains(&written(m))
    }
}

/// Formats a move in UCI notation.
fn written(m: Move) -> String {
    UciMove::from_move(m, CastlingMode::Standard).to_string()
}

/// Writes the search as a step's name, with long games and FENs shortened.
impl fmt::Display for ScriptedSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut position: String = self.position.chars().take(60).collect();
        if position.len() < self.position.len() {
            position.push('…');
        }
        write!(f, "'{position}', '{}'", self.go)
    }
}

/// Returns all searches, those of fastchess first.
pub(super) fn searches() -> Vec<ScriptedSearch> {
    let middlegame = |go| ScriptedSearch::new(Some(MIDDLEGAME), &[], go);
    let start = |go| ScriptedSearch::new(None, &[], go);
    let shuffles = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(300);
    vec![
        middlegame("go wtime 100"),
        middlegame("go btime 100"),
        middlegame("go wtime 100 winc 100 btime 100 binc 100"),
        middlegame("go btime 100 binc 100 wtime 100 winc 100"),
        start("go wtime 100 btime 100"),
        ScriptedSearch::new(None, &["e2e4", "e7e5"], "go wtime 100 btime 100"),
        start("go depth 1"),
        start("go nodes 500"),
        start("go movetime 50"),
        start("go wtime 100 btime 100 movestogo 1"),
        start("go wtime 1 btime 1"),
        start("go wtime 0 btime 0"),
        start("go wtime -50 btime -50"),
        start("go depth 3 movetime 2000 wtime 60000 btime 60000"),
        start("go searchmoves a2a3 h2h4 depth 2").only(&["a2a3", "h2h4"]),
        start("go depth 2 searchmoves a2a3").only(&["a2a3"]),
        start("go mate 1 movetime 100"),
        // One legal move.
        ScriptedSearch::new(
            Some("7k/8/8/8/8/8/r7/7K w - - 0 1"),
            &[],
            "go wtime 100 btime 100",
        )
        .only(&["h1g1"]),
        // Castling, promotion and en passant as moves of the game.
        ScriptedSearch::new(
            Some("r3k3/p6P/8/8/4p3/8/3P4/R3K2R w KQq - 0 1"),
            &["e1g1", "e8c8", "d2d4", "e4d3", "h7h8q"],
            "go movetime 50",
        ),
        ScriptedSearch::new(Some("7k/P7/8/8/8/8/8/K7 w - - 0 1"), &[], "go movetime 50"),
        // Without counters, as an EPD.
        ScriptedSearch::new(Some("4k3/8/8/8/8/8/4P3/4K3 w - -"), &[], "go movetime 50"),
        // Six hundred moves of one game.
        ScriptedSearch::new(None, &shuffles, "go movetime 50"),
        // Mate and stalemate on the board.
        ScriptedSearch::new(
            Some("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
            &[],
            "go movetime 50",
        ),
        ScriptedSearch::new(
            Some("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
            &[],
            "go movetime 50",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_what_it_says() {
        let searches = searches();
        for search in &searches {
            let moves = search
                .position()
                .split_once(" moves ")
                .map_or(0, |(_, moves)| moves.split_whitespace().count());
            assert_eq!(search.game().ply(), moves, "{search}");
            for only in &search.only {
                assert!(search.is_answered_by(only), "{search}");
            }
            assert!(
                !search.is_answered_by("e9e9") || search.is_over(),
                "{search}"
            );
        }
        let over = searches.iter().filter(|search| search.is_over()).count();
        assert_eq!(over, 2);
        let forced = searches
            .iter()
            .find(|search| search.position().contains("r7/7K"))
            .expect("there");
        assert_eq!(forced.game().position().legal_moves().len(), 1);
    }
}
