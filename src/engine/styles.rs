//! The style models that users name.

use std::sync::OnceLock;

use crate::model::{AnyStyleModel, StyleTableError};
use crate::style::Recogniser;

/// The shipped model's recogniser: fitting its weights takes longer than a fast game's first move.
static SHIPPED: OnceLock<Recogniser> = OnceLock::new();

/// Loads the recogniser of a model file; `shipped` and an empty name mean the shipped model,
/// `classic` the original's four attributes.
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
