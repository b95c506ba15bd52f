//! Reads a recipe and names the line of what is wrong with it.

use std::fs;
use std::path::Path;

use super::super::error::TrainError;
use super::fault::{RecipeFault, line_of};
use super::{TrainingRecipe, checks};

impl TrainingRecipe {
    /// Reads a recipe.
    ///
    /// # Errors
    ///
    /// [`TrainError::Recipe`] and [`TrainError::Syntax`]: a file that cannot be read, an unknown
    /// key, a value that makes no sense, each with its line.
    pub fn read(file: &Path) -> Result<Self, TrainError> {
        let text = fs::read_to_string(file).map_err(|source| TrainError::Recipe {
            file: file.to_owned(),
            source,
        })?;
        Self::parse(file, &text)
    }

    /// Reads a recipe from text; `file` names it in errors.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn parse(file: &Path, text: &str) -> Result<Self, TrainError> {
        let wrong = |line: usize, what: String| TrainError::Syntax {
            file: file.to_owned(),
            line,
            what,
        };
        let recipe: Self = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = before.map_or(1, |before| 1 + before.matches('\n').count());
            wrong(line, error.message().replace('\n', ", "))
        })?;
        match recipe.fault() {
            None => Ok(recipe),
            Some(RecipeFault { key, what }) => Err(wrong(line_of(text, &key), what)),
        }
    }

    /// The first value that makes no training.
    pub fn fault(&self) -> Option<RecipeFault> {
        checks::of(self)
    }

    /// The line of a recipe's file on which `key`, with the names of the tables around it, stands; from 1.
    pub fn line_of(file: &Path, key: &str) -> usize {
        line_of(&fs::read_to_string(file).unwrap_or_default(), key)
    }
}
