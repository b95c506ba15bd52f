//! Loads the style and strength models by which opponents are judged.

use std::sync::OnceLock;

use crate::model::{AnyStyleModel, StrengthModel, StyleTableError};
use crate::style::Recogniser;

/// The shipped model's recogniser; fitting its weights takes longer than the first move of a fast game.
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

/// Returns the strength model that ships with the program, read once.
///
/// # Errors
///
/// [`StyleTableError`], which would be a fault of this program.
pub fn shipped_strength() -> Result<&'static StrengthModel, StyleTableError> {
    static MODEL: OnceLock<StrengthModel> = OnceLock::new();
    if let Some(model) = MODEL.get() {
        return Ok(model);
    }
    let model = StrengthModel::shipped()?;
    Ok(MODEL.get_or_init(|| model))
}
