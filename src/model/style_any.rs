//! A style model of either kind, by the name under which a user knows it.

use std::path::Path;

use super::style_card::StyleTableError;
use super::style_habits::StyleModel;
use super::style_table::StyleTable;
use crate::style::Recogniser;

/// The classic table or the model by habits.
#[derive(Clone, Debug)]
pub enum AnyStyleModel {
    /// Of the original's four attributes.
    Classic(Box<StyleTable>),
    /// By habits.
    Habits(Box<StyleModel>),
}

impl AnyStyleModel {
    /// Loads the style model of that name.
    ///
    /// `shipped` or nothing is the shipped model by habits, `classic` the shipped classic table; anything
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
                // A classic table is a CSV whose card lies beside it.
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

    /// The recogniser that the counts teach; `name` names the model in errors.
    ///
    /// # Errors
    ///
    /// [`StyleTableError::Taught`] when the counts teach none.
    pub fn recogniser(&self, name: &str) -> Result<Recogniser, StyleTableError> {
        Ok(match self {
            Self::Classic(table) => Recogniser::Classic(table.recogniser()),
            Self::Habits(model) => Recogniser::Habits(Box::new(model.judge(Path::new(name))?)),
        })
    }

    /// The checksum of its counts.
    pub fn checksum(&self) -> &str {
        match self {
            Self::Classic(table) => table.checksum(),
            Self::Habits(model) => model.checksum(),
        }
    }
}
