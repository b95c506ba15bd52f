//! The name of a model on the command line: of a heuristic, or of a style model.

use std::convert::Infallible;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::str::FromStr;

use bayeschess::model::{HeuristicSpec, is_shipped_style};

/// The beginning of a classic style table (a CSV file); a heuristic table begins otherwise.
const CLASSIC_HEADER: &[u8] = b"attribute,";

/// What precedes the name of a style model that is not a file.
const STYLE_PREFIX: &str = "style:";

/// The name of a model.
#[derive(Clone, Debug)]
pub(super) enum ModelName {
    /// A heuristic, as text that still has to be parsed.
    Heuristic(String),
    /// A style model: `shipped`, `classic` or a file.
    Style(String),
}

impl FromStr for ModelName {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_style = has_extension(text, "toml") || is_classic_table(text);
        Ok(match text.strip_prefix(STYLE_PREFIX) {
            Some(name) => Self::Style(name.to_owned()),
            None if is_style => Self::Style(text.to_owned()),
            None => Self::Heuristic(text.to_owned()),
        })
    }
}

impl ModelName {
    /// Parses the name of a heuristic.
    pub(super) fn heuristic(text: &str) -> anyhow::Result<HeuristicSpec> {
        Ok(text.parse()?)
    }
}

/// Returns true if a model is a style model, a file or the shipped one, rather than a heuristic table.
pub(super) fn is_style_model(model: &Path) -> bool {
    let name = model.to_string_lossy();
    is_shipped_style(model) || has_extension(&name, "toml") || is_classic_table(&name)
}

fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

fn is_classic_table(name: &str) -> bool {
    let mut head = [0; CLASSIC_HEADER.len()];
    has_extension(name, "csv")
        && File::open(name)
            .and_then(|mut file| file.read_exact(&mut head))
            .is_ok()
        && head == CLASSIC_HEADER
}
