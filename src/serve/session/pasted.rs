//! A position or game that the user pastes or drops: its moves, how it ended, and its tags.

use crate::board::{GameEnding, GameState, fen};
use crate::pgn::{ReadError, RejectReason, read_games};
use crate::record::{Game, Tags, Termination};
use crate::serve::command::{PastedReject, Problem, ProblemCode};

/// A pasted position or game.
#[derive(Debug)]
pub(super) struct PastedGame {
    /// Start and moves.
    pub state: GameState,
    /// How the game ended; `None` if it is unfinished.
    pub ending: Option<GameEnding>,
    /// Its tags; empty for a position.
    pub tags: Tags,
    /// Number of games in the text, with those that cannot be read. This is the first one.
    pub games: usize,
}

impl PastedGame {
    /// Parses a FEN, or the first game of a PGN.
    ///
    /// # Errors
    ///
    /// [`ProblemCode::UnreadableGame`] with the fault and its place.
    pub(super) fn read(text: &str) -> Result<Self, Problem> {
        let text = text.trim();
        if !text.contains('\n') && text.matches('/').count() >= 5 && !text.starts_with('[') {
            return read_position(text);
        }
        let mut games = read_games(text.as_bytes());
        let game = match games.next() {
            Some(Ok(game)) => game,
            Some(Err(error)) => {
                let reject = match &error {
                    ReadError::Rejected(reject) => Some(reject.into()),
                    ReadError::Source(_) => None,
                };
                return Err(Problem {
                    reject,
                    ..unreadable(error.to_string())
                });
            }
            None => {
                let sentence = "this is neither a FEN nor a game in PGN";
                return Err(unreadable(sentence.to_owned()));
            }
        };
        if game.moves.is_empty() && game.start == shakmaty::Chess::default() {
            return Err(unreadable("there are no moves in it".to_owned()));
        }
        let mut state = GameState::from_position(game.start.clone());
        for m in &game.moves {
            state.play(*m);
        }
        Ok(Self {
            ending: ending_of(&state, &game),
            state,
            tags: game.tags,
            games: 1 + games.count(),
        })
    }
}

fn unreadable(error: String) -> Problem {
    Problem::new(ProblemCode::UnreadableGame, error)
}

fn read_position(text: &str) -> Result<PastedGame, Problem> {
    let position = fen::read(text).map_err(|error| Problem {
        reject: Some(PastedReject {
            reason: RejectReason::BadFen(String::new()).kind(),
            line: 1,
            near: None,
        }),
        ..unreadable(error.to_string())
    })?;
    let state = GameState::from_position(position);
    Ok(PastedGame {
        ending: state.ending(),
        state,
        tags: Tags::new(),
        games: 1,
    })
}

/// Returns how a game ended: by its last position, else by its result; `None` if it is unfinished.
///
/// A draw by repetition or by the fifty-move rule must be claimed. Players who did not may have gone on to another
/// result.
fn ending_of(state: &GameState, game: &Game) -> Option<GameEnding> {
    let written = game.result.map(|result| GameEnding {
        result,
        termination: game.termination,
    });
    let is_claimed = |board: &GameEnding| {
        matches!(
            board.termination,
            Termination::Repetition | Termination::FiftyMoves
        )
    };
    match (state.ending(), written) {
        (Some(board), Some(written)) if is_claimed(&board) && written.result != board.result => {
            Some(written)
        }
        (board, written) => board.or(written),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;

    fn ending(text: &str) -> Option<(GameResult, Termination)> {
        let ending = PastedGame::read(text).expect("a game").ending?;
        Some((ending.result, ending.termination))
    }

    #[test]
    fn a_game_ends_by_its_board_else_by_its_result() {
        use GameResult::{BlackWins, Draw, WhiteWins};
        let twice = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
        let kings = "[FEN \"8/8/4k3/8/8/4K3/8/8 w - - 0 1\"]\n\n1. Kd3";
        for (text, expected) in [
            ("1. e4 e5 *".to_owned(), None),
            (
                "1. e4 e5 0-1".to_owned(),
                Some((BlackWins, Termination::Unknown)),
            ),
            (
                "[Result \"1/2-1/2\"]\n\n1. e4 e5 *".to_owned(),
                Some((Draw, Termination::Unknown)),
            ),
            (
                "[Termination \"Time forfeit\"]\n\n1. e4 e5 1-0".to_owned(),
                Some((WhiteWins, Termination::TimeForfeit)),
            ),
            (
                "1. f3 e5 2. g4 Qh4#".to_owned(),
                Some((BlackWins, Termination::Checkmate)),
            ),
            // No play of theirs can end in a mate.
            (
                format!("{kings} 1-0"),
                Some((Draw, Termination::InsufficientMaterial)),
            ),
            (
                format!("{twice} 1/2-1/2"),
                Some((Draw, Termination::Repetition)),
            ),
            (format!("{twice} *"), Some((Draw, Termination::Repetition))),
            (
                format!("{twice} 1-0"),
                Some((WhiteWins, Termination::Unknown)),
            ),
        ] {
            assert_eq!(ending(&text), expected, "{text}");
        }
    }

    #[test]
    fn games_behind_the_first_are_counted() {
        let games = |text: &str| PastedGame::read(text).expect("a game").games;
        assert_eq!(games("1. e4 e5 1-0"), 1);
        assert_eq!(games("1. e4 e5 1-0\n\n1. d4 d5 0-1\n\n1. e4 Ke7 *\n"), 3);
        assert_eq!(games("8/8/4k3/8/8/4K3/4P3/8 b - - 0 60"), 1);
    }
}
