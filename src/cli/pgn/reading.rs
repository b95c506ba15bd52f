//! Shared by all commands that read PGN: options, progress, and the summary.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::filters::GameFilterArgs;
use super::game_source::GameSourceArgs;
use crate::cli::options::ThreadsArg;
use crate::cli::output::counted;
use bayeschess::files::{WriteError, check_not_input};
use bayeschess::pgn::{
    Chess960Policy, DamagePolicy, DuplicatePolicy, IngestOptions, IngestProgress, IngestSummary,
    MissingResultPolicy, PgnSource, SourceMarking, Strictness, describe_kind,
};

pub use super::game_source::{find_sources, is_database};
pub use super::status::{source_names, verdict};

/// The group of options for reading in help texts.
const READING: &str = "How to read";

/// Sources of games, and how to read them.
#[derive(Clone, Debug, clap::Args)]
pub struct PgnInputArgs {
    #[command(flatten)]
    games: GameSourceArgs,
    #[command(flatten)]
    pub how: PgnReadArgs,
    #[command(flatten)]
    pub filters: GameFilterArgs,
}

impl PgnInputArgs {
    /// Returns an error for an output that is one of the sources, or the list of players.
    pub fn check_not_input(&self, output: &Path, sources: &[PgnSource]) -> Result<(), WriteError> {
        check_not_source(output, sources)?;
        check_not_input(output, self.filters.file())
    }
}

/// How to read games.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct PgnReadArgs {
    /// Keep the moves before the damage in a damaged game
    #[arg(long, help_heading = READING)]
    pub salvage: bool,
    /// Keep games that lack their result after the moves, with the result of their Result tag
    #[arg(long, help_heading = READING)]
    pub result_from_tag: bool,
    #[command(flatten)]
    pub threads: ThreadsArg,
}

/// `--keep-duplicates`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct DuplicateArgs {
    /// Keep duplicate games
    #[arg(long, help_heading = READING)]
    keep_duplicates: bool,
}

impl DuplicateArgs {
    /// The treatment of duplicates.
    pub const fn duplicates(self) -> DuplicatePolicy {
        if self.keep_duplicates {
            DuplicatePolicy::Keep
        } else {
            DuplicatePolicy::Drop
        }
    }
}

impl PgnInputArgs {
    /// The sources and options that these arguments describe.
    pub fn resolve(
        &self,
        duplicates: DuplicatePolicy,
    ) -> anyhow::Result<(Vec<PgnSource>, IngestOptions)> {
        let options = IngestOptions {
            threads: self.how.threads.given(),
            strictness: self.how.strictness(),
            duplicates,
            selection: self.filters.selection()?,
            known: Vec::new(),
            marks: SourceMarking::None,
        };
        Ok((self.games.find()?, options))
    }
}

impl PgnReadArgs {
    /// How strictly games are checked.
    pub const fn strictness(self) -> Strictness {
        Strictness {
            damaged: if self.salvage {
                DamagePolicy::Salvage
            } else {
                DamagePolicy::Refuse
            },
            chess960: Chess960Policy::Read,
            missing_result: if self.result_from_tag {
                MissingResultPolicy::FromTag
            } else {
                MissingResultPolicy::Refuse
            },
        }
    }
}

/// Returns an error for an output that is one of the sources.
pub fn check_not_source(output: &Path, sources: &[PgnSource]) -> Result<(), WriteError> {
    check_not_input(output, sources.iter().filter_map(PgnSource::file))
}

/// Shows the progress of reading, on a terminal only.
pub struct ReadingProgress {
    bar: Option<ProgressBar>,
}

impl ReadingProgress {
    /// Creates the display without showing anything yet.
    pub fn new() -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(0);
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Self { bar }
    }

    /// Updates the display.
    pub fn show(&self, progress: &IngestProgress) {
        let Some(bar) = &self.bar else { return };
        let seconds = progress.elapsed.as_secs_f64().max(1e-3);
        let rate = progress.games as f64 / seconds;
        let template = if let Some(total) = progress.bytes_total {
            bar.set_length(total);
            "{bar:30} {percent}% of {total_bytes}, {msg}, {eta} left"
        } else {
            "{spinner} {bytes}, {msg}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_position(progress.bytes_read);
        bar.set_message(format!("{} games, {rate:.0} games/s", progress.games));
    }
}

impl Drop for ReadingProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The summary of a reading as JSON.
#[derive(Default, Serialize)]
pub struct IngestJson {
    games: u64,
    kept: u64,
    duplicates: u64,
    rejected: u64,
    filtered: u64,
    salvaged: u64,
    dropped_tags: u64,
    rejected_by_reason: BTreeMap<&'static str, u64>,
    filtered_by: BTreeMap<&'static str, u64>,
    bytes: u64,
    stray_bytes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    spellings: BTreeMap<String, u64>,
    sources: Vec<IngestSourceJson>,
    damaged: Vec<IngestDamageJson>,
}

#[derive(Serialize)]
struct IngestSourceJson {
    name: String,
    games: u64,
    kept: u64,
    duplicates: u64,
    rejected: u64,
    filtered: u64,
    bytes: u64,
}

#[derive(Serialize)]
struct IngestDamageJson {
    source: String,
    what: String,
}

impl IngestJson {
    /// Converts the summary.
    pub fn of(summary: &IngestSummary) -> Self {
        let tally = &summary.tally;
        Self {
            games: tally.read(),
            kept: tally.kept,
            duplicates: tally.duplicates,
            rejected: tally.rejected(),
            filtered: tally.filtered(),
            salvaged: tally.salvaged,
            dropped_tags: tally.dropped_tags,
            rejected_by_reason: tally.rejects.clone(),
            filtered_by: tally.filters.clone(),
            bytes: summary.bytes,
            stray_bytes: tally.stray_bytes,
            seconds: summary.elapsed.as_secs_f64(),
            spellings: summary.spellings.clone(),
            sources: summary
                .streams
                .iter()
                .map(|stream| IngestSourceJson {
                    name: stream.name.clone(),
                    games: stream.tally.read(),
                    kept: stream.tally.kept,
                    duplicates: stream.tally.duplicates,
                    rejected: stream.tally.rejected(),
                    filtered: stream.tally.filtered(),
                    bytes: stream.bytes,
                })
                .collect(),
            damaged: summary
                .damaged
                .iter()
                .map(|damage| IngestDamageJson {
                    source: damage.stream.clone(),
                    what: damage.what.clone(),
                })
                .collect(),
        }
    }
}

/// The summary of a reading as text.
pub fn ingest_text(summary: &IngestSummary) -> Result<String, std::fmt::Error> {
    let tally = &summary.tally;
    let seconds = summary.elapsed.as_secs_f64();
    let mut text = format!(
        "{} games read: {} kept, {} duplicates, {} rejected",
        tally.read(),
        tally.kept,
        tally.duplicates,
        tally.rejected()
    );
    if tally.filtered() > 0 {
        write!(text, ", {} filtered out", tally.filtered())?;
    }
    text.push('\n');
    for (kind, count) in &tally.rejects {
        writeln!(text, "  rejected for {}: {count}", describe_kind(kind))?;
    }
    for (filter, count) in &tally.filters {
        writeln!(text, "  left out by {filter}: {count}")?;
    }
    if tally.salvaged > 0 {
        writeln!(
            text,
            "  {} of those kept are damaged games up to the damage",
            tally.salvaged
        )?;
    }
    if tally.dropped_tags > 0 {
        writeln!(
            text,
            "  {} broken tags of those kept are left out",
            tally.dropped_tags
        )?;
    }
    if tally.stray_bytes > 0 {
        writeln!(
            text,
            "  {} bytes of text belong to no game",
            tally.stray_bytes
        )?;
    }
    writeln!(
        text,
        "{:.1} MB of PGN in {}, {seconds:.2} s, {:.0} games/s",
        summary.bytes as f64 / 1e6,
        counted(summary.streams.len() as u64, "source"),
        tally.read() as f64 / seconds.max(1e-9),
    )?;
    for (name, count) in &summary.spellings {
        writeln!(text, "  '{name}' in {}", counted(*count, "game"))?;
    }
    Ok(text)
}
