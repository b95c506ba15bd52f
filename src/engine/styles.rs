//! The style tables that users name.

use std::path::Path;

use crate::model::{StyleTable, StyleTableError};
use crate::style::Recogniser;

/// The recogniser of a table file, or of the shipped table for `shipped` and an empty name.
///
/// # Errors
///
/// [`StyleTableError`], which names the file and the remedy.
pub fn load_styles(name: &str) -> Result<Recogniser, StyleTableError> {
    let table = match name {
        "" | "shipped" => StyleTable::shipped()?,
        file => StyleTable::load(Path::new(file))?,
    };
    Ok(table.recogniser())
}
