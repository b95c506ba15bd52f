//! The subject of a style report: the player and the recogniser.

use crate::style::{HabitCounts, HabitRecogniser};

/// The player a report is about, and the recogniser to judge with.
pub struct ReportSubject<'a> {
    /// Names and patterns of the player, separated by `|`.
    pub player: &'a str,
    /// Recogniser of styles.
    pub judge: &'a HabitRecogniser,
    /// Counts that the recogniser was learned from.
    pub knowledge: &'a HabitCounts,
}
