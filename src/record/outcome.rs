//! Results and terminations of games.

use serde::{Deserialize, Serialize};
use shakmaty::Color;

/// How a game ended, seen from the board.
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
    /// 1-0.
    #[serde(rename = "1-0")]
    #[strum(serialize = "1-0")]
    WhiteWins,
    /// 0-1.
    #[serde(rename = "0-1")]
    #[strum(serialize = "0-1")]
    BlackWins,
    /// 1/2-1/2.
    #[serde(rename = "1/2-1/2")]
    #[strum(serialize = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// All results, in the order in which they are counted.
    pub const ALL: [Self; 3] = [Self::WhiteWins, Self::BlackWins, Self::Draw];

    /// The result when `color` wins.
    pub const fn win_of(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Who won, if anybody.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins => Some(Color::White),
            Self::BlackWins => Some(Color::Black),
            Self::Draw => None,
        }
    }

    /// The same result as one side sees it.
    pub fn seen_by(self, side: Color) -> SideResult {
        match self.winner() {
            Some(winner) if winner == side => SideResult::Win,
            Some(_) => SideResult::Loss,
            None => SideResult::Draw,
        }
    }

    /// As PGN writes it.
    pub fn as_pgn(self) -> &'static str {
        self.into()
    }
}

/// A word that is none of those that this house's records use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{word}' is not a {what}")]
pub struct UnknownName {
    /// What was expected: `result`, `termination`.
    pub what: &'static str,
    /// What stood there.
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
}

/// How a game ended for one of its sides: the second class variable of the original's classifier.
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
    /// That side won.
    Win,
    /// That side lost.
    Loss,
    /// Neither won.
    Draw,
}

impl SideResult {
    /// All results, in the order in which tables list them.
    pub const ALL: [Self; 3] = [Self::Win, Self::Loss, Self::Draw];

    /// The name used in tables and databases.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Why a game ended.
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
    /// The king cannot escape.
    Checkmate,
    /// No legal move, no check.
    Stalemate,
    /// The position stood on the board for the third time.
    Repetition,
    /// Fifty moves of both sides without capture or pawn move.
    FiftyMoves,
    /// Neither side can mate by any sequence of legal moves.
    InsufficientMaterial,
    /// The neutral adjudicator called it won.
    AdjudicatedWin,
    /// The neutral adjudicator called it drawn.
    AdjudicatedDraw,
    /// The longest game allowed was reached; counted as a draw.
    MoveLimit,
    /// A side resigned.
    Resignation,
    /// Both sides agreed on a draw.
    Agreement,
    /// A side's clock ran out.
    TimeForfeit,
    /// A side played a move that the rules forbid.
    IllegalMove,
    /// Broken off; the result, if any, was known from elsewhere.
    Unknown,
    /// A side's program ended, or closed its pipe, in the middle of the game.
    EngineCrash,
    /// A side's program did not answer any more.
    EngineStall,
}

impl Termination {
    /// Every way for a game to end.
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

    /// The name used in databases and exports.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether the neutral adjudicator ended the game.
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
