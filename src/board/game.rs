//! A game: its first position, the moves, and whether it is over.

use shakmaty::{Chess, Color, Move, Position};

use super::key::{key_after, key_of};
use crate::phase::Phase;
use crate::record::{Game, GameResult, Termination};

/// Half-moves without capture or pawn move after which the game is drawn (FIDE Laws 9.3).
pub const FIFTY_MOVES: u32 = 100;

/// How often a position must stand on the board for a draw (FIDE Laws 9.2).
const REPETITIONS: usize = 3;

/// The result of a game that the rules ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnding {
    /// The result.
    pub result: GameResult,
    /// The rule that ended the game.
    pub termination: Termination,
}

/// A position with the moves that led to it.
#[derive(Clone, Debug)]
pub struct GameState {
    start: Chess,
    position: Chess,
    moves: Vec<Move>,
    keys: Vec<u64>,
}

impl Default for GameState {
    fn default() -> Self {
        Self::new()
    }
}

impl GameState {
    /// A game from the usual first position.
    pub fn new() -> Self {
        Self::from_position(Chess::default())
    }

    /// A game that begins at `start`.
    pub fn from_position(start: Chess) -> Self {
        let keys = vec![key_of(&start)];
        Self {
            position: start.clone(),
            start,
            moves: Vec::new(),
            keys,
        }
    }

    /// Returns start and moves as a game without result and tags.
    pub fn to_record(&self) -> Game {
        Game {
            start: self.start.clone(),
            moves: self.moves.clone(),
            ..Game::default()
        }
    }

    /// Returns the first position.
    pub const fn start(&self) -> &Chess {
        &self.start
    }

    /// Returns the current position.
    pub const fn position(&self) -> &Chess {
        &self.position
    }

    /// Returns the moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the number of plies played.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// Returns the phase of the current position.
    pub fn phase(&self) -> Phase {
        Phase::of(&self.position)
    }

    /// Returns the key of each position, from the first to the current one.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays a legal move.
    ///
    /// # Panics
    ///
    /// May panic, now or later, when `m` is not legal here.
    pub fn play(&mut self, m: Move) {
        let before = self.position.clone();
        self.position.play_unchecked(m);
        let key = self.keys.last().copied().unwrap_or_else(|| key_of(&before));
        self.keys.push(key_after(key, &before, m, &self.position));
        self.moves.push(m);
    }

    /// Takes back the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.keys.pop();
        // Positions are not kept, because moves are taken back far more rarely than they are
        // played.
        self.position = self.start.clone();
        for m in &self.moves {
            self.position.play_unchecked(*m);
        }
        Some(last)
    }

    /// Returns how often the current position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let reach = self.position.halfmoves() as usize + 1;
        let current = self.keys.last();
        self.keys
            .iter()
            .rev()
            .take(reach)
            .step_by(2)
            .filter(|key| Some(*key) == current)
            .count()
    }

    /// Returns true if any position has occurred twice since the last capture or pawn move.
    pub fn has_repeated(&self) -> bool {
        let reach = self.position.halfmoves() as usize + 1;
        let mut keys: Vec<u64> = self.keys.iter().rev().take(reach).copied().collect();
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// The ending by the rules, if the game is over. Mate on the hundredth half-move is mate.
    ///
    /// ```
    /// use bayeschess::board::GameState;
    /// assert_eq!(GameState::new().ending(), None);
    /// ```
    pub fn ending(&self) -> Option<GameEnding> {
        self.ending_among(&self.position.legal_moves())
    }

    /// Like [`ending`](Self::ending), for a caller that already has the list of legal moves.
    pub fn ending_among(&self, legal: &[Move]) -> Option<GameEnding> {
        let position = &self.position;
        let drawn = |termination| {
            Some(GameEnding {
                result: GameResult::Draw,
                termination,
            })
        };
        if legal.is_empty() {
            if position.is_check() {
                let result = GameResult::win_of(!position.turn());
                return Some(GameEnding {
                    result,
                    termination: Termination::Checkmate,
                });
            }
            return drawn(Termination::Stalemate);
        }
        if position.is_insufficient_material() {
            drawn(Termination::InsufficientMaterial)
        } else if self.occurrences() >= REPETITIONS {
            drawn(Termination::Repetition)
        } else if position.halfmoves() >= FIFTY_MOVES {
            drawn(Termination::FiftyMoves)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;

    fn game(fen: &str, moves: &str) -> GameState {
        let fen: Fen = fen.parse().expect("a valid FEN");
        let start = fen
            .into_position(CastlingMode::Standard)
            .expect("a legal position");
        let mut game = GameState::from_position(start);
        for word in moves.split_whitespace() {
            let uci: UciMove = word.parse().expect("a UCI move");
            game.play(uci.to_move(game.position()).expect("a legal move"));
        }
        game
    }

    fn termination(fen: &str, moves: &str) -> Option<Termination> {
        game(fen, moves).ending().map(|ending| ending.termination)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn every_rule_ends_a_game() {
        assert_eq!(
            game(START, "f2f3 e7e5 g2g4 d8h4").ending(),
            Some(GameEnding {
                result: GameResult::BlackWins,
                termination: Termination::Checkmate
            })
        );
        assert_eq!(
            termination("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", ""),
            Some(Termination::Stalemate)
        );
        assert_eq!(
            termination("7k/8/8/8/8/8/8/KB6 w - - 0 1", ""),
            Some(Termination::InsufficientMaterial)
        );
        assert_eq!(
            termination("7k/8/8/8/8/8/8/KR6 w - - 99 80", "b1b2"),
            Some(Termination::FiftyMoves)
        );
        assert_eq!(
            termination(START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"),
            Some(Termination::Repetition)
        );
        assert_eq!(
            termination(START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"),
            None
        );
    }

    #[test]
    fn a_repetition_is_remembered_until_a_move_that_cannot_be_taken_back() {
        let repeated = |moves| game(START, moves).has_repeated();
        assert!(!repeated("g1f3 g8f6 f3g1"));
        assert!(repeated("g1f3 g8f6 f3g1 f6g8"));
        assert!(repeated("g1f3 g8f6 f3g1 f6g8 b1c3"));
        assert!(!repeated("g1f3 g8f6 f3g1 f6g8 e2e4"));
    }

    #[test]
    fn mate_on_the_hundredth_half_move_is_mate() {
        assert_eq!(
            termination("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8"),
            Some(Termination::Checkmate)
        );
    }

    #[test]
    fn a_lost_right_to_capture_en_passant_makes_another_position() {
        // After e2e4 Black could capture en passant, so the first occurrence does not count.
        let fen = "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let shuffle = " g8f6 g1f3 f6g8 f3g1";
        let twice = format!("e2e4{shuffle}{shuffle}");
        assert_eq!(termination(fen, &twice), None);
        assert_eq!(
            termination(fen, &format!("{twice}{shuffle}")),
            Some(Termination::Repetition)
        );
    }

    proptest! {
        #[test]
        fn keys_and_undo_agree_with_starting_over(choices in prop::collection::vec(any::<u16>(), 0..120)) {
            let mut game = GameState::new();
            let mut keys = vec![key_of(game.position())];
            for choice in choices {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[usize::from(choice) % moves.len()]);
                keys.push(key_of(game.position()));
            }
            prop_assert_eq!(game.keys(), keys.as_slice());
            while game.undo().is_some() {
                keys.pop();
                prop_assert_eq!(game.keys(), keys.as_slice());
                prop_assert_eq!(key_of(game.position()), *keys.last().expect("the start"));
            }
        }
    }
}
