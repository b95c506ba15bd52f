//! Text tables for the terminal: a header, columns as wide as their content, numbers on the right.

use std::fmt::{self, Display};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// Spaces between two columns.
const GAP: u16 = 2;

/// A table with left-aligned columns followed by right-aligned ones.
#[derive(Debug)]
pub(in crate::cli) struct TextTable(Table);

impl TextTable {
    /// Makes an empty table with the titles of its columns: words on the left, numbers on the right.
    pub(in crate::cli) fn new(left: &[&str], right: &[&str]) -> Self {
        Self::with_last(left, right, &[])
    }

    /// Makes an empty table with more left-aligned columns at the end.
    pub(in crate::cli) fn with_last(left: &[&str], right: &[&str], last: &[&str]) -> Self {
        let mut table = Table::new();
        table
            .load_preset(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Disabled)
            .set_header([left, right, last].concat());
        let numbers = left.len()..left.len() + right.len();
        for (place, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, GAP));
            if numbers.contains(&place) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        Self(table)
    }

    /// Adds a row.
    pub(in crate::cli) fn row(&mut self, cells: &[&dyn Display]) {
        self.0.add_row(cells.iter().map(ToString::to_string));
    }
}

/// Writes the table with a line break after each row.
impl Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0.trim_fmt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_content() {
        let mut table = TextTable::with_last(&["name"], &["games", "won"], &["note"]);
        table.row(&[&"Ωmega", &12_345, &format!("{:.1} %", 3.25), &"first"]);
        table.row(&[&"B", &1, &"-", &""]);
        assert_eq!(
            table.to_string(),
            "name   games    won  note\nΩmega  12345  3.2 %  first\nB          1      -\n"
        );
    }
}
