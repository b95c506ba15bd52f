//! A model in one TOML file that is its own card: the card, a line, then the content, whose checksum the card states.
//!
//! Nothing in such a file depends on a date or a path, so that the same games give the same bytes.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::style_card::{StyleTableError, plain_line_ends};
use crate::files::{self, Existing};

/// The line between the card and what its checksum covers.
const RULE: &str = "\n# Counts\n";

/// The card of a model in one file.
pub(super) trait OneFileCard: Serialize + DeserializeOwned {
    /// Name of the model in errors, such as `style model`.
    const NAME: &'static str;
    /// The card's `kind`, which tells the model from others.
    const KIND: &'static str;
    /// The newest format that this program reads.
    const FORMAT: i64;

    /// The checksum of the content that the card states.
    fn checksum(&self) -> &str;

    /// Refuses a card whose `schema` this program does not count.
    fn check_schema(file: &Path, schema: Option<&str>) -> Result<(), StyleTableError> {
        let _ = (file, schema);
        Ok(())
    }
}

/// The fields of a card by which it is told from others.
#[derive(Deserialize)]
struct CardHead {
    format: Option<i64>,
    kind: Option<String>,
    schema: Option<String>,
}

/// Reads the bytes of a model's file.
pub(super) fn bytes_of(file: &Path) -> Result<Vec<u8>, StyleTableError> {
    files::read_bytes(file).map_err(|source| StyleTableError::Read {
        file: file.to_owned(),
        source,
    })
}

/// Reads the card and the content of a model; `file` names it in errors.
///
/// Blank lines stand in the content in place of the card, so that its faults have their lines in the file.
pub(super) fn read<C: OneFileCard>(
    file: &Path,
    bytes: &[u8],
) -> Result<(C, String), StyleTableError> {
    let bytes = plain_line_ends(bytes);
    let text = std::str::from_utf8(&bytes)
        .map_err(|_| bad(file, format!("it is not text, and not a {}", C::NAME)))?;
    let (head, content) = text.split_once(RULE).unwrap_or((text, ""));
    let card: C = read_card(file, head)?;
    let found = files::checksum(content.as_bytes());
    if found != card.checksum() {
        return Err(StyleTableError::ChangedModel {
            file: file.to_owned(),
            found,
            stated: card.checksum().to_owned(),
        });
    }
    let above = head.matches('\n').count() + RULE.matches('\n').count();
    Ok((card, "\n".repeat(above) + content))
}

/// Writes a model with its card.
pub(super) fn write<C: OneFileCard>(
    file: &Path,
    card: &C,
    content: &str,
    existing: Existing,
) -> Result<(), StyleTableError> {
    let card = toml::to_string(card).map_err(|error| bad(file, error.to_string()))?;
    let text = card + RULE + content;
    files::write_whole(file, existing, |out| out.write_all(text.as_bytes()))?;
    Ok(())
}

fn read_card<C: OneFileCard>(file: &Path, text: &str) -> Result<C, StyleTableError> {
    let head: CardHead = files::from_toml(text).map_err(|fault| {
        bad(
            file,
            format!("it is not a {}, or one that was changed ({fault})", C::NAME),
        )
    })?;
    if head.kind.as_deref() != Some(C::KIND) {
        return Err(bad(file, format!("it is not a {}", C::NAME)));
    }
    match head.format {
        Some(found) if found > C::FORMAT => {
            return Err(StyleTableError::Newer {
                file: file.to_owned(),
                found,
                known: C::FORMAT,
            });
        }
        Some(found) if found < 1 => {
            let what = format!("it names a format {found}, which there never was");
            return Err(bad(file, what));
        }
        _ => {}
    }
    C::check_schema(file, head.schema.as_deref())?;
    files::from_toml(text).map_err(|fault| bad(file, fault.to_string()))
}

/// Returns the error for a file that is no model.
pub(super) fn bad(file: &Path, what: String) -> StyleTableError {
    StyleTableError::Model {
        file: file.to_owned(),
        what,
    }
}
