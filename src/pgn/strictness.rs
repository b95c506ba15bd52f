//! Which games the reader accepts.

/// What the reader does with a damaged game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DamagePolicy {
    /// Rejects it.
    #[default]
    Refuse,
    /// Keeps its moves before the damage, if there are any.
    Salvage,
}

/// What the reader does with a game of Chess960.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chess960Policy {
    /// Rejects it as another variant.
    #[default]
    Refuse,
    /// Reads it.
    Read,
}

/// Which games the reader accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strictness {
    /// Damaged games.
    pub damaged: DamagePolicy,
    /// Games of Chess960.
    pub chess960: Chess960Policy,
}
