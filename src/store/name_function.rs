//! The SQL function `composed_name`, by which keys that earlier versions wrote are found: with letters that are not
//! composed, and with invisible characters.

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

use crate::foreign::is_invisible;
use crate::record::composed_name;

/// Defines the function. It returns a text without invisible characters in Unicode normalisation form C, and null for a
/// value that is not text.
pub(super) fn define(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_scalar_function("composed_name", 1, flags, |values| {
        let text = values.get_raw(0).as_str().ok();
        Ok(text.map(|text| {
            let mut seen = text.to_owned();
            seen.retain(|letter| !is_invisible(letter));
            composed_name(&seen).into_owned()
        }))
    })
}
