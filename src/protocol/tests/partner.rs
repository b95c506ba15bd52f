//! A client that knows the rules of chess and of UCI, and checks every line against them.

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position as _};

use crate::board::{GameState, fen};

/// Checks a session's output as a client would that knows the rules.
#[derive(Default)]
pub(super) struct Partner {
    game: GameState,
    /// True if the last position was refused.
    refused: bool,
    /// The game in which each search began; `None` after a refused position.
    searched: Vec<Option<GameState>>,
}

impl Partner {
    /// Records one line of input.
    pub(super) fn listen(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["position", "startpos", rest @ ..] => self.set(GameState::new(), rest),
            ["position", "fen", rest @ ..] => {
                let end = rest.iter().position(|word| *word == "moves");
                let (fields, moves) = rest.split_at(end.unwrap_or(rest.len()));
                if let Ok(position) = fen::read(&fields.join(" ")) {
                    self.set(GameState::from_position(position), moves);
                } else {
                    self.refused = true;
                }
            }
            ["position", ..] => self.refused = true,
            ["go", "perft", ..] => {}
            ["go", ..] => self
                .searched
                .push((!self.refused).then(|| self.game.clone())),
            ["ucinewgame"] => self.set(GameState::new(), &[]),
            _ => {}
        }
    }

    fn set(&mut self, mut game: GameState, moves: &[&str]) {
        for text in moves.iter().filter(|word| **word != "moves") {
            let Some(m) = legal(game.position(), text) else {
                break;
            };
            game.play(m);
        }
        self.game = game;
        self.refused = false;
    }

    /// Checks every line of output against the rules of chess and of the protocol.
    pub(super) fn check(&self, heard: &str) {
        let mut searches = self.searched.iter();
        let mut game = searches.next();
        let mut scored = false;
        for line in heard.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["bestmove", best, rest @ ..] => {
                    let game_before = game.expect("a search for every best move");
                    assert!(scored, "no score before {line}");
                    match game_before {
                        Some(game_before) => check_best(game_before.position(), best, rest),
                        None => assert_eq!(*best, "0000"),
                    }
                    (game, scored) = (searches.next(), false);
                }
                ["info", "string", ..] => {}
                ["info", rest @ ..] if rest.contains(&"score") => {
                    if let Some(game) = game.expect("a search") {
                        check_info(game, rest);
                    }
                    scored = true;
                }
                _ => {}
            }
        }
        assert!(game.is_none(), "a search without a best move:\n{heard}");
        assert!(!heard.contains("broke down"), "{heard}");
    }
}

fn legal(position: &Chess, text: &str) -> Option<shakmaty::Move> {
    text.parse::<UciMove>().ok()?.to_move(position).ok()
}

fn check_best(position: &Chess, best: &str, rest: &[&str]) {
    if best == "0000" {
        assert!(position.legal_moves().is_empty());
        return;
    }
    let m = legal(position, best).unwrap_or_else(|| panic!("illegal {best}"));
    assert_eq!(best, best.to_lowercase());
    if let ["ponder", reply] = rest {
        let mut after = position.clone();
        after.play_unchecked(m);
        assert!(legal(&after, reply).is_some(), "illegal reply {reply}");
    } else {
        assert!(rest.is_empty(), "{rest:?}");
    }
}

/// Checks that numbers are whole, and that the line is playable to its last move.
fn check_info(game: &GameState, words: &[&str]) {
    for name in [
        "depth", "seldepth", "nodes", "nps", "time", "hashfull", "tbhits", "multipv",
    ] {
        if let Some(place) = words.iter().position(|word| *word == name) {
            let number = words.get(place + 1).expect("a number");
            assert!(number.parse::<u64>().is_ok(), "{name} {number}");
        }
    }
    let mut game = game.clone();
    let line = words.iter().skip_while(|word| **word != "pv").skip(1);
    for (place, text) in line.enumerate() {
        assert!(
            place == 0 || game.ending().is_none(),
            "{words:?} goes past the end"
        );
        let m = legal(game.position(), text).unwrap_or_else(|| panic!("illegal {text}"));
        game.play(m);
    }
}
