//! What was found out about pawns, kept for the next position with the same ones.
//!
//! May use: std.

/// A memory of pawn structures, one for each searcher.
#[derive(Clone, Debug)]
pub struct PawnTable(());

impl PawnTable {
    /// A table that remembers a few thousand structures.
    pub const fn new() -> Self {
        Self(())
    }

    /// A table for a single position.
    pub const fn smallest() -> Self {
        Self(())
    }
}

impl Default for PawnTable {
    fn default() -> Self {
        Self::new()
    }
}
