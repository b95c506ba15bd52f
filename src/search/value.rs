//! Values inside the tree: centipawns for the side to move; mates lie beyond the range of evaluations.
//!
//! A mate at ply *p* of the tree is worth [`MATE`] less *p*, so that nearer mates are worth more. A tablebase win
//! is worth [`TABLEBASE_WIN`] less *p*: more than any evaluation and less than any mate. The transposition table
//! stores both relative to its own node, since one position is reached at several plies.

use crate::score::Score;
use crate::units::{Centipawns, Ply};

/// The value of mate on the board, for the side that gave it.
pub const MATE: i32 = 32_000;

/// Above every value; the bound of an open window.
pub const INFINITY: i32 = MATE + 1;

/// Every mate is worth more than this.
pub const LARGEST: i32 = MATE - 1_000;

/// The value of a tablebase win at the root.
pub const TABLEBASE_WIN: i32 = LARGEST - 1_000;

/// The largest evaluation; mates and tablebase wins are worth more.
pub const LARGEST_HEURISTIC: i32 = TABLEBASE_WIN - 1_000;

/// Returns the value for a side that is mated at `ply`.
pub const fn mated_at(ply: usize) -> i32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "ply <= 127"
    )]
    let ply = ply as i32;
    ply - MATE
}

/// Returns true if the value is a mate or a tablebase win, for either side.
pub const fn is_decided(value: i32) -> bool {
    value.abs() > LARGEST_HEURISTIC
}

/// Returns a static evaluation clamped below mates and tablebase wins.
pub fn heuristic(value: i32) -> i32 {
    value.clamp(-LARGEST_HEURISTIC, LARGEST_HEURISTIC)
}

/// Returns the typed score of a value at the root.
pub fn to_score(value: i32) -> Score {
    let distance = |plies: i32| Ply(u16::try_from(plies).unwrap_or(0));
    if value > LARGEST {
        Score::MateIn(distance(MATE - value))
    } else if value < -LARGEST {
        Score::MatedIn(distance(MATE + value))
    } else {
        Score::Heuristic(Centipawns(value))
    }
}

/// Returns a value as the table keeps it: mates and tablebase wins counted from the node at `ply`.
pub fn to_table(value: i32, ply: usize) -> i16 {
    let stored = value + from_here(value, ply);
    i16::try_from(stored).unwrap_or(if stored > 0 { i16::MAX } else { i16::MIN })
}

/// Returns the value at `ply` of a stored one; the inverse of [`to_table`].
pub fn from_table(stored: i16, ply: usize) -> i32 {
    let value = i32::from(stored);
    value - from_here(value, ply)
}

/// Returns how many plies nearer a decided value is, seen from the node at `ply` instead of the root.
fn from_here(value: i32, ply: usize) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    if is_decided(value) {
        value.signum() * ply
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_name_the_distance() {
        assert_eq!(to_score(MATE - 3), Score::MateIn(Ply(3)));
        assert_eq!(to_score(mated_at(4)), Score::MatedIn(Ply(4)));
        assert_eq!(to_score(-120), Score::Heuristic(Centipawns(-120)));
    }

    #[test]
    fn the_table_keeps_mates_from_its_own_node() {
        for value in [
            0,
            35,
            -LARGEST_HEURISTIC,
            TABLEBASE_WIN - 7,
            MATE - 9,
            mated_at(12),
        ] {
            assert_eq!(from_table(to_table(value, 5), 5), value);
        }
        assert_eq!(from_table(to_table(MATE - 9, 5), 7), MATE - 11);
    }
}
