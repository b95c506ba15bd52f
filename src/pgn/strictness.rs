//! Rules for accepting games.

/// Policy on damaged games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DamagePolicy {
    /// Rejects the game.
    #[default]
    Refuse,
    /// Keeps the moves before the damage, if there are any.
    Salvage,
}

/// Policy on games of Chess960.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chess960Policy {
    /// Rejects the game as another variant.
    #[default]
    Refuse,
    /// Reads the game.
    Read,
}

/// Policy on games whose movetext lacks the result that their `Result` tag states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingResultPolicy {
    /// Rejects the game: its text may be cut off.
    #[default]
    Refuse,
    /// Keeps the game with the result of the tag.
    FromTag,
}

/// Rules for accepting games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strictness {
    /// Policy on damaged games.
    pub damaged: DamagePolicy,
    /// Policy on games of Chess960.
    pub chess960: Chess960Policy,
    /// Policy on games without a result behind their moves.
    pub missing_result: MissingResultPolicy,
}
