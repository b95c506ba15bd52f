//! PGN collections, divided by files and by bytes of files.

use std::path::{Path, PathBuf};

use super::error::ShardError;
use super::work::ShardSlice;
use crate::pgn::{DuplicatePolicy, IngestOptions, IngestSummary, PgnSource, cuts};

/// Returns the files of collections.
pub(super) fn files_of(sources: &[PgnSource]) -> Vec<PathBuf> {
    let files = sources.iter().filter_map(PgnSource::file);
    files.map(Path::to_owned).collect()
}

/// Divides collections into `parts` parts of about the same number of bytes, between games.
///
/// # Errors
///
/// [`ShardError`] for a source that is no file, and for options that need all games at once.
pub(super) fn cut_collections(
    sources: &[PgnSource],
    options: &IngestOptions,
    parts: usize,
) -> Result<Vec<Vec<ShardSlice>>, ShardError> {
    if options.duplicates == DuplicatePolicy::Drop {
        let what = "games that stand in two parts would be counted twice: give --keep-duplicates to the command, \
                    and remove duplicates before ('bayeschess pgn dedupe')";
        return Err(ShardError::CannotDivide(what.to_owned()));
    }
    let mut sizes = Vec::new();
    for source in sources {
        let size = source.size().ok_or_else(|| {
            let what = format!("{}: only a file can be divided", source.name());
            ShardError::CannotDivide(what)
        })?;
        sizes.push(size);
    }
    let whole: u64 = sizes.iter().sum();
    let mut pieces = Vec::new();
    for (input, path) in files_of(sources).iter().enumerate() {
        let size = sizes.get(input).copied().unwrap_or_default();
        // As many pieces as parts have this size, and one more, so that parts come out even.
        let wanted = u128::from(size) * parts as u128 / u128::from(whole.max(1)) + 1;
        let found =
            cuts(path, u64::try_from(wanted).unwrap_or(u64::MAX)).map_err(ShardError::io(path))?;
        pieces.extend(found.windows(2).filter_map(|pair| match pair {
            [from, to] => Some(ShardSlice {
                input,
                from: *from,
                to: *to,
                ..ShardSlice::default()
            }),
            _ => None,
        }));
    }
    // Pieces of compressed files are bytes of their text.
    let whole = pieces.iter().map(|piece| piece.to - piece.from).sum();
    deal(&pieces, whole, parts)
}

/// Returns the sources of a part; `files` are the divided inputs.
pub(super) fn sources_of(part: &[ShardSlice], files: &[PathBuf]) -> Vec<PgnSource> {
    part.iter()
        .filter_map(|slice| {
            let path = files.get(slice.input)?.clone();
            Some(PgnSource::Range(path, slice.from..slice.to))
        })
        .collect()
}

/// Refuses collections whose bytes are damaged: which games are lost depends on where the files were cut.
///
/// # Errors
///
/// [`ShardError::Work`], which names the first damage.
pub(super) fn refuse_damage(account: &IngestSummary) -> Result<(), ShardError> {
    let Some(damage) = account.damaged.first() else {
        return Ok(());
    };
    let (file, what) = (&damage.stream, &damage.what);
    Err(ShardError::work(format!(
        "{file}: {what}; mend the file and plan again"
    )))
}

/// Deals pieces to `parts` parts in their order, each part about the same number of bytes.
fn deal(
    pieces: &[ShardSlice],
    whole: u64,
    parts: usize,
) -> Result<Vec<Vec<ShardSlice>>, ShardError> {
    if pieces.len() < parts {
        return Err(ShardError::TooManyParts {
            parts,
            units: pieces.len() as u64,
            unit: "pieces that can be read alone (an archive is one)",
        });
    }
    let mut dealt: Vec<Vec<ShardSlice>> = Vec::new();
    let mut before = 0_u64;
    let mut current = Vec::new();
    for (place, piece) in pieces.iter().enumerate() {
        current.push(piece.clone());
        before += piece.to - piece.from;
        let filled = dealt.len() + 1;
        let bound = u128::from(whole) * filled as u128 / parts.max(1) as u128;
        let rest = pieces.len() - place - 1;
        let needed = parts.saturating_sub(filled);
        if filled < parts && (u128::from(before) >= bound || rest == needed) {
            dealt.push(std::mem::take(&mut current));
        }
    }
    dealt.push(current);
    Ok(dealt)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn pieces_are_dealt_in_order_and_no_part_is_empty(
            sizes in prop::collection::vec(1_u64..1000, 1..40),
            parts in 1_usize..12,
        ) {
            let pieces: Vec<ShardSlice> = sizes
                .iter()
                .map(|size| ShardSlice { to: *size, ..ShardSlice::default() })
                .collect();
            let dealt = deal(&pieces, sizes.iter().sum(), parts);
            if pieces.len() < parts {
                let too_many = matches!(dealt, Err(ShardError::TooManyParts { .. }));
                prop_assert!(too_many);
            } else {
                let dealt = dealt.expect("dealt");
                prop_assert_eq!(dealt.len(), parts);
                prop_assert!(dealt.iter().all(|part| !part.is_empty()));
                prop_assert_eq!(dealt.concat(), pieces);
            }
        }
    }
}
