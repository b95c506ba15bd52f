//! The player whom a style report is about.

use crate::style::{HabitCounts, HabitRecogniser};

/// The player whom a report is about, and the recogniser that judges.
pub struct ReportSubject<'a> {
    /// Names and patterns, split by `|`.
    pub player: &'a str,
    /// The recogniser.
    pub judge: &'a HabitRecogniser,
    /// The counts that it was learned from.
    pub knowledge: &'a HabitCounts,
}
