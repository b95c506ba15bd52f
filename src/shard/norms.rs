//! Counting the norms of populations, divided by files and by bytes of files.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::error::ShardError;
use super::work::{ShardSlice, ShardedWork, WorkInputs};
use crate::files::Existing;
use crate::learn::style::count_norms;
use crate::model::StyleModel;
use crate::pgn::{DuplicatePolicy, IngestOptions, PgnSource, cuts};
use crate::style::{HabitCounts, Population};
use crate::train::{Completion, Execution};

/// The norms of collections as divided work; a part is a style model of some of the games.
#[derive(Debug)]
pub struct NormsShards {
    /// Collections, as files.
    pub sources: Vec<PgnSource>,
    /// How the games are read and selected.
    pub options: IngestOptions,
    /// Model whose class borders are used.
    pub like: StyleModel,
    /// File of that model; `None` for the shipped one.
    pub like_file: Option<PathBuf>,
    /// Population of all players; `None` if each game's tags decide.
    pub population: Option<Population>,
}

impl ShardedWork for NormsShards {
    fn identity(&self) -> String {
        format!("norms like {}", self.like.checksum())
    }

    fn inputs(&self) -> WorkInputs {
        let files = self.sources.iter().filter_map(PgnSource::file);
        WorkInputs {
            divided: files.map(Path::to_owned).collect(),
            whole: self.like_file.iter().cloned().collect(),
        }
    }

    fn cut(&self, parts: usize) -> Result<Vec<Vec<ShardSlice>>, ShardError> {
        if self.options.duplicates == DuplicatePolicy::Drop {
            let what = "games that stand in two parts would be counted twice: give --keep-duplicates to the command, \
                        and remove duplicates before ('bayeschess pgn dedupe')";
            return Err(ShardError::CannotDivide(what.to_owned()));
        }
        let mut sizes = Vec::new();
        for source in &self.sources {
            let size = source.size().ok_or_else(|| {
                let what = format!("{}: only a file can be divided", source.name());
                ShardError::CannotDivide(what)
            })?;
            sizes.push(size);
        }
        let whole: u64 = sizes.iter().sum();
        let mut pieces = Vec::new();
        for (input, path) in self.inputs().divided.iter().enumerate() {
            let size = sizes.get(input).copied().unwrap_or_default();
            // As many pieces as parts have this size, and one more, so that parts come out even.
            let wanted = u128::from(size) * parts as u128 / u128::from(whole.max(1)) + 1;
            let found = cuts(path, u64::try_from(wanted).unwrap_or(u64::MAX))
                .map_err(ShardError::io(path))?;
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
        deal(&pieces, whole, parts)
    }

    fn run(
        &self,
        part: &[ShardSlice],
        file: &Path,
        execution: Execution<'_>,
        tell: &mut dyn FnMut(u64, u64),
    ) -> Result<Completion, ShardError> {
        let inputs = self.inputs().divided;
        let sources: Vec<PgnSource> = part
            .iter()
            .filter_map(|slice| {
                let path = inputs.get(slice.input)?.clone();
                Some(PgnSource::Range(path, slice.from..slice.to))
            })
            .collect();
        let options = IngestOptions {
            threads: Some(execution.threads),
            ..self.options.clone()
        };
        let bytes = part.iter().map(|slice| slice.to - slice.from).sum();
        let borders = self.like.knowledge().borders();
        let (counted, account) =
            count_norms(&sources, &options, borders, self.population, |progress| {
                tell(progress.bytes_read, bytes);
                if execution.stop.is_raised() {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
        if execution.stop.is_raised() {
            return Ok(Completion::Stopped);
        }
        if let Some(damage) = account.damaged.first() {
            let what = format!(
                "{}: {}; mend the file and plan again",
                damage.stream, damage.what
            );
            return Err(ShardError::work(what));
        }
        save(counted.knowledge, file)?;
        Ok(Completion::Complete)
    }

    fn merge(
        &self,
        parts: &[PathBuf],
        file: &Path,
        tell: &mut dyn FnMut(usize),
    ) -> Result<(), ShardError> {
        let mut counts = HabitCounts::new(self.like.knowledge().borders().clone());
        for (done, part) in parts.iter().enumerate() {
            let model = StyleModel::load(part).map_err(ShardError::work)?;
            counts.merge(model.knowledge()).map_err(ShardError::work)?;
            tell(done + 1);
        }
        save(counts, file)
    }

    fn next_command(&self, file: &Path) -> String {
        format!(
            "bayeschess model merge STYLE.toml {} --out BOTH.toml",
            file.display()
        )
    }
}

/// Writes counts as a style model without labels.
fn save(counts: HabitCounts, file: &Path) -> Result<(), ShardError> {
    StyleModel::new(counts, Vec::new(), String::new())
        .save(file, Existing::Keep)
        .map_err(ShardError::work)
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
            unit: "pieces that can be read alone (a compressed file is one)",
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
