//! `bayeschess db export`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use serde_json::json;

use crate::cli::interrupt;
use crate::cli::options::{ForceFlag, ThreadsArg};
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use bayeschess::collection::{
    ExportCounts, ExportError, ExportFormat, ScoreSource, TextLayout, export as write,
};
use bayeschess::files;
use bayeschess::learn::positions::GameRescorer;
use bayeschess::model::HeuristicSpec;
use bayeschess::store::{CsvFiles, Store};

/// The heuristic that searches positions without scores.
const RESCORES_WITH: &str = "modern:learned";

/// Write the games of a database, or their positions, in a format of other programs
#[derive(Debug, clap::Args)]
#[command(
    group = clap::ArgGroup::new("to").args(["csv", "pgn", "format"]).required(true).multiple(true),
    after_help = "Examples:
  bayeschess db export games.db --format text --out positions.txt
  bayeschess db export games.db --format parquet --out positions.parquet
  bayeschess db export twic.db --format viriformat --rescore 5000 --out twic.viriformat
  bayeschess db export games.db --format csv --out folder
  bayeschess db export games.db --pgn games.pgn    short for --format pgn --out games.pgn

Formats:
  pgn         games, for any chess program
  csv         games, runs and cases, one file each: in a folder, or NAME.csv with
              NAME.runs.csv, NAME.cases.csv and NAME.collected.csv beside it
  parquet     a row for each position, for pandas, DuckDB, Polars
  text        a line for each position: FEN | centipawns | 1.0, as bullet reads
              it, or FEN; [1.0] with --text-layout bracket, as texel-tuner does
  epd         a line for each position: c9 is the game's result, ce the score
              from the point of view of the side to move, as the standard says
  viriformat  games with the score of each position, in the bytes of viridithas

Scores are in centipawns from White's point of view, as the search gave them; a
mate in n plies is 32000 - n. Positions of the opening, and games without a
result, are no training data: text, epd and viriformat leave them out. Files
that are there stay, unless --force is given."
)]
pub struct DbExportArgs {
    /// The database [default: bayeschess.db in $BAYESCHESS_HOME, or else in your data folder]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// What to write to --out
    #[arg(long, value_enum, value_name = "FORMAT", requires = "out", conflicts_with_all = ["csv", "pgn"])]
    format: Option<ExportFormatChoice>,
    /// Write to this file, compressed if its name ends in .gz or .zst; with --format csv a folder, or FILE.csv
    #[arg(long, value_name = "PATH", requires = "format", conflicts_with_all = ["csv", "pgn"])]
    out: Option<PathBuf>,
    /// Layout of a line of --format text
    #[arg(long, value_enum, value_name = "LAYOUT", default_value_t = TextLayoutChoice::Plain)]
    text_layout: TextLayoutChoice,
    /// Search positions without a score with this many nodes, by the shipped modern table
    #[arg(long, value_name = "NODES", requires = "format", value_parser = clap::value_parser!(u64).range(1..))]
    rescore: Option<u64>,
    /// Write CSV: files in this folder, made if it is missing, or this file with more next to it
    #[arg(long, value_name = "FOLDER|FILE.csv")]
    csv: Option<PathBuf>,
    /// Write the games to this PGN file; compressed if its name ends in .gz or .zst
    #[arg(long, value_name = "FILE.pgn")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ExportFormatChoice {
    Pgn,
    Csv,
    Parquet,
    Text,
    Epd,
    Viriformat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum TextLayoutChoice {
    /// `FEN | centipawns | 1.0`
    Plain,
    /// `FEN; [1.0]`
    Bracket,
}

impl DbExportArgs {
    /// Returns the formats with their outputs.
    fn outputs(&self) -> Vec<(ExportFormatChoice, &Path)> {
        let asked = self.format.zip(self.out.as_deref());
        let csv = self
            .csv
            .as_deref()
            .map(|csv| (ExportFormatChoice::Csv, csv));
        let pgn = self
            .pgn
            .as_deref()
            .map(|pgn| (ExportFormatChoice::Pgn, pgn));
        [csv, pgn, asked].into_iter().flatten().collect()
    }

    /// Returns the format as the library names it; `None` for CSV.
    fn format_of(&self, choice: ExportFormatChoice) -> anyhow::Result<Option<ExportFormat>> {
        Ok(Some(match choice {
            ExportFormatChoice::Csv => return Ok(None),
            ExportFormatChoice::Pgn => ExportFormat::Pgn,
            ExportFormatChoice::Epd => ExportFormat::Epd,
            ExportFormatChoice::Viriformat => ExportFormat::Viriformat,
            ExportFormatChoice::Text => ExportFormat::Text(match self.text_layout {
                TextLayoutChoice::Plain => TextLayout::Plain,
                TextLayoutChoice::Bracket => TextLayout::Bracket,
            }),
            #[cfg(feature = "formats")]
            ExportFormatChoice::Parquet => ExportFormat::Parquet,
            #[cfg(not(feature = "formats"))]
            ExportFormatChoice::Parquet => anyhow::bail!(
                "--format parquet: this program was built without it; build it with the feature 'formats'"
            ),
        }))
    }
}

/// What was written.
#[derive(Default)]
struct WrittenFiles {
    files: Vec<PathBuf>,
    counts: ExportCounts,
}

/// Runs the command.
pub(super) fn run(args: &DbExportArgs) -> anyhow::Result<RunStatus> {
    ensure!(
        args.text_layout == TextLayoutChoice::Plain
            || args.format == Some(ExportFormatChoice::Text),
        "--text-layout: only --format text has layouts"
    );
    let scores_matter = !matches!(
        args.format,
        Some(ExportFormatChoice::Pgn | ExportFormatChoice::Csv)
    );
    ensure!(
        args.rescore.is_none() || scores_matter,
        "--rescore: this format is written with the scores that are stored; leave it out, or choose another format"
    );
    let store = crate::cli::database_file::open_to_read(args.file.as_deref())?;
    for (choice, out) in args.outputs() {
        check(args, &store, choice, out)?;
    }
    let mut written = WrittenFiles::default();
    for (choice, out) in args.outputs() {
        match args.format_of(choice)? {
            None => {
                if is_new_folder(out) {
                    files::make_folder(out)?;
                }
                let to = CsvFiles::at(out);
                written.files.extend(store.csv_files(&to)?);
                written.counts.games = store.export_csv(&to, args.force.existing())?;
            }
            Some(format) => {
                let Some(counts) = write_as(args, &store, format, out)? else {
                    return Ok(RunStatus::Stopped);
                };
                written.files.push(out.to_owned());
                written.counts = counts;
            }
        }
    }
    report(args, &written)
}

/// Refuses outputs that cannot be written, or that are inputs, before anything is written.
fn check(
    args: &DbExportArgs,
    store: &Store,
    choice: ExportFormatChoice,
    out: &Path,
) -> anyhow::Result<()> {
    let existing = args.force.existing();
    if choice != ExportFormatChoice::Csv {
        files::check_output(out, existing)?;
        files::check_not_input(out, [store.file()])?;
        return Ok(());
    }
    ensure!(
        CsvFiles::are_named_by(out) || is_new_folder(out),
        "{}: this is no folder, and the name does not end in .csv; give FILE.csv or a folder, which is made if it is missing",
        out.display()
    );
    let files = store.csv_files(&CsvFiles::at(out))?;
    ensure!(
        !files.is_empty(),
        "{}: it holds no games to write as CSV",
        store.file().display()
    );
    if is_new_folder(out) {
        files::check_folder(out)?;
        return Ok(());
    }
    for file in &files {
        files::check_output(file, existing)?;
        files::check_not_input(file, [store.file()])?;
    }
    Ok(())
}

/// Returns true if CSV is written to a folder of this name that is not there yet.
fn is_new_folder(out: &Path) -> bool {
    out.extension().is_none() && out.as_os_str() != "-" && !out.exists()
}

/// Writes one format; `None` if it was stopped.
fn write_as(
    args: &DbExportArgs,
    store: &Store,
    format: ExportFormat,
    out: &Path,
) -> anyhow::Result<Option<ExportCounts>> {
    let stop = interrupt::stop_on_ctrl_c();
    let heuristic = match args.rescore {
        None => None,
        Some(_) => RESCORES_WITH
            .parse::<HeuristicSpec>()?
            .load()
            .context("--rescore")?
            .heuristic(),
    };
    let mut rescorer = heuristic
        .as_ref()
        .zip(args.rescore)
        .map(|(heuristic, nodes)| {
            GameRescorer::new(heuristic, nodes, args.threads.count().get(), &stop)
        });
    let scores = rescorer
        .as_mut()
        .map(|scores| scores as &mut dyn ScoreSource);
    match write(store, format, out, args.force.existing(), scores) {
        Ok(counts) => Ok(Some(counts)),
        Err(ExportError::Stopped) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn report(args: &DbExportArgs, written: &WrittenFiles) -> anyhow::Result<RunStatus> {
    let WrittenFiles { files, counts } = written;
    let names: Vec<_> = files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    if args.json.json {
        print_json(&json!({
            "games": counts.games,
            "positions": counts.positions,
            "games_without_result": counts.without_result,
            "games_without_scores": counts.games_without_scores,
            "positions_without_scores": counts.positions_without_scores,
            "files": names,
        }))?;
        return Ok(RunStatus::Success);
    }
    let what = match counts.positions {
        0 => format!("{} games", counts.games),
        positions => format!("{positions} positions of {} games", counts.games),
    };
    let mut text = format!("wrote {what} to {}\n", names.join(", "));
    if counts.without_result > 0 {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{} games without a result, or without a move behind the opening, are left out",
            counts.without_result
        );
    }
    let (games, positions) = (counts.games_without_scores, counts.positions_without_scores);
    if games + positions > 0 {
        let what = match positions {
            0 => format!("{games} games"),
            _ => format!("{positions} positions"),
        };
        let _ = writeln!(
            text,
            "{what} without scores are left out; --rescore NODES searches them"
        );
    }
    print(&text)?;
    Ok(RunStatus::Success)
}
