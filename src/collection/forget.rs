//! Removal of a source from a database.

use crate::foreign::shell_word;
use crate::store::{Store, StoreError};

/// The result of removing a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForgottenSource {
    /// Name of the source.
    pub name: String,
    /// Number of distinct collected games before.
    pub games_before: u64,
    /// Number of distinct collected games after.
    pub games_after: u64,
}

/// Reason why no source was removed.
#[derive(Debug, thiserror::Error)]
pub enum ForgetError {
    /// No source has that name or hash.
    #[error(
        "{file}: there is no source '{source_name}' here; 'bayeschess db info {}' lists them",
        shell_word(file)
    )]
    Unknown {
        /// Path of the database.
        file: String,
        /// Name or hash requested.
        source_name: String,
    },
    /// Several sources have that name or beginning of a hash.
    #[error(
        "{file}: {count} sources are called '{source_name}'; give the beginning of the hash of one, as 'db info' shows it"
    )]
    Ambiguous {
        /// Path of the database.
        file: String,
        /// Name or hash requested.
        source_name: String,
        /// Number of sources that match.
        count: usize,
    },
    /// The database could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Minimum length of the beginning of a hash.
const SHORTEST_HASH: usize = 4;

/// Removes a source, named by its name or the beginning of its hash, as if it had never been read.
///
/// # Errors
///
/// [`ForgetError`] if there is no such source, or more than one, or the database cannot be written.
pub fn forget_source(store: &mut Store, source: &str) -> Result<ForgottenSource, ForgetError> {
    let mut found: Vec<_> = store
        .sources()?
        .into_iter()
        .filter(|known| {
            known.record.name == source
                || (source.len() >= SHORTEST_HASH && known.record.hash.starts_with(source))
        })
        .collect();
    // A whole hash may be the beginning of others: 'unsettled 1' is one of 'unsettled 10'.
    if let Some(exact) = found.iter().position(|known| known.record.hash == source) {
        found = vec![found.swap_remove(exact)];
    }
    let file = store.file().display().to_string();
    let source_name = source.to_owned();
    match found.as_slice() {
        [known] => {
            let (games_before, games_after) = store.forget_source(known)?;
            Ok(ForgottenSource {
                name: known.record.name.clone(),
                games_before,
                games_after,
            })
        }
        [] => Err(ForgetError::Unknown { file, source_name }),
        several => Err(ForgetError::Ambiguous {
            file,
            source_name,
            count: several.len(),
        }),
    }
}
