//! What the engine has seen of the user in this game, move by move.

use crate::serve::wire::ViewPointJson;
use crate::style::StyleAxes;

/// The axes after each move of the user.
#[derive(Clone, Debug, Default)]
pub(super) struct OpponentView {
    /// By earlier games alone.
    pub(super) before: Option<StyleAxes>,
    pub(super) history: Vec<ViewPointJson>,
    /// The user's moves that the history follows from.
    pub(super) seen: Vec<String>,
}
