//! What self-play stores besides moves, results and cases.

/// Policy on the scores of the searched positions, which change neither the games nor their content hash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScorePolicy {
    /// The score of each searched position is stored with its game.
    #[default]
    Keep,
    /// No scores are stored (`--no-scores`).
    Omit,
}
