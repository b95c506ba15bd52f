//! The `position` and `go` lines that ask an engine for a move.

use std::fmt::Write as _;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{ByColor, CastlingMode, Chess, Color, EnPassantMode};

use crate::board::GameState;
use crate::play::GameClock;
use crate::play::time_control::uci_millis;

/// Returns the `position …` line with every move of the game.
pub(super) fn position_line(game: &GameState) -> String {
    let mut line = if *game.start() == Chess::default() {
        "position startpos".to_owned()
    } else {
        let fen = Fen::from_position(game.start(), EnPassantMode::Legal);
        format!("position fen {fen}")
    };
    if !game.moves().is_empty() {
        line.push_str(" moves");
    }
    for m in game.moves() {
        line.push(' ');
        UciMove::from_move(*m, CastlingMode::Standard).append_to_string(&mut line);
    }
    line
}

/// Returns the `go …` line for the side to move.
pub(super) fn go_line(turn: Color, clocks: &ByColor<GameClock>) -> String {
    let mut line = "go".to_owned();
    let own = clocks.get(turn);
    let mut add = |word: &str, number: &dyn std::fmt::Display| {
        // Writing to a string cannot fail.
        let _ = write!(line, " {word} {number}");
    };
    if own.remaining().is_some() {
        for (side, time, increment) in [
            (Color::White, "wtime", "winc"),
            (Color::Black, "btime", "binc"),
        ] {
            let clock = clocks.get(side);
            if let Some(remaining) = clock.remaining() {
                add(time, &uci_millis(remaining));
                add(increment, &clock.increment().as_millis());
            }
        }
        if let Some(moves) = own.moves_to_go() {
            add("movestogo", &moves);
        }
    }
    let thinking = own.thinking();
    if let Some(time) = thinking.move_time {
        add("movetime", &uci_millis(time));
    }
    if let Some(nodes) = thinking.nodes {
        add("nodes", &nodes);
    }
    if let Some(depth) = thinking.depth {
        add("depth", &depth);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::time_control::ThinkingLimits;
    use std::time::Duration;

    fn played(fen: &str, words: &str) -> GameState {
        let fen: Fen = fen.parse().expect("a FEN");
        let start = fen
            .into_position(CastlingMode::Standard)
            .expect("a position");
        let mut game = GameState::from_position(start);
        for word in words.split_whitespace() {
            let uci: UciMove = word.parse().expect("a move");
            game.play(uci.to_move(game.position()).expect("a legal move"));
        }
        game
    }

    #[test]
    fn positions_carry_their_whole_game() {
        assert_eq!(position_line(&GameState::new()), "position startpos");
        let castled = played("r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 3 9", "e1g1 e8c8 a2a4");
        assert_eq!(
            position_line(&castled),
            "position fen r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 3 9 moves e1g1 e8c8 a2a4"
        );
    }

    #[test]
    fn each_side_is_told_its_own_bounds() {
        let clock = |text: &str| ThinkingLimits {
            clock: Some(text.parse().expect("a control")),
            ..ThinkingLimits::default()
        };
        let nodes = ThinkingLimits {
            nodes: Some(70),
            depth: Some(5),
            move_time: Some(Duration::from_millis(9)),
            ..ThinkingLimits::default()
        };
        let both = ByColor {
            white: clock("5+0.05"),
            black: clock("40/6"),
        };
        let clocks = both.map(GameClock::new);
        assert_eq!(
            go_line(Color::White, &clocks),
            "go wtime 5000 winc 50 btime 6000 binc 0"
        );
        assert_eq!(
            go_line(Color::Black, &clocks),
            "go wtime 5000 winc 50 btime 6000 binc 0 movestogo 40"
        );
        let mixed = ByColor {
            white: clock("5"),
            black: nodes,
        };
        let clocks = mixed.map(GameClock::new);
        assert_eq!(go_line(Color::White, &clocks), "go wtime 5000 winc 0");
        assert_eq!(
            go_line(Color::Black, &clocks),
            "go movetime 9 nodes 70 depth 5"
        );
    }
}
