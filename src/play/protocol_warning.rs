//! Breaches of the UCI protocol that lose no game: their kinds, and counts of each.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One kind of bad manners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProtocolLapse {
    /// The best move is not written as the protocol says: four or five small letters and digits.
    MoveFormat,
    /// The best move does not begin the last line that was shown.
    FirstMove,
    /// No `info` line with a score before the best move.
    NoScore,
    /// A value on an `info` line is not a number.
    Figure,
    /// A line holds a move that is not legal there.
    IllegalLine,
    /// A line goes on behind mate, stalemate, the third repetition or the fifty moves.
    LineBeyondEnd,
    /// A mate is announced, and the line ends without it.
    MateMissing,
    /// The line mates, sooner or later than announced.
    MateLength,
    /// The line ends in a mate that the score gives to the other side, or not at all.
    MateSign,
}

impl ProtocolLapse {
    /// What happened, as a predicate.
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

/// A lapse with the text that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolWarning {
    /// What kind.
    pub lapse: ProtocolLapse,
    /// The words in question.
    pub shown: String,
}

impl fmt::Display for ProtocolWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.lapse.words(), self.shown)
    }
}

/// How often each lapse happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LapseCounts {
    /// [`ProtocolLapse::MoveFormat`].
    pub move_format: u64,
    /// [`ProtocolLapse::FirstMove`].
    pub first_move: u64,
    /// [`ProtocolLapse::NoScore`].
    pub no_score: u64,
    /// [`ProtocolLapse::Figure`].
    pub figure: u64,
    /// [`ProtocolLapse::IllegalLine`].
    pub illegal_line: u64,
    /// [`ProtocolLapse::LineBeyondEnd`].
    pub line_beyond_end: u64,
    /// [`ProtocolLapse::MateMissing`].
    pub mate_missing: u64,
    /// [`ProtocolLapse::MateLength`].
    pub mate_length: u64,
    /// [`ProtocolLapse::MateSign`].
    pub mate_sign: u64,
}

impl LapseCounts {
    /// The count of one kind.
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

    /// Counts one more.
    pub const fn add(&mut self, lapse: ProtocolLapse) {
        *self.of(lapse) += 1;
    }

    /// Adds those of another game.
    pub fn merge(&mut self, mut other: Self) {
        for kind in Self::KINDS {
            *self.of(kind) += *other.of(kind);
        }
    }

    /// All of them together.
    pub fn total(mut self) -> u64 {
        Self::KINDS.into_iter().map(|kind| *self.of(kind)).sum()
    }
}
