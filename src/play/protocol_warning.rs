//! Breaches of the UCI protocol that lose no game: their kinds, and counts of each.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind of protocol breach that loses no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProtocolLapse {
    /// The best move is not in UCI notation: four or five lower-case letters and digits.
    MoveFormat,
    /// The best move is not the first move of the last principal variation.
    FirstMove,
    /// No `info` line with a score came before the best move.
    NoScore,
    /// A value on an `info` line is not a number.
    Figure,
    /// A principal variation contains an illegal move.
    IllegalLine,
    /// A principal variation continues after mate, stalemate, threefold repetition or the fifty-move rule.
    LineBeyondEnd,
    /// The score announces mate, but the principal variation ends without it.
    MateMissing,
    /// The principal variation mates sooner or later than announced.
    MateLength,
    /// The principal variation ends in mate, but the score announces no mate, or one by the other side.
    MateSign,
}

impl ProtocolLapse {
    /// Returns the description of the lapse, as a predicate.
    const fn words(self) -> &'static str {
        match self {
            Self::MoveFormat => "wrote its move in another form than e2e4 or e7e8q",
            Self::FirstMove => "played another move than its last line begins with",
            Self::NoScore => "moved without having shown a score",
            Self::Figure => "sent a figure that is not a number",
            Self::IllegalLine => "showed a line with an illegal move",
            Self::LineBeyondEnd => "showed a line that goes on behind the end of the game",
            Self::MateMissing => "announced a mate, and its line ends without one",
            Self::MateLength => "announced a mate, and its line mates at another move",
            Self::MateSign => "showed a line that mates, against what its score says",
        }
    }
}

/// A protocol lapse with the output that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolWarning {
    /// Kind of the lapse.
    pub lapse: ProtocolLapse,
    /// Output in question.
    pub shown: String,
}

impl fmt::Display for ProtocolWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.lapse.words(), self.shown)
    }
}

/// Counts of protocol lapses by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LapseCounts {
    /// Number of [`ProtocolLapse::MoveFormat`].
    pub move_format: u64,
    /// Number of [`ProtocolLapse::FirstMove`].
    pub first_move: u64,
    /// Number of [`ProtocolLapse::NoScore`].
    pub no_score: u64,
    /// Number of [`ProtocolLapse::Figure`].
    pub figure: u64,
    /// Number of [`ProtocolLapse::IllegalLine`].
    pub illegal_line: u64,
    /// Number of [`ProtocolLapse::LineBeyondEnd`].
    pub line_beyond_end: u64,
    /// Number of [`ProtocolLapse::MateMissing`].
    pub mate_missing: u64,
    /// Number of [`ProtocolLapse::MateLength`].
    pub mate_length: u64,
    /// Number of [`ProtocolLapse::MateSign`].
    pub mate_sign: u64,
}

impl LapseCounts {
    /// Returns the count of one kind.
    const fn of(&mut self, lapse: ProtocolLapse) -> &mut u64 {
        match lapse {
            ProtocolLapse::MoveFormat => &mut self.move_format,
            ProtocolLapse::FirstMove => &mut self.first_move,
            ProtocolLapse::NoScore => &mut self.no_score,
            ProtocolLapse::Figure => &mut self.figure,
            ProtocolLapse::IllegalLine => &mut self.illegal_line,
            ProtocolLapse::LineBeyondEnd => &mut self.line_beyond_end,
            ProtocolLapse::MateMissing => &mut self.mate_missing,
            ProtocolLapse::MateLength => &mut self.mate_length,
            ProtocolLapse::MateSign => &mut self.mate_sign,
        }
    }

    const KINDS: [ProtocolLapse; 9] = [
        ProtocolLapse::MoveFormat,
        ProtocolLapse::FirstMove,
        ProtocolLapse::NoScore,
        ProtocolLapse::Figure,
        ProtocolLapse::IllegalLine,
        ProtocolLapse::LineBeyondEnd,
        ProtocolLapse::MateMissing,
        ProtocolLapse::MateLength,
        ProtocolLapse::MateSign,
    ];

    /// Counts one lapse.
    pub const fn add(&mut self, lapse: ProtocolLapse) {
        *self.of(lapse) += 1;
    }

    /// Adds the counts of another game.
    pub fn merge(&mut self, mut other: Self) {
        for kind in Self::KINDS {
            *self.of(kind) += *other.of(kind);
        }
    }

    /// Returns the number of all lapses.
    pub fn total(mut self) -> u64 {
        Self::KINDS.into_iter().map(|kind| *self.of(kind)).sum()
    }
}
