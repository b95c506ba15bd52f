//! A style model of either kind, loaded by the name that a user gives.

use std::path::Path;

use super::style_card::StyleTableError;
use super::style_habits::StyleModel;
use super::style_table::StyleTable;
use crate::style::Recogniser;

/// A style model: the classic table, or the model by habits.
#[derive(Clone, Debug)]
pub enum AnyStyleModel {
    /// The classic table of 2005: four attributes.
    Classic(Box<StyleTable>),
    /// The model by habits.
    Habits(Box<StyleModel>),
}

/// Returns true if a name means the shipped model by habits: `shipped`, or `style:shipped` as in `model show`.
pub fn is_shipped_style(name: &Path) -> bool {
    matches!(name.to_str(), Some("shipped" | "style:shipped"))
}

/// Loads a model by habits: a file, or the [shipped one](is_shipped_style).
///
/// # Errors
///
/// [`StyleTableError`], which names the file and the remedy.
pub fn load_style_model(name: &Path) -> Result<StyleModel, StyleTableError> {
    if is_shipped_style(name) {
        StyleModel::shipped()
    } else {
        StyleModel::load(name)
    }
}

impl AnyStyleModel {
    /// Loads a style model by its name.
    ///
    /// `shipped` or an empty name is the shipped model by habits, `classic` the shipped classic table. Anything
    /// else is a file of either kind.
    ///
    /// # Errors
    ///
    /// [`StyleTableError`], which names the file and the remedy.
    pub fn load(name: &str) -> Result<Self, StyleTableError> {
        match name {
            "" | "shipped" => Ok(Self::Habits(Box::new(StyleModel::shipped()?))),
            "classic" => Ok(Self::Classic(Box::new(StyleTable::shipped()?))),
            file => {
                let file = Path::new(file);
                // A classic table is a CSV with a card beside it.
                if file.extension().is_some_and(|ending| ending == "csv")
                    && file.with_extension("toml").exists()
                {
                    StyleTable::load(file).map(Box::new).map(Self::Classic)
                } else {
                    StyleModel::load(file).map(Box::new).map(Self::Habits)
                }
            }
        }
    }

    /// Returns the recogniser learned from the counts; `name` names the model in errors.
    ///
    /// # Errors
    ///
    /// [`StyleTableError::Taught`] if a recogniser cannot be learned from the counts.
    pub fn recogniser(&self, name: &str) -> Result<Recogniser, StyleTableError> {
        Ok(match self {
            Self::Classic(table) => Recogniser::Classic(table.recogniser()),
            Self::Habits(model) => Recogniser::Habits(Box::new(model.judge(Path::new(name))?)),
        })
    }

    /// Returns the checksum of the counts.
    pub fn checksum(&self) -> &str {
        match self {
            Self::Classic(table) => table.checksum(),
            Self::Habits(model) => model.checksum(),
        }
    }
}
