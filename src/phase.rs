//! The three phases of a game; only this module defines their borders.
//!
//! As in Fernández, *BayesChess* (2005), §4.1: the first ten moves of the game are the opening; after them a position
//! with more than ten pieces (kings and pawns included) and at least one queen is middlegame; any other is endgame.
//! If two definitions apply (a queenless eighth move) the opening has precedence.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Position};

/// Last full move that counts as opening.
pub const OPENING_MOVES: u32 = 10;

/// Maximum number of pieces (of both sides, kings and pawns included) in an endgame.
const ENDGAME_MEN: usize = 10;

/// A phase of a game.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", parse_err_ty = UnknownPhase, parse_err_fn = UnknownPhase::new)]
pub enum Phase {
    /// The first ten moves.
    Opening,
    /// More than ten pieces and a queen, after the opening.
    Middlegame,
    /// Ten pieces or fewer, or no queen, after the opening.
    Endgame,
}

impl Phase {
    /// All phases in the order of a game.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];

    /// Returns the phase of a position; the full-move counter gives the move number.
    ///
    /// ```
    /// use bayeschess::phase::Phase;
    /// assert_eq!(Phase::of(&shakmaty::Chess::default()), Phase::Opening);
    /// ```
    pub fn of(position: &Chess) -> Self {
        let board = position.board();
        if position.fullmoves().get() <= OPENING_MOVES {
            Self::Opening
        } else if board.occupied().count() > ENDGAME_MEN && board.queens().any() {
            Self::Middlegame
        } else {
            Self::Endgame
        }
    }

    /// Returns the name in tables, databases and on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Error for a word that names no phase.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a phase of the game: expected opening, middlegame or endgame")]
pub struct UnknownPhase(pub String);

impl UnknownPhase {
    fn new(word: &str) -> Self {
        Self(word.to_owned())
    }
}

/// One value for each phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ByPhase<T> {
    /// Value for the opening.
    pub opening: T,
    /// Value for the middlegame.
    pub middlegame: T,
    /// Value for the endgame.
    pub endgame: T,
}

impl<T> ByPhase<T> {
    /// Creates a value for each phase, in the order of [`Phase::ALL`].
    pub fn new_with(mut make: impl FnMut(Phase) -> T) -> Self {
        Self {
            opening: make(Phase::Opening),
            middlegame: make(Phase::Middlegame),
            endgame: make(Phase::Endgame),
        }
    }

    /// Returns the phases with their values, in the order of a game.
    pub fn iter(&self) -> impl Iterator<Item = (Phase, &T)> {
        Phase::ALL.into_iter().map(|phase| (phase, &self[phase]))
    }

    /// Applies a function to each value.
    pub fn map<U>(self, mut turn: impl FnMut(T) -> U) -> ByPhase<U> {
        ByPhase {
            opening: turn(self.opening),
            middlegame: turn(self.middlegame),
            endgame: turn(self.endgame),
        }
    }
}

impl<T> Index<Phase> for ByPhase<T> {
    type Output = T;
    fn index(&self, phase: Phase) -> &T {
        match phase {
            Phase::Opening => &self.opening,
            Phase::Middlegame => &self.middlegame,
            Phase::Endgame => &self.endgame,
        }
    }
}

impl<T> IndexMut<Phase> for ByPhase<T> {
    fn index_mut(&mut self, phase: Phase) -> &mut T {
        match phase {
            Phase::Opening => &mut self.opening,
            Phase::Middlegame => &mut self.middlegame,
            Phase::Endgame => &mut self.endgame,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, fen::Fen};

    fn phase_of(fen: &str) -> Phase {
        let fen: Fen = fen.parse().expect("a valid FEN");
        Phase::of(
            &fen.into_position(CastlingMode::Standard)
                .expect("a legal position"),
        )
    }

    #[test]
    fn the_first_ten_moves_win_over_a_missing_queen() {
        assert_eq!(
            phase_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 8"),
            Phase::Opening
        );
        assert_eq!(
            phase_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 10"),
            Phase::Opening
        );
        assert_eq!(
            phase_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 11"),
            Phase::Endgame
        );
    }

    #[test]
    fn ten_men_are_an_endgame_and_eleven_with_a_queen_are_not() {
        assert_eq!(
            phase_of("3qk3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 40"),
            Phase::Middlegame
        );
        assert_eq!(
            phase_of("3qk3/ppp5/8/8/8/8/PPPP4/4K3 w - - 0 40"),
            Phase::Endgame
        );
    }

    #[test]
    fn names_read_back() {
        for phase in Phase::ALL {
            assert_eq!(phase.name().parse(), Ok(phase));
        }
        assert!("end".parse::<Phase>().is_err());
    }
}
