//! How deep a search goes, as indices of what is kept for each ply.

use crate::units::Ply;

/// The deepest ply.
pub(super) const DEEPEST: usize = Ply::MAX.0 as usize;

/// Number of plies for which a search keeps something: one more than it enters.
pub(super) const PLIES: usize = DEEPEST + 2;
