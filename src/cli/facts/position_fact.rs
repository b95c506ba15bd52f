//! The facts about a position, by name.

/// A single fact about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum PositionFact {
    Check,
    Mate,
    EnPassant,
    Castling,
    /// Moves since a pawn moved or was captured.
    WithoutPawn,
    Material,
    Squares,
    Moves,
    SeenTwice,
}
