//! The style models that users name.

use crate::model::{AnyStyleModel, StyleTableError};
use crate::style::Recogniser;

/// The recogniser of a model file; of the shipped one for `shipped` and an empty name, of the
/// original's four attributes for `classic`.
///
/// # Errors
///
/// [`StyleTableError`], which names the file and the remedy.
pub fn load_styles(name: &str) -> Result<Recogniser, StyleTableError> {
    AnyStyleModel::load(name)?.recogniser(name)
}
