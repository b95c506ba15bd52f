//! Style models by the names that users give.

use std::sync::OnceLock;

use crate::model::{AnyStyleModel, StyleTableError};
use crate::style::Recogniser;

/// The shipped model's recogniser: fitting its weights takes longer than a fast game's first move.
static SHIPPED: OnceLock<Recogniser> = OnceLock::new();

/// Loads a style recogniser by name: `shipped` (or an empty name), `classic` (the four attributes of 2005),
/// or a model file.
///
/// # Errors
///
/// [`StyleTableError`], which names the file and the remedy.
pub fn load_styles(name: &str) -> Result<Recogniser, StyleTableError> {
    if !matches!(name, "" | "shipped") {
        return AnyStyleModel::load(name)?.recogniser(name);
    }
    if let Some(recogniser) = SHIPPED.get() {
        return Ok(recogniser.clone());
    }
    let recogniser = AnyStyleModel::load(name)?.recogniser(name)?;
    Ok(SHIPPED.get_or_init(|| recogniser).clone())
}
