//! Reading of recipes, with the lines of their faults.

use std::path::Path;

use super::super::error::TrainError;
use super::fault::{RecipeFault, line_of};
use super::{TrainingRecipe, checks};
use crate::files;

impl TrainingRecipe {
    /// Reads a recipe from a file.
    ///
    /// # Errors
    ///
    /// [`TrainError::Recipe`] for a file that cannot be read; [`TrainError::Syntax`] with its line for an unknown key
    /// or an invalid value.
    pub fn read(file: &Path) -> Result<Self, TrainError> {
        let text = files::read_text(file).map_err(|source| TrainError::Recipe {
            file: file.to_owned(),
            source,
        })?;
        Self::parse(file, &text)
    }

    /// Parses a recipe; `file` names it in errors.
    ///
    /// # Errors
    ///
    /// [`TrainError::Syntax`], as [`read`](Self::read).
    pub fn parse(file: &Path, text: &str) -> Result<Self, TrainError> {
        let wrong = |line: usize, what: String| TrainError::Syntax {
            file: file.to_owned(),
            line,
            what,
        };
        let recipe: Self = files::from_toml(text).map_err(|fault| wrong(fault.line, fault.what))?;
        match recipe.fault() {
            None => Ok(recipe),
            Some(RecipeFault { key, what, .. }) => Err(wrong(line_of(text, &key), what)),
        }
    }

    /// Returns the first invalid value, `None` if all are valid.
    pub fn fault(&self) -> Option<RecipeFault> {
        checks::of(self)
    }

    /// Returns the line of `key` in a recipe's file, from 1; the key includes the names of the tables around it.
    pub fn line_of(file: &Path, key: &str) -> usize {
        line_of(&files::read_text(file).unwrap_or_default(), key)
    }
}
