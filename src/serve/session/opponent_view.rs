//! The engine's estimate of the user's style in this game, move by move.

use crate::serve::wire::ViewPointJson;
use crate::style::{GameObserver, StyleAxes, StyleVerdict};

/// The user's scores on both axes after each of their moves.
#[derive(Clone, Debug, Default)]
pub(super) struct OpponentView {
    /// From earlier games alone.
    pub(super) before: Option<StyleAxes>,
    /// What the memory says once it holds this game; `None` while the game goes on.
    pub(super) remembered: Option<StyleVerdict>,
    pub(super) history: Vec<ViewPointJson>,
    /// What observed the user up to the last point of the history.
    pub(super) observer: Option<GameObserver>,
    /// The user's moves for which the history was computed.
    pub(super) seen: Vec<String>,
}
