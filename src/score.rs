//! Scores of positions, with their point of view in the type.
//!
//! [`Score`] is from the point of view of the side to move, as the search computes it; [`WhiteScore`] from White's,
//! as records show it. Only [`Score::for_white`] and [`WhiteScore::for_mover`] convert between them.

use std::fmt;
use std::ops::Neg;

use shakmaty::Color;

use crate::units::{Centipawns, Ply, logistic};

/// Growth of people's expected points with the score, per centipawn: the slope that lichess.org fitted to games of
/// its users (<https://lichess.org/page/accuracy>).
const POINTS_SLOPE: f64 = 0.003_682_08;

/// A score from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// The evaluation in centipawns, without a mate.
    Heuristic(Centipawns),
    /// The side to move mates in this number of plies (odd).
    MateIn(Ply),
    /// The side to move is mated in this number of plies (even; 0 is mate on the board).
    MatedIn(Ply),
}

impl Score {
    /// The score of a draw.
    pub const DRAW: Self = Self::Heuristic(Centipawns::ZERO);

    /// Returns the same score from White's point of view; `turn` is the side to move.
    pub fn for_white(self, turn: Color) -> WhiteScore {
        WhiteScore(if turn.is_white() { self } else { -self })
    }

    /// Returns the expected points, 0 to 1, of the side to move in a game between people.
    ///
    /// Between engines certainty grows twice as fast with the score.
    pub fn expected_points(self) -> f64 {
        match self {
            Self::MateIn(_) => 1.0,
            Self::MatedIn(_) => 0.0,
            Self::Heuristic(value) => logistic(POINTS_SLOPE * f64::from(value.0)),
        }
    }

    /// Returns the score in centipawns; a mate counts as `mate` minus its distance in plies.
    pub fn centipawns_or(self, mate: i32) -> Centipawns {
        match self {
            Self::Heuristic(value) => value,
            Self::MateIn(ply) => Centipawns(mate - i32::from(ply.0)),
            Self::MatedIn(ply) => Centipawns(i32::from(ply.0) - mate),
        }
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Self::Heuristic(value) => Self::Heuristic(-value),
            Self::MateIn(ply) => Self::MatedIn(ply),
            Self::MatedIn(ply) => Self::MateIn(ply),
        }
    }
}

/// Writes the score as in UCI: `cp 35`, `mate 3`, `mate -2` (moves, not plies).
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heuristic(value) => write!(f, "cp {value}"),
            Self::MateIn(ply) => write!(f, "mate {}", ply.0.div_ceil(2)),
            Self::MatedIn(ply) => write!(f, "mate -{}", ply.0.div_ceil(2)),
        }
    }
}

/// A score from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WhiteScore(pub Score);

impl WhiteScore {
    /// Returns the same score from the point of view of `turn`, the side to move.
    pub fn for_mover(self, turn: Color) -> Score {
        if turn.is_white() { self.0 } else { -self.0 }
    }

    /// Returns the side that is ahead; `None` if the score is 0.
    pub fn leader(self) -> Option<Color> {
        match self.0 {
            Score::Heuristic(Centipawns(0)) => None,
            Score::Heuristic(value) => Some(Color::from_white(value.0 > 0)),
            Score::MateIn(_) => Some(Color::White),
            Score::MatedIn(_) => Some(Color::Black),
        }
    }
}

/// Writes the score in pawns or moves to mate: `+0.35`, `-1.20`, `#3`, `#-2`.
impl fmt::Display for WhiteScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Score::Heuristic(value) => write!(f, "{:+.2}", f64::from(value.0) / 100.0),
            Score::MateIn(ply) => write!(f, "#{}", ply.0.div_ceil(2)),
            Score::MatedIn(ply) => write!(f, "#-{}", ply.0.div_ceil(2)),
        }
    }
}

/// Severity of a loss of expected points. The thresholds are those of lichess.org's analysis: 0.1, 0.2 and 0.3 on its
/// scale from −1 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum MoveQuality {
    /// A loss below 0.05 points.
    Sound,
    /// A loss from 0.05 points.
    Inaccuracy,
    /// A loss from 0.10 points.
    Mistake,
    /// A loss from 0.15 points.
    Blunder,
}

impl MoveQuality {
    /// Returns the name in files and interfaces.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the severity of a loss of expected points.
    pub fn of(lost: f64) -> Self {
        match lost {
            lost if lost >= 0.15 => Self::Blunder,
            lost if lost >= 0.10 => Self::Mistake,
            lost if lost >= 0.05 => Self::Inaccuracy,
            _ => Self::Sound,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_views_are_inverse_to_each_other() {
        for score in [
            Score::Heuristic(Centipawns(35)),
            Score::MateIn(Ply(5)),
            Score::MatedIn(Ply(4)),
        ] {
            for turn in Color::ALL {
                assert_eq!(score.for_white(turn).for_mover(turn), score);
            }
            assert_eq!(
                score.for_white(Color::Black),
                (-score).for_white(Color::White)
            );
        }
    }

    #[test]
    fn mates_are_counted_in_moves_for_people_and_protocols() {
        assert_eq!(Score::MateIn(Ply(5)).to_string(), "mate 3");
        assert_eq!(Score::MatedIn(Ply(4)).to_string(), "mate -2");
        assert_eq!(
            Score::MatedIn(Ply(4)).for_white(Color::Black).to_string(),
            "#2"
        );
        assert_eq!(
            Score::Heuristic(Centipawns(-120))
                .for_white(Color::White)
                .to_string(),
            "-1.20"
        );
    }
}
