//! Text tables for the terminal: a header, columns as wide as their content, numbers on the right.

use std::fmt::{self, Display};
use std::ops::Range;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// Spaces between two columns.
const GAP: u16 = 2;

/// A table with left-aligned columns followed by right-aligned ones.
#[derive(Debug)]
pub(in crate::cli) struct TextTable {
    table: Table,
    /// Places of the right-aligned columns.
    numbers: Range<usize>,
}

impl TextTable {
    /// Makes an empty table with the titles of its columns: words on the left, numbers on the right.
    pub(in crate::cli) fn new(left: &[&str], right: &[&str]) -> Self {
        Self::with_last(left, right, &[])
    }

    /// Makes an empty table with more left-aligned columns at the end.
    pub(in crate::cli) fn with_last(left: &[&str], right: &[&str], last: &[&str]) -> Self {
        let mut made = Self::without_titles(left.len(), right.len());
        made.table.set_header([left, right, last].concat());
        made.align();
        made
    }

    /// Makes an empty table without titles; columns after those named are left-aligned.
    pub(in crate::cli) fn without_titles(left: usize, right: usize) -> Self {
        let mut table = Table::new();
        table
            .load_preset(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Disabled);
        Self {
            table,
            numbers: left..left + right,
        }
    }

    /// Adds a row.
    pub(in crate::cli) fn row(&mut self, cells: &[&dyn Display]) {
        self.texts(cells.iter().map(ToString::to_string).collect());
    }

    /// Adds a row of texts.
    pub(in crate::cli) fn texts(&mut self, cells: Vec<String>) {
        self.table.add_row(cells);
        self.align();
    }

    /// Returns the table with two spaces before each row.
    pub(in crate::cli) fn indented(&self) -> String {
        let rows = self.to_string();
        let rows = rows.lines().flat_map(|row| ["  ", row, "\n"]);
        rows.collect()
    }

    /// Formats the columns, which exist from the first row on.
    fn align(&mut self) {
        for (place, column) in self.table.column_iter_mut().enumerate() {
            column.set_padding((0, GAP));
            if self.numbers.contains(&place) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
    }
}

/// Writes the table with a line break after each row; nothing for a table without rows and titles.
impl Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.table.column_iter().next().is_none() {
            return Ok(());
        }
        writeln!(f, "{}", self.table.trim_fmt())
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

    #[test]
    fn a_table_without_titles_has_rows_only() {
        let mut table = TextTable::without_titles(1, 1);
        assert_eq!((table.to_string(), table.indented()), Default::default());
        table.row(&[&"a", &1, &"x"]);
        table.row(&[&"bc", &23, &"y"]);
        assert_eq!(table.to_string(), "a    1  x\nbc  23  y\n");
        assert_eq!(table.indented(), "  a    1  x\n  bc  23  y\n");
    }
}
