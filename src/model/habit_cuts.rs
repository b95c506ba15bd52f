//! Where the values of habits are cut, as rows of a model's file.

use serde::{Deserialize, Serialize};

use crate::style::HabitThresholds;
use crate::style::habits::Habit;

/// The cuts of one habit.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HabitCutsRow {
    name: String,
    usual: f64,
    cuts: Vec<f64>,
}

/// Returns a row for each habit, in order.
pub(super) fn rows_of(borders: &HabitThresholds) -> Vec<HabitCutsRow> {
    let row = |((usual, cuts), habit): ((f64, &[f64]), &Habit)| HabitCutsRow {
        name: habit.name().to_owned(),
        usual,
        cuts: cuts.to_vec(),
    };
    borders.rows().zip(Habit::ALL).map(row).collect()
}

/// Reads the rows of all habits; the error says what is wrong with them.
pub(super) fn borders_of(rows: Vec<HabitCutsRow>) -> Result<HabitThresholds, String> {
    for (row, habit) in rows.iter().zip(Habit::ALL) {
        if row.name != habit.name() {
            return Err(format!(
                "the habit '{}' stands where '{}' should",
                row.name,
                habit.name()
            ));
        }
    }
    let cuts = rows.into_iter().map(|row| (row.usual, row.cuts)).collect();
    HabitThresholds::from_rows(cuts)
        .ok_or_else(|| "the borders between values are not in order".to_owned())
}
