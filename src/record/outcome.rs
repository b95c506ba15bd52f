//! Results and terminations of games.

use serde::{Deserialize, Serialize};
use shakmaty::Color;

/// Result of a game: win for White, win for Black, or draw.
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
#[strum(parse_err_ty = UnknownName, parse_err_fn = UnknownName::result)]
pub enum GameResult {
    /// White won (1-0).
    #[serde(rename = "1-0")]
    #[strum(serialize = "1-0")]
    WhiteWins,
    /// Black won (0-1).
    #[serde(rename = "0-1")]
    #[strum(serialize = "0-1")]
    BlackWins,
    /// The game was drawn (1/2-1/2).
    #[serde(rename = "1/2-1/2")]
    #[strum(serialize = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// All results, in the order in which they are counted.
    pub const ALL: [Self; 3] = [Self::WhiteWins, Self::BlackWins, Self::Draw];

    /// Returns the result when `color` wins.
    pub const fn win_of(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Returns the winner; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins => Some(Color::White),
            Self::BlackWins => Some(Color::Black),
            Self::Draw => None,
        }
    }

    /// Returns the result from the point of view of `side`.
    pub fn seen_by(self, side: Color) -> SideResult {
        match self.winner() {
            Some(winner) if winner == side => SideResult::Win,
            Some(_) => SideResult::Loss,
            None => SideResult::Draw,
        }
    }

    /// Returns the result in PGN notation.
    pub fn as_pgn(self) -> &'static str {
        self.into()
    }
}

/// Error for a word that is not a name of a result, termination or time class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{word}' is not a {what}")]
pub struct UnknownName {
    /// Kind of the name expected: `result`, `termination`.
    pub what: &'static str,
    /// Word found.
    pub word: String,
}

impl UnknownName {
    fn new(what: &'static str, word: &str) -> Self {
        Self {
            what,
            word: word.to_owned(),
        }
    }

    fn result(word: &str) -> Self {
        Self::new("result", word)
    }

    fn side_result(word: &str) -> Self {
        Self::new("result for a side (win, loss, draw)", word)
    }

    fn termination(word: &str) -> Self {
        Self::new("termination", word)
    }

    pub(super) fn time_class(word: &str) -> Self {
        Self::new("time class", word)
    }
}

/// Result of a game for one of its sides: the second class variable of the original's classifier.
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
#[strum(serialize_all = "snake_case", parse_err_ty = UnknownName, parse_err_fn = UnknownName::side_result)]
pub enum SideResult {
    /// The side won.
    Win,
    /// The side lost.
    Loss,
    /// The game was drawn.
    Draw,
}

impl SideResult {
    /// Returns the result in half points: 2 for a win, 1 for a draw.
    pub const fn half_points(self) -> u8 {
        match self {
            Self::Win => 2,
            Self::Draw => 1,
            Self::Loss => 0,
        }
    }

    /// Returns the points for the side with this result: 1, ½ or 0.
    pub fn points(self) -> f64 {
        f64::from(self.half_points()) / 2.0
    }

    /// All results, in the order in which tables list them.
    pub const ALL: [Self; 3] = [Self::Win, Self::Loss, Self::Draw];

    /// Returns the name in tables and databases.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Reason why a game ended.
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
#[strum(serialize_all = "snake_case", parse_err_ty = UnknownName, parse_err_fn = UnknownName::termination)]
pub enum Termination {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The same position occurred for the third time.
    Repetition,
    /// Fifty moves of both sides passed without capture or pawn move.
    FiftyMoves,
    /// Neither side can mate by any sequence of legal moves.
    InsufficientMaterial,
    /// The neutral adjudicator ended the game as won.
    AdjudicatedWin,
    /// The neutral adjudicator ended the game as drawn.
    AdjudicatedDraw,
    /// The game reached the maximum length; it counts as a draw.
    MoveLimit,
    /// A side resigned.
    Resignation,
    /// Both sides agreed on a draw.
    Agreement,
    /// A side's clock ran out.
    TimeForfeit,
    /// A side played an illegal move.
    IllegalMove,
    /// The reason is unknown; the result, if any, comes from elsewhere.
    Unknown,
    /// A side's program ended, or closed its pipe, during the game.
    EngineCrash,
    /// A side's program stopped answering.
    EngineStall,
}

impl Termination {
    /// All terminations.
    pub const ALL: [Self; 15] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::Repetition,
        Self::FiftyMoves,
        Self::InsufficientMaterial,
        Self::AdjudicatedWin,
        Self::AdjudicatedDraw,
        Self::MoveLimit,
        Self::Resignation,
        Self::Agreement,
        Self::TimeForfeit,
        Self::IllegalMove,
        Self::Unknown,
        Self::EngineCrash,
        Self::EngineStall,
    ];

    /// Returns the name in databases and exports.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the reason in words, for people who have played the game.
    pub fn words(self) -> &'static str {
        match self {
            Self::Repetition => "the position stood three times",
            Self::FiftyMoves => "fifty moves without capture or pawn move",
            Self::InsufficientMaterial => "neither side can mate",
            Self::Agreement => "agreed",
            Self::TimeForfeit => "time is up",
            Self::AdjudicatedWin | Self::AdjudicatedDraw => "adjudicated",
            Self::MoveLimit => "the limit of moves is reached",
            Self::IllegalMove => "illegal move",
            Self::EngineCrash => "a program ended",
            Self::EngineStall => "a program stopped answering",
            other => other.name(),
        }
    }

    /// Returns true if the neutral adjudicator ended the game.
    pub const fn is_adjudicated(self) -> bool {
        matches!(self, Self::AdjudicatedWin | Self::AdjudicatedDraw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        for result in GameResult::ALL {
            assert_eq!(result.as_pgn().parse(), Ok(result));
        }
        for result in SideResult::ALL {
            assert_eq!(result.name().parse(), Ok(result));
        }
        for termination in Termination::ALL {
            assert_eq!(termination.name().parse(), Ok(termination));
        }
        assert_eq!(
            "2-0"
                .parse::<GameResult>()
                .expect_err("no such result")
                .to_string(),
            "'2-0' is not a result"
        );
    }

    #[test]
    fn each_side_sees_its_own_result() {
        assert_eq!(GameResult::WhiteWins.seen_by(Color::White), SideResult::Win);
        assert_eq!(
            GameResult::WhiteWins.seen_by(Color::Black),
            SideResult::Loss
        );
        assert_eq!(GameResult::Draw.seen_by(Color::Black), SideResult::Draw);
    }
}
